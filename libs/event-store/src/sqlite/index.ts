export { SqliteEventStore, SqliteEventStoreAdmin } from './sqlite-event-store.js';
export type { SqliteEventStoreOptions } from './sqlite-event-store.js';
export type { BeforeCommit } from './group-commit.js';
