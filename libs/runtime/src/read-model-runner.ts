import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open as openHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { Clock, Event, Instant, Recorded } from '#kernel';
import { DomainError } from '#kernel';
import type { EventStore, Position, StoredEvent, Subscription } from '#event-store';
import { fileLock } from '#key-store';

import type { EventCodec } from './codec.js';
import { ReadModelFile } from './read-model-file.js';
import type { Projection, ReadModelReader, SqlValue } from './read-model.js';

export interface ReadModelStatus {
  readonly state: 'starting' | 'catchingUp' | 'live' | 'stopped' | 'failing';
  readonly checkpoint: Position | null;
  /** Set while a projection fails: which, on which event, and why. Nothing is skipped. */
  readonly failure: { readonly projection: string; readonly position: Position; readonly cause: string } | null;
  readonly staleSince: Instant | null;
}

export interface ReadModelOptions {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly projections: readonly Projection[];
  /** Folder for the file; null keeps it in memory. */
  readonly folder: string | null;
  readonly name: string;
  readonly clock: Clock;
  readonly retryMilliseconds?: number;
  /** Reads only the types its projections listen to; such a read model knows no recorded times of the others. */
  readonly onlyListened?: boolean;
}

class ProjectionFailure extends Error {
  constructor(
    readonly projection: string,
    readonly position: Position,
    override readonly cause: unknown,
  ) {
    super(`projection ${projection} failed at ${position}`);
  }
}

/** Runs a set of projections from one subscription: rows and checkpoint in one transaction, no event skipped. */
export class ReadModelRunner {
  private file: ReadModelFile | null = null;
  private inode = 0;
  private subscription: Subscription | null = null;
  private current: ReadModelStatus = { state: 'starting', checkpoint: null, failure: null, staleSince: null };
  private readonly waiters = new Set<() => void>();
  private readonly byType = new Map<string, Projection[]>();
  private readonly opened: ReadonlySet<string>;
  private retryTimer: NodeJS.Timeout | null = null;
  private stopping = false;
  private latestTime = '';
  /** Types from a newer release that were passed by. */
  unknownTypes = 0;

  constructor(private readonly options: ReadModelOptions) {
    for (const projection of options.projections)
      for (const type of projection.listensTo) this.byType.set(type, [...(this.byType.get(type) ?? []), projection]);
    this.opened = new Set(options.projections.flatMap(({ opens }) => opens ?? []));
  }

  /** Changes whenever a projection's name, version or tables change; part of the file's name. */
  get fingerprint(): string {
    const text = this.options.projections
      .map(({ name, version, schema }) => `${name}@${version}\n${schema}`)
      .join('\n');
    return createHash('sha256').update(text).digest('hex').slice(0, 12);
  }

  private get path(): string {
    const { folder, name } = this.options;
    return folder === null ? ':memory:' : join(folder, `${name}-${this.fingerprint}.db`);
  }

  /** Opens or builds the read model and follows the log. */
  start(): void {
    this.stopping = false;
    if (this.options.folder !== null) mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    this.open();
    this.follow();
  }

