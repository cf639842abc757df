/**
 * Appends rows from a process of its own, straight into the file, the way the adapter does: an immediate transaction,
 * the next revision of the stream, one row. Arguments: file, JSON of a list of { stream, id, type, data }.
 */
import Database from 'better-sqlite3';

const [file, rows] = process.argv.slice(2);
const database = new Database(file, { timeout: 5_000 });
database.pragma('synchronous = FULL');
const head = database.prepare('SELECT ifnull(max(revision), -1) FROM events WHERE stream = ?').pluck();
const insert = database.prepare(
  'INSERT INTO events (stream, revision, id, type, recorded_at, data) VALUES (?, ?, ?, ?, ?, ?)',
);
database
  .transaction(() => {
    for (const { stream, id, type, data } of JSON.parse(rows)) {
      insert.run(stream, head.get(stream) + 1, id, type, new Date().toISOString(), JSON.stringify(data));
    }
  })
  .immediate();
database.close();
