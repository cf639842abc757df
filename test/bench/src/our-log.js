import { SqliteEventStore } from '../../../dist/libs/event-store/src/sqlite/index.js';
import { SystemClock } from '../../../dist/libs/runtime/src/index.js';

/** Our log as the server opens it. */
export const openOurLog = async (file, clock = new SystemClock()) => {
  const store = await SqliteEventStore.open({ file, clock });
  return {
    store,
    /** Read through the store's own connection: `synchronous` belongs to a connection, not to the file. */
    durability: () => durabilityOf(store['sqlite'].database),
    close: () => store.close(),
  };
};

const durabilityOf = (database) => ({
  journal: database.pragma('journal_mode', { simple: true }),
  synchronous: database.pragma('synchronous', { simple: true }),
  sqlite: database.prepare('SELECT sqlite_version()').pluck().get(),
});
