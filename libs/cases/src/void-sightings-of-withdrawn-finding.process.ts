import type { Event, ProcessManager, Recorded } from '#kernel';

import type { FindingWithdrawn } from './case.events.js';

/** Whenever a finding is withdrawn, the sightings under it are voided in its ledger (offense-day rules 1). */
export const voidSightingsOfWithdrawnFinding: ProcessManager = {
  name: 'void-sightings-of-withdrawn-finding',
  listensTo: ['FindingWithdrawn'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { data } = recorded.event as unknown as FindingWithdrawn;
    return [{ operationId: 'voidSightingsOfFinding', body: { findingId: data.findingId } }];
  },
};
