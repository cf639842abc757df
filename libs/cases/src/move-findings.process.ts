import type { Event, ProcessManager, Recorded } from '#kernel';

import type { CaseConsolidated, CaseSplit } from './closing.events.js';

/** Whenever findings go on in another case, that case receives them. Their days, fines and appeals stay as they are. */
export const moveFindings: ProcessManager = {
  name: 'move-findings',
  listensTo: ['CaseConsolidated', 'CaseSplit'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, intoCaseId, findingIds } = (recorded.event as unknown as CaseConsolidated | CaseSplit).data;
    return [{ operationId: 'receiveFindings', body: { caseId: intoCaseId, fromCaseId: caseId, findingIds } }];
  },
};
