import { assertNever, DomainError, foldEvents, type Decider, type DecisionContext } from '#kernel';
import { localDayOf } from '#legal-time';

import { contentOf, requireComplyBy, requireFindings } from './content.rules.js';
import type {
  AmendNotice,
  DraftNotice,
  IssueDocumentNotice,
  IssueNotice,
  NoticeCommand,
  RecordMailReturned,
  RecordService,
  RecordServiceAttempt,
} from './notice.commands.js';
import { noticeIdOfDocument, type NoticeEvent } from './notice.events.js';
import type { FineDocumentFact, NoticeFacts } from './notice.facts.js';
import { latestVersion, noticeFold, noticeOf, type Notice, type NoticeState } from './notice.state.js';
import { refuse } from './refuse.rules.js';
import { PRACTICE_AUTHORITY, SERVICE_PRACTICE } from './service.rules.js';
import { attemptIdAfter, requireMoment, serve } from './serving.rules.js';

const inNotice = ({ noticeId, caseId, partyId }: Pick<Notice, 'noticeId' | 'caseId' | 'partyId'>) => ({
  noticeId,
  caseId,
  partyId,
});

const known = (state: NoticeState): Notice =>
  noticeOf(state) ?? refuse('UNKNOWN_NOTICE', 'This notice is not on file.', { kind: 'notFound', field: 'noticeId' });

const standing = (state: NoticeState): Notice => {
  const notice = known(state);
  if (notice.status === 'withdrawn')
    refuse('WITHDRAWN', `This notice was withdrawn on ${notice.withdrawal.withdrawnOn}.`, {
      field: 'noticeId',
      withdrawnOn: notice.withdrawal.withdrawnOn,
    });
  return notice;
};

const writtenByHand = (notice: Notice, what: string): void => {
  if (notice.kind === 'noticeOfViolation' || notice.kind === 'demand') return;
  refuse('CARRIES_A_DOCUMENT', `This notice carries a document made elsewhere and cannot be ${what} by itself.`, {
    field: 'noticeId',
    rule: 'Change or withdraw the document itself: its notice follows.',
    kindOfNotice: notice.kind,
    documentId: notice.documentId,
  });
};

/** A withdrawn fine charges nothing: its document is served on nobody. @throws FINES.FINE_WITHDRAWN */
const requireLiveDocument = (document: FineDocumentFact | null): void => {
  if (document === null || document.withdrawnOn === null) return;
  throw new DomainError('FINES.FINE_WITHDRAWN', `Fine ${document.number} was withdrawn on ${document.withdrawnOn}.`, {
    field: 'fineId',
    withdrawnOn: document.withdrawnOn,
  });
};

/** @throws NOTICES.NOTICE_ON_FILE, NOTICES.NO_FINDING, NOTICES.NO_DOCUMENT_OF_ITS_OWN and those of its findings */
const draft = (
  command: DraftNotice,
  state: NoticeState,
  factsOfDraft: NoticeFacts,
  { actor, today }: DecisionContext,
): NoticeEvent[] => {
  if (state.status !== 'none') refuse('NOTICE_ON_FILE', 'This notice is on file already.', { kind: 'conflict' });
  const { noticeId, kind, facts, demand, complyBy, documentId } = command;
  const { findings: named, document } = factsOfDraft;
  if (documentId !== null && (kind !== 'demand' || document === null || document.statementId !== null))
    refuse('NO_DOCUMENT_OF_ITS_OWN', 'Only a demand names a document, and the document is a fine.', {
      kind: 'invalid',
      field: 'documentId',
      rule: 'A demand for payment names the fine. Fines, statements, hearings and decisions get their notices by themselves.',
    });
  requireLiveDocument(document);
  const findings = named ?? [];
  const subject = findings[0] ?? document;
  if (!subject)
    return refuse('NO_FINDING', 'A notice cites at least one finding with its rule.', {
      kind: 'invalid',
      field: 'findingIds',
      rule: 'names at least one finding',
    });
  const { partyId, premisesId } = document ?? subject;
  const caseId = command.caseId ?? (document ?? subject).caseId;
  requireFindings(factsOfDraft, { partyId, caseId });
  if (document && document.caseId !== caseId)
    refuse('OTHER_CASE', 'This fine belongs to another case.', { field: 'documentId', caseId: document.caseId });
  requireComplyBy(complyBy, today);
  return [
    {
      type: 'NoticeDrafted',
      data: {
        ...inNotice({ noticeId, caseId, partyId }),
        kind,
        premisesId,
        documentId,
        content: contentOf(findings.length > 0 ? findings : [document!], { facts, demand, complyBy }),
        draftedBy: actor.id,
        draftedOn: today,
      },
    },
  ];
};

