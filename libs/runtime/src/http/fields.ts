import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

import { isDomainError } from '#kernel';
import { isLocalDay, parseInstant } from '#legal-time';

/** What every field of a request may say of itself. */
export interface FieldOptions {
  readonly description?: string;
  readonly optional?: boolean;
  /** True where null says something of its own, such as that what stood there is taken away. */
  readonly nullable?: boolean;
  /** Section or policy behind the rule, named in the refusal. */
  readonly authority?: string;
}

type FieldKind = 'text' | 'integer' | 'flag' | 'list' | 'nested';
const KINDS = new WeakMap<object, Map<string, FieldKind>>();
const AUTHORITIES = new WeakMap<object, Map<string, string>>();

const note =
  (kind: FieldKind, authority?: string): PropertyDecorator =>
  (target, key) => {
    const put = <V>(store: WeakMap<object, Map<string, V>>, value: V) => {
      const map = store.get(target) ?? new Map<string, V>();
      store.set(target, map.set(String(key), value));
    };
    put(KINDS, kind);
    if (authority) put(AUTHORITIES, authority);
  };

const inherited = <V>(store: WeakMap<object, Map<string, V>>, prototype: object, name: string): V | undefined => {
  for (let at: object | null = prototype; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = store.get(at)?.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const authorityOf = (prototype: object, name: string): string | undefined =>
  inherited(AUTHORITIES, prototype, name);

/** What is optional is left out: null is no way of leaving out, unless the field gives it a meaning. */
const presence = ({ optional, nullable }: FieldOptions): PropertyDecorator => {
  if (!optional) return IsDefined({ message: 'is required' });
  return nullable ? IsOptional() : ValidateIf((_body, value) => value !== undefined);
};

const documented = (options: FieldOptions, schema: object): PropertyDecorator =>
  ApiProperty({ ...schema, description: options.description, required: !options.optional });

/** An id, as this program gave it. */
export const IdField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsString({ message: 'is an id in text' }),
    Matches(/^[0-9A-Za-z][0-9A-Za-z._:()-]{0,199}$/, { message: 'is an id: letters, digits and . _ : ( ) - only' }),
    note('text', options.authority),
    documented(options, { type: 'string' }),
  );

/** A text of the user's own; at most 10,000 letters unless told, refused when longer, never cut. */
export const TextField = (options: FieldOptions & { max?: number; min?: number } = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsString({ message: 'is a text' }),
    Matches(/\S/, { message: 'says something: blanks alone are no text' }),
    MinLength(options.min ?? 1, { message: `has at least ${options.min ?? 1} letter(s)` }),
    MaxLength(options.max ?? 10_000, { message: `has at most ${options.max ?? 10_000} letters` }),
    note('text', options.authority),
    documented(options, { type: 'string', minLength: options.min ?? 1, maxLength: options.max ?? 10_000 }),
  );

/** A local calendar day, YYYY-MM-DD, that exists. */
export const LocalDayField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    ValidateBy({
      name: 'isLocalDay',
      validator: {
        validate: (value) => isLocalDay(value),
        defaultMessage: () => 'LEGAL_TIME.NOT_A_DAY|is a calendar day that exists, as YYYY-MM-DD',
      },
    }),
    note('text', options.authority),
    documented(options, { type: 'string', format: 'date' }),
  );

/** A list of local days. */
export const LocalDaysField = (options: FieldOptions & { min?: number } = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsArray({ message: 'is a list of days' }),
    ArrayMinSize(options.min ?? 1, { message: `names at least ${options.min ?? 1} day(s)` }),
    ArrayMaxSize(4000, { message: 'names at most 4,000 days' }),
    ValidateBy(
      {
        name: 'isLocalDay',
        validator: {
          validate: (value) => isLocalDay(value),
          defaultMessage: () => 'LEGAL_TIME.NOT_A_DAY|is a list of calendar days that exist, as YYYY-MM-DD',
        },
      },
      { each: true },
    ),
    note('list', options.authority),
    documented(options, { type: 'array', items: { type: 'string', format: 'date' } }),
  );

/** A list of ids. */
export const IdsField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsArray({ message: 'is a list of ids' }),
    ArrayMaxSize(1000, { message: 'names at most 1,000 ids' }),
    IsString({ each: true, message: 'is a list of ids in text' }),
    Matches(/^[0-9A-Za-z][0-9A-Za-z._:()-]{0,199}$/, {
      each: true,
      message: 'is a list of ids: letters, digits and . _ : ( ) - only',
    }),
    note('list', options.authority),
    documented(options, { type: 'array', items: { type: 'string' } }),
  );

