export * from './harden.js';
export * from './limits.js';
export * from './secrets.js';
