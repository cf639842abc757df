import type { Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';

import type { Jurisdiction } from './territory.facts.js';

export type ComplaintChannel = 'phone' | 'email' | 'letter' | 'inPerson' | 'webForm' | 'staff' | 'otherAgency';
export const COMPLAINT_CHANNELS = [
  'phone',
  'email',
  'letter',
  'inPerson',
  'webForm',
  'staff',
  'otherAgency',
] as const satisfies readonly ComplaintChannel[];

export type ScreeningOutcome = 'investigate' | 'refer' | 'noAction';
export const SCREENING_OUTCOMES = ['investigate', 'refer', 'noAction'] as const satisfies readonly ScreeningOutcome[];

/** Who else may act. `Police`: § 168-28 points to arrest for disorderly conduct (domain.md 2.3). */
export type ReferralAgency = 'Village' | 'TownOfWappinger' | 'Commission' | 'DEC' | 'CountyHealth' | 'Police' | 'Other';
export const REFERRAL_AGENCIES = [
  'Village',
  'TownOfWappinger',
  'Commission',
  'DEC',
  'CountyHealth',
  'Police',
  'Other',
] as const satisfies readonly ReferralAgency[];

/**
 * Who complained. Sealed under a key of its own; no read model carries it, and no answer but that of `revealComplainant`.
 * Name and digits carry a keyed hash, by which the complaints of a person are found without opening any.
 */
export interface Complainant {
  readonly name: Personal;
  /** As typed. */
  readonly phone: Personal;
  /** The digits of the number, by which it is found; null where none was given, and in complaints of before version 2. */
  readonly phoneDigits: Personal;
  readonly address: Personal;
}

export type ComplaintReceived = Event<
  'ComplaintReceived',
  {
    readonly complaintId: string;
    readonly receivedAt: Instant;
    readonly channel: ComplaintChannel;
    readonly allegation: Personal;
    readonly premisesId: string | null;
    /** Null for an anonymous complaint. */
    readonly complainant: Complainant | null;
  }
>;

export type ComplaintScreened = Event<
  'ComplaintScreened',
  {
    readonly complaintId: string;
    readonly jurisdiction: Jurisdiction;
    readonly outcome: ScreeningOutcome;
    readonly note: Personal;
    readonly screenedOn: LocalDay;
  }
>;

export type ComplaintReferred = Event<
  'ComplaintReferred',
  {
    readonly complaintId: string;
    readonly to: ReferralAgency;
    readonly reason: Personal;
    readonly referredOn: LocalDay;
  }
>;

export type ComplaintEvent = ComplaintReceived | ComplaintScreened | ComplaintReferred;

/** Stream of one complaint, and the name of the key its free text is sealed under. */
export const complaintStream = (complaintId: string): string => `complaint-${complaintId}`;

/** Name of the key that seals who complained; destroying it leaves the complaint itself readable. */
export const complainantKey = (complaintId: string): string => `complainant-${complaintId}`;

const key = (data: { readonly complaintId: string }): string => complaintStream(data.complaintId);

const keyOfComplainant = (data: { readonly complaintId: string }): string => complainantKey(data.complaintId);

const withoutDigits = ({ complainant, ...data }: { readonly complainant: object | null }) => ({
  ...data,
  complainant: complainant && { ...complainant, phoneDigits: null },
});

export const complaintCatalog = {
  ComplaintReceived: {
    version: 2,
    // Of the first version no hash was kept, and none can be made without opening: those are found by their own id alone.
    upcast: { 1: withoutDigits },
    sealed: [
      { key, fields: ['allegation'] },
      { key: keyOfComplainant, fields: ['complainant.phone', 'complainant.address'] },
      { key: keyOfComplainant, fields: ['complainant.name', 'complainant.phoneDigits'], find: true },
    ],
  },
  ComplaintScreened: { version: 1, sealed: [{ key, fields: ['note'] }] },
  ComplaintReferred: { version: 1, sealed: [{ key, fields: ['reason'] }] },
} as const satisfies EventCatalog<ComplaintEvent>;
