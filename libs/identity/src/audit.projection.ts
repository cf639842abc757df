import type { Event, LocalDay, Recorded, Sealed } from '#kernel';
import { localDayOf } from '#legal-time';
import type { Projection, ReadModelReader, SqlValue } from '#runtime/published';

import type { AuditEvent } from './audit.events.js';
import { AUDIT_TYPES } from './audit.events.js';

type Detail = Readonly<Record<string, unknown>>;

/** What every entry shows, from the fields that its kind happens to have. */
const partsOf = (data: Detail) => {
  const text = (name: string): string | null => (typeof data[name] === 'string' ? data[name] : null);
  return {
    actor: text('actorId') ?? text('by') ?? text('userId'),
    role: text('role'),
    operation: text('operationId') ?? text('method'),
    target: text('target') ?? text('sessionId') ?? text('tokenId') ?? text('userId'),
    code: text('code') ?? text('reason') ?? text('what'),
    times: typeof data['times'] === 'number' ? data['times'] : 1,
  };
};

/** Texts of an entry that are sealed; they lie in the read model as they lie in the log. */
const sealedOf = (data: Detail): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'object' && value !== null)),
  );

/** Every entry of the audit in the order of the log; addresses and reasons stay sealed. */
export const auditProjection: Projection = {
  name: 'audit',
  version: 1,
  schema: `
    CREATE TABLE audit (
      entry INTEGER PRIMARY KEY, position TEXT NOT NULL, recorded_at TEXT NOT NULL, month TEXT NOT NULL,
      type TEXT NOT NULL, actor TEXT, role TEXT, operation TEXT, target TEXT, code TEXT, times INTEGER NOT NULL,
      first_at TEXT, last_at TEXT, sealed TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_time ON audit (recorded_at, entry);
    CREATE INDEX audit_by_type ON audit (type, entry);
    CREATE INDEX audit_by_actor ON audit (actor, entry);
  `,
  tables: ['audit'],
  listensTo: AUDIT_TYPES,
  apply: (tables, recorded: Recorded<Event<string, never>>) => {
    const { type, data } = recorded.event as unknown as AuditEvent;
    const detail = data as Detail;
    const { actor, role, operation, target, code, times } = partsOf(detail);
    tables.run(
      `INSERT INTO audit (position, recorded_at, month, type, actor, role, operation, target, code, times, first_at, last_at, sealed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      recorded.position,
      recorded.recordedAt,
      recorded.stream.slice(-7),
      type,
      actor,
      role,
      operation,
      target,
      code,
      times,
      (detail['firstAt'] as string | undefined) ?? null,
      (detail['lastAt'] as string | undefined) ?? null,
      sealedOf(detail),
    );
  },
};

export interface AuditQuestion {
  /** Instants between which an entry was recorded: from inclusive, before exclusive. */
  readonly from?: string;
  readonly before?: string;
  readonly type?: string;
  readonly actor?: string;
  readonly limit: number;
  /** The last entry of the page before. */
  readonly cursor?: string;
}

export interface AuditEntry {
  readonly entry: number;
  readonly recordedAt: string;
  readonly day: LocalDay;
  readonly type: string;
  readonly actor: string | null;
  readonly role: string | null;
  readonly operation: string | null;
  readonly target: string | null;
  readonly code: string | null;
  readonly times: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly position: string;
  /** Sealed until the answering edge opens them for those with the right. */
  readonly address?: Sealed | string | null;
  readonly reason?: Sealed | string | null;
}

type Stored = Omit<AuditEntry, 'day'> & { readonly sealed: string };

/** One page of entries in the order of the log; `next` is the cursor of the page after, or null. */
export const auditEntries = (
  readModel: ReadModelReader,
  zone: string,
  { from, before, type, actor, limit, cursor }: AuditQuestion,
): { readonly entries: readonly AuditEntry[]; readonly next: string | null } => {
  const conditions = ['entry > ?'];
  const parameters: SqlValue[] = [/^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : 0];
  const given = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  given('recorded_at >= ?', from);
  given('recorded_at < ?', before);
  given('type = ?', type);
  given('actor = ?', actor);
  const rows = readModel.all<Stored>(
    `SELECT entry, position, recorded_at AS "recordedAt", type, actor, role, operation, target, code, times,
            first_at AS "firstAt", last_at AS "lastAt", sealed
       FROM audit WHERE ${conditions.join(' AND ')} ORDER BY entry LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const entries = rows.slice(0, limit).map(({ sealed, ...row }) => ({
    ...row,
    day: localDayOf(row.recordedAt, zone),
    ...(JSON.parse(sealed) as object),
  }));
  return { entries, next: rows.length > limit ? String(entries.at(-1)!.entry) : null };
};
