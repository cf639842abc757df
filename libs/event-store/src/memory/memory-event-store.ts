import type { Clock } from '#kernel';

import { admitAppend, checkExpectation, checkName } from '../admission.js';
import type { RetryPolicy } from '../catch-up-subscription.js';
import type { AppendResult, EventStoreAdmin, Expectation, NewEvent } from '../event-store.port.js';
import { LocalEventStore } from '../local/local-event-store.js';
import { MemoryLog } from './memory-log.js';

export interface MemoryEventStoreOptions {
  readonly clock: Clock;
  /** A log to share with other stores; default: one of its own. */
  readonly log?: MemoryLog;
  readonly retry?: RetryPolicy;
}

/** The log in memory: for tests, case files and what-if computations. The same promises, nothing durable. */
export class MemoryEventStore extends LocalEventStore {
  private readonly clock: Clock;
  private readonly memory: MemoryLog;

  constructor({ clock, log = new MemoryLog(), retry }: MemoryEventStoreOptions) {
    super(log, retry);
    this.clock = clock;
    this.memory = log;
  }

  async append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult> {
    const admitted = admitAppend(stream, events, expectation);
    this.open();
    return this.memory.append(stream, admitted, expectation, this.clock);
  }

  protected async release(): Promise<void> {}
}

/** Administration of a log in memory. */
export class MemoryEventStoreAdmin implements EventStoreAdmin {
  constructor(private readonly log: MemoryLog) {}

  async softDelete(stream: string, expectation: Expectation): Promise<void> {
    this.delete(stream, expectation, false);
  }

  async tombstone(stream: string, expectation: Expectation): Promise<void> {
    this.delete(stream, expectation, true);
  }

  private delete(stream: string, expectation: Expectation, forGood: boolean): void {
    checkName('stream', stream);
    checkExpectation(expectation);
    this.log.delete(stream, expectation, forGood);
  }
}
