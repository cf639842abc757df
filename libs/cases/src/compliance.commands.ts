import type { Cents, LocalDay } from '#kernel';

import type { AgreedFineTerms, AgreedSpan } from './compliance.events.js';

export interface SetComplianceDate {
  readonly type: 'SetComplianceDate';
  readonly findingId: string;
  readonly dueOn: LocalDay;
  readonly demand: string;
  readonly noticeId: string | null;
  /** Null: today. */
  readonly setOn: LocalDay | null;
}

export interface RequestExtension {
  readonly type: 'RequestExtension';
  readonly complianceId: string;
  readonly until: LocalDay;
  readonly reason: string;
  /** Null: today. */
  readonly requestedOn: LocalDay | null;
}

/** Answers a request, or stands alone. */
export interface GrantExtension {
  readonly type: 'GrantExtension';
  readonly complianceId: string;
  /** Null: nobody asked. */
  readonly extensionId: string | null;
  /** Null: the day asked for. */
  readonly dueOn: LocalDay | null;
  readonly words: string;
  /** Null: today. */
  readonly grantedOn: LocalDay | null;
}

export interface DenyExtension {
  readonly type: 'DenyExtension';
  readonly complianceId: string;
  readonly extensionId: string;
  readonly reason: string;
}

export interface CancelComplianceDate {
  readonly type: 'CancelComplianceDate';
  readonly complianceId: string;
  readonly reason: string;
}

export type ComplianceDateCommand =
  SetComplianceDate | RequestExtension | GrantExtension | DenyExtension | CancelComplianceDate;

export interface DraftConsentAgreement {
  readonly type: 'DraftConsentAgreement';
  readonly partyId: string;
  readonly findingIds: readonly string[];
  readonly terms: string;
  readonly milestones: readonly { readonly title: string; readonly dueOn: LocalDay }[];
  readonly forbears: readonly (AgreedSpan & { readonly findingId: string })[];
  readonly fine: AgreedFineTerms | null;
  readonly payments: readonly { readonly dueOn: LocalDay; readonly amountCents: Cents }[];
  /** Null: today. */
  readonly draftedOn: LocalDay | null;
}

/** As it was typed: whether a signature is missing is for the rules to say. */
export interface SignConsentAgreement {
  readonly type: 'SignConsentAgreement';
  readonly agreementId: string;
  readonly signedByPartyOn: LocalDay | null;
  readonly signedForTownOn: LocalDay | null;
  /** Null: whoever records it. */
  readonly signedForTownBy: string | null;
  readonly proof: string | null;
}

export interface RecordMilestoneMet {
  readonly type: 'RecordMilestoneMet';
  readonly agreementId: string;
  readonly milestoneId: string;
  readonly metOn: LocalDay;
  readonly proof: string;
}

export interface RecordMilestoneMissed {
  readonly type: 'RecordMilestoneMissed';
  readonly agreementId: string;
  readonly milestoneId: string;
  readonly note: string;
}

export interface RecordBreach {
  readonly type: 'RecordBreach';
  readonly agreementId: string;
  readonly breachedOn: LocalDay;
  readonly reason: string;
}

export interface CompleteConsentAgreement {
  readonly type: 'CompleteConsentAgreement';
  readonly agreementId: string;
  readonly completedOn: LocalDay;
  readonly note: string;
}

export interface AbandonConsentAgreement {
  readonly type: 'AbandonConsentAgreement';
  readonly agreementId: string;
  readonly reason: string;
}

export type AgreementCommand =
  | DraftConsentAgreement
  | SignConsentAgreement
  | RecordMilestoneMet
  | RecordMilestoneMissed
  | RecordBreach
  | CompleteConsentAgreement
  | AbandonConsentAgreement;
