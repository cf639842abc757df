import { parseInstant } from '#legal-time';
import { command, query, type Operation } from '#runtime';

import type { NoticeCommand, WrittenKind } from './notice.commands.js';
import { noticeAggregate } from './notice.decider.js';
import { noticeIdOfDocument, noticeStream, type NoticeEvent } from './notice.events.js';
import { fineDocumentId, noticeFacts } from './notice.facts.js';
import { listNotices } from './notice-list.projection.js';
import { noticeIdOfAttempt, noticeOf, type NoticeState } from './notice.state.js';
import * as dto from './notices.dto.js';
import { getNotice, noticeIdAsked } from './notices.queries.js';
import { refuse } from './refuse.rules.js';
import { WARNING_WORDS } from './service.rules.js';

const PAGE = 50;

/** What the notice carries, for the timeline: a fine, a statement, or the appeal that a hearing or decision belongs to. */
const documentRefs = (documentId: string | null): Record<string, string> => {
  if (documentId === null) return {};
  const fine = fineDocumentId(documentId);
  if (fine) return { fine: fine.fineId, ...(fine.statementId === null ? {} : { statement: fine.statementId }) };
  // The notice of a day to which a hearing was adjourned names the hearing, and then the day.
  const match = /^((.+)\.(hearing|decision)-\d+)(?:\.|$)/.exec(documentId);
  return match ? { appeal: match[2]!, [match[3]!]: match[1]! } : {};
};

const refs = ({ data }: NoticeEvent, { state }: { readonly state: NoticeState }): Record<string, string> => {
  const { noticeId, caseId, partyId } = data;
  const documentId = 'documentId' in data ? data.documentId : (noticeOf(state)?.documentId ?? null);
  const premisesId = 'premisesId' in data ? data.premisesId : noticeOf(state)?.premisesId;
  return {
    notice: noticeId,
    case: caseId,
    party: partyId,
    ...(premisesId === undefined ? {} : { premises: premisesId }),
    ...documentRefs(documentId),
  };
};

/** What the caller is told: of the last event of the command, since a service may bring its attempts with it. */
const answer = (events: readonly NoticeEvent[]): Record<string, unknown> => {
  const event = events.at(-1);
  if (!event) return {};
  const { noticeId, caseId } = event.data;
  switch (event.type) {
    case 'NoticeIssued': {
      const { number, version, issuedOn } = event.data;
      return { noticeId, caseId, number, version, issuedOn };
    }
    case 'ServiceAttempted':
      return { noticeId, caseId, attemptId: event.data.attemptId };
    case 'MailReturned':
      return { noticeId, caseId, attemptId: event.data.attemptId };
    case 'NoticeServed': {
      const { version, documentId, servedAt, servedOn, method, attemptIds, alternate, warnings } = event.data;
      return {
        noticeId,
        caseId,
        version,
        ...(fineDocumentId(documentId) ?? {}),
        servedAt,
        servedOn,
        method,
        attemptIds,
        alternate,
        warnings: warnings.map((code) => ({ code, ...WARNING_WORDS[code] })),
      };
    }
    case 'NoticeAmended':
      return { noticeId, caseId, version: event.data.version };
    default:
      return { noticeId, caseId };
  }
};

/** A command on a notice: only fixes what all of them share. */
const onNotice = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly noticeId: (body: Body) => string;
  readonly command: (body: Body, newId: string, town: { readonly zone: string }) => NoticeCommand;
  readonly number?: { readonly kind: string; readonly prefix: string };
  readonly internal?: boolean;
  readonly repeatable?: boolean;
}): Operation => {
  const { noticeId, ...rest } = operation;
  return command({
    aggregate: noticeAggregate,
    stream: (body: Body) => noticeStream(noticeId(body)),
    facts: noticeFacts,
    refs,
    answer,
    ...rest,
  });
};

const ofNotice = ({ noticeId }: { readonly noticeId: string }): string => noticeId;

/** The document that a service names; null where it names the notice itself. @throws NOTICES.WHICH_NOTICE */
const documentServed = ({ noticeId, fineId, statementId, documentId }: dto.RecordServiceDto): string | null => {
  const named = [noticeId, fineId, documentId].filter((id) => id !== undefined);
  if (named.length !== 1 || (statementId !== undefined && fineId === undefined))
    refuse('WHICH_NOTICE', 'Name what was served once: the notice, the fine (with its statement), or the document.', {
      kind: 'invalid',
      field: 'noticeId',
      rule: 'is named, or else fineId (with statementId), or else documentId',
    });
  if (statementId !== undefined && fineDocumentId(statementId)?.fineId !== fineId)
    refuse('OTHER_FINE', 'This statement does not belong to that fine.', { kind: 'invalid', field: 'statementId' });
  return statementId ?? fineId ?? documentId ?? null;
};

