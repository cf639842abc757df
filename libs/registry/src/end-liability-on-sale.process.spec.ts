import type { Event, Recorded } from '#kernel';

import { endLiabilityOnSale } from './end-liability-on-sale.process.js';
import type { PremisesEvent } from './premises.events.js';

const reactTo = (event: PremisesEvent) =>
  endLiabilityOnSale.react({ event } as unknown as Recorded<Event<string, never>>);

const finding = { findingId: 'c1.finding-1', caseId: 'c1', partyId: 'seller', ruleId: '168-26H' };

describe('end-liability-on-sale (offense-day rules 1, "Ownership")', () => {
  it("ends the seller's liability with the deed's day, for each finding that the sale lists", () => {
    const second = { ...finding, findingId: 'c2.finding-3', caseId: 'c2' };
    const commands = reactTo({
      type: 'PremisesConveyed',
      data: {
        premisesId: 'p1',
        fromPartyId: 'seller',
        toPartyId: 'buyer',
        deedOn: '2026-06-10',
        deedReference: 'Liber 2',
        endsLiabilityOf: [finding, second],
      },
    });
    expect(commands).toEqual(
      ['c1.finding-1', 'c2.finding-3'].map((findingId) => ({
        operationId: 'endLiability',
        body: { findingId, lastDay: '2026-06-10', deedReference: 'Liber 2' },
      })),
    );
  });

  it('ends it for a finding that came after the sale, and sends nothing while the party is the owner', () => {
    const noted = (deedOn: string | null): PremisesEvent => ({
      type: 'OwnerFindingNoted',
      data: { premisesId: 'p1', ...finding, deedOn, deedReference: deedOn && 'Liber 2' },
    });
    expect(reactTo(noted(null))).toEqual([]);
    expect(reactTo(noted('2026-06-10'))).toEqual([
      {
        operationId: 'endLiability',
        body: { findingId: 'c1.finding-1', lastDay: '2026-06-10', deedReference: 'Liber 2' },
      },
    ]);
  });
});
