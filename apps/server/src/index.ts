export { accountsOf, signInTrailOf } from './accounts.js';
export * from './capabilities.js';
export * from './configuration.js';
export { CurrentTown } from './current-town.js';
export * from './demo-mark.js';
export { readSecret } from './hardening/index.js';
export * from './server.js';
export * from './town.js';
