export * from './event-store.errors.js';
export * from './event-store.port.js';
