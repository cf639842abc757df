import {
  CentsField,
  ChoiceField,
  IdField,
  IntegerField,
  LocalDayField,
  LocalDaysField,
  PartField,
  PartsField,
  PastQuery,
  TextField,
} from '#runtime/http';

import { PAYMENT_METHODS, type PaymentMethod } from './fine.types.js';

const CAP = '§ 168-30D';
const A_BILLION_DOLLARS = 100_000_000_000;

export class SpanDto {
  @LocalDayField()
  from!: string;

  @LocalDayField({ description: 'Last day; it is counted.' })
  through!: string;
}

export class DayCentsDto {
  @LocalDayField()
  day!: string;

  @CentsField({ min: 1, authority: CAP })
  cents!: number;
}

/** Exactly one of the three. */
export class AmountDto {
  @CentsField({ optional: true, min: 1, authority: CAP, description: 'The same amount for each day.' })
  rateCents?: number;

  @PartsField(() => DayCentsDto, { optional: true, min: 1, authority: CAP, description: 'An amount for each day.' })
  perDay?: DayCentsDto[];

  @CentsField({
    optional: true,
    min: 1,
    authority: CAP,
    description: 'A total, shared equally; odd cents to the earliest days.',
  })
  totalCents?: number;
}

export class RunningDto {
  @CentsField({ min: 1, authority: CAP, description: 'Rate for each later day of the run.' })
  rateCents!: number;
}

export class ImposeCivilFineDto {
  @IdField()
  findingId!: string;

  @LocalDaysField({ optional: true })
  days?: string[];

  @PartsField(() => SpanDto, { optional: true, max: 400 })
  spans?: SpanDto[];

  @PartField(() => AmountDto, { authority: CAP })
  amount!: AmountDto;

  @PartField(() => RunningDto, {
    optional: true,
    authority: CAP,
    description: 'A rate for later days of the run, billed by statements.',
  })
  running?: RunningDto;

  @IdField({ optional: true, description: 'The fine whose days are raised; the amount is then the difference.' })
  raises?: string;

  @TextField()
  reason!: string;

  @IdField({ optional: true, authority: CAP, description: 'Account of the officer who imposes; default: the sender.' })
  imposedBy?: string;
}

export class ServeStatementDto {
  @IdField()
  fineId!: string;

  @LocalDaysField({
    optional: true,
    description: 'Default: every later provable day of the run that is not named yet.',
  })
  days?: string[];

  @PartsField(() => SpanDto, { optional: true, max: 400 })
  spans?: SpanDto[];

  @IdField({ optional: true, authority: CAP, description: 'Account of the officer who issues; default: the sender.' })
  issuedBy?: string;
}

export class OfFineDto {
  @IdField()
  fineId!: string;
}

export class WithdrawCivilFineDto extends OfFineDto {
  @TextField()
  reason!: string;
}

export class RecordPaymentDto extends OfFineDto {
  @CentsField({ min: 1, max: A_BILLION_DOLLARS, description: 'At most a billion dollars: more is a typing error.' })
  amountCents!: number;

  @LocalDayField({ description: 'The day the money came; the day of entry is kept beside it.' })
  receivedOn!: string;

  @ChoiceField(PAYMENT_METHODS)
  method!: PaymentMethod;

  @TextField({ optional: true, max: 200, description: 'Number of the check or receipt.' })
  reference?: string;
}

export class AgreeCivilFineDto {
  @IdField()
  findingId!: string;

  @LocalDaysField({ optional: true })
  days?: string[];

  @PartsField(() => SpanDto, { optional: true, max: 400 })
  spans?: SpanDto[];

  @PartField(() => AmountDto, { authority: CAP })
  amount!: AmountDto;

  @IdField({
    authority: 'domain brief 2.4',
    description: 'Consent agreement that says in terms that the fine is agreed, for which days, and what of an appeal.',
  })
  agreementId!: string;

  @TextField()
  reason!: string;
}

export class AmendedDayDto {
  @LocalDayField()
  day!: string;

