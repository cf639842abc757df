import { foldEvents, type Instant, type LocalDay } from '#kernel';
import type { FineEvent } from '#fines/published';
import { policyOn, settingsFold, specialHolidays, type SettingsEvent, type SettingsState } from '#law/published';
import { localDayOf, type SpecialHoliday } from '#legal-time';
import type { PremisesEvent } from '#registry/published';
import type { ReadModelReader, ReadModelTables, SqlValue } from '#runtime/published';

import { documentOf, type Applied } from './applied.rules.js';
import {
  appealCounting,
  appealId,
  connectionCounting,
  connectionId,
  countSingle,
  type Counting,
  type SingleKind,
} from './clock.rules.js';

/** Clocks with a row of their own, and the settings that start or move them. */
export const SINGLE_TABLES = ['deadline_clock', 'deadline_setting'];
export const SINGLE_SCHEMA = `
  CREATE TABLE deadline_clock (
    deadline_id TEXT NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL, case_id TEXT, premises_id TEXT, party_id TEXT,
    subject TEXT NOT NULL, started_on TEXT NOT NULL, started_position TEXT NOT NULL, period_days INTEGER,
    authority TEXT NOT NULL, last_day TEXT, explanation TEXT,
    stopped_on TEXT, stopped_by TEXT, stopped_position TEXT, void_from TEXT, void_by TEXT,
    known_from TEXT NOT NULL, known_until TEXT, PRIMARY KEY (deadline_id, version)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_clock_of_premises ON deadline_clock (premises_id);
  CREATE INDEX deadline_clock_of_case ON deadline_clock (case_id);
  CREATE INDEX deadline_clock_of_party ON deadline_clock (party_id);
  CREATE INDEX deadline_clock_of_fine ON deadline_clock (subject ->> 'fineId') WHERE kind = 'appealWindow';
  CREATE TABLE deadline_setting (
    place INTEGER PRIMARY KEY, type TEXT NOT NULL, event TEXT NOT NULL, recorded_on TEXT NOT NULL, known_from TEXT NOT NULL
  ) STRICT;
`;

/** One version of a single clock: what was so of it from one moment of the log to another. */
export interface ClockRow {
  readonly deadline_id: string;
  readonly version: number;
  readonly kind: SingleKind;
  readonly case_id: string | null;
  readonly premises_id: string | null;
  readonly party_id: string | null;
  /** JSON: ids that say what it is about. */
  readonly subject: string;
  readonly started_on: LocalDay;
  readonly started_position: string;
  /** Days of the period; null where none is written. */
  readonly period_days: number | null;
  readonly authority: string;
  /** Null where no period is written, or one too long to count. */
  readonly last_day: LocalDay | null;
  /** JSON of the ExplainedDeadline. */
  readonly explanation: string | null;
  readonly stopped_on: LocalDay | null;
  readonly stopped_by: string | null;
  readonly stopped_position: string | null;
  /** First local day on which it no longer stands. */
  readonly void_from: LocalDay | null;
  readonly void_by: string | null;
  readonly known_from: Instant;
  readonly known_until: Instant | null;
}

const COLUMNS = [
  'deadline_id',
  'version',
  'kind',
  'case_id',
  'premises_id',
  'party_id',
  'subject',
  'started_on',
  'started_position',
  'period_days',
  'authority',
  'last_day',
  'explanation',
  'stopped_on',
  'stopped_by',
  'stopped_position',
  'void_from',
  'void_by',
  'known_from',
  'known_until',
] as const satisfies readonly (keyof ClockRow)[];

