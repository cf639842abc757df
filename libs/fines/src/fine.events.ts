import type { Cents, Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';

import type { DayCents, DriftKind, PaymentMethod, ServiceMethod } from './fine.types.js';

/** Every event of `fines-<party>` names the fine, its party and its case. */
interface InFine {
  readonly fineId: string;
  readonly partyId: string;
  readonly caseId: string;
}

/** The document as it was frozen: later changes of name or address do not alter it. */
export interface FrozenDocument {
  readonly recipientName: Personal;
  readonly recipientAddress: Personal;
  /** The local day whose name and address these are. */
  readonly addressedOn: LocalDay;
}

/** One rate for later days of a run. It reserves nothing and bills nothing by itself. */
export interface RunningRate {
  readonly rateCents: Cents;
  /** First day it reaches: the day after the last day named by the imposition. */
  readonly fromDay: LocalDay;
  readonly runId: string;
}

export type CivilFineImposed = Event<
  'CivilFineImposed',
  InFine & {
    /** Gap-free, e.g. CF-2026-006. */
    readonly number: string;
    readonly findingId: string;
    readonly premisesId: string;
    readonly ruleId: string;
    /** Stream of the ledger whose days it names. */
    readonly ledger: string;
    readonly days: readonly DayCents[];
    /** Count of the ledger's events that the decision saw. */
    readonly ledgerEventCount: number;
    readonly running: RunningRate | null;
    /** The fine whose days this one raises by a difference; null for a first imposition. */
    readonly raises: string | null;
    readonly reason: Personal;
    readonly imposedBy: string;
    readonly imposedOn: LocalDay;
    readonly appointmentId: string;
    /** Counsel's decision on file that gave each ledger its own cap; null = one cap for the person and day. */
    readonly capDecision: string | null;
    readonly document: FrozenDocument;
    readonly authority: string;
  }
>;

/** Another rate took over: the earlier one reaches no day after `lastDay`. */
export type RunningRateEnded = Event<
  'RunningRateEnded',
  InFine & { readonly lastDay: LocalDay; readonly endedOn: LocalDay; readonly endedBy: string }
>;

/** Added days of a running fine: an imposition with an appeal right of its own. */
export type StatementIssued = Event<
  'StatementIssued',
  InFine & {
    readonly statementId: string;
    readonly findingId: string;
    readonly premisesId: string;
    readonly ledger: string;
    readonly days: readonly DayCents[];
    readonly ledgerEventCount: number;
    readonly issuedBy: string;
    readonly issuedOn: LocalDay;
    readonly appointmentId: string;
    readonly capDecision: string | null;
    readonly document: FrozenDocument;
    readonly authority: string;
  }
>;

/** The imposition (statementId null) or a statement reached its recipient. */
export type FineNoticeServed = Event<
  'FineNoticeServed',
  InFine & {
    readonly statementId: string | null;
    readonly servedAt: Instant;
    readonly servedOn: LocalDay;
    readonly method: ServiceMethod;
    readonly proof: Personal;
    /** Days that had dropped after the document was frozen: the remaining ones are charged. */
    readonly droppedBefore: readonly LocalDay[];
  }
>;

export type FineDaysDropped = Event<
  'FineDaysDropped',
  InFine & {
    readonly findingId: string;
    readonly ledger: string;
    readonly days: readonly (DayCents & {
      readonly statementId: string | null;
      /** Local day of the forbearance that alone made it fall; null when the facts did. */
      readonly forborneOn: LocalDay | null;
    })[];
    /** Count of the ledger's events that the decision saw. */
    readonly ledgerEventCount: number;
    readonly droppedOn: LocalDay;
  }
>;

export type CivilFineWithdrawn = Event<
  'CivilFineWithdrawn',
  InFine & { readonly reason: Personal; readonly withdrawnBy: string; readonly withdrawnOn: LocalDay }
>;

/** Two dates: when the money came, and when it was entered. */
export type PaymentReceived = Event<
  'PaymentReceived',
  InFine & {
    readonly paymentId: string;
    readonly amountCents: Cents;
    readonly receivedOn: LocalDay;
    readonly enteredOn: LocalDay;
    readonly method: PaymentMethod;
    readonly reference: Personal;
  }
>;

/** What an imposition rested on was no longer so when it was looked at afresh. A person settles it. */
export type FineBasisDrifted = Event<
  'FineBasisDrifted',
  InFine & { readonly what: DriftKind; readonly notedOn: LocalDay }
>;

export type FineEvent =
  | CivilFineImposed
  | RunningRateEnded
  | StatementIssued
  | FineNoticeServed
  | FineDaysDropped
  | CivilFineWithdrawn
  | PaymentReceived
  | FineBasisDrifted;

/** Stream of all civil fines, statements and payments of one person: the cap of a day is decided here. */
export const finesStream = (partyId: string): string => `fines-${partyId}`;

const inCase = (fields: readonly string[]) => ({ key: (data: InFine) => `case-${data.caseId}`, fields });
const ofParty = (fields: readonly string[]) => ({ key: (data: InFine) => `party-${data.partyId}`, fields });

export const fineCatalog = {
  CivilFineImposed: {
    version: 1,
    sealed: [inCase(['reason']), ofParty(['document.recipientName', 'document.recipientAddress'])],
  },
  RunningRateEnded: { version: 1 },
  StatementIssued: { version: 1, sealed: [ofParty(['document.recipientName', 'document.recipientAddress'])] },
  FineNoticeServed: { version: 1, sealed: [inCase(['proof'])] },
  FineDaysDropped: { version: 1 },
  CivilFineWithdrawn: { version: 1, sealed: [inCase(['reason'])] },
  PaymentReceived: { version: 1, sealed: [inCase(['reference'])] },
  FineBasisDrifted: { version: 1 },
} as const satisfies EventCatalog<FineEvent>;
