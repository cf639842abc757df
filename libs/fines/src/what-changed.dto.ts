import { IdField, InstantField, LocalDayField } from '#runtime/http';

/** Two points of both times; what is left out means "up to now" and "as it stands now". */
export class WhatChangedQuery {
  @IdField()
  caseId!: string;

  @LocalDayField({ optional: true, description: 'The earlier point: days up to here.' })
  fromAsOf?: string;

  @InstantField({ optional: true, description: 'The earlier point: as the record stood then.' })
  fromKnownAt?: string;

  @LocalDayField({ optional: true, description: 'The later point: days up to here; default: up to now.' })
  toAsOf?: string;

  @InstantField({
    optional: true,
    description: 'The later point: as the record stood then; default: as it stands now.',
  })
  toKnownAt?: string;
}