const issue = (id: string, summary: string, kind: WrittenKind, number: { kind: string; prefix: string }): Operation =>
  onNotice({
    id,
    summary,
    body: dto.OfNoticeDto,
    noticeId: ofNotice,
    command: () => ({ type: 'IssueNotice', kind }),
    number,
  });

/** Everything notices can be told and asked. */
export const noticeOperations: readonly Operation[] = [
  command({
    id: 'draftNotice',
    summary: 'Draft a notice of violation or a demand to one party',
    body: dto.DraftNoticeDto,
    aggregate: noticeAggregate,
    creates: true,
    stream: (_, newId) => noticeStream(newId),
    command: ({ kind, caseId, findingIds, facts, demand, complyBy, documentId }, newId): NoticeCommand => ({
      type: 'DraftNotice',
      noticeId: newId,
      kind,
      caseId: caseId ?? null,
      findingIds: findingIds ?? [],
      facts,
      demand: demand ?? null,
      complyBy: complyBy ?? null,
      documentId: documentId ?? null,
    }),
    facts: noticeFacts,
    refs,
    answer,
  }),
  issue('issueNotice', 'Issue a notice of violation: wording, name and address are frozen', 'noticeOfViolation', {
    kind: 'notice',
    prefix: 'NOV',
  }),
  issue('issueDemand', 'Issue a demand: wording, name and address are frozen', 'demand', {
    kind: 'demand',
    prefix: 'DEM',
  }),
  onNotice({
    id: 'issueDocumentNotice',
    summary: 'Issue the notice of a fine, statement, hearing or decision; again adds nothing',
    body: dto.IssueDocumentNoticeDto,
    noticeId: ({ documentId }) => noticeIdOfDocument(documentId),
    command: (body) => ({ type: 'IssueDocumentNotice', ...body }),
    internal: true,
    repeatable: true,
  }),
  onNotice({
    id: 'recordServiceAttempt',
    summary: 'Record an attempt at service with its time, place and result',
    body: dto.RecordServiceAttemptDto,
    noticeId: ofNotice,
    command: ({ method, at, place, result, note, attemptedBy }, _, { zone }) => ({
      type: 'RecordServiceAttempt',
      method,
      at: parseInstant(at, 'at', zone).instant,
      place: place ?? null,
      result,
      note: note ?? null,
      attemptedBy: attemptedBy ?? null,
    }),
  }),
  onNotice({
    id: 'recordMailReturned',
    summary: 'Record that a mailing came back; a service that rests on it stands, and a person is asked',
    body: dto.RecordMailReturnedDto,
    noticeId: ({ attemptId }) => noticeIdOfAttempt(attemptId),
    command: ({ attemptId, reason, returnedOn, note }) => ({
      type: 'RecordMailReturned',
      attemptId,
      reason,
      returnedOn,
      note: note ?? null,
    }),
  }),
  onNotice({
    id: 'recordService',
    summary: 'Record that a notice was served, with its proof; a fine or statement is charged from then on',
    body: dto.RecordServiceDto,
    noticeId: (body) => {
      const documentId = documentServed(body);
      return documentId === null ? body.noticeId! : noticeIdOfDocument(documentId);
    },
    command: (body, _, { zone }) => ({
      type: 'RecordService',
      documentId: documentServed(body),
      servedAt: parseInstant(body.servedAt, 'servedAt', zone).instant,
      mailedAt: body.mailedAt === undefined ? null : parseInstant(body.mailedAt, 'mailedAt', zone).instant,
      method: body.method,
      proof: body.proof,
      consentReference: body.consentReference ?? null,
      attemptIds: body.attemptIds ?? null,
    }),
  }),
  onNotice({
    id: 'amendNotice',
    summary: 'Amend a notice: the next version is issued and served again, and no offense day moves',
    body: dto.AmendNoticeDto,
    noticeId: ofNotice,
    command: ({ findingIds, facts, demand, complyBy, reason }) => ({
      type: 'AmendNotice',
      findingIds,
      facts,
      demand,
      complyBy,
      reason,
    }),
  }),
  onNotice({
    id: 'withdrawNotice',
    summary: 'Withdraw a notice; what was served stays visible, and no offense day is erased',
    body: dto.WithdrawNoticeDto,
    noticeId: ofNotice,
    command: ({ reason }) => ({ type: 'WithdrawNotice', reason }),
  }),
  query({
    id: 'getNotice',
    summary: 'A notice with every version, how its service stands, and what to be warned of',
    query: dto.GetNoticeQuery,
    answer: getNotice,
    etag: (asked) => noticeStream(noticeIdAsked(asked)),
  }),
  query({
    id: 'listNotices',
    summary: 'Notices, the newest first',
    query: dto.ListNoticesQuery,
    answer: ({ limit, ...question }, { readModel, asOf, knownAt, hidden }) =>
      listNotices(readModel, { ...question, limit: limit ?? PAGE, asOf, knownAt, hidden }),
  }),
];
