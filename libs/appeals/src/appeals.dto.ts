import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, Min } from 'class-validator';

import {
  CentsField,
  ChoiceField,
  FlagField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  LocalDayField,
  LocalDaysField,
  PartsField,
  PastQuery,
  TextField,
} from '#runtime/http';

import type { DecisionEffect, FilingChannel, FindingOfFact, Vote } from './appeal.events.js';
import { EFFECTS, FILING_CHANNELS, VOTES } from './appeal.events.js';

const DOCUMENTS = 'Statements by id, and `imposition` for the imposition itself.';
const TOWN_TIME = 'With an offset, or a local time that exists once.';
const SIDES = ['appellant', 'town', 'board'] as const;
type Side = (typeof SIDES)[number];

/** Numbers of paragraphs of a decision. */
const ParagraphNumbersField = (description: string): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    IsArray({ message: 'is a list of paragraph numbers' }),
    ArrayMaxSize(200, { message: 'names at most 200 paragraphs' }),
    IsInt({ each: true, message: 'is a list of whole numbers' }),
    Min(1, { each: true, message: 'is a list of numbers from 1' }),
    ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1 }, description, required: false }),
  );

class OfAppealDto {
  @IdField()
  appealId!: string;
}

class OfHearingDto {
  @IdField()
  hearingId!: string;
}

class OfDecisionDto {
  @IdField()
  decisionId!: string;
}

export class SpanDto {
  @LocalDayField()
  from!: string;

  @LocalDayField()
  through!: string;
}

export class FileAppealDto {
  @IdField()
  fineId!: string;

  @IdsField({ optional: true, description: `${DOCUMENTS} The imposition where none is named.` })
  documents?: string[];

  @LocalDayField({ optional: true, description: 'Day on which it reached the Town; today unless told.' })
  filedOn?: string;

  @ChoiceField(FILING_CHANNELS)
  channel!: FilingChannel;

  @TextField()
  grounds!: string;
}

export class RouteAppealToBoardDto extends OfAppealDto {
  @TextField({ max: 4000, description: "Counsel's reading of why the Board hears it." })
  reading!: string;
}

export class NoteDeficiencyDto extends OfAppealDto {
  @TextField({ max: 4000 })
  deficiency!: string;
}

export class CertifyAppealRecordDto extends OfAppealDto {}

export class ReopenAppealRecordDto extends OfAppealDto {
  @TextField({ max: 4000 })
  reason!: string;
}

export class NoticeHearingDto extends OfAppealDto {
  @InstantField({ description: TOWN_TIME })
  hearingAt!: string;

  @TextField({ max: 300 })
  place!: string;

  @LocalDayField({ optional: true, description: 'Day of the notice; today unless told.' })
  noticedOn?: string;

  @InstantField({
    optional: true,
    authority: 'Pub. Off. Law § 104',
    description: 'When the media were told and the notice was posted.',
  })
  publicNoticeAt?: string;
}

export class RecordPublicNoticeDto extends OfHearingDto {
  @InstantField({ authority: 'Pub. Off. Law § 104', description: 'When notice went to the media and was posted.' })
  givenAt!: string;
}

export class AdjournHearingDto extends OfHearingDto {
  @ChoiceField(SIDES)
  by!: Side;

  @TextField({ max: 4000 })
  reason!: string;

  @InstantField({ description: TOWN_TIME })
  toAt!: string;
}

export class OpenHearingDto extends OfHearingDto {
  @InstantField({ description: TOWN_TIME })
  openedAt!: string;
}

export class CloseHearingDto extends OfHearingDto {
  @InstantField({ description: TOWN_TIME })
  closedAt!: string;
}

export class ReceiveAppealEvidenceDto extends OfAppealDto {
  @ChoiceField(SIDES)
  offeredBy!: Side;

  @TextField({ max: 500 })
  title!: string;

  @TextField({
    optional: true,
    min: 64,
    max: 64,
    description: 'SHA-256 of the file in hexadecimal; none for testimony.',
  })
  sha256?: string;

  @LocalDayField({ optional: true })
  receivedOn?: string;
}

export class RecuseBoardMemberDto extends OfAppealDto {
  @IdField()
  seat!: string;

  @IdField()
  memberId!: string;

  @TextField({ max: 4000 })
  reason!: string;

  @LocalDayField({ optional: true })
  recusedOn?: string;
}

export class VoteDto {
  @IdField()
  seat!: string;

  @ChoiceField(VOTES)
  vote!: Vote;
}

export class ParagraphDto {
  @IntegerField({ optional: true, min: 1 })
  number?: number;

  @ChoiceField(EFFECTS)
  effect!: DecisionEffect;

  @LocalDaysField({ optional: true })
  days?: string[];

