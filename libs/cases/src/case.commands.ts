import type { LocalDay } from '#kernel';
import type { OpinionFactorId, TestType } from '#law/published';

import type { ClosingCommand, MembershipCommand } from './closing.commands.js';
import type { AddCounselNote } from './counsel-note.commands.js';
import type { AgreementCommand, ComplianceDateCommand } from './compliance.commands.js';

export interface OpenCase {
  readonly type: 'OpenCase';
  readonly caseId: string;
  readonly premisesId: string;
  readonly title: string;
  readonly openedOn: LocalDay | null;
  readonly complaintId: string | null;
}

/** An opinion as it was typed: whether a factor is missing is for the decider to say. */
export interface OpinionGiven {
  readonly formedOn?: LocalDay;
  readonly factors?: Readonly<Partial<Record<OpinionFactorId, string>>>;
}

export interface MakeFinding {
  readonly type: 'MakeFinding';
  readonly partyId: string;
  /** Null: the premises of the case. */
  readonly premisesId: string | null;
  readonly ruleId: string;
  /** Which of the rule's tests the finding rests on; null: the leading one. */
  readonly test: TestType | null;
  readonly facts: string;
  readonly againstOwner: boolean;
  /** Null: today. */
  readonly madeOn: LocalDay | null;
  readonly opinion: OpinionGiven | null;
}

export interface WithdrawFinding {
  readonly type: 'WithdrawFinding';
  readonly findingId: string;
  readonly reason: string;
}

export interface RecordCounselCapDecision {
  readonly type: 'RecordCounselCapDecision';
  readonly reference: string;
  readonly reading: string;
}

export interface WithdrawCounselCapDecision {
  readonly type: 'WithdrawCounselCapDecision';
  readonly reason: string;
}

/** Sent by processes; opening the same again while it is open adds nothing. */
export interface OpenReviewItem {
  readonly type: 'OpenReviewItem';
  readonly kind: string;
  readonly subject: string;
  readonly text: string | null;
}

export interface SettleReviewItem {
  readonly type: 'SettleReviewItem';
  readonly reviewItemId: string;
  readonly resolution: string;
}

export type CaseCommand =
  | OpenCase
  | MakeFinding
  | WithdrawFinding
  | RecordCounselCapDecision
  | WithdrawCounselCapDecision
  | OpenReviewItem
  | SettleReviewItem
  | AddCounselNote
  | ComplianceDateCommand
  | AgreementCommand
  | ClosingCommand
  | MembershipCommand;
