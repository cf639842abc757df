import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

/** From now on nobody but counsel and the persons named knows of the case (design 4: sealed cases). */
export type CaseSealed = Event<
  'CaseSealed',
  {
    readonly caseId: string;
    readonly reason: Personal;
    /** The order, statute or advice it rests on, as typed. */
    readonly authority: Personal;
    /** Users who may know of it besides counsel. */
    readonly visibleTo: readonly string[];
    readonly sealedOn: LocalDay;
  }
>;

export type CaseUnsealed = Event<
  'CaseUnsealed',
  { readonly caseId: string; readonly reason: Personal; readonly unsealedOn: LocalDay }
>;

export type SealedAccessGranted = Event<
  'SealedAccessGranted',
  { readonly caseId: string; readonly userId: string; readonly reason: Personal; readonly grantedOn: LocalDay }
>;

export type SealedAccessEnded = Event<
  'SealedAccessEnded',
  { readonly caseId: string; readonly userId: string; readonly reason: Personal; readonly endedOn: LocalDay }
>;

export type SealEvent = CaseSealed | CaseUnsealed | SealedAccessGranted | SealedAccessEnded;

/** One stream for the seals of all cases: every request asks it first, and it is short. */
export const SEALS_STREAM = 'seals-town';

const inCase = (fields: readonly string[]) => [
  { key: (data: { readonly caseId: string }) => `case-${data.caseId}`, fields },
];

export const sealCatalog = {
  CaseSealed: { version: 1, sealed: inCase(['reason', 'authority']) },
  CaseUnsealed: { version: 1, sealed: inCase(['reason']) },
  SealedAccessGranted: { version: 1, sealed: inCase(['reason']) },
  SealedAccessEnded: { version: 1, sealed: inCase(['reason']) },
} as const satisfies EventCatalog<SealEvent>;
