import {
  CentsField,
  ChoiceField,
  IdField,
  InstantField,
  IntegerField,
  LocalDayField,
  LocalDaysField,
  PartField,
  PartsField,
  PastQuery,
  TextField,
} from '#runtime/http';

import { PAYMENT_METHODS, SERVICE_METHODS, type PaymentMethod, type ServiceMethod } from './fine.types.js';

const CAP = '§ 168-30D';

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

export class RecordServiceDto {
  @IdField()
  fineId!: string;

  @IdField({ optional: true, description: 'The statement served; left out for the imposition itself.' })
  statementId?: string;

  @InstantField()
  servedAt!: string;

  @ChoiceField(SERVICE_METHODS, { description: 'Practice: the Article writes no rule of service (G7).' })
  method!: ServiceMethod;

  @TextField({ max: 500, description: 'Affidavit, receipt or another proof of service.' })
  proof!: string;
}

export class DropFineDaysDto {
  @IdField()
  partyId!: string;

  @IdField()
  ledger!: string;
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
  @CentsField({ min: 1, max: 100_000_000_000, description: 'At most a billion dollars: more is a typing error.' })
  amountCents!: number;

  @LocalDayField({ description: 'The day the money came; the day of entry is kept beside it.' })
  receivedOn!: string;

  @ChoiceField(PAYMENT_METHODS)
  method!: PaymentMethod;

  @TextField({ optional: true, max: 200, description: 'Number of the check or receipt.' })
  reference?: string;
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
  'accruedCents',
  'chargedCents',
  'owedCents',
  'paidCents',
  'creditCents',
  'openCents',
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

export class ListFinesQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}
