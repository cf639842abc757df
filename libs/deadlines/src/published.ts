/** Pure surface of deadlines for other capabilities: the ids and kinds of clocks. */
export { appealId, clockId, connectionId, DEADLINE_KINDS, limitationId, type DeadlineKind } from './clock.rules.js';
