import { eventStoreContract } from '../contract/index.js';
import { memoryStores } from '../contract/memory-factory.js';

eventStoreContract('MemoryEventStore', () => memoryStores(), {
  openWithHook: 'there is no transaction to run a hook in',
  appendFromAnotherProcess: 'a log in memory belongs to one process',
});
