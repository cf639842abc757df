import type { Cents, Instant, LocalDay, Personal } from '#kernel';

/** An amount on one local day. */
export interface DayCents {
  readonly day: LocalDay;
  readonly cents: Cents;
}

/** A day as one document of a fine names it: the statement, or null for the imposition. */
export interface DocumentDay {
  readonly day: LocalDay;
  readonly statementId: string | null;
}

/** Which fall of a settled day was noted: the same fall is noted once. */
export interface DayFall {
  /** Count of the ledger's events when the day last stopped being provable. */
  readonly leftProvableAt: number;
  readonly forborneOn: LocalDay | null;
}

/** A stretch of local days, both ends counted. */
export interface Span {
  readonly from: LocalDay;
  readonly through: LocalDay;
}

/** How one ledger day stands: what a fine must know of it, and no more. */
export interface DayFact {
  readonly day: LocalDay;
  readonly live: boolean;
  readonly basis: 'observed' | 'inferred' | 'presumed';
  /** A live day sits in one bucket; null for a voided day. */
  readonly bucket: 'observed' | 'inferred' | 'presumed' | 'forborne' | null;
  readonly voidCause: string | null;
  readonly provable: boolean;
  /** Why a day with proof is not chargeable (domain.md G11); null where it is. */
  readonly heldBack: string | null;
  readonly runId: string;
  readonly findingId: string;
  readonly caseId: string;
  /** Count of the ledger's events when the day last stopped being provable; 0 for never. */
  readonly leftProvableAt: number;
  /** Local day of the act that forbears it; null when none does. */
  readonly forborneOn: LocalDay | null;
}

/** A ledger as the fines of its party read it. */
export interface LedgerView {
  readonly ledger: string;
  /** Count of the ledger's events that this view has seen. */
  readonly eventCount: number;
  readonly dayOf: (day: LocalDay) => DayFact | null;
  /** Every recorded day through a day, in order. */
  readonly daysThrough: (day: LocalDay) => readonly DayFact[];
}

/** Where the premises lie (Town Law § 132): § 168-30D reaches the Town outside the Village alone. */
export type Territory = 'townOutsideVillage' | 'villagePart' | 'elsewhere';

export interface FindingFact {
  readonly findingId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
  readonly ruleId: string;
  readonly withdrawn: boolean;
}

/** Counsel's decision that each ledger has a cap of its own (domain.md 2.4). */
export interface CapDecisionFact {
  readonly reference: Personal;
  readonly recordedOn: LocalDay;
}

/** The person a document is addressed to, as on the day it was frozen. */
export interface Recipient {
  readonly name: Personal;
  readonly address: Personal;
}

/** Everything outside the party's own stream that an imposition or a statement rests on (offense-day rules 5). */
export interface ImpositionFacts {
  readonly finding: FindingFact;
  readonly capDecision: CapDecisionFact | null;
  /** Null while nobody has determined where the premises lie. */
  readonly territory: Territory | null;
  /** The appointment under which an officer enforces on a local day; null when none is on file. */
  readonly appointmentOf: (officerId: string, day: LocalDay) => { readonly appointmentId: string } | null;
  /** From which local day § 168-30D gave the power; null while the filing of L.L. No. 22-2009 is not on file. */
  readonly powerFrom: { readonly effectiveOn: LocalDay; readonly filingReference: string } | null;
  readonly duplicateOf: string | null;
  readonly recipient: Recipient;
  readonly ledger: LedgerView;
}

/** What a consent agreement says of a civil fine, as far as an agreed fine needs it (domain.md 2.4). */
export interface AgreementFact {
  readonly agreementId: string;
  readonly partyId: string;
  /** The later of both signatures; null while it is not signed by both, or was given up. */
  readonly inForceOn: LocalDay | null;
  readonly fine: {
    readonly findingId: string;
    readonly days: readonly Span[];
    readonly saysFineIsAgreed: boolean;
    readonly appeal: 'waived' | 'reserved' | null;
  } | null;
}

/** Words that an agreement needs so that a fine is agreed and not imposed. */
export type MissingWord = 'signatures' | 'saysFineIsAgreed' | 'days' | 'appeal';

/** Why a day that a decision names could not take its effect. */
export type UnfitReason = 'notNamed' | 'dropped' | 'raised' | 'overCap' | 'fineWithdrawn';

/** What the Board's decision and its lapse rest on besides the fines. */
export interface DecisionFacts {
  /** Counsel's decision on file gives each ledger of the fine's case a cap of its own. */
  readonly perLedger: boolean;
  /** A policy lets the Board raise a fine on the day of the decision. */
  readonly boardMayRaise: boolean;
}

/** What the runner folds for a decision; a part that the command does not need is null. */
export interface FineFacts {
  readonly imposition: ImpositionFacts | null;
  /** Ledger of the fine or of the command, with no day held back. */
  readonly ledger: LedgerView | null;
  readonly agreement: AgreementFact | null;
  /** Ledgers of the fines whose figures the command needs, by fine, with the days held back as of now. */
  readonly views: ReadonlyMap<string, LedgerView>;
  readonly decision: DecisionFacts | null;
}

/** No fact at all. */
export const NO_FACTS: FineFacts = {
  imposition: null,
  ledger: null,
  agreement: null,
  views: new Map(),
  decision: null,
};

/** How a document reached its recipient (domain.md 5.8; practice, none is written in § 168-30D). */
export const SERVICE_METHODS = [
  'personal',
  'suitablePersonAndMail',
  'agent',
  'affixAndMail',
  'certifiedMail',
  'firstClassMail',
  'posted',
  'emailByConsent',
] as const;
export type ServiceMethod = (typeof SERVICE_METHODS)[number];

export const PAYMENT_METHODS = ['check', 'cash', 'moneyOrder', 'card', 'transfer', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How an amount is said: exactly one of the three. */
export interface AmountGiven {
  readonly rateCents?: Cents;
  readonly perDay?: readonly DayCents[];
  readonly totalCents?: Cents;
}

export interface Service {
  readonly servedAt: Instant;
  readonly servedOn: LocalDay;
  readonly method: ServiceMethod;
  /** The notice whose service this is; null for service recorded before notices existed. */
  readonly noticeId: string | null;
  readonly proof: Personal;
  readonly droppedBefore: readonly LocalDay[];
}

/** On what a fine no longer rests; a person settles it. */
export type DriftKind = 'appointment' | 'power' | 'territory' | 'capDecision' | 'findingWithdrawn' | 'partyDuplicate';

/** What a paragraph of the Board's decision does to a day (offense-day rules 2). */
export const DECISION_EFFECTS = ['affirmed', 'modified', 'reversed', 'remanded'] as const;
export type DecisionEffect = (typeof DECISION_EFFECTS)[number];
