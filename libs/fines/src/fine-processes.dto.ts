import {
  CentsField,
  ChoiceField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  LocalDayField,
  LocalDaysField,
  PartsField,
  TextField,
} from '#runtime/http';

import { DECISION_EFFECTS, SERVICE_METHODS, type DecisionEffect, type ServiceMethod } from './fine.types.js';
import { OfFineDto } from './fines.dto.js';

export class DropFineDaysDto {
  @IdField()
  partyId!: string;

  @IdField()
  ledger!: string;
}

export class RecordFineServiceDto extends OfFineDto {
  @IdField({ optional: true })
  statementId?: string | null;

  @IdField()
  noticeId!: string;

  @InstantField()
  servedAt!: string;

  @ChoiceField(SERVICE_METHODS)
  method!: ServiceMethod;
}

class OfAppealDto extends OfFineDto {
  @IdField()
  appealId!: string;
}

const DOCUMENTS = 'Statements, and `imposition` for the imposition itself.';

export class NoteAppealDto extends OfAppealDto {
  @TextField({ max: 50 })
  number!: string;

  @IdsField({ description: DOCUMENTS })
  documents!: (string | null)[];

  @LocalDayField()
  filedOn!: string;
}

export class NoteAppealEndedDto extends OfAppealDto {
  @ChoiceField(['withdrawn', 'dismissed'])
  how!: 'withdrawn' | 'dismissed';

  @LocalDayField()
  endedOn!: string;
}

export class ApplyStayDto extends OfAppealDto {
  @IdField()
  stayId!: string;

  @LocalDaysField({ optional: true, description: 'Left out: every day that the documents name.' })
  days?: string[] | null;

  @IdsField({ description: DOCUMENTS })
  documents!: (string | null)[];

  @LocalDayField()
  stayedOn!: string;

  @TextField({ max: 200 })
  authority!: string;
}

export class EndStayDto extends OfAppealDto {
  @IdField()
  stayId!: string;

  @LocalDayField()
  endedOn!: string;

  @ChoiceField(['lifted', 'appealEnded'])
  cause!: 'lifted' | 'appealEnded';
}

export class DecidedDayDto {
  @LocalDayField()
  day!: string;

  @IdField({ optional: true })
  statementId?: string | null;

  @CentsField({ optional: true })
  cents?: number | null;
}

export class AppliedEffectDto {
  @IntegerField({ min: 1 })
  paragraph!: number;

  @ChoiceField(DECISION_EFFECTS)
  effect!: DecisionEffect;

  @PartsField(() => DecidedDayDto)
  days!: DecidedDayDto[];
}

export class OfDecisionDto extends OfAppealDto {
  @IdField()
  decisionId!: string;
}

export class ApplyDecisionDto extends OfDecisionDto {
  @LocalDayField()
  decidedOn!: string;

  @PartsField(() => AppliedEffectDto)
  effects!: AppliedEffectDto[];
}

export class LapseDecisionDto extends OfDecisionDto {
  /** Numbers of the paragraphs that a court annulled. */
  paragraphs!: number[];

  @LocalDayField()
  lapsedOn!: string;

  @TextField({ max: 500 })
  reference!: string;
}

export class FinishDecisionDto extends OfDecisionDto {
  @LocalDayField()
  finalOn!: string;
}
