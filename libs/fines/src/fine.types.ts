import type { Cents, Instant, LocalDay, Personal } from '#kernel';

/** An amount on one local day. */
export interface DayCents {
  readonly day: LocalDay;
  readonly cents: Cents;
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
  readonly reference: string;
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

/** What the runner folds for a decision; a part that the command does not need is null. */
export interface FineFacts {
  readonly imposition: ImpositionFacts | null;
  readonly ledger: LedgerView | null;
}

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
  readonly proof: Personal;
  readonly droppedBefore: readonly LocalDay[];
}

/** On what a fine no longer rests; a person settles it. */
export type DriftKind = 'appointment' | 'power' | 'territory' | 'capDecision' | 'findingWithdrawn' | 'partyDuplicate';

/** What a paragraph of the Board's decision does to a day (offense-day rules 2). */
export type DecisionEffect = 'affirmed' | 'modified' | 'reversed' | 'remanded';
