import type {
  EventFilter,
  Position,
  StoredEvent,
  SubscribeOptions,
  Subscription,
  SubscriptionState,
} from './event-store.port.js';
import { nextTurn } from './paged-sequence.js';

/** One read of the log on behalf of a subscription. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to here was read or passed by the filter; null when the log holds nothing after the start. */
  readonly scannedTo: Position | null;
  /** Whether the log may hold more right behind. */
  readonly more: boolean;
}

/** What a subscription needs of a log that can be read in pages. */
export interface SubscriptionSource {
  readPage(after: Position | null, limit: number, filter: EventFilter | undefined): LogPage | Promise<LogPage>;
  head(): Position | null | Promise<Position | null>;
  readonly appended: Signal;
  /** Whether reading may work again later; anything else ends the subscription. */
  isPassing(error: unknown): boolean;
}

/** How often a failed read is repeated before the subscription gives up. The budget is restored once a read succeeds. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstMilliseconds: number;
  readonly mostMilliseconds: number;
}

/** Never gives up: a log that is away for an hour is followed again when it is back. */
export const KEEP_TRYING: RetryPolicy = { attempts: Infinity, firstMilliseconds: 50, mostMilliseconds: 5_000 };

/** Says "something was appended". Counting makes sure that no call between a look and a wait is missed. */
export class Signal {
  private raised = 0;
  private readonly listeners = new Set<() => void>();

  get count(): number {
    return this.raised;
  }

  raise(): void {
    this.raised += 1;
    for (const listener of [...this.listeners]) listener();
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** History after the checkpoint, then live, one batch at a time; the same code for every adapter that reads in pages. */
export class CatchUpSubscription implements Subscription {
  private current: SubscriptionState = 'catchingUp';
  private lastHandled: Position | null = null;
  private stopping = false;
  private wake: () => void = () => undefined;
  private readonly ended: Promise<void>;

  constructor(
    private readonly source: SubscriptionSource,
    private readonly options: SubscribeOptions,
    private readonly retry: RetryPolicy = KEEP_TRYING,
    private readonly onEnd: (subscription: CatchUpSubscription) => void = () => undefined,
  ) {
    this.ended = this.run();
  }

  get state(): SubscriptionState {
    return this.current;
  }

  get handled(): Position | null {
    return this.lastHandled;
  }

  stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    return this.ended;
  }

  private async run(): Promise<void> {
    try {
      await this.follow();
      this.enter('stopped');
    } catch (error) {
      this.enter('dropped', error);
    } finally {
      this.onEnd(this);
    }
  }

  private async follow(): Promise<void> {
    const { after, batchSize = 1_000, filter, handle } = this.options;
    // The first read of the head happens before subscribe() returns, so that 'end' means the moment of the call.
    let cursor = after === 'end' ? await this.untilRead(() => this.source.head()) : (after ?? null);
    this.notify('catchingUp');
    while (!this.stopping) {
      const seen = this.source.appended.count;
      const page = await this.untilRead(() => this.source.readPage(cursor, batchSize, filter));
      if (this.stopping || page === null) return;
      if (page.scannedTo !== null && page.scannedTo !== cursor) {
        if (page.more && this.current === 'live') this.enter('behind');
        await handle({ events: page.events, checkpoint: page.scannedTo });
        cursor = page.scannedTo;
        this.lastHandled = cursor;
      }
      if (page.more) await nextTurn();
      else {
        if (!this.stopping && this.source.appended.count === seen) this.enter('live');
        await this.untilAppended(seen);
      }
    }
  }

  /** Repeats a read that fails in passing, with growing, jittered pauses; null when stopped meanwhile. */
  private async untilRead<Result>(read: () => Result | Promise<Result>): Promise<Result | null> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await read();
      } catch (error) {
        if (!this.source.isPassing(error) || failures > this.retry.attempts) throw error;
        this.enter('behind', error);
        const longest = Math.min(this.retry.mostMilliseconds, this.retry.firstMilliseconds * 2 ** (failures - 1));
        await this.pause(longest * (0.5 + Math.random() / 2));
        if (this.stopping) return null;
      }
    }
  }

  private untilAppended(seen: number): Promise<void> {
    if (this.stopping || this.source.appended.count !== seen) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        forget();
        resolve();
      };
      const forget = this.source.appended.listen(done);
      this.wake = done;
    });
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private enter(state: SubscriptionState, error?: unknown): void {
    if (this.current === state && error === undefined) return;
    this.current = state;
    this.notify(state, error);
  }

  private notify(state: SubscriptionState, error?: unknown): void {
    try {
      this.options.onState?.(state, error);
    } catch {
      // A listener's own failure must neither stop the delivery nor become an unhandled rejection.
    }
  }
}
