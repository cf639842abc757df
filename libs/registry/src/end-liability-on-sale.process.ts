import type { Event, Personal, ProcessCommand, ProcessManager, Recorded } from '#kernel';

import type { OwnerFindingNoted, PremisesConveyed } from './premises.events.js';

const endLiability = (findingId: string, lastDay: string, deedReference: Personal): ProcessCommand => ({
  operationId: 'endLiability',
  body: { findingId, lastDay, deedReference },
});

/**
 * Whenever premises are sold, the seller's liability as owner ends with the deed's day, which stays with the seller
 * (offense-day rules 1, "Ownership"). A finding noted after the sale was on file is ended the same way. Nothing is sent
 * about the buyer, nor about a finding against an occupant or a discharger.
 */
export const endLiabilityOnSale: ProcessManager = {
  name: 'end-liability-on-sale',
  listensTo: ['PremisesConveyed', 'OwnerFindingNoted'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as PremisesConveyed | OwnerFindingNoted;
    if (event.type === 'PremisesConveyed') {
      const { endsLiabilityOf, deedOn, deedReference } = event.data;
      return endsLiabilityOf.map(({ findingId }) => endLiability(findingId, deedOn, deedReference));
    }
    const { findingId, deedOn, deedReference } = event.data;
    return deedOn === null || deedReference === null ? [] : [endLiability(findingId, deedOn, deedReference)];
  },
};
