/** Pure surface of notices for other capabilities. */
export * from './notice.events.js';
