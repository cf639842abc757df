import { assertNever, DomainError, foldEvents, type DecisionContext, type Decider, type LocalDay } from '#kernel';
import { addDays, parseLocalDay } from '#legal-time';

import { administratorsOn, isActive, userOf } from './grant.rules.js';
import type {
  CreateFirstAdministrator,
  CreateUser,
  EndRole,
  GrantRole,
  GroupRole,
  ProvisionUser,
  UserCommand,
} from './user.commands.js';
import type { Origin, RoleGranted, UserEvent } from './user.events.js';
import type { Grant, User, UsersState } from './user.facts.js';
import { usersFold } from './user.facts.js';

const HELD =
  'A role is held from a day to a day, both included, and rests on a paper or a group of the single sign-on.';

const known = (state: UsersState, userId: string): User => {
  const user = userOf(state, userId);
  if (user) return user;
  throw new DomainError('IDENTITY.UNKNOWN_USER', 'No user is known by this id.', { kind: 'notFound', field: 'userId' });
};

/** A user's id out of a grant's, `<userId>.grant-<n>`. */
const userIdOfGrant = (grantId: string): string => grantId.replace(/\.grant-\d+$/, '');

const created = (
  { name, email }: Pick<CreateUser, 'name' | 'email'>,
  origin: Origin,
  subjectKey: string | null,
  { newId, today }: DecisionContext,
): Extract<UserEvent, { type: 'UserCreated' }> => ({
  type: 'UserCreated',
  data: { userId: newId('user'), name, email, origin, subjectKey, createdOn: today },
});

const granted = (
  user: { readonly userId: string; readonly grants: readonly Grant[] },
  grant: Omit<Grant, 'grantId'>,
  nth = 1,
): RoleGranted => ({
  type: 'RoleGranted',
  data: { userId: user.userId, grantId: `${user.userId}.grant-${user.grants.length + nth}`, ...grant },
});

/** @throws IDENTITY.ALREADY_SET_UP once somebody is administrator */
const createFirstAdministrator = (
  command: CreateFirstAdministrator,
  state: UsersState,
  context: DecisionContext,
): UserEvent[] => {
  const { today } = context;
  if (administratorsOn(state, today).length > 0)
    throw new DomainError('IDENTITY.ALREADY_SET_UP', 'This town has an administrator already.', {
      kind: 'conflict',
      rule: 'The link of the first start makes the first administrator, once; that one makes the others.',
    });
  const user = created(command, 'firstRun', null, context);
  return [
    user,
    granted(
      { userId: user.data.userId, grants: [] },
      {
        role: 'administrator',
        capacity: 'Town',
        from: today,
        through: null,
        source: 'document',
        documentReference: 'First start of this installation',
        self: true,
      },
    ),
  ];
};

/** Whether two grants share a day; one that was taken back whole ends before it begins, and has none. */
const overlaps = (a: Pick<Grant, 'from' | 'through'>, b: Pick<Grant, 'from' | 'through'>): boolean =>
  (a.through === null || a.from <= a.through) &&
  (a.through === null || b.from <= a.through) &&
  (b.through === null || a.from <= b.through);

/** @throws IDENTITY.BOARD_IS_THE_TOWNS */
const refuseBoardOfAnother = ({ role, capacity }: GroupRole): void => {
  if (role !== 'boardMember' || capacity === 'Town') return;
  throw new DomainError('IDENTITY.BOARD_IS_THE_TOWNS', 'Only the Town has a Board that hears these appeals.', {
    kind: 'invalid',
    field: 'capacity',
    rule: 'A member of the Board acts for the Town.',
    authority: '§ 168-30D',
  });
};

/**
 * @throws IDENTITY.UNKNOWN_USER, IDENTITY.BOARD_IS_THE_TOWNS, IDENTITY.ENDS_BEFORE_IT_BEGINS, IDENTITY.ALREADY_GRANTED,
 * IDENTITY.INACTIVE
 */
