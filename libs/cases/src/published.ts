/** Everything of cases that other capabilities may import: pure, no Nest. */
export * from './case.events.js';
export * from './case.state.js';
export * from './complaint.events.js';
