import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FixedClock } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { SqliteEventStore } from '#event-store/sqlite';
import { MemoryKeyStore } from '#key-store';
import Database from 'better-sqlite3';

import { EventCodec } from './codec.js';
import { ReadModelRunner } from './read-model-runner.js';
import { ACTOR, bench, storedIn, tallyCatalog, totalsProjection } from './testing.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'outfall-read-model-'));

const runnerOver = (store: MemoryEventStore, options: { fault?: { on: number | null }; folder?: string } = {}) =>
  new ReadModelRunner({
    store,
    codec: new EventCodec([tallyCatalog], new MemoryKeyStore()),
    projections: [totalsProjection(options.fault)],
    folder: options.folder ?? null,
    name: 'spec',
    clock: new FixedClock('2026-06-01T14:00:00.000Z'),
    retryMilliseconds: 10,
  });

const ID = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const count = (n: number, amount: number, v = 2) => ({
  id: ID(n),
  type: 'TallyCounted',
  data: { tallyId: 'a', amount, ...(v === 2 ? { unit: 'day' } : {}) },
  metadata: { commandId: ID(n), operationId: 'countUp', v, body: '' },
});
const open = {
  id: ID(999),
  type: 'TallyOpened',
  data: { tallyId: 'a', number: 'T', title: null },
  metadata: { commandId: ID(999), operationId: 'openTally', v: 1, body: '' },
};

const settled = async (store: MemoryEventStore, runner: ReadModelRunner) => runner.waitFor((await store.head())!, 2000);

