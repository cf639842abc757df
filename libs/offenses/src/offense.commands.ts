import type { Instant, LocalDay, Personal } from '#kernel';

import type { Basis, LedgerKey } from './offense.events.js';

interface Seen {
  readonly findingId: string;
  readonly at: Instant;
  readonly atAsEntered: string;
  /** Local day of `at`. */
  readonly day: LocalDay;
  readonly evidence: readonly string[];
  readonly note: string | null;
}

export type OffenseCommand =
  | ({ readonly type: 'ObserveViolation'; readonly continuityReason: string | null } & Seen)
  | ({ readonly type: 'RecordEnd'; readonly continuityReason: string | null } & Seen)
  | ({ readonly type: 'RecordFoundStopped' } & Seen)
  | {
      readonly type: 'CorrectSighting';
      readonly findingId: string;
      readonly sightingId: string;
      readonly at: Instant;
      readonly atAsEntered: string;
      readonly day: LocalDay;
      readonly evidence: readonly string[] | null;
      readonly note: string | null;
      readonly continuityReason: string | null;
      readonly reason: string;
    }
  | { readonly type: 'VoidSighting'; readonly findingId: string; readonly sightingId: string; readonly reason: string }
  | { readonly type: 'VoidSightingsOfFinding'; readonly findingId: string }
  | {
      readonly type: 'ConfirmContinuity';
      readonly findingId: string;
      readonly from: LocalDay;
      readonly through: LocalDay;
      readonly reason: string;
    }
  | {
      readonly type: 'ReportCure';
      readonly findingId: string;
      readonly reportedAt: Instant;
      readonly reportedOn: LocalDay;
      readonly claimedCuredOn: LocalDay | null;
      readonly note: string | null;
    }
  | ({
      readonly type: 'VerifyCure';
      readonly cureId: string;
      readonly found: 'ended' | 'stopped';
      readonly verifiedAt: Instant;
      readonly continuityReason: string | null;
    } & Seen)
  | {
      readonly type: 'RejectCure';
      readonly findingId: string;
      readonly cureId: string;
      readonly rejectedAt: Instant;
      readonly reason: string;
    }
  | {
      readonly type: 'VoidOffenseDays';
      readonly findingId: string;
      readonly days: readonly LocalDay[];
      readonly reason: string;
      readonly evidence: readonly string[];
    }
  | {
      readonly type: 'ReinstateOffenseDays';
      readonly findingId: string;
      readonly days: readonly LocalDay[];
      readonly reason: string;
      readonly evidence: readonly string[];
    }
  | {
      readonly type: 'ForbearOffenseDays';
      readonly findingId: string;
      readonly from: LocalDay;
      readonly through: LocalDay;
      readonly authority: string;
      readonly reason: string;
    }
  | {
      readonly type: 'ReattributeOffenseDays';
      readonly findingId: string;
      readonly toFindingId: string;
      readonly days: readonly LocalDay[];
      readonly reason: string;
      readonly evidence: readonly string[];
    }
  | {
      readonly type: 'ReceiveReattributedDays';
      readonly findingId: string;
      readonly reattributionId: string;
      readonly fromLedger: string;
      readonly days: readonly { readonly day: LocalDay; readonly basis: Basis }[];
      readonly evidence: readonly string[];
    }
  | { readonly type: 'RecordPresumedDay'; readonly ledger: LedgerKey; readonly day: LocalDay }
  | { readonly type: 'RecordRemainingDays'; readonly ledger: LedgerKey }
  | { readonly type: 'ReviewRuleNature'; readonly ledger: LedgerKey }
  | {
      readonly type: 'EndLiability';
      readonly findingId: string;
      readonly lastDay: LocalDay;
      readonly deedReference: Personal;
    };
