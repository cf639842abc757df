import type { Event, Recorded } from '#kernel';
import { DomainError } from '#kernel';
import { localDayOf } from '#legal-time';
import type { Projection, ReadModelReader, SqlValue } from '#runtime/published';

import { AUDIT_TYPES } from './audit.events.js';
import type { AuditEntry } from './audit.rules.js';
import { auditEntryOf } from './audit.rules.js';

/** Every entry of the audit in the order of the log; addresses, reasons and odd ids stay sealed. */
export const auditProjection: Projection = {
  name: 'audit',
  version: 2,
  schema: `
    CREATE TABLE audit (
      entry INTEGER PRIMARY KEY, position TEXT NOT NULL UNIQUE, recorded_at TEXT NOT NULL,
      type TEXT NOT NULL, actor TEXT, role TEXT, capacity TEXT, account TEXT, operation TEXT, target TEXT, code TEXT,
      times INTEGER NOT NULL, first_at TEXT, last_at TEXT, more TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_time ON audit (recorded_at, entry);
    CREATE INDEX audit_by_type ON audit (type, entry);
    CREATE INDEX audit_by_actor ON audit (actor, entry);
    CREATE INDEX audit_by_account ON audit (account, entry);
  `,
  tables: ['audit'],
  listensTo: AUDIT_TYPES,
  apply: (tables, recorded: Recorded<Event<string, never>>) => {
    const { position, recordedAt, type, actor, role, capacity, user, operation, target, code, ...rest } =
      auditEntryOf(recorded);
    const { times, firstAt, lastAt, ...more } = rest;
    tables.run(
      `INSERT INTO audit (position, recorded_at, type, actor, role, capacity, account, operation, target, code, times,
                          first_at, last_at, more)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      position,
      recordedAt,
      type,
      actor,
      role,
      capacity,
      user,
      operation,
      target,
      code,
      times,
      firstAt,
      lastAt,
      JSON.stringify(more),
    );
  },
};

export interface AuditQuestion {
  /** Instants between which an entry was recorded: from inclusive, before exclusive. */
  readonly from?: string;
  readonly before?: string;
  readonly type?: string;
  /** Who acted or tried to, or whose account it was about. */
  readonly user?: string;
  readonly limit: number;
  /** Position of the last entry of the page before. */
  readonly cursor?: string;
}

type Stored = Omit<AuditEntry, 'day'> & { readonly more: string };

/** @throws IDENTITY.UNKNOWN_CURSOR */
const placeOf = (readModel: ReadModelReader, cursor: string): number => {
  const place = readModel.get<{ entry: number }>('SELECT entry FROM audit WHERE position = ?', cursor)?.entry;
  if (place === undefined)
    throw new DomainError('IDENTITY.UNKNOWN_CURSOR', 'No page of the audit ended there.', {
      kind: 'invalid',
      field: 'cursor',
      rule: 'A cursor is `next` of the page before.',
    });
  return place;
};

/**
 * One page of entries in the order of the log; `next` is the cursor of the page after, or null. A page stays the same
 * however much is added later, since the log only grows at its end.
 * @throws IDENTITY.UNKNOWN_CURSOR
 */
export const auditEntries = (
  readModel: ReadModelReader,
  zone: string,
  { from, before, type, user, limit, cursor }: AuditQuestion,
): { readonly entries: readonly AuditEntry[]; readonly next: string | null } => {
  const conditions = ['entry > ?'];
  const parameters: SqlValue[] = [cursor === undefined ? 0 : placeOf(readModel, cursor)];
  const given = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  given('recorded_at >= ?', from);
  given('recorded_at < ?', before);
  given('type = ?', type);
  if (user !== undefined) {
    conditions.push('(actor = ? OR account = ?)');
    parameters.push(user, user);
  }
  const rows = readModel.all<Stored>(
    `SELECT position, recorded_at AS "recordedAt", type, actor, role, capacity, account AS "user", operation, target,
            code, times, first_at AS "firstAt", last_at AS "lastAt", more
       FROM audit WHERE ${conditions.join(' AND ')} ORDER BY entry LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const entries = rows.slice(0, limit).map(({ more, ...row }) => ({
    ...row,
    day: localDayOf(row.recordedAt, zone),
    ...(JSON.parse(more) as object),
  }));
  return { entries, next: rows.length > limit ? entries.at(-1)!.position : null };
};
