import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import Database from 'better-sqlite3';

import { FixedClock } from '#kernel';

import type { StoresUnderTest } from '../../contract/contract.js';
import { RETRIES } from '../../contract/contract.js';
import { failingReads } from '../../contract/failing-reads.js';
import { toPosition } from '../../local/position.js';
import { SqliteEventStore, SqliteEventStoreAdmin } from '../index.js';

export const WRITER = fileURLToPath(new URL('./append-row.mjs', import.meta.url));

/** A new folder for the file of a log. */
export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'event-store-'));

/** Two stores, each with its own connection, over one new file. */
export const sqliteStores = async (): Promise<StoresUnderTest> => {
  const folder = await newFolder();
  const file = join(folder, 'log.sqlite');
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  const open = (more: object = {}) => SqliteEventStore.open({ file, clock, pollMilliseconds: 5, ...more });
  const [a, b] = [await open({ retry: RETRIES }), await open()];
  const admin = await SqliteEventStoreAdmin.open({ file });
  return {
    a,
    b,
    admin,
    cleanUp: async () => {
      await Promise.all([a.close(), b.close(), admin.close()]);
      await rm(folder, { recursive: true });
    },
    setClock: (instant) => clock.set(instant),
    openWithHook: (beforeCommit) => open({ beforeCommit }),
    failReads: failingReads(a['sqlite']),
    tellsBehind: true,
    storeAboveSafeIntegers: async (stream, revision, { id, type, data }) => {
      const database = new Database(file);
      database
        .prepare(
          'INSERT INTO events (position, stream, revision, id, type, recorded_at, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
        )
        .run(revision, stream, revision, id, type, clock.now(), JSON.stringify(data));
      database.close();
      return toPosition(revision);
    },
    appendFromAnotherProcess: async (stream, { id, type, data }) => {
      await promisify(execFile)(process.execPath, [WRITER, file, JSON.stringify([{ stream, id, type, data }])]);
    },
  };
};
