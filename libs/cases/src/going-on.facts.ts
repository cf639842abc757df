import type { FactLoader, LocalDay } from '#kernel';

import { caseStream } from './case.events.js';
import { caseFold, caseIdOf, type CaseState } from './case.state.js';
import { consolidationOf } from './closing.state.js';

/** A case with its id, which an unknown case does not carry itself. */
export interface CaseGoingOn {
  readonly caseId: string;
  readonly state: CaseState;
}

/**
 * The case in which something goes on at the end of `asOf` (null = now), by whatever consolidations and splits: where its
 * finding went, or, where no finding is named or it has not arrived yet, where the whole case went. Each case is asked once,
 * so that a circle, which two consolidations at the same moment could draw, ends. @throws CASES.BAD_CHILD_ID
 */
export const caseGoingOn = async (
  from: { readonly caseId: string } | { readonly findingId: string },
  load: FactLoader,
  asOf: LocalDay | null = null,
): Promise<CaseGoingOn> => {
  const findingId = 'findingId' in from ? from.findingId : null;
  const seen = new Set<string>();
  let caseId = 'findingId' in from ? caseIdOf(from.findingId) : from.caseId;
  for (;;) {
    seen.add(caseId);
    const state = await load(caseStream(caseId), caseFold);
    const held = state.holdings.findLast((one) => one.findingId === findingId && (asOf === null || one.from <= asOf));
    const left = held && held.until !== null && (asOf === null || held.until <= asOf) ? held.intoCaseId : null;
    const next = held ? left : (consolidationOf(state, asOf)?.intoCaseId ?? null);
    if (next === null || seen.has(next)) return { caseId, state };
    caseId = next;
  }
};
