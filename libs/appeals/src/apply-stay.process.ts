import type { Event, ProcessManager, Recorded } from '#kernel';

import type { StayGranted, StayLifted } from './appeal.events.js';
import { inBody } from './document.rules.js';

/** Whenever a stay is granted or lifted, the fine records its effect: figures read the fine's stream alone. */
export const applyStay: ProcessManager = {
  name: 'apply-stay',
  listensTo: ['StayGranted', 'StayLifted'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as StayGranted | StayLifted;
    const { fineId, appealId, stayId } = event.data;
    if (event.type === 'StayLifted') {
      const { liftedOn: endedOn, resolutionNumber } = event.data;
      const cause = resolutionNumber === null ? 'appealEnded' : 'lifted';
      return [{ operationId: 'endStay', body: { fineId, appealId, stayId, endedOn, cause } }];
    }
    const { days, documents, grantedOn: stayedOn, resolutionNumber } = event.data;
    const authority = `Resolution ${resolutionNumber}`;
    const body = { fineId, appealId, stayId, days, documents: documents.map(inBody), stayedOn, authority };
    return [{ operationId: 'applyStay', body }];
  },
};
