import { assertNever, DomainError, formatCents, type DecisionContext, type LocalDay } from '#kernel';

import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import { CASE_LIFE, counselOnly, known, open, refuseConsolidated } from './case.rules.js';
import type { CaseState } from './case.state.js';
import type {
  CloseCase,
  ClosingCommand,
  PlaceLitigationHold,
  ReleaseLitigationHold,
  ReopenIfClosed,
  WaiverGiven,
} from './closing.commands.js';
import { CLOSING_GUARDS, type CaseClosed, type ClosingGuard, type ClosingReason } from './closing.events.js';
import type { ClosingFacts } from './closing.facts.js';
import { caseStatusOf, closingOf, consolidationOf, findingIdsIn, holdsInPlace } from './closing.state.js';
import { agreementAsOf } from './compliance.state.js';

/** Days go on being counted, and an appeal goes on being heard, whatever anybody writes: neither is waived. */
const NEVER_WAIVED: readonly ClosingGuard[] = ['openRun', 'pendingAppeal'];

export const isWaivable = (guard: ClosingGuard): boolean => !NEVER_WAIVED.includes(guard);

/** One thing that keeps a case open. */
export interface Standing {
  readonly guard: ClosingGuard;
  /** What it is about, by id: the finding, fine, appeal, agreement, review item or hold. */
  readonly subject: string;
  readonly says: string;
  readonly waivable: boolean;
}

const LAST_DAY = '9999-12-31';

/** What stays with a case that a finding came from, and concerns the findings held here. */
const ofCase = (source: CaseState, held: readonly string[], whole: boolean, asOf: LocalDay | null) => {
  const day = asOf ?? LAST_DAY;
  const agreements = source.agreements.filter(
    (agreement) =>
      agreementAsOf(agreement, day)?.status === 'signed' &&
      (whole || agreement.findingIds.some((findingId) => held.includes(findingId))),
  );
  const items = source.reviewItems.filter(
    ({ openedOn, settledOn }) => whole && openedOn <= day && (settledOn === null || settledOn > day),
  );
  return { agreements, items, holds: whole ? holdsInPlace(source, asOf) : [] };
};

/** Everything that keeps a case open at the end of `asOf` (null = now), in the order of the list of guards. */
export const standingGuards = (
  state: CaseState,
  facts: ClosingFacts,
  asOf: LocalDay | null = null,
): readonly Standing[] => {
  const standing: Standing[] = [];
  const add = (guard: ClosingGuard, subject: string, says: string): void => {
    standing.push({ guard, subject, says, waivable: isWaivable(guard) });
  };
  for (const { findingId, openRuns } of facts.findings)
    if (openRuns > 0)
      add(
        'openRun',
        findingId,
        'A run of this finding is open: no end or stop is shown, and days go on being recorded.',
      );
  for (const { fineId, number, openCents, creditCents } of facts.fines) {
    if (openCents > 0) add('unpaidBalance', fineId, `Of fine ${number}, ${formatCents(openCents)} is open.`);
    if (creditCents > 0)
      add(
        'credit',
        fineId,
        `Fine ${number} has a credit of ${formatCents(creditCents)}: refund it, or apply it by an act.`,
      );
  }
  for (const { appealId, number, pending, article78Pending } of facts.appeals) {
    if (pending) add('pendingAppeal', appealId, `Appeal ${number} is pending.`);
    if (article78Pending)
      add('pendingArticle78', appealId, `An Article 78 proceeding about appeal ${number} is pending.`);
  }
  const held = findingIdsIn(state, asOf);
  // A case that went over whole brings what it left unsettled; one that was split brings agreements about what moved.
  const parts = [
    ofCase(state, held, true, asOf),
    ...facts.sources.map((source) => ofCase(source, held, consolidationOf(source, asOf) !== null, asOf)),
  ];
  for (const { agreements, items, holds } of parts) {
    for (const { agreementId } of agreements)
      add('liveAgreement', agreementId, `Consent agreement ${agreementId} is in force, neither completed nor broken.`);
    for (const { reviewItemId, kind } of items)
      add('openReviewItem', reviewItemId, `A review item (${kind}) waits for a person to settle it.`);
    for (const { holdId, placedOn } of holds)
      add('litigationHold', holdId, `A litigation hold of ${placedOn} is in place.`);
  }
  return [...standing].sort((a, b) => CLOSING_GUARDS.indexOf(a.guard) - CLOSING_GUARDS.indexOf(b.guard));
};

