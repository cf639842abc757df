import type { Instant, JsonObject } from '#kernel';

/** An opaque place in the log. Survives being kept as a string; never computed with. */
export type Position = string;

/** What the writer believes of the stream: nothing, that it is new, that it exists, or its exact last revision. */
export type Expectation = 'any' | 'no_stream' | 'stream_exists' | bigint;

export interface NewEvent {
  /** UUID; identity is (stream, id). */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata?: JsonObject;
}

export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  /** Place in its stream; the first is 0. */
  readonly revision: bigint;
  readonly position: Position;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject | undefined;
  /** Stamped by the store, never going backward. */
  readonly recordedAt: Instant;
}

export interface AppendResult {
  /**
   * Revision of the last event appended, the same for a retry as for the first time; for an empty append the last
   * revision of the stream, -1 when it has none.
   */
  readonly revision: bigint;
  /** Position of the last event appended; null when it is not known (an empty append). */
  readonly position: Position | null;
  /** True when the same events were already there and nothing was written. */
  readonly retried: boolean;
}

export type Direction = 'forward' | 'backward';

export interface ReadStreamOptions {
  /** Inclusive. Default: the first event forward, the last backward. */
  readonly fromRevision?: bigint;
  readonly direction?: Direction;
  readonly limit?: number;
}

export interface EventFilter {
  /** Only these; none given lets all pass, an empty list lets none pass. */
  readonly types?: readonly string[];
  readonly streamPrefixes?: readonly string[];
}

export interface ReadAllOptions {
  /** Exclusive, in either direction. Default: everything. */
  readonly after?: Position;
  readonly direction?: Direction;
  readonly limit?: number;
  readonly filter?: EventFilter;
  /** Events a page; each page is one short read, so that no reader blocks a writer. */
  readonly pageSize?: number;
}

/** A lazy sequence of events, read in pages. */
export interface EventSequence extends AsyncIterable<StoredEvent> {
  /** The same events, a page at a time. */
  pages(): AsyncIterable<readonly StoredEvent[]>;
}

export interface StreamSequence extends EventSequence {
  /** Whether the stream has events (a soft-deleted stream has none to show). */
  exists(): Promise<boolean>;
}

/**
 * `behind` with an error: the log cannot be read just now and is tried again. `dropped`: ended by an error of the
 * handler, or by one that will not pass. `stopped`: ended by `stop` or by closing the store.
 */
export type SubscriptionState = 'catchingUp' | 'live' | 'behind' | 'dropped' | 'stopped';

/** One hand-over from a subscription. */
export interface SubscriptionBatch {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been handed over or passed the filter by; keep this as the checkpoint. */
  readonly checkpoint: Position;
}

export interface SubscribeOptions {
  /** Exclusive; 'end' starts with what comes next. Default: the first event. */
  readonly after?: Position | 'end';
  readonly filter?: EventFilter;
  /** Never called again before the promise of the last call has settled. An error ends the subscription. */
  readonly handle: (batch: SubscriptionBatch) => Promise<void> | void;
  readonly onState?: (state: SubscriptionState, error?: unknown) => void;
  /** Most events handed over at once (default 1,000). */
  readonly batchSize?: number;
}

export interface Subscription {
  readonly state: SubscriptionState;
  /** The last checkpoint whose handler has finished; null before the first. */
  readonly handled: Position | null;
  /** Ends the subscription after the running handler; harmless the second time. Not to be awaited by that handler. */
  stop(): Promise<void>;
}

/** Port limits, the same for every adapter (engineering note 3.11). */
export const LIMITS = { appendBytes: 1_048_576, eventBytes: 262_144, nameLength: 200 } as const;

/**
 * The log. Promises: strong idempotency for `no_stream` and exact expectations, immediate only for `any` and
 * `stream_exists`; a refused append leaves no trace; no multi-stream transaction.
 */
export interface EventStore {
  /**
   * Appends events to one stream, all or none.
   * @throws EVENT_STORE.CONFLICT (details: stream, expected, actual), EVENT_STORE.DUPLICATE_EVENT_ID (an id of the
   * stream that comes again otherwise than as a retry), EVENT_STORE.STREAM_DELETED,
   * EVENT_STORE.TOO_LARGE (limit), EVENT_STORE.INVALID_ARGUMENT, EVENT_STORE.UNKNOWN_OUTCOME, EVENT_STORE.UNAVAILABLE
   */
  append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult>;
  /** @throws EVENT_STORE.STREAM_DELETED when iterated, EVENT_STORE.INVALID_ARGUMENT at once */
  readStream(stream: string, options?: ReadStreamOptions): StreamSequence;
  readAll(options?: ReadAllOptions): EventSequence;
  subscribe(options: SubscribeOptions): Subscription;
  /** Position of the last event; null when the log is empty. */
  head(): Promise<Position | null>;
  /** Negative when a is before b, zero when equal, positive when after. */
  comparePositions(a: Position, b: Position): number;
  close(): Promise<void>;
}

/** Administration, out of the application's reach: enforcement records are not deleted. */
export interface EventStoreAdmin {
  softDelete(stream: string, expectation: Expectation): Promise<void>;
  tombstone(stream: string, expectation: Expectation): Promise<void>;
}
