import type { LocalDay } from '#kernel';

import type { PartyKind } from './party.events.js';

export interface RegisterParty {
  readonly type: 'RegisterParty';
  readonly partyId: string;
  readonly name: string;
  readonly partyKind: PartyKind;
  readonly address: string | null;
}

export interface CorrectPartyName {
  readonly type: 'CorrectPartyName';
  readonly name: string;
}

export interface RecordPartyAddress {
  readonly type: 'RecordPartyAddress';
  readonly address: string;
  readonly from: LocalDay;
}

export interface MarkPartyDuplicate {
  readonly type: 'MarkPartyDuplicate';
  readonly duplicateOf: string;
  readonly reason: string;
}

export type PartyCommand = RegisterParty | CorrectPartyName | RecordPartyAddress | MarkPartyDuplicate;
