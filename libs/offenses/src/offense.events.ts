import type { Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';
import { v5 } from '#kernel';
import type { Nature } from '#law/published';

/** What a ledger is keyed by: one rule and paragraph, broken by one party, at one premises, across all cases. */
export interface LedgerKey {
  readonly partyId: string;
  readonly premisesId: string;
  readonly ruleId: string;
}

/** How a recorded day is held (design 1.1). */
export type Basis = 'observed' | 'inferred' | 'presumed';

/** What a piece of evidence says of the condition at its time. */
export type SightingKind = 'violating' | 'ended' | 'stopped';

/** The officer's reason that the condition went on between two sightings, and the longest gap it may bridge alone. */
export interface Continuity {
  readonly fromSighting: string;
  readonly throughSighting: string;
  readonly reason: Personal;
  /** Days strictly between, at most (policy continuity-gap-days, read when the reason was recorded). */
  readonly gapDays: number;
}

export interface Sighting {
  readonly sightingId: string;
  readonly kind: SightingKind;
  readonly at: Instant;
  /** The time as it was typed, with its offset. */
  readonly atAsEntered: string;
  readonly day: LocalDay;
  readonly findingId: string;
  readonly evidence: readonly string[];
  readonly note: Personal;
  readonly continuity: Continuity | null;
  readonly recordedBy: string;
}

export type VoidCause = 'hand' | 'stopped' | 'ended' | 'sightingGone' | 'ownershipEnded' | 'reattributed';

export type RunClosure =
  'ended' | 'stopped' | 'episodic' | 'ownershipEnded' | 'joinedAnother' | 'noSighting' | 'received';

interface InCase {
  readonly caseId: string;
}

export type OffenseEvent =
  | Event<
      'SightingRecorded',
      InCase & { readonly ledger: LedgerKey; readonly sighting: Sighting; readonly countedInFinding: string | null }
    >
  | Event<'SightingCorrected', InCase & { readonly sighting: Sighting; readonly reason: Personal }>
  | Event<
      'SightingVoided',
      InCase & { readonly sightingId: string; readonly cause: 'hand' | 'findingWithdrawn'; readonly reason: Personal }
    >
  | Event<
      'OffenseDayRecorded',
      {
        readonly day: LocalDay;
        readonly basis: Basis;
        readonly runId: string;
        readonly findingId: string;
        readonly caseId: string;
        readonly nature: Nature;
        readonly ruleVersion: number;
      }
    >
  | Event<
      'OffenseDaysRebased',
      { readonly days: readonly LocalDay[]; readonly from: Basis; readonly to: Basis; readonly cause: string }
    >
  | Event<
      'OffenseDaysVoided',
      InCase & {
        readonly days: readonly LocalDay[];
        readonly cause: VoidCause;
        readonly reason: Personal;
        readonly evidence: readonly string[];
      }
    >
  | Event<
      'OffenseDaysReinstated',
      InCase & {
        readonly days: readonly LocalDay[];
        readonly basis: Basis;
        readonly cause: 'hand' | 'newFacts';
        readonly reason: Personal;
        readonly evidence: readonly string[];
      }
    >
  | Event<
      'ForbearanceRecorded',
      InCase & {
        readonly forbearanceId: string;
        readonly from: LocalDay;
        readonly through: LocalDay;
        readonly authority: Personal;
        readonly reason: Personal;
        readonly actedOn: LocalDay;
      }
    >
  | Event<
      'ContinuityConfirmed',
      InCase & {
        readonly confirmationId: string;
        readonly from: LocalDay;
        readonly through: LocalDay;
        readonly confirmedBy: string;
        readonly reason: Personal;
      }
    >
  | Event<
      'CureReported',
      InCase & {
        readonly cureId: string;
        readonly findingId: string;
        readonly reportedAt: Instant;
        readonly reportedOn: LocalDay;
        readonly claimedCuredOn: LocalDay | null;
        readonly note: Personal;
      }
    >
  | Event<
      'CureVerified',
      InCase & {
        readonly cureId: string;
        readonly curedAt: Instant | null;
        readonly verifiedAt: Instant;
        readonly sightingId: string;
      }
    >
  | Event<'CureRejected', InCase & { readonly cureId: string; readonly rejectedAt: Instant; readonly reason: Personal }>
  | Event<
      'RunOpened',
      {
        readonly runId: string;
        readonly findingId: string;
        readonly caseId: string;
        readonly from: LocalDay;
        readonly reopened: boolean;
      }
    >
  | Event<'RunClosed', { readonly runId: string; readonly on: LocalDay; readonly cause: RunClosure }>
  | Event<'DaysMovedToRun', { readonly days: readonly LocalDay[]; readonly toRun: string }>
  | Event<
      'OffenseDaysReattributed',
      InCase & {
        readonly reattributionId: string;
        readonly days: readonly { readonly day: LocalDay; readonly basis: Basis }[];
        readonly toFindingId: string;
        readonly reason: Personal;
        readonly evidence: readonly string[];
      }
    >
  | Event<
      'ReattributedDaysReceived',
      InCase & {
        readonly ledger: LedgerKey;
        readonly reattributionId: string;
        readonly fromLedger: string;
        readonly findingId: string;
        readonly days: readonly { readonly day: LocalDay; readonly basis: Basis }[];
        readonly evidence: readonly string[];
      }
    >
  | Event<'DayRecordingContinues', InCase & { readonly ledger: LedgerKey; readonly remaining: number }>
  | Event<
      'RuleNatureDrifted',
      InCase & {
        readonly ruleId: string;
        readonly days: readonly LocalDay[];
        readonly recordedAs: Nature;
        readonly nowRead: Nature;
      }
    >
  | Event<
      'LiabilityEnded',
      InCase & { readonly lastDay: LocalDay; readonly deedReference: Personal; readonly findingId: string }
    >;

const inCase = (fields: readonly string[]) => [{ key: (data: InCase) => `case-${data.caseId}`, fields }];

/** Until version 2 references to papers were not sealed: an old one stays as it was written, in the clear. */
const plainReference = (data: object): object => data;

export const offenseCatalog = {
  SightingRecorded: { version: 1, sealed: inCase(['sighting.note', 'sighting.continuity.reason']) },
  SightingCorrected: { version: 1, sealed: inCase(['sighting.note', 'sighting.continuity.reason', 'reason']) },
  SightingVoided: { version: 1, sealed: inCase(['reason']) },
  OffenseDayRecorded: { version: 1 },
  OffenseDaysRebased: { version: 1 },
  OffenseDaysVoided: { version: 1, sealed: inCase(['reason']) },
  OffenseDaysReinstated: { version: 1, sealed: inCase(['reason']) },
  ForbearanceRecorded: { version: 2, upcast: { 1: plainReference }, sealed: inCase(['authority', 'reason']) },
  ContinuityConfirmed: { version: 1, sealed: inCase(['reason']) },
  CureReported: { version: 1, sealed: inCase(['note']) },
  CureVerified: { version: 1 },
  CureRejected: { version: 1, sealed: inCase(['reason']) },
  RunOpened: { version: 1 },
  RunClosed: { version: 1 },
  DaysMovedToRun: { version: 1 },
  OffenseDaysReattributed: { version: 1, sealed: inCase(['reason']) },
  ReattributedDaysReceived: { version: 1 },
  DayRecordingContinues: { version: 1 },
  RuleNatureDrifted: { version: 1 },
  LiabilityEnded: { version: 2, upcast: { 1: plainReference }, sealed: inCase(['deedReference']) },
} as const satisfies EventCatalog<OffenseEvent>;

/** `offenses-<v5(party, premises, ruleId)>`: one day of one key exists once, whoever records it, in whichever case. */
export const ledgerStream = ({ partyId, premisesId, ruleId }: LedgerKey): string =>
  `offenses-${v5(partyId, premisesId, ruleId)}`;
