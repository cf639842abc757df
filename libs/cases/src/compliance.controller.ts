import { DomainError } from '#kernel';
import type { Operation } from '#runtime';

import {
  agreementIdOfMilestone,
  caseIdOfAgreement,
  caseIdOfCompliance,
  complianceIdOfExtension,
} from './case.state.js';
import { caseConcerned } from './closing.facts.js';
import * as dto from './compliance.dto.js';
import { onCase } from './on-case.controller.js';

const DATE_AUTHORITY = 'Town practice (domain.md 5.9)';
const AGREEMENT_AUTHORITY = '§ 168-30D; domain.md 2.4 and 5.9';

const ofCompliance = ({ complianceId }: { readonly complianceId: string }): string => caseIdOfCompliance(complianceId);
const ofAgreement = ({ agreementId }: { readonly agreementId: string }): string => caseIdOfAgreement(agreementId);
const ofMilestone = ({ milestoneId }: { readonly milestoneId: string }): string =>
  caseIdOfAgreement(agreementIdOfMilestone(milestoneId));

/** The date that a grant moves: that of the request, or the one it names. @throws CASES.WHICH_DATE */
const granted = ({ extensionId, complianceId }: dto.GrantExtensionDto): string => {
  if ((extensionId === undefined) === (complianceId === undefined))
    throw new DomainError('CASES.WHICH_DATE', 'Name the request that is answered, or the date that is moved.', {
      kind: 'invalid',
      field: 'complianceId',
      rule: 'One of extensionId and complianceId is named, not both.',
    });
  return complianceId ?? complianceIdOfExtension(extensionId!);
};

/** Compliance dates, extensions and consent agreements. */
export const complianceOperations: readonly Operation[] = [
  onCase({
    id: 'setComplianceDate',
    summary: 'Ask for compliance by a day; it removes no offense day',
    body: dto.SetComplianceDateDto,
    caseId: ({ caseId, findingId }, load) => caseId ?? caseConcerned({ caseId: '', findingId }, load),
    command: ({ findingId, dueOn, demand, noticeId, setOn }) => ({
      type: 'SetComplianceDate',
      findingId,
      dueOn,
      demand,
      noticeId: noticeId ?? null,
      setOn: setOn ?? null,
    }),
    authority: DATE_AUTHORITY,
  }),
  onCase({
    id: 'requestExtension',
    summary: 'Record that more time was asked for',
    body: dto.RequestExtensionDto,
    caseId: ofCompliance,
    command: ({ complianceId, until, reason, requestedOn }) => ({
      type: 'RequestExtension',
      complianceId,
      until,
      reason,
      requestedOn: requestedOn ?? null,
    }),
    authority: DATE_AUTHORITY,
  }),
  onCase({
    id: 'grantExtension',
    summary: 'Move a compliance date later; the words are kept, and it removes no offense day',
    body: dto.GrantExtensionDto,
    caseId: (body) => caseIdOfCompliance(granted(body)),
    command: (body) => ({
      type: 'GrantExtension',
      complianceId: granted(body),
      extensionId: body.extensionId ?? null,
      dueOn: body.dueOn ?? null,
      words: body.words,
      grantedOn: body.grantedOn ?? null,
    }),
    authority: DATE_AUTHORITY,
  }),
  onCase({
    id: 'denyExtension',
    summary: 'Deny a request for more time',
    body: dto.DenyExtensionDto,
    caseId: ({ extensionId }) => caseIdOfCompliance(complianceIdOfExtension(extensionId)),
    command: ({ extensionId, reason }) => ({
      type: 'DenyExtension',
      complianceId: complianceIdOfExtension(extensionId),
      extensionId,
      reason,
    }),
    authority: DATE_AUTHORITY,
  }),
  onCase({
    id: 'cancelComplianceDate',
    summary: 'Cancel a compliance date that was set in error, or settled otherwise',
    body: dto.CancelComplianceDateDto,
    caseId: ofCompliance,
    command: ({ complianceId, reason }) => ({ type: 'CancelComplianceDate', complianceId, reason }),
    authority: DATE_AUTHORITY,
  }),
  onCase({
    id: 'draftConsentAgreement',
    summary: 'Draft a consent agreement with one party',
    body: dto.DraftConsentAgreementDto,
    caseId: ({ caseId }) => caseId,
    command: ({ partyId, findingIds, terms, milestones, forbears, fine, payments, draftedOn }) => ({
      type: 'DraftConsentAgreement',
      partyId,
      findingIds,
      terms,
      milestones: (milestones ?? []).map(({ title, dueOn }) => ({ title, dueOn })),
      forbears: (forbears ?? []).map(({ findingId, from, through }) => ({ findingId, from, through })),
      fine: fine
        ? {
            findingId: fine.findingId,
            days: fine.days.map(({ from, through }) => ({ from, through })),
            saysFineIsAgreed: fine.saysFineIsAgreed,
            appeal: fine.appeal ?? null,
          }
        : null,
      payments: (payments ?? []).map(({ dueOn, amountCents }) => ({ dueOn, amountCents })),
      draftedOn: draftedOn ?? null,
    }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'signConsentAgreement',
    summary: 'Record both signatures; in force from the later one, and the days it forbears are forborne',
    body: dto.SignConsentAgreementDto,
    caseId: ofAgreement,
    command: ({ agreementId, signedByPartyOn, signedForTownOn, signedForTownBy, proof }) => ({
      type: 'SignConsentAgreement',
      agreementId,
      signedByPartyOn: signedByPartyOn ?? null,
      signedForTownOn: signedForTownOn ?? null,
      signedForTownBy: signedForTownBy ?? null,
      proof: proof ?? null,
    }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'recordMilestoneMet',
    summary: 'Record that a milestone of an agreement was met, on its day or late',
    body: dto.RecordMilestoneMetDto,
    caseId: ofMilestone,
    command: ({ milestoneId, metOn, proof }) => ({
      type: 'RecordMilestoneMet',
      agreementId: agreementIdOfMilestone(milestoneId),
      milestoneId,
      metOn,
      proof,
    }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'recordMilestoneMissed',
    summary: 'Note that the day of a milestone ended without it',
    body: dto.RecordMilestoneMissedDto,
    caseId: ofMilestone,
    command: ({ milestoneId, note }) => ({
      type: 'RecordMilestoneMissed',
      agreementId: agreementIdOfMilestone(milestoneId),
      milestoneId,
      note,
    }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'recordBreach',
    summary: 'Record a breach: it ends the agreement for the future, and undoes nothing before it',
    body: dto.RecordBreachDto,
    caseId: ofAgreement,
    command: ({ agreementId, breachedOn, reason }) => ({ type: 'RecordBreach', agreementId, breachedOn, reason }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'completeConsentAgreement',
    summary: 'Record that everything agreed was done',
    body: dto.CompleteConsentAgreementDto,
    caseId: ofAgreement,
    command: ({ agreementId, completedOn, note }) => ({
      type: 'CompleteConsentAgreement',
      agreementId,
      completedOn,
      note,
    }),
    authority: AGREEMENT_AUTHORITY,
  }),
  onCase({
    id: 'abandonConsentAgreement',
    summary: 'Give up a draft',
    body: dto.AbandonConsentAgreementDto,
    caseId: ofAgreement,
    command: ({ agreementId, reason }) => ({ type: 'AbandonConsentAgreement', agreementId, reason }),
    authority: AGREEMENT_AUTHORITY,
  }),
];
