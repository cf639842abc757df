import type { Actor } from '#kernel';
import { DomainError } from '#kernel';
import type { Access, AccessLook, EngineServices, Operation } from '#runtime';

import { entryOf } from './audit.rules.js';
import type { AuditTrail } from './audit.trail.js';
import { refuseNotInOffice } from './appointment.rules.js';
import type { Row } from './authorization.js';
import { rowOf } from './authorization.js';
import { heldOn } from './grant.rules.js';
import { mayOpen } from './key-access.rules.js';
import { refuseRecused } from './recusal.facts.js';
import { veilOfSeals, withholdSealed } from './seal.access.js';
import { USERS_STREAM } from './user.events.js';
import type { UsersState } from './user.facts.js';
import { usersFold } from './user.facts.js';

export interface TownAccessOptions {
  /** Whether demo persons (`demo-…`) are taken for who they say they are: in demonstrations and tests. */
  readonly demo: boolean;
  readonly trail: AuditTrail;
  readonly services: EngineServices;
}

/** Questions about the trace itself: what has been gathered goes on file first. */
const ABOUT_THE_TRAIL: ReadonlySet<string> = new Set(['listAudit', 'exportAudit']);

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

/** Demo persons have no account; nobody else's id begins like theirs, since ids of accounts are uuids. */
const isDemoPerson = ({ id }: Actor): boolean => id.startsWith('demo-');

/** Judged again by the log of this moment, whatever the transport believed. @throws IDENTITY.NO_ROLE */
const refuseRoleNotHeld = (users: UsersState, actor: Actor, look: AccessLook): void => {
  if (heldOn(users, actor.id, actor.role, actor.capacity, look.today)) return;
  throw new DomainError('IDENTITY.NO_ROLE', 'You do not hold this role today.', {
    kind: 'forbidden',
    rule: 'A role is granted by an administrator, with its days.',
    role: actor.role,
    capacity: actor.capacity,
  });
};

/** The rules of access of a town, over the one table. */
export const townAccess = ({ demo, trail, services }: TownAccessOptions): Access => ({
  admit: async (operation, input, actor, look) => {
    const row = admittedBy(operation, actor);
    if (!(demo && isDemoPerson(actor))) {
      const users = await look.load(USERS_STREAM, usersFold);
      refuseRoleNotHeld(users, actor, look);
      refuseNotInOffice(row, input, users, actor, look.zone);
    }
    if (ABOUT_THE_TRAIL.has(operation.id)) {
      await trail.flush(true);
      await services.engine.drain();
    }
    if (row.notRecused) await refuseRecused(input, actor, look.load);
  },
  veil: veilOfSeals,
  withhold: withholdSealed,
  opens: async (keyName, operation, actor) => mayOpen(keyName, operation.id, actor),
  answered: async (operation, input, actor) => {
    const entry = entryOf(operation, rowOf(operation.id)!, input, actor, trail.month);
    if (entry) await trail.record(entry, actor);
  },
});
