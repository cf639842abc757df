import type { Capacity } from '#kernel';
import { ChoiceField, FlagField, IdField, LocalDayField, TextField } from '#runtime/http';

import type { GrantedRole } from './authorization.js';
import { ROLES } from './authorization.js';

export const CAPACITIES: readonly Capacity[] = ['Town', 'Village', 'Commission'];

export class CreateUserDto {
  @TextField({ max: 200 })
  name!: string;

  @TextField({ max: 254, description: 'Where an invitation goes; with it a person signs in.' })
  email!: string;
}

export class CorrectUserDetailsDto extends CreateUserDto {
  @IdField()
  userId!: string;
}

export class GrantRoleDto {
  @IdField()
  userId!: string;

  @ChoiceField(ROLES)
  role!: GrantedRole;

  @ChoiceField(CAPACITIES, { description: 'The body for which it is held.', authority: 'domain.md 1.1' })
  capacity!: Capacity;

  @LocalDayField({ optional: true, description: 'The first day. Default: today.' })
  from?: string;

  @LocalDayField({ optional: true, description: 'The last day; left out: until it is ended.' })
  through?: string;

  @TextField({ max: 300, description: 'The appointment, resolution or letter it rests on.' })
  documentReference!: string;
}

export class EndRoleDto {
  @IdField()
  grantId!: string;

  @LocalDayField({ optional: true, description: 'The last day on which it is held. Default: today.' })
  through?: string;

  @TextField({ max: 1000 })
  reason!: string;
}

export class OfUserDto {
  @IdField()
  userId!: string;

  @TextField({ max: 1000 })
  reason!: string;
}

export class GetUserQuery {
  @IdField()
  userId!: string;
}

export class ListUsersQuery {
  @FlagField({ optional: true, description: 'Also those who hold nothing today.' })
  all?: boolean;
}

export class NothingAsked {}

/** Internal: the one-time link of the first start. */
export class FirstAdministratorDto extends CreateUserDto {}

/** Internal: what the single sign-on says of a person, its groups already turned into roles. */
export class ProvisionUserDto extends CreateUserDto {
  subjectKey!: string;
  roles!: { readonly role: GrantedRole; readonly capacity: Capacity }[];
}
