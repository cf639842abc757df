import type { LocalDay } from '#kernel';

import type { AvailabilityOffice, Jurisdiction, NoticeToOwner, OwnerFinding } from './premises.events.js';

export interface RegisterPremises {
  readonly type: 'RegisterPremises';
  readonly premisesId: string;
  readonly address: string;
  readonly parcelId: string | null;
  readonly jurisdiction: Jurisdiction;
  readonly jurisdictionBasis: string;
}

export interface CorrectJurisdiction {
  readonly type: 'CorrectJurisdiction';
  readonly jurisdiction: Jurisdiction;
  readonly basis: string;
}

export interface RecordOwnership {
  readonly type: 'RecordOwnership';
  readonly partyId: string;
  readonly from: LocalDay;
  readonly deedReference: string;
}

export interface RecordConveyance {
  readonly type: 'RecordConveyance';
  readonly fromPartyId: string;
  readonly toPartyId: string;
  readonly deedOn: LocalDay;
  readonly deedReference: string;
}

/** Sent by the process `note-owner-finding` of cases. */
export interface NoteOwnerFinding extends OwnerFinding {
  readonly type: 'NoteOwnerFinding';
}

/** Sent by the process `note-owner-finding` when the finding is withdrawn. */
export interface ReleaseOwnerFinding {
  readonly type: 'ReleaseOwnerFinding';
  readonly findingId: string;
}

export interface DetermineSewerAvailability {
  readonly type: 'DetermineSewerAvailability';
  readonly availableOn: LocalDay;
  readonly determinedBy: AvailabilityOffice;
  readonly basis: string;
  readonly noticeToOwner: NoticeToOwner | null;
}

export interface RecordSewerConnection {
  readonly type: 'RecordSewerConnection';
  readonly connectedOn: LocalDay;
  readonly basis: string;
}

export type PremisesCommand =
  | RegisterPremises
  | CorrectJurisdiction
  | RecordOwnership
  | RecordConveyance
  | NoteOwnerFinding
  | ReleaseOwnerFinding
  | DetermineSewerAvailability
  | RecordSewerConnection;
