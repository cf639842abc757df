import type { LocalDay } from '#kernel';
import type { ConflictId } from './conflict-register.js';

/** Stable id of one rule of the Article, e.g. `168-27C(3)`. It never changes when the printed citation is corrected. */
export type RuleId = string;

/**
 * How far one proof reaches. `continuing`: a standing condition, days between two sightings may be inferred.
 * `episodic`: a discharge, each proof proves its own day. `act`: a single doing or omission, seen days only.
 */
export type Nature = 'continuing' | 'episodic' | 'act';
export const NATURES = ['continuing', 'episodic', 'act'] as const satisfies readonly Nature[];

/**
 * What a finding under the rule needs (domain.md 1.3). ABS: the bare fact. QUAL: the fact and a judgment of quality
 * ("capable of causing"). OPIN: the Superintendent's recorded opinion. DISC: an officer's demand or approval first.
 */
export type TestType = 'ABS' | 'QUAL' | 'OPIN' | 'DISC';

/** Confidence of domain.md: the words were seen (H), secondary or undated source (M), inference (L). */
export type Confidence = 'H' | 'M' | 'L';

export type ActorKind =
  | 'anyPerson'
  | 'unauthorizedPerson'
  | 'owner'
  | 'ownerOrAgent'
  | 'applicant'
  | 'developer'
  | 'installer'
  | 'industrialDischarger'
  | 'discharger'
  | 'Superintendent'
  | 'Engineer'
  | 'HealthOfficer'
  | 'authorizedStaff'
  | 'sampler'
  | 'townOrVillage'
  | 'enforcer'
  | 'TownBoard';

/**
 * Where a rule stands in the Article. The published copy lost its subsection letters; they are read back from the order
 * of the paragraphs and say so until somebody compares them with the official code (domain.md 1.0).
 */
export interface Citation {
  readonly section: string;
  /** Capital letter, or null where the section has one paragraph or the row covers the section. */
  readonly subsection: string | null;
  /** Printed number in parentheses, e.g. `(3)`, or null. */
  readonly paragraph: string | null;
  /** Every subsection or paragraph that the row covers, where it covers several. */
  readonly paragraphs: readonly string[];
  /** `confirmed` also where there is no letter to infer. */
  readonly letterSource: 'inferred' | 'confirmed';
  readonly confidence: Confidence;
}

export type LimitParameter =
  'cyanide' | 'pH' | 'temperature' | 'oilAndGrease' | 'grinderMotorPower' | 'plotSizePerDwelling';

export type LimitUnit = 'mg/L as CN' | 'mg/L' | 'SU' | '°F' | 'hp' | 'acre';

/** `above` and `below` are strict: a value equal to the figure is not caught. */
export type LimitComparison = 'above' | 'below' | 'atOrAbove' | 'atOrBelow';
export const LIMIT_COMPARISONS = [
  'above',
  'below',
  'atOrAbove',
  'atOrBelow',
] as const satisfies readonly LimitComparison[];

/** A figure of the Article against which a measured value is held. Values are decimal strings: never floating point. */
export interface Limit {
  readonly parameter: LimitParameter;
  readonly value: string;
  readonly unit: LimitUnit;
  /** On which side of the figure the rule bites. */
  readonly comparison: LimitComparison;
  /** True when a value equal to the figure is outside the rule. */
  readonly strict: boolean;
  /** The words that decide strictness, e.g. "lower than". */
  readonly words: string;
  /** `forbidden`: past the figure is the violation. `trigger`: past the figure a duty begins. */
  readonly role: 'forbidden' | 'trigger';
  /** A second printed figure that disagrees with the first, and the values between, which are flagged and never caught. */
  readonly conflictBand: {
    readonly otherFigure: string;
    /** Exclusive lower end and inclusive upper end of the flagged values, in the limit's unit. */
    readonly above: string;
    readonly through: string;
    readonly conflict: ConflictId;
    readonly note: string;
  } | null;
  readonly note: string | null;
}

/** A figure in the rule that is no limit by itself. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string | null;
}

/** A limit that the Article leaves to the Superintendent: without a recorded one there is nothing to exceed. */
export interface ExternalLimit {
  readonly setBy: 'Superintendent';
  readonly measuredAt: 'treatmentWorks' | 'discharge';
  readonly mayNotExist: boolean;
  readonly note: string;
}

export interface RuleTest {
  readonly type: TestType;
  /** The part of the rule that this test belongs to; null for all of it. */
  readonly appliesTo: string | null;
}

/** A period written in the Article. Counting it is the business of legal-time. */
export interface RuleDeadline {
  readonly count: number;
  readonly unit: 'days' | 'hours';
  readonly startsOn: string;
  readonly onWhom: ActorKind;
  readonly authority: string;
  readonly ifMissed: string;
}

/** A fee as printed. History only: since L.L. 13-2021 the Town's fee schedule governs (domain.md 1.5). */
export interface RuleFee {
  readonly lines: readonly { readonly item: string; readonly codeCents: number }[];
  readonly dueWhen: string;
  /** Set where the Article prints a table of percentages instead of amounts. */
  readonly table: 'SEWER_MAIN_FEE_TABLE' | null;
  readonly note: string;
}

export interface HistoryNote {
  readonly adoptedOn: LocalDay;
  readonly instrument: string;
  readonly paragraphs: readonly string[];
  readonly note: string;
}

/** A track of § 168-30 that the rule is taken out of. */
export interface CarveOut {
  readonly id: 'noMisdemeanorTrack';
  readonly authority: string;
  readonly instead: string;
}

export type RuleKind =
  'duty' | 'power' | 'savings' | 'liability' | 'method' | 'agreement' | 'penalties' | 'validity' | 'fee';

/** One row of the Article (domain.md 1.3), in one version. */
export interface Rule {
  readonly ruleId: RuleId;
  /** Row number of domain.md 1.3, 1 to 61. */
  readonly number: number;
  readonly version: number;
  readonly citation: Citation;
  /** A few words for lists. */
  readonly title: string;
  readonly kind: RuleKind;
  /** False for savings clauses, powers, methods and the like: no finding can rest on them. */
  readonly createsOffense: boolean;
  readonly actors: readonly ActorKind[];
  /** What is required or forbidden, in our own words. */
  readonly requirement: string;
  readonly limit: Limit | null;
  readonly externalLimit: ExternalLimit | null;
  readonly figures: readonly Figure[];
  /** The leading test, or null where the rule creates no offense. */
  readonly testType: TestType | null;
  readonly tests: readonly RuleTest[];
  /** Null exactly where the rule creates no offense. */
  readonly nature: Nature | null;
  readonly natureAuthority: string;
  readonly deadline: RuleDeadline | null;
  readonly fee: RuleFee | null;
  readonly exceptions: readonly string[];
  readonly carveOuts: readonly CarveOut[];
  readonly history: readonly HistoryNote[];
  /** First local day of this version; null = from the Article's beginning, whose effective date is not in its text. */
  readonly effectiveFrom: LocalDay | null;
  /** Last local day of this version; null = open. */
  readonly effectiveTo: LocalDay | null;
  readonly effectiveNote: string;
  readonly notes: readonly string[];
  readonly conflicts: readonly ConflictId[];
}
