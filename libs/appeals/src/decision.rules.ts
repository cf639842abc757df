import type { Cents, DecisionContext, LocalDay } from '#kernel';
import { formatCents } from '#kernel';
import type { SettingsState } from '#law/published';
import { CIVIL_FINE_CAP_CENTS, policyOn } from '#law/published';

import type { DecideAppeal, DraftFinding, DraftParagraph } from './appeal.commands.js';
import type { AppealEvent, DecisionParagraph, FindingOfFact } from './appeal.events.js';
import type { Appeal, AppealState } from './appeal.state.js';
import { settledBy } from './appeal.state.js';
import type { AppealFacts, FineUnderAppeal, LiveDay } from './appeal.types.js';
import { beforeBoard, expandSpans, idsOf, notBefore, notInFuture, refuse } from './guard.rules.js';
import { boardOn, countVotes, VOTE_AUTHORITY } from './vote.rules.js';

/** Everyone who imposed or agreed the fine, or issued a statement, that is under appeal. */
export const imposingOfficers = (appeal: Appeal, fine: FineUnderAppeal | null): ReadonlySet<string> =>
  new Set([
    appeal.imposedBy,
    ...(fine?.documents ?? [])
      .filter(({ statementId }) => appeal.documents.includes(statementId))
      .map(({ officerId }) => officerId),
  ]);

/** @throws APPEALS.IMPOSING_OFFICER */
export const notImposingOfficer = (
  appeal: Appeal,
  fine: FineUnderAppeal | null,
  { actor }: Pick<DecisionContext, 'actor'>,
): void => {
  if (imposingOfficers(appeal, fine).has(actor.id))
    refuse('IMPOSING_OFFICER', 'Whoever imposed the fine takes no part in deciding the appeal against it.', {
      kind: 'forbidden',
      rule: 'The imposing officer neither votes on nor records the decision.',
      authority: 'Practice (domain.md 5.12); none written in § 168-30D',
    });
};

/**
 * Live, undropped days of the appealed documents that no decision of this appeal in force has settled: all of them at
 * first; after a remand by the Board or by a court, those that were sent back.
 */
export const openDays = (appeal: Appeal, fine: FineUnderAppeal): readonly LiveDay[] =>
  fine.withdrawnOn !== null
    ? []
    : fine.days.filter((entry) => appeal.documents.includes(entry.statementId) && settledBy(appeal, entry) === null);

/** Every open day in exactly one paragraph. @throws APPEALS.DAY_TWICE, APPEALS.DAY_NOT_APPEALED, APPEALS.DAY_UNDECIDED */
const assignDays = (open: readonly LiveDay[], drafts: readonly DraftParagraph[]): LiveDay[][] => {
  const byDay = new Map(open.map((entry) => [entry.day, entry]));
  const takenBy = new Map<LocalDay, number>();
  const take = (day: LocalDay, paragraph: number): LiveDay => {
    const field = `paragraphs[${paragraph}]`;
    const entry =
      byDay.get(day) ??
      refuse('DAY_NOT_APPEALED', `${day} is no open day of the documents appealed.`, {
        field,
        rule: 'A decision names days that the appealed documents still name and that are not decided.',
        day,
      });
    const before = takenBy.get(day);
    if (before !== undefined)
      refuse('DAY_TWICE', `${day} is named by paragraphs ${before + 1} and ${paragraph + 1}.`, {
        field,
        rule: 'Each day stands in exactly one paragraph.',
        day,
      });
    takenBy.set(day, paragraph);
    return entry;
  };
  const rests = drafts.map(({ rest }, index) => (rest ? index : -1)).filter((index) => index >= 0);
  if (rests.length > 1)
    refuse('REST_TWICE', 'Two paragraphs name all other days.', {
      kind: 'invalid',
      field: `paragraphs[${rests[1]}].rest`,
    });
  const assigned = drafts.map(({ days, spans, documents }, paragraph) => {
    const ofDocuments = open.filter(({ statementId }) => documents.includes(statementId)).map(({ day }) => day);
    const named = [...days, ...expandSpans(spans, `paragraphs[${paragraph}].spans`), ...ofDocuments];
    return named.map((day) => take(day, paragraph));
  });
  const left = open.filter(({ day }) => !takenBy.has(day));
  if (rests.length === 1) assigned[rests[0]!]!.push(...left);
  else if (left.length > 0)
    refuse(
      'DAY_UNDECIDED',
      `${left[0]!.day} is in no paragraph${left.length > 1 ? `, nor are ${left.length - 1} more days` : ''}.`,
      {
        field: 'paragraphs',
        rule: 'A decision disposes of every open day: affirmed, modified, reversed or remanded.',
        day: left[0]!.day,
        days: left.map(({ day }) => day),
      },
    );
  return assigned.map((entries) => entries.toSorted((one, other) => (one.day < other.day ? -1 : 1)));
};

