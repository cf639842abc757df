import { assertNever, type LocalDay, type Personal, type StreamFold } from '#kernel';

import {
  premisesCatalog,
  type Jurisdiction,
  type NoticeToOwner,
  type OwnerFinding,
  type AvailabilityOffice,
  type PremisesEvent,
} from './premises.events.js';

/**
 * A stretch of ownership. Both days belong to it: the deed's day is the seller's last one, and the buyer's first is the
 * day after (offense-day rules 1, "Ownership": E stays with the seller).
 */
export interface Ownership {
  readonly partyId: string;
  /** Day of the deed by which it was acquired, or the first day the Town knows of. */
  readonly acquiredOn: LocalDay;
  readonly deedReference: Personal;
  /** True where it was acquired by a sale on file: the day of that deed belongs to the seller. */
  readonly bySale: boolean;
  /** Day and deed of the sale that ended it; null = still the owner. */
  readonly soldOn: LocalDay | null;
  readonly saleReference: Personal;
}

export interface Availability {
  readonly determinationId: string;
  readonly availableOn: LocalDay;
  readonly determinedBy: AvailabilityOffice;
  readonly determinedOn: LocalDay;
  readonly basis: Personal;
  readonly noticeToOwner: NoticeToOwner | null;
}

export interface Connection {
  readonly connectedOn: LocalDay;
  readonly basis: Personal;
}

export interface PremisesState {
  /** Null while nothing is recorded: the premises are unknown. */
  readonly premisesId: string | null;
  readonly address: Personal;
  readonly parcelId: string | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly jurisdictionBasis: Personal;
  /** In the order of time. */
  readonly owners: readonly Ownership[];
  /** Findings against an owner as such that no sale has ended and nobody withdrew. */
  readonly ownerFindings: readonly OwnerFinding[];
  /** Every determination, the newest last; it alone is in force. */
  readonly availabilities: readonly Availability[];
  readonly connection: Connection | null;
}

/** The fold of `premises-<id>`. */
export const premisesFold: StreamFold<PremisesState, PremisesEvent> = {
  name: 'premises',
  catalog: premisesCatalog,
  initialState: () => ({
    premisesId: null,
    address: null,
    parcelId: null,
    jurisdiction: null,
    jurisdictionBasis: null,
    owners: [],
    ownerFindings: [],
    availabilities: [],
    connection: null,
  }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'PremisesRegistered': {
        const { premisesId, address, parcelId, jurisdiction, jurisdictionBasis } = event.data;
        return { ...state, premisesId, address, parcelId, jurisdiction, jurisdictionBasis };
      }
      case 'JurisdictionCorrected':
        return { ...state, jurisdiction: event.data.jurisdiction, jurisdictionBasis: event.data.basis };
      case 'OwnershipRecorded': {
        const { partyId, from, deedReference } = event.data;
        const first = { partyId, acquiredOn: from, deedReference, bySale: false, soldOn: null, saleReference: null };
        return { ...state, owners: [...state.owners, first] };
      }
      case 'PremisesConveyed': {
        const { toPartyId, deedOn, deedReference, endsLiabilityOf } = event.data;
        const ended = new Set(endsLiabilityOf.map(({ findingId }) => findingId));
        const sold = state.owners.map((owner, index) =>
          index === state.owners.length - 1 ? { ...owner, soldOn: deedOn, saleReference: deedReference } : owner,
        );
        const buyer = {
          partyId: toPartyId,
          acquiredOn: deedOn,
          deedReference,
          bySale: true,
          soldOn: null,
          saleReference: null,
        };
        return {
          ...state,
          owners: [...sold, buyer],
          ownerFindings: state.ownerFindings.filter(({ findingId }) => !ended.has(findingId)),
        };
      }
      case 'OwnerFindingNoted': {
        const { findingId, caseId, partyId, ruleId, deedOn } = event.data;
        if (deedOn !== null) return state;
        return { ...state, ownerFindings: [...state.ownerFindings, { findingId, caseId, partyId, ruleId }] };
      }
      case 'OwnerFindingReleased':
        return {
          ...state,
          ownerFindings: state.ownerFindings.filter(({ findingId }) => findingId !== event.data.findingId),
        };
      case 'PublicSewerAvailabilityDetermined': {
        const { determinationId, availableOn, determinedBy, determinedOn, basis, noticeToOwner } = event.data;
        const entry = { determinationId, availableOn, determinedBy, determinedOn, basis, noticeToOwner };
        return { ...state, availabilities: [...state.availabilities, entry] };
      }
      case 'SewerConnectionRecorded': {
        const { connectedOn, basis } = event.data;
        return { ...state, connection: { connectedOn, basis } };
      }
      default:
        return assertNever(event);
    }
  },
};

/** True when the premises are on file. */
export const isKnownPremises = (state: PremisesState): boolean => state.premisesId !== null;

/** Where the premises lie; null while they are unknown. */
export const jurisdictionOf = (state: PremisesState): Jurisdiction | null => state.jurisdiction;

/** The stretch of ownership that covers a local day, or null when no owner is known for it. */
export const ownershipOn = (state: PremisesState, day: LocalDay): Ownership | null =>
  state.owners.findLast(
    ({ acquiredOn, bySale, soldOn }) =>
      (bySale ? acquiredOn < day : acquiredOn <= day) && (soldOn === null || day <= soldOn),
  ) ?? null;

/** The owner's party id on a local day; on the day of a deed still the seller. Null when no owner is known for it. */
export const ownerOn = (state: PremisesState, day: LocalDay): string | null => ownershipOn(state, day)?.partyId ?? null;

/** The determination in force that a public sewer is available, or null: then no 60 days run (G1). */
export const availabilityOf = (state: PremisesState): Availability | null => state.availabilities.at(-1) ?? null;
