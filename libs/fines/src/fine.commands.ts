import type { Cents, Instant, LocalDay } from '#kernel';

import type { AppliedEffect } from './fine.events.js';
import type { AmountGiven, DocumentDay, PaymentMethod, ServiceMethod, Span } from './fine.types.js';

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

/** Sent by the process that follows the service of notices. */
export interface RecordFineService {
  readonly type: 'RecordFineService';
  readonly fineId: string;
  readonly statementId: string | null;
  readonly noticeId: string;
  readonly servedAt: Instant;
  readonly method: ServiceMethod;
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

export interface AgreeCivilFine {
  readonly type: 'AgreeCivilFine';
  readonly findingId: string;
  readonly days: readonly LocalDay[];
  readonly spans: readonly Span[];
  readonly amount: AmountGiven;
  readonly agreementId: string;
  readonly reason: string;
}

/** Proposes lower amounts for days; a second person confirms. */
export interface AmendCivilFine {
  readonly type: 'AmendCivilFine';
  readonly fineId: string;
  readonly days: readonly (DocumentDay & { readonly cents: Cents })[];
  readonly reason: string;
}

/** Proposes to give up an amount; a second person confirms. */
export interface WaiveCivilFine {
  readonly type: 'WaiveCivilFine';
  readonly fineId: string;
  readonly cents: Cents;
  readonly reason: string;
}

export interface ConfirmReduction {
  readonly type: 'ConfirmReduction';
  readonly fineId: string;
  readonly reductionId: string;
}

export interface DeclineReduction {
  readonly type: 'DeclineReduction';
  readonly fineId: string;
  readonly reductionId: string;
  readonly reason: string;
}

export interface RefundCredit {
  readonly type: 'RefundCredit';
  readonly fineId: string;
  readonly amountCents: Cents;
  readonly refundedOn: LocalDay;
  readonly method: PaymentMethod;
  readonly reference: string | null;
}

export interface ApplyCredit {
  readonly type: 'ApplyCredit';
  readonly fineId: string;
  readonly toFineId: string;
  readonly amountCents: Cents;
}

export interface RecordCollectionAction {
  readonly type: 'RecordCollectionAction';
  readonly fineId: string;
  readonly court: string;
  readonly indexNumber: string;
  readonly commencedOn: LocalDay;
}

export interface RecordJudgment {
  readonly type: 'RecordJudgment';
  readonly fineId: string;
  readonly court: string;
  readonly indexNumber: string;
  readonly enteredOn: LocalDay;
  readonly amountCents: Cents;
}

export interface RecordSatisfaction {
  readonly type: 'RecordSatisfaction';
  readonly fineId: string;
  readonly satisfiedOn: LocalDay;
  readonly reference: string;
}

interface OfAppeal {
  readonly fineId: string;
  readonly appealId: string;
}

/** Sent by processes of the appeals: what the Board did, as it bears on one fine. Each twice adds nothing. */
export type AppealCommand =
  | (OfAppeal & {
      readonly type: 'NoteAppeal';
      readonly number: string;
      readonly documents: readonly (string | null)[];
      readonly filedOn: LocalDay;
    })
  | (OfAppeal & {
      readonly type: 'NoteAppealEnded';
      readonly how: 'withdrawn' | 'dismissed';
      readonly endedOn: LocalDay;
    })
  | (OfAppeal & {
      readonly type: 'ApplyStay';
      readonly stayId: string;
      readonly days: readonly LocalDay[] | null;
      readonly documents: readonly (string | null)[];
      readonly stayedOn: LocalDay;
      readonly authority: string;
    })
  | (OfAppeal & {
      readonly type: 'EndStay';
      readonly stayId: string;
      readonly endedOn: LocalDay;
      readonly cause: 'lifted' | 'appealEnded';
    })
  | ApplyDecision
  | LapseDecision
  | (OfAppeal & { readonly type: 'FinishDecision'; readonly decisionId: string; readonly finalOn: LocalDay });

export interface ApplyDecision extends OfAppeal {
  readonly type: 'ApplyDecision';
  readonly decisionId: string;
  readonly decidedOn: LocalDay;
  readonly effects: readonly AppliedEffect[];
}

export interface LapseDecision extends OfAppeal {
  readonly type: 'LapseDecision';
  readonly decisionId: string;
  readonly paragraphs: readonly number[];
  readonly lapsedOn: LocalDay;
  readonly reference: string;
}

export type FineCommand =
  | ImposeCivilFine
  | AgreeCivilFine
  | ServeStatement
  | RecordFineService
  | DropFineDays
  | RecheckFine
  | WithdrawCivilFine
  | AmendCivilFine
  | WaiveCivilFine
  | ConfirmReduction
  | DeclineReduction
  | RecordPayment
  | RefundCredit
  | ApplyCredit
  | RecordCollectionAction
  | RecordJudgment
  | RecordSatisfaction
  | AppealCommand;
