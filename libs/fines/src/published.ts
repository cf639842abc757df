/** Pure surface of fines for other capabilities. */
export { fineCatalog, finesStream } from './fine.events.js';
export type {
  CivilFineImposed,
  CivilFineWithdrawn,
  FineDaysDropped,
  FineEvent,
  FineNoticeServed,
  FrozenDocument,
  PaymentReceived,
  RunningRateEnded,
  StatementIssued,
} from './fine.events.js';
export { fineIdOfStatement, fineOf, finesFold, isLive, namedDays, partyIdOf, serviceOf } from './fine.state.js';
export type { Fine, FinesState, NamedDay, Payment, Statement } from './fine.state.js';
export { fineFigures, finesAsOf, sumFigures } from './figures.rules.js';
export type { FineFigures, MoneyFigures, Step } from './figures.rules.js';
export { ledgerViewOf } from './fine.facts.js';
export type { DayCents, LedgerView, Service, ServiceMethod } from './fine.types.js';
