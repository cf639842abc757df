/** Everything of the registry that other capabilities may import: pure, no Nest. */
export * from './party.events.js';
export * from './party.state.js';
export * from './premises.events.js';
export * from './premises.state.js';
export { searchKey, searchTerms, type SearchTerms } from './search-key.js';