/**
 * Freezes wording, name and address of this local day (faults.md L08).
 * @throws NOTICES.OTHER_KIND, NOTICES.ALREADY_ISSUED, NOTICES.NO_ADDRESS, NOTICES.PARTY_IS_DUPLICATE, and those of its findings
 */
const issue = (
  command: IssueNotice,
  state: NoticeState,
  facts: NoticeFacts,
  { actor, today, number }: DecisionContext,
): NoticeEvent[] => {
  const notice = standing(state);
  const { recipient, document } = facts;
  if (notice.kind !== command.kind)
    refuse('OTHER_KIND', 'This notice is of another kind.', {
      field: 'noticeId',
      rule: 'A notice of violation is issued by issueNotice, a demand by issueDemand; every other notice with its document.',
      kindOfNotice: notice.kind,
    });
  const version = latestVersion(notice);
  if (version.issue)
    refuse('ALREADY_ISSUED', `This version was issued on ${version.issue.issuedOn}.`, {
      field: 'noticeId',
      rule: 'To change what it says, amend it: the amended notice is issued and served again.',
      issuedOn: version.issue.issuedOn,
    });
  requireLiveDocument(document);
  requireFindings(facts, notice);
  if (recipient!.duplicateOf !== null)
    refuse('PARTY_IS_DUPLICATE', 'This party is marked as a duplicate of another.', {
      field: 'noticeId',
      duplicateOf: recipient!.duplicateOf,
    });
  if (recipient!.address === null)
    refuse('NO_ADDRESS', `No address of this party is on file for ${today}.`, {
      field: 'noticeId',
      rule: 'Record where the party takes mail (recordPartyAddress) before its notice is issued.',
      partyId: notice.partyId,
      record: 'recordPartyAddress',
    });
  return [
    {
      type: 'NoticeIssued',
      data: {
        ...inNotice(notice),
        kind: notice.kind,
        documentId: notice.documentId,
        number,
        version: version.version,
        recipient: {
          recipientName: recipient!.name,
          recipientAddress: recipient!.address,
          addressedOn: today,
        },
        issuedBy: actor.id,
        issuedOn: today,
      },
    },
  ];
};

/**
 * The notice of a fine, statement, hearing or decision, drafted and issued at once. That of a fine is the fine's own
 * frozen document, of its own day; it is issued without an address too, since the fine is there.
 * Nothing where there is one, where the document was served before notices existed, or where nobody is to be served.
 */
const issueDocument = (
  command: IssueDocumentNotice,
  { recipient, document }: NoticeFacts,
  { actor, today }: DecisionContext,
): NoticeEvent[] => {
  const { documentId, kind } = command;
  if (document && (document.servedOn !== null || document.withdrawnOn !== null || document.agreed)) return [];
  const { caseId, partyId, premisesId } = document ?? command;
  const by = document?.madeBy ?? actor.id;
  const on = document?.madeOn ?? today;
  const noticeId = noticeIdOfDocument(documentId);
  const base = { ...inNotice({ noticeId, caseId, partyId }), kind, documentId };
  return [
    {
      type: 'NoticeDrafted',
      data: {
        ...base,
        premisesId,
        content: contentOf(document ? [document] : [], { facts: null, demand: null, complyBy: null }),
        draftedBy: by,
        draftedOn: on,
      },
    },
    {
      type: 'NoticeIssued',
      data: {
        ...base,
        number: null,
        version: 1,
        recipient: document?.document ?? {
          recipientName: recipient!.name,
          recipientAddress: recipient!.address,
          addressedOn: today,
        },
        issuedBy: by,
        issuedOn: on,
      },
    },
  ];
};

