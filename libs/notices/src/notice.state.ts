import { assertNever, DomainError, type Instant, type LocalDay, type Personal, type StreamFold } from '#kernel';
import type { ServiceMethod } from '#fines/published';

import type {
  AttemptResult,
  FrozenRecipient,
  NoticeContent,
  NoticeEvent,
  NoticeKind,
  ReturnReason,
  ServiceWarning,
} from './notice.events.js';
import { noticeCatalog } from './notice.events.js';

export interface ReturnedMail {
  readonly reason: ReturnReason;
  readonly returnedOn: LocalDay;
  readonly note: Personal;
}

export interface Attempt {
  readonly attemptId: string;
  readonly method: ServiceMethod;
  readonly at: Instant;
  readonly on: LocalDay;
  readonly place: Personal;
  readonly result: AttemptResult;
  readonly attemptedBy: string;
  readonly note: Personal;
  readonly returned: ReturnedMail | null;
}

export interface NoticeIssue {
  readonly number: string | null;
  readonly recipient: FrozenRecipient;
  readonly issuedBy: string;
  readonly issuedOn: LocalDay;
}

export interface NoticeService {
  readonly method: ServiceMethod;
  readonly servedAt: Instant;
  readonly servedOn: LocalDay;
  readonly attemptIds: readonly string[];
  readonly alternate: boolean;
  readonly warnings: readonly ServiceWarning[];
  readonly proof: Personal;
  readonly consentReference: Personal;
}

/** One wording of the notice, with everything that was done to serve it. Later versions leave it as it was. */
export interface NoticeVersion {
  readonly version: number;
  readonly content: NoticeContent;
  readonly madeOn: LocalDay;
  /** Why the version before it did not do; null for the first. */
  readonly amended: { readonly reason: Personal; readonly amendedBy: string } | null;
  readonly issue: NoticeIssue | null;
  readonly attempts: readonly Attempt[];
  readonly service: NoticeService | null;
}

interface OnFile {
  readonly noticeId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
  readonly kind: NoticeKind;
  readonly documentId: string | null;
  readonly draftedBy: string;
  readonly draftedOn: LocalDay;
  readonly versions: readonly NoticeVersion[];
}

export interface Withdrawal {
  readonly reason: Personal;
  readonly withdrawnBy: string;
  readonly withdrawnOn: LocalDay;
}

/** `drafted`, `issued` and `served` are of the latest version. */
export type Notice =
  | (OnFile & { readonly status: 'drafted' | 'issued' | 'served' })
  | (OnFile & { readonly status: 'withdrawn'; readonly withdrawal: Withdrawal });
export type NoticeStatus = Notice['status'];
export const NOTICE_STATUSES = ['drafted', 'issued', 'served', 'withdrawn'] as const satisfies readonly NoticeStatus[];

/** `none` while nothing is recorded: the notice is unknown. */
export type NoticeState = { readonly status: 'none' } | Notice;

const changeVersion = <N extends Notice>(
  notice: N,
  version: number,
  change: (version: NoticeVersion) => NoticeVersion,
): N => ({
  ...notice,
  versions: notice.versions.map((known) => (known.version === version ? change(known) : known)),
});

/** The status follows from the latest version, unless the notice was withdrawn. */
const standing = (notice: Notice): Notice => {
  if (notice.status === 'withdrawn') return notice;
  const latest = notice.versions.at(-1)!;
  return { ...notice, status: latest.service ? 'served' : latest.issue ? 'issued' : 'drafted' };
};

