import { contextAt, given } from '#kernel/testing';

import { partyFold, type PartyState } from './party.state.js';
import { premisesDecider, type PremisesFacts } from './premises.decider.js';
import type { PremisesEvent } from './premises.events.js';
import { ownerOn, premisesFold } from './premises.state.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');

const party = (partyId: string, duplicateOf: string | null = null): PartyState => ({
  ...partyFold.initialState(),
  partyId,
  partyKind: 'individual',
  duplicateOf,
});

const FACTS: PremisesFacts = {
  parties: {
    seller: party('seller'),
    buyer: party('buyer'),
    third: party('third'),
    twin: party('twin', 'buyer'),
    nobody: partyFold.initialState(),
  },
};

const registered: PremisesEvent = {
  type: 'PremisesRegistered',
  data: {
    premisesId: 'p1',
    address: '1 Example Road',
    parcelId: '0000-00-000000',
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'Tax map',
  },
};

const owned: PremisesEvent = {
  type: 'OwnershipRecorded',
  data: { premisesId: 'p1', partyId: 'seller', from: '2020-01-01', deedReference: 'Liber 1' },
};

const finding = { findingId: 'c1.finding-1', caseId: 'c1', partyId: 'seller', ruleId: '168-26H' };

const noted: PremisesEvent = {
  type: 'OwnerFindingNoted',
  data: { premisesId: 'p1', ...finding, deedOn: null, deedReference: null },
};

const sale = (fromPartyId: string, toPartyId: string, deedOn: string) =>
  ({ type: 'RecordConveyance', fromPartyId, toPartyId, deedOn, deedReference: 'Liber 2' }) as const;

const sold = (endsLiabilityOf: readonly (typeof finding)[] = []): PremisesEvent => ({
  type: 'PremisesConveyed',
  data: {
    premisesId: 'p1',
    fromPartyId: 'seller',
    toPartyId: 'buyer',
    deedOn: '2026-06-10',
    deedReference: 'Liber 2',
    endsLiabilityOf,
  },
});

describe('where premises lie (Town Law § 132; hard cases 58 and 59)', () => {
  it('keeps the address as typed, and the basis of the jurisdiction', () => {
    given(premisesDecider, [], FACTS)
      .when(
        {
          type: 'RegisterPremises',
          premisesId: 'p1',
          address: '1 Example Road',
          parcelId: '0000-00-000000',
          jurisdiction: 'townOutsideVillage',
          jurisdictionBasis: 'Tax map',
        },
        NOW,
      )
      .then([registered]);
  });

  it('is corrected with a basis, and says what it was', () => {
    given(premisesDecider, [registered], FACTS)
      .when({ type: 'CorrectJurisdiction', jurisdiction: 'villagePart', basis: 'Survey' }, NOW)
      .then([
        {
          type: 'JurisdictionCorrected',
          data: { premisesId: 'p1', was: 'townOutsideVillage', jurisdiction: 'villagePart', basis: 'Survey' },
        },
      ]);
  });

  it('is not corrected into what it is already', () => {
    given(premisesDecider, [registered], FACTS)
      .when({ type: 'CorrectJurisdiction', jurisdiction: 'townOutsideVillage', basis: 'Survey' }, NOW)
      .refused('REGISTRY.SAME_JURISDICTION');
  });

  it('cannot be corrected for premises that nobody registered', () => {
    given(premisesDecider, [], FACTS)
      .when({ type: 'CorrectJurisdiction', jurisdiction: 'elsewhere', basis: 'Survey' }, NOW)
      .refused('REGISTRY.UNKNOWN_PREMISES', { kind: 'notFound' });
  });
});

