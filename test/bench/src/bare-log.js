import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';

/**
 * The bare table: what one would write by hand with better-sqlite3 for the same guarantees and nothing more. Expected
 * revision checked in the transaction, event id unique, stream and revision unique, one global order.
 */
export const openBareLog = (file) => {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE events (
      position INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, recorded_at TEXT NOT NULL, UNIQUE (stream, revision)
    )`);
  const head = database.prepare('SELECT max(revision) FROM events WHERE stream = ?').pluck();
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const ofStream = database.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision');
  const page = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');

  const write = (stream, events, expected) => {
    const last = head.get(stream) ?? -1;
    if (last !== expected) throw new Error(`${stream} was expected at ${expected} and is at ${last}`);
    let revision = last;
    for (const { type, data, metadata } of events)
      insert.run(
        stream,
        ++revision,
        randomUUID(),
        type,
        JSON.stringify(data),
        JSON.stringify(metadata),
        new Date().toISOString(),
      );
  };
  const one = database.transaction(write).immediate;
  const many = database.transaction((appends) => {
    for (const [stream, events, expected] of appends) write(stream, events, expected);
  }).immediate;
  const parsed = (row) => {
    row.data = JSON.parse(row.data);
    row.metadata = JSON.parse(row.metadata);
    return row;
  };

  return {
    database,
    durability: () => ({
      journal: database.pragma('journal_mode', { simple: true }),
      synchronous: database.pragma('synchronous', { simple: true }),
      sqlite: database.prepare('SELECT sqlite_version()').pluck().get(),
    }),
    /** Appends in one transaction, after the revision expected (-1 for a new stream). */
    append: one,
    /** Several appends, each checked on its own, in one transaction. */
    appendMany: many,
    readStream: (stream) => ofStream.all(stream).map(parsed),
    readPage: (after, limit) => page.all(after, limit).map(parsed),
    close: () => database.close(),
  };
};
