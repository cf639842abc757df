import { isDomainError } from '#kernel';

import { checkBatchSize, checkReadAll, checkReadStream, HIGHEST_REVISION } from '../admission.js';
import type { LogPage, RetryPolicy, Signal } from '../catch-up-subscription.js';
import { CatchUpSubscription, KEEP_TRYING } from '../catch-up-subscription.js';
import { unavailable } from '../event-store.errors.js';
import type {
  AppendResult,
  Direction,
  EventFilter,
  EventSequence,
  EventStore,
  Expectation,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
  StreamSequence,
  SubscribeOptions,
  Subscription,
} from '../event-store.port.js';
import { nextTurn, PagedSequence } from '../paged-sequence.js';
import { compareLocalPositions, fromPosition } from './position.js';

const PAGE = 1_000;

/** A log in this process or in a file beside it: short synchronous reads, a page at a time. */
export interface LocalLog {
  readonly appended: Signal;
  /** Visible events of a stream. @throws EVENT_STORE.STREAM_DELETED */
  readStream(stream: string, from: bigint, direction: Direction, limit: number): readonly StoredEvent[];
  readAll(after: Position | null, direction: Direction, limit: number, filter: EventFilter | undefined): LogPage;
  head(): Position | null;
}

class LocalStreamSequence extends PagedSequence implements StreamSequence {
  constructor(
    read: () => AsyncGenerator<readonly StoredEvent[], void, undefined>,
    private readonly look: () => boolean,
  ) {
    super(read);
  }

  async exists(): Promise<boolean> {
    return this.look();
  }
}

/** Reading and following, the same for both local adapters; appending is theirs. */
export abstract class LocalEventStore implements EventStore {
  private readonly subscriptions = new Set<CatchUpSubscription>();
  private closed = false;

  protected constructor(
    private readonly log: LocalLog,
    private readonly retry: RetryPolicy = KEEP_TRYING,
  ) {}

  abstract append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult>;
  /** Called when the first subscription begins and when the last one has ended. */
  protected following(_any: boolean): void {}
  protected abstract release(): Promise<void>;

  readStream(stream: string, options: ReadStreamOptions = {}): StreamSequence {
    checkReadStream(stream, options);
    return new LocalStreamSequence(
      () => this.streamPages(stream, options),
      () => this.open().readStream(stream, HIGHEST_REVISION, 'backward', 1).length > 0,
    );
  }

  readAll(options: ReadAllOptions = {}): EventSequence {
    checkReadAll(options);
    if (options.after !== undefined) fromPosition('after', options.after);
    return new PagedSequence(() => this.allPages(options));
  }

  subscribe(options: SubscribeOptions): Subscription {
    checkBatchSize(options.batchSize);
    if (options.after !== undefined && options.after !== 'end') fromPosition('after', options.after);
    this.open();
    if (this.subscriptions.size === 0) this.following(true);
    const subscription = new CatchUpSubscription(
      {
        appended: this.log.appended,
        head: () => this.open().head(),
        readPage: (after, limit, filter) => this.open().readAll(after, 'forward', limit, filter),
        isPassing: (error) => isDomainError(error) && error.code === 'EVENT_STORE.UNAVAILABLE',
      },
      options,
      this.retry,
      (ended) => {
        this.subscriptions.delete(ended);
        if (this.subscriptions.size === 0) this.following(false);
      },
    );
    this.subscriptions.add(subscription);
    return subscription;
  }

  async head(): Promise<Position | null> {
    return this.open().head();
  }

  comparePositions(a: Position, b: Position): number {
    return compareLocalPositions(a, b);
  }

  /** Writes what waits, ends every subscription and lets go of the log; harmless the second time. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.release();
  }

  /** @throws EVENT_STORE.UNAVAILABLE once closed */
  protected open(): LocalLog {
    if (this.closed) throw unavailable('the store was closed');
    return this.log;
  }

  private async *streamPages(
    stream: string,
    { fromRevision, direction = 'forward', limit = Infinity }: ReadStreamOptions,
  ): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    let from = fromRevision ?? (direction === 'forward' ? 0n : HIGHEST_REVISION);
    for (let left = limit; left > 0;) {
      const size = Math.min(left, PAGE);
      const page = this.open().readStream(stream, from, direction, size);
      if (page.length > 0) yield page;
      if (page.length < size) return;
      from = page[page.length - 1]!.revision + (direction === 'forward' ? 1n : -1n);
      left -= page.length;
      if (from < 0n) return;
      await nextTurn();
    }
  }

  private async *allPages({
    after,
    direction = 'forward',
    limit = Infinity,
    filter,
    pageSize = PAGE,
  }: ReadAllOptions): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    let cursor = after ?? null;
    for (let left = limit; left > 0;) {
      const page = this.open().readAll(cursor, direction, Math.min(left, pageSize), filter);
      if (page.events.length > 0) yield page.events;
      if (!page.more) return;
      cursor = page.scannedTo;
      left -= page.events.length;
      await nextTurn();
    }
  }
}
