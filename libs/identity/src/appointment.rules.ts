import type { Actor, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { isLocalDay, localDayOf, parseInstant } from '#legal-time';

import type { Row } from './authorization.js';
import { heldOn } from './grant.rules.js';
import type { UsersState } from './user.facts.js';

/** The local day that a request says the sender's own act was done on; null where it says none. */
const dayOfAct = (row: Row, input: object, zone: string): LocalDay | null => {
  if (row.inOfficeOn === undefined) return null;
  const fields = input as Readonly<Record<string, unknown>>;
  if (row.unlessBy !== undefined && fields[row.unlessBy] !== undefined) return null;
  const said = fields[row.inOfficeOn];
  if (typeof said !== 'string') return null;
  return isLocalDay(said) ? said : localDayOf(parseInstant(said, row.inOfficeOn, zone).instant, zone);
};

/**
 * Whoever records an act of their own of an earlier day held the role, in the same capacity, on that day: an inspector
 * appointed on the 5th saw nothing for the Town on the 1st (domain.md 1.1; issue 4, deliverable 4).
 * @throws IDENTITY.NOT_IN_OFFICE naming the day
 */
export const refuseNotInOffice = (row: Row, input: object, users: UsersState, actor: Actor, zone: string): void => {
  const day = dayOfAct(row, input, zone);
  if (day === null || heldOn(users, actor.id, actor.role, actor.capacity, day)) return;
  throw new DomainError('IDENTITY.NOT_IN_OFFICE', `You were not ${actor.role} for the ${actor.capacity} on ${day}.`, {
    kind: 'forbidden',
    field: row.inOfficeOn,
    rule: "An act is done in an office held on its own day. What another person saw is recorded by that person, or is in that person's report.",
    authority: 'domain.md 1.1',
    day,
  });
};
