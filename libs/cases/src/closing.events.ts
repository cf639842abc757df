import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

interface InCase {
  readonly caseId: string;
}
type In<Type extends string, Data> = Event<Type, InCase & Data>;

/** What keeps a case open. An open run and a pending appeal cannot be waived. */
export const CLOSING_GUARDS = [
  'openRun',
  'unpaidBalance',
  'credit',
  'pendingAppeal',
  'pendingArticle78',
  'liveAgreement',
  'openReviewItem',
  'litigationHold',
] as const;
export type ClosingGuard = (typeof CLOSING_GUARDS)[number];

export const CLOSING_REASONS = [
  'cured',
  'paid',
  'decided',
  'noViolation',
  'referredElsewhere',
  'consolidated',
  'other',
] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

export type CaseClosed = In<
  'CaseClosed',
  {
    readonly reason: ClosingReason;
    readonly note: Personal;
    readonly waivers: readonly { readonly guard: ClosingGuard; readonly subject: string; readonly reason: Personal }[];
    readonly closedBy: string;
    readonly closedOn: LocalDay;
  }
>;
export type CaseReopened = In<
  'CaseReopened',
  {
    readonly cause: 'byHand' | 'appeal' | 'article78' | 'day' | 'payment' | 'recheck';
    /** What arrived, by id; null when reopened by hand. */
    readonly subject: string | null;
    readonly reason: Personal;
    readonly reopenedOn: LocalDay;
  }
>;
export type LitigationHoldPlaced = In<
  'LitigationHoldPlaced',
  {
    /** `<caseId>.hold-<n>`. */
    readonly holdId: string;
    readonly reason: Personal;
    readonly placedBy: string;
    readonly placedOn: LocalDay;
  }
>;
export type LitigationHoldReleased = In<
  'LitigationHoldReleased',
  { readonly holdId: string; readonly reason: Personal; readonly releasedOn: LocalDay }
>;

/** All findings of this case go on in another; days, fines and appeals keep their identity. */
export type CaseConsolidated = In<
  'CaseConsolidated',
  {
    readonly intoCaseId: string;
    readonly findingIds: readonly string[];
    readonly reason: Personal;
    readonly consolidatedOn: LocalDay;
  }
>;
/** Some findings of this case go on in another. */
export type CaseSplit = In<
  'CaseSplit',
  {
    readonly intoCaseId: string;
    readonly findingIds: readonly string[];
    readonly reason: Personal;
    readonly splitOn: LocalDay;
  }
>;
/** The other side of both, sent by a process. */
export type FindingsReceived = In<
  'FindingsReceived',
  { readonly fromCaseId: string; readonly findingIds: readonly string[]; readonly receivedOn: LocalDay }
>;

export type ClosingEvent =
  | CaseClosed
  | CaseReopened
  | LitigationHoldPlaced
  | LitigationHoldReleased
  | CaseConsolidated
  | CaseSplit
  | FindingsReceived;

const inCase = (fields: readonly string[]) => [{ key: (data: InCase) => `case-${data.caseId}`, fields }];

export const closingCatalog = {
  CaseClosed: { version: 1, sealed: inCase(['note', 'waivers[].reason']) },
  CaseReopened: { version: 1, sealed: inCase(['reason']) },
  LitigationHoldPlaced: { version: 1, sealed: inCase(['reason']) },
  LitigationHoldReleased: { version: 1, sealed: inCase(['reason']) },
  CaseConsolidated: { version: 1, sealed: inCase(['reason']) },
  CaseSplit: { version: 1, sealed: inCase(['reason']) },
  FindingsReceived: { version: 1 },
} as const satisfies EventCatalog<ClosingEvent>;
