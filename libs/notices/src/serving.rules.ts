import { daysBetween, localDayOf } from '#legal-time';
import type { DecisionContext, Instant } from '#kernel';

import type { RecordService } from './notice.commands.js';
import type { AttemptResult, NoticeEvent, ServiceWarning } from './notice.events.js';
import type { Attempt, Notice, NoticeIssue, NoticeVersion } from './notice.state.js';
import { refuse } from './refuse.rules.js';
import {
  hasOtherMailing,
  isAlternate,
  PRACTICE_AUTHORITY,
  SERVICE_PRACTICE,
  triedInPersonBefore,
} from './service.rules.js';

/** One part of a service: an attempt on file, or one that the act itself brings. */
type Part = Pick<Attempt, 'result' | 'at'> & { readonly attemptId: string | null };

const later = (one: Instant, other: Instant): Instant => (one > other ? one : other);

/** What has not happened yet, or happened before there was anything to serve, cannot be recorded. */
export const requireMoment = (at: Instant, field: string, issue: NoticeIssue, { now, zone }: DecisionContext): void => {
  if (at > now)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', { kind: 'invalid', field, at, now });
  if (localDayOf(at, zone) < issue.issuedOn)
    refuse('SERVED_BEFORE_ISSUED', `The notice was issued on ${issue.issuedOn}.`, {
      kind: 'invalid',
      field,
      rule: 'What is served is there before it is served.',
      issuedOn: issue.issuedOn,
    });
};

/** The attempts that the command lets count: those it names, or all of its method. */
const candidates = (command: RecordService, version: NoticeVersion): readonly Attempt[] => {
  const { method, attemptIds } = command;
  if (attemptIds === null) return version.attempts.filter((attempt) => attempt.method === method);
  return attemptIds.map((attemptId) => {
    const attempt = version.attempts.find((known) => known.attemptId === attemptId);
    if (!attempt)
      return refuse('UNKNOWN_ATTEMPT', 'This version of the notice has no such attempt.', {
        kind: 'notFound',
        field: 'attemptIds',
        attemptId,
      });
    if (attempt.method !== method || !SERVICE_PRACTICE[method].needs.includes(attempt.result))
      return refuse('NOT_A_PART', 'This attempt is no part of service by that method.', {
        kind: 'invalid',
        field: 'attemptIds',
        attemptId,
        method: attempt.method,
        result: attempt.result,
        authority: PRACTICE_AUTHORITY,
      });
    return attempt;
  });
};

/**
 * The parts that make the service complete. Attempts on file are taken where they fit; what the act says beyond them
 * becomes an attempt of its own.
 * @throws NOTICES.INCOMPLETE, NOTICES.MAIL_CAME_BACK, NOTICES.SERVED_AT_DIFFERS, NOTICES.UNKNOWN_ATTEMPT, NOTICES.NOT_A_PART
 */
const partsOf = (command: RecordService, version: NoticeVersion, zone: string): readonly Part[] => {
  const { method, servedAt, mailedAt } = command;
  const { needs, words } = SERVICE_PRACTICE[method];
  const single = needs.length === 1;
  const known = candidates(command, version);
  const day = (at: Instant) => localDayOf(at, zone);
  const fitting = (result: AttemptResult, fits: (attempt: Attempt) => boolean) =>
    known.findLast((attempt) => attempt.result === result && attempt.returned === null && fits(attempt));
  const missing: AttemptResult[] = [];
  const parts = needs.flatMap((result): Part[] => {
    const brought = (at: Instant): Part[] => [{ result, at, attemptId: null }];
    if (result === 'mailed') {
      if (mailedAt !== null) {
        const mailing = fitting(result, (attempt) => day(attempt.at) === day(mailedAt));
        return mailing ? [mailing] : brought(mailedAt);
      }
      const mailing = fitting(result, ({ at }) => !single || day(at) <= day(servedAt));
      if (mailing) return [mailing];
      if (known.some((attempt) => attempt.result === result))
        refuse('MAIL_CAME_BACK', 'Everything that was mailed by this method has come back.', {
          field: 'method',
          rule: 'A letter that came back served nobody. Record the new mailing, or serve by another method.',
          authority: PRACTICE_AUTHORITY,
        });
      if (single) return brought(servedAt);
      missing.push(result);
      return [];
    }
    const done = fitting(result, ({ at }) => !single || day(at) === day(servedAt));
    return done ? [done] : brought(servedAt);
  });
  if (missing.length > 0)
    refuse('INCOMPLETE', `Service by this method is not complete: ${missing.join(', ')} is not recorded.`, {
      field: 'mailedAt',
      rule: words,
      authority: PRACTICE_AUTHORITY,
      missing,
    });
  if (!single && !parts.some(({ at }) => day(at) === day(servedAt)))
    refuse('SERVED_AT_DIFFERS', `Nothing of this service was done on ${day(servedAt)}.`, {
      kind: 'invalid',
      field: 'servedAt',
      rule: 'The moment of service is that of one of its parts.',
      parts: parts.map(({ result, at }) => ({ result, at })),
    });
  return parts;
};

