import { ChoiceField, IdField, IntegerField, LocalDayField, PartField, PastQuery, TextField } from '#runtime/http';

import { PARTY_KINDS, type PartyKind } from './party.events.js';
import { AVAILABILITY_OFFICES, JURISDICTIONS, type AvailabilityOffice, type Jurisdiction } from './premises.events.js';

const TERRITORY = 'Town Law § 132';
const AVAILABILITY = '§ 168-25E, H; conflict register G1';

export class RegisterPremisesDto {
  @TextField({ max: 500, description: 'The address as written on the record; kept as typed.' })
  address!: string;

  @TextField({ optional: true, max: 100, description: 'Tax parcel number.' })
  parcelId?: string;

  @ChoiceField(JURISDICTIONS, { authority: TERRITORY, description: 'Where the premises lie.' })
  jurisdiction!: Jurisdiction;

  @TextField({ max: 2000, authority: TERRITORY, description: 'What that rests on: tax map, survey, assessor.' })
  jurisdictionBasis!: string;
}

export class CorrectJurisdictionDto {
  @IdField()
  premisesId!: string;

  @ChoiceField(JURISDICTIONS, { authority: TERRITORY })
  jurisdiction!: Jurisdiction;

  @TextField({ max: 2000, authority: TERRITORY })
  basis!: string;
}

export class RecordOwnershipDto {
  @IdField()
  premisesId!: string;

  @IdField()
  partyId!: string;

  @LocalDayField({ description: 'First day on which the party is known to own the premises.' })
  from!: string;

  @TextField({ max: 200, description: 'Liber and page, or another reference of the deed.' })
  deedReference!: string;
}

export class RecordConveyanceDto {
  @IdField()
  premisesId!: string;

  @IdField({ description: 'The seller: the last owner on file.' })
  fromPartyId!: string;

  @IdField({ description: 'The buyer.' })
  toPartyId!: string;

  @LocalDayField({ description: "The deed's day; it stays with the seller." })
  deedOn!: string;

  @TextField({ max: 200 })
  deedReference!: string;
}

export class NoteOwnerFindingDto {
  @IdField()
  premisesId!: string;

  @IdField()
  findingId!: string;

  @IdField()
  caseId!: string;

  @IdField()
  partyId!: string;

  @IdField()
  ruleId!: string;
}

export class ReleaseOwnerFindingDto {
  @IdField()
  premisesId!: string;

  @IdField()
  findingId!: string;
}

export class NoticeToOwnerDto {
  @LocalDayField()
  givenOn!: string;

  @TextField({ max: 200, description: 'How the owner was told.' })
  means!: string;
}

export class DetermineSewerAvailabilityDto {
  @IdField()
  premisesId!: string;

  @LocalDayField({ authority: AVAILABILITY, description: 'The day on which a public sewer became available.' })
  availableOn!: string;

  @ChoiceField(AVAILABILITY_OFFICES, { authority: AVAILABILITY, description: 'Whose determination it is.' })
  determinedBy!: AvailabilityOffice;

  @TextField({ max: 2000, authority: AVAILABILITY })
  basis!: string;

  @PartField(() => NoticeToOwnerDto, { optional: true, authority: AVAILABILITY })
  noticeToOwner?: NoticeToOwnerDto;
}

export class RecordSewerConnectionDto {
  @IdField()
  premisesId!: string;

  @LocalDayField({ authority: '§ 168-25H' })
  connectedOn!: string;

  @TextField({ max: 2000 })
  basis!: string;
}

export class RegisterPartyDto {
  @TextField({ max: 300, description: 'The name as written; marks and capitals are kept.' })
  name!: string;

  @ChoiceField(PARTY_KINDS)
  partyKind!: PartyKind;

  @TextField({ optional: true, max: 500, description: 'Mailing address.' })
  address?: string;
}

export class CorrectPartyNameDto {
  @IdField()
  partyId!: string;

  @TextField({ max: 300 })
  name!: string;
}

export class RecordPartyAddressDto {
  @IdField()
  partyId!: string;

  @TextField({ max: 500 })
  address!: string;

  @LocalDayField({ description: 'First day on which the address holds.' })
  from!: string;
}

export class MarkPartyDuplicateDto {
  @IdField()
  partyId!: string;

  @IdField({ description: 'The party that goes on.' })
  duplicateOf!: string;

  @TextField({ max: 2000 })
  reason!: string;
}

export class GetPremisesQuery extends PastQuery {
  @IdField()
  premisesId!: string;
}

export class GetPartyQuery extends PastQuery {
  @IdField()
  partyId!: string;
}

export class ListPremisesQuery {
  @TextField({ optional: true, max: 200, description: 'Address, parcel or owner, typed any way.' })
  search?: string;

  @IdField({ optional: true })
  ownerPartyId?: string;

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}

export class ListPartiesQuery {
  @TextField({ optional: true, max: 200, description: 'Name, typed any way.' })
  search?: string;

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}
