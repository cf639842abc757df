import type Database from 'better-sqlite3';

import type { Instant, JsonObject } from '#kernel';

import { HIGHEST_REVISION } from '../admission.js';
import type { LogPage } from '../catch-up-subscription.js';
import { Signal } from '../catch-up-subscription.js';
import { streamDeleted } from '../event-store.errors.js';
import type { Direction, EventFilter, Expectation, Position, StoredEvent } from '../event-store.port.js';
import type { StreamView } from '../local/judgment.js';
import { requireExpectation } from '../local/judgment.js';
import type { LocalLog } from '../local/local-event-store.js';
import { fromPosition, toPosition } from '../local/position.js';
import { committedHere, KnownEnds } from './known-ends.js';
import { withPortErrors } from './sqlite-errors.js';

/** Rows a filtered read passes at once, some ten milliseconds of work. */
const SCAN = 20_000n;
/** The position is formatted by SQLite, which is twice as fast as doing it here, and exact beyond 2^53. */
const COLUMNS = "printf('%020d', position), stream, revision, id, type, recorded_at, data, metadata";
const LAST_LETTER = '\u{10ffff}';

type Row = [Position, string, bigint, string, string, Instant, string, string | null];

const toEvent = ([position, stream, revision, id, type, recordedAt, data, metadata]: Row): StoredEvent => ({
  id,
  stream,
  revision,
  position,
  type,
  data: JSON.parse(data) as JsonObject,
  metadata: metadata === null ? undefined : (JSON.parse(metadata) as JsonObject),
  recordedAt,
});

/** The statements of the log, each prepared once. All synchronous and short; errors bear the port's names. */
export class SqliteLog implements LocalLog {
  readonly appended = new Signal();
  private readonly statements = new Map<string, Database.Statement>();
  private readonly dataVersion: Database.Statement;
  private readonly insertion: Database.Statement;
  private readonly state: Database.Statement;
  private readonly place: Database.Statement;
  private readonly deletion: Database.Statement;
  private readonly lastStamp: Database.Statement;
  /** Only what is committed; what the running transaction has written is no business of its readers. */
  readonly ends: KnownEnds;