const grantRole = (command: GrantRole, state: UsersState, { today, actor }: DecisionContext): UserEvent[] => {
  const user = known(state, command.userId);
  const { role, capacity, documentReference } = command;
  if (!isActive(user, today))
    throw new DomainError('IDENTITY.INACTIVE', 'This account is deactivated.', {
      field: 'userId',
      rule: 'A role is granted to an account that can be used; reactivate it first.',
    });
  refuseBoardOfAnother(command);
  const from = command.from === null ? today : parseLocalDay(command.from, 'from');
  const through = command.through === null ? null : parseLocalDay(command.through, 'through');
  if (through !== null && through < from)
    throw new DomainError('IDENTITY.ENDS_BEFORE_IT_BEGINS', `${through} lies before ${from}.`, {
      kind: 'invalid',
      field: 'through',
      rule: HELD,
    });
  const already = user.grants.find(
    (grant) => grant.role === role && grant.capacity === capacity && overlaps(grant, { from, through }),
  );
  if (already)
    throw new DomainError('IDENTITY.ALREADY_GRANTED', `This role is held from ${already.from} already.`, {
      field: 'from',
      rule: 'Two grants of one role and capacity do not overlap; end the first one.',
      grantId: already.grantId,
    });
  return [
    granted(user, {
      role,
      capacity,
      from,
      through,
      source: 'document',
      documentReference,
      self: actor.id === command.userId,
    }),
  ];
};

/**
 * An administrator must remain, on that day and on each later one as far as is on file: a town that nobody can
 * administer cannot be mended from inside. A day that had none before is not what this act takes away.
 * @throws IDENTITY.LAST_ADMINISTRATOR naming the first day without one
 */
const refuseLastAdministrator = (
  before: UsersState,
  events: readonly UserEvent[],
  firstDayWithout: LocalDay,
  field: string,
): void => {
  const after = foldEvents(usersFold, before, events);
  // Who is administrator changes only after a last day, so no other days need to be looked at.
  const changes = [...after.users.values()]
    .flatMap(({ grants, away }) => [
      ...grants.map(({ through }) => through && addDays(through, 1)),
      ...away.map(({ from }) => from),
    ])
    .filter((day): day is LocalDay => day !== null && day > firstDayWithout);
  const day = [firstDayWithout, ...changes]
    .sort()
    .find((one) => administratorsOn(after, one).length === 0 && administratorsOn(before, one).length > 0);
  if (day === undefined) return;
  throw new DomainError('IDENTITY.LAST_ADMINISTRATOR', `Nobody would be administrator on ${day}.`, {
    field,
    rule: 'One administrator remains; grant the role to another person first.',
    day,
  });
};

/** @throws IDENTITY.UNKNOWN_GRANT, IDENTITY.ALREADY_ENDED, IDENTITY.ENDS_BEFORE_IT_BEGINS, IDENTITY.LAST_ADMINISTRATOR */
const endRole = (command: EndRole, state: UsersState, { today }: DecisionContext): UserEvent[] => {
  const { grantId, reason } = command;
  const userId = userIdOfGrant(grantId);
  const grant = userOf(state, userId)?.grants.find((one) => one.grantId === grantId);
  if (!grant)
    throw new DomainError('IDENTITY.UNKNOWN_GRANT', 'No grant is known by this id.', {
      kind: 'notFound',
      field: 'grantId',
    });
  const through = command.through === null ? today : parseLocalDay(command.through, 'through');
  if (grant.through !== null && grant.through <= through)
    throw new DomainError('IDENTITY.ALREADY_ENDED', `This grant ended on ${grant.through}.`, {
      field: 'through',
      rule: 'A grant is ended once, or earlier than was said before.',
    });
  if (through < addDays(grant.from, -1))
    throw new DomainError('IDENTITY.ENDS_BEFORE_IT_BEGINS', `${through} lies before ${grant.from}.`, {
      kind: 'invalid',
      field: 'through',
      rule: `${HELD} The day before the first takes it back whole.`,
    });
  const event: UserEvent = { type: 'RoleGrantEnded', data: { userId, grantId, through, reason } };
  if (grant.role === 'administrator') {
    const first = addDays(through, 1);
    refuseLastAdministrator(state, [event], first > today ? first : today, 'grantId');
  }
  return [event];
};

