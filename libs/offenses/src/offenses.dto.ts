import {
  ChoiceField,
  IdField,
  IdsField,
  InstantField,
  LocalDayField,
  LocalDaysField,
  PastQuery,
  TextField,
} from '#runtime/http';

class OfFinding {
  @IdField()
  findingId!: string;
}

class SeenDto extends OfFinding {
  @InstantField({ description: 'When it was so; with an offset, or a local time that exists once.' })
  at!: string;

  @IdsField({ optional: true, description: 'Evidence the sighting rests on.' })
  evidence?: string[];

  @TextField({ optional: true })
  note?: string;
}

export class ObserveViolationDto extends SeenDto {
  @TextField({
    optional: true,
    authority: 'domain.md 5.10',
    description: 'Why the condition went on between the neighboring sightings and this one.',
  })
  continuityReason?: string;
}

export class RecordEndDto extends ObserveViolationDto {}

export class RecordFoundStoppedDto extends SeenDto {}

export class CorrectSightingDto extends OfFinding {
  @IdField()
  sightingId!: string;

  @InstantField()
  at!: string;

  @IdsField({ optional: true })
  evidence?: string[];

  @TextField({ optional: true })
  note?: string;

  @TextField({ optional: true })
  continuityReason?: string;

  @TextField({ description: 'Why the earlier entry was wrong.' })
  reason!: string;
}

export class VoidSightingDto extends OfFinding {
  @IdField()
  sightingId!: string;

  @TextField()
  reason!: string;
}

export class ConfirmContinuityDto extends OfFinding {
  @LocalDayField({ description: 'Day of the earlier sighting.' })
  from!: string;

  @LocalDayField({ description: 'Day of the later sighting.' })
  through!: string;

  @TextField()
  reason!: string;
}

export class ReportCureDto extends OfFinding {
  @InstantField()
  reportedAt!: string;

  @LocalDayField({ optional: true })
  claimedCuredOn?: string;

  @TextField({ optional: true })
  note?: string;
}

export class VerifyCureDto extends OfFinding {
  @IdField()
  cureId!: string;

  @ChoiceField(['ended', 'stopped'], {
    description: 'ended: the moment it was cured is known; stopped: found cured, since when is not known.',
  })
  found!: 'ended' | 'stopped';

  @InstantField({ optional: true, description: 'When it was cured; required when the moment is known.' })
  curedAt?: string;

  @InstantField()
  verifiedAt!: string;

  @IdsField({ optional: true })
  evidence?: string[];

  @TextField({ optional: true })
  note?: string;

  @TextField({ optional: true })
  continuityReason?: string;
}

export class RejectCureDto extends OfFinding {
  @IdField()
  cureId!: string;

  @InstantField()
  rejectedAt!: string;

  @TextField()
  reason!: string;
}

export class VoidOffenseDaysDto extends OfFinding {
  @LocalDaysField()
  days!: string[];

  @TextField()
  reason!: string;

  @IdsField({ optional: true })
  evidence?: string[];
}

export class ReinstateOffenseDaysDto extends OfFinding {
  @LocalDaysField()
  days!: string[];

  @TextField()
  reason!: string;

  @IdsField({ description: 'The new evidence.' })
  evidence!: string[];
}

export class ForbearOffenseDaysDto extends OfFinding {
  @LocalDayField()
  from!: string;

  @LocalDayField()
  through!: string;

  @TextField({ max: 500, description: 'The agreement, order or notice whose words forbear.' })
  authority!: string;

  @TextField()
  reason!: string;
}

export class ReattributeOffenseDaysDto extends OfFinding {
  @IdField({ description: 'Finding of the right party, premises and rule.' })
  toFindingId!: string;

  @LocalDaysField()
  days!: string[];

  @TextField()
  reason!: string;

  @IdsField({ optional: true })
  evidence?: string[];
}

/** Sent by the clock and by processes only; its fields come from this program. */
export class InternalBody {}

export class GetOffenseDaysDto extends PastQuery {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true })
  findingId?: string;

  @LocalDayField({
    optional: true,
    description: 'Leave out days before this one from the list; the counts stay whole.',
  })
  from?: string;
}

export class GetDayProofDto extends PastQuery {
  @IdField()
  findingId!: string;

  @LocalDayField()
  day!: string;
}

export class ListOpenRunsDto {
  @IdField({ optional: true })
  caseId?: string;

  @IdField({ optional: true, description: 'Run id to go on after.' })
  cursor?: string;
}