  private open(): void {
    this.file = new ReadModelFile(this.path, this.options.projections);
    this.inode = this.path === ':memory:' ? 0 : statSync(this.path).ino;
    this.latestTime =
      this.file.get<{ at: string | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
    this.current = { ...this.current, checkpoint: this.file.checkpoint };
  }

  private follow(): void {
    const after = this.file!.checkpoint;
    this.subscription = this.options.store.subscribe({
      ...(after === null ? {} : { after }),
      ...(this.options.onlyListened ? { filter: { types: [...this.byType.keys()] } } : {}),
      batchSize: 1000,
      handle: async ({ events, checkpoint }) => {
        this.reopenIfReplaced();
        await this.apply(events, checkpoint);
      },
      onState: (state, error) => {
        if (state === 'live' || state === 'catchingUp')
          this.current = { ...this.current, state, ...(state === 'live' ? { failure: null, staleSince: null } : {}) };
        if (state === 'live') this.wake();
        if (state === 'dropped' && !this.stopping) this.retryLater(error);
      },
    });
  }

  private retryLater(error: unknown): void {
    const failure =
      error instanceof ProjectionFailure
        ? { projection: error.projection, position: error.position, cause: causeOf(error.cause) }
        : { projection: '(log)', position: this.current.checkpoint ?? '', cause: causeOf(error) };
    this.current = {
      ...this.current,
      state: 'failing',
      failure,
      staleSince: this.current.staleSince ?? this.options.clock.now(),
    };
    this.wake();
    this.retryTimer = setTimeout(() => {
      if (!this.stopping) this.follow();
    }, this.options.retryMilliseconds ?? 1000);
    this.retryTimer.unref();
  }

  /** A rebuild by another process puts a new file in this one's place. */
  reopenIfReplaced(): void {
    if (this.path === ':memory:' || !this.file) return;
    const inode = existsSync(this.path) ? statSync(this.path).ino : 0;
    if (inode === this.inode || inode === 0) return;
    this.file.close();
    this.open();
  }

  private async apply(events: readonly StoredEvent[], checkpoint: Position): Promise<void> {
    const decoded = await this.decode(events);
    const file = this.file!;
    try {
      this.commit(file, decoded, checkpoint);
    } catch (error) {
      if (!(error instanceof ProjectionFailure)) throw error;
      // Keep what came before the failing event, so that the read model stands exactly in front of it.
      const good = decoded.filter(({ position }) => this.options.store.comparePositions(position, error.position) < 0);
      if (good.length > 0) this.commit(file, good, good.at(-1)!.position);
      this.settle(file);
      throw error;
    }
    this.settle(file);
  }

  private settle(file: ReadModelFile): void {
    this.current = { ...this.current, checkpoint: file.checkpoint };
    this.wake();
  }

  private async decode(events: readonly StoredEvent[]): Promise<Recorded[]> {
    const decoded: Recorded[] = [];
    for (const stored of events) {
      if (!this.byType.has(stored.type)) {
        if (!this.options.codec.knows(stored.type)) this.unknownTypes += 1;
        decoded.push({ event: { type: '', data: null }, ...place(stored) });
        continue;
      }
      const recorded = this.options.codec.decode(stored);
      if (!recorded) continue;
      decoded.push(
        this.opened.has(stored.type)
          ? { ...recorded, event: { ...recorded.event, data: await this.options.codec.open(recorded.event.data) } }
          : recorded,
      );
    }
    return decoded;
  }

  private commit(file: ReadModelFile, events: readonly Recorded[], checkpoint: Position): void {
    const { store } = this.options;
    file.database.exec('BEGIN IMMEDIATE');
    try {
      // Another runner on the same file may have come first: what it has applied is not applied again.
      const done = file.checkpoint;
      for (const recorded of events) {
        if (done !== null && store.comparePositions(recorded.position, done) <= 0) continue;
        this.applyOne(file, recorded);
      }
      if (done === null || store.comparePositions(checkpoint, done) > 0)
        file.run('UPDATE checkpoint SET position = ? WHERE one = 1', checkpoint);
      file.database.exec('COMMIT');
    } catch (error) {
      if (file.database.inTransaction) file.database.exec('ROLLBACK');
      this.latestTime = file.get<{ at: string | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
      throw error;
    }
  }

  private applyOne(file: ReadModelFile, recorded: Recorded): void {
    if (recorded.recordedAt > this.latestTime) {
      this.latestTime = recorded.recordedAt;
      file.run(
        'INSERT OR IGNORE INTO recorded_time (recorded_at, position) VALUES (?, ?)',
        recorded.recordedAt,
        recorded.position,
      );
    }
    for (const projection of this.byType.get(recorded.event.type) ?? []) {
      try {
        projection.apply(file, recorded as Recorded<Event<string, never>>);
      } catch (error) {
        throw new ProjectionFailure(projection.name, recorded.position, error);
      }
    }
  }

  private wake(): void {
    for (const waiter of [...this.waiters]) waiter();
  }

  /**
   * Resolves true once the read model has passed a position; false when it has not within the bound, or at once when a
   * projection is failing.
   */
  async waitFor(position: Position, milliseconds = 2000): Promise<boolean> {
    const reached = () =>
      this.current.checkpoint !== null && this.options.store.comparePositions(this.current.checkpoint, position) >= 0;
    if (reached()) return true;
    if (this.current.state === 'failing' || this.current.state === 'stopped') return false;
    return new Promise((resolve) => {
      const finish = (answer: boolean) => {
        clearTimeout(timer);
        this.waiters.delete(check);
        resolve(answer);
      };
      const check = () => {
        if (reached()) finish(true);
        else if (this.current.state === 'failing' || this.current.state === 'stopped') finish(false);
      };
      const timer = setTimeout(() => finish(reached()), milliseconds);
      this.waiters.add(check);
    });
  }

  get status(): ReadModelStatus {
    return this.current;
  }

  /** Reads whatever file serves at the moment of each question: a rebuild may swap it while an answer is put together. */
  private readonly serving: ReadModelReader = {
    all: <R>(sql: string, ...parameters: SqlValue[]) => this.openFile().all<R>(sql, ...parameters),
    get: <R>(sql: string, ...parameters: SqlValue[]) => this.openFile().get<R>(sql, ...parameters),
  };

  /** @throws RUNTIME.READ_MODEL_CLOSED */
  get reader(): ReadModelReader {
    this.openFile();
    return this.serving;
  }

  private openFile(): ReadModelFile {
    if (this.file) return this.file;
    throw new DomainError('RUNTIME.READ_MODEL_CLOSED', 'The read model is not open.', { kind: 'unavailable' });
  }

  /** Exclusive position bound of "as known on": the first event stamped later. Null when there is none. */
  positionAfter(instant: Instant): Position | null {
    return (
      this.reader.get<{ position: string }>(
        'SELECT position FROM recorded_time WHERE recorded_at > ? ORDER BY recorded_at LIMIT 1',
        instant,
      )?.position ?? null
    );
  }

  /**
   * Builds a second file from one read of the log, up to a position (default: the head), without touching the first.
   * @returns the open file; the caller closes or swaps it
   */
  async build(path: string, upTo?: Position): Promise<ReadModelFile> {
    for (const suffix of ['', '-wal', '-shm']) if (path !== ':memory:') rmSync(path + suffix, { force: true });
    const builder = new ReadModelRunner({ ...this.options, folder: null });
    const file = new ReadModelFile(path, this.options.projections, true);
    const { store } = this.options;
    for await (const page of store.readAll({ pageSize: 1000 }).pages()) {
      const wanted =
        upTo === undefined ? page : page.filter(({ position }) => store.comparePositions(position, upTo) <= 0);
      if (wanted.length > 0) builder.commit(file, await builder.decode(wanted), wanted.at(-1)!.position);
      if (wanted.length < page.length) break;
    }
    file.serve();
    return file;
  }

  /**
   * Rebuilds the whole read model beside the old one and swaps it in; the old one serves until then, and is overwritten
   * where no other process has it open. Waits while another process rebuilds the same file.
   */
  async rebuild(): Promise<void> {
    if (this.path === ':memory:') {
      const built = await this.build(':memory:');
      await this.subscription?.stop();
      this.file?.close();
      this.file = built;
      this.current = { ...this.current, checkpoint: built.checkpoint };
      this.latestTime = built.get<{ at: string | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
      this.follow();
      return;
    }
    mkdirSync(this.options.folder!, { recursive: true, mode: 0o700 });
    const lock = await fileLock(`${this.path}.lock`);
    try {
      await this.rebuildFile();
    } finally {
      lock.release();
    }
  }

  private async rebuildFile(): Promise<void> {
    const beside = `${this.path}.new`;
    const built = await this.build(beside);
    built.database.pragma('wal_checkpoint(TRUNCATE)');
    built.close();
    syncFile(beside);
    const serving = this.file !== null;
    await this.subscription?.stop();
    const old = this.file?.isOursAlone() ? await openIfStill(this.path, this.inode) : null;
    this.file?.close();
    for (const suffix of ['-wal', '-shm']) rmSync(this.path + suffix, { force: true });
    renameSync(beside, this.path);
    this.removeOlder();
    if (serving) {
      this.open();
      this.follow();
    }
    if (old) await overwrite(old);
  }

  private removeOlder(): void {
    const { folder, name } = this.options;
    for (const entry of readdirSync(folder!))
      if (entry.startsWith(`${name}-`) && !entry.startsWith(`${name}-${this.fingerprint}`))
        rmSync(join(folder!, entry), { force: true });
  }

  /** Builds a copy up to the served checkpoint and names every table whose rows differ; empty when all are equal. */
  async verify(): Promise<readonly string[]> {
    const served = this.file ?? new ReadModelFile(this.path, this.options.projections);
    const { checkpoint, contents: ours } = served.snapshot(this.options.projections);
    const expected =
      checkpoint === null
        ? new ReadModelFile(':memory:', this.options.projections)
        : await this.build(':memory:', checkpoint);
    const theirs = expected.contents(this.options.projections);
    const text = (rows: unknown) =>
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
    const differing = Object.keys(theirs).filter((table) => text(ours[table]) !== text(theirs[table]));
    expected.close();
    if (served !== this.file) served.close();
    return differing;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.retryTimer) clearTimeout(this.retryTimer);
    await this.subscription?.stop();
    this.current = { ...this.current, state: 'stopped' };
    this.wake();
    this.file?.close();
    this.file = null;
  }
}

const place = ({ id, stream, revision, position, recordedAt, metadata }: StoredEvent) => ({
  id,
  stream,
  revision,
  position,
  recordedAt,
  metadata: metadata as never,
});

/** What was built without syncing is on the disk before it takes the place of what was. */
const syncFile = (path: string): void => {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** A file to be overwritten later; null when another process has put its own in that place, which must not be touched. */
const openIfStill = async (path: string, inode: number): Promise<FileHandle | null> => {
  if (!existsSync(path)) return null;
  const file = await openHandle(path, 'r+');
  if ((await file.stat()).ino === inode) return file;
  await file.close();
  return null;
};

/** Overwrites a file that has lost its name and that nobody reads any more: it may hold persons who are to be forgotten. */
const overwrite = async (file: FileHandle): Promise<void> => {
  try {
    const { size } = await file.stat();
    const noughts = Buffer.alloc(1_048_576);
    for (let at = 0; at < size; at += noughts.length)
      await file.write(noughts, 0, Math.min(noughts.length, size - at), at);
    await file.sync();
  } finally {
    await file.close();
  }
};

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
