export * from './key-store.port.js';
