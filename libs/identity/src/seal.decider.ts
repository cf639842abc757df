import { assertNever, DomainError, type Decider, type LocalDay } from '#kernel';

import type { EndSealedAccess, GrantSealedAccess, SealCase, SealCommand, UnsealCase } from './seal.commands.js';
import type { SealEvent } from './seal.events.js';
import type { Seal, SealFacts, SealsState } from './seal.facts.js';
import { hasSealedAccess, sealOn, sealsFold } from './seal.facts.js';

/** @throws CASES.UNKNOWN_CASE */
const requireCase = ({ onFile }: SealFacts): void => {
  if (!onFile)
    throw new DomainError('CASES.UNKNOWN_CASE', 'This case is not on file.', { kind: 'notFound', field: 'caseId' });
};

/** @throws IDENTITY.UNKNOWN_USER */
const requireUsers = ({ unknownUsers }: SealFacts, field: string): void => {
  if (unknownUsers.length > 0)
    throw new DomainError('IDENTITY.UNKNOWN_USER', 'No user is known by this id.', {
      kind: 'invalid',
      field,
      rule: 'Access to a sealed case is given to users with an account.',
      unknownUsers,
    });
};

/** @throws IDENTITY.NOT_SEALED */
const sealed = (state: SealsState, caseId: string): Seal => {
  const seal = sealOn(state, caseId);
  if (seal) return seal;
  throw new DomainError('IDENTITY.NOT_SEALED', 'This case is not sealed.', { kind: 'conflict', field: 'caseId' });
};

const sealCase = (command: SealCase, state: SealsState, facts: SealFacts, today: LocalDay): SealEvent[] => {
  const { caseId, reason, authority } = command;
  requireCase(facts);
  if (sealOn(state, caseId))
    throw new DomainError('IDENTITY.SEALED', 'This case is sealed already.', { kind: 'conflict', field: 'caseId' });
  if (facts.goesOnIn !== null)
    throw new DomainError('IDENTITY.CASE_GOES_ON', `This case goes on in ${facts.goesOnIn}.`, {
      field: 'caseId',
      rule: 'Seal the case that the findings go on in: what came into it is hidden with it.',
      intoCaseId: facts.goesOnIn,
    });
  requireUsers(facts, 'visibleTo');
  const visibleTo = [...new Set(command.visibleTo)];
  return [{ type: 'CaseSealed', data: { caseId, reason, authority, visibleTo, sealedOn: today } }];
};

const unsealCase = ({ caseId, reason }: UnsealCase, state: SealsState, today: LocalDay): SealEvent[] => {
  sealed(state, caseId);
  return [{ type: 'CaseUnsealed', data: { caseId, reason, unsealedOn: today } }];
};

const grantAccess = (
  { caseId, userId, reason }: GrantSealedAccess,
  state: SealsState,
  facts: SealFacts,
  today: LocalDay,
): SealEvent[] => {
  const seal = sealed(state, caseId);
  requireUsers(facts, 'userId');
  if (hasSealedAccess(seal, userId))
    throw new DomainError('IDENTITY.HAS_SEALED_ACCESS', 'This user may know of the case already.', {
      kind: 'conflict',
      field: 'userId',
    });
  return [{ type: 'SealedAccessGranted', data: { caseId, userId, reason, grantedOn: today } }];
};

const endAccess = ({ caseId, userId, reason }: EndSealedAccess, state: SealsState, today: LocalDay): SealEvent[] => {
  if (!hasSealedAccess(sealed(state, caseId), userId))
    throw new DomainError('IDENTITY.NO_SEALED_ACCESS', 'This user has no access to the sealed case.', {
      kind: 'conflict',
      field: 'userId',
      rule: 'Counsel knows of every sealed case by the role, which an administrator ends.',
    });
  return [{ type: 'SealedAccessEnded', data: { caseId, userId, reason, endedOn: today } }];
};

/** Decides which cases are sealed and who may know of them. Who may decide it is the table's: counsel. */
export const sealDecider: Decider<SealsState, SealCommand, SealEvent, SealFacts> = {
  initialState: sealsFold.initialState,
  evolve: sealsFold.evolve,
  decide: (command, state, facts, { today }) => {
    switch (command.type) {
      case 'SealCase':
        return sealCase(command, state, facts, today);
      case 'UnsealCase':
        return unsealCase(command, state, today);
      case 'GrantSealedAccess':
        return grantAccess(command, state, facts, today);
      case 'EndSealedAccess':
        return endAccess(command, state, today);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of the seals. */
export const sealAggregate = { ...sealsFold, decide: sealDecider.decide };
