import { FlagField, IdField, IdsField, TextField } from '#runtime/http';

export class SealCaseDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 4000 })
  reason!: string;

  @TextField({ max: 1000, description: 'The order, statute or advice it rests on.' })
  authority!: string;

  @IdsField({ optional: true, description: 'Users who may know of the case besides counsel.' })
  visibleTo?: string[];
}

export class UnsealCaseDto {
  @IdField()
  caseId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class SealedAccessDto {
  @IdField()
  caseId!: string;

  @IdField()
  userId!: string;

  @TextField({ max: 4000 })
  reason!: string;
}

export class ListSealedCasesQuery {
  @FlagField({ optional: true, description: 'Also seals that were taken off.' })
  all?: boolean;
}
