import type { DecisionContext, LocalDay } from '#kernel';
import { DomainError, isDomainError } from '#kernel';
import { daysPeriod, monthsPeriod } from '#legal-time';
import type { SettingsState } from '#law/published';
import { policyOn, specialHolidays } from '#law/published';

import type { FileAppeal } from './appeal.commands.js';
import type { AppealEvent, AppealFiled, FilingMark } from './appeal.events.js';
import type { AppealState } from './appeal.state.js';
import type { AppealableDocument, FineUnderAppeal } from './appeal.types.js';
import { notBefore, notInFuture, refuse } from './guard.rules.js';

/** An appeal filed later than this after the imposition carries a note for counsel on laches and waiver (hard case 18). */
export const LONG_AFTER_MONTHS = 12;

/**
 * The last day to appeal a document by the Board's own policy: counted from service, the day of service left out (Gen.
 * Constr. Law § 20) and an end that is no business day moved on (§ 25-a; hard case 17). Null where no policy was in force
 * on the day of service (none written, G7), where the document is not served, or where the period cannot be counted.
 */
export const appealDeadline = (
  { servedOn }: Pick<AppealableDocument, 'servedOn'>,
  settings: SettingsState,
): { readonly lastDay: LocalDay; readonly authority: string } | null => {
  if (servedOn === null) return null;
  const policy = policyOn(settings, 'appeal-deadline-days', servedOn);
  if (policy.value === null) return null;
  try {
    const { lastDay } = daysPeriod({
      start: servedOn,
      count: policy.value,
      extend: true,
      specials: specialHolidays(settings),
    });
    return { lastDay, authority: `Board policy: ${policy.authority}; none written in § 168-30D` };
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
};

const documentsOf = (fine: FineUnderAppeal, named: readonly (string | null)[]): AppealableDocument[] =>
  [...new Set(named)].map((statementId, index) => {
    const document = fine.documents.find((candidate) => candidate.statementId === statementId);
    return (
      document ??
      refuse('UNKNOWN_DOCUMENT', `The fine has no statement ${statementId}.`, {
        kind: 'notFound',
        field: `documents[${index}]`,
        rule: 'An appeal names the imposition or statements of one fine.',
      })
    );
  });

const checkSomethingToAppeal = (fine: FineUnderAppeal, documents: readonly AppealableDocument[]): void => {
  const nothing = (message: string, more: object) =>
    refuse('NOTHING_TO_APPEAL', message, {
      field: 'fineId',
      rule: 'An appeal is taken against days that a fine still names and that the Board has not decided.',
      authority: '§ 168-30D',
      ...more,
    });
  if (fine.withdrawnOn !== null)
    nothing(`This fine was withdrawn on ${fine.withdrawnOn}: nothing is left to appeal.`, {
      withdrawnOn: fine.withdrawnOn,
    });
  const named = new Set(documents.map(({ statementId }) => statementId));
  const days = fine.days.filter(({ statementId }) => named.has(statementId));
  if (days.length === 0) nothing('Every day of these documents has dropped: nothing is left to appeal.', {});
  const [first] = days;
  if (days.every(({ decisionId }) => decisionId !== null))
    nothing('The Board has decided every day of these documents; its decision is reviewed under CPLR article 78.', {
      decisionId: first!.decisionId,
      authority: 'CPLR 217(1), 7803',
    });
};

const checkNoneIsPending = (fine: FineUnderAppeal, documents: readonly AppealableDocument[]): void => {
  for (const { statementId } of documents) {
    const before = fine.pending.find((appeal) => appeal.documents.includes(statementId));
    if (before)
      refuse('ALREADY_PENDING', `Appeal ${before.number} against this document is pending.`, {
        field: 'documents',
        rule: 'One appeal against a document is pending at a time.',
        appealId: before.appealId,
        number: before.number,
        document: statementId ?? 'imposition',
      });
  }
};

const marksOf = (
  fine: FineUnderAppeal,
  documents: readonly AppealableDocument[],
  filedOn: LocalDay,
  deadline: AppealFiled['data']['deadline'],
): FilingMark[] => {
  const first = documents.map(({ issuedOn }) => issuedOn).sort()[0]!;
  const { lastDay: longAfter } = monthsPeriod({ start: first, count: LONG_AFTER_MONTHS, extend: false });
  const marks: readonly (readonly [FilingMark, boolean])[] = [
    ['late', deadline !== null && filedOn > deadline.lastDay],
    ['agreedFine', fine.how === 'agreed'],
    ['paidInFull', fine.paidInFull],
    ['reducedToJudgment', fine.judgmentOn !== null && fine.judgmentOn <= filedOn],
    ['longAfterImposition', filedOn > longAfter],
  ];
  return marks.filter(([, applies]) => applies).map(([mark]) => mark);
};

/**
 * Dockets an appeal. The Article writes no deadline, so none rejects it: what is out of the ordinary is marked for counsel
 * and the Board (domain.md 2.4; hard cases 17 and 18).
 * @throws FINES.UNKNOWN_FINE, APPEALS.UNKNOWN_DOCUMENT, APPEALS.NOTHING_TO_APPEAL, APPEALS.ALREADY_PENDING,
 *   APPEALS.IN_THE_FUTURE, APPEALS.DAY_OUT_OF_ORDER
 */
export const fileAppeal = (
  command: FileAppeal,
  state: AppealState,
  fine: FineUnderAppeal | null,
  settings: SettingsState,
  context: DecisionContext,
): AppealEvent[] => {
  if (state !== null) return [];
  if (!fine)
    throw new DomainError('FINES.UNKNOWN_FINE', 'This party has no such fine.', { kind: 'notFound', field: 'fineId' });
  const documents = documentsOf(fine, command.documents.length > 0 ? command.documents : [null]);
  checkSomethingToAppeal(fine, documents);
  checkNoneIsPending(fine, documents);
  const filedOn = notInFuture(command.filedOn ?? context.today, 'filedOn', context);
  for (const { issuedOn } of documents) notBefore(filedOn, issuedOn, 'the document', 'filedOn');
  const deadlines = documents.map((document) => appealDeadline(document, settings)).filter((found) => found !== null);
  // Of several documents the earliest last day is noted: the mark rejects nothing.
  const deadline = deadlines.sort((one, other) => (one.lastDay < other.lastDay ? -1 : 1))[0] ?? null;
  const { fineId, caseId, partyId, findingId, premisesId } = fine;
  return [
    {
      type: 'AppealFiled',
      data: {
        ...{ appealId: command.appealId, caseId, partyId, fineId, findingId, premisesId },
        number: context.number ?? 'pending',
        documents: documents.map(({ statementId }) => statementId),
        imposedBy: documents[0]!.officerId,
        filedOn,
        enteredOn: context.today,
        channel: command.channel,
        grounds: command.grounds,
        route: fine.how === 'agreed' ? 'counsel' : 'board',
        marks: marksOf(fine, documents, filedOn, deadline),
        deadline,
      },
    },
  ];
};
