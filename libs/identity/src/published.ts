/** Pure surface of identity: for the composition root and for tests. */
export * from './audit.events.js';
export * from './authorization.js';
export * from './grant.rules.js';
export * from './user.events.js';
export * from './user.facts.js';
export * from './seal.events.js';
export * from './seal.facts.js';
