import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

/**
 * Where a place lies (domain.md 3.7 Territory). The Town's civil fine reaches the Town outside the Village only: the
 * Village lies partly in this Town and partly in the Town of Wappinger, divided by the creek.
 */
export type Jurisdiction = 'townOutsideVillage' | 'villagePart' | 'elsewhere';
export const JURISDICTIONS = [
  'townOutsideVillage',
  'villagePart',
  'elsewhere',
] as const satisfies readonly Jurisdiction[];

/** Whose office determined that a public sewer is available (conflict register G1). */
export type AvailabilityOffice = 'Superintendent' | 'Engineer';
export const AVAILABILITY_OFFICES = ['Superintendent', 'Engineer'] as const satisfies readonly AvailabilityOffice[];

/** A finding made against the owner as such: the sale of the premises ends that owner's liability. */
export interface OwnerFinding {
  readonly findingId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly ruleId: string;
}

export type PremisesRegistered = Event<
  'PremisesRegistered',
  {
    readonly premisesId: string;
    /** As typed. */
    readonly address: Personal;
    readonly parcelId: string | null;
    readonly jurisdiction: Jurisdiction;
    readonly jurisdictionBasis: Personal;
  }
>;

/** The place was taken to lie elsewhere than it does. The correction speaks for every day, past ones included. */
export type JurisdictionCorrected = Event<
  'JurisdictionCorrected',
  {
    readonly premisesId: string;
    readonly was: Jurisdiction;
    readonly jurisdiction: Jurisdiction;
    readonly basis: Personal;
  }
>;

/** The first owner the Town knows of. Later owners come by conveyance. */
export type OwnershipRecorded = Event<
  'OwnershipRecorded',
  {
    readonly premisesId: string;
    readonly partyId: string;
    readonly from: LocalDay;
    readonly deedReference: Personal;
  }
>;

/**
 * One sale. The deed's day stays with the seller. `endsLiabilityOf` lists the findings against the seller as owner that
 * were on file when it was recorded.
 */
export type PremisesConveyed = Event<
  'PremisesConveyed',
  {
    readonly premisesId: string;
    readonly fromPartyId: string;
    readonly toPartyId: string;
    readonly deedOn: LocalDay;
    readonly deedReference: Personal;
    readonly endsLiabilityOf: readonly OwnerFinding[];
  }
>;

/** A finding against the owner as such. The deed's day is set when that owner had sold before the finding came. */
export type OwnerFindingNoted = Event<
  'OwnerFindingNoted',
  OwnerFinding & {
    readonly premisesId: string;
    readonly deedOn: LocalDay | null;
    readonly deedReference: Personal;
  }
>;

/** The finding was withdrawn: a later sale has nothing of it to end. */
export type OwnerFindingReleased = Event<
  'OwnerFindingReleased',
  { readonly premisesId: string; readonly findingId: string; readonly caseId: string; readonly partyId: string }
>;

/** Notice of availability as it was given to the owner. */
export interface NoticeToOwner {
  readonly givenOn: LocalDay;
  readonly means: Personal;
}

/**
 * A public sewer is available to these premises (§ 168-25E, H; conflict register G1: the Article fixes no such day, so
 * that it is a determination with a date and a basis). The 60 days of § 168-25H run from `availableOn`.
 */
export type PublicSewerAvailabilityDetermined = Event<
  'PublicSewerAvailabilityDetermined',
  {
    readonly premisesId: string;
    /** `<premisesId>.availability-<n>`. */
    readonly determinationId: string;
    readonly availableOn: LocalDay;
    readonly determinedBy: AvailabilityOffice;
    /** The local day on which the determination was recorded. */
    readonly determinedOn: LocalDay;
    readonly basis: Personal;
    readonly noticeToOwner: NoticeToOwner | null;
    /** Owner on the day of availability, or the first one known after it; null while no owner is on file. */
    readonly ownerPartyId: string | null;
    /** The rule whose period runs. */
    readonly ruleId: '168-25H';
    /** An earlier determination that this one replaces; its period no longer runs. */
    readonly supersedes: string | null;
  }
>;

/** The building sewer was connected to the public sewer: the 60 days of § 168-25H are met, or met late. */
export type SewerConnectionRecorded = Event<
  'SewerConnectionRecorded',
  {
    readonly premisesId: string;
    readonly connectedOn: LocalDay;
    readonly basis: Personal;
    /** The determination whose period it stops; null where none is on file. */
    readonly determinationId: string | null;
    readonly ownerPartyId: string | null;
  }
>;

export type PremisesEvent =
  | PremisesRegistered
  | JurisdictionCorrected
  | OwnershipRecorded
  | PremisesConveyed
  | OwnerFindingNoted
  | OwnerFindingReleased
  | PublicSewerAvailabilityDetermined
  | SewerConnectionRecorded;

/** Stream of one premises, and the name of the key its personal texts are sealed under. */
export const premisesStream = (premisesId: string): string => `premises-${premisesId}`;

const key = (data: { readonly premisesId: string }): string => premisesStream(data.premisesId);

/** Until version 2 references to papers were not sealed: an old one stays as it was written, in the clear. */
const plainReference = (data: object): object => data;

export const premisesCatalog = {
  PremisesRegistered: { version: 1, sealed: [{ key, fields: ['address', 'jurisdictionBasis'] }] },
  JurisdictionCorrected: { version: 1, sealed: [{ key, fields: ['basis'] }] },
  OwnershipRecorded: { version: 2, upcast: { 1: plainReference }, sealed: [{ key, fields: ['deedReference'] }] },
  PremisesConveyed: { version: 2, upcast: { 1: plainReference }, sealed: [{ key, fields: ['deedReference'] }] },
  OwnerFindingNoted: { version: 2, upcast: { 1: plainReference }, sealed: [{ key, fields: ['deedReference'] }] },
  OwnerFindingReleased: { version: 1 },
  PublicSewerAvailabilityDetermined: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [{ key, fields: ['basis', 'noticeToOwner.means'] }],
  },
  SewerConnectionRecorded: { version: 1, sealed: [{ key, fields: ['basis'] }] },
} as const satisfies EventCatalog<PremisesEvent>;