/**
 * The reason with which closing is offered when nothing keeps the case open: a cured case is offered closing, and no
 * citation follows from it (faults.md W01). Null when nothing is offered.
 */
export const offeredReason = (
  { findings, fines, appeals }: ClosingFacts,
  standing: readonly Standing[],
): ClosingReason | null => {
  if (standing.length > 0 || findings.length === 0) return null;
  if (findings.every(({ withdrawn }) => withdrawn)) return 'noViolation';
  if (fines.some(({ paidCents }) => paidCents > 0)) return 'paid';
  if (appeals.length > 0) return 'decided';
  return findings.some(({ runs }) => runs > 0) ? 'cured' : null;
};

const closingFactsOf = ({ closing }: CaseFacts): ClosingFacts => {
  if (!closing) throw new TypeError('closing is decided on its facts');
  return closing;
};

/** Every waiver with the subjects it is meant for. @throws CASES.NOT_WAIVABLE, CASES.COUNSEL_ONLY, CASES.NOTHING_TO_WAIVE */
const waiversOf = (
  given: readonly WaiverGiven[],
  standing: readonly Standing[],
  context: DecisionContext,
): CaseClosed['data']['waivers'] =>
  given.flatMap(({ guard, subject, reason }, at) => {
    const field = `waivers[${at}].guard`;
    if (!isWaivable(guard))
      throw new DomainError('CASES.NOT_WAIVABLE', 'An open run and a pending appeal are never waived.', {
        field,
        rule: 'A case is not closed while days go on being recorded in it, or while an appeal is pending.',
        authority: CASE_LIFE,
        guard,
      });
    if (guard === 'litigationHold')
      counselOnly(context, 'A litigation hold is placed, released and waived by counsel.', CASE_LIFE);
    const meant = standing.filter((one) => one.guard === guard && (subject === null || one.subject === subject));
    if (meant.length === 0)
      throw new DomainError('CASES.NOTHING_TO_WAIVE', 'What this waiver names does not keep the case open.', {
        kind: 'invalid',
        field,
        rule: 'A waiver names something that stands: look again at what keeps the case open.',
        guard,
        subject,
      });
    return meant.map((one) => ({ guard, subject: one.subject, reason }));
  });

const isWaived = ({ guard, subject }: Standing, waivers: CaseClosed['data']['waivers']): boolean =>
  waivers.some((waiver) => waiver.guard === guard && waiver.subject === subject);

const close = (command: CloseCase, state: CaseState, facts: CaseFacts, context: DecisionContext): CaseEvent[] => {
  const caseId = open(state);
  const standing = standingGuards(state, closingFactsOf(facts));
  const waivers = waiversOf(command.waivers, standing, context);
  const guards = standing.filter((one) => !isWaived(one, waivers));
  if (guards.length > 0)
    throw new DomainError(
      'CASES.CANNOT_CLOSE',
      `${guards.length} thing(s) keep this case open: ${guards.map(({ says }) => says).join(' ')}`,
      {
        field: 'caseId',
        rule: 'A case is closed when nothing in it is open, or what is open was waived with a reason; an open run and a pending appeal are never waived.',
        authority: CASE_LIFE,
        guards,
      },
    );
  const { reason, note } = command;
  return [
    {
      type: 'CaseClosed',
      data: { caseId, reason, note, waivers, closedBy: context.actor.id, closedOn: context.today },
    },
  ];
};

