import type { Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';
import { v5 } from '#kernel';
import type { ServiceMethod } from '#fines/published';

/** Everything that is served on a person goes through one model. */
export const NOTICE_KINDS = ['noticeOfViolation', 'civilFine', 'statement', 'hearing', 'decision', 'demand'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What came of one attempt. */
export const ATTEMPT_RESULTS = ['delivered', 'affixed', 'mailed', 'posted', 'sent', 'notFound', 'refused'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

export const RETURN_REASONS = ['unclaimed', 'refused', 'undeliverable', 'moved', 'other'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** What was out of the ordinary about a service when it was recorded; warned of, never a ground to refuse (G7). */
export const SERVICE_WARNINGS = ['noAddress', 'partsFarApart', 'noEarlierAttempt', 'oneMailingOnly'] as const;
export type ServiceWarning = (typeof SERVICE_WARNINGS)[number];

interface InNotice {
  readonly noticeId: string;
  readonly caseId: string;
  readonly partyId: string;
}

/** What the recipient is told; the days rest on facts, never on the notice. */
export interface NoticeContent {
  readonly findingIds: readonly string[];
  /** Rule ids of the sections cited; the printed citation is looked up. */
  readonly ruleIds: readonly string[];
  readonly facts: Personal;
  readonly demand: Personal;
  /** A compliance date the notice states; it alone removes no day (domain.md 5.9). */
  readonly complyBy: LocalDay | null;
}

/** Recipient and address as on the day they were frozen: later changes do not alter what was sent (faults.md L08). */
export interface FrozenRecipient {
  readonly recipientName: Personal;
  readonly recipientAddress: Personal;
  readonly addressedOn: LocalDay;
}

export type NoticeDrafted = Event<
  'NoticeDrafted',
  InNotice & {
    readonly kind: NoticeKind;
    readonly premisesId: string;
    /** The fine, statement, hearing or decision that it carries; null for one written by hand. */
    readonly documentId: string | null;
    readonly content: NoticeContent;
    readonly draftedBy: string;
    readonly draftedOn: LocalDay;
  }
>;

/** Frozen: from here on it can be served. */
export type NoticeIssued = Event<
  'NoticeIssued',
  InNotice & {
    readonly kind: NoticeKind;
    readonly documentId: string | null;
    /** Gap-free for a notice written by hand; null where the document has its own number. */
    readonly number: string | null;
    /** 1 for the first issue; an amended notice is issued again as the next version and served anew. */
    readonly version: number;
    readonly recipient: FrozenRecipient;
    readonly issuedBy: string;
    readonly issuedOn: LocalDay;
  }
>;

export type ServiceAttempted = Event<
  'ServiceAttempted',
  InNotice & {
    /** `<noticeId>.attempt-<n>`. */
    readonly attemptId: string;
    readonly version: number;
    readonly method: ServiceMethod;
    readonly at: Instant;
    readonly on: LocalDay;
    readonly place: Personal;
    readonly result: AttemptResult;
    readonly attemptedBy: string;
    readonly note: Personal;
  }
>;

/** A mailing came back. It stays on file beside whatever else was done (hard case 61). */
export type MailReturned = Event<
  'MailReturned',
  InNotice & {
    readonly attemptId: string;
    readonly version: number;
    readonly reason: ReturnReason;
    readonly returnedOn: LocalDay;
    /** Local day of the service that rests on this mailing; null while none was recorded. */
    readonly servedOn: LocalDay | null;
    readonly note: Personal;
  }
>;

/** Service is complete by Town practice for the method; `alternate` when another method had failed before. */
export type NoticeServed = Event<
  'NoticeServed',
  InNotice & {
    readonly kind: NoticeKind;
    readonly documentId: string | null;
    readonly version: number;
    readonly method: ServiceMethod;
    readonly servedAt: Instant;
    readonly servedOn: LocalDay;
    /** The attempts that make it complete; what was not on file yet is recorded as an attempt in the same append. */
    readonly attemptIds: readonly string[];
    readonly alternate: boolean;
    readonly warnings: readonly ServiceWarning[];
    readonly proof: Personal;
    /** Where the recipient agreed to be served by e-mail; null for every other method. */
    readonly consentReference: Personal;
  }
>;

/** What it says was wrong or too little. It must be issued and served again; the day ledger does not move. */
export type NoticeAmended = Event<
  'NoticeAmended',
  InNotice & {
    /** The version that the change makes, still to be issued. */
    readonly version: number;
    readonly content: NoticeContent;
    readonly reason: Personal;
    readonly amendedBy: string;
    readonly amendedOn: LocalDay;
  }
>;

/** A withdrawn notice does not erase a day (domain.md 5.8). */
export type NoticeWithdrawn = Event<
  'NoticeWithdrawn',
  InNotice & { readonly reason: Personal; readonly withdrawnBy: string; readonly withdrawnOn: LocalDay }
>;

export type NoticeEvent =
  NoticeDrafted | NoticeIssued | ServiceAttempted | MailReturned | NoticeServed | NoticeAmended | NoticeWithdrawn;

/** Stream of one notice to one party. */
export const noticeStream = (noticeId: string): string => `notice-${noticeId}`;

/** Id of the notice that carries a fine, statement, hearing or decision: a document has one notice. */
export const noticeIdOfDocument = (documentId: string): string => v5('notice', documentId);

const inCase = (fields: readonly string[]) => ({ key: (data: InNotice) => `case-${data.caseId}`, fields });
const ofParty = (fields: readonly string[]) => ({ key: (data: InNotice) => `party-${data.partyId}`, fields });

export const noticeCatalog = {
  NoticeDrafted: { version: 1, sealed: [inCase(['content.facts', 'content.demand'])] },
  NoticeIssued: { version: 1, sealed: [ofParty(['recipient.recipientName', 'recipient.recipientAddress'])] },
  ServiceAttempted: { version: 1, sealed: [ofParty(['place']), inCase(['note'])] },
  MailReturned: { version: 1, sealed: [inCase(['note'])] },
  NoticeServed: { version: 1, sealed: [inCase(['proof', 'consentReference'])] },
  NoticeAmended: { version: 1, sealed: [inCase(['content.facts', 'content.demand', 'reason'])] },
  NoticeWithdrawn: { version: 1, sealed: [inCase(['reason'])] },
} as const satisfies EventCatalog<NoticeEvent>;
