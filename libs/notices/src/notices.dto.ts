import { ArrayMinSize, ValidateIf } from 'class-validator';

import { SERVICE_METHODS, type ServiceMethod } from '#fines/published';
import {
  ChoiceField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  LocalDayField,
  PastQuery,
  TextField,
} from '#runtime/http';

import type { DocumentKind, WrittenKind } from './notice.commands.js';
import {
  ATTEMPT_RESULTS,
  NOTICE_KINDS,
  RETURN_REASONS,
  type AttemptResult,
  type NoticeKind,
  type ReturnReason,
} from './notice.events.js';
import { NOTICE_STATUSES, type NoticeStatus } from './notice.state.js';
import { PRACTICE_AUTHORITY, SERVICE_STATUSES, type ServiceStatus } from './service.rules.js';

const WRITTEN_KINDS = ['noticeOfViolation', 'demand'] as const satisfies readonly WrittenKind[];
const DOCUMENT_KINDS = ['civilFine', 'statement', 'hearing', 'decision'] as const satisfies readonly DocumentKind[];
const NO_SECTION = { message: 'names at least one finding, whose rule is the section cited' };
const COMPLY_BY = 'A day by which to comply; by itself it removes no offense day.';

export class DraftNoticeDto {
  @ChoiceField(WRITTEN_KINDS)
  kind!: WrittenKind;

  @IdField({ optional: true, description: 'Default: the case of the first finding, or of the fine demanded.' })
  caseId?: string;

  // Left out, or empty, with a document; whatever else stands there is looked at.
  @ValidateIf(
    ({ documentId, findingIds }: DraftNoticeDto) =>
      documentId === undefined || !(findingIds === undefined || (Array.isArray(findingIds) && findingIds.length === 0)),
  )
  @ArrayMinSize(1, NO_SECTION)
  @IdsField({
    description: 'Findings of one party; their rules are the sections cited. Left out where a fine is demanded.',
  })
  findingIds?: string[];

  @TextField({ description: 'What happened, as the recipient is told.' })
  facts!: string;

  @TextField({ optional: true, description: 'What the recipient is asked to do.' })
  demand?: string;

  @LocalDayField({ optional: true, description: COMPLY_BY })
  complyBy?: string;

  @IdField({ optional: true, description: 'The fine whose payment is demanded; for a demand alone.' })
  documentId?: string;
}

export class OfNoticeDto {
  @IdField()
  noticeId!: string;
}

export class IssueDocumentNoticeDto {
  @IdField()
  documentId!: string;

  @ChoiceField(DOCUMENT_KINDS)
  kind!: DocumentKind;

  @IdField()
  caseId!: string;

  @IdField()
  partyId!: string;

  @IdField()
  premisesId!: string;
}

export class RecordServiceAttemptDto extends OfNoticeDto {
  @ChoiceField(SERVICE_METHODS, { authority: PRACTICE_AUTHORITY })
  method!: ServiceMethod;

  @InstantField()
  at!: string;

  @ChoiceField(ATTEMPT_RESULTS, { authority: PRACTICE_AUTHORITY })
  result!: AttemptResult;

  @TextField({ optional: true, max: 500, description: 'Where it was tried; default: the address on the document.' })
  place?: string;

  @TextField({ optional: true, max: 4000 })
  note?: string;

  @IdField({ optional: true, description: 'Account of who tried; default: the sender.' })
  attemptedBy?: string;
}

export class RecordMailReturnedDto {
  @IdField()
  attemptId!: string;

  @ChoiceField(RETURN_REASONS)
  reason!: ReturnReason;

  @LocalDayField()
  returnedOn!: string;

  @TextField({ optional: true, max: 4000 })
  note?: string;
}

/** Names what was served in one of three ways: the notice, the fine (with its statement), or the document. */
export class RecordServiceDto {
  @IdField({ optional: true })
  noticeId?: string;

  @IdField({ optional: true, description: 'The fine served.' })
  fineId?: string;

  @IdField({ optional: true, description: 'The statement served; left out for the imposition itself.' })
  statementId?: string;

  @IdField({ optional: true, description: 'The hearing or decision served.' })
  documentId?: string;

  @InstantField({ description: 'The moment of service; of a method in two parts, that of the part done in person.' })
  servedAt!: string;

  @InstantField({ optional: true, description: 'When it was mailed, where the mailing is not on file as an attempt.' })
  mailedAt?: string;

  @ChoiceField(SERVICE_METHODS, { authority: PRACTICE_AUTHORITY })
  method!: ServiceMethod;

  @TextField({ max: 500, description: 'Affidavit, receipt or another proof of service.' })
  proof!: string;

  @TextField({ optional: true, max: 500, description: 'Where the recipient agreed to be served by e-mail.' })
  consentReference?: string;

  @IdsField({ optional: true, description: 'Attempts that make it complete; default: those on file that fit.' })
  attemptIds?: string[];
}

export class AmendNoticeDto extends OfNoticeDto {
  @ArrayMinSize(1, NO_SECTION)
  @IdsField({ optional: true, description: 'Default, here and below: as it was.' })
  findingIds?: string[];

  @TextField({ optional: true })
  facts?: string;

  @TextField({ optional: true })
  demand?: string;

  @LocalDayField({ optional: true, nullable: true, description: `${COMPLY_BY} Null takes it out.` })
  complyBy?: string | null;

  @TextField({ max: 4000 })
  reason!: string;
}

export class WithdrawNoticeDto extends OfNoticeDto {
  @TextField({ max: 4000 })
  reason!: string;
}

export class GetNoticeQuery extends PastQuery {
  @IdField({ optional: true })
  noticeId?: string;

  @IdField({
    optional: true,
    description: 'Instead: the fine, statement, hearing or decision that the notice carries.',
  })
  documentId?: string;
}

export class ListNoticesQuery extends PastQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @ChoiceField(NOTICE_KINDS, { optional: true })
  kind?: NoticeKind;

  @ChoiceField(NOTICE_STATUSES, { optional: true })
  status?: NoticeStatus;

  @ChoiceField(SERVICE_STATUSES, { optional: true, description: 'How service of the latest version stands.' })
  serviceStatus?: ServiceStatus;

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}
