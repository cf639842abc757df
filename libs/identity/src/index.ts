export * from './authorization.js';
export * from './town.access.js';
