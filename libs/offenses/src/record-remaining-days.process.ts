import type { ProcessManager } from '#kernel';

import type { OffenseEvent } from './offense.events.js';

type Continues = Extract<OffenseEvent, { type: 'DayRecordingContinues' }>;

/** A span of more days than one append may hold is recorded in several, one after another. */
export const recordRemainingDays: ProcessManager = {
  name: 'record-remaining-days',
  listensTo: ['DayRecordingContinues'],
  react: ({ event }) => [
    { operationId: 'recordRemainingDays', body: { ledger: (event as unknown as Continues).data.ledger } },
  ],
};
