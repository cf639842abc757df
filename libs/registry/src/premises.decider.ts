import { assertNever, DomainError, type Decider, type LocalDay } from '#kernel';

import type { PartyState } from './party.state.js';
import type {
  CorrectJurisdiction,
  DetermineSewerAvailability,
  NoteOwnerFinding,
  PremisesCommand,
  RecordConveyance,
  RecordOwnership,
  RecordSewerConnection,
  RegisterPremises,
} from './premises.commands.js';
import type { PremisesEvent } from './premises.events.js';
import { availabilityOf, ownerOn, premisesFold, type PremisesState } from './premises.state.js';

/** The parties a command names, folded from their own streams. */
export interface PremisesFacts {
  readonly parties: Readonly<Record<string, PartyState>>;
}

const AVAILABILITY_AUTHORITY = '§ 168-25E, H; conflict register G1';

/** The id of the premises, once they are on file. @throws REGISTRY.UNKNOWN_PREMISES */
const known = (state: PremisesState): string => {
  if (state.premisesId === null)
    throw new DomainError('REGISTRY.UNKNOWN_PREMISES', 'These premises are not on file.', {
      kind: 'notFound',
      field: 'premisesId',
      rule: 'Premises are registered before anything is recorded about them.',
    });
  return state.premisesId;
};

const notInTheFuture = (day: LocalDay, today: LocalDay, field: string): void => {
  if (day > today)
    throw new DomainError('REGISTRY.NOT_YET', `${day} has not come yet.`, {
      kind: 'invalid',
      field,
      rule: 'Only what has already happened can be recorded.',
      day,
      today,
    });
};

/** @throws REGISTRY.UNKNOWN_PARTY, REGISTRY.PARTY_IS_DUPLICATE */
const usableParty = (facts: PremisesFacts, partyId: string, field: string): void => {
  const party = facts.parties[partyId];
  if (!party || party.partyId === null)
    throw new DomainError('REGISTRY.UNKNOWN_PARTY', `No party ${partyId} is on file.`, {
      kind: 'invalid',
      field,
      rule: 'A party is registered before it owns premises.',
      partyId,
    });
  if (party.duplicateOf !== null)
    throw new DomainError('REGISTRY.PARTY_IS_DUPLICATE', 'This party is marked as a duplicate of another.', {
      field,
      rule: 'A duplicate takes nothing new: name the party it is a duplicate of.',
      partyId,
      duplicateOf: party.duplicateOf,
    });
};

const registerPremises = (command: RegisterPremises, state: PremisesState): PremisesEvent[] => {
  if (state.premisesId !== null)
    throw new DomainError('REGISTRY.PREMISES_ON_FILE', 'These premises are on file already.', { kind: 'conflict' });
  const { premisesId, address, parcelId, jurisdiction, jurisdictionBasis } = command;
  return [{ type: 'PremisesRegistered', data: { premisesId, address, parcelId, jurisdiction, jurisdictionBasis } }];
};

const correctJurisdiction = (command: CorrectJurisdiction, state: PremisesState): PremisesEvent[] => {
  const premisesId = known(state);
  const { jurisdiction, basis } = command;
  if (jurisdiction === state.jurisdiction)
    throw new DomainError('REGISTRY.SAME_JURISDICTION', `The premises are on file as ${jurisdiction} already.`, {
      field: 'jurisdiction',
      rule: 'A correction changes what is on file.',
      authority: 'Town Law § 132',
    });
  return [{ type: 'JurisdictionCorrected', data: { premisesId, was: state.jurisdiction!, jurisdiction, basis } }];
};

const recordOwnership = (
  command: RecordOwnership,
  state: PremisesState,
  facts: PremisesFacts,
  today: LocalDay,
): PremisesEvent[] => {
  const premisesId = known(state);
  const { partyId, from, deedReference } = command;
  const current = state.owners.at(-1);
  if (current)
    throw new DomainError('REGISTRY.OWNER_ON_FILE', 'An owner of these premises is on file.', {
      field: 'partyId',
      rule: 'The first known owner is recorded once; a later owner comes by a conveyance.',
      ownerPartyId: current.partyId,
    });
  notInTheFuture(from, today, 'from');
  usableParty(facts, partyId, 'partyId');
  return [{ type: 'OwnershipRecorded', data: { premisesId, partyId, from, deedReference } }];
};

const recordConveyance = (
  command: RecordConveyance,
  state: PremisesState,
  facts: PremisesFacts,
  today: LocalDay,
): PremisesEvent[] => {
  const premisesId = known(state);
  const { fromPartyId, toPartyId, deedOn, deedReference } = command;
  notInTheFuture(deedOn, today, 'deedOn');
  const owner = state.owners.at(-1);
  if (!owner || owner.partyId !== fromPartyId)
    throw new DomainError(
      'REGISTRY.SELLER_NOT_OWNER',
      owner ? 'The seller is not the owner on file.' : 'No owner is on file who could sell.',
      {
        field: 'fromPartyId',
        rule: 'A sale follows the chain of title: the seller is the last owner on file.',
        ownerPartyId: owner?.partyId ?? null,
      },
    );
  if (deedOn < owner.acquiredOn)
    throw new DomainError(
      'REGISTRY.DEED_BEFORE_ACQUISITION',
      `The seller is on file as owner from ${owner.acquiredOn}.`,
      {
        field: 'deedOn',
        rule: 'A deed is not older than the one by which its seller acquired.',
        deedOn,
        acquiredOn: owner.acquiredOn,
      },
    );
  if (toPartyId === fromPartyId)
    throw new DomainError('REGISTRY.SAME_OWNER', 'Seller and buyer are the same party.', {
      kind: 'invalid',
      field: 'toPartyId',
      rule: 'A sale has two parties.',
    });
  usableParty(facts, toPartyId, 'toPartyId');
  const endsLiabilityOf = state.ownerFindings.filter((finding) => finding.partyId === fromPartyId);
  return [
    {
      type: 'PremisesConveyed',
      data: { premisesId, fromPartyId, toPartyId, deedOn, deedReference, endsLiabilityOf },
    },
  ];
};

