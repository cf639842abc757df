export * from './blind-index.js';
export { FolderKeyStore } from './folder-key-store.js';
export * from './key-store.port.js';
export { MemoryKeyStore } from './memory-key-store.js';
export * from './seal.js';
