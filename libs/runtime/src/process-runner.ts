import type { Actor, Clock, Event, EventCatalog, EventMetadata, ProcessCommand, ProcessManager } from '#kernel';
import { isDomainError, v5 } from '#kernel';
import type { EventStore, Position, StoredEvent, Subscription } from '#event-store';
import { isConflict } from '#event-store';

import type { EventCodec } from './codec.js';
import type { CommandRunner } from './command-runner.js';
import type { AnyCommandOperation } from './operation.js';

/** What a process manager's own stream holds: its place, and each reaction's commands with how they ended. */
export type ProcessEvent =
  | Event<
      'ProcessReacted',
      { readonly place: Position; readonly cause: string; readonly commands: readonly ProcessCommand[] }
    >
  | Event<
      'ProcessDispatched',
      { readonly place: Position; readonly cause: string; readonly outcomes: readonly string[] }
    >
  | Event<'ProcessPlaceKept', { readonly place: Position }>;

export const processCatalog = {
  ProcessReacted: { version: 1 },
  ProcessDispatched: { version: 1 },
  ProcessPlaceKept: { version: 1 },
} as const satisfies EventCatalog<ProcessEvent>;

export interface ProcessStatus {
  readonly name: string;
  readonly handled: Position | null;
  readonly failure: string | null;
}

const KEEP_PLACE_EVERY = 5000;

/**
 * Runs one process manager: durable (its place, inbox and outbox are its stream), idempotent (command ids are v5 of
 * process, causing event and index), and neither stopped nor replayed by a rebuild of read models.
 */
export class ProcessRunner {
  private subscription: Subscription | null = null;
  private handled: Position | null = null;
  private revision = -1n;
  private sinceKept = 0;
  private failure: string | null = null;
  private stopping = false;
  private timer: NodeJS.Timeout | null = null;
  private resuming: Promise<void> = Promise.resolve();
  private readonly waiters = new Set<() => void>();
  private readonly stream: string;
  private readonly actor: Actor;
  /** Highest position that this process's own commands have reached. */
  reached: Position | null = null;

  constructor(
    private readonly manager: ProcessManager,
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly commands: CommandRunner,
    private readonly operations: ReadonlyMap<string, AnyCommandOperation>,
    private readonly clock: Clock,
    private readonly retryMilliseconds = 1000,
  ) {
    this.stream = `process-${manager.name}`;
    this.actor = { id: this.stream, role: 'process', capacity: 'Town' };
  }

  /**
   * Finds its place and finishes what a crash left undone. From then on the feed hands it what it listens to; where it
   * cannot finish yet (it may wait for what another process has to do first) it tries again by itself.
   */
  async start(): Promise<'handled' | 'failed'> {
    this.stopping = false;
    try {
      await this.resume();
      return 'handled';
    } catch (error) {
      this.fallOut(error);
      return 'failed';
    }
  }

  /** Where it goes on; null for the beginning of the log. */
  get place(): Position | null {
    return this.handled;
  }

  get listensTo(): readonly string[] {
    return this.manager.listensTo;
  }

  /** Takes one hand-over. After a failure it follows the log by itself, so that it holds no other process up. */
  async accept(events: readonly StoredEvent[], checkpoint: Position): Promise<'handled' | 'failed'> {
    try {
      const mine = events.filter(
        ({ type, position }) =>
          this.manager.listensTo.includes(type) &&
          (this.handled === null || this.store.comparePositions(position, this.handled) > 0),
      );
      await this.pass(mine, checkpoint);
      return 'handled';
    } catch (error) {
      this.fallOut(error);
      return 'failed';
    }
  }

  private async resume(): Promise<void> {
    let unfinished: { place: Position; cause: string; commands: readonly ProcessCommand[] } | null = null;
    for await (const stored of this.store.readStream(this.stream, { direction: 'backward', limit: 1 })) {
      this.revision = stored.revision;
      const event = { type: stored.type, data: stored.data } as unknown as ProcessEvent;
      this.handled = event.data.place;
      if (event.type === 'ProcessReacted') unfinished = event.data;
    }
    if (unfinished) await this.dispatch(unfinished.place, unfinished.cause, unfinished.commands);
  }

  private async pass(events: readonly StoredEvent[], checkpoint: Position): Promise<void> {
    for (const stored of events) await this.handle(stored);
    if (this.handled === null || this.store.comparePositions(checkpoint, this.handled) > 0) this.handled = checkpoint;
    this.sinceKept += events.length;
    if (this.sinceKept >= KEEP_PLACE_EVERY) {
      await this.write({ type: 'ProcessPlaceKept', data: { place: checkpoint } }, checkpoint);
      this.sinceKept = 0;
    }
    this.failure = null;
    this.wake();
  }