describe('ownership (offense-day rules 1, "Ownership": one sale, one event)', () => {
  it('begins with the first owner the Town knows of', () => {
    given(premisesDecider, [registered], FACTS)
      .when({ type: 'RecordOwnership', partyId: 'seller', from: '2020-01-01', deedReference: 'Liber 1' }, NOW)
      .then([owned]);
  });

  it('takes no second first owner: later ones come by conveyance', () => {
    given(premisesDecider, [registered, owned], FACTS)
      .when({ type: 'RecordOwnership', partyId: 'buyer', from: '2024-01-01', deedReference: 'Liber 2' }, NOW)
      .refused('REGISTRY.OWNER_ON_FILE', { ownerPartyId: 'seller' });
  });

  it('refuses an owner who is not on file, or who is a duplicate', () => {
    const attempt = (partyId: string) =>
      given(premisesDecider, [registered], FACTS).when(
        { type: 'RecordOwnership', partyId, from: '2020-01-01', deedReference: 'Liber 1' },
        NOW,
      );
    attempt('nobody').refused('REGISTRY.UNKNOWN_PARTY', { field: 'partyId' });
    attempt('twin').refused('REGISTRY.PARTY_IS_DUPLICATE', { duplicateOf: 'buyer' });
  });

  it('passes by one sale, which lists the findings against the seller as owner', () => {
    given(premisesDecider, [registered, owned, noted], FACTS)
      .when(sale('seller', 'buyer', '2026-06-10'), NOW)
      .then([sold([finding])]);
  });

  it('leaves out a finding that was withdrawn before the sale', () => {
    const released: PremisesEvent = {
      type: 'OwnerFindingReleased',
      data: { premisesId: 'p1', findingId: finding.findingId, caseId: 'c1', partyId: 'seller' },
    };
    given(premisesDecider, [registered, owned, noted, released], FACTS)
      .when(sale('seller', 'buyer', '2026-06-10'), NOW)
      .then([sold()]);
  });

  it('leaves out a finding against someone who is not the seller', () => {
    const other: PremisesEvent = {
      type: 'OwnerFindingNoted',
      data: { premisesId: 'p1', ...finding, partyId: 'third', deedOn: null, deedReference: null },
    };
    given(premisesDecider, [registered, owned, other], FACTS)
      .when(sale('seller', 'buyer', '2026-06-10'), NOW)
      .then([sold()]);
  });

  it('refuses a seller who is not the owner on file', () => {
    given(premisesDecider, [registered, owned], FACTS)
      .when(sale('third', 'buyer', '2026-06-10'), NOW)
      .refused('REGISTRY.SELLER_NOT_OWNER', { ownerPartyId: 'seller' });
    given(premisesDecider, [registered, owned, sold()], FACTS)
      .when(sale('seller', 'third', '2026-06-12'), NOW)
      .refused('REGISTRY.SELLER_NOT_OWNER', { ownerPartyId: 'buyer' });
  });

  it('refuses a sale before any owner is known, a deed of tomorrow, and one older than the acquisition', () => {
    given(premisesDecider, [registered], FACTS)
      .when(sale('seller', 'buyer', '2026-06-10'), NOW)
      .refused('REGISTRY.SELLER_NOT_OWNER', { ownerPartyId: null });
    given(premisesDecider, [registered, owned], FACTS)
      .when(sale('seller', 'buyer', '2026-06-16'), NOW)
      .refused('REGISTRY.NOT_YET', { field: 'deedOn' });
    given(premisesDecider, [registered, owned], FACTS)
      .when(sale('seller', 'buyer', '2019-12-31'), NOW)
      .refused('REGISTRY.DEED_BEFORE_ACQUISITION', { acquiredOn: '2020-01-01' });
  });

  it('leaves the day of the deed with the seller', () => {
    const state = [registered, owned, sold()].reduce(premisesFold.evolve, premisesFold.initialState());
    expect(ownerOn(state, '2019-12-31')).toBeNull();
    expect(ownerOn(state, '2026-06-10')).toBe('seller');
    expect(ownerOn(state, '2026-06-11')).toBe('buyer');
  });

  it('notes the deed beside a finding that comes after the owner has sold', () => {
    given(premisesDecider, [registered, owned, sold()], FACTS)
      .when({ type: 'NoteOwnerFinding', ...finding }, NOW)
      .then([
        {
          type: 'OwnerFindingNoted',
          data: { premisesId: 'p1', ...finding, deedOn: '2026-06-10', deedReference: 'Liber 2' },
        },
      ]);
  });

  it('notes a finding once, and no deed for an owner who sold and bought again', () => {
    given(premisesDecider, [registered, owned, noted], FACTS)
      .when({ type: 'NoteOwnerFinding', ...finding }, NOW)
      .thenNothing();
    const back: PremisesEvent = {
      type: 'PremisesConveyed',
      data: {
        premisesId: 'p1',
        fromPartyId: 'buyer',
        toPartyId: 'seller',
        deedOn: '2026-06-12',
        deedReference: 'Liber 3',
        endsLiabilityOf: [],
      },
    };
    given(premisesDecider, [registered, owned, sold(), back], FACTS)
      .when({ type: 'NoteOwnerFinding', ...finding }, NOW)
      .then([noted]);
  });
});

describe('availability of a public sewer (§ 168-25E, H; conflict register G1)', () => {
  const determined = (n: number, availableOn: string, supersedes: string | null): PremisesEvent => ({
    type: 'PublicSewerAvailabilityDetermined',
    data: {
      premisesId: 'p1',
      determinationId: `p1.availability-${n}`,
      availableOn,
      determinedBy: 'Superintendent',
      determinedOn: '2026-06-15',
      basis: 'Main accepted',
      noticeToOwner: null,
      ownerPartyId: 'seller',
      ruleId: '168-25H',
      supersedes,
    },
  });
  const determine = (availableOn: string) =>
    ({
      type: 'DetermineSewerAvailability',
      availableOn,
      determinedBy: 'Superintendent',
      basis: 'Main accepted',
      noticeToOwner: null,
    }) as const;

  it('is a recorded determination that carries all the 60 days need', () => {
    given(premisesDecider, [registered, owned], FACTS)
      .when(determine('2026-06-01'), NOW)
      .then([determined(1, '2026-06-01', null)]);
  });

  it('is replaced by a later determination, which names the earlier one', () => {
    given(premisesDecider, [registered, owned, determined(1, '2026-06-01', null)], FACTS)
      .when(determine('2026-06-05'), NOW)
      .then([determined(2, '2026-06-05', 'p1.availability-1')]);
  });

  it('cannot be determined for a day to come', () => {
    given(premisesDecider, [registered], FACTS)
      .when(determine('2026-07-01'), NOW)
      .refused('REGISTRY.NOT_YET', { field: 'availableOn' });
  });

  it('ends with one recorded connection', () => {
    const connected: PremisesEvent = {
      type: 'SewerConnectionRecorded',
      data: {
        premisesId: 'p1',
        connectedOn: '2026-06-14',
        basis: 'Inspected',
        determinationId: 'p1.availability-1',
        ownerPartyId: 'seller',
      },
    };
    const before = [registered, owned, determined(1, '2026-06-01', null)];
    given(premisesDecider, before, FACTS)
      .when({ type: 'RecordSewerConnection', connectedOn: '2026-06-14', basis: 'Inspected' }, NOW)
      .then([connected]);
    given(premisesDecider, [...before, connected], FACTS)
      .when({ type: 'RecordSewerConnection', connectedOn: '2026-06-15', basis: 'Again' }, NOW)
      .refused('REGISTRY.CONNECTED_ALREADY');
    given(premisesDecider, [...before, connected], FACTS)
      .when(determine('2026-06-05'), NOW)
      .refused('REGISTRY.CONNECTED_ALREADY');
  });
});