/** @throws NOTICES.NOT_ISSUED, NOTICES.RESULT_NOT_OF_METHOD, NOTICES.IN_THE_FUTURE, NOTICES.SERVED_BEFORE_ISSUED */
const attempt = (command: RecordServiceAttempt, state: NoticeState, context: DecisionContext): NoticeEvent[] => {
  const notice = standing(state);
  const { method, at, place, result, note, attemptedBy } = command;
  const version = latestVersion(notice);
  if (!version.issue)
    return refuse('NOT_ISSUED', 'This version has not been issued.', { field: 'noticeId', version: version.version });
  const { results, words } = SERVICE_PRACTICE[method];
  if (!results.includes(result))
    refuse('RESULT_NOT_OF_METHOD', `An attempt by this method does not end in ${result}.`, {
      kind: 'invalid',
      field: 'result',
      rule: words,
      authority: PRACTICE_AUTHORITY,
      results,
    });
  requireMoment(at, 'at', version.issue, context);
  return [
    {
      type: 'ServiceAttempted',
      data: {
        ...inNotice(notice),
        attemptId: attemptIdAfter(notice),
        version: version.version,
        method,
        at,
        on: localDayOf(at, context.zone),
        place,
        result,
        attemptedBy: attemptedBy ?? context.actor.id,
        note,
      },
    },
  ];
};

/** A fact about a letter, whatever became of the notice since. @throws NOTICES.UNKNOWN_ATTEMPT, NOTICES.NOT_MAILED, NOTICES.ALREADY_RETURNED, NOTICES.RETURNED_BEFORE_MAILED, NOTICES.IN_THE_FUTURE */
const mailReturned = (command: RecordMailReturned, state: NoticeState, { today }: DecisionContext): NoticeEvent[] => {
  const notice = known(state);
  const { attemptId, reason, returnedOn, note } = command;
  const version = notice.versions.find(({ attempts }) => attempts.some((one) => one.attemptId === attemptId));
  const mailing = version?.attempts.find((one) => one.attemptId === attemptId);
  if (!version || !mailing)
    return refuse('UNKNOWN_ATTEMPT', 'This notice has no such attempt.', { kind: 'notFound', field: 'attemptId' });
  if (mailing.result !== 'mailed')
    refuse('NOT_MAILED', 'Only what was mailed comes back.', { field: 'attemptId', result: mailing.result });
  if (mailing.returned)
    refuse('ALREADY_RETURNED', `This mailing came back on ${mailing.returned.returnedOn}.`, {
      field: 'attemptId',
      returnedOn: mailing.returned.returnedOn,
    });
  if (returnedOn > today)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', {
      kind: 'invalid',
      field: 'returnedOn',
      returnedOn,
      today,
    });
  if (returnedOn < mailing.on)
    refuse('RETURNED_BEFORE_MAILED', `It was mailed on ${mailing.on}.`, { kind: 'invalid', field: 'returnedOn' });
  const servedOn = version.service?.attemptIds.includes(attemptId) ? version.service.servedOn : null;
  return [
    {
      type: 'MailReturned',
      data: { ...inNotice(notice), attemptId, version: version.version, reason, returnedOn, servedOn, note },
    },
  ];
};