const warningsOf = (
  command: RecordService,
  version: NoticeVersion,
  issue: NoticeIssue,
  parts: readonly Part[],
  zone: string,
): ServiceWarning[] => {
  const { method } = command;
  const { partsWithinDays } = SERVICE_PRACTICE[method];
  const days = parts.map(({ at }) => localDayOf(at, zone)).sort();
  const warned: readonly (readonly [ServiceWarning, boolean])[] = [
    ['noAddress', issue.recipient.recipientAddress === null],
    ['partsFarApart', partsWithinDays !== null && daysBetween(days[0]!, days.at(-1)!) > partsWithinDays],
    ['noEarlierAttempt', method === 'affixAndMail' && !triedInPersonBefore(version, parts[0]!.at)],
    ['oneMailingOnly', !hasOtherMailing(version, method)],
  ];
  return warned.filter(([, holds]) => holds).map(([warning]) => warning);
};

/** Id of the attempt after those on file. */
export const attemptIdAfter = (notice: Notice, more = 0): string =>
  `${notice.noticeId}.attempt-${notice.versions.reduce((count, { attempts }) => count + attempts.length, 1) + more}`;

/**
 * Service of the latest version, complete by Town practice for its method. Of a method in two parts the service is
 * complete when the later part was done.
 * @throws NOTICES.NOT_ISSUED, NOTICES.ALREADY_SERVED, NOTICES.PROOF_MISSING, NOTICES.CONSENT_MISSING,
 * NOTICES.NOT_MAILED_BY_METHOD, NOTICES.IN_THE_FUTURE, NOTICES.SERVED_BEFORE_ISSUED and those of its parts
 */
export const serve = (command: RecordService, notice: Notice, context: DecisionContext): readonly NoticeEvent[] => {
  const { method, servedAt, mailedAt, proof, consentReference } = command;
  const version = notice.versions.at(-1)!;
  const issue = version.issue ?? refuse('NOT_ISSUED', 'This version has not been issued.', { field: 'noticeId' });
  if (version.service)
    refuse('ALREADY_SERVED', `This version was served on ${version.service.servedOn}.`, {
      field: 'noticeId',
      servedOn: version.service.servedOn,
      version: version.version,
    });
  if (proof.trim() === '')
    refuse('PROOF_MISSING', 'An attempt without proof is not service.', {
      kind: 'invalid',
      field: 'proof',
      rule: 'Service is recorded with its affidavit, receipt or another proof.',
      authority: PRACTICE_AUTHORITY,
    });
  if (method === 'emailByConsent' && consentReference === null)
    refuse('CONSENT_MISSING', 'Service by e-mail names the consent it rests on.', {
      kind: 'invalid',
      field: 'consentReference',
      rule: SERVICE_PRACTICE.emailByConsent.words,
      authority: PRACTICE_AUTHORITY,
    });
  if (mailedAt !== null && !SERVICE_PRACTICE[method].needs.includes('mailed'))
    refuse('NOT_MAILED_BY_METHOD', 'Nothing is mailed in service by this method.', {
      kind: 'invalid',
      field: 'mailedAt',
      authority: PRACTICE_AUTHORITY,
    });
  requireMoment(servedAt, 'servedAt', issue, context);
  if (mailedAt !== null) requireMoment(mailedAt, 'mailedAt', issue, context);
  const { zone, actor } = context;
  const parts = partsOf(command, version, zone);
  const inNotice = { noticeId: notice.noticeId, caseId: notice.caseId, partyId: notice.partyId };
  const brought: NoticeEvent[] = [];
  const attemptIds = parts.map(({ result, at, attemptId }) => {
    if (attemptId !== null) return attemptId;
    const made = attemptIdAfter(notice, brought.length);
    brought.push({
      type: 'ServiceAttempted',
      data: {
        ...inNotice,
        attemptId: made,
        version: version.version,
        method,
        at,
        on: localDayOf(at, zone),
        place: null,
        result,
        attemptedBy: actor.id,
        note: null,
      },
    });
    return made;
  });
  const completeAt = parts.length === 1 ? servedAt : parts.map(({ at }) => at).reduce(later);
  const servedOn = localDayOf(completeAt, zone);
  return [
    ...brought,
    {
      type: 'NoticeServed',
      data: {
        ...inNotice,
        kind: notice.kind,
        documentId: notice.documentId,
        version: version.version,
        method,
        servedAt: completeAt,
        servedOn,
        attemptIds,
        alternate: isAlternate(version, method, servedOn),
        warnings: warningsOf(command, version, issue, parts, zone),
        proof,
        consentReference: method === 'emailByConsent' ? consentReference : null,
      },
    },
  ];
};
