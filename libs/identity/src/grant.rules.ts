import type { Actor, Capacity, LocalDay } from '#kernel';
import { DomainError } from '#kernel';

import type { GrantedRole, Row } from './authorization.js';
import type { Grant, User, UsersState } from './user.facts.js';

/** Headers by which a person with several roles says in which one, and for which body, they act. */
export const ROLE_HEADER = 'outfall-role';
export const CAPACITY_HEADER = 'outfall-capacity';

export const userOf = (state: UsersState, userId: string): User | null => state.users.get(userId) ?? null;

/** Whether an account could sign in on a local day. */
export const isActive = (user: User, day: LocalDay): boolean =>
  !user.away.some(({ from, through }) => from <= day && (through === null || day <= through));

const covers = (grant: Pick<Grant, 'from' | 'through'>, day: LocalDay): boolean =>
  grant.from <= day && (grant.through === null || day <= grant.through);

/** What a user holds on a local day; nothing while deactivated. */
export const grantsOn = (state: UsersState, userId: string, day: LocalDay): readonly Grant[] => {
  const user = userOf(state, userId);
  return user && isActive(user, day) ? user.grants.filter((grant) => covers(grant, day)) : [];
};

/** Whether a user held a role in a capacity on a local day. */
export const heldOn = (state: UsersState, userId: string, role: string, capacity: Capacity, day: LocalDay): boolean =>
  grantsOn(state, userId, day).some((grant) => grant.role === role && grant.capacity === capacity);

/** Ids of those who are administrator on a local day. */
export const administratorsOn = (state: UsersState, day: LocalDay): readonly string[] =>
  [...state.users.keys()].filter((userId) => grantsOn(state, userId, day).some(({ role }) => role === 'administrator'));

/** What a person says of the role and the body they act for; absent where they say nothing. */
export interface Wanted {
  readonly role?: string;
  readonly capacity?: string;
}

const forbidden = (code: string, message: string, rule: string, extra: object = {}): DomainError =>
  new DomainError(code, message, { kind: 'forbidden', rule, ...extra });

/**
 * In which role and capacity a person acts: the first role of the row that they hold today for a body it can be done
 * for, unless they name another they hold; the one capacity in which they hold it, or the one they name (domain.md 1.1:
 * three appointing bodies).
 * @throws IDENTITY.NO_ROLE, IDENTITY.NOT_YOUR_ROLE, IDENTITY.NOT_YOUR_CAPACITY, IDENTITY.WHICH_CAPACITY
 */
export const chooseActor = (row: Row, userId: string, grants: readonly Grant[], wanted: Wanted = {}): Actor => {
  if (grants.length === 0)
    throw forbidden(
      'IDENTITY.NO_ROLE',
      'You hold no role today.',
      'A role is granted by an administrator, with its days.',
    );
  const heldFor = (role: GrantedRole): readonly Capacity[] => [
    ...new Set(grants.filter((grant) => grant.role === role).map(({ capacity }) => capacity)),
  ];
  const roles = row.roles.filter(
    (role) => heldFor(role).length > 0 && (wanted.role === undefined || wanted.role === role),
  );
  const [first] = roles;
  if (first === undefined)
    throw forbidden(
      'IDENTITY.NOT_YOUR_ROLE',
      'This is not for your role to do.',
      `It is done by: ${row.roles.join(', ')}.`,
      { roles: [...new Set(grants.map((grant) => grant.role))] },
    );
  const possibleFor = (role: GrantedRole): readonly Capacity[] =>
    heldFor(role).filter(
      (capacity) =>
        (row.capacity?.includes(capacity) ?? true) && (wanted.capacity === undefined || wanted.capacity === capacity),
    );
  const role = roles.find((one) => possibleFor(one).length > 0) ?? first;
  const possible = possibleFor(role);
  const [capacity, ...others] = possible;
  if (capacity === undefined)
    throw forbidden(
      'IDENTITY.NOT_YOUR_CAPACITY',
      `You are ${role} for: ${heldFor(role).join(', ')}.`,
      row.capacity
        ? `This is done in the capacity of: ${row.capacity.join(', ')}.`
        : 'One acts for a body that one holds the role in.',
    );
  if (others.length > 0 && !row.anyCapacity)
    throw new DomainError('IDENTITY.WHICH_CAPACITY', `You are ${role} for ${possible.join(' and ')}.`, {
      kind: 'invalid',
      field: 'Outfall-Capacity',
      rule: 'Whoever holds a role for several bodies says for which one this is done.',
      authority: 'domain.md 1.1 (which body the person acts for is recorded with each act)',
      capacities: possible,
    });
  return { id: userId, role, capacity };
};

/** Whether a row lets somebody with these grants use its operation, in one of their roles and for one of their bodies. */
export const mayUse = (row: Row, grants: readonly Pick<Grant, 'role' | 'capacity'>[]): boolean =>
  grants.some(({ role, capacity }) => row.roles.includes(role) && (row.capacity?.includes(capacity) ?? true));
