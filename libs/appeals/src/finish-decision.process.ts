import type { Event, ProcessManager, Recorded } from '#kernel';

import type { DecisionBecameFinal } from './appeal.events.js';

/** Whenever a decision is no longer open to Article 78, the fine frees the cap of what it reversed. */
export const finishDecision: ProcessManager = {
  name: 'finish-decision',
  listensTo: ['DecisionBecameFinal'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { fineId, appealId, decisionId, finalOn } = (recorded.event as unknown as DecisionBecameFinal).data;
    return [{ operationId: 'finishDecision', body: { fineId, appealId, decisionId, finalOn } }];
  },
};
