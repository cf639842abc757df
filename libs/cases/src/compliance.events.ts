import type { Cents, Event, EventCatalog, LocalDay, Personal } from '#kernel';

interface InCase {
  readonly caseId: string;
}
type In<Type extends string, Data> = Event<Type, InCase & Data>;

/** A stretch of local days, both ends counted. */
export interface AgreedSpan {
  readonly from: LocalDay;
  readonly through: LocalDay;
}

/**
 * A date by which the Town asks for compliance. It changes the posture of enforcement and removes no day: the Article gives
 * no power to legalize a violation meanwhile (domain.md 5.9; faults.md F01).
 */
export type ComplianceDateSet = In<
  'ComplianceDateSet',
  {
    /** `<caseId>.compliance-<n>`. */
    readonly complianceId: string;
    readonly findingId: string;
    readonly partyId: string;
    readonly dueOn: LocalDay;
    readonly demand: Personal;
    /** The notice that states it; null where it stands in none. */
    readonly noticeId: string | null;
    readonly setBy: string;
    readonly setOn: LocalDay;
  }
>;
export type ExtensionRequested = In<
  'ExtensionRequested',
  {
    /** `<complianceId>.extension-<n>`. */
    readonly extensionId: string;
    readonly complianceId: string;
    readonly until: LocalDay;
    readonly reason: Personal;
    readonly requestedOn: LocalDay;
  }
>;
export type ExtensionGranted = In<
  'ExtensionGranted',
  {
    readonly extensionId: string;
    readonly complianceId: string;
    readonly findingId: string;
    readonly dueOn: LocalDay;
    readonly grantedBy: string;
    readonly grantedOn: LocalDay;
    readonly words: Personal;
  }
>;
export type ExtensionDenied = In<
  'ExtensionDenied',
  {
    readonly extensionId: string;
    readonly complianceId: string;
    readonly reason: Personal;
    readonly deniedOn: LocalDay;
  }
>;
/** The date was set in error, or the matter was settled otherwise. */
export type ComplianceDateCanceled = In<
  'ComplianceDateCanceled',
  {
    readonly complianceId: string;
    readonly findingId: string;
    readonly reason: Personal;
    readonly canceledOn: LocalDay;
  }
>;

export interface Milestone {
  /** `<agreementId>.milestone-<n>`. */
  readonly milestoneId: string;
  readonly title: Personal;
  readonly dueOn: LocalDay;
}

/** What an agreement says of a civil fine. A fine is agreed only where all of it is said in terms (domain.md 2.4). */
export interface AgreedFineTerms {
  readonly findingId: string;
  readonly days: readonly AgreedSpan[];
  /** The agreement says in terms that the fine is agreed to, and not imposed. */
  readonly saysFineIsAgreed: boolean;
  /** What it says on appeal; null where it says nothing. */
  readonly appeal: 'waived' | 'reserved' | null;
}

export type ConsentAgreementDrafted = In<
  'ConsentAgreementDrafted',
  {
    /** `<caseId>.agreement-<n>`. */
    readonly agreementId: string;
    readonly partyId: string;
    readonly findingIds: readonly string[];
    readonly terms: Personal;
    readonly milestones: readonly Milestone[];
    /** Days that the Town forbears, where the agreement says so; each with the finding whose days they are. */
    readonly forbears: readonly (AgreedSpan & { readonly findingId: string })[];
    readonly fine: AgreedFineTerms | null;
    readonly payments: readonly { readonly dueOn: LocalDay; readonly amountCents: Cents }[];
    readonly draftedBy: string;
    readonly draftedOn: LocalDay;
  }
>;
/** In force from the later of both signatures. */
export type ConsentAgreementSigned = In<
  'ConsentAgreementSigned',
  {
    readonly agreementId: string;
    readonly partyId: string;
    readonly signedByPartyOn: LocalDay;
    readonly signedForTownOn: LocalDay;
    readonly signedForTownBy: string;
    /** The later of the two. */
    readonly inForceOn: LocalDay;
    readonly proof: Personal;
    readonly forbears: readonly (AgreedSpan & { readonly findingId: string })[];
    readonly milestones: readonly { readonly milestoneId: string; readonly dueOn: LocalDay }[];
    readonly payments: readonly { readonly dueOn: LocalDay; readonly amountCents: Cents }[];
  }
>;
export type MilestoneMet = In<
  'MilestoneMet',
  {
    readonly agreementId: string;
    readonly milestoneId: string;
    readonly metOn: LocalDay;
    readonly proof: Personal;
    readonly recordedOn: LocalDay;
  }
>;
export type MilestoneMissed = In<
  'MilestoneMissed',
  { readonly agreementId: string; readonly milestoneId: string; readonly notedOn: LocalDay; readonly note: Personal }
>;
/** Ends the agreement for the future. Days forborne until then stay forborne; a signed fine stays agreed. */
export type ConsentAgreementBreached = In<
  'ConsentAgreementBreached',
  {
    readonly agreementId: string;
    readonly breachedOn: LocalDay;
    readonly recordedOn: LocalDay;
    readonly reason: Personal;
  }
>;
export type ConsentAgreementCompleted = In<
  'ConsentAgreementCompleted',
  {
    readonly agreementId: string;
    readonly completedOn: LocalDay;
    readonly recordedOn: LocalDay;
    readonly note: Personal;
  }
>;
/** Never signed, or given up by both. */
export type ConsentAgreementAbandoned = In<
  'ConsentAgreementAbandoned',
  { readonly agreementId: string; readonly abandonedOn: LocalDay; readonly reason: Personal }
>;

export type ComplianceEvent =
  | ComplianceDateSet
  | ExtensionRequested
  | ExtensionGranted
  | ExtensionDenied
  | ComplianceDateCanceled
  | ConsentAgreementDrafted
  | ConsentAgreementSigned
  | MilestoneMet
  | MilestoneMissed
  | ConsentAgreementBreached
  | ConsentAgreementCompleted
  | ConsentAgreementAbandoned;

const inCase = (fields: readonly string[]) => [{ key: (data: InCase) => `case-${data.caseId}`, fields }];

export const complianceCatalog = {
  ComplianceDateSet: { version: 1, sealed: inCase(['demand']) },
  ExtensionRequested: { version: 1, sealed: inCase(['reason']) },
  ExtensionGranted: { version: 1, sealed: inCase(['words']) },
  ExtensionDenied: { version: 1, sealed: inCase(['reason']) },
  ComplianceDateCanceled: { version: 1, sealed: inCase(['reason']) },
  ConsentAgreementDrafted: { version: 1, sealed: inCase(['terms', 'milestones[].title']) },
  ConsentAgreementSigned: { version: 1, sealed: inCase(['proof']) },
  MilestoneMet: { version: 1, sealed: inCase(['proof']) },
  MilestoneMissed: { version: 1, sealed: inCase(['note']) },
  ConsentAgreementBreached: { version: 1, sealed: inCase(['reason']) },
  ConsentAgreementCompleted: { version: 1, sealed: inCase(['note']) },
  ConsentAgreementAbandoned: { version: 1, sealed: inCase(['reason']) },
} as const satisfies EventCatalog<ComplianceEvent>;
