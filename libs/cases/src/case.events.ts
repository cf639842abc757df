import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';
import type { OpinionFactorId, TestType } from '#law/published';

import { closingCatalog, type ClosingEvent } from './closing.events.js';
import { complianceCatalog, type ComplianceEvent } from './compliance.events.js';
import { counselNoteCatalog, type CounselNoteEvent } from './counsel-note.events.js';

/** How a finding was reached (domain.md 1.3): by the bare fact, by a judgment of quality, or on a recorded opinion. */
export type FindingKind = 'absolute' | 'qualitative' | 'opinion';

/** The Superintendent's opinion, with every factor that § 168-27D's lead-in (rule 45) tells him to weigh. */
export interface RecordedOpinion {
  readonly formedOn: LocalDay;
  /** The local day on which the Town recorded it: earlier days are not chargeable (conflict register G11). */
  readonly recordedOn: LocalDay;
  readonly factors: Readonly<Record<OpinionFactorId, Personal>>;
}

export type CaseOpened = Event<
  'CaseOpened',
  {
    readonly caseId: string;
    /** Gap-free, e.g. C-2026-014. */
    readonly number: string;
    readonly title: Personal;
    readonly premisesId: string;
    readonly openedOn: LocalDay;
    readonly complaintId: string | null;
  }
>;

export type FindingMade = Event<
  'FindingMade',
  {
    readonly caseId: string;
    /** `<caseId>.finding-<n>`. */
    readonly findingId: string;
    readonly partyId: string;
    readonly premisesId: string;
    readonly ruleId: string;
    /** Version of the rule in force on `madeOn`; each offense day is judged by the version of its own day. */
    readonly ruleVersion: number;
    /** The test of the rule that the finding rests on. */
    readonly test: TestType;
    readonly findingKind: FindingKind;
    readonly facts: Personal;
    /** True for a finding against the owner as such: the sale of the premises ends the liability. */
    readonly againstOwner: boolean;
    readonly madeOn: LocalDay;
    readonly opinion: RecordedOpinion | null;
  }
>;

/** The finding no longer stands. What rested on it is corrected by processes; the finding stays visible. */
export type FindingWithdrawn = Event<
  'FindingWithdrawn',
  {
    readonly caseId: string;
    readonly findingId: string;
    readonly partyId: string;
    readonly premisesId: string;
    readonly ruleId: string;
    readonly againstOwner: boolean;
    readonly reason: Personal;
    readonly withdrawnOn: LocalDay;
  }
>;

/**
 * Counsel's decision that two violations on one day may each be fined up to the cap (domain.md 2.4, "Two sections on one
 * day"; hard case 30). The cap is then $1,000 per ledger and local day, never none.
 */
export type CounselCapDecisionRecorded = Event<
  'CounselCapDecisionRecorded',
  { readonly caseId: string; readonly reference: Personal; readonly reading: Personal; readonly recordedOn: LocalDay }
>;

export type CounselCapDecisionWithdrawn = Event<
  'CounselCapDecisionWithdrawn',
  { readonly caseId: string; readonly reference: Personal; readonly reason: Personal; readonly withdrawnOn: LocalDay }
>;

/** Something a person must settle. */
export type ReviewItemOpened = Event<
  'ReviewItemOpened',
  {
    readonly caseId: string;
    /** `<caseId>.review-<n>`. */
    readonly reviewItemId: string;
    /** What it is about, in a word: `settledDayChanged`, `reissueNotice`… */
    readonly kind: string;
    /** The thing it is about, by id. One open item for each kind and subject. */
    readonly subject: string;
    readonly text: Personal;
    readonly openedOn: LocalDay;
  }
>;

export type ReviewItemSettled = Event<
  'ReviewItemSettled',
  {
    readonly caseId: string;
    readonly reviewItemId: string;
    readonly kind: string;
    readonly subject: string;
    readonly resolution: Personal;
    readonly settledOn: LocalDay;
  }
>;

export type CaseEvent =
  | CaseOpened
  | FindingMade
  | FindingWithdrawn
  | CounselCapDecisionRecorded
  | CounselCapDecisionWithdrawn
  | ReviewItemOpened
  | ReviewItemSettled
  | CounselNoteEvent
  | ComplianceEvent
  | ClosingEvent;

/** Stream of one case, and the name of the key its free text is sealed under. */
export const caseStream = (caseId: string): string => `case-${caseId}`;

const key = (data: { readonly caseId: string }): string => caseStream(data.caseId);

/** Until version 2 the reference was not sealed: an old one stays as it was written, in the clear. */
const plainReference = (data: object): object => data;

export const caseCatalog = {
  CaseOpened: { version: 1, sealed: [{ key, fields: ['title'] }] },
  FindingMade: {
    version: 1,
    sealed: [
      {
        key,
        fields: [
          'facts',
          'opinion.factors.quantityAgainstFlow',
          'opinion.factors.sewerMaterials',
          'opinion.factors.treatmentProcess',
          'opinion.factors.plantCapacity',
          'opinion.factors.treatability',
          'opinion.factors.otherFactors',
        ],
      },
    ],
  },
  FindingWithdrawn: { version: 1, sealed: [{ key, fields: ['reason'] }] },
  CounselCapDecisionRecorded: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [{ key, fields: ['reference', 'reading'] }],
  },
  CounselCapDecisionWithdrawn: {
    version: 2,
    upcast: { 1: plainReference },
    sealed: [{ key, fields: ['reference', 'reason'] }],
  },
  ReviewItemOpened: { version: 1, sealed: [{ key, fields: ['text'] }] },
  ReviewItemSettled: { version: 1, sealed: [{ key, fields: ['resolution'] }] },
  ...counselNoteCatalog,
  ...complianceCatalog,
  ...closingCatalog,
} as const satisfies EventCatalog<CaseEvent>;