const evolveNotice = (notice: Notice, event: Exclude<NoticeEvent, { type: 'NoticeDrafted' }>): Notice => {
  switch (event.type) {
    case 'NoticeIssued': {
      const { version, number, recipient, issuedBy, issuedOn } = event.data;
      const issue = { number, recipient, issuedBy, issuedOn };
      return standing(changeVersion(notice, version, (known) => ({ ...known, issue })));
    }
    case 'ServiceAttempted': {
      const { attemptId, version, method, at, on, place, result, attemptedBy, note } = event.data;
      const attempt: Attempt = { attemptId, method, at, on, place, result, attemptedBy, note, returned: null };
      return changeVersion(notice, version, (known) => ({ ...known, attempts: [...known.attempts, attempt] }));
    }
    case 'MailReturned': {
      const { attemptId, version, reason, returnedOn, note } = event.data;
      const returned = { reason, returnedOn, note };
      return changeVersion(notice, version, (known) => ({
        ...known,
        attempts: known.attempts.map((attempt) =>
          attempt.attemptId === attemptId ? { ...attempt, returned } : attempt,
        ),
      }));
    }
    case 'NoticeServed': {
      const { version, method, servedAt, servedOn, attemptIds, alternate, warnings, proof, consentReference } =
        event.data;
      const service = { method, servedAt, servedOn, attemptIds, alternate, warnings, proof, consentReference };
      return standing(changeVersion(notice, version, (known) => ({ ...known, service })));
    }
    case 'NoticeAmended': {
      const { version, content, reason, amendedBy, amendedOn } = event.data;
      const next: NoticeVersion = {
        version,
        content,
        madeOn: amendedOn,
        amended: { reason, amendedBy },
        issue: null,
        attempts: [],
        service: null,
      };
      // A draft that was amended before it was issued has not been shown to anybody: the new wording takes its place.
      return standing({ ...notice, versions: [...notice.versions.filter((known) => known.version < version), next] });
    }
    case 'NoticeWithdrawn': {
      const { reason, withdrawnBy, withdrawnOn } = event.data;
      return { ...notice, status: 'withdrawn', withdrawal: { reason, withdrawnBy, withdrawnOn } };
    }
    default:
      return assertNever(event);
  }
};

/** The fold of `notice-<id>`. */
export const noticeFold: StreamFold<NoticeState, NoticeEvent> = {
  name: 'notice',
  catalog: noticeCatalog,
  initialState: () => ({ status: 'none' }),
  evolve: (state, event) => {
    if (event.type !== 'NoticeDrafted') return state.status === 'none' ? state : evolveNotice(state, event);
    const { noticeId, caseId, partyId, premisesId, kind, documentId, content, draftedBy, draftedOn } = event.data;
    return {
      status: 'drafted',
      noticeId,
      caseId,
      partyId,
      premisesId,
      kind,
      documentId,
      draftedBy,
      draftedOn,
      versions: [{ version: 1, content, madeOn: draftedOn, amended: null, issue: null, attempts: [], service: null }],
    };
  },
};

/** The notice, or null while it is not on file. */
export const noticeOf = (state: NoticeState): Notice | null => (state.status === 'none' ? null : state);

/** The wording that counts: the latest. */
export const latestVersion = (notice: Notice): NoticeVersion => notice.versions.at(-1)!;

/** The number a notice goes by: that of the latest version issued; null where its document has its own. */
export const numberOf = (notice: Notice): string | null =>
  notice.versions.findLast(({ issue }) => issue !== null)?.issue?.number ?? null;

/** The notice as it stood at the end of a local day: acts of later days are left out. Null before it was drafted. */
export const noticeAsOf = (notice: Notice, day: LocalDay): Notice | null => {
  if (notice.draftedOn > day) return null;
  const versions = notice.versions
    .filter(({ madeOn }) => madeOn <= day)
    .map((version): NoticeVersion => ({
      ...version,
      issue: version.issue && version.issue.issuedOn <= day ? version.issue : null,
      attempts: version.attempts
        .filter(({ on }) => on <= day)
        .map((attempt) => ({
          ...attempt,
          returned: attempt.returned && attempt.returned.returnedOn <= day ? attempt.returned : null,
        })),
      service: version.service && version.service.servedOn <= day ? version.service : null,
    }));
  if (versions.length === 0) return null;
  const { noticeId, caseId, partyId, premisesId, kind, documentId, draftedBy, draftedOn } = notice;
  const onFile = { noticeId, caseId, partyId, premisesId, kind, documentId, draftedBy, draftedOn, versions };
  return notice.status === 'withdrawn' && notice.withdrawal.withdrawnOn <= day
    ? { ...onFile, status: 'withdrawn', withdrawal: notice.withdrawal }
    : standing({ ...onFile, status: 'drafted' });
};

/** The notice that an attempt belongs to, read from its id. @throws NOTICES.BAD_ATTEMPT_ID */
export const noticeIdOfAttempt = (attemptId: string): string => {
  const match = /^(.+)\.attempt-\d+$/.exec(attemptId);
  if (!match)
    throw new DomainError('NOTICES.BAD_ATTEMPT_ID', `"${attemptId}" does not name an attempt at service.`, {
      kind: 'invalid',
      field: 'attemptId',
      rule: "An id here is the notice's id, then .attempt- and a number.",
    });
  return match[1]!;
};
