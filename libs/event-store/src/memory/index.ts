export { MemoryEventStore, MemoryEventStoreAdmin } from './memory-event-store.js';
export type { MemoryEventStoreOptions } from './memory-event-store.js';
export { MemoryLog } from './memory-log.js';
