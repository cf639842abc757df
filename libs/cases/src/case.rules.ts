import { DomainError, type DecisionContext, type LocalDay } from '#kernel';

import { closingOf, consolidationOf } from './closing.state.js';
import { isKnownCase, type CaseState } from './case.state.js';

export const CASE_LIFE = 'Product default: the Article has no rule on closing a case (domain.md 5.7)';

/** The id of the case, once it is on file. @throws CASES.UNKNOWN_CASE */
export const known = (state: CaseState): string => {
  if (!isKnownCase(state))
    throw new DomainError('CASES.UNKNOWN_CASE', 'This case is not on file.', {
      kind: 'notFound',
      field: 'caseId',
      rule: 'A case is opened before anything is recorded in it.',
    });
  return state.caseId!;
};

/**
 * Refuses what a case that goes on in another can no longer take.
 * @throws CASES.CONSOLIDATED naming the case to use
 */
export const refuseConsolidated = (state: CaseState): void => {
  const consolidation = consolidationOf(state);
  if (consolidation !== null)
    throw new DomainError(
      'CASES.CONSOLIDATED',
      `This case was consolidated into ${consolidation.intoCaseId} on ${consolidation.on}.`,
      {
        field: 'caseId',
        rule: 'What is new is recorded in the case that the findings go on in.',
        authority: CASE_LIFE,
        intoCaseId: consolidation.intoCaseId,
      },
    );
};

/**
 * The id of the case, for what only an open case takes: findings, compliance dates, agreements.
 * @throws CASES.UNKNOWN_CASE, CASES.CONSOLIDATED, CASES.CLOSED
 */
export const open = (state: CaseState): string => {
  const caseId = known(state);
  refuseConsolidated(state);
  const closing = closingOf(state);
  if (closing !== null)
    throw new DomainError('CASES.CLOSED', `This case was closed on ${closing.closedOn}: reopen it first.`, {
      field: 'caseId',
      rule: 'A closed case takes no new finding, compliance date or agreement.',
      authority: CASE_LIFE,
      closedOn: closing.closedOn,
    });
  return caseId;
};

/** @throws CASES.NOT_YET for a day after today */
export const notInTheFuture = (day: LocalDay, today: LocalDay, field: string): void => {
  if (day > today)
    throw new DomainError('CASES.NOT_YET', `${day} has not come yet.`, {
      kind: 'invalid',
      field,
      rule: 'Only what has already happened can be recorded.',
      day,
      today,
    });
};

/** Refuses an act of counsel to everybody else. @throws CASES.COUNSEL_ONLY */
export const counselOnly = ({ actor }: DecisionContext, rule: string, authority: string): void => {
  if (actor.role !== 'counsel')
    throw new DomainError('CASES.COUNSEL_ONLY', 'This is for counsel to record.', {
      rule,
      authority,
      role: actor.role,
    });
};
