import type { Event, Instant, Recorded } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import type { CaseEvent } from '#cases/published';
import type { FineEvent } from '#fines/published';
import type { SettingsEvent } from '#law/published';
import type { OffenseEvent } from '#offenses/published';
import type { PremisesEvent } from '#registry/published';
import type { Projection, ReadModelReader } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import {
  AGREEMENT_SCHEMA,
  AGREEMENT_TABLES,
  applyCase,
  bookMoney,
  meetCompliance,
} from './agreement-clocks.projection.js';
import { applyAppeal } from './board-clocks.projection.js';
import { ROW_SCHEMA, ROW_TABLES } from './clock-rows.projection.js';
import { applyOffense, DAY_SCHEMA, DAY_TABLES, nameDaysInFine } from './day-clocks.projection.js';
import {
  applyPremises,
  applySettings,
  runAppealWindow,
  SINGLE_SCHEMA,
  SINGLE_TABLES,
} from './single-clocks.projection.js';
import {
  noteStep,
  NOTICE_STEPS,
  receiveFindings,
  runStaleClock,
  STALE_SCHEMA,
  STALE_TABLES,
} from './stale-clocks.projection.js';

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
const FINES = [
  'CivilFineImposed',
  'CivilFineAgreed',
  'AgreementFoundWanting',
  'StatementIssued',
  'FineNoticeServed',
  'FineDaysDropped',
  'CivilFineWithdrawn',
  'PaymentReceived',
  'CreditRefunded',
  'CreditApplied',
  'CollectionActionCommenced',
];
const CASES = [
  'CaseOpened',
  'FindingMade',
  'FindingWithdrawn',
  'ComplianceDateSet',
  'ExtensionGranted',
  'ComplianceDateCanceled',
  'ConsentAgreementSigned',
  'MilestoneMet',
  'ConsentAgreementBreached',
  'ConsentAgreementCompleted',
  'ConsentAgreementAbandoned',
  'FindingsReceived',
];
const APPEALS = [
  'AppealFiled',
  'HearingNoticed',
  'PublicNoticeGiven',
  'HearingAdjourned',
  'HearingOpened',
  'AppealWithdrawn',
  'AppealDismissed',
  'AppealDecided',
  'DecisionServed',
  'Article78Filed',
];
const OFFENSES = [
  'SightingRecorded',
  'SightingCorrected',
  'SightingVoided',
  'CureVerified',
  'ReattributedDaysReceived',
  'RunOpened',
  'RunClosed',
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
  ...CASES.map((type) => [type, 'cases'] as const),
  ...APPEALS.map((type) => [type, 'appeals'] as const),
  ...NOTICE_STEPS.map((type) => [type, 'notices'] as const),
]);

/** Every clock that events start and stop, in versions, so that the record can be read as known at any instant. */
export const deadlinesProjection: Projection = {
  name: 'deadlines',
  version: 2,
  schema: ROW_SCHEMA + SINGLE_SCHEMA + AGREEMENT_SCHEMA + STALE_SCHEMA + DAY_SCHEMA,
  tables: [...ROW_TABLES, ...SINGLE_TABLES, ...AGREEMENT_TABLES, ...STALE_TABLES, ...DAY_TABLES],
  listensTo: [...CAPABILITY_OF.keys()],
  apply: (tables, recorded: Recorded<Event<string, never>>) => {
    const { event, stream, position, recordedAt } = recorded;
    const applied: Applied = { position, knownFrom: knownFromOf(tables, recordedAt), recordedAt };
    // One offense day costs one row and nothing more: most events of a long log are offense days.
    if (event.type === 'OffenseDayRecorded')
      return applyOffense(tables, event as unknown as OffenseEvent, stream, applied);
    noteStep(tables, event, applied);
    switch (CAPABILITY_OF.get(event.type)) {
      case 'registry':
        return applyPremises(tables, event as unknown as PremisesEvent, applied);
      case 'offenses': {
        const offense = event as unknown as OffenseEvent;
        applyOffense(tables, offense, stream, applied);
        meetCompliance(tables, offense, applied);
        return runStaleClock(tables, offense, stream, applied);
      }
      case 'fines': {
        const fine = event as unknown as FineEvent;
        nameDaysInFine(tables, fine, applied);
        bookMoney(tables, fine, applied);
        return runAppealWindow(tables, fine, applied);
      }
      case 'cases': {
        const ofCase = event as unknown as CaseEvent;
        if (ofCase.type === 'FindingsReceived') return receiveFindings(tables, ofCase, applied);
        return applyCase(tables, ofCase, applied);
      }
      case 'appeals':
        return applyAppeal(tables, event as unknown as AppealEvent, applied);
      case 'law':
        return applySettings(tables, event as unknown as SettingsEvent, applied);
    }
  },
};
