import type { Capacity, LocalDay } from '#kernel';

import type { GrantedRole } from './authorization.js';

export interface CreateUser {
  readonly type: 'CreateUser';
  readonly name: string;
  readonly email: string;
}

/** Internal: whoever opens the one-time link of the first start. */
export interface CreateFirstAdministrator {
  readonly type: 'CreateFirstAdministrator';
  readonly name: string;
  readonly email: string;
}

/** A role with its capacity, as a group of the single sign-on stands for. */
export interface GroupRole {
  readonly role: GrantedRole;
  readonly capacity: Capacity;
}

/** Internal: a person whom the single sign-on vouches for, with the roles their groups stand for on this day. */
export interface ProvisionUser {
  readonly type: 'ProvisionUser';
  readonly subjectKey: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly GroupRole[];
}

export interface CorrectUserDetails {
  readonly type: 'CorrectUserDetails';
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export interface GrantRole {
  readonly type: 'GrantRole';
  readonly userId: string;
  readonly role: GrantedRole;
  readonly capacity: Capacity;
  /** Null: today. */
  readonly from: LocalDay | null;
  readonly through: LocalDay | null;
  readonly documentReference: string;
}

export interface EndRole {
  readonly type: 'EndRole';
  readonly grantId: string;
  /** The last day on which it is held. Null: today. */
  readonly through: LocalDay | null;
  readonly reason: string;
}

export interface DeactivateUser {
  readonly type: 'DeactivateUser';
  readonly userId: string;
  readonly reason: string;
}

export interface ReactivateUser {
  readonly type: 'ReactivateUser';
  readonly userId: string;
  readonly reason: string;
}

export type UserCommand =
  | CreateUser
  | CreateFirstAdministrator
  | ProvisionUser
  | CorrectUserDetails
  | GrantRole
  | EndRole
  | DeactivateUser
  | ReactivateUser;
