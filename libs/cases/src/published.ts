/** Everything of cases that other capabilities may import: pure, no Nest. */
export * from './case.events.js';
export * from './case.state.js';
export * from './closing.events.js';
export * from './closing.state.js';
export * from './complaint.events.js';
export * from './compliance.events.js';
export * from './compliance.state.js';
export * from './going-on.facts.js';
