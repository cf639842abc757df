import { parseInstant } from '#legal-time';
import { command, query, type Operation } from '#runtime';

import type { CaseCommand } from './case.commands.js';
import { caseAggregate } from './case.decider.js';
import { caseStream } from './case.events.js';
import { caseFacts } from './case.facts.js';
import { caseIdOf, caseIdOfReviewItem } from './case.state.js';
import * as dto from './cases.dto.js';
import { listCases, listComplaints, listReviewItems } from './case-lists.queries.js';
import { getCase, getComplaint, getTimeline } from './cases.queries.js';
import { closingOperations } from './closing.controller.js';
import { complainantOperations } from './complainants.controller.js';
import type { ComplaintCommand } from './complaint.commands.js';
import { complaintAggregate } from './complaint.decider.js';
import { complaintStream, type ComplaintEvent } from './complaint.events.js';
import { complaintFacts } from './complaint.facts.js';
import { digitsOf } from './complaint.state.js';
import { complianceOperations } from './compliance.controller.js';
import { counselNoteOperations } from './counsel-notes.controller.js';
import { caseAnswer, caseRefs, onCase } from './on-case.controller.js';

const PAGE = 50;

const complaintRefs = (event: ComplaintEvent): Record<string, string> => ({
  complaint: event.data.complaintId,
  ...(event.type === 'ComplaintReceived' && event.data.premisesId !== null ? { premises: event.data.premisesId } : {}),
});

const onComplaint = <Body extends { complaintId: string }>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly command: (body: Body) => ComplaintCommand;
  readonly authority?: string;
}): Operation =>
  command({
    aggregate: complaintAggregate,
    stream: (body: Body) => complaintStream(body.complaintId),
    facts: complaintFacts,
    refs: complaintRefs,
    answer: (events: readonly ComplaintEvent[]) => (events[0] ? { complaintId: events[0].data.complaintId } : {}),
    ...operation,
  });