const ARRIVED: Readonly<Record<Exclude<ReopenIfClosed['cause'], 'byHand' | 'recheck'>, string>> = {
  appeal: 'An appeal arrived in the closed case.',
  article78: 'An Article 78 proceeding arrived in the closed case.',
  day: 'An offense day, or evidence of one, arrived in the closed case.',
  payment: 'A payment arrived in the closed case.',
};

const reopenIfClosed = ({ cause, subject }: ReopenIfClosed, state: CaseState, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  if (caseStatusOf(state) !== 'closed') return [];
  const reason = cause === 'byHand' || cause === 'recheck' ? null : ARRIVED[cause];
  return [{ type: 'CaseReopened', data: { caseId, cause, subject, reason, reopenedOn: today } }];
};

const recheck = (state: CaseState, facts: CaseFacts, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  const closing = closingOf(state);
  if (closing === null || consolidationOf(state) !== null) return [];
  const unwaived = standingGuards(state, closingFactsOf(facts)).filter((one) => !isWaived(one, closing.waivers));
  if (unwaived.length === 0) return [];
  const reason = `Looked at again, the case was not ready to be closed: ${unwaived.map(({ says }) => says).join(' ')}`;
  const { subject } = unwaived[0]!;
  return [{ type: 'CaseReopened', data: { caseId, cause: 'recheck', subject, reason, reopenedOn: today } }];
};

const HOLD_RULE = 'A litigation hold is placed, released and waived by counsel.';

const placeHold = ({ reason }: PlaceLitigationHold, state: CaseState, context: DecisionContext): CaseEvent[] => {
  const caseId = known(state);
  refuseConsolidated(state);
  counselOnly(context, HOLD_RULE, CASE_LIFE);
  const holdId = `${caseId}.hold-${state.holds.length + 1}`;
  const { actor, today } = context;
  return [{ type: 'LitigationHoldPlaced', data: { caseId, holdId, reason, placedBy: actor.id, placedOn: today } }];
};

const releaseHold = (
  { holdId, reason }: ReleaseLitigationHold,
  state: CaseState,
  context: DecisionContext,
): CaseEvent[] => {
  const caseId = known(state);
  counselOnly(context, HOLD_RULE, CASE_LIFE);
  const hold = state.holds.find((one) => one.holdId === holdId);
  if (!hold)
    throw new DomainError('CASES.UNKNOWN_HOLD', `The case has no litigation hold ${holdId}.`, {
      kind: 'notFound',
      field: 'holdId',
    });
  if (hold.released)
    throw new DomainError('CASES.HOLD_RELEASED', `This hold was released on ${hold.released.releasedOn}.`, {
      field: 'holdId',
      rule: 'A hold is released once; another is placed anew.',
    });
  return [{ type: 'LitigationHoldReleased', data: { caseId, holdId, reason, releasedOn: context.today } }];
};

/** Decides on closing, reopening and litigation holds. */
export const decideClosing = (
  command: ClosingCommand,
  state: CaseState,
  facts: CaseFacts,
  context: DecisionContext,
): CaseEvent[] => {
  switch (command.type) {
    case 'PlaceLitigationHold':
      return placeHold(command, state, context);
    case 'ReleaseLitigationHold':
      return releaseHold(command, state, context);
    case 'CloseCase':
      return close(command, state, facts, context);
    case 'ReopenCase': {
      const caseId = known(state);
      refuseConsolidated(state);
      if (closingOf(state) === null)
        throw new DomainError('CASES.NOT_CLOSED', 'This case is open.', {
          field: 'caseId',
          rule: 'Only a closed case is reopened.',
        });
      const { reason } = command;
      return [
        {
          type: 'CaseReopened',
          data: { caseId, cause: 'byHand', subject: null, reason, reopenedOn: context.today },
        },
      ];
    }
    case 'ReopenIfClosed':
      return reopenIfClosed(command, state, context.today);
    case 'RecheckClosing':
      return recheck(state, facts, context.today);
    default:
      return assertNever(command);
  }
};
