import { ChoiceField, IdField, IdsField, PartsField, PastQuery, TextField } from '#runtime/http';

import { CLOSING_GUARDS, CLOSING_REASONS, type ClosingGuard, type ClosingReason } from './closing.events.js';

export class PlaceLitigationHoldDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class ReleaseLitigationHoldDto {
  @IdField()
  holdId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class WaiverDto {
  @ChoiceField(CLOSING_GUARDS)
  guard!: ClosingGuard;

  @IdField({ optional: true, description: 'One thing by id; default: everything of that kind that stands.' })
  subject?: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class CloseCaseDto {
  @IdField()
  caseId!: string;

  @ChoiceField(CLOSING_REASONS)
  reason!: ClosingReason;

  @TextField({ max: 4000 })
  note!: string;

  @PartsField(() => WaiverDto, {
    optional: true,
    description: 'What the case is closed in spite of; never an open run or a pending appeal.',
  })
  waivers?: WaiverDto[];
}

export class ReopenCaseDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

/** Sent by a process. */
export class ReopenIfClosedDto {
  @IdField()
  caseId!: string;

  @ChoiceField(['appeal', 'article78', 'day', 'payment'])
  cause!: 'appeal' | 'article78' | 'day' | 'payment';

  @IdField()
  subject!: string;

  @IdField({ optional: true })
  findingId?: string;

  @IdField({ optional: true })
  fineId?: string;
}

/** Sent by a process. */
export class RecheckClosingDto {
  @IdField()
  caseId!: string;

  @IdField({ optional: true })
  fineId?: string;
}

export class ConsolidateCasesDto {
  @IdField({ description: 'The case that ends here.' })
  caseId!: string;

  @IdField({ description: 'The open case that its findings go on in.' })
  intoCaseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class SplitCaseDto {
  @IdField()
  caseId!: string;

  @IdsField({ description: 'Findings that go on in the other case.' })
  findingIds!: string[];

  @IdField({ description: 'An open case; opened before.' })
  intoCaseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

/** Sent by a process. */
export class ReceiveFindingsDto {
  @IdField()
  caseId!: string;

  @IdField()
  fromCaseId!: string;

  @IdsField()
  findingIds!: string[];
}

export class GetClosingQuery extends PastQuery {
  @IdField()
  caseId!: string;
}
