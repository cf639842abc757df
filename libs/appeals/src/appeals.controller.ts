import { parseInstant } from '#legal-time';
import type { Operation } from '#runtime';
import { command, query } from '#runtime';

import type { AppealCommand } from './appeal.commands.js';
import { appealAggregate } from './appeal.decider.js';
import type { AppealEvent } from './appeal.events.js';
import { appealStream } from './appeal.events.js';
import { appealFacts } from './appeal.facts.js';
import type { AppealState } from './appeal.state.js';
import { appealIdOfDecision, appealIdOfHearing, appealIdOfStay } from './appeal.state.js';
import * as dto from './appeals.dto.js';
import { docket, getAppeal } from './appeals.queries.js';
import { draftFindings, draftParagraphs } from './draft.rules.js';
import { fromBody } from './document.rules.js';
import { publicNoticeWarning } from './hearing.rules.js';
import { getAppealPacket } from './packet.queries.js';
import { previewDecision } from './preview.queries.js';

const APPEAL = '§ 168-30D';
const NO_RULE = 'Practice (domain.md 5.12); none written in § 168-30D';
const REVIEW = 'CPLR 217(1)';

const refs = (event: AppealEvent, { state }: { readonly state: AppealState }): Record<string, string> => {
  const { appealId, caseId, partyId, fineId } = event.data;
  const premisesId = event.type === 'AppealFiled' ? event.data.premisesId : state?.premisesId;
  const findingId = event.type === 'AppealFiled' ? event.data.findingId : state?.findingId;
  return {
    appeal: appealId,
    case: caseId,
    party: partyId,
    fine: fineId,
    ...(premisesId ? { premises: premisesId } : {}),
    ...(findingId ? { finding: findingId } : {}),
    ...('decisionId' in event.data ? { decision: event.data.decisionId } : {}),
    ...('hearingId' in event.data ? { hearing: event.data.hearingId } : {}),
    ...('noticeId' in event.data ? { notice: event.data.noticeId } : {}),
  };
};

const answer = (events: readonly AppealEvent[]): Record<string, unknown> => {
  const [event] = events;
  if (!event) return {};
  const { appealId, caseId, fineId } = event.data;
  const ids = { appealId, caseId, fineId };
  switch (event.type) {
    case 'AppealFiled': {
      const { number, route, marks, deadline, documents } = event.data;
      return { ...ids, number, route, marks, deadline: deadline ?? 'none written', documents };
    }
    case 'HearingNoticed': {
      const warning = publicNoticeWarning(event.data);
      const { hearingId, hearingOn } = event.data;
      return { ...ids, hearingId, hearingOn, warnings: warning ? [warning] : [] };
    }
    case 'PublicNoticeGiven':
      return { ...ids, hearingId: event.data.hearingId };
    case 'HearingAdjourned':
      return { ...ids, hearingId: event.data.hearingId, hearingOn: event.data.toOn };
    case 'AppealEvidenceReceived':
      return { ...ids, evidenceId: event.data.evidenceId };
    case 'AppealVoteFellShort': {
      const { ayes, needed, seats } = event.data;
      return { ...ids, decided: false, ayes, needed, seats };
    }
    case 'AppealDecided': {
      const { decisionId, ayes, needed, seats, paragraphs, authority } = event.data;
      const remanded = paragraphs.some(({ effect }) => effect === 'remanded');
      return { ...ids, decided: true, decisionId, remanded, ayes, needed, seats, authority };
    }
    case 'StayGranted':
      return { ...ids, stayId: event.data.stayId };
    case 'Article78Decided':
      return { ...ids, decisionId: event.data.decisionId, annulledParagraphs: event.data.annulledParagraphs };
    default:
      return ids;
  }
};

