import type Database from 'better-sqlite3';

import type { Clock, Instant } from '#kernel';
import { isDomainError } from '#kernel';

import type { AdmittedEvent } from '../admission.js';
import { duplicateEventId } from '../event-store.errors.js';
import type { AppendResult, Expectation, NewEvent } from '../event-store.port.js';
import { judge } from '../local/judgment.js';
import { toPosition } from '../local/position.js';
import { nextRecordedAt } from '../local/recorded-at.js';
import { committedHere } from './known-ends.js';
import { isBusy, isUniqueViolation, toCommitError, toPortError } from './sqlite-errors.js';
import type { SqliteLog } from './sqlite-log.js';

/** Most appends in one transaction: bounds how long one commit can hold up the process. */
const MOST_APPENDS = 256;

/** Runs inside the transaction, before the commit; an error refuses this append and leaves its neighbors alone. */
export type BeforeCommit = (append: { stream: string; events: readonly NewEvent[]; revision: bigint }) => void;

interface WaitingAppend {
  readonly stream: string;
  readonly events: readonly AdmittedEvent[];
  readonly offered: readonly NewEvent[];
  readonly expectation: Expectation;
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: AppendResult } | { readonly error: unknown };

/** A refusal of one append, as against a failure of the whole transaction. */
class Refusal {
  constructor(readonly error: unknown) {}
}

/**
 * The one writer of this connection. Appends that arrive in one turn of the event loop, or while another process
 * holds the log, share a transaction and so one sync of the disk. Each is judged on its own.
 */
export class GroupCommit {
  private waiting: WaitingAppend[] = [];
  private scheduled = false;
  private drained: () => void = () => undefined;
  private readonly begin: Database.Statement;
  private readonly commit: Database.Statement;
  private readonly save: Database.Statement;
  private readonly release: Database.Statement;
  private readonly undo: Database.Statement;

  constructor(
    private readonly log: SqliteLog,
    private readonly clock: Clock,
    private readonly busyMilliseconds: number,
    private readonly beforeCommit: BeforeCommit | undefined,
  ) {
    const { database } = log;
    // IMMEDIATE: a transaction that reads first and writes later fails for good once another process has written.
    this.begin = database.prepare('BEGIN IMMEDIATE');
    this.commit = database.prepare('COMMIT');
    this.save = database.prepare('SAVEPOINT one_append');
    this.release = database.prepare('RELEASE one_append');
    this.undo = database.prepare('ROLLBACK TO one_append');
  }

  append(
    stream: string,
    offered: readonly NewEvent[],
    events: readonly AdmittedEvent[],
    expectation: Expectation,
  ): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.busyMilliseconds;
      this.waiting.push({ stream, events, offered, expectation, deadline, resolve, reject });
      this.schedule(0);
    });
  }

  /** Resolves once nothing waits any more. */
  drain(): Promise<void> {
    if (this.waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => (this.drained = resolve));
  }

  private schedule(milliseconds: number): void {
    if (this.scheduled || this.waiting.length === 0) return;
    this.scheduled = true;
    const flush = (): void => {
      this.scheduled = false;
      this.flush();
    };
    if (milliseconds > 0) setTimeout(flush, milliseconds);
    else setImmediate(flush);
  }

  private flush(): void {
    const group = this.waiting.splice(0, MOST_APPENDS);
    let pauseMilliseconds = 0;
    try {
      const outcomes = this.write(group);
      group.forEach((append, index) => settle(append, outcomes[index]!));
      this.log.appended.raise();
    } catch (error) {
      if (isBusy(error)) {
        const now = performance.now();
        const late = group.filter((append) => append.deadline <= now);
        this.waiting.unshift(...group.filter((append) => append.deadline > now));
        late.forEach((append) => append.reject(toPortError(error)));
        pauseMilliseconds = 2 + Math.random() * 10;
      } else group.forEach((append) => append.reject(error));
    }
    if (this.waiting.length === 0) this.drained();
    this.schedule(pauseMilliseconds);
  }

  /** One transaction. @throws the error of SQLite when busy, else an error of the port; nothing was written then */
  private write(group: readonly WaitingAppend[]): readonly Outcome[] {
    const { database } = this.log;
    let committing = false;
    try {
      this.begin.run();
      const recordedAt = nextRecordedAt(this.clock, this.log.lastRecordedAt());
      const outcomes = group.map((append) => this.writeOne(append, recordedAt));
      committing = true;
      this.commit.run();
      committedHere();
      outcomes.forEach((outcome, index) => {
        if ('result' in outcome && !outcome.result.retried)
          this.log.ends.remember(group[index]!.stream, outcome.result.revision + 1n);
      });
      return outcomes;
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      if (isBusy(error)) throw error;
      throw committing ? toCommitError(error) : toPortError(error);
    }
  }

  private writeOne(append: WaitingAppend, recordedAt: Instant): Outcome {
    // A single statement undoes itself when it fails; several, or a hook behind one, need a place to go back to.
    const savepoint = append.events.length > 1 || this.beforeCommit !== undefined;
    if (savepoint) this.save.run();
    try {
      const result = this.judgeAndInsert(append, recordedAt);
      if (savepoint) this.release.run();
      return { result };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (savepoint) {
        this.undo.run();
        this.release.run();
      }
      return { error: error.error };
    }
  }

  private judgeAndInsert(append: WaitingAppend, recordedAt: Instant): AppendResult {
    const { stream, events, expectation } = append;
    const view = this.log.view(stream);
    const stored = refusing(() => judge(stream, view, events, expectation));
    if (stored) return { ...stored, retried: true };
    let revision = view.head;
    let place: bigint | null = null;
    for (const event of events) {
      revision += 1n;
      try {
        place = this.log.insert(stream, revision, event, recordedAt);
      } catch (error) {
        throw isUniqueViolation(error) ? new Refusal(duplicateEventId(stream, event.id)) : error;
      }
    }
    this.runHook(append, revision);
    return { revision, position: place === null ? null : toPosition(place), retried: false };
  }

  private runHook({ stream, offered }: WaitingAppend, revision: bigint): void {
    if (!this.beforeCommit) return;
    try {
      refuseAsync(this.beforeCommit({ stream, events: offered, revision }));
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a mark around what the hook threw, whatever that was
      throw new Refusal(error);
    }
  }
}

const settle = (append: WaitingAppend, outcome: Outcome): void => {
  if ('result' in outcome) append.resolve(outcome.result);
  else append.reject(outcome.error);
};

const refusing = <Result>(judgment: () => Result): Result => {
  try {
    return judgment();
  } catch (error) {
    throw isDomainError(error) ? new Refusal(error) : error;
  }
};

/** A promise inside a transaction would be committed at its first await and could not be taken back. */
const refuseAsync = (returned: unknown): void => {
  if (typeof (returned as { then?: unknown } | undefined)?.then !== 'function') return;
  Promise.resolve(returned).catch(() => undefined);
  throw new TypeError('A function that returns a promise cannot run inside a transaction.');
};
