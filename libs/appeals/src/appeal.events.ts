import type { Cents, Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';

export const FILING_CHANNELS = ['inPerson', 'mail', 'email', 'fax', 'other'] as const;
export type FilingChannel = (typeof FILING_CHANNELS)[number];

/** What is out of the ordinary about a filing. Marked for counsel and the Board, never a ground to reject by itself. */
export type FilingMark = 'late' | 'agreedFine' | 'paidInFull' | 'reducedToJudgment' | 'longAfterImposition';

/** What a numbered paragraph does to the days it names (offense-day rules 2, "The Board's decision"). */
export const EFFECTS = ['affirmed', 'modified', 'reversed', 'remanded'] as const;
export type DecisionEffect = (typeof EFFECTS)[number];

export const VOTES = ['aye', 'no', 'abstain'] as const;
export type Vote = (typeof VOTES)[number];

/** How one seat stood at the vote. Vacant and recused seats count among all seats and cast no vote. */
export interface SeatAtVote {
  readonly seat: string;
  /** Null for a vacant seat. */
  readonly memberId: string | null;
  readonly cast: Vote | 'recused' | 'vacant' | 'absent';
}

/** A day as a paragraph names it. `cents` is the amount after a modification; null otherwise. */
export interface DecidedDay {
  readonly day: LocalDay;
  /** The statement that names the day in the fine; null = the imposition. */
  readonly statementId: string | null;
  readonly cents: Cents | null;
}

export interface DecisionParagraph {
  /** Numbered from 1. */
  readonly number: number;
  readonly effect: DecisionEffect;
  readonly days: readonly DecidedDay[];
  readonly text: Personal;
}

/** A finding of fact that a process records in the ledger as a sighting, with the decision as evidence. */
export interface FindingOfFact {
  readonly findingId: string;
  readonly kind: 'violating' | 'ended' | 'stopped';
  readonly day: LocalDay;
  readonly text: Personal;
}

interface InAppeal {
  readonly appealId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly fineId: string;
}

type In<Type extends string, Data = unknown> = Event<Type, InAppeal & Data>;

export type AppealFiled = In<
  'AppealFiled',
  {
    /** Docket number, gap-free, e.g. A-2026-004. */
    readonly number: string;
    readonly findingId: string;
    readonly premisesId: string;
    /** Documents appealed: null = the imposition, else a statement. */
    readonly documents: readonly (string | null)[];
    readonly imposedBy: string;
    readonly filedOn: LocalDay;
    readonly enteredOn: LocalDay;
    readonly channel: FilingChannel;
    readonly grounds: Personal;
    /** An agreed fine has no appeal written for it: counsel says first whether the Board hears it (domain.md 2.4). */
    readonly route: 'board' | 'counsel';
    readonly marks: readonly FilingMark[];
    /** The Board's own deadline where a policy sets one; null = none written (conflict register G7). */
    readonly deadline: { readonly lastDay: LocalDay; readonly authority: string } | null;
  }
>;

export type AppealRoutedToBoard = In<
  'AppealRoutedToBoard',
  { readonly reading: Personal; readonly routedOn: LocalDay }
>;
export type AppealDeficiencyNoted = In<
  'AppealDeficiencyNoted',
  { readonly deficiency: Personal; readonly notedOn: LocalDay }
>;

/** The record is the log before this event: its own position is the position certified. */
export type AppealRecordCertified = In<
  'AppealRecordCertified',
  { readonly certifiedBy: string; readonly certifiedAt: Instant; readonly certifiedOn: LocalDay }
>;
/** Only by this recorded act does the Board see what came after the certificate. */
export type AppealRecordReopened = In<
  'AppealRecordReopened',
  { readonly reason: Personal; readonly reopenedBy: string; readonly reopenedOn: LocalDay }
>;

export type HearingNoticed = In<
  'HearingNoticed',
  {
    /** `<appealId>.hearing-<n>`. */
    readonly hearingId: string;
    readonly hearingAt: Instant;
    readonly hearingOn: LocalDay;
    readonly place: string;
    readonly noticedOn: LocalDay;
    /** Notice to media and posting (Pub. Off. Law § 104), as an instant; null while not done. */
    readonly publicNoticeAt: Instant | null;
  }
>;
/** Notice to media and posting (Pub. Off. Law § 104) given after the hearing was noticed, or anew for an adjourned day. */
export type PublicNoticeGiven = In<
  'PublicNoticeGiven',
  { readonly hearingId: string; readonly givenAt: Instant; readonly givenOn: LocalDay }
>;
export type HearingAdjourned = In<
  'HearingAdjourned',
  {
    readonly hearingId: string;
    readonly by: 'board' | 'appellant' | 'town';
    readonly reason: Personal;
    readonly toAt: Instant;
    readonly toOn: LocalDay;
    readonly adjournedOn: LocalDay;
  }
>;
export type HearingOpened = In<
  'HearingOpened',
  { readonly hearingId: string; readonly openedAt: Instant; readonly openedOn: LocalDay }
>;
export type AppealEvidenceReceived = In<
  'AppealEvidenceReceived',
  {
    /** `<appealId>.evidence-<n>`. */
    readonly evidenceId: string;
    readonly offeredBy: 'appellant' | 'town' | 'board';
    readonly title: Personal;
    /** SHA-256 of the file, or null for testimony. */
    readonly sha256: string | null;
    readonly receivedOn: LocalDay;
  }
>;
export type HearingClosed = In<
  'HearingClosed',
  { readonly hearingId: string; readonly closedAt: Instant; readonly closedOn: LocalDay }
>;

export type BoardMemberRecused = In<
  'BoardMemberRecused',
  { readonly seat: string; readonly memberId: string; readonly reason: Personal; readonly recusedOn: LocalDay }
>;

/** Fewer votes than the majority of all seats decide nothing: the vote is on record and the appeal stays open. */
export type AppealVoteFellShort = In<
  'AppealVoteFellShort',
  {
    readonly votedOn: LocalDay;
    readonly seats: readonly SeatAtVote[];
    readonly ayes: number;
    readonly needed: number;
    readonly resolutionNumber: string | null;
  }
>;

export type AppealDecided = In<
  'AppealDecided',
  {
    /** `<appealId>.decision-<n>`. */
    readonly decisionId: string;
    readonly decidedOn: LocalDay;
    readonly resolutionNumber: string;
    readonly seats: readonly SeatAtVote[];
    readonly ayes: number;
    /** Majority of all seats (Town Law § 63, Gen. Constr. Law § 41; both for counsel to confirm). */
    readonly needed: number;
    readonly paragraphs: readonly DecisionParagraph[];
    readonly findingsOfFact: readonly FindingOfFact[];
    readonly authority: string;
  }
>;

export type AppealWithdrawn = In<'AppealWithdrawn', { readonly reason: Personal; readonly withdrawnOn: LocalDay }>;
/** By resolution of the Board, or by counsel where an agreed fine is not heard. */
export type AppealDismissed = In<
  'AppealDismissed',
  { readonly reason: Personal; readonly dismissedOn: LocalDay; readonly resolutionNumber: string | null }
>;

export type StayGranted = In<
  'StayGranted',
  {
    /** `<appealId>.stay-<n>`. */
    readonly stayId: string;
    /** Null = every day of the appealed documents. */
    readonly days: readonly LocalDay[] | null;
    readonly documents: readonly (string | null)[];
    readonly grantedOn: LocalDay;
    readonly resolutionNumber: string;
  }
>;
export type StayLifted = In<
  'StayLifted',
  {
    readonly stayId: string;
    readonly liftedOn: LocalDay;
    readonly reason: Personal;
    readonly resolutionNumber: string | null;
  }
>;

/** Four months for an Article 78 proceeding run from here (CPLR 217(1)). */
export type DecisionServed = In<
  'DecisionServed',
  { readonly decisionId: string; readonly servedOn: LocalDay; readonly noticeId: string }
>;
export type Article78Filed = In<
  'Article78Filed',
  { readonly decisionId: string; readonly indexNumber: string; readonly filedOn: LocalDay }
>;
/** The return: the Town's certified record, filed with its answer (CPLR 7804(e)). */
export type Article78ReturnCertified = In<
  'Article78ReturnCertified',
  { readonly decisionId: string; readonly certifiedBy: string; readonly certifiedOn: LocalDay }
>;
export type Article78Decided = In<
  'Article78Decided',
  {
    readonly decisionId: string;
    readonly outcome: 'confirmed' | 'annulled' | 'remanded';
    /** Numbers of the paragraphs annulled; the others stand. Empty when confirmed. */
    readonly annulledParagraphs: readonly number[];
    /** Findings of fact of a decision that was annulled wholly: a person is asked whether their sightings are voided. */
    readonly annulledFindings: readonly { readonly findingId: string; readonly day: LocalDay }[];
    readonly decidedOn: LocalDay;
    readonly reference: string;
  }
>;
/** No longer open to Article 78: the time passed unused, the proceeding was withdrawn, or the court confirmed. */
export type DecisionBecameFinal = In<
  'DecisionBecameFinal',
  { readonly decisionId: string; readonly finalOn: LocalDay; readonly because: 'timePassed' | 'confirmed' }
>;

export type AppealEvent =
  | AppealFiled
  | AppealRoutedToBoard
  | AppealDeficiencyNoted
  | AppealRecordCertified
  | AppealRecordReopened
  | HearingNoticed
  | PublicNoticeGiven
  | HearingAdjourned
  | HearingOpened
  | AppealEvidenceReceived
  | HearingClosed
  | BoardMemberRecused
  | AppealVoteFellShort
  | AppealDecided
  | AppealWithdrawn
  | AppealDismissed
  | StayGranted
  | StayLifted
  | DecisionServed
  | Article78Filed
  | Article78ReturnCertified
  | Article78Decided
  | DecisionBecameFinal;

/** Stream of one appeal, from filing to decision, votes, stay and Article 78. */
export const appealStream = (appealId: string): string => `appeal-${appealId}`;

const inCase = (fields: readonly string[]) => [{ key: (data: InAppeal) => `case-${data.caseId}`, fields }];

export const appealCatalog = {
  AppealFiled: { version: 1, sealed: inCase(['grounds']) },
  AppealRoutedToBoard: { version: 1, sealed: inCase(['reading']) },
  AppealDeficiencyNoted: { version: 1, sealed: inCase(['deficiency']) },
  AppealRecordCertified: { version: 1 },
  AppealRecordReopened: { version: 1, sealed: inCase(['reason']) },
  HearingNoticed: { version: 1 },
  PublicNoticeGiven: { version: 1 },
  HearingAdjourned: { version: 1, sealed: inCase(['reason']) },
  HearingOpened: { version: 1 },
  AppealEvidenceReceived: { version: 1, sealed: inCase(['title']) },
  HearingClosed: { version: 1 },
  BoardMemberRecused: { version: 1, sealed: inCase(['reason']) },
  AppealVoteFellShort: { version: 1 },
  AppealDecided: { version: 1, sealed: inCase(['paragraphs[].text', 'findingsOfFact[].text']) },
  AppealWithdrawn: { version: 1, sealed: inCase(['reason']) },
  AppealDismissed: { version: 1, sealed: inCase(['reason']) },
  StayGranted: { version: 1 },
  StayLifted: { version: 1, sealed: inCase(['reason']) },
  DecisionServed: { version: 1 },
  Article78Filed: { version: 1 },
  Article78ReturnCertified: { version: 1 },
  Article78Decided: { version: 1 },
  DecisionBecameFinal: { version: 1 },
} as const satisfies EventCatalog<AppealEvent>;
