import { CommandHandler } from '@event-driven-io/emmett';
import { getSQLiteEventStore, sqliteConnection } from '@event-driven-io/emmett-sqlite';

/**
 * emmett-sqlite as its shared connection is meant to be used: one connection, passed in as the ambient singleton.
 * `synchronous` is set and read back, since emmett leaves it to the build of SQLite.
 */
export const openEmmettLog = async (fileName) => {
  const connection = sqliteConnection({ fileName });
  await connection.command('PRAGMA synchronous = FULL');
  const store = getSQLiteEventStore({
    fileName,
    connectionOptions: { singleton: true, connection },
    schema: { autoMigration: 'CreateOrUpdate' },
  });
  let turn = Promise.resolve();
  const append = (stream, events, expectedStreamVersion) =>
    store.appendToStream(stream, events, { expectedStreamVersion });

  return {
    store,
    connection,
    durability: async () => ({
      journal: (await connection.querySingle('PRAGMA journal_mode')).journal_mode,
      synchronous: (await connection.querySingle('PRAGMA synchronous')).synchronous,
      sqlite: (await connection.querySingle('SELECT sqlite_version() AS version')).version,
    }),
    /** `expected` counts the stream's events: 0n for a new stream, which emmett then checks. */
    append,
    /**
     * One append after another. Appends that overlap on one shared connection join a transaction already open, and are
     * acknowledged before it commits; only in turn do they keep the promise that the others keep.
     */
    appendInTurn: (stream, events, expected) => {
      const mine = turn.then(() => append(stream, events, expected));
      turn = mine.catch(() => undefined);
      return mine;
    },
    /** Its own way to decide: reads and folds the stream, asks `decide(state)` for the event, appends at what it read. */
    deciding: (fold) => {
      const handle = CommandHandler(fold);
      return (stream, decide) => handle(store, stream, decide);
    },
    close: async () => connection.close(),
  };
};
