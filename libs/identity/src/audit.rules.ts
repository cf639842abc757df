import type { Actor, LocalDay } from '#kernel';

import type { AuditEvent } from './audit.events.js';
import type { Row } from './authorization.js';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.[a-z]{1,20}-\d{1,9}){0,3}$/;

/** The thing that a request names: its first field that holds an id of this program; null where none does. */
export const targetOf = (input: unknown): string | null => {
  if (typeof input !== 'object' || input === null) return null;
  for (const [name, value] of Object.entries(input))
    if (/Id$/.test(name) && typeof value === 'string' && value.length < 200 && ID.test(value)) return value;
  return null;
};

const textOf = (input: object, name: string): string | null => {
  const value = (input as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
};

/** What goes on file of an act or a question that was let through; null where nothing does. */
export const entryOf = (
  operation: { readonly id: string },
  row: Row,
  input: object,
  { id: actorId, role }: Actor,
  month: string,
): AuditEvent | null => {
  const who = { month, operationId: operation.id, actorId, role };
  if (row.confidential)
    return {
      type: 'ConfidentialDataViewed',
      data: { ...who, target: targetOf(input), reason: textOf(input, 'reason') },
    };
  if (row.export)
    return {
      type: 'RecordsExported',
      data: {
        ...who,
        from: textOf(input, 'from'),
        through: textOf(input, 'through'),
      },
    };
  if (row.administrative) return { type: 'AdministrativeActDone', data: { ...who, target: targetOf(input) } };
  return null;
};
