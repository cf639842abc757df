import type { Cents, Instant, LocalDay } from '#kernel';

import type { DecisionEffect, FilingChannel, FindingOfFact, Vote } from './appeal.events.js';

interface OfAppeal {
  readonly appealId: string;
}

/** A stretch of local days, both ends counted. */
export interface Span {
  readonly from: LocalDay;
  readonly through: LocalDay;
}

export interface FileAppeal extends OfAppeal {
  readonly type: 'FileAppeal';
  readonly fineId: string;
  /** Null = the imposition, else a statement. */
  readonly documents: readonly (string | null)[];
  /** Null = today. */
  readonly filedOn: LocalDay | null;
  readonly channel: FilingChannel;
  readonly grounds: string;
}

export interface RouteAppealToBoard extends OfAppeal {
  readonly type: 'RouteAppealToBoard';
  readonly reading: string;
}

export interface NoteDeficiency extends OfAppeal {
  readonly type: 'NoteDeficiency';
  readonly deficiency: string;
}

export interface CertifyAppealRecord extends OfAppeal {
  readonly type: 'CertifyAppealRecord';
}

export interface ReopenAppealRecord extends OfAppeal {
  readonly type: 'ReopenAppealRecord';
  readonly reason: string;
}

export interface NoticeHearing extends OfAppeal {
  readonly type: 'NoticeHearing';
  readonly hearingAt: Instant;
  readonly place: string;
  /** Null = today. */
  readonly noticedOn: LocalDay | null;
  readonly publicNoticeAt: Instant | null;
}

export interface RecordPublicNotice extends OfAppeal {
  readonly type: 'RecordPublicNotice';
  readonly hearingId: string;
  readonly givenAt: Instant;
}

export interface AdjournHearing extends OfAppeal {
  readonly type: 'AdjournHearing';
  readonly hearingId: string;
  readonly by: 'board' | 'appellant' | 'town';
  readonly reason: string;
  readonly toAt: Instant;
}

export interface OpenHearing extends OfAppeal {
  readonly type: 'OpenHearing';
  readonly hearingId: string;
  readonly openedAt: Instant;
}

export interface ReceiveAppealEvidence extends OfAppeal {
  readonly type: 'ReceiveAppealEvidence';
  readonly offeredBy: 'appellant' | 'town' | 'board';
  readonly title: string;
  readonly sha256: string | null;
  /** Null = today. */
  readonly receivedOn: LocalDay | null;
}

export interface CloseHearing extends OfAppeal {
  readonly type: 'CloseHearing';
  readonly hearingId: string;
  readonly closedAt: Instant;
}

export interface RecuseBoardMember extends OfAppeal {
  readonly type: 'RecuseBoardMember';
  readonly seat: string;
  readonly memberId: string;
  readonly reason: string;
  /** Null = today. */
  readonly recusedOn: LocalDay | null;
}

/** Which days a paragraph of a draft decision names: singly, in spans, all of a document, or all that no other names. */
export interface DraftParagraph {
  readonly number: number | null;
  readonly effect: DecisionEffect;
  readonly days: readonly LocalDay[];
  readonly spans: readonly Span[];
  readonly documents: readonly (string | null)[];
  readonly rest: boolean;
  /** The amount of each day after a modification. */
  readonly cents: Cents | null;
  readonly text: string;
}

/** A finding of fact of a draft decision; without a finding it is about the finding of the fine itself. */
export interface DraftFinding extends Omit<FindingOfFact, 'findingId'> {
  readonly findingId: string | null;
}

export interface SeatVote {
  readonly seat: string;
  readonly vote: Vote;
}

export interface DecideAppeal extends OfAppeal {
  readonly type: 'DecideAppeal';
  readonly decidedOn: LocalDay;
  readonly resolutionNumber: string;
  readonly votes: readonly SeatVote[];
  readonly paragraphs: readonly DraftParagraph[];
  readonly findingsOfFact: readonly DraftFinding[];
}

export interface WithdrawAppeal extends OfAppeal {
  readonly type: 'WithdrawAppeal';
  readonly reason: string;
  /** Null = today. */
  readonly withdrawnOn: LocalDay | null;
}

export interface DismissAppeal extends OfAppeal {
  readonly type: 'DismissAppeal';
  readonly reason: string;
  readonly resolutionNumber: string | null;
}

export interface GrantStay extends OfAppeal {
  readonly type: 'GrantStay';
  readonly resolutionNumber: string;
  /** None of either = every day of the appealed documents. */
  readonly days: readonly LocalDay[];
  readonly spans: readonly Span[];
  /** Null = today. */
  readonly grantedOn: LocalDay | null;
}

export interface LiftStay extends OfAppeal {
  readonly type: 'LiftStay';
  readonly stayId: string;
  readonly reason: string;
  readonly resolutionNumber: string;
}

/** Sent by the process `record-decision-service`. */
export interface RecordDecisionService extends OfAppeal {
  readonly type: 'RecordDecisionService';
  readonly decisionId: string;
  readonly servedOn: LocalDay;
  readonly noticeId: string;
}

export interface RecordArticle78Filed extends OfAppeal {
  readonly type: 'RecordArticle78Filed';
  readonly decisionId: string;
  readonly indexNumber: string;
  readonly filedOn: LocalDay;
}

export interface CertifyArticle78Return extends OfAppeal {
  readonly type: 'CertifyArticle78Return';
  readonly decisionId: string;
}

export interface RecordArticle78Decision extends OfAppeal {
  readonly type: 'RecordArticle78Decision';
  readonly decisionId: string;
  readonly outcome: 'confirmed' | 'annulled' | 'remanded';
  /** Null = every paragraph. */
  readonly annulledParagraphs: readonly number[] | null;
  readonly decidedOn: LocalDay;
  readonly reference: string;
}

/** Sent by the nightly tick `final-decisions`. */
export interface FinalizeDecision extends OfAppeal {
  readonly type: 'FinalizeDecision';
  readonly decisionId: string;
}

export type AppealCommand =
  | FileAppeal
  | RouteAppealToBoard
  | NoteDeficiency
  | CertifyAppealRecord
  | ReopenAppealRecord
  | NoticeHearing
  | RecordPublicNotice
  | AdjournHearing
  | OpenHearing
  | ReceiveAppealEvidence
  | CloseHearing
  | RecuseBoardMember
  | DecideAppeal
  | WithdrawAppeal
  | DismissAppeal
  | GrantStay
  | LiftStay
  | RecordDecisionService
  | RecordArticle78Filed
  | CertifyArticle78Return
  | RecordArticle78Decision
  | FinalizeDecision;
