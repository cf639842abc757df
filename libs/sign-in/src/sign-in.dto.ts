import { IsObject } from 'class-validator';

import { IdField, IdsField, LocalDayField, TextField } from '#runtime/http';

const SECRET = { max: 200 } as const;

export class FirstAdministratorDto {
  @TextField({ ...SECRET, description: 'What stands after # in the link.' })
  link!: string;

  @TextField({ max: 200 })
  name!: string;

  @TextField({ max: 254 })
  email!: string;

  @TextField({ max: 1000 })
  password!: string;
}

export class AcceptInvitationDto {
  @TextField({ ...SECRET, description: 'What stands after # in the link.' })
  link!: string;

  @TextField({ max: 1000 })
  password!: string;

  @TextField({ optional: true, max: 10, description: 'Of an authenticator application, where one is in use.' })
  code?: string;
}

export class PasswordDto {
  @TextField({ max: 254 })
  email!: string;

  @TextField({ max: 1000 })
  password!: string;

  @TextField({ optional: true, max: 10, description: 'Of an authenticator application, where one is in use.' })
  code?: string;
}

export class PasskeyAnswerDto {
  @IsObject({ message: 'is what the browser gave' })
  response!: object;
}

export class AddPasskeyDto extends PasskeyAnswerDto {
  @TextField({ max: 100, description: 'What the person calls it.' })
  name!: string;
}

export class ChangePasswordDto {
  @TextField({ max: 1000 })
  current!: string;

  @TextField({ max: 1000 })
  password!: string;
}

export class CodeDto {
  @TextField({ max: 10 })
  code!: string;
}

export class OfPasskeyDto {
  @TextField({ max: 1000 })
  credentialId!: string;
}

export class OfSessionDto {
  @IdField()
  sessionId!: string;
}

export class OfTokenDto {
  @IdField()
  tokenId!: string;
}

export class CreateTokenDto {
  @TextField({ max: 100 })
  name!: string;

  @IdsField({ description: 'read (every question), act (every act), or single operations.' })
  scopes!: string[];

  @LocalDayField({ description: 'The last day on which it is good; within a year.' })
  expiresOn!: string;
}

export class OfUserDto {
  @IdField()
  userId!: string;
}

export class NothingDto {}
