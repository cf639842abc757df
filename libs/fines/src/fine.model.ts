import type { Cents, LocalDay, Personal } from '#kernel';

import type { AppliedEffect, FrozenDocument, ReducedDay, RunningRate } from './fine.events.js';
import type {
  DayCents,
  DayFall,
  DecisionEffect,
  DocumentDay,
  DriftKind,
  MissingWord,
  PaymentMethod,
  Service,
  UnfitReason,
} from './fine.types.js';

/** What a decision in force says of a day: the last one that names it otherwise than by remanding it. */
export interface DayDecision {
  readonly decisionId: string;
  readonly appealId: string;
  readonly effect: Exclude<DecisionEffect, 'remanded'>;
  readonly decidedOn: LocalDay;
  /** Local day from which it is no longer open to Article 78; null while it is. */
  readonly finalOn: LocalDay | null;
}

/** A day as one document names it, restated after every act on its fine. */
export interface NamedDay extends DayCents, DocumentDay {
  /** The amount as it is charged now, after amendments, decisions and lapses. */
  readonly cents: Cents;
  /** What the cap counts now: reductions free nothing, a final reversal frees all (offense-day rules 2, "Cap"). */
  readonly namedCents: Cents;
  /** The amount as the document named it. */
  readonly originalCents: Cents;
  /** Count of the ledger's events that the naming decision saw. */
  readonly ledgerEventCount: number;
  readonly dropped: boolean;
  readonly droppedOn: LocalDay | null;
  /** Local day of the forbearance that alone made it fall; null when the facts did, or it has not fallen. */
  readonly forborneOn: LocalDay | null;
  /** What settles it; null while it is unsettled (offense-day rules 2, "Settled and dropped"). */
  readonly settledBy: 'agreement' | 'decision' | 'judgment' | null;
  readonly decision: DayDecision | null;
  readonly stayed: boolean;
}

export interface Statement {
  readonly statementId: string;
  readonly issuedBy: string;
  readonly issuedOn: LocalDay;
  readonly document: FrozenDocument;
  readonly service: Service | null;
}

export interface Payment {
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly receivedOn: LocalDay;
  readonly enteredOn: LocalDay;
  readonly method: PaymentMethod;
  readonly reference: Personal;
}

export interface Refund {
  readonly refundId: string;
  readonly amountCents: Cents;
  readonly refundedOn: LocalDay;
  readonly enteredOn: LocalDay;
  readonly method: PaymentMethod;
  readonly reference: Personal;
  readonly refundedBy: string;
}

/** Credit that left this fine for another one, or came from it. */
export interface CreditMove {
  readonly fineId: string;
  readonly amountCents: Cents;
  readonly appliedOn: LocalDay;
  readonly appliedBy: string;
}

/** A reduction with both persons: waiting while it is neither confirmed nor declined. */
export interface Reduction {
  readonly reductionId: string;
  readonly kind: 'amendment' | 'waiver';
  readonly days: readonly ReducedDay[];
  readonly waivedCents: Cents | null;
  readonly reason: Personal;
  readonly proposedBy: string;
  readonly proposedOn: LocalDay;
  readonly confirmed: {
    readonly by: string;
    readonly on: LocalDay;
    readonly beforeCents: Cents;
    readonly afterCents: Cents;
    /** Place among the acts of this fine that change amounts. */
    readonly act: number;
  } | null;
  readonly declined: { readonly by: string; readonly on: LocalDay; readonly reason: Personal } | null;
}

export interface FineAppeal {
  readonly appealId: string;
  readonly number: string;
  readonly documents: readonly (string | null)[];
  readonly filedOn: LocalDay;
  readonly ended: { readonly how: 'withdrawn' | 'dismissed'; readonly endedOn: LocalDay } | null;
}

