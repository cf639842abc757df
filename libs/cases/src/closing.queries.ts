import type { LocalDay } from '#kernel';
import type { QueryContext } from '#runtime';

import { CASE_LIFE } from './case.rules.js';
import type { CaseState } from './case.state.js';
import { CLOSING_GUARDS, type ClosingGuard } from './closing.events.js';
import { closingFacts } from './closing.facts.js';
import type * as dto from './closing.dto.js';
import { isWaivable, offeredReason, standingGuards } from './closing.rules.js';
import { caseStatusOf, closingOf, consolidationOf } from './closing.state.js';
import { knownCase } from './known-case.queries.js';

const ASKS: Readonly<Record<ClosingGuard, string>> = {
  openRun: 'Every run of its findings has ended',
  unpaidBalance: 'Nothing is left to pay',
  credit: 'No credit is left with the Town',
  pendingAppeal: 'No appeal to the Town Board is pending',
  pendingArticle78: 'No Article 78 proceeding is pending',
  liveAgreement: 'No consent agreement is in force',
  openReviewItem: 'No review item is open',
  litigationHold: 'No litigation hold is in place',
};

/** How a case was closed and reopened, up to the end of a local day, the newest last. */
export const closingsAsOf = (state: CaseState, day: LocalDay) =>
  state.closings
    .filter(({ closedOn }) => closedOn <= day)
    .map((closing) => ({
      ...closing,
      reopened: closing.reopened !== null && closing.reopened.reopenedOn <= day ? closing.reopened : null,
    }));

/**
 * What keeps a case open at the end of a local day: each guard with what stands under it, and whether it can be waived.
 * A cured case with nothing open is offered closing; nobody is cited for having passed (faults.md W01).
 * @throws CASES.UNKNOWN_CASE
 */
export const getClosing = async ({ caseId }: dto.GetClosingQuery, context: QueryContext) => {
  const { asOf, today, load } = context;
  const day = asOf ?? today;
  const state = await knownCase(caseId, context);
  const status = caseStatusOf(state, day);
  const facts = await closingFacts(state, load, today, asOf);
  const standing = standingGuards(state, facts, asOf);
  const reason = status === 'open' ? offeredReason(facts, standing) : null;
  return {
    caseId,
    number: state.number,
    asOf: day,
    status,
    closed: status === 'closed' ? closingOf(state, day) : null,
    consolidatedInto: consolidationOf(state, day)?.intoCaseId ?? null,
    closings: closingsAsOf(state, day),
    mayClose: status === 'open' && standing.length === 0,
    guards: CLOSING_GUARDS.map((guard) => {
      const here = standing.filter((one) => one.guard === guard);
      return {
        guard,
        asks: ASKS[guard],
        clear: here.length === 0,
        waivable: isWaivable(guard),
        standing: here.map(({ subject, says }) => ({ subject, says })),
      };
    }),
    offered:
      reason === null
        ? null
        : { reason, says: 'Nothing keeps this case open: it can be closed. What was put right calls for no citation.' },
    authority: CASE_LIFE,
  };
};
