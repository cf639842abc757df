import type { Capacity, Event, EventCatalog, LocalDay, Personal } from '#kernel';

import type { GrantedRole } from './authorization.js';

/** How an account came to be. */
export type Origin = 'firstRun' | 'administrator' | 'openIdConnect';

export type UserCreated = Event<
  'UserCreated',
  {
    readonly userId: string;
    readonly name: Personal;
    readonly email: Personal;
    readonly origin: Origin;
    /** Keyed hash of issuer and subject at the single sign-on; null for a local account. */
    readonly subjectKey: string | null;
    readonly createdOn: LocalDay;
  }
>;

export type UserDetailsCorrected = Event<
  'UserDetailsCorrected',
  { readonly userId: string; readonly name: Personal; readonly email: Personal }
>;

/** A role held from the first to the last day, both included; `through` null: until it is ended. */
export type RoleGranted = Event<
  'RoleGranted',
  {
    readonly userId: string;
    readonly grantId: string;
    readonly role: GrantedRole;
    readonly capacity: Capacity;
    readonly from: LocalDay;
    readonly through: LocalDay | null;
    /** A paper (appointment, resolution), or a group of the single sign-on, which its own sign-ins end. */
    readonly source: 'document' | 'group';
    readonly documentReference: Personal;
    /** An administrator granted it to themself, as the only one in a small town may: the auditor sees it. */
    readonly self: boolean;
  }
>;

export type RoleGrantEnded = Event<
  'RoleGrantEnded',
  { readonly userId: string; readonly grantId: string; readonly through: LocalDay; readonly reason: Personal }
>;

/** From this day on the account holds nothing and cannot sign in. */
export type UserDeactivated = Event<
  'UserDeactivated',
  { readonly userId: string; readonly from: LocalDay; readonly reason: Personal }
>;

export type UserReactivated = Event<
  'UserReactivated',
  { readonly userId: string; readonly on: LocalDay; readonly reason: Personal }
>;

export type UserEvent =
  UserCreated | UserDetailsCorrected | RoleGranted | RoleGrantEnded | UserDeactivated | UserReactivated;

/** One stream for all users: that one administrator remains, and that a person has one account, is decided in it. */
export const USERS_STREAM = 'users-town';

/** Name of the key that a person's own texts are sealed under. */
export const userKey = (userId: string): string => `user-${userId}`;

const ofUser = (fields: readonly string[]) => [
  { key: (data: { readonly userId: string }) => userKey(data.userId), fields },
];

export const userCatalog = {
  UserCreated: { version: 1, sealed: ofUser(['name', 'email']) },
  UserDetailsCorrected: { version: 1, sealed: ofUser(['name', 'email']) },
  RoleGranted: { version: 1, sealed: ofUser(['documentReference']) },
  RoleGrantEnded: { version: 1, sealed: ofUser(['reason']) },
  UserDeactivated: { version: 1, sealed: ofUser(['reason']) },
  UserReactivated: { version: 1, sealed: ofUser(['reason']) },
} as const satisfies EventCatalog<UserEvent>;
