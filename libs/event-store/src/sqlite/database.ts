import Database from 'better-sqlite3';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { unavailable } from '../event-store.errors.js';
import { isBusy, toPortError } from './sqlite-errors.js';

/** Marks the file as a log of this product ("OUTF"), so that no other database is taken for one. */
const APPLICATION_ID = 0x4f555446;
const SCHEMA_VERSION = 1;
const FULL = 2;
/** SQLite waits asleep, with the whole process; so it waits a moment only, and we go on waiting awake. */
const BUSY_MILLISECONDS = 4;

/**
 * `revision` of one stream has no holes; `position` may. AUTOINCREMENT: a position is never given twice, also after a
 * rollback or a repair. Small columns come first, so that a filter does not follow long rows to their overflow pages.
 * No index by type: a scan passes two million rows a second, while the index would be paid for at every append.
 */
const SCHEMA = `
  CREATE TABLE events (
    position    INTEGER PRIMARY KEY AUTOINCREMENT,
    stream      TEXT NOT NULL,
    revision    INTEGER NOT NULL CHECK (revision >= 0),
    id          TEXT NOT NULL,
    type        TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    data        TEXT NOT NULL,
    metadata    TEXT,
    UNIQUE (stream, revision),
    UNIQUE (stream, id)
  ) STRICT;
  CREATE TABLE deleted_streams (
    stream         TEXT PRIMARY KEY,
    hidden_through INTEGER NOT NULL,
    tombstoned     INTEGER NOT NULL CHECK (tombstoned IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER events_are_not_edited BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are not edited'); END;
  CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are not removed'); END;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the file of a log, making it (mode 0600) when it is not there, and makes sure of its durability settings.
 * Waits for other processes up to `busyMilliseconds`.
 * @throws EVENT_STORE.UNAVAILABLE with the cause: damaged, not a log, of a newer release, locked, not durable
 */
export const openDatabase = async (file: string, busyMilliseconds: number): Promise<Database.Database> => {
  const deadline = performance.now() + busyMilliseconds;
  for (;;) {
    let database: Database.Database | undefined;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // SQLite gives its -wal and -shm files the mode of the file itself.
      closeSync(openSync(file, 'a', 0o600));
      database = new Database(file, { timeout: BUSY_MILLISECONDS });
      prepare(database);
      return database;
    } catch (error) {
      database?.close();
      if (!isBusy(error) || performance.now() > deadline) throw toPortError(error);
      await pause(5 + Math.random() * 20);
    }
  }
};

const prepare = (database: Database.Database): void => {
  database.pragma('journal_mode = WAL');
  // better-sqlite3 is built to fall back to NORMAL after the first WAL write unless FULL is set; NORMAL loses commits.
  database.pragma('synchronous = FULL');
  ensureSchema(database);
  const mode = database.pragma('journal_mode', { simple: true });
  const synchronous = database.pragma('synchronous', { simple: true });
  if (mode !== 'wal' || synchronous !== FULL) {
    throw unavailable(`the file is not durable here: journal_mode=${mode}, synchronous=${synchronous}`);
  }
};

const ensureSchema = (database: Database.Database): void => {
  const isReady = (): boolean => {
    const application = database.pragma('application_id', { simple: true });
    const version = database.pragma('user_version', { simple: true }) as number;
    if (application === APPLICATION_ID && version > SCHEMA_VERSION) {
      throw unavailable(`the log has format ${version}, this release reads up to ${SCHEMA_VERSION}`);
    }
    return application === APPLICATION_ID && version === SCHEMA_VERSION;
  };
  if (isReady()) return;
  database
    .transaction(() => {
      if (isReady()) return;
      const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
      if (tables !== 0) throw unavailable('the file is a database of something else, not an event log');
      database.exec(SCHEMA);
    })
    .immediate();
};
