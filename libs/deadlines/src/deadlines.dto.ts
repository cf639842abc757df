import { ChoiceField, IdField, IntegerField, LocalDayField, PastQuery } from '#runtime/http';

import { DEADLINE_KINDS, type DeadlineKind } from './clock.rules.js';
import { DEADLINE_STATUSES } from './standing.rules.js';

export class ListDeadlinesQuery extends PastQuery {
  @IdField({ optional: true, description: 'Clocks of this case, those of its premises included.' })
  caseId?: string;

  @IdField({ optional: true })
  premisesId?: string;

  @IdField({ optional: true })
  partyId?: string;

  @ChoiceField(DEADLINE_KINDS, { optional: true })
  kind?: DeadlineKind;

  @ChoiceField(DEADLINE_STATUSES, { optional: true, description: 'Where the clock stands on the day asked about.' })
  status?: (typeof DEADLINE_STATUSES)[number];

  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries on a page; 50 unless told.' })
  limit?: number;

  @IdField({ optional: true, description: '`next` of the page before.' })
  cursor?: string;
}

export class GetDeadlineQuery extends PastQuery {
  @IdField()
  deadlineId!: string;
}

export class GetDayDeadlinesQuery extends PastQuery {
  @IdField({ description: 'A finding of the party, premises and rule that the day is held under.' })
  findingId!: string;

  @LocalDayField({ description: 'The offense day.' })
  day!: string;
}
