import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

export type PartyKind = 'individual' | 'organization';
export const PARTY_KINDS = ['individual', 'organization'] as const satisfies readonly PartyKind[];

export type PartyRegistered = Event<
  'PartyRegistered',
  {
    readonly partyId: string;
    /** As typed: marks and capitals are kept. */
    readonly name: Personal;
    readonly partyKind: PartyKind;
    readonly address: Personal;
  }
>;

export type PartyNameCorrected = Event<'PartyNameCorrected', { readonly partyId: string; readonly name: Personal }>;

/** A mailing address that holds from a local day on. */
export type PartyAddressRecorded = Event<
  'PartyAddressRecorded',
  { readonly partyId: string; readonly address: Personal; readonly from: LocalDay }
>;

/** The same person was registered twice. Parties are never merged: this one takes no new findings and fines. */
export type PartyMarkedDuplicate = Event<
  'PartyMarkedDuplicate',
  { readonly partyId: string; readonly duplicateOf: string; readonly reason: Personal }
>;

export type PartyEvent = PartyRegistered | PartyNameCorrected | PartyAddressRecorded | PartyMarkedDuplicate;

/** Stream of one party, and the name of the key the person's texts are sealed under. */
export const partyStream = (partyId: string): string => `party-${partyId}`;

const key = (data: { readonly partyId: string }): string => partyStream(data.partyId);

export const partyCatalog = {
  PartyRegistered: { version: 1, sealed: [{ key, fields: ['name', 'address'] }] },
  PartyNameCorrected: { version: 1, sealed: [{ key, fields: ['name'] }] },
  PartyAddressRecorded: { version: 1, sealed: [{ key, fields: ['address'] }] },
  PartyMarkedDuplicate: { version: 1, sealed: [{ key, fields: ['reason'] }] },
} as const satisfies EventCatalog<PartyEvent>;
