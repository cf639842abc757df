import type { Clock } from '#kernel';

import { admitAppend, checkExpectation, checkName } from '../admission.js';
import type { RetryPolicy } from '../catch-up-subscription.js';
import type { AppendResult, EventStoreAdmin, Expectation, NewEvent } from '../event-store.port.js';
import { LocalEventStore } from '../local/local-event-store.js';
import { openDatabase } from './database.js';
import type { BeforeCommit } from './group-commit.js';
import { GroupCommit } from './group-commit.js';
import { SqliteLog } from './sqlite-log.js';

export interface SqliteEventStoreOptions {
  /** Path on a local disk; WAL does not work on a network file system. */
  readonly file: string;
  readonly clock: Clock;
  /** How often another process's appends are looked for while a subscription runs. Default 50. */
  readonly pollMilliseconds?: number;
  /** How long an append waits while another process holds the log. Default 5,000. */
  readonly busyMilliseconds?: number;
  readonly retry?: RetryPolicy;
  readonly beforeCommit?: BeforeCommit;
}

/** The log in one SQLite file. Several processes on one machine may have it open, each with a store of its own. */
export class SqliteEventStore extends LocalEventStore {
  private readonly writer: GroupCommit;
  private polling: NodeJS.Timeout | undefined;

  private constructor(
    private readonly sqlite: SqliteLog,
    private readonly options: SqliteEventStoreOptions,
  ) {
    super(sqlite, options.retry);
    this.writer = new GroupCommit(sqlite, options.clock, options.busyMilliseconds ?? 5_000, options.beforeCommit);
  }

  /** @throws EVENT_STORE.UNAVAILABLE with the cause */
  static async open(options: SqliteEventStoreOptions): Promise<SqliteEventStore> {
    const database = await openDatabase(options.file, options.busyMilliseconds ?? 5_000);
    return new SqliteEventStore(new SqliteLog(database), options);
  }

  async append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult> {
    const admitted = admitAppend(stream, events, expectation);
    this.open();
    return this.writer.append(stream, events, admitted, expectation);
  }

  protected override following(any: boolean): void {
    clearInterval(this.polling);
    if (!any) return;
    this.sqlite.poll();
    this.polling = setInterval(() => this.sqlite.poll(), this.options.pollMilliseconds ?? 50);
  }

  protected async release(): Promise<void> {
    await this.writer.drain();
    this.sqlite.database.close();
  }
}

/** Administration of a log in a file, through a connection of its own. */
export class SqliteEventStoreAdmin implements EventStoreAdmin {
  private constructor(private readonly log: SqliteLog) {}

  /** @throws EVENT_STORE.UNAVAILABLE with the cause */
  static async open({ file }: Pick<SqliteEventStoreOptions, 'file'>): Promise<SqliteEventStoreAdmin> {
    return new SqliteEventStoreAdmin(new SqliteLog(await openDatabase(file, 5_000)));
  }

  async softDelete(stream: string, expectation: Expectation): Promise<void> {
    this.delete(stream, expectation, false);
  }

  async tombstone(stream: string, expectation: Expectation): Promise<void> {
    this.delete(stream, expectation, true);
  }

  async close(): Promise<void> {
    this.log.database.close();
  }

  private delete(stream: string, expectation: Expectation, forGood: boolean): void {
    checkName('stream', stream);
    checkExpectation(expectation);
    this.log.delete(stream, expectation, forGood);
  }
}