describe('the read-model runner (engineering note, section 4 H)', () => {
  it('ES-H01 keeps rows and checkpoint in one transaction: a failure between them counts nothing twice', async () => {
    const store = new MemoryEventStore({ clock: new FixedClock('2026-06-01T14:00:00.000Z') });
    await store.append('tally-a', [open, count(1, 1), count(2, 13), count(3, 1)], 'no_stream');
    const fault = { on: 13 as number | null };
    const runner = runnerOver(store, { fault });
    runner.start();
    expect(await settled(store, runner)).toBe(false);
    expect(runner.reader.get('SELECT total FROM total')).toEqual({ total: 1 });
    fault.on = null;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await settled(store, runner)).toBe(true);
    expect(runner.reader.get('SELECT total FROM total')).toEqual({ total: 15 });
    await runner.stop();
  });

  it('stops whole in front of a failing event, says which, where and why, skips nothing, and goes on after the fix (faults.md E10)', async () => {
    const fault = { on: 13 as number | null };
    const { engine } = await bench({ fault });
    await engine.execute('countUp', { tallyId: 'a', amount: 13 }, { actor: ACTOR });
    expect(engine.status.readModel).toMatchObject({
      state: 'failing',
      failure: { projection: 'totals', cause: 'cannot take 13' },
      staleSince: '2026-06-01T14:00:00.000Z',
    });
    const next = await engine.execute('countUp', { tallyId: 'a', amount: 2 }, { actor: ACTOR });
    expect(next).toMatchObject({ stale: true, answer: { counted: 1 } });
    fault.on = null;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(engine.status.readModel).toMatchObject({ state: 'live', failure: null });
    await engine.stop();
  });

  it('ES-H02 takes no second effect from a batch that comes twice, nor from a second runner on the same file (faults.md E04, E07)', async () => {
    const store = new MemoryEventStore({ clock: new FixedClock('2026-06-01T14:00:00.000Z') });
    const where = folder();
    const first = runnerOver(store, { folder: where });
    const second = runnerOver(store, { folder: where });
    first.start();
    second.start();
    await store.append('tally-a', [open], 'no_stream');
    for (let n = 1; n <= 50; n += 1) await store.append('tally-a', [count(n, 1)], 'any');
    expect(await settled(store, first)).toBe(true);
    expect(await settled(store, second)).toBe(true);
    expect(first.reader.get('SELECT total FROM total')).toEqual({ total: 50 });
    // ES-H07: the first is gone, the second goes on.
    await first.stop();
    await store.append('tally-a', [count(51, 1)], 'any');
    expect(await settled(store, second)).toBe(true);
    expect(second.reader.get('SELECT total FROM total')).toEqual({ total: 51 });
    await second.stop();
    rmSync(where, { recursive: true });
  });

  it('ES-H03 waits for a position already passed, one passed later, and gives up on one that never comes', async () => {
    const store = new MemoryEventStore({ clock: new FixedClock('2026-06-01T14:00:00.000Z') });
    await store.append('tally-a', [open], 'no_stream');
    const runner = runnerOver(store);
    runner.start();
    expect(await settled(store, runner)).toBe(true);
    const head = (await store.head())!;
    expect(await runner.waitFor(head)).toBe(true);
    const later = runner.waitFor((BigInt(head) + 1n).toString().padStart(head.length, '0'), 2000);
    await store.append('tally-a', [count(1, 1)], 'any');
    expect(await later).toBe(true);
    expect(await runner.waitFor((BigInt(head) + 100n).toString().padStart(head.length, '0'), 30)).toBe(false);
    await runner.stop();
  });

  it('ES-H04 builds the same rows from the log as it did event by event, and names a table that differs', async () => {
    const { engine, store } = await bench({ folder: folder() });
    for (let n = 0; n < 30; n += 1) {
      const { answer } = await engine.execute('openTally', { title: `T${n}` }, { actor: ACTOR });
      await engine.execute('countUp', { tallyId: answer['tallyId'], amount: n }, { actor: ACTOR });
    }
    expect(await engine.readModel.verify()).toEqual([]);
    const before = engine.readModel.reader.all('SELECT * FROM total ORDER BY tally_id');
    await engine.readModel.rebuild();
    await engine.drain();
    expect(engine.readModel.reader.all('SELECT * FROM total ORDER BY tally_id')).toEqual(before);
    (engine.readModel as unknown as { file: { run: (sql: string) => void } }).file.run(
      'UPDATE total SET total = total + 1 WHERE total = 29',
    );
    expect(await engine.readModel.verify()).toEqual(['total']);
    expect((await storedIn(store)).length).toBeGreaterThan(0);
    await engine.stop();
  });

  it('ES-H05 delivers the latest shape of an old event to folds, read models and processes alike', async () => {
    const { engine, store } = await bench();
    await store.append('tally-a', [open, count(1, 7, 1)], 'no_stream');
    await engine.drain();
    const { answer } = await engine.query('getTally', { tallyId: 'a' }, { actor: ACTOR });
    expect(answer).toMatchObject({ units: ['day'], row: { units: 'day', total: 7 } });
    expect((await engine.query('getTally', { tallyId: 'mirror' }, { actor: ACTOR })).answer).toMatchObject({
      total: 1,
    });
    await engine.stop();
  });

  it('ES-H06 passes a type of a newer release by, keeps its place, and counts it', async () => {
    const { engine, store } = await bench();
    await store.append('tally-a', [{ ...open, id: ID(5), type: 'TallyFramed' }, open], 'no_stream');
    await engine.drain();
    expect(engine.readModel.unknownTypes).toBe(1);
    expect(engine.status.readModel.checkpoint).toBe(await store.head());
    await engine.stop();
  });

  it('keeps a position beyond 2^53 to the digit, from the log to the checkpoint (faults.md E14)', async () => {
    const where = folder();
    const file = join(where, 'log.db');
    const clock = new FixedClock('2026-06-01T14:00:00.000Z');
    await (await SqliteEventStore.open({ file, clock })).close();
    const raw = new Database(file);
    raw.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('events', 9007199254740992)`).run();
    raw.close();
    const store = await SqliteEventStore.open({ file, clock });
    const { engine } = await bench({ store, folder: join(where, 'read-models') });
    const { position } = await engine.execute('countUp', { tallyId: 'a', amount: 1 }, { actor: ACTOR });
    expect(position).toMatch(/9007199254740993$/);
    expect(engine.status.readModel.checkpoint).toBe(position);
    await engine.stop();
    await store.close();
    rmSync(where, { recursive: true });
  });

  it('keeps its file to its owner, and replaces it when a projection changes', async () => {
    const where = folder();
    const { engine } = await bench({ folder: where });
    await engine.execute('countUp', { tallyId: 'a', amount: 1 }, { actor: ACTOR });
    expect(statSync(join(where, `read-model-${engine.readModel.fingerprint}.db`)).mode & 0o077).toBe(0);
    await engine.stop();
    rmSync(where, { recursive: true });
  });

  it('overwrites the file it replaces, whose bytes may name whoever is to be forgotten (design section 4)', async () => {
    const where = folder();
    const { engine } = await bench({ folder: where });
    await engine.execute('openTally', { title: 'Marker of a tally' }, { actor: ACTOR });
    const path = join(where, `read-model-${engine.readModel.fingerprint}.db`);
    // A handle opened before the swap still reaches the old file, as recovery from the disk would.
    const old = openSync(path, 'r');
    await engine.readModel.rebuild();
    const bytes = Buffer.alloc(fstatSync(old).size, 1);
    readSync(old, bytes, 0, bytes.length, 0);
    closeSync(old);
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    await engine.stop();
    rmSync(where, { recursive: true });
  });

  it('never overwrites the file that another process has put in the place of its own', async () => {
    const where = folder();
    const { engine, store, keys, clock } = await bench({ folder: where });
    const other = await bench({ store, keys, clock, folder: where });
    await engine.readModel.rebuild();
    const served = openSync(join(where, `read-model-${engine.readModel.fingerprint}.db`), 'r');
    await other.engine.readModel.rebuild();
    const head = Buffer.alloc(15);
    readSync(served, head, 0, head.length, 0);
    closeSync(served);
    expect(head.toString()).toBe('SQLite format 3');
    await engine.stop();
    await other.engine.stop();
    rmSync(where, { recursive: true });
  });

  it('lets rebuilds of one file follow each other, and answers go on from whatever file serves', async () => {
    const where = folder();
    const { engine, store, keys, clock } = await bench({ folder: where });
    const other = await bench({ store, keys, clock, folder: where });
    for (let index = 0; index < 20; index += 1)
      await engine.execute('openTally', { title: `Tally ${index}` }, { actor: ACTOR });
    const { reader } = engine.readModel;
    await Promise.all([engine, other.engine, engine, other.engine].map(({ readModel }) => readModel.rebuild()));
    // Before anything new makes them look whether their file was replaced, both read one that is whole.
    for (const { readModel } of [engine, other.engine])
      expect(readModel.reader.all('SELECT * FROM total')).toHaveLength(20);
    await engine.execute('openTally', { title: 'Late' }, { actor: ACTOR });
    await other.engine.drain();
    for (const { readModel } of [engine, other.engine]) {
      expect(readModel.reader.all('SELECT * FROM total')).toHaveLength(21);
      expect(await readModel.verify()).toEqual([]);
    }
    expect(reader.get('SELECT title FROM total WHERE title = ?', 'Late')).toEqual({ title: 'Late' });
    await engine.stop();
    await other.engine.stop();
    rmSync(where, { recursive: true });
  });
});
