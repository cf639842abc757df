import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { FixedClock } from '#kernel';

import { collect, newEvent, numbers } from '../contract/support.js';
import { SqliteEventStore, SqliteEventStoreAdmin } from './index.js';
import { newFolder } from './testing/sqlite-stores.js';

const clock = new FixedClock('2026-06-01T14:00:00.000Z');
let folder: string;
let file: string;
let store: SqliteEventStore;
beforeEach(async () => {
  folder = await newFolder();
  file = join(folder, 'log.sqlite');
  store = await SqliteEventStore.open({ file, clock });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const after = async (revision: bigint) =>
  numbers(await collect(store.readStream('case-1', { fromRevision: revision })));

const searchesDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const { deletion } = store['sqlite'] as unknown as { deletion: { get: (stream: string) => unknown } };
  const get = deletion.get.bind(deletion);
  let searches = 0;
  deletion.get = (stream) => {
    searches += 1;
    return get(stream);
  };
  await work();
  deletion.get = get;
  return searches;
};

describe('The remembered end of a stream', () => {
  it('saves the search when nothing has come, also for a stream that never was', async () => {
    await store.append('case-1', [newEvent(1)], 'no_stream');
    await Promise.all(['case-1', 'none'].map((stream) => collect(store.readStream(stream))));
    const searches = await searchesDuring(async () => {
      expect(await after(1n)).toEqual([]);
      expect(await collect(store.readStream('none'))).toEqual([]);
    });
    expect(searches).toBe(0);
  });

  it('gives way to what this connection appends, and not to what it refuses', async () => {
    expect(await after(0n)).toEqual([]);
    await store.append('case-1', [newEvent(1)], 'no_stream');
    expect(await after(0n)).toEqual([1]);
    await expect(store.append('case-1', [newEvent(2)], 5n)).rejects.toMatchObject({ code: 'EVENT_STORE.CONFLICT' });
    await store.append('case-1', [newEvent(3)], 0n);
    expect(await after(1n)).toEqual([3]);
  });

  it('is forgotten as soon as another connection has committed, without a turn of the event loop between', async () => {
    const other = await SqliteEventStore.open({ file, clock });
    const admin = await SqliteEventStoreAdmin.open({ file });
    await store.append('case-1', [newEvent(1)], 'no_stream');
    expect(await after(1n)).toEqual([]);
    await other.append('case-1', [newEvent(2)], 0n);
    expect(await after(1n)).toEqual([2]);
    expect(await after(2n)).toEqual([]);
    await admin.tombstone('case-1', 1n);
    await expect(after(2n)).rejects.toMatchObject({ code: 'EVENT_STORE.STREAM_DELETED' });
    await admin.close();
    await other.close();
  });

  it('is not mistaken for the end when a reader began beyond it', async () => {
    await store.append('case-1', [newEvent(1), newEvent(2)], 'no_stream');
    const again = await SqliteEventStore.open({ file, clock });
    const ahead = numbers(await collect(again.readStream('case-1', { fromRevision: 9n })));
    expect(ahead).toEqual([]);
    expect(numbers(await collect(again.readStream('case-1', { fromRevision: 1n })))).toEqual([2]);
    await again.close();
  });

  it('is the end of the whole stream, not of a limited reading', async () => {
    await store.append('case-1', [newEvent(1), newEvent(2)], 'no_stream');
    const again = await SqliteEventStore.open({ file, clock });
    expect(numbers(await collect(again.readStream('case-1', { limit: 1 })))).toEqual([1]);
    expect(numbers(await collect(again.readStream('case-1', { fromRevision: 1n })))).toEqual([2]);
    await again.close();
  });
});
