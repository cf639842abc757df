import { DomainError } from '#kernel';
import type { QueryContext } from '#runtime';

import { caseStream } from './case.events.js';
import { caseFold, isKnownCase, type CaseState } from './case.state.js';

/** A case that was open, as known, by the end of the day asked for. @throws CASES.UNKNOWN_CASE */
export const knownCase = async (caseId: string, { load, asOf, today }: QueryContext): Promise<CaseState> => {
  const state = await load(caseStream(caseId), caseFold);
  if (!isKnownCase(state) || state.openedOn > (asOf ?? today))
    throw new DomainError('CASES.UNKNOWN_CASE', 'This case is not on file at that time.', {
      kind: 'notFound',
      field: 'caseId',
    });
  return state;
};
