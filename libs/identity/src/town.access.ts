import type { Actor } from '#kernel';
import { DomainError } from '#kernel';
import type { Access, Operation } from '#runtime';

import type { Row } from './authorization.js';
import { rowOf } from './authorization.js';

const notYourRole = (operation: Pick<Operation, 'id'>, row: Row | null, actor: Actor): DomainError =>
  new DomainError('IDENTITY.NOT_YOUR_ROLE', 'This is not for your role to do.', {
    kind: 'forbidden',
    rule: row ? `${operation.id} is done by: ${row.roles.join(', ')}.` : 'Nobody may do this.',
    operationId: operation.id,
    role: actor.role,
  });

const notYourCapacity = (operation: Pick<Operation, 'id'>, row: Row, actor: Actor): DomainError =>
  new DomainError('IDENTITY.NOT_YOUR_CAPACITY', `This is not done for the ${actor.capacity}.`, {
    kind: 'forbidden',
    rule: `${operation.id} is done in the capacity of: ${(row.capacity ?? []).join(', ')}.`,
    operationId: operation.id,
    capacity: actor.capacity,
  });

/** The row that lets an actor use an operation. @throws IDENTITY.NOT_YOUR_ROLE, IDENTITY.NOT_YOUR_CAPACITY */
export const admittedBy = (operation: Pick<Operation, 'id'>, actor: Actor): Row => {
  const row = rowOf(operation.id);
  if (!row?.roles.some((role) => role === actor.role)) throw notYourRole(operation, row, actor);
  if (row.capacity && !row.capacity.includes(actor.capacity)) throw notYourCapacity(operation, row, actor);
  return row;
};

/** The rules of access of a town, over the one table. */
export const townAccess = (): Access => ({
  admit: async (operation, _input, actor) => {
    admittedBy(operation, actor);
  },
  withhold: async (_operation, answer) => answer,
  opens: async (keyName, _operation, actor) => !keyName.startsWith('counsel-') || actor.role === 'counsel',
  answered: async () => undefined,
});