/** A command on an appeal on file: only fixes what all of them share. */
const onAppeal = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly appealId: (body: Body) => string;
  readonly command: (body: Body, appealId: string, zone: string) => AppealCommand;
  readonly authority?: string;
  readonly internal?: boolean;
  readonly repeatable?: boolean;
}): Operation => {
  const { appealId, command: toCommand, ...rest } = operation;
  return command({
    aggregate: appealAggregate,
    stream: (body: Body) => appealStream(appealId(body)),
    command: (body: Body, _newId, { zone }): AppealCommand => toCommand(body, appealId(body), zone),
    facts: appealFacts,
    refs,
    answer,
    ...rest,
  });
};

const byAppeal = ({ appealId }: { readonly appealId: string }): string => appealId;
const byHearing = ({ hearingId }: { readonly hearingId: string }): string => appealIdOfHearing(hearingId);
const byDecision = ({ decisionId }: { readonly decisionId: string }): string => appealIdOfDecision(decisionId);

/** Everything appeals can be told and asked. */
export const appealOperations: readonly Operation[] = [
  command({
    id: 'fileAppeal',
    summary: 'Docket an appeal to the Town Board; a late one is marked, never rejected',
    body: dto.FileAppealDto,
    aggregate: appealAggregate,
    creates: true,
    stream: (_body, newId) => appealStream(newId),
    command: ({ fineId, documents, filedOn, channel, grounds }, newId): AppealCommand => ({
      type: 'FileAppeal',
      appealId: newId,
      fineId,
      documents: (documents ?? []).map(fromBody),
      filedOn: filedOn ?? null,
      channel,
      grounds,
    }),
    facts: appealFacts,
    number: { kind: 'appeal', prefix: 'A' },
    refs,
    answer,
    authority: APPEAL,
  }),
  onAppeal({
    id: 'routeAppealToBoard',
    summary: 'Counsel routes an appeal against an agreed fine to the Board',
    body: dto.RouteAppealToBoardDto,
    appealId: byAppeal,
    command: ({ reading }, appealId) => ({ type: 'RouteAppealToBoard', appealId, reading }),
    authority: APPEAL,
  }),
  onAppeal({
    id: 'noteDeficiency',
    summary: 'Note what an appeal lacks; it stays on the docket',
    body: dto.NoteDeficiencyDto,
    appealId: byAppeal,
    command: ({ deficiency }, appealId) => ({ type: 'NoteDeficiency', appealId, deficiency }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'certifyAppealRecord',
    summary: 'Certify the log up to here as the record on which the Board decides',
    body: dto.CertifyAppealRecordDto,
    appealId: byAppeal,
    command: (_body, appealId) => ({ type: 'CertifyAppealRecord', appealId }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'reopenAppealRecord',
    summary: 'Open a certified record again by a recorded act',
    body: dto.ReopenAppealRecordDto,
    appealId: byAppeal,
    command: ({ reason }, appealId) => ({ type: 'ReopenAppealRecord', appealId, reason }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'noticeHearing',
    summary: 'Notice a hearing; warns where public notice is under 72 hours',
    body: dto.NoticeHearingDto,
    appealId: byAppeal,
    command: ({ hearingAt, place, noticedOn, publicNoticeAt }, appealId, zone) => ({
      type: 'NoticeHearing',
      appealId,
      hearingAt: parseInstant(hearingAt, 'hearingAt', zone).instant,
      place,
      noticedOn: noticedOn ?? null,
      publicNoticeAt: publicNoticeAt ? parseInstant(publicNoticeAt, 'publicNoticeAt', zone).instant : null,
    }),
    authority: 'Pub. Off. Law § 104',
  }),
  onAppeal({
    id: 'recordPublicNotice',
    summary: 'Record notice to the media and posting for a hearing noticed before, or adjourned',
    body: dto.RecordPublicNoticeDto,
    appealId: byHearing,
    command: ({ hearingId, givenAt }, appealId, zone) => ({
      type: 'RecordPublicNotice',
      ...{ appealId, hearingId },
      givenAt: parseInstant(givenAt, 'givenAt', zone).instant,
    }),
    authority: 'Pub. Off. Law § 104',
  }),
  onAppeal({
    id: 'adjournHearing',
    summary: 'Adjourn a hearing to a later time',
    body: dto.AdjournHearingDto,
    appealId: byHearing,
    command: ({ hearingId, by, reason, toAt }, appealId, zone) => ({
      type: 'AdjournHearing',
      ...{ appealId, hearingId, by, reason },
      toAt: parseInstant(toAt, 'toAt', zone).instant,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'openHearing',
    summary: 'Record that a hearing was opened on the day noticed',
    body: dto.OpenHearingDto,
    appealId: byHearing,
    command: ({ hearingId, openedAt }, appealId, zone) => ({
      type: 'OpenHearing',
      ...{ appealId, hearingId },
      openedAt: parseInstant(openedAt, 'openedAt', zone).instant,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'receiveAppealEvidence',
    summary: 'Take in evidence at an open hearing, or into a record opened again',
    body: dto.ReceiveAppealEvidenceDto,
    appealId: byAppeal,
    command: ({ offeredBy, title, sha256, receivedOn }, appealId) => ({
      type: 'ReceiveAppealEvidence',
      ...{ appealId, offeredBy, title },
      sha256: sha256 ?? null,
      receivedOn: receivedOn ?? null,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'closeHearing',
    summary: 'Record that a hearing was closed',
    body: dto.CloseHearingDto,
    appealId: byHearing,
    command: ({ hearingId, closedAt }, appealId, zone) => ({
      type: 'CloseHearing',
      ...{ appealId, hearingId },
      closedAt: parseInstant(closedAt, 'closedAt', zone).instant,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'recuseBoardMember',
    summary: 'Record that the member who holds a seat takes no part',
    body: dto.RecuseBoardMemberDto,
    appealId: byAppeal,
    command: ({ seat, memberId, reason, recusedOn }, appealId) => ({
      type: 'RecuseBoardMember',
      ...{ appealId, seat, memberId, reason },
      recusedOn: recusedOn ?? null,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'decideAppeal',
    summary: 'Record the vote; with a majority of all seats it decides every open day in numbered paragraphs',
    body: dto.DecideAppealDto,
    appealId: byAppeal,
    command: ({ decidedOn, resolutionNumber, votes, paragraphs, findingsOfFact }, appealId) => ({
      type: 'DecideAppeal',
      ...{ appealId, decidedOn, resolutionNumber, votes },
      paragraphs: draftParagraphs(paragraphs),
      findingsOfFact: draftFindings(findingsOfFact),
    }),
    authority: '§ 168-30D; Town Law § 63; Gen. Constr. Law § 41',
  }),
  onAppeal({
    id: 'withdrawAppeal',
    summary: 'Record that the appellant withdrew',
    body: dto.WithdrawAppealDto,
    appealId: byAppeal,
    command: ({ reason, withdrawnOn }, appealId) => ({
      type: 'WithdrawAppeal',
      ...{ appealId, reason },
      withdrawnOn: withdrawnOn ?? null,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'dismissAppeal',
    summary: 'Dismiss an appeal by resolution, or by counsel where an agreed fine is not heard',
    body: dto.DismissAppealDto,
    appealId: byAppeal,
    command: ({ reason, resolutionNumber }, appealId) => ({
      type: 'DismissAppeal',
      ...{ appealId, reason },
      resolutionNumber: resolutionNumber ?? null,
    }),
    authority: NO_RULE,
  }),
  onAppeal({
    id: 'grantStay',
    summary: 'The Board stays a fine, or some of its days, by resolution; days go on accruing',
    body: dto.GrantStayDto,
    appealId: byAppeal,
    command: ({ resolutionNumber, days, spans, grantedOn }, appealId) => ({
      type: 'GrantStay',
      ...{ appealId, resolutionNumber },
      days: days ?? [],
      spans: spans ?? [],
      grantedOn: grantedOn ?? null,
    }),
    authority: 'Resolution of the Board; none written in § 168-30D (G7)',
  }),
  onAppeal({
    id: 'liftStay',
    summary: 'The Board lifts a stay by resolution',
    body: dto.LiftStayDto,
    appealId: ({ stayId }) => appealIdOfStay(stayId),
    command: ({ stayId, reason, resolutionNumber }, appealId) => ({
      type: 'LiftStay',
      ...{ appealId, stayId, reason, resolutionNumber },
    }),
    authority: 'Resolution of the Board; none written in § 168-30D (G7)',
  }),
  onAppeal({
    id: 'recordDecisionService',
    summary: 'Note that a decision was served: four months for an Article 78 proceeding begin',
    body: dto.RecordDecisionServiceDto,
    appealId: byAppeal,
    command: ({ decisionId, servedOn, noticeId }, appealId) => ({
      type: 'RecordDecisionService',
      ...{ appealId, decisionId, servedOn, noticeId },
    }),
    authority: REVIEW,
    internal: true,
    repeatable: true,
  }),
  onAppeal({
    id: 'recordArticle78Filed',
    summary: 'Record an Article 78 proceeding against a decision, however late',
    body: dto.RecordArticle78FiledDto,
    appealId: byDecision,
    command: ({ decisionId, indexNumber, filedOn }, appealId) => ({
      type: 'RecordArticle78Filed',
      ...{ appealId, decisionId, indexNumber, filedOn },
    }),
    authority: REVIEW,
  }),
  onAppeal({
    id: 'certifyArticle78Return',
    summary: "Certify the Town's return with its answer",
    body: dto.CertifyArticle78ReturnDto,
    appealId: byDecision,
    command: ({ decisionId }, appealId) => ({ type: 'CertifyArticle78Return', appealId, decisionId }),
    authority: 'CPLR 7804(e)',
  }),
  onAppeal({
    id: 'recordArticle78Decision',
    summary: 'Record what the court did: confirmed, annulled wholly or by paragraph, or remanded',
    body: dto.RecordArticle78DecisionDto,
    appealId: byDecision,
    command: ({ decisionId, outcome, annulledParagraphs, decidedOn, reference }, appealId) => ({
      type: 'RecordArticle78Decision',
      ...{ appealId, decisionId, outcome, decidedOn, reference },
      annulledParagraphs: annulledParagraphs ?? null,
    }),
    authority: 'CPLR 7806',
  }),
  onAppeal({
    id: 'finalizeDecision',
    summary: 'Mark a decision as final when the time for Article 78 has passed unused',
    body: dto.FinalizeDecisionDto,
    appealId: byAppeal,
    command: ({ decisionId }, appealId) => ({ type: 'FinalizeDecision', appealId, decisionId }),
    authority: REVIEW,
    internal: true,
    repeatable: true,
  }),
  query({
    id: 'getAppeal',
    summary: 'One appeal with its record, hearing, votes, decisions, stays and review',
    query: dto.GetAppealQuery,
    answer: getAppeal,
    etag: ({ appealId }) => appealStream(appealId),
  }),
  query({
    id: 'getAppealPacket',
    summary: 'What the Board reads: the question, the days on the certified record, evidence, silences, seats',
    query: dto.GetAppealPacketQuery,
    answer: getAppealPacket,
  }),
  query({
    id: 'previewDecision',
    summary: 'What a decision would change, in money and in days; nothing is recorded',
    query: dto.PreviewDecisionQuery,
    answer: previewDecision,
  }),
  query({
    id: 'listAppeals',
    summary: 'The docket, by number',
    query: dto.ListAppealsQuery,
    answer: ({ asOf: _asOf, knownAt: _knownAt, ...question }, context) => docket(question, context),
  }),
];
