import { assertNever, type LocalDay, type Personal, type StreamFold } from '#kernel';

import { partyCatalog, type PartyEvent, type PartyKind } from './party.events.js';

/** An address of a party. `from` null: known since the party was registered, whatever the day. */
export interface DatedAddress {
  readonly address: Personal;
  readonly from: LocalDay | null;
}

export interface PartyState {
  /** Null while nothing is recorded: the party is unknown. */
  readonly partyId: string | null;
  readonly name: Personal;
  readonly partyKind: PartyKind | null;
  /** In the order of `from`; of the same day, in the order recorded. */
  readonly addresses: readonly DatedAddress[];
  readonly duplicateOf: string | null;
}

const insertByDay = (addresses: readonly DatedAddress[], entry: DatedAddress): readonly DatedAddress[] => {
  const at = addresses.findLastIndex(({ from }) => from === null || (entry.from !== null && from <= entry.from)) + 1;
  return [...addresses.slice(0, at), entry, ...addresses.slice(at)];
};

/** The fold of `party-<id>`. */
export const partyFold: StreamFold<PartyState, PartyEvent> = {
  name: 'party',
  catalog: partyCatalog,
  initialState: () => ({ partyId: null, name: null, partyKind: null, addresses: [], duplicateOf: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'PartyRegistered': {
        const { partyId, name, partyKind, address } = event.data;
        return { ...state, partyId, name, partyKind, addresses: address === null ? [] : [{ address, from: null }] };
      }
      case 'PartyNameCorrected':
        return { ...state, name: event.data.name };
      case 'PartyAddressRecorded': {
        const { address, from } = event.data;
        return { ...state, addresses: insertByDay(state.addresses, { address, from }) };
      }
      case 'PartyMarkedDuplicate':
        return { ...state, duplicateOf: event.data.duplicateOf };
      default:
        return assertNever(event);
    }
  },
};

/** True when the party is on file. */
export const isKnownParty = (state: PartyState): boolean => state.partyId !== null;

/** The party that this one is a duplicate of, or null. */
export const duplicateOf = (state: PartyState): string | null => state.duplicateOf;

/** True when the party takes no new findings and fines (offense-day rules 1: parties are never merged). */
export const isDuplicate = (state: PartyState): boolean => state.duplicateOf !== null;

/** The address in force on a local day, or null when none was known for it. */
export const addressOn = (state: PartyState, day: LocalDay): Personal =>
  state.addresses.findLast(({ from }) => from === null || from <= day)?.address ?? null;
