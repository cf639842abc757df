import { assertNever, DomainError, type Decider, type DecisionContext } from '#kernel';

import type {
  ConfirmKeyDestruction,
  DeclineKeyDestruction,
  KeyCommand,
  ProposeKeyDestruction,
} from './key.commands.js';
import type { KeyEvent } from './key.events.js';
import type { Destruction, KeyFacts, KeysState } from './key.facts.js';
import { keysFold } from './key.facts.js';

const RETENTION = 'domain.md 3.4 (disposal is blocked by an open case and by a litigation hold)';

/** @throws IDENTITY.KEY_NEEDED */
const refuseNeeded = ({ neededBy }: KeyFacts): void => {
  if (neededBy === null) return;
  const refused = (message: string, rule: string, authority?: string): DomainError =>
    new DomainError('IDENTITY.KEY_NEEDED', message, { field: 'subjectId', rule, authority, ...neededBy });
  switch (neededBy.why) {
    case 'litigationHold':
      throw refused(
        'A litigation hold is in force in a case that this belongs to.',
        'Nothing of a case under a litigation hold is destroyed until counsel has released it.',
        RETENTION,
      );
    case 'openCase':
      throw refused('The case is open.', 'The texts of a case are not destroyed while it is open.', RETENTION);
    case 'activeUser':
      throw refused('The account is active.', 'Deactivate the user first: an account needs its key.');
    case 'currentMonth':
      throw refused('The audit still writes in this month.', 'Only a month that has ended is destroyed.');
    default:
      return assertNever(neededBy);
  }
};

/** @throws IDENTITY.UNKNOWN_SUBJECT, IDENTITY.KEY_DESTROYED, IDENTITY.DESTRUCTION_PROPOSED, IDENTITY.KEY_NEEDED */
const propose = (
  { kind, subjectId, reason, authority }: ProposeKeyDestruction,
  { destructions }: KeysState,
  facts: KeyFacts,
  { actor, today }: DecisionContext,
): KeyEvent[] => {
  if (!facts.onFile)
    throw new DomainError('IDENTITY.UNKNOWN_SUBJECT', `No ${kind} is known by this id.`, {
      kind: 'notFound',
      field: 'subjectId',
    });
  const before = destructions.find(
    (one) => one.kind === kind && one.subjectId === subjectId && one.outcome.status !== 'declined',
  );
  if (before?.outcome.status === 'destroyed')
    throw new DomainError('IDENTITY.KEY_DESTROYED', `This key was destroyed on ${before.outcome.on}.`, {
      kind: 'conflict',
      field: 'subjectId',
      rule: 'A key is destroyed once; there is nothing left to do.',
      destructionId: before.destructionId,
    });
  if (before)
    throw new DomainError('IDENTITY.DESTRUCTION_PROPOSED', 'Its destruction is proposed already.', {
      kind: 'conflict',
      field: 'subjectId',
      rule: 'A second person confirms or declines it.',
      destructionId: before.destructionId,
    });
  refuseNeeded(facts);
  const destructionId = `destruction-${destructions.length + 1}`;
  return [
    {
      type: 'KeyDestructionProposed',
      data: { destructionId, kind, subjectId, reason, authority, proposedBy: actor.id, proposedOn: today },
    },
  ];
};

/** @throws IDENTITY.UNKNOWN_DESTRUCTION */
const known = ({ destructions }: KeysState, destructionId: string): Destruction => {
  const found = destructions.find((one) => one.destructionId === destructionId);
  if (found) return found;
  throw new DomainError('IDENTITY.UNKNOWN_DESTRUCTION', 'No destruction of a key is proposed by this id.', {
    kind: 'notFound',
    field: 'destructionId',
  });
};

/** @throws IDENTITY.DESTRUCTION_DECLINED */
const refuseDeclined = ({ outcome }: Destruction): void => {
  if (outcome.status === 'declined')
    throw new DomainError('IDENTITY.DESTRUCTION_DECLINED', `This was declined on ${outcome.on}.`, {
      kind: 'conflict',
      field: 'destructionId',
      rule: 'What was declined is proposed anew.',
    });
};

/** Destroying twice is harmless; destroying alone is not possible. @throws IDENTITY.SECOND_PERSON and refusals above */
const confirm = (
  { destructionId }: ConfirmKeyDestruction,
  state: KeysState,
  facts: KeyFacts,
  { actor, today }: DecisionContext,
): KeyEvent[] => {
  const destruction = known(state, destructionId);
  refuseDeclined(destruction);
  if (destruction.outcome.status === 'destroyed') return [];
  const { kind, subjectId, proposedBy } = destruction;
  if (proposedBy === actor.id)
    throw new DomainError('IDENTITY.SECOND_PERSON', 'Whoever proposed it does not confirm it.', {
      kind: 'forbidden',
      field: 'destructionId',
      rule: 'A key is destroyed for good: it takes two persons.',
    });
  refuseNeeded(facts);
  return [
    {
      type: 'PersonalKeyDestroyed',
      data: { destructionId, kind, subjectId, confirmedBy: actor.id, destroyedOn: today },
    },
  ];
};

/** The proposer may take it back as well. @throws IDENTITY.KEY_DESTROYED */
const decline = (
  { destructionId, reason }: DeclineKeyDestruction,
  state: KeysState,
  { actor, today }: DecisionContext,
): KeyEvent[] => {
  const { outcome } = known(state, destructionId);
  if (outcome.status === 'declined') return [];
  if (outcome.status === 'destroyed')
    throw new DomainError('IDENTITY.KEY_DESTROYED', `This key was destroyed on ${outcome.on}.`, {
      kind: 'conflict',
      field: 'destructionId',
      rule: 'What is destroyed does not come back.',
    });
  return [{ type: 'KeyDestructionDeclined', data: { destructionId, reason, declinedBy: actor.id, declinedOn: today } }];
};

/** Decides on the keys of the town: what is destroyed, by whom, and what was rotated. */
export const keyDecider: Decider<KeysState, KeyCommand, KeyEvent, KeyFacts> = {
  initialState: keysFold.initialState,
  evolve: keysFold.evolve,
  decide: (command, state, facts, context) => {
    switch (command.type) {
      case 'ProposeKeyDestruction':
        return propose(command, state, facts, context);
      case 'ConfirmKeyDestruction':
        return confirm(command, state, facts, context);
      case 'DeclineKeyDestruction':
        return decline(command, state, context);
      case 'RecordMasterKeyRotation': {
        const { masterId, rewrapped } = command;
        // Recorded before the old master leaves: a run that finishes a broken-off rotation may find it on file.
        if (state.rotations.some((one) => one.masterId === masterId)) return [];
        return [{ type: 'MasterKeyRotated', data: { masterId, rewrapped, rotatedOn: context.today } }];
      }
      case 'NoteLitigationHold': {
        const { caseId } = command;
        const noted = state.held.includes(caseId);
        if (noted === facts.holdInForce) return [];
        return [{ type: noted ? 'LitigationHoldForgotten' : 'LitigationHoldNoted', data: { caseId } }];
      }
      default:
        return assertNever(command);
    }
  },
};

/** The keys of the town as one kind of stream. */
export const keyAggregate = { ...keysFold, decide: keyDecider.decide };
