import type { Capacity, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever } from '#kernel';
import { addDays } from '#legal-time';

import type { GrantedRole } from './authorization.js';
import type { Origin, UserEvent } from './user.events.js';
import { userCatalog } from './user.events.js';

/** A role held on file. Both days belong to it; `through` null = open. */
export interface Grant {
  readonly grantId: string;
  readonly role: GrantedRole;
  readonly capacity: Capacity;
  readonly from: LocalDay;
  readonly through: LocalDay | null;
  readonly source: 'document' | 'group';
  readonly documentReference: Personal;
  readonly self: boolean;
}

/** A time in which the account held nothing; `through` null = still. */
interface Away {
  readonly from: LocalDay;
  readonly through: LocalDay | null;
}

export interface User {
  readonly userId: string;
  readonly name: Personal;
  readonly email: Personal;
  readonly origin: Origin;
  readonly subjectKey: string | null;
  readonly createdOn: LocalDay;
  readonly grants: readonly Grant[];
  readonly away: readonly Away[];
}

export interface UsersState {
  readonly users: ReadonlyMap<string, User>;
}

const changed = (state: UsersState, userId: string, change: (user: User) => User): UsersState => {
  const user = state.users.get(userId);
  return user ? { users: new Map(state.users).set(userId, change(user)) } : state;
};

const evolve = (state: UsersState, event: UserEvent): UsersState => {
  switch (event.type) {
    case 'UserCreated': {
      const { data } = event;
      return { users: new Map(state.users).set(data.userId, { ...data, grants: [], away: [] }) };
    }
    case 'UserDetailsCorrected': {
      const { userId, name, email } = event.data;
      return changed(state, userId, (user) => ({ ...user, name, email }));
    }
    case 'RoleGranted': {
      const { userId, ...grant } = event.data;
      return changed(state, userId, (user) => ({ ...user, grants: [...user.grants, grant] }));
    }
    case 'RoleGrantEnded': {
      const { userId, grantId, through } = event.data;
      return changed(state, userId, (user) => ({
        ...user,
        grants: user.grants.map((grant) => (grant.grantId === grantId ? { ...grant, through } : grant)),
      }));
    }
    case 'UserDeactivated':
      return changed(state, event.data.userId, (user) => ({
        ...user,
        away: [...user.away, { from: event.data.from, through: null }],
      }));
    case 'UserReactivated':
      return changed(state, event.data.userId, (user) => ({
        ...user,
        // The day of the return is a day at work again.
        away: user.away.map((away) =>
          away.through === null ? { ...away, through: addDays(event.data.on, -1) } : away,
        ),
      }));
    default:
      return assertNever(event);
  }
};

/** All users with everything they ever held: from days to days, judged by the log as it is now. */
export const usersFold: StreamFold<UsersState, UserEvent> = {
  name: 'users',
  catalog: userCatalog,
  initialState: () => ({ users: new Map() }),
  evolve,
};
