import type { Instant, LocalDay, Personal } from '#kernel';

import type {
  AppealFiled,
  DecisionParagraph,
  FilingChannel,
  FilingMark,
  FindingOfFact,
  SeatAtVote,
} from './appeal.events.js';

/** A day as a document names it: the statement, or null for the imposition. */
export interface DayRef {
  readonly day: LocalDay;
  readonly statementId: string | null;
}

export interface Hearing {
  readonly hearingId: string;
  readonly hearingAt: Instant;
  readonly hearingOn: LocalDay;
  readonly place: string;
  readonly noticedOn: LocalDay;
  readonly publicNoticeAt: Instant | null;
  readonly adjournments: readonly {
    readonly by: 'board' | 'appellant' | 'town';
    readonly reason: Personal;
    readonly fromAt: Instant;
    readonly toAt: Instant;
    readonly adjournedOn: LocalDay;
  }[];
  readonly openedAt: Instant | null;
  readonly openedOn: LocalDay | null;
  readonly closedAt: Instant | null;
  readonly closedOn: LocalDay | null;
}

export interface Evidence {
  readonly evidenceId: string;
  readonly offeredBy: 'appellant' | 'town' | 'board';
  readonly title: Personal;
  readonly sha256: string | null;
  readonly receivedOn: LocalDay;
}

export interface Recusal {
  readonly seat: string;
  readonly memberId: string;
  readonly reason: Personal;
  readonly recusedOn: LocalDay;
}

/** A vote that had fewer ayes than the majority of all seats. */
export interface VoteFellShort {
  readonly votedOn: LocalDay;
  readonly seats: readonly SeatAtVote[];
  readonly ayes: number;
  readonly needed: number;
  readonly resolutionNumber: string | null;
}

export interface Article78 {
  readonly indexNumber: string;
  readonly filedOn: LocalDay;
  readonly returned: { readonly certifiedBy: string; readonly certifiedOn: LocalDay } | null;
  readonly decided: {
    readonly outcome: 'confirmed' | 'annulled' | 'remanded';
    readonly annulledParagraphs: readonly number[];
    readonly decidedOn: LocalDay;
    readonly reference: string;
  } | null;
}

/** How a paragraph stands: in force, annulled by a court, or sent back by one for a new decision. */
export type ParagraphStanding = 'inForce' | 'annulled' | 'remitted';

export interface StandingParagraph extends DecisionParagraph {
  readonly standing: ParagraphStanding;
}

export interface Decision {
  readonly decisionId: string;
  readonly decidedOn: LocalDay;
  readonly resolutionNumber: string;
  readonly seats: readonly SeatAtVote[];
  readonly ayes: number;
  readonly needed: number;
  readonly paragraphs: readonly StandingParagraph[];
  readonly findingsOfFact: readonly FindingOfFact[];
  readonly authority: string;
  readonly service: { readonly servedOn: LocalDay; readonly noticeId: string } | null;
  readonly article78: Article78 | null;
  readonly final: { readonly finalOn: LocalDay; readonly because: 'timePassed' | 'confirmed' } | null;
}

export interface Stay {
  readonly stayId: string;
  /** Null = every day of the documents. */
  readonly days: readonly LocalDay[] | null;
  readonly documents: readonly (string | null)[];
  readonly grantedOn: LocalDay;
  readonly resolutionNumber: string;
  /** How it ended; null while it holds for any day. A decision ends it for the days it decides, a remand for none. */
  readonly ended: { readonly on: LocalDay; readonly how: 'lifted' | 'decided' | 'appealEnded' } | null;
  /** Days on which a decision ended it while others are still stayed. */
  readonly decidedDays: readonly DayRef[];
}

/** Where the appeal stands. */
export type Stage =
  | { readonly status: 'atCounsel' }
  | { readonly status: 'docketed' }
  | { readonly status: 'hearingNoticed'; readonly hearingId: string }
  | { readonly status: 'inHearing'; readonly hearingId: string }
  | { readonly status: 'heard'; readonly hearingId: string }
  | { readonly status: 'decided'; readonly decisionId: string }
  /** Days are open again: the Board sent them back to the officer, or a court sent them back to the Board. */
  | { readonly status: 'remanded'; readonly decisionId: string; readonly by: 'board' | 'court' }
  | { readonly status: 'withdrawn'; readonly on: LocalDay }
  | { readonly status: 'dismissed'; readonly on: LocalDay };

export type AppealStatus = Stage['status'];

/** The record: open to additions at a hearing, certified at a position, or opened again by a recorded act. */
export type RecordStanding = 'open' | 'certified' | 'reopened';

export interface Appeal {
  readonly appealId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly fineId: string;
  readonly findingId: string;
  readonly premisesId: string;
  readonly number: string;
  readonly documents: readonly (string | null)[];
  readonly imposedBy: string;
  readonly filedOn: LocalDay;
  readonly enteredOn: LocalDay;
  readonly channel: FilingChannel;
  readonly grounds: Personal;
  readonly route: 'board' | 'counsel';
  readonly marks: readonly FilingMark[];
  readonly deadline: AppealFiled['data']['deadline'];
  readonly stage: Stage;
  readonly routing: { readonly reading: Personal; readonly routedOn: LocalDay } | null;
  readonly deficiencies: readonly { readonly deficiency: Personal; readonly notedOn: LocalDay }[];
  readonly record: RecordStanding;
  readonly certificates: readonly {
    readonly certifiedBy: string;
    readonly certifiedAt: Instant;
    readonly certifiedOn: LocalDay;
  }[];
  readonly reopenings: readonly {
    readonly reason: Personal;
    readonly reopenedBy: string;
    readonly reopenedOn: LocalDay;
  }[];
  readonly hearings: readonly Hearing[];
  readonly evidence: readonly Evidence[];
  readonly recusals: readonly Recusal[];
  readonly votesFallenShort: readonly VoteFellShort[];
  readonly decisions: readonly Decision[];
  readonly stays: readonly Stay[];
  readonly ended: {
    readonly how: 'withdrawn' | 'dismissed';
    readonly on: LocalDay;
    readonly reason: Personal;
    readonly resolutionNumber: string | null;
  } | null;
}

/** Null while nothing is recorded: the appeal is unknown. */
export type AppealState = Appeal | null;
