import { DomainError, type LocalDay } from '#kernel';
import { caseFold, caseStream, findingOf, caseIdOf } from '#cases/published';
import { policyOn, printCitation, ruleInForce, SETTINGS_STREAM, settingsFold } from '#law/published';
import { addressOn, partyFold, partyStream } from '#registry/published';
import type { QueryContext } from '#runtime';

import { noticeIdOfDocument, noticeStream } from './notice.events.js';
import { loadFineDocument } from './notice.facts.js';
import type { Notice, NoticeVersion } from './notice.state.js';
import { latestVersion, noticeAsOf, noticeFold, noticeOf, numberOf } from './notice.state.js';
import type { GetNoticeQuery } from './notices.dto.js';
import { refuse } from './refuse.rules.js';
import { rightOfAppealIn } from './right-of-appeal.rules.js';
import {
  PRACTICE_AUTHORITY,
  SERVICE_PRACTICE,
  SERVICE_STATUS_WORDS,
  serviceStatusOf,
  WARNING_WORDS,
} from './service.rules.js';

interface Warning {
  readonly code: string;
  readonly words: string;
  readonly authority: string;
}

/** The sections a version cites, as printed; letters that are inferred say so. */
const sectionsOf = async ({ content }: NoticeVersion, context: QueryContext) => {
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const sections = [];
  for (const findingId of content.findingIds) {
    const finding = findingOf(await context.load(caseStream(caseIdOf(findingId)), caseFold), findingId);
    if (!finding) continue;
    const rule = ruleInForce(settings, finding.ruleId, finding.madeOn);
    sections.push({
      findingId,
      ruleId: finding.ruleId,
      citation: printCitation(rule, { markInferred: true }),
      ruleTitle: rule.title,
    });
  }
  return sections;
};

const shownService = (version: NoticeVersion) => {
  const { service } = version;
  const status = serviceStatusOf(version);
  return {
    status,
    words: SERVICE_STATUS_WORDS[status],
    servedOn: service?.servedOn ?? null,
    servedAt: service?.servedAt ?? null,
    method: service?.method ?? null,
    alternate: service?.alternate ?? false,
    attemptIds: service?.attemptIds ?? [],
    proof: service?.proof ?? null,
    consentReference: service?.consentReference ?? null,
    practice: service ? { words: SERVICE_PRACTICE[service.method].words, authority: PRACTICE_AUTHORITY } : null,
  };
};

const shownVersion = async (version: NoticeVersion, context: QueryContext) => ({
  version: version.version,
  number: version.issue?.number ?? null,
  madeOn: version.madeOn,
  amended: version.amended,
  issuedOn: version.issue?.issuedOn ?? null,
  issuedBy: version.issue?.issuedBy ?? null,
  recipient: version.issue?.recipient ?? null,
  content: {
    sections: await sectionsOf(version, context),
    facts: version.content.facts,
    demand: version.content.demand,
    complyBy: version.content.complyBy,
  },
  attempts: version.attempts,
  service: shownService(version),
});

/**
 * Whether the roll of parties says another name or address on a day than the document does. The document carries the
 * sealed text of the register as it was: the same sealed text is the same entry (faults.md L08).
 */
const differsFromRoll = async (
  { partyId }: Notice,
  { issue }: NoticeVersion,
  day: LocalDay,
  context: QueryContext,
): Promise<boolean> => {
  if (!issue) return false;
  const party = await context.load(partyStream(partyId), partyFold);
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (
    !same(party.name, issue.recipient.recipientName) || !same(addressOn(party, day), issue.recipient.recipientAddress)
  );
};

const warningsOf = async (
  notice: Notice,
  version: NoticeVersion,
  documentWithdrawnOn: LocalDay | null,
  day: LocalDay,
  context: QueryContext,
): Promise<Warning[]> => {
  const warnings: Warning[] = [];
  if (documentWithdrawnOn !== null)
    warnings.push({
      code: 'FINE_WITHDRAWN',
      words: `The fine was withdrawn on ${documentWithdrawnOn}: this document can no longer be served.`,
      authority: 'Offense-day rules 2: a withdrawn fine charges nothing',
    });
  if (await differsFromRoll(notice, version, day, context))
    warnings.push({
      code: 'ROLL_DIFFERS',
      words: `The register says another name or address for ${day} than this document, which was addressed on ${version.issue!.recipient.addressedOn}. The document stays as it is.`,
      authority: PRACTICE_AUTHORITY,
    });
  const noted = new Set(version.service?.warnings ?? []);
  if (version.issue?.recipient.recipientAddress === null) noted.add('noAddress');
  return [...warnings, ...[...noted].map((code) => ({ code, ...WARNING_WORDS[code] }))];
};

/** The right of appeal that the notice states, with what a resolution of the Board says today of the one period it may set. */
const appealOf = async ({ kind }: Notice, day: LocalDay, context: QueryContext) => {
  const right = rightOfAppealIn(kind);
  if (right === null) return null;
  const { value, authority } = policyOn(await context.load(SETTINGS_STREAM, settingsFold), 'appeal-deadline-days', day);
  return { ...right, boardDeadline: value === null ? null : { days: value, authority } };
};

/** The notice that a query names by itself or by the document it carries. @throws NOTICES.WHICH_NOTICE */
export const noticeIdAsked = ({ noticeId, documentId }: Pick<GetNoticeQuery, 'noticeId' | 'documentId'>): string => {
  if ((noticeId === undefined) === (documentId === undefined))
    refuse('WHICH_NOTICE', 'Name the notice or the document that it carries.', {
      kind: 'invalid',
      field: 'noticeId',
      rule: 'is named, or else documentId is',
    });
  return noticeId ?? noticeIdOfDocument(documentId!);
};

/**
 * A notice as it stood at the end of a local day, as known at an instant: the latest version in full, each earlier one
 * with its own service, what to be warned of, and the right of appeal where it imposes something.
 * @throws NOTICES.UNKNOWN_NOTICE, NOTICES.WHICH_NOTICE
 */
export const getNotice = async (asked: GetNoticeQuery, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const noticeId = noticeIdAsked(asked);
  const onFile = noticeOf(await context.load(noticeStream(noticeId), noticeFold));
  const notice = onFile && noticeAsOf(onFile, day);
  if (!notice)
    throw new DomainError('NOTICES.UNKNOWN_NOTICE', 'This notice is not on file at that time.', {
      kind: 'notFound',
      field: 'noticeId',
    });
  const version = latestVersion(notice);
  const { withdrawnOn = null } = (await loadFineDocument(notice.documentId, context.load)) ?? {};
  const documentWithdrawnOn = withdrawnOn !== null && withdrawnOn <= day ? withdrawnOn : null;
  const versions = [];
  for (const one of notice.versions) versions.push(await shownVersion(one, context));
  return {
    noticeId,
    kind: notice.kind,
    asOf: day,
    caseId: notice.caseId,
    partyId: notice.partyId,
    premisesId: notice.premisesId,
    documentId: notice.documentId,
    documentWithdrawnOn,
    status: notice.status,
    withdrawal: notice.status === 'withdrawn' ? notice.withdrawal : null,
    draftedOn: notice.draftedOn,
    ...versions.at(-1)!,
    number: numberOf(notice),
    earlierVersions: versions.slice(0, -1),
    warnings: await warningsOf(notice, version, documentWithdrawnOn, day, context),
    rightOfAppeal: await appealOf(notice, day, context),
    serviceAuthority: PRACTICE_AUTHORITY,
  };
};