const checkModified = (
  cents: Cents,
  entry: LiveDay,
  field: string,
  fine: FineUnderAppeal,
  mayRaise: { readonly value: boolean; readonly authority: string },
): void => {
  const { day, cents: now } = entry;
  if (cents === now)
    refuse('NOTHING_MODIFIED', `${day} is at ${formatCents(now)} already: that is affirmed, not modified.`, {
      field,
      day,
      cents: now,
    });
  if (cents < now) return;
  if (!mayRaise.value)
    refuse('BOARD_MAY_NOT_RAISE', `${day} is at ${formatCents(now)} and is not raised on appeal.`, {
      field,
      rule: 'A modification lowers the amount, unless a policy lets the Board raise it.',
      authority: mayRaise.authority,
      day,
      cents: now,
    });
  const most = Math.min(CIVIL_FINE_CAP_CENTS, fine.capLeft(day));
  if (cents > most)
    refuse('OVER_DAILY_CAP', `At most ${formatCents(most)} can be named for ${day}.`, {
      field,
      rule: 'All civil fines of one person for one day stay within $1,000.',
      authority: '§ 168-30D',
      day,
      centsLeft: most,
    });
};

const checkCents = (draft: DraftParagraph, index: number): void => {
  const field = `paragraphs[${index}].cents`;
  if (draft.effect === 'modified' && draft.cents === null)
    refuse('CENTS_REQUIRED', 'A modification names the new amount of each day.', { kind: 'invalid', field });
  if (draft.effect !== 'modified' && draft.cents !== null)
    refuse('CENTS_ONLY_MODIFIED', 'Only a modification names an amount.', { kind: 'invalid', field });
  if (draft.number !== null && draft.number !== index + 1)
    refuse('PARAGRAPHS_OUT_OF_ORDER', 'Paragraphs are numbered from 1, in order.', {
      kind: 'invalid',
      field: `paragraphs[${index}].number`,
    });
};

/**
 * The numbered paragraphs of a decision with the days each of them names, checked against the fine as it stands.
 * @throws APPEALS.NOTHING_OPEN, APPEALS.DAY_UNDECIDED, APPEALS.DAY_TWICE, APPEALS.DAY_NOT_APPEALED,
 *   APPEALS.PARAGRAPH_EMPTY, APPEALS.BOARD_MAY_NOT_RAISE, APPEALS.OVER_DAILY_CAP and refusals of a malformed draft
 */
export const paragraphsOf = (
  appeal: Appeal,
  fine: FineUnderAppeal,
  settings: SettingsState,
  drafts: readonly DraftParagraph[],
  decidedOn: LocalDay,
): DecisionParagraph[] => {
  const open = openDays(appeal, fine);
  if (open.length === 0)
    refuse('NOTHING_OPEN', 'The fine names no day that this appeal leaves open.', {
      rule: 'With every day dropped, withdrawn or decided, the appeal is withdrawn or dismissed.',
    });
  for (const [index, draft] of drafts.entries()) checkCents(draft, index);
  const mayRaise = policyOn(settings, 'board-may-raise-fine', decidedOn);
  return assignDays(open, drafts).map((entries, index) => {
    const { effect, cents, text } = drafts[index]!;
    if (entries.length === 0)
      refuse('PARAGRAPH_EMPTY', `Paragraph ${index + 1} names no day.`, { field: `paragraphs[${index}]` });
    if (cents !== null)
      for (const entry of entries) checkModified(cents, entry, `paragraphs[${index}].cents`, fine, mayRaise);
    return {
      number: index + 1,
      effect,
      days: entries.map(({ day, statementId }) => ({ day, statementId, cents })),
      text,
    };
  });
};

