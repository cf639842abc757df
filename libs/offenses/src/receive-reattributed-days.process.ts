import type { Event, ProcessManager, Recorded } from '#kernel';

import type { OffenseEvent } from './offense.events.js';

type Reattributed = Extract<OffenseEvent, { type: 'OffenseDaysReattributed' }>;

/** Days moved away under one key are recorded under the other, also after a crash between the two. */
export const receiveReattributedDays: ProcessManager = {
  name: 'receive-reattributed-days',
  listensTo: ['OffenseDaysReattributed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { reattributionId, days, toFindingId, evidence } = (recorded.event as unknown as Reattributed).data;
    return [
      {
        operationId: 'receiveReattributedDays',
        body: { findingId: toFindingId, reattributionId, fromLedger: recorded.stream, days, evidence },
      },
    ];
  },
};