  private follow(): void {
    this.subscription = this.store.subscribe({
      ...(this.handled === null ? {} : { after: this.handled }),
      filter: { types: this.manager.listensTo },
      handle: ({ events, checkpoint }) => this.pass(events, checkpoint),
      onState: (state, error) => {
        if (state === 'dropped') this.fallOut(error);
      },
    });
  }

  private fallOut(error: unknown): void {
    if (this.stopping) return;
    this.failure = error instanceof Error ? error.message : String(error);
    this.wake();
    this.timer = setTimeout(() => {
      if (!this.stopping) this.resuming = this.resumeAndFollow();
    }, this.retryMilliseconds);
    this.timer.unref();
  }

  /** What cannot be finished now is tried again, and nothing is passed over meanwhile; a stop in between ends it. */
  private async resumeAndFollow(): Promise<void> {
    try {
      await this.resume();
      if (!this.stopping) this.follow();
    } catch (error) {
      this.fallOut(error);
    }
  }

  private async handle(stored: StoredEvent): Promise<void> {
    const recorded = this.codec.decode<Event<string, never>>(stored);
    if (!recorded) return;
    const commands = this.manager.react(recorded);
    if (commands.length === 0) return;
    const place = stored.position;
    const written = await this.write(
      { type: 'ProcessReacted', data: { place, cause: stored.id, commands } },
      stored.id,
    );
    if (written) await this.dispatch(place, stored.id, commands);
  }

  private async dispatch(place: Position, cause: string, commands: readonly ProcessCommand[]): Promise<void> {
    const outcomes: string[] = [];
    for (const [index, { operationId, body }] of commands.entries()) {
      const operation = this.operations.get(operationId);
      if (!operation) throw new TypeError(`process ${this.manager.name} sends the unknown command ${operationId}`);
      try {
        const { position } = await this.commands.run(operation, body, {
          actor: this.actor,
          key: v5(this.manager.name, cause, String(index)),
          causationId: cause,
        });
        if (position !== null && (this.reached === null || this.store.comparePositions(position, this.reached) > 0))
          this.reached = position;
        outcomes.push('done');
      } catch (error) {
        if (isDomainError(error) && error.code === 'EVENT_STORE.DUPLICATE_EVENT_ID') {
          // Event ids come from the command's: it was recorded before a crash, and what is new by now has its own cause.
          outcomes.push('done');
          continue;
        }
        // A refusal is data; a log that cannot be written is not, and is tried again.
        if (!isDomainError(error) || error.kind === 'unavailable' || error.kind === 'conflict') throw error;
        outcomes.push(error.code);
      }
    }
    await this.write({ type: 'ProcessDispatched', data: { place, cause, outcomes } }, cause);
  }

  /** False when another server's runner of the same process came first. */
  private async write(event: ProcessEvent, cause: string): Promise<boolean> {
    const id = v5(this.stream, event.type, cause);
    const metadata: EventMetadata = {
      commandId: id,
      operationId: this.manager.name,
      $correlationId: cause,
      $causationId: cause,
      actor: this.actor.id,
      role: 'process',
      capacity: 'Town',
      v: 1,
      body: '',
    };
    try {
      const { revision } = await this.store.append(
        this.stream,
        [this.codec.encode(event, id, metadata)],
        this.revision < 0n ? 'no_stream' : this.revision,
      );
      this.revision = revision;
      return true;
    } catch (error) {
      if (!isConflict(error)) throw error;
      for await (const stored of this.store.readStream(this.stream, { direction: 'backward', limit: 1 }))
        this.revision = stored.revision;
      return false;
    }
  }

  private wake(): void {
    for (const waiter of [...this.waiters]) waiter();
  }

  /** Resolves true once everything up to a position has been reacted to and dispatched; false after the bound. */
  async waitFor(position: Position, milliseconds = 5000): Promise<boolean> {
    const reached = () => this.handled !== null && this.store.comparePositions(this.handled, position) >= 0;
    if (reached()) return true;
    if (this.stopping) return false;
    return new Promise((resolve) => {
      const finish = (answer: boolean) => {
        clearTimeout(timer);
        this.waiters.delete(check);
        resolve(answer);
      };
      const check = () => {
        if (reached()) finish(true);
        else if (this.failure !== null || this.stopping) finish(false);
      };
      const timer = setTimeout(() => finish(reached()), milliseconds);
      this.waiters.add(check);
    });
  }

  get status(): ProcessStatus {
    return { name: this.manager.name, handled: this.handled, failure: this.failure };
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    this.wake();
    await this.resuming;
    await this.subscription?.stop();
  }
}
