import { eventStoreContract } from '../contract/index.js';
import { sqliteStores } from './testing/sqlite-stores.js';

eventStoreContract('SqliteEventStore', sqliteStores);