/**
 * Grants of source `group` follow the groups; those that rest on a paper stay as they are.
 * @throws IDENTITY.BOARD_IS_THE_TOWNS for a group that was mapped to another body's Board
 */
const followGroups = (user: User, groups: readonly GroupRole[], { today }: DecisionContext): UserEvent[] => {
  groups.forEach(refuseBoardOfAnother);
  const same = (a: GroupRole, b: GroupRole): boolean => a.role === b.role && a.capacity === b.capacity;
  // Two groups may stand for one role.
  const roles = groups.filter((role, index) => groups.findIndex((other) => same(other, role)) === index);
  const open = user.grants.filter(({ from, through }) => from <= today && (through === null || today <= through));
  const gone = open.filter((grant) => grant.source === 'group' && !roles.some((role) => same(role, grant)));
  const fresh = roles.filter((role) => !open.some((grant) => same(role, grant)));
  return [
    ...gone.map(({ grantId }): UserEvent => ({
      type: 'RoleGrantEnded',
      data: {
        userId: user.userId,
        grantId,
        // Gone at this very sign-in: nothing more is done in it, also not today.
        through: addDays(today, -1),
        reason: 'No longer in the group at the single sign-on',
      },
    })),
    ...fresh.map(({ role, capacity }, index) =>
      granted(
        user,
        {
          role,
          capacity,
          from: today,
          through: null,
          source: 'group',
          documentReference: 'Group at the single sign-on',
          self: false,
        },
        index + 1,
      ),
    ),
  ];
};

/**
 * @throws IDENTITY.INACTIVE for an account that was deactivated here, whatever the single sign-on says;
 * IDENTITY.LAST_ADMINISTRATOR where the last administrator comes without the group: they are let in once another is one
 */
const provision = (command: ProvisionUser, state: UsersState, context: DecisionContext): UserEvent[] => {
  const user = [...state.users.values()].find(({ subjectKey }) => subjectKey === command.subjectKey);
  if (!user) {
    const event = created(command, 'openIdConnect', command.subjectKey, context);
    return [event, ...followGroups({ ...event.data, grants: [], away: [] }, command.roles, context)];
  }
  if (!isActive(user, context.today))
    throw new DomainError('IDENTITY.INACTIVE', 'This account is deactivated.', {
      kind: 'forbidden',
      rule: 'An administrator reactivates it.',
    });
  const events = followGroups(user, command.roles, context);
  refuseLastAdministrator(state, events, context.today, 'roles');
  return events;
};

const deactivate = (userId: string, reason: string, state: UsersState, { today }: DecisionContext): UserEvent[] => {
  const user = known(state, userId);
  if (!isActive(user, today)) return [];
  const event: UserEvent = { type: 'UserDeactivated', data: { userId, from: today, reason } };
  refuseLastAdministrator(state, [event], today, 'userId');
  return [event];
};

const reactivate = (userId: string, reason: string, state: UsersState, { today }: DecisionContext): UserEvent[] =>
  isActive(known(state, userId), today) ? [] : [{ type: 'UserReactivated', data: { userId, on: today, reason } }];

/** Decides on users and their roles: one town, one stream. */
export const userDecider: Decider<UsersState, UserCommand, UserEvent> = {
  initialState: usersFold.initialState,
  evolve: usersFold.evolve,
  decide: (command, state, _facts, context) => {
    switch (command.type) {
      case 'CreateUser':
        return [created(command, 'administrator', null, context)];
      case 'CreateFirstAdministrator':
        return createFirstAdministrator(command, state, context);
      case 'ProvisionUser':
        return provision(command, state, context);
      case 'CorrectUserDetails': {
        const { userId, name, email } = command;
        known(state, userId);
        return [{ type: 'UserDetailsCorrected', data: { userId, name, email } }];
      }
      case 'GrantRole':
        return grantRole(command, state, context);
      case 'EndRole':
        return endRole(command, state, context);
      case 'DeactivateUser':
        return deactivate(command.userId, command.reason, state, context);
      case 'ReactivateUser':
        return reactivate(command.userId, command.reason, state, context);
      default:
        return assertNever(command);
    }
  },
};

/** The users as one kind of stream. */
export const userAggregate = { ...usersFold, decide: userDecider.decide };
