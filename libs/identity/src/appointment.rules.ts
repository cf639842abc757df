import type { Actor, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { isLocalDay, localDayOf, parseInstant } from '#legal-time';

import type { Row } from './authorization.js';
import { heldOn } from './grant.rules.js';
import type { UsersState } from './user.facts.js';

/** Whether a request names something else than the sender that its act rests on: another person, or evidence. */
const restsOnOther = (named: unknown, actor: Actor): boolean =>
  Array.isArray(named) ? named.length > 0 : typeof named === 'string' && named !== actor.id;

/**
 * The local day that a request says the sender's own act was done on; null where it says none.
 * @throws LEGAL_TIME.… for a time that does not exist once
 */
const dayOfAct = (row: Row, input: object, actor: Actor, zone: string): LocalDay | null => {
  if (row.inOfficeOn === undefined) return null;
  const fields = input as Readonly<Record<string, unknown>>;
  if (row.unlessBy !== undefined && restsOnOther(fields[row.unlessBy], actor)) return null;
  const said = fields[row.inOfficeOn];
  if (typeof said !== 'string') return null;
  return isLocalDay(said) ? said : localDayOf(parseInstant(said, row.inOfficeOn, zone).instant, zone);
};

/**
 * Whoever records an act of their own of an earlier day held the role, in the same capacity, on that day: an inspector
 * appointed on the 5th saw nothing for the Town on the 1st (domain.md 1.1; issue 4, deliverable 4). Which fields say
 * such a day, and why others do not: docs/decisions/0001.
 * @throws IDENTITY.NOT_IN_OFFICE naming the day
 */
export const refuseNotInOffice = (row: Row, input: object, users: UsersState, actor: Actor, zone: string): void => {
  const day = dayOfAct(row, input, actor, zone);
  if (day === null || heldOn(users, actor.id, actor.role, actor.capacity, day)) return;
  throw new DomainError('IDENTITY.NOT_IN_OFFICE', `You were not ${actor.role} for the ${actor.capacity} on ${day}.`, {
    kind: 'forbidden',
    field: row.inOfficeOn,
    rule: "An act is done in an office held on its own day. What another person saw is recorded by that person, or is in that person's report.",
    authority: 'domain.md 1.1',
    day,
  });
};
