import type { Operation, QueryContext } from '#runtime';
import { command, query } from '#runtime';

import type { KeyCommand } from './key.commands.js';
import { keyAggregate } from './key.decider.js';
import type { KeyEvent } from './key.events.js';
import { KEYS_STREAM } from './key.events.js';
import { keyFacts, keysFold } from './key.facts.js';
import * as dto from './keys.dto.js';

const answerOf = (events: readonly KeyEvent[]): Record<string, string> => {
  const data = events[0]?.data;
  return data && 'destructionId' in data ? { destructionId: data.destructionId } : {};
};

const onKeys = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => KeyCommand;
  readonly internal?: true;
}): Operation =>
  command({
    ...operation,
    aggregate: keyAggregate,
    stream: () => KEYS_STREAM,
    facts: keyFacts,
    answer: answerOf,
    authority: 'domain.md 3.4 (crypto-shredding of personal fields; the envelope stays)',
  });

const listKeyDestructions = async (
  { all = false }: dto.ListKeyDestructionsQuery,
  { load, hidden }: Pick<QueryContext, 'load' | 'hidden'>,
) => {
  const { destructions, rotations } = await load(KEYS_STREAM, keysFold);
  return {
    destructions: destructions.filter(
      ({ outcome, subjectId }) => (all || outcome.status === 'proposed') && !hidden.has(subjectId),
    ),
    rotations,
  };
};

/** Keys of sealed texts: destroyed by two persons; the master key's rotations on file. */
export const keyOperations: readonly Operation[] = [
  onKeys({
    id: 'destroyPersonalKey',
    summary: 'Propose to destroy the key of a person or of free text for good; a second person confirms',
    body: dto.DestroyPersonalKeyDto,
    command: (body) => ({ type: 'ProposeKeyDestruction', ...body }),
  }),
  onKeys({
    id: 'confirmKeyDestruction',
    summary: 'Confirm, as a second person: the key is destroyed and everything shown is built again without the person',
    body: dto.ConfirmKeyDestructionDto,
    command: (body) => ({ type: 'ConfirmKeyDestruction', ...body }),
  }),
  onKeys({
    id: 'declineKeyDestruction',
    summary: 'Decline or take back a proposed destruction',
    body: dto.DeclineKeyDestructionDto,
    command: (body) => ({ type: 'DeclineKeyDestruction', ...body }),
  }),
  onKeys({
    id: 'recordMasterKeyRotation',
    summary: 'Put a rotation of the master key on file',
    body: dto.MasterKeyRotationDto,
    command: (body) => ({ type: 'RecordMasterKeyRotation', ...body }),
    internal: true,
  }),
  onKeys({
    id: 'noteLitigationHold',
    summary: 'Note whether a litigation hold is in force in a case',
    body: dto.NoteLitigationHoldDto,
    command: (body) => ({ type: 'NoteLitigationHold', ...body }),
    internal: true,
  }),
  query({
    id: 'listKeyDestructions',
    summary: 'Destructions of keys: proposed, and on request declined and carried out; rotations of the master key',
    query: dto.ListKeyDestructionsQuery,
    answer: listKeyDestructions,
  }),
];
