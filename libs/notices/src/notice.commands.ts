import type { Instant, LocalDay, Personal } from '#kernel';
import type { ServiceMethod } from '#fines/published';

import type { AttemptResult, NoticeKind, ReturnReason } from './notice.events.js';

/** Kinds that an officer writes; the others carry a document of another capability. */
export type WrittenKind = Extract<NoticeKind, 'noticeOfViolation' | 'demand'>;
export type DocumentKind = Exclude<NoticeKind, WrittenKind>;

export interface DraftNotice {
  readonly type: 'DraftNotice';
  readonly noticeId: string;
  readonly kind: WrittenKind;
  /** Null = the case of the first finding, or of the fine demanded. */
  readonly caseId: string | null;
  readonly findingIds: readonly string[];
  readonly facts: string;
  readonly demand: string | null;
  readonly complyBy: LocalDay | null;
  /** The fine whose payment is demanded; for a demand alone. */
  readonly documentId: string | null;
}

export interface IssueNotice {
  readonly type: 'IssueNotice';
  readonly kind: WrittenKind;
}

/** Sent by processes; doing it again adds nothing. */
export interface IssueDocumentNotice {
  readonly type: 'IssueDocumentNotice';
  readonly documentId: string;
  readonly kind: DocumentKind;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
}

export interface RecordServiceAttempt {
  readonly type: 'RecordServiceAttempt';
  readonly method: ServiceMethod;
  readonly at: Instant;
  readonly place: Personal;
  readonly result: AttemptResult;
  readonly note: Personal;
  /** Null = whoever sends the command. */
  readonly attemptedBy: string | null;
}

export interface RecordMailReturned {
  readonly type: 'RecordMailReturned';
  readonly attemptId: string;
  readonly reason: ReturnReason;
  readonly returnedOn: LocalDay;
  readonly note: Personal;
}

export interface RecordService {
  readonly type: 'RecordService';
  /** The document whose notice it is, where the caller names the document; null where it names the notice. */
  readonly documentId: string | null;
  /** The moment of service; of a method in two parts, that of the part done in person. */
  readonly servedAt: Instant;
  readonly mailedAt: Instant | null;
  readonly method: ServiceMethod;
  readonly proof: string;
  readonly consentReference: string | null;
  /** Null = the attempts on file that fit. */
  readonly attemptIds: readonly string[] | null;
}

/** What is left out stays as it was; `complyBy` null takes the date out. */
export interface AmendNotice {
  readonly type: 'AmendNotice';
  readonly findingIds?: readonly string[];
  readonly facts?: string;
  readonly demand?: string;
  readonly complyBy?: LocalDay | null;
  readonly reason: string;
}

export interface WithdrawNotice {
  readonly type: 'WithdrawNotice';
  readonly reason: string;
}

export type NoticeCommand =
  | DraftNotice
  | IssueNotice
  | IssueDocumentNotice
  | RecordServiceAttempt
  | RecordMailReturned
  | RecordService
  | AmendNotice
  | WithdrawNotice;
