import type { Event, Instant, Recorded } from '#kernel';
import type { FineEvent } from '#fines/published';
import type { SettingsEvent } from '#law/published';
import type { OffenseEvent } from '#offenses/published';
import type { PremisesEvent } from '#registry/published';
import type { Projection, ReadModelReader } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import { applyOffense, DAY_SCHEMA, DAY_TABLES, nameDaysInFine } from './day-clocks.projection.js';
import {
  applyPremises,
  applySettings,
  runAppealWindow,
  SINGLE_SCHEMA,
  SINGLE_TABLES,
} from './single-clocks.projection.js';

/**
 * Since when a row's content is known. "As known at K" means the log before the first event stamped later than K, so what
 * counts is the latest stamp up to here: where a cluster's clock steps back it is later than the event's own stamp. The
 * comparison by instants then says the same as one by positions, which are opaque.
 */
const knownFromOf = (tables: ReadModelReader, recordedAt: Instant): Instant => {
  const latest = tables.get<{ at: Instant | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at;
  return latest && latest > recordedAt ? latest : recordedAt;
};

const PREMISES = ['PublicSewerAvailabilityDetermined', 'SewerConnectionRecorded'];
const SETTINGS = ['PolicyAdopted', 'PolicyWithdrawn', 'SpecialHolidayProclaimed'];
const FINES = ['CivilFineImposed', 'StatementIssued', 'FineNoticeServed', 'FineDaysDropped', 'CivilFineWithdrawn'];
const OFFENSES = [
  'SightingRecorded',
  'ReattributedDaysReceived',
  'RunOpened',
  'OffenseDayRecorded',
  'OffenseDaysVoided',
  'OffenseDaysReinstated',
  'DaysMovedToRun',
];

const CAPABILITY_OF = new Map([
  ...PREMISES.map((type) => [type, 'registry'] as const),
  ...SETTINGS.map((type) => [type, 'law'] as const),
  ...FINES.map((type) => [type, 'fines'] as const),
  ...OFFENSES.map((type) => [type, 'offenses'] as const),
]);

/** Every clock that events start and stop, in versions, so that the record can be read as known at any instant. */
export const deadlinesProjection: Projection = {
  name: 'deadlines',
  version: 1,
  schema: SINGLE_SCHEMA + DAY_SCHEMA,
  tables: [...SINGLE_TABLES, ...DAY_TABLES],
  listensTo: [...CAPABILITY_OF.keys()],
  apply: (tables, recorded: Recorded<Event<string, never>>) => {
    const { event, stream, position, recordedAt } = recorded;
    const applied: Applied = { position, knownFrom: knownFromOf(tables, recordedAt), recordedAt };
    switch (CAPABILITY_OF.get(event.type)) {
      case 'registry':
        return applyPremises(tables, event as unknown as PremisesEvent, applied);
      case 'offenses':
        return applyOffense(tables, event as unknown as OffenseEvent, stream, applied);
      case 'fines':
        nameDaysInFine(tables, event as unknown as FineEvent, applied);
        return runAppealWindow(tables, event as unknown as FineEvent, applied);
      case 'law':
        return applySettings(tables, event as unknown as SettingsEvent, applied);
    }
  },
};