/** Everything cases can be told and asked. */
export const caseOperations: readonly Operation[] = [
  command({
    id: 'receiveComplaint',
    summary: 'Take in a complaint; who complained is sealed',
    body: dto.ReceiveComplaintDto,
    aggregate: complaintAggregate,
    creates: true,
    stream: (_, newId) => complaintStream(newId),
    command: ({ receivedAt, channel, allegation, premisesId, complainant }, newId, { zone }): ComplaintCommand => ({
      type: 'ReceiveComplaint',
      complaintId: newId,
      receivedAt: parseInstant(receivedAt, 'receivedAt', zone).instant,
      channel,
      allegation,
      premisesId: premisesId ?? null,
      complainant: complainant
        ? {
            name: complainant.name,
            phone: complainant.phone ?? null,
            phoneDigits: complainant.phone === undefined ? null : digitsOf(complainant.phone),
            address: complainant.address ?? null,
          }
        : null,
    }),
    facts: complaintFacts,
    refs: complaintRefs,
    answer: (events) => (events[0] ? { complaintId: events[0].data.complaintId } : {}),
  }),
  onComplaint({
    id: 'screenComplaint',
    summary: 'Settle where the place lies and what becomes of the complaint',
    body: dto.ScreenComplaintDto,
    command: ({ jurisdiction, outcome, note }) => ({ type: 'ScreenComplaint', jurisdiction, outcome, note }),
    authority: 'Town Law § 132',
  }),
  onComplaint({
    id: 'referComplaint',
    summary: 'Refer a complaint to the body that can act on it',
    body: dto.ReferComplaintDto,
    command: ({ to, reason }) => ({ type: 'ReferComplaint', to, reason }),
    authority: 'Town Law § 132',
  }),
  command({
    id: 'openCase',
    summary: 'Open a case about premises',
    body: dto.OpenCaseDto,
    aggregate: caseAggregate,
    creates: true,
    stream: (_, newId) => caseStream(newId),
    command: ({ premisesId, title, openedOn, complaintId }, newId): CaseCommand => ({
      type: 'OpenCase',
      caseId: newId,
      premisesId,
      title,
      openedOn: openedOn ?? null,
      complaintId: complaintId ?? null,
    }),
    facts: caseFacts,
    number: { kind: 'case', prefix: 'C' },
    refs: caseRefs,
    answer: caseAnswer,
  }),
  onCase({
    id: 'makeFinding',
    summary: 'Find that a party broke a rule',
    body: dto.MakeFindingDto,
    caseId: ({ caseId }) => caseId,
    command: ({ partyId, premisesId, ruleId, test, facts, againstOwner, madeOn, opinion }) => ({
      type: 'MakeFinding',
      partyId,
      premisesId: premisesId ?? null,
      ruleId,
      test: test ?? null,
      facts,
      againstOwner,
      madeOn: madeOn ?? null,
      opinion: opinion ?? null,
    }),
    authority: '§§ 168-24 to 168-32',
  }),
  onCase({
    id: 'withdrawFinding',
    summary: 'Withdraw a finding; its sightings are voided, nothing is erased',
    body: dto.WithdrawFindingDto,
    caseId: ({ findingId }) => caseIdOf(findingId),
    command: ({ findingId, reason }) => ({ type: 'WithdrawFinding', findingId, reason }),
  }),
  onCase({
    id: 'recordCounselCapDecision',
    summary: "Record counsel's decision on the cap for two violations on one day",
    body: dto.RecordCounselCapDecisionDto,
    caseId: ({ caseId }) => caseId,
    command: ({ reference, reading }) => ({ type: 'RecordCounselCapDecision', reference, reading }),
    authority: '§ 168-30D',
  }),
  onCase({
    id: 'withdrawCounselCapDecision',
    summary: "Withdraw counsel's decision on the cap",
    body: dto.WithdrawCounselCapDecisionDto,
    caseId: ({ caseId }) => caseId,
    command: ({ reason }) => ({ type: 'WithdrawCounselCapDecision', reason }),
    authority: '§ 168-30D',
  }),
  onCase({
    id: 'openReviewItem',
    summary: 'Open an item that a person must settle; the same again, while it is open, adds nothing',
    body: dto.OpenReviewItemDto,
    caseId: ({ caseId }) => caseId,
    command: ({ kind, subject, text }) => ({ type: 'OpenReviewItem', kind, subject, text: text ?? null }),
    internal: true,
  }),
  onCase({
    id: 'settleReviewItem',
    summary: 'Settle a review item',
    body: dto.SettleReviewItemDto,
    caseId: ({ reviewItemId }) => caseIdOfReviewItem(reviewItemId),
    command: ({ reviewItemId, resolution }) => ({ type: 'SettleReviewItem', reviewItemId, resolution }),
  }),
  query({
    id: 'getCase',
    summary:
      'A case as it stood: findings, compliance dates, agreements, holds, closing, review items, decision on the cap',
    query: dto.GetCaseQuery,
    answer: getCase,
    etag: ({ caseId }) => caseStream(caseId),
  }),
  query({
    id: 'listCases',
    summary: 'Cases, the newest first',
    query: dto.ListCasesQuery,
    answer: ({ limit, ...question }, { readModel, hidden }) =>
      listCases(readModel, { limit: limit ?? PAGE, ...question, hidden }),
  }),
  query({
    id: 'listReviewItems',
    summary: 'What a person must settle, the oldest first',
    query: dto.ListReviewItemsQuery,
    answer: ({ limit, settledToo, ...question }, { readModel, hidden }) =>
      listReviewItems(readModel, { limit: limit ?? PAGE, settledToo: settledToo ?? false, ...question, hidden }),
  }),
  query({
    id: 'getTimeline',
    summary: 'What was recorded about a case, the newest first',
    query: dto.GetTimelineQuery,
    answer: ({ limit, ...question }, context) => getTimeline({ limit: limit ?? PAGE, ...question }, context),
  }),
  query({
    id: 'getComplaint',
    summary: 'A complaint, without who complained',
    query: dto.GetComplaintQuery,
    answer: getComplaint,
    etag: ({ complaintId }) => complaintStream(complaintId),
  }),
  query({
    id: 'listComplaints',
    summary: 'Complaints, the newest first, without who complained',
    query: dto.ListComplaintsQuery,
    answer: ({ limit, ...question }, { readModel, hidden }) =>
      listComplaints(readModel, { limit: limit ?? PAGE, ...question, hidden }),
  }),
  ...complainantOperations,
  ...counselNoteOperations,
  ...complianceOperations,
  ...closingOperations,
];
