import type { FactLoader } from '#kernel';
import { command, type Operation } from '#runtime';

import type { CaseCommand } from './case.commands.js';
import { caseAggregate } from './case.decider.js';
import { caseStream, type CaseEvent } from './case.events.js';
import { caseFacts } from './case.facts.js';
import { REMOVES_NO_DAY } from './compliance.rules.js';

/** What an act in a case concerns besides the case, for the timeline. */
export const caseRefs = (event: CaseEvent): Record<string, string> => {
  const refs = { case: event.data.caseId };
  switch (event.type) {
    case 'CaseOpened': {
      const { premisesId, complaintId } = event.data;
      return { ...refs, premises: premisesId, ...(complaintId === null ? {} : { complaint: complaintId }) };
    }
    case 'FindingMade':
    case 'FindingWithdrawn': {
      const { premisesId, partyId, findingId } = event.data;
      return { ...refs, premises: premisesId, party: partyId, finding: findingId };
    }
    case 'ReviewItemOpened':
    case 'ReviewItemSettled':
      return { ...refs, reviewItem: event.data.reviewItemId };
    case 'ComplianceDateSet': {
      const { complianceId, findingId, partyId, noticeId } = event.data;
      const all = { ...refs, compliance: complianceId, finding: findingId, party: partyId };
      return noticeId === null ? all : { ...all, notice: noticeId };
    }
    case 'ExtensionGranted':
    case 'ComplianceDateCanceled':
      return { ...refs, compliance: event.data.complianceId, finding: event.data.findingId };
    case 'ExtensionRequested':
    case 'ExtensionDenied':
      return { ...refs, compliance: event.data.complianceId };
    case 'ConsentAgreementDrafted': {
      const { agreementId, partyId, findingIds } = event.data;
      const all = { ...refs, agreement: agreementId, party: partyId };
      return findingIds.length === 1 ? { ...all, finding: findingIds[0]! } : all;
    }
    case 'ConsentAgreementSigned':
      return { ...refs, agreement: event.data.agreementId, party: event.data.partyId };
    case 'MilestoneMet':
    case 'MilestoneMissed':
    case 'ConsentAgreementBreached':
    case 'ConsentAgreementCompleted':
    case 'ConsentAgreementAbandoned':
      return { ...refs, agreement: event.data.agreementId };
    case 'LitigationHoldPlaced':
    case 'LitigationHoldReleased':
      return { ...refs, hold: event.data.holdId };
    case 'CaseConsolidated':
    case 'CaseSplit':
      return { ...refs, intoCase: event.data.intoCaseId };
    case 'FindingsReceived':
      return { ...refs, fromCase: event.data.fromCaseId };
    default:
      return refs;
  }
};

/** What the caller is told of the first event of a command on a case: ids, and what follows from them in law. */
export const caseAnswer = (events: readonly CaseEvent[]): Record<string, unknown> => {
  const event = events[0];
  if (!event) return {};
  const { caseId } = event.data;
  switch (event.type) {
    case 'CaseOpened':
      return { caseId, number: event.data.number };
    case 'FindingMade': {
      const { findingId, findingKind, ruleId, ruleVersion, opinion } = event.data;
      return { caseId, findingId, findingKind, ruleId, ruleVersion, opinionRecordedOn: opinion?.recordedOn ?? null };
    }
    case 'FindingWithdrawn':
      return { caseId, findingId: event.data.findingId };
    case 'CounselCapDecisionRecorded':
      return { caseId, recordedOn: event.data.recordedOn };
    case 'CounselCapDecisionWithdrawn':
      return { caseId, withdrawnOn: event.data.withdrawnOn };
    case 'ReviewItemOpened':
    case 'ReviewItemSettled':
      return { caseId, reviewItemId: event.data.reviewItemId };
    case 'CounselNoteAdded':
      return { caseId, noteId: event.data.noteId };
    case 'ComplianceDateSet': {
      const { complianceId, findingId, dueOn } = event.data;
      return { caseId, complianceId, findingId, dueOn, note: REMOVES_NO_DAY };
    }
    case 'ExtensionGranted': {
      const { complianceId, extensionId, findingId, dueOn } = event.data;
      return { caseId, complianceId, extensionId, findingId, dueOn, note: REMOVES_NO_DAY };
    }
    case 'ExtensionRequested':
    case 'ExtensionDenied':
      return { caseId, complianceId: event.data.complianceId, extensionId: event.data.extensionId };
    case 'ComplianceDateCanceled':
      return { caseId, complianceId: event.data.complianceId };
    case 'ConsentAgreementDrafted': {
      const { agreementId, milestones } = event.data;
      return { caseId, agreementId, milestoneIds: milestones.map(({ milestoneId }) => milestoneId) };
    }
    case 'ConsentAgreementSigned':
      return { caseId, agreementId: event.data.agreementId, inForceOn: event.data.inForceOn };
    case 'MilestoneMet':
    case 'MilestoneMissed':
      return { caseId, agreementId: event.data.agreementId, milestoneId: event.data.milestoneId };
    case 'ConsentAgreementBreached':
    case 'ConsentAgreementCompleted':
    case 'ConsentAgreementAbandoned':
      return { caseId, agreementId: event.data.agreementId };
    case 'LitigationHoldPlaced':
    case 'LitigationHoldReleased':
      return { caseId, holdId: event.data.holdId };
    case 'CaseClosed':
      return { caseId, closedOn: event.data.closedOn };
    case 'CaseReopened':
      return { caseId, cause: event.data.cause, subject: event.data.subject };
    case 'CaseConsolidated':
    case 'CaseSplit':
      return { caseId, intoCaseId: event.data.intoCaseId, findingIds: event.data.findingIds };
    case 'FindingsReceived':
      return { caseId, findingIds: event.data.findingIds };
  }
};

/** A command on a case on file: only fixes what all of them share. */
export const onCase = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly caseId: (body: Body, load: FactLoader) => string | Promise<string>;
  readonly command: (body: Body) => CaseCommand;
  readonly authority?: string;
  readonly internal?: boolean;
}): Operation => {
  const { caseId, ...rest } = operation;
  return command({
    aggregate: caseAggregate,
    stream: async (body: Body, _newId: string, load: FactLoader) => caseStream(await caseId(body, load)),
    facts: caseFacts,
    refs: caseRefs,
    answer: caseAnswer,
    ...rest,
  });
};
