import type { LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { Operation, QueryContext } from '#runtime';
import { command, query } from '#runtime';

import type { GrantedRole } from './authorization.js';
import { AUTHORIZATION, rowOf } from './authorization.js';
import { grantsOn, isActive, mayUse, userOf } from './grant.rules.js';
import type { UserCommand } from './user.commands.js';
import { userAggregate } from './user.decider.js';
import type { UserEvent } from './user.events.js';
import { USERS_STREAM } from './user.events.js';
import type { User } from './user.facts.js';
import { usersFold } from './user.facts.js';
import * as dto from './users.dto.js';

const FILE = 'domain.md 1.1 (the appointing body is recorded with each act)';

const answerOf = (events: readonly UserEvent[]): Record<string, string> =>
  Object.assign(
    {},
    ...events.map(({ type, data }) => ({
      userId: data.userId,
      ...(type === 'RoleGranted' || type === 'RoleGrantEnded' ? { grantId: data.grantId } : {}),
    })),
  ) as Record<string, string>;

const onUsers = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => UserCommand;
  readonly internal?: true;
}): Operation =>
  command({
    ...operation,
    aggregate: userAggregate,
    stream: () => USERS_STREAM,
    answer: answerOf,
    refs: ({ data }: UserEvent) => ({ user: data.userId }),
    authority: FILE,
  });

const shown = (user: User, day: LocalDay) => ({
  userId: user.userId,
  name: user.name,
  email: user.email,
  origin: user.origin,
  createdOn: user.createdOn,
  active: isActive(user, day),
  grants: user.grants.map((grant) => ({
    ...grant,
    inForce: isActive(user, day) && grant.from <= day && (grant.through === null || day <= grant.through),
  })),
});

const getUser = async ({ userId }: dto.GetUserQuery, { load, today }: QueryContext) => {
  const user = userOf(await load(USERS_STREAM, usersFold), userId);
  if (user) return shown(user, today);
  throw new DomainError('IDENTITY.UNKNOWN_USER', 'No user is known by this id.', { kind: 'notFound', field: 'userId' });
};

const listUsers = async ({ all = false }: dto.ListUsersQuery, { load, today }: QueryContext) => {
  const state = await load(USERS_STREAM, usersFold);
  const users = [...state.users.values()].filter(({ userId }) => all || grantsOn(state, userId, today).length > 0);
  return { users: users.map((user) => shown(user, today)) };
};

/** The asker's own account, and what they may do today in any of their roles: what an application shows or hides. */
const getMyself = async (_: dto.NothingAsked, { load, today, actor }: QueryContext) => {
  const state = await load(USERS_STREAM, usersFold);
  const user = userOf(state, actor.id);
  const grants = grantsOn(state, actor.id, today);
  // A demo person has no account, and holds the role they are said to act in.
  const held = user ? grants : [{ role: actor.role as GrantedRole, capacity: actor.capacity }];
  return {
    userId: actor.id,
    name: user?.name ?? null,
    email: user?.email ?? null,
    actingAs: { role: actor.role, capacity: actor.capacity },
    grants: grants.map(({ documentReference: _reference, ...grant }) => grant),
    operations: Object.keys(AUTHORIZATION).filter((id) => mayUse(rowOf(id)!, held)),
  };
};

/** Users and their roles. */
export const userOperations: readonly Operation[] = [
  onUsers({
    id: 'createUser',
    summary: 'Open an account; it can do nothing until a role is granted',
    body: dto.CreateUserDto,
    command: (body) => ({ type: 'CreateUser', ...body }),
  }),
  onUsers({
    id: 'correctUserDetails',
    summary: "Correct a user's name or e-mail",
    body: dto.CorrectUserDetailsDto,
    command: (body) => ({ type: 'CorrectUserDetails', ...body }),
  }),
  onUsers({
    id: 'grantRole',
    summary: 'Grant a role in a capacity, from a day on, on a paper',
    body: dto.GrantRoleDto,
    command: ({ from, through, ...body }) => ({
      type: 'GrantRole',
      ...body,
      from: from ?? null,
      through: through ?? null,
    }),
  }),
  onUsers({
    id: 'endRole',
    summary: 'End a role with its last day; the days before stay held',
    body: dto.EndRoleDto,
    command: ({ grantId, through, reason }) => ({ type: 'EndRole', grantId, through: through ?? null, reason }),
  }),
  onUsers({
    id: 'deactivateUser',
    summary: 'Close an account from today on: sessions and access tokens end with it',
    body: dto.OfUserDto,
    command: (body) => ({ type: 'DeactivateUser', ...body }),
  }),
  onUsers({
    id: 'reactivateUser',
    summary: 'Open a closed account again, from today on',
    body: dto.OfUserDto,
    command: (body) => ({ type: 'ReactivateUser', ...body }),
  }),
  onUsers({
    id: 'makeFirstAdministrator',
    summary: 'The first administrator, from the one-time link of the first start',
    body: dto.FirstAdministratorDto,
    command: (body) => ({ type: 'CreateFirstAdministrator', ...body }),
    internal: true,
  }),
  onUsers({
    id: 'provisionUser',
    summary: 'A person whom the single sign-on vouches for',
    body: dto.ProvisionUserDto,
    command: (body) => ({ type: 'ProvisionUser', ...body }),
    internal: true,
  }),
  query({ id: 'getUser', summary: 'One user with everything they held', query: dto.GetUserQuery, answer: getUser }),
  query({ id: 'listUsers', summary: 'Users and their roles', query: dto.ListUsersQuery, answer: listUsers }),
  query({
    id: 'getMyself',
    summary: 'Who I am here, and what I may do today',
    query: dto.NothingAsked,
    answer: getMyself,
  }),
];