  constructor(readonly database: Database.Database) {
    this.dataVersion = database.prepare('PRAGMA data_version').pluck();
    this.ends = new KnownEnds(() => this.dataVersion.get());
    this.insertion = database
      .prepare(
        'INSERT INTO events (stream, revision, id, type, recorded_at, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .safeIntegers();
    this.state = database
      .prepare(
        `SELECT (SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1),
                (SELECT hidden_through FROM deleted_streams WHERE stream = ?),
                (SELECT tombstoned FROM deleted_streams WHERE stream = ?)`,
      )
      .raw()
      .safeIntegers();
    this.place = database
      .prepare("SELECT revision, printf('%020d', position) FROM events WHERE stream = ? AND id = ?")
      .raw()
      .safeIntegers();
    this.deletion = database
      .prepare('SELECT hidden_through, tombstoned FROM deleted_streams WHERE stream = ?')
      .raw()
      .safeIntegers();
    this.lastStamp = database.prepare('SELECT recorded_at FROM events ORDER BY position DESC LIMIT 1').pluck();
  }

  readStream(stream: string, from: bigint, direction: Direction, limit: number): readonly StoredEvent[] {
    return withPortErrors(() => {
      const forward = direction === 'forward';
      if (forward && this.ends.nothingFrom(stream, from)) return [];
      const deletion = this.deletion.get(stream) as [bigint, bigint] | undefined;
      if (deletion?.[1] === 1n) throw streamDeleted(stream);
      const hidden = deletion?.[0] ?? -1n;
      const select = this.prepared(
        `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? AND revision <= ?
         ORDER BY revision ${forward ? 'ASC' : 'DESC'} LIMIT ?`,
      );
      const lowest = forward && from > hidden ? from : hidden + 1n;
      const rows = select.all(stream, lowest, forward ? HIGHEST_REVISION : from, limit) as Row[];
      if (forward && rows.length < limit) this.ends.remember(stream, rows.length > 0 ? rows.at(-1)![2] + 1n : lowest);
      return rows.map(toEvent);
    });
  }

  readAll(after: Position | null, direction: Direction, limit: number, filter: EventFilter | undefined): LogPage {
    return withPortErrors(() => {
      const forward = direction === 'forward';
      const place = after === null ? null : fromPosition('after', after);
      // Inclusive bounds from here on.
      const start = place === null ? (forward ? 0n : HIGHEST_REVISION) : forward ? place + 1n : place - 1n;
      if (filter?.types || filter?.streamPrefixes) return this.scan(after, start, forward, limit, filter);
      const select = this.prepared(
        `SELECT ${COLUMNS} FROM events WHERE position ${forward ? '>=' : '<='} ?
         ORDER BY position ${forward ? 'ASC' : 'DESC'} LIMIT ?`,
      );
      const events = (select.all(start, limit) as Row[]).map(toEvent);
      return { events, scannedTo: events.at(-1)?.position ?? after, more: events.length === limit };
    });
  }

  head(): Position | null {
    return withPortErrors(() => {
      const last = this.edge('max');
      return last === null ? null : toPosition(last);
    });
  }

  /** Raises the signal when another connection has committed since the last call. */
  private seenVersion: unknown;
  poll(): void {
    let version: unknown;
    try {
      version = this.dataVersion.get();
    } catch {
      // The subscriptions' own next read says what is wrong.
      version = undefined;
    }
    if (version === undefined || version !== this.seenVersion) {
      this.seenVersion = version;
      this.appended.raise();
    }
  }

  /** The stream as it stands in the running transaction. */
  view(stream: string): StreamView {
    const [head, hiddenThrough, tombstoned] = this.state.get(stream, stream, stream) as [
      bigint | null,
      bigint | null,
      bigint | null,
    ];
    return {
      head: head ?? -1n,
      hiddenThrough: hiddenThrough ?? -1n,
      tombstoned: tombstoned === 1n,
      placeOf: (id) => {
        const place = this.place.get(stream, id) as [bigint, Position] | undefined;
        return place ? { revision: place[0], position: place[1] } : null;
      },
    };
  }

  /** Stamp of the last event of the log, in the running transaction. */
  lastRecordedAt(): Instant | null {
    return (this.lastStamp.get() as Instant | undefined) ?? null;
  }

  /** @returns the place given, exact beyond 2^53 */
  insert(
    stream: string,
    revision: bigint,
    event: { readonly id: string; readonly type: string; readonly data: string; readonly metadata: string | null },
    recordedAt: Instant,
  ): bigint {
    return this.insertion.run(stream, revision, event.id, event.type, recordedAt, event.data, event.metadata)
      .lastInsertRowid as bigint;
  }

  /** @throws EVENT_STORE.CONFLICT, EVENT_STORE.STREAM_DELETED */
  delete(stream: string, expectation: Expectation, forGood: boolean): void {
    const remember = this.database.prepare(
      `INSERT INTO deleted_streams (stream, hidden_through, tombstoned) VALUES (?, ?, ?)
       ON CONFLICT (stream) DO UPDATE SET hidden_through = excluded.hidden_through, tombstoned = excluded.tombstoned`,
    );
    withPortErrors(() =>
      this.database
        .transaction(() => {
          const view = this.view(stream);
          requireExpectation(stream, view, expectation);
          remember.run(stream, view.head, forGood ? 1 : 0);
        })
        .immediate(),
    );
    committedHere();
  }

  /**
   * Filters in windows, so that a rare type neither parses the rest nor holds up the process for the whole log.
   * Positions may have holes of any size: each window starts at an event.
   */
  private scan(after: Position | null, start: bigint, forward: boolean, limit: number, filter: EventFilter): LogPage {
    const edge = this.edge(forward ? 'max' : 'min');
    const first = this.prepared(
      `SELECT position FROM events WHERE position ${forward ? '>=' : '<='} ?
       ORDER BY position ${forward ? 'ASC' : 'DESC'} LIMIT 1`,
    ).get(start) as [bigint] | undefined;
    if (edge === null || !first) return { events: [], scannedTo: after, more: false };
    const reach = forward ? first[0] + SCAN : first[0] - SCAN;
    const end = (forward ? reach < edge : reach > edge) ? reach : edge;
    const { types, streamPrefixes } = filter;
    const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
    // The plus sign keeps SQLite from reading by stream, which would have to sort.
    const prefixes = streamPrefixes?.map(() => '(+stream >= ? AND +stream < ?)').join(' OR ') || 'FALSE';
    const select = this.prepared(
      `SELECT ${COLUMNS} FROM events WHERE position BETWEEN ? AND ?
       ${types ? `AND type IN (${marks(types.length)})` : ''} ${streamPrefixes ? `AND (${prefixes})` : ''}
       ORDER BY position ${forward ? 'ASC' : 'DESC'} LIMIT ?`,
    );
    const bounds = forward ? [first[0], end] : [end, first[0]];
    const ranges = (streamPrefixes ?? []).flatMap((prefix) => [prefix, prefix + LAST_LETTER]);
    const events = (select.all(...bounds, ...(types ?? []), ...ranges, limit) as Row[]).map(toEvent);
    const scannedTo = events.length === limit ? events[events.length - 1]!.position : toPosition(end);
    return { events, scannedTo, more: fromPosition('after', scannedTo) !== edge };
  }

  private edge(which: 'min' | 'max'): bigint | null {
    return (this.prepared(`SELECT ${which}(position) FROM events`).get() as [bigint | null])[0];
  }

  private prepared(sql: string): Database.Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql).raw().safeIntegers();
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