/** The notice of a fine that its process has not reached yet is issued in the same append: service waits for nobody. */
const recordService = (
  command: RecordService,
  state: NoticeState,
  facts: NoticeFacts,
  context: DecisionContext,
): readonly NoticeEvent[] => {
  const { document } = facts;
  if (state.status !== 'none' || document === null) {
    const notice = standing(state);
    requireLiveDocument(document);
    return serve(command, notice, context);
  }
  requireLiveDocument(document);
  if (document.agreed)
    refuse('AGREED_FINE', `Fine ${document.number} was agreed: it is signed, not served.`, { field: 'fineId' });
  if (document.servedOn !== null)
    refuse('ALREADY_SERVED', `This was served on ${document.servedOn}.`, {
      field: 'fineId',
      servedOn: document.servedOn,
    });
  const { caseId, partyId, premisesId, statementId } = document;
  const issued = issueDocument(
    {
      type: 'IssueDocumentNotice',
      documentId: statementId ?? document.fineId,
      kind: statementId === null ? 'civilFine' : 'statement',
      caseId,
      partyId,
      premisesId,
    },
    facts,
    context,
  );
  return [...issued, ...serve(command, known(foldEvents(noticeFold, state, issued)), context)];
};

/** The next version, to be issued and served anew; what was served before stays as it was. No offense day moves. */
const amend = (
  command: AmendNotice,
  state: NoticeState,
  factsOfAmendment: NoticeFacts,
  { actor, today }: DecisionContext,
): NoticeEvent[] => {
  const notice = standing(state);
  writtenByHand(notice, 'amended');
  const { findings } = factsOfAmendment;
  const { facts, demand, complyBy, reason } = command;
  if (findings === null && facts === undefined && demand === undefined && complyBy === undefined)
    refuse('NOTHING_AMENDED', 'An amendment changes something.', {
      kind: 'invalid',
      field: 'findingIds',
      rule: 'names what is to be said instead: findingIds, facts, demand or complyBy',
    });
  if (findings !== null) {
    if (findings.length === 0)
      refuse('NO_FINDING', 'A notice cites at least one finding with its rule.', {
        kind: 'invalid',
        field: 'findingIds',
      });
    requireFindings(factsOfAmendment, notice);
  }
  if (complyBy) requireComplyBy(complyBy, today);
  const version = latestVersion(notice);
  const before = version.content;
  const rest = {
    facts: facts ?? before.facts,
    demand: demand ?? before.demand,
    complyBy: complyBy === undefined ? before.complyBy : complyBy,
  };
  return [
    {
      type: 'NoticeAmended',
      data: {
        ...inNotice(notice),
        version: version.version + (version.issue ? 1 : 0),
        content:
          findings === null
            ? { findingIds: before.findingIds, ruleIds: before.ruleIds, ...rest }
            : contentOf(findings, rest),
        reason,
        amendedBy: actor.id,
        amendedOn: today,
      },
    },
  ];
};

const decide = (
  command: NoticeCommand,
  state: NoticeState,
  facts: NoticeFacts,
  context: DecisionContext,
): readonly NoticeEvent[] => {
  switch (command.type) {
    case 'DraftNotice':
      return draft(command, state, facts, context);
    case 'IssueNotice':
      return issue(command, state, facts, context);
    case 'IssueDocumentNotice':
      return state.status === 'none' ? issueDocument(command, facts, context) : [];
    case 'RecordServiceAttempt':
      return attempt(command, state, context);
    case 'RecordMailReturned':
      return mailReturned(command, state, context);
    case 'RecordService':
      return recordService(command, state, facts, context);
    case 'AmendNotice':
      return amend(command, state, facts, context);
    case 'WithdrawNotice': {
      const notice = standing(state);
      if (notice.kind === 'civilFine' || notice.kind === 'statement') writtenByHand(notice, 'withdrawn');
      return [
        {
          type: 'NoticeWithdrawn',
          data: {
            ...inNotice(notice),
            reason: command.reason,
            withdrawnBy: context.actor.id,
            withdrawnOn: context.today,
          },
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

/** Decides on one notice to one party (domain.md 5.8). Service is Town practice: the Article sets no rule (G7). */
export const noticeDecider: Decider<NoticeState, NoticeCommand, NoticeEvent, NoticeFacts> = {
  initialState: noticeFold.initialState,
  evolve: noticeFold.evolve,
  decide,
};

/** Stream, fold and decisions of one notice. */
export const noticeAggregate = { ...noticeFold, decide };