/** Each finding of fact with the finding whose ledger it bears on. @throws APPEALS.UNKNOWN_FINDING, APPEALS.IN_THE_FUTURE */
export const findingsOf = (
  { findingId: own }: Pick<Appeal, 'findingId'>,
  drafts: readonly DraftFinding[],
  live: ReadonlySet<string>,
  decidedOn: LocalDay,
): FindingOfFact[] =>
  drafts.map(({ findingId: named, kind, day, text }, index) => {
    const findingId = named ?? own;
    if (!live.has(findingId))
      refuse('UNKNOWN_FINDING', 'The case of this fine has no such finding, or it was withdrawn.', {
        kind: 'notFound',
        field: `findingsOfFact[${index}].findingId`,
      });
    if (day > decidedOn)
      refuse('IN_THE_FUTURE', `${day} lies after the decision.`, {
        kind: 'invalid',
        field: `findingsOfFact[${index}].day`,
      });
    return { findingId, kind, day, text };
  });

const checkRipe = (appeal: Appeal): void => {
  const { status } = appeal.stage;
  if (status === 'hearingNoticed' || status === 'inHearing')
    refuse('HEARING_NOT_CLOSED', 'A hearing is noticed or open and must be closed before the vote.');
  if (!appeal.hearings.some(({ closedOn }) => closedOn !== null))
    refuse('NOT_HEARD', 'This appeal was not heard.', {
      rule: 'The Board votes after a hearing was closed; one on the papers alone is opened and closed as such.',
      authority: 'Practice (domain.md 5.12); § 168-30D writes no hearing',
    });
  if (appeal.record !== 'certified')
    refuse('RECORD_NOT_CERTIFIED', 'The record is not certified.', {
      rule: 'The Board decides on the record as it was certified.',
      authority: 'Practice (domain.md 5.12)',
    });
};

/**
 * The Board votes. Fewer ayes than a majority of all seats decide nothing: the vote is recorded and the appeal stays open.
 * @throws APPEALS.IMPOSING_OFFICER, APPEALS.HEARING_NOT_CLOSED, APPEALS.NOT_HEARD, APPEALS.RECORD_NOT_CERTIFIED,
 *   APPEALS.MAY_NOT_VOTE, APPEALS.UNKNOWN_FINDING and those of `paragraphsOf`
 */
export const decideAppeal = (
  command: DecideAppeal,
  state: AppealState,
  { fine, settings, findings }: AppealFacts,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = beforeBoard(state);
  if (!fine || !settings || !findings)
    throw new TypeError('decideAppeal needs the fine, the settings and the findings');
  notImposingOfficer(appeal, fine, context);
  checkRipe(appeal);
  const { resolutionNumber } = command;
  const decidedOn = notInFuture(command.decidedOn, 'decidedOn', context);
  notBefore(
    decidedOn,
    appeal.hearings.findLast(({ closedOn }) => closedOn !== null)!.closedOn!,
    'the hearing',
    'decidedOn',
  );
  notBefore(decidedOn, appeal.certificates.at(-1)!.certifiedOn, 'the certificate', 'decidedOn');
  const board = boardOn(settings, decidedOn, appeal.recusals, imposingOfficers(appeal, fine));
  const { seats, ayes, needed } = countVotes(board, command.votes);
  const paragraphs = paragraphsOf(appeal, fine, settings, command.paragraphs, decidedOn);
  const findingsOfFact = findingsOf(appeal, command.findingsOfFact, findings, decidedOn);
  if (ayes < needed)
    return [
      {
        type: 'AppealVoteFellShort',
        data: { ...idsOf(appeal), votedOn: decidedOn, seats, ayes, needed, resolutionNumber },
      },
    ];
  return [
    {
      type: 'AppealDecided',
      data: {
        ...idsOf(appeal),
        decisionId: `${appeal.appealId}.decision-${appeal.decisions.length + 1}`,
        decidedOn,
        resolutionNumber,
        seats,
        ayes,
        needed,
        paragraphs,
        findingsOfFact,
        authority: `§ 168-30D; ${VOTE_AUTHORITY}`,
      },
    },
  ];
};
