export * from './capabilities.js';
export * from './configuration.js';
export * from './demo-mark.js';
export * from './server.js';
export * from './town.js';
