/** Pure surface of fines for other capabilities. */
export { fineCatalog, finesStream } from './fine.events.js';
export type * from './fine.events.js';
export {
  fineIdOfStatement,
  fineOf,
  finesFold,
  isLive,
  isReversed,
  namedDays,
  paidOf,
  partyIdOf,
  pendingAppeals,
  serviceOf,
  waivedOf,
} from './fine.state.js';
export type {
  CollectionAction,
  CreditMove,
  DayDecision,
  Decision,
  Fine,
  FineAppeal,
  FinesState,
  Judgment,
  NamedDay,
  Payment,
  Reduction,
  Refund,
  Statement,
  Stay,
} from './fine.state.js';
export { finesAsOf } from './as-of.rules.js';
export { applyDecision } from './decision.rules.js';
export { fineFigures, sumFigures } from './figures.rules.js';
export type { FineDay, FineFigures, FineMoney, MoneyFigures, Step } from './figures.rules.js';
export { fineDays, moneyOf } from './money.rules.js';
export { decisionFacts, ledgerViewOf } from './fine.facts.js';
export { PAYMENT_METHODS, SERVICE_METHODS } from './fine.types.js';
export type { DayCents, DocumentDay, LedgerView, PaymentMethod, Service, ServiceMethod } from './fine.types.js';