/** A moment: with an offset, or a wall time of the Town's zone that exists exactly once. */
export const InstantField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    ValidateBy({
      name: 'isInstant',
      validator: {
        validate: (value) => typeof value === 'string' && instantProblem(value) === null,
        defaultMessage: (args) =>
          (typeof args?.value === 'string' ? instantProblem(args.value) : null) ??
          'LEGAL_TIME.NOT_A_TIME|is a time such as 2026-06-01T10:00-04:00',
      },
    }),
    note('text', options.authority ?? '15 USC 260a'),
    documented(options, { type: 'string', format: 'date-time' }),
  );

const instantProblem = (value: string): string | null => {
  try {
    parseInstant(value);
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // Whether a wall time exists once depends on the Town's zone: the operation asks that, with the zone at hand.
    return error.code === 'LEGAL_TIME.NOT_A_TIME' ? `${error.code}|${error.message}` : null;
  }
};

/** Whole cents, zero or more unless told. */
export const CentsField = (options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator =>
  IntegerField({ min: 0, max: Number.MAX_SAFE_INTEGER, ...options, what: 'a whole number of cents' });

export const IntegerField = (
  options: FieldOptions & { min?: number; max?: number; what?: string } = {},
): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsInt({ message: `is ${options.what ?? 'a whole number'}` }),
    Min(options.min ?? Number.MIN_SAFE_INTEGER, { message: `is at least ${options.min ?? Number.MIN_SAFE_INTEGER}` }),
    Max(options.max ?? Number.MAX_SAFE_INTEGER, { message: `is at most ${options.max ?? Number.MAX_SAFE_INTEGER}` }),
    note('integer', options.authority),
    documented(options, { type: 'integer', minimum: options.min, maximum: options.max }),
  );

export const FlagField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsBoolean({ message: 'is true or false' }),
    note('flag', options.authority),
    documented(options, { type: 'boolean' }),
  );

/** One of a fixed list of words. */
export const ChoiceField = (choices: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsIn(choices, { message: `is one of ${choices.join(', ')}` }),
    note('text', options.authority),
    documented(options, { type: 'string', enum: choices }),
  );

/** A part with fields of its own. */
export const PartField = (part: () => new () => object, options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsObject({ message: 'has parts of its own' }),
    ValidateNested(),
    Type(part),
    note('nested', options.authority),
    ApiProperty({ type: () => part(), description: options.description, required: !options.optional }),
  );

/** A list of parts. */
export const PartsField = (
  part: () => new () => object,
  options: FieldOptions & { min?: number; max?: number } = {},
): PropertyDecorator =>
  applyDecorators(
    presence(options),
    IsArray({ message: 'is a list' }),
    ArrayMinSize(options.min ?? 0, { message: `has at least ${options.min ?? 0} member(s)` }),
    ArrayMaxSize(options.max ?? 4000, { message: `has at most ${options.max ?? 4000} members` }),
    ValidateNested({ each: true }),
    Type(part),
    note('list', options.authority),
    ApiProperty({
      type: () => part(),
      isArray: true,
      description: options.description,
      required: !options.optional,
    }),
  );

/** Any JSON value; for settings whose type depends on their name. */
export const ValueField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    presence(options),
    ValidateBy({
      name: 'isValue',
      validator: {
        validate: (value) => ['string', 'number', 'boolean'].includes(typeof value),
        defaultMessage: () => 'is a text, a number, true or false',
      },
    }),
    note('text', options.authority),
    documented(options, {}),
  );

/** Query strings are all text: turns them into what the fields of a query say they are. */
export const fromQueryString = (prototype: object, query: Record<string, unknown>): Record<string, unknown> => {
  const converted = ([name, value]: [string, unknown]): [string, unknown] => {
    const kind = inherited(KINDS, prototype, name);
    if (typeof value !== 'string') return [name, value];
    if (kind === 'integer' && /^-?\d{1,16}$/.test(value)) return [name, Number(value)];
    if (kind === 'flag' && (value === 'true' || value === 'false')) return [name, value === 'true'];
    return [name, kind === 'list' ? value.split(',') : value];
  };
  // As own fields, whatever their names: an assignment to `__proto__` would be lost without a word.
  return Object.fromEntries(Object.entries(query).map(converted));
};

/** Fields that every query about the past takes. */
export class PastQuery {
  @LocalDayField({
    optional: true,
    description: 'Offense days up to this day, and acts up to its end; default: up to now.',
  })
  asOf?: string;

  @InstantField({ optional: true, description: 'As the record stood at this instant; default: as it stands now.' })
  knownAt?: string;
}
