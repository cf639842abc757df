import { assertNever, DomainError, type Decider } from '#kernel';

import type { MarkPartyDuplicate, PartyCommand } from './party.commands.js';
import type { PartyEvent } from './party.events.js';
import { partyFold, type PartyState } from './party.state.js';

/** The party named as the original, for a command that marks a duplicate. */
export interface PartyFacts {
  readonly original: PartyState | null;
}

/** The id of the party, once it is on file. @throws REGISTRY.UNKNOWN_PARTY */
const known = (state: PartyState): string => {
  if (state.partyId === null)
    throw new DomainError('REGISTRY.UNKNOWN_PARTY', 'This party is not on file.', {
      kind: 'notFound',
      field: 'partyId',
      rule: 'A party is registered before anything is recorded about it.',
    });
  return state.partyId;
};

const markDuplicate = (command: MarkPartyDuplicate, state: PartyState, facts: PartyFacts): PartyEvent[] => {
  const partyId = known(state);
  const { duplicateOf, reason } = command;
  const refuse = (code: string, message: string, rule: string, extra: object = {}): DomainError =>
    new DomainError(code, message, { field: 'duplicateOf', rule, ...extra });
  if (state.duplicateOf !== null)
    throw refuse(
      'REGISTRY.DUPLICATE_ALREADY',
      'This party is marked as a duplicate already.',
      'A party is marked once.',
      {
        duplicateOf: state.duplicateOf,
      },
    );
  if (duplicateOf === partyId)
    throw refuse('REGISTRY.DUPLICATE_OF_ITSELF', 'A party is no duplicate of itself.', 'Name the other party.');
  if (!facts.original || facts.original.partyId === null)
    throw refuse('REGISTRY.UNKNOWN_PARTY', `No party ${duplicateOf} is on file.`, 'The original is a party on file.', {
      kind: 'invalid',
    });
  if (facts.original.duplicateOf !== null)
    throw refuse(
      'REGISTRY.DUPLICATE_OF_DUPLICATE',
      'The party named is a duplicate itself.',
      'A duplicate points at the party that goes on: name that one.',
      { duplicateOf: facts.original.duplicateOf },
    );
  return [{ type: 'PartyMarkedDuplicate', data: { partyId, duplicateOf, reason } }];
};

/** Decides on one party: its name, its dated addresses, and whether it is a duplicate. */
export const partyDecider: Decider<PartyState, PartyCommand, PartyEvent, PartyFacts> = {
  initialState: partyFold.initialState,
  evolve: partyFold.evolve,
  decide: (command, state, facts) => {
    switch (command.type) {
      case 'RegisterParty': {
        if (state.partyId !== null)
          throw new DomainError('REGISTRY.PARTY_ON_FILE', 'This party is on file already.', { kind: 'conflict' });
        const { partyId, name, partyKind, address } = command;
        return [{ type: 'PartyRegistered', data: { partyId, name, partyKind, address } }];
      }
      case 'CorrectPartyName':
        return [{ type: 'PartyNameCorrected', data: { partyId: known(state), name: command.name } }];
      case 'RecordPartyAddress': {
        const { address, from } = command;
        return [{ type: 'PartyAddressRecorded', data: { partyId: known(state), address, from } }];
      }
      case 'MarkPartyDuplicate':
        return markDuplicate(command, state, facts);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of one party. */
export const partyAggregate = { ...partyFold, decide: partyDecider.decide };
