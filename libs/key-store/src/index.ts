export * from './blind-index.js';
export { fileLock, type FileLock } from './file-lock.js';
export { FolderKeyStore, type FolderKeyStoreOptions, type RotationStep } from './folder-key-store.js';
export * from './key-store.port.js';
export { MemoryKeyStore } from './memory-key-store.js';
export * from './seal.js';
