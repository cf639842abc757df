import { DomainError, type LocalDay, type Personal } from '#kernel';
import { command, query, type Operation, type QueryContext } from '#runtime';

import { listParties, partiesOfSameName } from './parties.projection.js';
import type { PartyCommand } from './party.commands.js';
import { partyAggregate } from './party.decider.js';
import { partyStream, type PartyEvent } from './party.events.js';
import { partyFacts } from './party.facts.js';
import { addressOn, partyFold } from './party.state.js';
import type { PremisesCommand } from './premises.commands.js';
import { premisesAggregate } from './premises.decider.js';
import { premisesStream, type PremisesEvent } from './premises.events.js';
import { premisesFacts } from './premises.facts.js';
import { listPremises } from './premises.projection.js';
import { ownerOn, premisesFold, type Ownership } from './premises.state.js';
import * as dto from './registry.dto.js';

const PAGE = 50;

const premisesRefs = (event: PremisesEvent): Record<string, string> => {
  const premises = event.data.premisesId;
  switch (event.type) {
    case 'OwnershipRecorded':
      return { premises, party: event.data.partyId };
    case 'PremisesConveyed':
      return { premises, party: event.data.fromPartyId, buyer: event.data.toPartyId };
    case 'OwnerFindingNoted':
    case 'OwnerFindingReleased':
      return { premises, party: event.data.partyId, case: event.data.caseId, finding: event.data.findingId };
    default:
      return { premises };
  }
};

/** A command on premises on file: only fixes what all of them share. */
const onPremises = <Body extends { premisesId: string }>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => PremisesCommand;
  readonly authority?: string;
  readonly internal?: boolean;
}): Operation =>
  command({
    aggregate: premisesAggregate,
    stream: (body: Body) => premisesStream(body.premisesId),
    facts: premisesFacts,
    refs: premisesRefs,
    answer: (events: readonly PremisesEvent[]) => answerOfPremises(events),
    ...operation,
  });

const answerOfPremises = (events: readonly PremisesEvent[]): Record<string, unknown> => {
  const event = events[0];
  if (!event) return {};
  const { premisesId } = event.data;
  switch (event.type) {
    case 'PremisesConveyed':
      return { premisesId, endedFindings: event.data.endsLiabilityOf.map(({ findingId }) => findingId) };
    case 'PublicSewerAvailabilityDetermined':
      return { premisesId, determinationId: event.data.determinationId, supersedes: event.data.supersedes };
    default:
      return { premisesId };
  }
};

/** A command on a party on file. */
const onParty = <Body extends { partyId: string }>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => PartyCommand;
  readonly authority?: string;
}): Operation =>
  command({
    aggregate: partyAggregate,
    stream: (body: Body) => partyStream(body.partyId),
    facts: partyFacts,
    refs: (event: PartyEvent) => ({ party: event.data.partyId }),
    answer: (events: readonly PartyEvent[]) => (events[0] ? { partyId: events[0].data.partyId } : {}),
    ...operation,
  });

const upTo = (day: LocalDay, owner: Ownership): Ownership =>
  owner.soldOn !== null && owner.soldOn > day ? { ...owner, soldOn: null, saleReference: null } : owner;

const getPremises = async ({ premisesId }: dto.GetPremisesQuery, context: QueryContext) => {
  const state = await context.load(premisesStream(premisesId), premisesFold);
  if (state.premisesId === null)
    throw new DomainError('REGISTRY.UNKNOWN_PREMISES', 'These premises are not on file.', {
      kind: 'notFound',
      field: 'premisesId',
    });
  const day = context.asOf ?? context.today;
  const partyName = async (partyId: string): Promise<Personal> =>
    (await context.load(partyStream(partyId), partyFold)).name;
  const owners = [];
  for (const owner of state.owners.filter(({ acquiredOn }) => acquiredOn <= day))
    owners.push({ ...upTo(day, owner), name: await partyName(owner.partyId) });
  const ownerId = ownerOn(state, day);
  const availability = state.availabilities.findLast(({ determinedOn }) => determinedOn <= day) ?? null;
  return {
    premisesId,
    address: state.address,
    parcelId: state.parcelId,
    jurisdiction: state.jurisdiction,
    jurisdictionBasis: state.jurisdictionBasis,
    jurisdictionAuthority: 'Town Law § 132',
    asOf: day,
    owner: ownerId === null ? null : { partyId: ownerId, name: await partyName(ownerId) },
    owners,
    ownerFindings: state.ownerFindings,
    availability,
    connection: state.connection !== null && state.connection.connectedOn <= day ? state.connection : null,
  };
};

const getParty = async ({ partyId }: dto.GetPartyQuery, context: QueryContext) => {
  const state = await context.load(partyStream(partyId), partyFold);
  if (state.partyId === null)
    throw new DomainError('REGISTRY.UNKNOWN_PARTY', 'This party is not on file.', {
      kind: 'notFound',
      field: 'partyId',
    });
  const day = context.asOf ?? context.today;
  return {
    partyId,
    name: state.name,
    partyKind: state.partyKind,
    asOf: day,
    address: addressOn(state, day),
    addresses: state.addresses,
    duplicateOf: state.duplicateOf,
    // The register of today: a warning for the clerk, and no part of a past view.
    sameName: context.knownAt === null ? partiesOfSameName(context.readModel, partyId) : [],
  };
};