export interface Stay {
  readonly appealId: string;
  readonly stayId: string;
  /** Null = every day that the documents name. */
  readonly days: readonly LocalDay[] | null;
  readonly documents: readonly (string | null)[];
  readonly stayedOn: LocalDay;
  readonly authority: string;
  readonly endings: readonly {
    readonly days: readonly DocumentDay[] | null;
    readonly endedOn: LocalDay;
    readonly cause: 'lifted' | 'appealEnded';
  }[];
}

export interface Decision {
  readonly appealId: string;
  readonly decisionId: string;
  readonly decidedOn: LocalDay;
  readonly effects: readonly AppliedEffect[];
  readonly unfit: readonly { readonly paragraph: number; readonly day: LocalDay; readonly why: UnfitReason }[];
  readonly appliedOn: LocalDay;
  readonly lapses: readonly {
    readonly paragraphs: readonly number[];
    readonly lapsedOn: LocalDay;
    readonly reference: string;
    readonly lowered: readonly ReducedDay[];
    readonly act: number;
  }[];
  readonly finalOn: LocalDay | null;
  readonly act: number;
}

export interface CollectionAction {
  readonly court: string;
  readonly indexNumber: string;
  readonly commencedOn: LocalDay;
  readonly recordedOn: LocalDay;
}

export interface Judgment {
  readonly court: string;
  readonly indexNumber: string;
  readonly enteredOn: LocalDay;
  readonly amountCents: Cents;
  readonly days: readonly DocumentDay[];
  readonly recordedOn: LocalDay;
}

export interface Running extends RunningRate {
  /** Set when another rate took over, with the day of that act. */
  readonly ended: { readonly lastDay: LocalDay; readonly endedOn: LocalDay; readonly endedBy: string } | null;
}

export interface Fine {
  readonly fineId: string;
  readonly number: string;
  readonly partyId: string;
  readonly caseId: string;
  readonly findingId: string;
  readonly premisesId: string;
  readonly ruleId: string;
  readonly ledger: string;
  /** An imposed fine may be appealed by right; of an agreed one the agreement says (domain.md 2.4). */
  readonly how: 'imposed' | 'agreed';
  readonly agreement: {
    readonly agreementId: string;
    readonly agreedOn: LocalDay;
    readonly appeal: 'waived' | 'reserved';
  } | null;
  /** An agreement was named for it that lacks words: so it is imposed. */
  readonly wanting: {
    readonly agreementId: string;
    readonly missing: readonly MissingWord[];
    readonly notedOn: LocalDay;
  } | null;
  readonly days: readonly NamedDay[];
  readonly running: Running | null;
  readonly raises: string | null;
  readonly reason: Personal;
  readonly imposedBy: string;
  /** Day of the imposition; of an agreed fine, the day on which the agreement came into force. */
  readonly imposedOn: LocalDay;
  /** Day of the officer's act. */
  readonly recordedOn: LocalDay;
  readonly capDecision: Personal;
  readonly document: FrozenDocument;
  readonly service: Service | null;
  readonly statements: readonly Statement[];
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly creditOut: readonly CreditMove[];
  readonly creditIn: readonly CreditMove[];
  readonly reductions: readonly Reduction[];
  readonly appeals: readonly FineAppeal[];
  readonly stays: readonly Stay[];
  readonly decisions: readonly Decision[];
  readonly settledChanges: readonly (DocumentDay & DayFall & { readonly notedOn: LocalDay })[];
  readonly collection: readonly CollectionAction[];
  readonly judgment: Judgment | null;
  readonly satisfaction: {
    readonly satisfiedOn: LocalDay;
    readonly reference: Personal;
    readonly recordedOn: LocalDay;
  } | null;
  readonly withdrawnOn: LocalDay | null;
  readonly withdrawnBy: string | null;
  readonly withdrawalReason: Personal;
  readonly drifts: readonly DriftKind[];
  /** How many acts have changed amounts: each takes the next place. */
  readonly acts: number;
}

/** All civil fines of one person, in the order they were imposed. */
export interface FinesState {
  readonly fines: readonly Fine[];
}
