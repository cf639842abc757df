/** Pure surface of appeals for other capabilities. */
export * from './appeal.events.js';
export * from './appeal.state.js';
