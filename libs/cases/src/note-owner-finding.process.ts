import type { Event, ProcessManager, Recorded } from '#kernel';

import type { FindingMade, FindingWithdrawn } from './case.events.js';

/**
 * Whenever a finding is made against the owner as such, the premises note it, so that a sale can end the liability;
 * when it is withdrawn, they forget it.
 */
export const noteOwnerFinding: ProcessManager = {
  name: 'note-owner-finding',
  listensTo: ['FindingMade', 'FindingWithdrawn'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as FindingMade | FindingWithdrawn;
    if (!event.data.againstOwner) return [];
    const { premisesId, findingId, caseId, partyId, ruleId } = event.data;
    return event.type === 'FindingMade'
      ? [{ operationId: 'noteOwnerFinding', body: { premisesId, findingId, caseId, partyId, ruleId } }]
      : [{ operationId: 'releaseOwnerFinding', body: { premisesId, findingId } }];
  },
};
