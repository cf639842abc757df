import type { CaseReopened, ClosingGuard, ClosingReason } from './closing.events.js';

export interface PlaceLitigationHold {
  readonly type: 'PlaceLitigationHold';
  readonly reason: string;
}

export interface ReleaseLitigationHold {
  readonly type: 'ReleaseLitigationHold';
  readonly holdId: string;
  readonly reason: string;
}

/** A guard that the case is closed in spite of. Without a subject it is meant for everything of that kind that stands. */
export interface WaiverGiven {
  readonly guard: ClosingGuard;
  readonly subject: string | null;
  readonly reason: string;
}

export interface CloseCase {
  readonly type: 'CloseCase';
  readonly reason: ClosingReason;
  readonly note: string;
  readonly waivers: readonly WaiverGiven[];
}

export interface ReopenCase {
  readonly type: 'ReopenCase';
  readonly reason: string;
}

/** Sent by a process: something arrived. Does nothing in an open case. */
export interface ReopenIfClosed {
  readonly type: 'ReopenIfClosed';
  readonly cause: CaseReopened['data']['cause'];
  readonly subject: string;
}

/** Sent by a process: are the guards of a closed case still as the closing saw them? */
export interface RecheckClosing {
  readonly type: 'RecheckClosing';
}

export type ClosingCommand =
  PlaceLitigationHold | ReleaseLitigationHold | CloseCase | ReopenCase | ReopenIfClosed | RecheckClosing;

export interface ConsolidateCases {
  readonly type: 'ConsolidateCases';
  readonly intoCaseId: string;
  readonly reason: string;
}

export interface SplitCase {
  readonly type: 'SplitCase';
  readonly intoCaseId: string;
  readonly findingIds: readonly string[];
  readonly reason: string;
}

/** Sent by a process; receiving the same again adds nothing. */
export interface ReceiveFindings {
  readonly type: 'ReceiveFindings';
  readonly fromCaseId: string;
  readonly findingIds: readonly string[];
}

export type MembershipCommand = ConsolidateCases | SplitCase | ReceiveFindings;
