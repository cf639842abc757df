import type { Cents, Instant, LocalDay } from '#kernel';

import type { AmountGiven, PaymentMethod, ServiceMethod, Span } from './fine.types.js';

export interface ImposeCivilFine {
  readonly type: 'ImposeCivilFine';
  readonly findingId: string;
  /** Days of the fine, singly and in spans together; may be left out where the amount is given per day. */
  readonly days: readonly LocalDay[];
  readonly spans: readonly Span[];
  readonly amount: AmountGiven;
  readonly running: { readonly rateCents: Cents } | null;
  /** A fine that already holds these days: the amount is then the difference. */
  readonly raises: string | null;
  readonly reason: string;
  /** Null = whoever sends the command. */
  readonly imposedBy: string | null;
}

export interface ServeStatement {
  readonly type: 'ServeStatement';
  readonly fineId: string;
  /** None of either = every later day of the run that can be named. */
  readonly days: readonly LocalDay[];
  readonly spans: readonly Span[];
  readonly issuedBy: string | null;
}

export interface RecordService {
  readonly type: 'RecordService';
  readonly fineId: string;
  readonly statementId: string | null;
  readonly servedAt: Instant;
  readonly method: ServiceMethod;
  readonly proof: string;
}

/** Sent by the process `drop-fine-days`. */
export interface DropFineDays {
  readonly type: 'DropFineDays';
  readonly ledger: string;
}

/** Sent by the process `recheck-imposition`. */
export interface RecheckFine {
  readonly type: 'RecheckFine';
  readonly fineId: string;
}

export interface WithdrawCivilFine {
  readonly type: 'WithdrawCivilFine';
  readonly fineId: string;
  readonly reason: string;
}

export interface RecordPayment {
  readonly type: 'RecordPayment';
  readonly fineId: string;
  readonly amountCents: Cents;
  readonly receivedOn: LocalDay;
  readonly method: PaymentMethod;
  readonly reference: string | null;
}

export type FineCommand =
  ImposeCivilFine | ServeStatement | RecordService | DropFineDays | RecheckFine | WithdrawCivilFine | RecordPayment;