const noteOwnerFinding = (command: NoteOwnerFinding, state: PremisesState): PremisesEvent[] => {
  const premisesId = known(state);
  const { findingId, caseId, partyId, ruleId } = command;
  if (state.ownerFindings.some((finding) => finding.findingId === findingId)) return [];
  // An owner who sold and bought again is an owner; one who only sold answers through the last deed.
  const sold =
    state.owners.at(-1)?.partyId === partyId ? undefined : state.owners.findLast((owner) => owner.partyId === partyId);
  return [
    {
      type: 'OwnerFindingNoted',
      data: {
        premisesId,
        findingId,
        caseId,
        partyId,
        ruleId,
        deedOn: sold?.soldOn ?? null,
        deedReference: sold?.saleReference ?? null,
      },
    },
  ];
};

const determineAvailability = (
  command: DetermineSewerAvailability,
  state: PremisesState,
  today: LocalDay,
): PremisesEvent[] => {
  const premisesId = known(state);
  const { availableOn, determinedBy, basis, noticeToOwner } = command;
  notInTheFuture(availableOn, today, 'availableOn');
  if (noticeToOwner) notInTheFuture(noticeToOwner.givenOn, today, 'noticeToOwner.givenOn');
  if (state.connection !== null)
    throw new DomainError(
      'REGISTRY.CONNECTED_ALREADY',
      `The premises were connected on ${state.connection.connectedOn}.`,
      {
        field: 'premisesId',
        rule: 'The period to connect is for premises that are not connected.',
        authority: AVAILABILITY_AUTHORITY,
        connectedOn: state.connection.connectedOn,
      },
    );
  return [
    {
      type: 'PublicSewerAvailabilityDetermined',
      data: {
        premisesId,
        determinationId: `${premisesId}.availability-${state.availabilities.length + 1}`,
        availableOn,
        determinedBy,
        determinedOn: today,
        basis,
        noticeToOwner,
        ownerPartyId:
          ownerOn(state, availableOn) ??
          state.owners.find(({ acquiredOn }) => acquiredOn >= availableOn)?.partyId ??
          null,
        ruleId: '168-25H',
        supersedes: availabilityOf(state)?.determinationId ?? null,
      },
    },
  ];
};

const recordConnection = (command: RecordSewerConnection, state: PremisesState, today: LocalDay): PremisesEvent[] => {
  const premisesId = known(state);
  const { connectedOn, basis } = command;
  notInTheFuture(connectedOn, today, 'connectedOn');
  if (state.connection !== null)
    throw new DomainError('REGISTRY.CONNECTED_ALREADY', `A connection on ${state.connection.connectedOn} is on file.`, {
      field: 'connectedOn',
      rule: 'Premises are connected once.',
      authority: AVAILABILITY_AUTHORITY,
      connectedOn: state.connection.connectedOn,
    });
  return [
    {
      type: 'SewerConnectionRecorded',
      data: {
        premisesId,
        connectedOn,
        basis,
        determinationId: availabilityOf(state)?.determinationId ?? null,
        ownerPartyId: ownerOn(state, connectedOn),
      },
    },
  ];
};

/** Decides on one premises: where it lies, who owns it, whether a public sewer is there. */
export const premisesDecider: Decider<PremisesState, PremisesCommand, PremisesEvent, PremisesFacts> = {
  initialState: premisesFold.initialState,
  evolve: premisesFold.evolve,
  decide: (command, state, facts, { today }) => {
    switch (command.type) {
      case 'RegisterPremises':
        return registerPremises(command, state);
      case 'CorrectJurisdiction':
        return correctJurisdiction(command, state);
      case 'RecordOwnership':
        return recordOwnership(command, state, facts, today);
      case 'RecordConveyance':
        return recordConveyance(command, state, facts, today);
      case 'NoteOwnerFinding':
        return noteOwnerFinding(command, state);
      case 'ReleaseOwnerFinding': {
        const noted = state.ownerFindings.find(({ findingId }) => findingId === command.findingId);
        if (!noted) return [];
        const { findingId, caseId, partyId } = noted;
        return [{ type: 'OwnerFindingReleased', data: { premisesId: known(state), findingId, caseId, partyId } }];
      }
      case 'DetermineSewerAvailability':
        return determineAvailability(command, state, today);
      case 'RecordSewerConnection':
        return recordConnection(command, state, today);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of one premises. */
export const premisesAggregate = { ...premisesFold, decide: premisesDecider.decide };
