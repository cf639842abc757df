import { plainToInstance } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { validateSync } from 'class-validator';

import { DomainError } from '#kernel';

import type { BodyClass } from '../operation.js';
import { authorityOf } from './fields.js';

export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly code?: string;
  readonly authority?: string;
}

const flatten = (errors: readonly ValidationError[], path = ''): FieldError[] =>
  errors.flatMap((error) => {
    const field = /^\d+$/.test(error.property)
      ? `${path}[${error.property}]`
      : path
        ? `${path}.${error.property}`
        : error.property;
    const authority = error.target
      ? authorityOf(Object.getPrototypeOf(error.target) as object, error.property)
      : undefined;
    const own = Object.entries(error.constraints ?? {}).map(([constraint, message]): FieldError => {
      if (constraint === 'whitelistValidation')
        return { field, rule: 'is not a field of this request', code: 'REQUEST.UNKNOWN_FIELD' };
      const [code, rule] = message.includes('|') ? message.split('|', 2) : [undefined, message];
      return { field, rule: rule, ...(code ? { code } : {}), ...(authority ? { authority } : {}) };
    });
    return [...own.slice(0, 1), ...flatten(error.children ?? [], field)];
  });

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No request of this program is nested deeper than three levels; the rest is room. */
const MOST_LEVELS = 12;

/** Names that would reach an object's own workings instead of its data. */
const forbiddenName = (value: unknown, depth = 0): string | null => {
  if (depth > MOST_LEVELS)
    throw new DomainError('REQUEST.TOO_DEEP', `A request has at most ${MOST_LEVELS} levels of parts.`, {
      kind: 'invalid',
      field: '',
      rule: `A request has at most ${MOST_LEVELS} levels of parts.`,
    });
  if (Array.isArray(value)) {
    for (const member of value) {
      const found = forbiddenName(member, depth + 1);
      if (found) return found;
    }
    return null;
  }
  if (!isPlainObject(value)) return null;
  for (const [name, member] of Object.entries(value)) {
    if (name in Object.prototype || name === 'prototype') return name;
    const found = forbiddenName(member, depth + 1);
    if (found) return found;
  }
  return null;
};

/**
 * A validated request body, or a refusal that names every field at fault.
 * @throws REQUEST.INVALID_FIELDS, REQUEST.UNKNOWN_FIELD, REQUEST.NOT_AN_OBJECT, or the one code that all errors share
 */
export const validated = <Body extends object>(body: BodyClass<Body>, input: unknown): Body => {
  const given = input ?? {};
  if (!isPlainObject(given))
    throw new DomainError('REQUEST.NOT_AN_OBJECT', 'The request is one JSON object.', {
      kind: 'invalid',
      field: '',
      rule: 'A request is a JSON object.',
    });
  const name = forbiddenName(given);
  if (name)
    throw new DomainError('REQUEST.UNKNOWN_FIELD', `"${name}" is not a field of this request.`, {
      kind: 'invalid',
      field: name,
      rule: 'is not a field of this request',
    });
  const instance = plainToInstance(body, given);
  const errors = flatten(
    validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false }),
  );
  if (errors.length === 0) return JSON.parse(JSON.stringify(instance)) as Body;
  const codes = new Set(errors.map(({ code }) => code ?? 'REQUEST.INVALID_FIELDS'));
  const [first] = errors as [FieldError];
  throw new DomainError(
    codes.size === 1 ? [...codes][0]! : 'REQUEST.INVALID_FIELDS',
    errors.map(({ field, rule }) => `${field} ${rule}`).join('; '),
    {
      kind: 'invalid',
      ...first,
      code: undefined,
      errors,
    },
  );
};