  @PartsField(() => SpanDto, { optional: true })
  spans?: SpanDto[];

  @IdsField({ optional: true, description: `All open days of documents. ${DOCUMENTS}` })
  documents?: string[];

  @FlagField({ optional: true, description: 'True: every open day that no other paragraph names.' })
  rest?: boolean;

  @CentsField({ optional: true, min: 1, description: 'Amount of each day after a modification.' })
  cents?: number;

  @TextField()
  text!: string;
}

export class FindingOfFactDto {
  @IdField({ optional: true, description: 'A finding of the case; that of the fine where none is named.' })
  findingId?: string;

  @ChoiceField(['violating', 'ended', 'stopped'])
  kind!: FindingOfFact['kind'];

  @LocalDayField()
  day!: string;

  @TextField()
  text!: string;
}

/** What the Board would decide; for a preview and for the decision alike. */
export class DraftDecisionDto {
  @PartsField(() => ParagraphDto, { min: 1, max: 200 })
  paragraphs!: ParagraphDto[];

  @PartsField(() => FindingOfFactDto, { optional: true, max: 200 })
  findingsOfFact?: FindingOfFactDto[];
}

export class DecideAppealDto extends DraftDecisionDto {
  @IdField()
  appealId!: string;

  @LocalDayField()
  decidedOn!: string;

  @TextField({ max: 100 })
  resolutionNumber!: string;

  @PartsField(() => VoteDto, { max: 100 })
  votes!: VoteDto[];
}

export class WithdrawAppealDto extends OfAppealDto {
  @TextField({ max: 4000 })
  reason!: string;

  @LocalDayField({ optional: true })
  withdrawnOn?: string;
}

export class DismissAppealDto extends OfAppealDto {
  @TextField({ max: 4000 })
  reason!: string;

  @TextField({ optional: true, max: 100, description: 'Resolution of the Board; none where counsel dismisses.' })
  resolutionNumber?: string;
}

export class GrantStayDto extends OfAppealDto {
  @TextField({ max: 100 })
  resolutionNumber!: string;

  @LocalDaysField({ optional: true, description: 'None and no span: every day of the documents appealed.' })
  days?: string[];

  @PartsField(() => SpanDto, { optional: true })
  spans?: SpanDto[];

  @LocalDayField({ optional: true })
  grantedOn?: string;
}

export class LiftStayDto {
  @IdField()
  stayId!: string;

  @TextField({ max: 4000 })
  reason!: string;

  @TextField({ max: 100 })
  resolutionNumber!: string;
}

export class RecordDecisionServiceDto extends OfDecisionDto {
  @IdField()
  appealId!: string;

  @LocalDayField()
  servedOn!: string;

  @IdField()
  noticeId!: string;
}

export class RecordArticle78FiledDto extends OfDecisionDto {
  @TextField({ max: 100 })
  indexNumber!: string;

  @LocalDayField({ authority: 'CPLR 217(1)' })
  filedOn!: string;
}

export class CertifyArticle78ReturnDto extends OfDecisionDto {}

export class RecordArticle78DecisionDto extends OfDecisionDto {
  @ChoiceField(['confirmed', 'annulled', 'remanded'])
  outcome!: 'confirmed' | 'annulled' | 'remanded';

  @ParagraphNumbersField('Paragraphs annulled or sent back; all where none is named.')
  annulledParagraphs?: number[];

  @LocalDayField()
  decidedOn!: string;

  @TextField({ max: 500 })
  reference!: string;
}

export class FinalizeDecisionDto extends OfDecisionDto {
  @IdField()
  appealId!: string;
}

export class GetAppealQuery extends PastQuery {
  @IdField()
  appealId!: string;
}

export class GetAppealPacketQuery extends GetAppealQuery {}

export class PreviewDecisionQuery {
  @IdField()
  appealId!: string;

  @LocalDayField({ optional: true, description: 'Day of the decision; today unless told.' })
  decidedOn?: string;

  @TextField({ max: 100_000, description: 'The paragraphs of decideAppeal, as JSON.' })
  paragraphs!: string;

  @TextField({ optional: true, max: 100_000, description: 'The findings of fact of decideAppeal, as JSON.' })
  findingsOfFact?: string;
}

export const DOCKET_STATUSES = [
  'atCounsel',
  'docketed',
  'hearingNoticed',
  'inHearing',
  'heard',
  'decided',
  'remanded',
  'withdrawn',
  'dismissed',
] as const;

export class ListAppealsQuery extends PastQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @IdField({ optional: true })
  fineId?: string;

  @ChoiceField(DOCKET_STATUSES, { optional: true })
  status?: (typeof DOCKET_STATUSES)[number];

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}
