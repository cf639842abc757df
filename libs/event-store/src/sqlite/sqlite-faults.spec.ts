import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import Database from 'better-sqlite3';

import { FixedClock } from '#kernel';

import { collect, newEvent, newEvents, revisions } from '../contract/support.js';
import { SqliteEventStore } from './index.js';
import { newFolder } from './testing/sqlite-stores.js';

const clock = new FixedClock('2026-06-01T14:00:00.000Z');
const script = (name: string): string => fileURLToPath(new URL(`./testing/${name}`, import.meta.url));
const FROM_SOURCE = ['--conditions=source', '--import', script('typescript.mjs')];
const unavailable = (cause: RegExp) =>
  expect.objectContaining({
    code: 'EVENT_STORE.UNAVAILABLE',
    details: expect.objectContaining({ cause: expect.stringMatching(cause) }),
  });

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await newFolder();
  file = join(folder, 'log.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

const firstLine = async (child: ChildProcess): Promise<string> =>
  (await once(createInterface({ input: child.stdout! }), 'line'))[0];

describe('A log locked by another process', () => {
  it('refuses appends as unavailable once they have waited, without holding up this process, and then recovers', async () => {
    const store = await SqliteEventStore.open({ file, clock, busyMilliseconds: 150 });
    await store.append('case-1', [newEvent()], 'no_stream');
    const other = spawn(process.execPath, [script('hold-lock.mjs'), file], { stdio: ['pipe', 'pipe', 'inherit'] });
    expect(await firstLine(other)).toBe('held');

    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const refusals = await Promise.allSettled([
      store.append('case-1', [newEvent()], 0n),
      store.append('case-2', newEvents(3), 'no_stream'),
    ]);
    clearInterval(turning);
    expect(refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason)).toEqual([
      unavailable(/another process holds the log \(SQLITE_BUSY/),
      unavailable(/another process holds the log/),
    ]);
    expect(turns).toBeGreaterThan(3);
    expect(revisions(await collect(store.readStream('case-1')))).toEqual([0n]);

    const waiting = store.append('case-1', [newEvent()], 0n);
    other.stdin.end();
    await once(other, 'exit');
    expect((await waiting.catch(() => store.append('case-1', [newEvent()], 0n))).revision).toBe(1n);
    expect((await store.append('case-2', newEvents(3), 'no_stream')).revision).toBe(2n);
    await store.close();
  });
});

describe('A file that is not a sound log', () => {
  it('is refused on opening with the cause, and opens once it has been put right', async () => {
    await writeFile(file, 'This is not a database at all. '.repeat(200));
    await expect(SqliteEventStore.open({ file, clock })).rejects.toEqual(unavailable(/not an event log/));
    await rm(file);
    await (await SqliteEventStore.open({ file, clock })).close();
  });

  it('is refused when it is a database of something else, which is left as it was', async () => {
    const other = new Database(file);
    other.exec('CREATE TABLE something (a)');
    other.close();
    await expect(SqliteEventStore.open({ file, clock })).rejects.toEqual(unavailable(/something else/));
    const again = new Database(file);
    expect(again.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['something']);
    again.close();
  });

  it('is refused when a newer release has written it', async () => {
    await (await SqliteEventStore.open({ file, clock })).close();
    const newer = new Database(file);
    newer.pragma('user_version = 2');
    newer.close();
    await expect(SqliteEventStore.open({ file, clock })).rejects.toEqual(unavailable(/format 2/));
  });

  it('is refused when it cannot be opened at all', async () => {
    await mkdir(file);
    await expect(SqliteEventStore.open({ file, clock })).rejects.toEqual(unavailable(/EISDIR/));
  });

  it('says that it is damaged when a reader meets a broken page, and reads again from a restored copy', async () => {
    const store = await SqliteEventStore.open({ file, clock });
    for (let n = 0; n < 5; n += 1) await store.append('case-1', newEvents(400), 'any');
    await store.close();
    const copy = `${file}.backup`;
    await copyFile(file, copy);
    const broken = await open(file, 'r+');
    const { size } = await broken.stat();
    // The first page stays whole, so that the file opens.
    await broken.write(Buffer.alloc(size - 8_192, 0xa5), 0, size - 8_192, 8_192);
    await broken.close();
    await expect(
      (async () => collect((await SqliteEventStore.open({ file, clock })).readStream('case-1')))(),
    ).rejects.toEqual(unavailable(/damaged.*SQLITE_CORRUPT/));
    const restored = await SqliteEventStore.open({ file: copy, clock });
    expect(await collect(restored.readStream('case-1'))).toHaveLength(2_000);
    await restored.close();
  });
});

describe('A full disk', () => {
  it('refuses the append as unavailable, leaves nothing half-written, and takes it once there is room', async () => {
    const store = await SqliteEventStore.open({ file, clock });
    await store.append('case-1', [newEvent()], 'no_stream');
    const { database } = store['sqlite'];
    database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
    const big = newEvents(8).map((event) => ({ ...event, data: { text: 'x'.repeat(100_000) } }));
    await expect(store.append('case-2', big, 'no_stream')).rejects.toEqual(unavailable(/disk is full \(SQLITE_FULL/));
    expect(await store.readStream('case-2').exists()).toBe(false);
    database.pragma('max_page_count = 1000000');
    expect((await store.append('case-2', big, 'no_stream')).revision).toBe(7n);
    expect((await store.append('case-1', [newEvent()], 0n)).revision).toBe(1n);
    await store.close();
  });
});

describe('Several processes at one file (faults.md E15)', () => {
  it('all get in to streams of their own, and of those that want one place one wins and the others get a conflict', async () => {
    const run = async (name: string) => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...FROM_SOURCE,
        script('compete.mjs'),
        file,
        name,
      ]);
      return JSON.parse(stdout) as { own: number; won: number; conflicts: number; others: string[] };
    };
    const outcomes = await Promise.all([run('north'), run('south'), run('west')]);
    for (const { own, won, others } of outcomes) expect({ own, won, others }).toEqual({ own: 20, won: 20, others: [] });

    const store = await SqliteEventStore.open({ file, clock });
    const wanted = await collect(store.readStream('wanted'));
    expect(revisions(wanted)).toEqual(Array.from({ length: 60 }, (_, n) => BigInt(n)));
    const log = await collect(store.readAll());
    expect(log).toHaveLength(120);
    const stamps = log.map(({ recordedAt }) => recordedAt);
    expect(stamps).toEqual([...stamps].sort());
    await store.close();
  }, 30_000);
});

describe('A writer killed in the middle (kill -9)', () => {
  it('has lost no append that it acknowledged, and left no part of one that it did not', async () => {
    for (const acknowledgments of [5, 60, 200]) {
      const child = spawn(process.execPath, [...FROM_SOURCE, script('append-until-killed.mjs'), file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged = new Map<string, bigint>();
      let heard = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        const [stream, revision] = line.split(' ') as [string, string];
        acknowledged.set(stream, BigInt(revision));
        if ((heard += 1) === acknowledgments) child.kill('SIGKILL');
      }
      expect(heard).toBeGreaterThanOrEqual(acknowledgments);

      const store = await SqliteEventStore.open({ file, clock });
      expect(store['sqlite'].database.pragma('integrity_check', { simple: true })).toBe('ok');
      for (const [stream, revision] of acknowledged) {
        const stored = revisions(await collect(store.readStream(stream)));
        expect(stored).toEqual(stored.map((_, n) => BigInt(n)));
        expect(stored.at(-1)! >= revision).toBe(true);
        expect(stored.length % 3).toBe(0);
      }
      await store.close();
    }
  }, 30_000);
});
