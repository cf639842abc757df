import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { FixedClock } from '#kernel';

import { collect, newEvent, newEvents, numbers, upTo } from '../contract/support.js';
import { SqliteEventStore } from './index.js';
import { newFolder } from './testing/sqlite-stores.js';

const clock = new FixedClock('2026-06-01T14:00:00.000Z');
let folder: string;
let file: string;
let store: SqliteEventStore;
beforeEach(async () => {
  folder = await newFolder();
  file = join(folder, 'kept', 'log.sqlite');
  store = await SqliteEventStore.open({ file, clock });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const commitsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const { commit } = store['writer'] as unknown as { commit: { run: () => unknown } };
  const run = commit.run.bind(commit);
  let commits = 0;
  commit.run = () => {
    commits += 1;
    return run();
  };
  await work();
  return commits;
};

describe('The file of the log', () => {
  it('is durable: WAL and synchronous=FULL, still so after it has been written and opened again', async () => {
    await store.append('case-1', [newEvent()], 'no_stream');
    const again = await SqliteEventStore.open({ file, clock });
    for (const { database } of [store['sqlite'], again['sqlite']]) {
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(database.pragma('synchronous', { simple: true })).toBe(2);
    }
    await again.close();
  });

  it('is for its owner only, with the files beside it', async () => {
    await store.append('case-1', [newEvent()], 'no_stream');
    for (const suffix of ['', '-wal', '-shm']) expect((await stat(file + suffix)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'kept'))).mode & 0o777).toBe(0o700);
  });

  it('lets no event be edited or removed by accident', async () => {
    await store.append('case-1', [newEvent()], 'no_stream');
    const other = new Database(file);
    expect(() => other.exec("UPDATE events SET data = '{}'")).toThrow('not edited');
    expect(() => other.exec('DELETE FROM events')).toThrow('not removed');
    other.close();
  });

  it('is read whole by a store opened later', async () => {
    await store.append('case-1', newEvents(3), 'no_stream');
    await store.close();
    store = await SqliteEventStore.open({ file, clock });
    expect(numbers(await collect(store.readAll()))).toEqual([0, 1, 2]);
    expect((await store.append('case-1', [newEvent()], 2n)).revision).toBe(3n);
  });
});

describe('Group commit', () => {
  it('writes appends that arrive together in one transaction, each judged on its own', async () => {
    await store.append('taken', [newEvent()], 'no_stream');
    const twice = newEvent();
    await store.append('twice', [twice], 'no_stream');
    let outcomes: Array<PromiseSettledResult<unknown>> = [];
    const commits = await commitsDuring(async () => {
      outcomes = await Promise.allSettled([
        store.append('new', newEvents(2), 'no_stream'),
        store.append('taken', [newEvent()], 'no_stream'),
        store.append('twice', [newEvent(), twice], 0n),
        store.append('new', [newEvent(2)], 1n),
        store.append('new', [newEvent()], 1n),
      ]);
    });
    expect(commits).toBe(1);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'stored'))).toEqual([
      'stored',
      'EVENT_STORE.CONFLICT',
      'EVENT_STORE.DUPLICATE_EVENT_ID',
      'stored',
      'EVENT_STORE.CONFLICT',
    ]);
    expect(numbers(await collect(store.readStream('new')))).toEqual([0, 1, 2]);
    expect(await collect(store.readStream('twice'))).toHaveLength(1);
  });

  it('gives way to others between very large groups', async () => {
    const commits = await commitsDuring(() =>
      Promise.all(upTo(600).map(() => store.append(randomUUID(), [newEvent()], 'no_stream'))),
    );
    expect(commits).toBe(3);
  });

  it('writes what waits before the store closes, and refuses what comes later', async () => {
    const waiting = store.append('case-1', [newEvent()], 'no_stream');
    await store.close();
    expect((await waiting).revision).toBe(0n);
    const closed = expect.objectContaining({ code: 'EVENT_STORE.UNAVAILABLE' });
    await expect(store.append('case-1', [newEvent()], 0n)).rejects.toEqual(closed);
    await expect(store.head()).rejects.toEqual(closed);
    await expect(collect(store.readAll())).rejects.toEqual(closed);
  });
});

describe('A filtered read', () => {
  it('finds rare events across many windows and a great hole, in both directions', async () => {
    for (let n = 0; n < 45; n += 1) await store.append(`common-${n}`, newEvents(1_000, 'Common'), 'no_stream');
    await store.append('rare', [newEvent(1, 'Rare')], 'no_stream');
    const other = new Database(file);
    other.exec("UPDATE sqlite_sequence SET seq = 9007199254740992 WHERE name = 'events'");
    other.close();
    await store.append('rare', [newEvent(2, 'Rare'), newEvent(3, 'Common')], 0n);
    const rare = { filter: { types: ['Rare'] } };
    expect(numbers(await collect(store.readAll(rare)))).toEqual([1, 2]);
    expect(numbers(await collect(store.readAll({ ...rare, direction: 'backward' })))).toEqual([2, 1]);
    expect(numbers(await collect(store.readAll({ filter: { streamPrefixes: ['rare'] } })))).toEqual([1, 2, 3]);
    expect(numbers(await collect(store.readAll({ ...rare, limit: 1 })))).toEqual([1]);
  });
});
