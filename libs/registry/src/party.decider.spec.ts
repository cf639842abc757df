import { contextAt, given } from '#kernel/testing';

import { partyDecider, type PartyFacts } from './party.decider.js';
import type { PartyEvent } from './party.events.js';
import { addressOn, isDuplicate, partyFold } from './party.state.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const NO_FACTS: PartyFacts = { original: null };

const registered: PartyEvent = {
  type: 'PartyRegistered',
  data: { partyId: 'a', name: 'Example Laundry LLC', partyKind: 'organization', address: '1 Example Road' },
};
const moved: PartyEvent = {
  type: 'PartyAddressRecorded',
  data: { partyId: 'a', address: '2 Example Road', from: '2026-05-01' },
};
const earlier: PartyEvent = {
  type: 'PartyAddressRecorded',
  data: { partyId: 'a', address: '3 Example Road', from: '2026-03-01' },
};

const original = (duplicateOf: string | null) => ({
  original: { ...partyFold.initialState(), partyId: 'b', duplicateOf },
});

describe('a party', () => {
  it('keeps its name as typed', () => {
    given(partyDecider, [], NO_FACTS)
      .when(
        {
          type: 'RegisterParty',
          partyId: 'a',
          name: 'Example Laundry LLC',
          partyKind: 'organization',
          address: '1 Example Road',
        },
        NOW,
      )
      .then([registered]);
  });

  it('has the address of the day asked about, whenever it was recorded', () => {
    const state = [registered, moved, earlier].reduce(partyFold.evolve, partyFold.initialState());
    expect(addressOn(state, '2026-02-28')).toBe('1 Example Road');
    expect(addressOn(state, '2026-04-30')).toBe('3 Example Road');
    expect(addressOn(state, '2026-05-01')).toBe('2 Example Road');
  });

  it('cannot be corrected before it is registered', () => {
    given(partyDecider, [], NO_FACTS)
      .when({ type: 'CorrectPartyName', name: 'Example Inc.' }, NOW)
      .refused('REGISTRY.UNKNOWN_PARTY', { kind: 'notFound' });
  });
});

describe('a duplicate (offense-day rules 1: parties are never merged)', () => {
  const mark = (duplicateOf: string) => ({ type: 'MarkPartyDuplicate', duplicateOf, reason: 'Same filing' }) as const;

  it('is marked and points at the party that goes on', () => {
    const marked: PartyEvent = {
      type: 'PartyMarkedDuplicate',
      data: { partyId: 'a', duplicateOf: 'b', reason: 'Same filing' },
    };
    given(partyDecider, [registered], original(null)).when(mark('b'), NOW).then([marked]);
    const state = [registered, marked].reduce(partyFold.evolve, partyFold.initialState());
    expect(isDuplicate(state)).toBe(true);
  });

  it('points at no stranger, at no duplicate and not at itself, so that no circle arises', () => {
    given(partyDecider, [registered], { original: partyFold.initialState() })
      .when(mark('b'), NOW)
      .refused('REGISTRY.UNKNOWN_PARTY', { field: 'duplicateOf' });
    given(partyDecider, [registered], original('a')).when(mark('b'), NOW).refused('REGISTRY.DUPLICATE_OF_DUPLICATE');
    given(partyDecider, [registered], original(null)).when(mark('a'), NOW).refused('REGISTRY.DUPLICATE_OF_ITSELF');
  });
});