/** Everything the registry can be told and asked. */
export const registryOperations: readonly Operation[] = [
  command({
    id: 'registerPremises',
    summary: 'Register premises with their address and where they lie',
    body: dto.RegisterPremisesDto,
    aggregate: premisesAggregate,
    creates: true,
    stream: (_, newId) => premisesStream(newId),
    command: ({ address, parcelId, jurisdiction, jurisdictionBasis }, newId): PremisesCommand => ({
      type: 'RegisterPremises',
      premisesId: newId,
      address,
      parcelId: parcelId ?? null,
      jurisdiction,
      jurisdictionBasis,
    }),
    facts: premisesFacts,
    refs: premisesRefs,
    answer: answerOfPremises,
    authority: 'Town Law § 132',
  }),
  onPremises({
    id: 'correctJurisdiction',
    summary: 'Correct where premises lie',
    body: dto.CorrectJurisdictionDto,
    command: ({ jurisdiction, basis }) => ({ type: 'CorrectJurisdiction', jurisdiction, basis }),
    authority: 'Town Law § 132',
  }),
  onPremises({
    id: 'recordOwnership',
    summary: 'Record the first known owner of premises',
    body: dto.RecordOwnershipDto,
    command: ({ partyId, from, deedReference }) => ({ type: 'RecordOwnership', partyId, from, deedReference }),
  }),
  onPremises({
    id: 'recordConveyance',
    summary: 'Record one sale of premises',
    body: dto.RecordConveyanceDto,
    command: ({ fromPartyId, toPartyId, deedOn, deedReference }) => ({
      type: 'RecordConveyance',
      fromPartyId,
      toPartyId,
      deedOn,
      deedReference,
    }),
  }),
  onPremises({
    id: 'noteOwnerFinding',
    summary: 'Note a finding against the owner as such, so that a sale can end it',
    body: dto.NoteOwnerFindingDto,
    command: ({ findingId, caseId, partyId, ruleId }) => ({
      type: 'NoteOwnerFinding',
      findingId,
      caseId,
      partyId,
      ruleId,
    }),
    internal: true,
  }),
  onPremises({
    id: 'releaseOwnerFinding',
    summary: 'Forget a withdrawn finding against the owner, so that no sale ends it',
    body: dto.ReleaseOwnerFindingDto,
    command: ({ findingId }) => ({ type: 'ReleaseOwnerFinding', findingId }),
    internal: true,
  }),
  onPremises({
    id: 'determineSewerAvailability',
    summary: 'Record the determination that a public sewer is available to premises',
    body: dto.DetermineSewerAvailabilityDto,
    command: ({ availableOn, determinedBy, basis, noticeToOwner }) => ({
      type: 'DetermineSewerAvailability',
      availableOn,
      determinedBy,
      basis,
      noticeToOwner: noticeToOwner ?? null,
    }),
    authority: '§ 168-25E, H; conflict register G1',
  }),
  onPremises({
    id: 'recordSewerConnection',
    summary: 'Record that premises were connected to the public sewer',
    body: dto.RecordSewerConnectionDto,
    command: ({ connectedOn, basis }) => ({ type: 'RecordSewerConnection', connectedOn, basis }),
    authority: '§ 168-25H',
  }),
  command({
    id: 'registerParty',
    summary: 'Register a person or organization',
    body: dto.RegisterPartyDto,
    aggregate: partyAggregate,
    creates: true,
    stream: (_, newId) => partyStream(newId),
    command: ({ name, partyKind, address }, newId): PartyCommand => ({
      type: 'RegisterParty',
      partyId: newId,
      name,
      partyKind,
      address: address ?? null,
    }),
    facts: partyFacts,
    refs: (event: PartyEvent) => ({ party: event.data.partyId }),
    answer: (events) => (events[0] ? { partyId: events[0].data.partyId } : {}),
  }),
  onParty({
    id: 'correctPartyName',
    summary: "Correct a party's name",
    body: dto.CorrectPartyNameDto,
    command: ({ name }) => ({ type: 'CorrectPartyName', name }),
  }),
  onParty({
    id: 'recordPartyAddress',
    summary: 'Record an address that holds from a day on',
    body: dto.RecordPartyAddressDto,
    command: ({ address, from }) => ({ type: 'RecordPartyAddress', address, from }),
  }),
  onParty({
    id: 'markPartyDuplicate',
    summary: 'Mark a party as a duplicate of another; it takes no new findings and fines',
    body: dto.MarkPartyDuplicateDto,
    command: ({ duplicateOf, reason }) => ({ type: 'MarkPartyDuplicate', duplicateOf, reason }),
  }),
  query({
    id: 'getPremises',
    summary: 'Premises with their owner on a day',
    query: dto.GetPremisesQuery,
    answer: getPremises,
    etag: ({ premisesId }) => premisesStream(premisesId),
  }),
  query({
    id: 'getParty',
    summary: 'A party with its address on a day',
    query: dto.GetPartyQuery,
    answer: getParty,
    etag: ({ partyId }) => partyStream(partyId),
  }),
  query({
    id: 'listPremises',
    summary: 'Premises by address, parcel or owner',
    query: dto.ListPremisesQuery,
    answer: ({ limit, ...question }, { readModel }) => listPremises(readModel, { limit: limit ?? PAGE, ...question }),
  }),
  query({
    id: 'listParties',
    summary: 'Parties by name, typed any way',
    query: dto.ListPartiesQuery,
    answer: ({ limit, ...question }, { readModel }) => listParties(readModel, { limit: limit ?? PAGE, ...question }),
  }),
];
