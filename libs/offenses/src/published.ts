/** Pure surface of the ledger for other capabilities. */
export * from './day-clock.js';
export * from './ledger.figures.js';
export { emptyLedger, isForborne, ledgerAsOf, ledgerFold } from './ledger.state.js';
export type { Cure, Forbearance, LedgerDay, LedgerSighting, LedgerState, Run } from './ledger.state.js';
export * from './offense.events.js';
export { factsOfFinding, heldBackOf, loadFinding } from './offense.facts.js';
export { changedDays, ledgerWithSighting } from './supposition.rules.js';
export type { ChangedDay, SupposedSighting } from './supposition.rules.js';