  @IdField({ optional: true, description: 'The statement that names the day; left out for the imposition.' })
  statementId?: string;

  @CentsField({ authority: CAP, description: 'The lower amount.' })
  cents!: number;
}

export class AmendCivilFineDto extends OfFineDto {
  @PartsField(() => AmendedDayDto, { min: 1 })
  days!: AmendedDayDto[];

  @TextField()
  reason!: string;
}

export class WaiveCivilFineDto extends OfFineDto {
  @CentsField({ min: 1, max: A_BILLION_DOLLARS })
  cents!: number;

  @TextField()
  reason!: string;
}

export class ConfirmReductionDto extends OfFineDto {
  @IdField()
  reductionId!: string;
}

export class DeclineReductionDto extends ConfirmReductionDto {
  @TextField()
  reason!: string;
}

export class RefundCreditDto extends OfFineDto {
  @CentsField({ min: 1, max: A_BILLION_DOLLARS })
  amountCents!: number;

  @LocalDayField({ description: 'The day the money went out; the day of entry is kept beside it.' })
  refundedOn!: string;

  @ChoiceField(PAYMENT_METHODS)
  method!: PaymentMethod;

  @TextField({ optional: true, max: 200 })
  reference?: string;
}

export class ApplyCreditDto extends OfFineDto {
  @IdField({ description: 'Another fine of the same person.' })
  toFineId!: string;

  @CentsField({ min: 1, max: A_BILLION_DOLLARS })
  amountCents!: number;
}

export class RecordCollectionActionDto extends OfFineDto {
  @TextField({ max: 200 })
  court!: string;

  @TextField({ max: 100 })
  indexNumber!: string;

  @LocalDayField()
  commencedOn!: string;
}

export class RecordJudgmentDto extends OfFineDto {
  @TextField({ max: 200 })
  court!: string;

  @TextField({ max: 100 })
  indexNumber!: string;

  @LocalDayField()
  enteredOn!: string;

  @CentsField({ min: 1, max: A_BILLION_DOLLARS, description: 'As entered; what is owed follows the fine.' })
  amountCents!: number;
}

export class RecordSatisfactionDto extends OfFineDto {
  @LocalDayField()
  satisfiedOn!: string;

  @TextField({ max: 500 })
  reference!: string;
}

export class GetCaseFinesQuery extends PastQuery {
  @IdField()
  caseId!: string;
}

export class GetPartyFinesQuery extends PastQuery {
  @IdField()
  partyId!: string;
}

export class GetFineQuery extends PastQuery {
  @IdField()
  fineId!: string;
}

const FIGURES = [
  'recordedDays',
  'provableDays',
  'capCents',
  'exposureCents',
  'namedCents',
  'accruedCents',
  'chargedCents',
  'waivedCents',
  'owedCents',
  'paidCents',
  'creditCents',
  'openCents',
  'stayedCents',
  'dueCents',
] as const;

export class ExplainFigureQuery extends GetCaseFinesQuery {
  @ChoiceField(FIGURES)
  figure!: (typeof FIGURES)[number];
}

export class WhatIfFineQuery extends PastQuery {
  @IdField()
  findingId!: string;

  @LocalDayField({ optional: true, description: 'Suppose that the violation began on this day.' })
  firstDay?: string;

  @CentsField({ optional: true, min: 1, description: 'Suppose this rate for each day.' })
  rateCents?: number;

  @LocalDaysField({ optional: true, description: 'Suppose that these days are voided.' })
  voidedDays?: string[];
}

export class GetMisdemeanorExposureQuery extends PastQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  findingId?: string;
}

export class CheckMisdemeanorCountQuery extends PastQuery {
  @IdField()
  findingId!: string;

  @LocalDayField()
  from!: string;

  @LocalDayField()
  through!: string;

  @CentsField({ description: 'The fine that the draft asks for on this count.' })
  fineCents!: number;
}

class PageQuery extends PastQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}

export class ListFinesQuery extends PageQuery {}

export class ListReductionsQuery extends PageQuery {}