const INSERT = `INSERT OR REPLACE INTO deadline_clock (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

const write = (tables: ReadModelTables, row: ClockRow): void =>
  tables.run(INSERT, ...COLUMNS.map((column): SqlValue => row[column]));

/** Replaces the current version of a clock; two changes of one instant are one version, since no `knownAt` parts them. */
const change = (
  tables: ReadModelTables,
  current: ClockRow,
  changes: Partial<ClockRow>,
  { knownFrom }: Applied,
): void => {
  if (current.known_from === knownFrom) return write(tables, { ...current, ...changes });
  write(tables, { ...current, known_until: knownFrom });
  write(tables, { ...current, ...changes, version: current.version + 1, known_from: knownFrom });
};

const currentClock = (tables: ReadModelReader, deadlineId: string): ClockRow | undefined =>
  tables.get<ClockRow>('SELECT * FROM deadline_clock WHERE deadline_id = ? AND known_until IS NULL', deadlineId);

/** The Town's settings as far as they start or move a clock, as recorded so far. */
const settingsSoFar = (tables: ReadModelReader): SettingsState =>
  foldEvents(
    settingsFold,
    settingsFold.initialState(),
    tables
      .all<{ event: string }>('SELECT event FROM deadline_setting ORDER BY place')
      .map(({ event }) => JSON.parse(event) as SettingsEvent),
  );

/** The holidays of the settings as legal-time counts them (Gen. Constr. Law § 24). */
export const holidaysOf = (settings: SettingsState): readonly SpecialHoliday[] =>
  specialHolidays(settings).map(({ day, name, proclaimedBy, reference }) => ({
    day,
    name,
    authority: `Gen. Constr. Law § 24; proclaimed by the ${proclaimedBy}, ${reference}`,
  }));

/** Days of a period that nobody wrote: it cannot be counted, so the row has no last day. */
const NONE_WRITTEN = 0;

type Started = Pick<ClockRow, 'deadline_id' | 'case_id' | 'premises_id' | 'party_id' | 'subject'>;

const start = (
  tables: ReadModelTables,
  started: Started,
  counting: Counting,
  settings: SettingsState,
  { position, knownFrom }: Applied,
): void => {
  const explanation = countSingle(counting, holidaysOf(settings));
  write(tables, {
    ...started,
    version: 1,
    kind: counting.kind,
    started_on: counting.startedOn,
    started_position: position,
    period_days: counting.days === NONE_WRITTEN ? null : counting.days,
    authority: counting.authority,
    last_day: explanation?.lastDay ?? null,
    explanation: explanation === null ? null : JSON.stringify(explanation),
    stopped_on: null,
    stopped_by: null,
    stopped_position: null,
    void_from: null,
    void_by: null,
    known_from: knownFrom,
    known_until: null,
  });
};

export const applyPremises = (tables: ReadModelTables, event: PremisesEvent, applied: Applied): void => {
  switch (event.type) {
    case 'PublicSewerAvailabilityDetermined': {
      const { determinationId, premisesId, ownerPartyId, availableOn, supersedes } = event.data;
      const earlier = supersedes === null ? undefined : currentClock(tables, connectionId(supersedes));
      // A corrected determination was wrong from its first day: on no day do two clocks run.
      if (earlier) change(tables, earlier, { void_from: earlier.started_on, void_by: event.type }, applied);
      const started = {
        deadline_id: connectionId(determinationId),
        case_id: null,
        premises_id: premisesId,
        party_id: ownerPartyId,
        subject: JSON.stringify({ determinationId, ruleId: event.data.ruleId, determinedBy: event.data.determinedBy }),
      };
      return start(tables, started, connectionCounting(availableOn), settingsSoFar(tables), applied);
    }
    case 'SewerConnectionRecorded': {
      const { determinationId, connectedOn } = event.data;
      const clock = determinationId === null ? undefined : currentClock(tables, connectionId(determinationId));
      if (!clock) return;
      const stopped = { stopped_on: connectedOn, stopped_by: event.type, stopped_position: applied.position };
      return change(tables, clock, stopped, applied);
    }
  }
};

/** Service of a fine starts the Board's own period to appeal, where one is written; withdrawal ends it. */
export const runAppealWindow = (tables: ReadModelTables, event: FineEvent, applied: Applied): void => {
  switch (event.type) {
    case 'CivilFineWithdrawn': {
      const { fineId, withdrawnOn } = event.data;
      const windows = tables.all<ClockRow>(
        `SELECT * FROM deadline_clock WHERE kind = 'appealWindow' AND subject ->> 'fineId' = ? AND known_until IS NULL`,
        fineId,
      );
      for (const window of windows) change(tables, window, { void_from: withdrawnOn, void_by: event.type }, applied);
      return;
    }
    case 'FineNoticeServed': {
      const { fineId, statementId, caseId, partyId, servedOn } = event.data;
      const fine = tables.get<{ number: string; premises_id: string }>(
        'SELECT number, premises_id FROM deadline_fine WHERE fine_id = ?',
        fineId,
      );
      const settings = settingsSoFar(tables);
      const policy = policyOn(settings, 'appeal-deadline-days', servedOn);
      const started = {
        deadline_id: appealId(documentOf(fineId, statementId)),
        case_id: caseId,
        premises_id: fine?.premises_id ?? null,
        party_id: partyId,
        subject: JSON.stringify({ fineId, number: fine?.number ?? null, statementId }),
      };
      const counting = appealCounting(servedOn, policy.value ?? NONE_WRITTEN, policy.authority);
      return start(tables, started, counting, settings, applied);
    }
  }
};

/**
 * A proclaimed holiday is the one fact that moves a date, and only one that has not passed on the day it is recorded. On
 * its last day a period has not ended yet, and a holiday then still gives the person the next business day.
 */
const moveRunningClocks = (tables: ReadModelTables, applied: Applied): void => {
  const holidays = holidaysOf(settingsSoFar(tables));
  const running = tables.all<ClockRow>(
    'SELECT * FROM deadline_clock WHERE known_until IS NULL AND void_from IS NULL AND last_day >= ? ORDER BY deadline_id',
    localDayOf(applied.recordedAt),
  );
  for (const clock of running) {
    const { kind, started_on: startedOn, period_days: days, authority } = clock;
    const moved = countSingle({ kind, startedOn, days: days!, authority }, holidays);
    if (moved === null || moved.lastDay === clock.last_day) continue;
    change(tables, clock, { last_day: moved.lastDay, explanation: JSON.stringify(moved) }, applied);
  }
};

export const applySettings = (tables: ReadModelTables, event: SettingsEvent, applied: Applied): void => {
  if (
    event.type !== 'SpecialHolidayProclaimed' &&
    !(
      (event.type === 'PolicyAdopted' || event.type === 'PolicyWithdrawn') &&
      event.data.policy === 'appeal-deadline-days'
    )
  )
    return;
  tables.run(
    'INSERT INTO deadline_setting (type, event, recorded_on, known_from) VALUES (?, ?, ?, ?)',
    event.type,
    JSON.stringify(event),
    localDayOf(applied.recordedAt),
    applied.knownFrom,
  );
  if (event.type === 'SpecialHolidayProclaimed') moveRunningClocks(tables, applied);
};
