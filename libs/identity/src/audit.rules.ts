import type { Actor, Capacity, Event, Instant, LocalDay, Recorded, Sealed } from '#kernel';

import type { AuditEvent } from './audit.events.js';
import type { Row } from './authorization.js';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.[a-z]{1,20}-\d{1,9}){0,3}$/;

/** Letters kept of a text that stood where an id belongs. */
const KEPT_OF_NO_ID = 80;

/** Whether a text looks like an id that this program gives: a uuid, or a child's id that carries its parent's. */
export const looksLikeId = (text: string): boolean => text.length < 200 && ID.test(text);

/**
 * What a request names: the text of its first field that holds an id of this program, else the first that should hold
 * one (its name ends in `Id`); null where there is neither. Whoever keeps it asks `idOrWhatStoodThere` first.
 */
export const targetOf = (input: unknown): string | null => {
  if (typeof input !== 'object' || input === null) return null;
  let first: string | null = null;
  for (const [name, value] of Object.entries(input)) {
    if (!name.endsWith('Id') || typeof value !== 'string') continue;
    if (looksLikeId(value)) return value;
    first ??= value;
  }
  return first;
};

/**
 * Tells an id, which is kept as it is, from what stood in its place: that is cut, and goes on file sealed, since it may
 * be anything that somebody typed, a name among others.
 */
export const idOrWhatStoodThere = (
  text: string | null,
): { readonly target: string | null; readonly asked: string | null } =>
  text === null || looksLikeId(text)
    ? { target: text, asked: null }
    : { target: null, asked: text.slice(0, KEPT_OF_NO_ID) };

const textOf = (input: object, name: string): string | null => {
  const value = (input as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
};

/**
 * What goes on file of an act or a question that was let through, by its row; null where nothing does. A row that is
 * both confidential and more leaves the trace of the view, which says why.
 */
export const entryOf = (
  operation: { readonly id: string },
  row: Row,
  input: object,
  { id: actorId, role }: Actor,
  month: string,
): AuditEvent | null => {
  const who = { month, operationId: operation.id, actorId, role };
  const { target } = idOrWhatStoodThere(targetOf(input));
  if (row.confidential)
    return { type: 'ConfidentialDataViewed', data: { ...who, target, reason: textOf(input, 'reason') } };
  if (row.export)
    return {
      type: 'RecordsExported',
      data: { ...who, from: textOf(input, 'from'), through: textOf(input, 'through') },
    };
  if (row.administrative) return { type: 'AdministrativeActDone', data: { ...who, target } };
  return null;
};

/** One entry as it is listed and exported. What a kind of entry does not have is null, or absent below `times`. */
export interface AuditEntry {
  /** Place in the log; also the cursor of the page after. */
  readonly position: string;
  readonly recordedAt: Instant;
  /** The local day of recording. */
  readonly day: LocalDay;
  readonly type: string;
  /** Who acted, or tried to; null for somebody not signed in. */
  readonly actor: string | null;
  readonly role: string | null;
  readonly capacity: Capacity | null;
  /** Whose account it was about, where it was about one. */
  readonly user: string | null;
  /** The operation, or the way of signing in. */
  readonly operation: string | null;
  readonly target: string | null;
  /** Code of the refusal, or what was changed. */
  readonly code: string | null;
  readonly times: number;
  readonly firstAt: Instant | null;
  readonly lastAt: Instant | null;
  /** Sealed until the answering edge opens them for those with the right; null once the month's key is destroyed. */
  readonly address?: Sealed | string | null;
  readonly reason?: Sealed | string | null;
  readonly asked?: Sealed | string | null;
  readonly status?: number;
  readonly scopes?: readonly string[];
  readonly expiresAt?: Instant;
  /** First and last day of what was exported. */
  readonly from?: LocalDay | null;
  readonly through?: LocalDay | null;
}

const SHOWN_AS_THEY_ARE = ['address', 'asked', 'status', 'scopes', 'expiresAt', 'from', 'through'] as const;

/**
 * A stored event of the audit as an entry, but for its local day, which a read model leaves to whoever asks; the same
 * for the read model and for an export from the log itself.
 */
export const auditEntryOf = ({ event, metadata, position, recordedAt }: Recorded<Event>): Omit<AuditEntry, 'day'> => {
  const { type, data } = event as unknown as AuditEvent;
  const fields = data as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  // The program itself writes what nobody known did; then the event alone says who it was.
  const writer = metadata.role === 'process' ? null : metadata;
  return {
    position,
    recordedAt,
    type,
    actor: text('actorId') ?? text('by') ?? text('userId'),
    role: text('role') ?? writer?.role ?? null,
    capacity: writer?.capacity ?? null,
    user: text('userId'),
    operation: text('operationId') ?? text('method'),
    target: text('target') ?? text('sessionId') ?? text('tokenId') ?? text('userId'),
    code: text('code') ?? text('what') ?? (type === 'SignInFailed' ? text('reason') : null),
    times: typeof fields['times'] === 'number' ? fields['times'] : 1,
    firstAt: text('firstAt'),
    lastAt: text('lastAt'),
    ...Object.fromEntries(
      SHOWN_AS_THEY_ARE.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    ),
    ...(type === 'ConfidentialDataViewed' ? { reason: fields['reason'] as Sealed | null } : {}),
  };
};
