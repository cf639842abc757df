import type { Clock, Instant, JsonObject } from '#kernel';

import type { AdmittedEvent } from '../admission.js';
import type { LogPage } from '../catch-up-subscription.js';
import { Signal } from '../catch-up-subscription.js';
import { duplicateEventId, streamDeleted } from '../event-store.errors.js';
import type { AppendResult, Direction, EventFilter, Expectation, Position, StoredEvent } from '../event-store.port.js';
import { judge, requireExpectation } from '../local/judgment.js';
import type { StreamView } from '../local/judgment.js';
import type { LocalLog } from '../local/local-event-store.js';
import { fromPosition, toPosition } from '../local/position.js';
import { nextRecordedAt } from '../local/recorded-at.js';

/** A row as the file adapter would keep it: the JSON as text, so that no reader can change the log. */
export interface MemoryRow extends Omit<StoredEvent, 'data' | 'metadata'> {
  readonly data: string;
  readonly metadata: string | null;
}

interface MemoryStream {
  readonly rows: MemoryRow[];
  readonly byId: Map<string, MemoryRow>;
  hiddenThrough: bigint;
  tombstoned: boolean;
}

const toEvent = (row: MemoryRow): StoredEvent => ({
  ...row,
  data: JSON.parse(row.data) as JsonObject,
  metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as JsonObject),
});

const passes = (row: MemoryRow, filter: EventFilter | undefined): boolean =>
  (filter?.types === undefined || filter.types.includes(row.type)) &&
  (filter?.streamPrefixes === undefined || filter.streamPrefixes.some((prefix) => row.stream.startsWith(prefix)));

/** The log itself; several stores may share one, as several processes share a file. */
export class MemoryLog implements LocalLog {
  readonly appended = new Signal();
  private readonly rows: MemoryRow[] = [];
  private readonly streams = new Map<string, MemoryStream>();
  private lastRecordedAt: Instant | null = null;

  /** Appends or refuses, in one go. @throws as EventStore.append */
  append(stream: string, events: readonly AdmittedEvent[], expectation: Expectation, clock: Clock): AppendResult {
    const view = this.view(stream);
    const stored = judge(stream, view, events, expectation);
    if (stored) return { ...stored, retried: true };
    if (events.length === 0) return { revision: view.head, position: null, retried: false };
    for (const event of events) if (view.placeOf(event.id)) throw duplicateEventId(stream, event.id);
    const recordedAt = nextRecordedAt(clock, this.lastRecordedAt);
    let place = this.rows.length === 0 ? 0n : BigInt(this.rows[this.rows.length - 1]!.position);
    let revision = view.head;
    for (const event of events) {
      place += 1n;
      revision += 1n;
      this.place({ ...event, stream, revision, position: toPosition(place), recordedAt });
    }
    this.appended.raise();
    return { revision, position: toPosition(place), retried: false };
  }

  /** Puts a row at the end as it is; append goes through here, and so does a test that needs very high numbers. */
  place(row: MemoryRow): void {
    const stream = this.stream(row.stream);
    this.rows.push(row);
    stream.rows.push(row);
    stream.byId.set(row.id, row);
    this.lastRecordedAt = row.recordedAt;
  }

  readStream(stream: string, from: bigint, direction: Direction, limit: number): readonly StoredEvent[] {
    const known = this.streams.get(stream);
    if (known?.tombstoned) throw streamDeleted(stream);
    const visible = (known?.rows ?? []).filter(
      (row) =>
        row.revision > known!.hiddenThrough && (direction === 'forward' ? row.revision >= from : row.revision <= from),
    );
    if (direction === 'backward') visible.reverse();
    return visible.slice(0, limit).map(toEvent);
  }

  readAll(after: Position | null, direction: Direction, limit: number, filter: EventFilter | undefined): LogPage {
    const step = direction === 'forward' ? 1 : -1;
    let index = this.startOf(after, direction);
    let scannedTo = after;
    const events: StoredEvent[] = [];
    for (; index >= 0 && index < this.rows.length && events.length < limit; index += step) {
      const row = this.rows[index]!;
      scannedTo = row.position;
      if (passes(row, filter)) events.push(toEvent(row));
    }
    return { events, scannedTo, more: index >= 0 && index < this.rows.length };
  }

  head(): Position | null {
    return this.rows.length === 0 ? null : this.rows[this.rows.length - 1]!.position;
  }

  /** @throws EVENT_STORE.CONFLICT, EVENT_STORE.STREAM_DELETED */
  delete(stream: string, expectation: Expectation, forGood: boolean): void {
    const view = this.view(stream);
    requireExpectation(stream, view, expectation);
    const known = this.stream(stream);
    if (forGood) known.tombstoned = true;
    else known.hiddenThrough = view.head;
  }

  private startOf(after: Position | null, direction: Direction): number {
    if (after === null) return direction === 'forward' ? 0 : this.rows.length - 1;
    const place = fromPosition('after', after);
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const here = BigInt(this.rows[middle]!.position);
      if (direction === 'forward' ? here <= place : here < place) low = middle + 1;
      else high = middle;
    }
    return direction === 'forward' ? low : low - 1;
  }

  private view(stream: string): StreamView {
    const known = this.streams.get(stream);
    return {
      head: known?.rows.at(-1)?.revision ?? -1n,
      hiddenThrough: known?.hiddenThrough ?? -1n,
      tombstoned: known?.tombstoned ?? false,
      placeOf: (id) => {
        const row = known?.byId.get(id);
        return row ? { revision: row.revision, position: row.position } : null;
      },
    };
  }

  private stream(name: string): MemoryStream {
    let known = this.streams.get(name);
    if (!known) {
      known = { rows: [], byId: new Map(), hiddenThrough: -1n, tombstoned: false };
      this.streams.set(name, known);
    }
    return known;
  }
}
