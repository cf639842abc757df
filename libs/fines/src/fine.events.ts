import type { Cents, Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';

import type {
  DayCents,
  DayFall,
  DecisionEffect,
  DocumentDay,
  DriftKind,
  MissingWord,
  PaymentMethod,
  ServiceMethod,
  UnfitReason,
} from './fine.types.js';

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
    readonly capDecision: Personal;
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
    readonly capDecision: Personal;
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
    /** The notice whose service this is; its proof lies there. Null for service recorded before notices existed. */
    readonly noticeId: string | null;
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

/** Agreed to by both, in an agreement that says so in terms. No appeal is written for it; its days are settled at once. */
export type CivilFineAgreed = Event<
  'CivilFineAgreed',
  InFine & {
    /** Gap-free, of the same row as imposed fines. */
    readonly number: string;
    readonly findingId: string;
    readonly premisesId: string;
    readonly ruleId: string;
    readonly ledger: string;
    readonly days: readonly DayCents[];
    readonly ledgerEventCount: number;
    /** Consent agreement in the case. */
    readonly agreementId: string;
    /** Local day on which the agreement came into force: the later of both signatures. */
    readonly agreedOn: LocalDay;
    readonly appeal: 'waived' | 'reserved';
    readonly agreedBy: string;
    readonly recordedOn: LocalDay;
    readonly appointmentId: string;
    readonly capDecision: Personal;
    readonly document: FrozenDocument;
    readonly reason: Personal;
    readonly authority: string;
  }
>;

/** The agreement lacks words that an agreed fine needs: the fine is an imposed one, with service and appeal right. */
export type AgreementFoundWanting = Event<
  'AgreementFoundWanting',
  InFine & {
    readonly agreementId: string;
    readonly missing: readonly MissingWord[];
    readonly notedOn: LocalDay;
  }
>;

/** A day as a reduction changes it: always downward. The cap goes on counting what was named. */
export interface ReducedDay {
  readonly day: LocalDay;
  readonly statementId: string | null;
  readonly fromCents: Cents;
  readonly toCents: Cents;
}

/** A reduction waits for a second person (faults.md A09). */
export type FineReductionProposed = Event<
  'FineReductionProposed',
  InFine & {
    /** `<fineId>.reduction-<n>`. */
    readonly reductionId: string;
    readonly kind: 'amendment' | 'waiver';
    /** Amendment: the days with their new amounts; empty for a waiver. */
    readonly days: readonly ReducedDay[];
    /** Waiver: the amount; null for an amendment. */
    readonly waivedCents: Cents | null;
    readonly reason: Personal;
    readonly proposedBy: string;
    readonly proposedOn: LocalDay;
  }
>;
export type FineReductionDeclined = Event<
  'FineReductionDeclined',
  InFine & {
    readonly reductionId: string;
    readonly reason: Personal;
    readonly declinedBy: string;
    readonly declinedOn: LocalDay;
  }
>;
/** Amounts of single days lowered, confirmed by a second person. */
export type CivilFineAmended = Event<
  'CivilFineAmended',
  InFine & {
    readonly reductionId: string;
    readonly days: readonly ReducedDay[];
    readonly confirmedBy: string;
    readonly amendedOn: LocalDay;
    /** What was charged before and after; for the report of reductions. */
    readonly chargedBeforeCents: Cents;
    readonly chargedAfterCents: Cents;
  }
>;
/** An amount given up, confirmed by a second person. */
export type CivilFineWaived = Event<
  'CivilFineWaived',
  InFine & {
    readonly reductionId: string;
    readonly waivedCents: Cents;
    readonly confirmedBy: string;
    readonly waivedOn: LocalDay;
    readonly owedBeforeCents: Cents;
    readonly owedAfterCents: Cents;
  }
>;

export type CreditRefunded = Event<
  'CreditRefunded',
  InFine & {
    /** `<fineId>.refund-<n>`. */
    readonly refundId: string;
    readonly amountCents: Cents;
    readonly refundedOn: LocalDay;
    readonly enteredOn: LocalDay;
    readonly method: PaymentMethod;
    readonly reference: Personal;
    readonly refundedBy: string;
  }
>;
/** Credit of this fine used for another fine of the same person, by a recorded act. */
export type CreditApplied = Event<
  'CreditApplied',
  InFine & {
    readonly toFineId: string;
    readonly amountCents: Cents;
    readonly appliedOn: LocalDay;
    readonly appliedBy: string;
  }
>;

/** An appeal was filed against documents of this fine: shown as under appeal, while days go on accruing (hard case 19). */
export type FineAppealed = Event<
  'FineAppealed',
  InFine & {
    readonly appealId: string;
    readonly number: string;
    readonly documents: readonly (string | null)[];
    readonly filedOn: LocalDay;
    /** Appeals pending by then against one of the same documents: filed in the same instant, so that neither saw the other. */
    readonly alsoPending: readonly string[];
  }
>;
/** The appeal ended without a decision. */
export type FineAppealEnded = Event<
  'FineAppealEnded',
  InFine & { readonly appealId: string; readonly how: 'withdrawn' | 'dismissed'; readonly endedOn: LocalDay }
>;

export type StayApplied = Event<
  'StayApplied',
  InFine & {
    readonly appealId: string;
    readonly stayId: string;
    /** Null = every day that the documents name. */
    readonly days: readonly LocalDay[] | null;
    readonly documents: readonly (string | null)[];
    readonly stayedOn: LocalDay;
    readonly authority: string;
  }
>;
export type StayEnded = Event<
  'StayEnded',
  InFine & {
    readonly appealId: string;
    readonly stayId: string;
    /** Days for which alone it ended, where a decision leaves the others stayed; null = the whole stay. */
    readonly days: readonly DocumentDay[] | null;
    readonly endedOn: LocalDay;
    readonly cause: 'lifted' | 'appealEnded';
  }
>;

/** What one paragraph of a decision does to days of this fine. */
export interface AppliedEffect {
  readonly paragraph: number;
  readonly effect: DecisionEffect;
  readonly days: readonly {
    readonly day: LocalDay;
    readonly statementId: string | null;
    /** The amount after a modification; null otherwise. */
    readonly cents: Cents | null;
  }[];
}
/** The Board's decision as it bears on this fine. Never refused: what no longer fits is named and a person is asked. */
export type DecisionApplied = Event<
  'DecisionApplied',
  InFine & {
    readonly appealId: string;
    readonly decisionId: string;
    readonly decidedOn: LocalDay;
    /** Every paragraph, with those of its days that fit. */
    readonly effects: readonly AppliedEffect[];
    readonly unfit: readonly {
      readonly paragraph: number;
      readonly day: LocalDay;
      readonly why: UnfitReason;
    }[];
    readonly appliedOn: LocalDay;
  }
>;
/** A court annulled paragraphs of the decision: their effects lapse, the others stand. */
export type DecisionLapsed = Event<
  'DecisionLapsed',
  InFine & {
    readonly appealId: string;
    readonly decisionId: string;
    readonly paragraphs: readonly number[];
    readonly lapsedOn: LocalDay;
    readonly reference: string;
    /** Days whose reinstated amount would pass the cap: only what is left is charged, and a person is asked. */
    readonly lowered: readonly ReducedDay[];
  }
>;
/** No longer open to Article 78: from now on what it reversed is free under the cap. */
export type DecisionFinal = Event<
  'DecisionFinal',
  InFine & { readonly appealId: string; readonly decisionId: string; readonly finalOn: LocalDay }
>;

/** The ledger took a settled day out of provable: it stays charged, and a person is asked. */
export type SettledDaysChanged = Event<
  'SettledDaysChanged',
  InFine & {
    readonly ledger: string;
    readonly days: readonly (DocumentDay & DayFall)[];
    readonly ledgerEventCount: number;
    readonly notedOn: LocalDay;
  }
>;

/** A civil action to collect; the Article gives no lien and no interest. */
export type CollectionActionCommenced = Event<
  'CollectionActionCommenced',
  InFine & {
    readonly court: string;
    readonly indexNumber: string;
    readonly commencedOn: LocalDay;
    readonly recordedOn: LocalDay;
  }
>;
export type JudgmentRecorded = Event<
  'JudgmentRecorded',
  InFine & {
    readonly court: string;
    readonly indexNumber: string;
    readonly enteredOn: LocalDay;
    readonly amountCents: Cents;
    /** Days that were charged when it was entered: settled by it. */
    readonly days: readonly DocumentDay[];
    readonly recordedOn: LocalDay;
  }
>;
export type SatisfactionRecorded = Event<
  'SatisfactionRecorded',
  InFine & { readonly satisfiedOn: LocalDay; readonly reference: Personal; readonly recordedOn: LocalDay }
>;

export type FineEvent =
  | CivilFineImposed
  | CivilFineAgreed
  | AgreementFoundWanting
  | FineReductionProposed
  | FineReductionDeclined
  | CivilFineAmended
  | CivilFineWaived
  | CreditRefunded
  | CreditApplied
  | FineAppealed
  | FineAppealEnded
  | StayApplied
  | StayEnded
  | DecisionApplied
  | DecisionLapsed
  | DecisionFinal
  | SettledDaysChanged
  | CollectionActionCommenced
  | JudgmentRecorded
  | SatisfactionRecorded
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

/** Until version 2 the reference of counsel's decision was not sealed: an old one stays as it was written, in the clear. */
const plainReference = (data: object): object => data;

export const fineCatalog = {
  CivilFineImposed: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [inCase(['reason', 'capDecision']), ofParty(['document.recipientName', 'document.recipientAddress'])],
  },
  RunningRateEnded: { version: 1 },
  StatementIssued: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [inCase(['capDecision']), ofParty(['document.recipientName', 'document.recipientAddress'])],
  },
  FineNoticeServed: {
    version: 2,
    upcast: { 1: (data: Omit<FineNoticeServed['data'], 'noticeId'>) => ({ ...data, noticeId: null }) },
    sealed: [inCase(['proof'])],
  },
  CivilFineAgreed: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [inCase(['reason', 'capDecision']), ofParty(['document.recipientName', 'document.recipientAddress'])],
  },
  AgreementFoundWanting: { version: 1 },
  FineReductionProposed: { version: 1, sealed: [inCase(['reason'])] },
  FineReductionDeclined: { version: 1, sealed: [inCase(['reason'])] },
  CivilFineAmended: { version: 1 },
  CivilFineWaived: { version: 1 },
  CreditRefunded: { version: 1, sealed: [inCase(['reference'])] },
  CreditApplied: { version: 1 },
  FineAppealed: {
    version: 2,
    upcast: { 1: (data: Omit<FineAppealed['data'], 'alsoPending'>) => ({ ...data, alsoPending: [] }) },
  },
  FineAppealEnded: { version: 1 },
  StayApplied: { version: 1 },
  StayEnded: { version: 1 },
  DecisionApplied: { version: 1 },
  DecisionLapsed: { version: 1 },
  DecisionFinal: { version: 1 },
  SettledDaysChanged: { version: 1 },
  CollectionActionCommenced: { version: 1 },
  JudgmentRecorded: { version: 1 },
  SatisfactionRecorded: { version: 1, sealed: [inCase(['reference'])] },
  FineDaysDropped: { version: 1 },
  CivilFineWithdrawn: { version: 1, sealed: [inCase(['reason'])] },
  PaymentReceived: { version: 1, sealed: [inCase(['reference'])] },
  FineBasisDrifted: { version: 1 },
} as const satisfies EventCatalog<FineEvent>;
