import { foldEvents, type Instant, type LocalDay } from '#kernel';
import { settingsFold, specialHolidays, type SettingsEvent, type SettingsState } from '#law/published';
import type { SpecialHoliday } from '#legal-time';
import type { ReadModelReader, ReadModelTables, SqlValue } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import { count, NONE_WRITTEN, type Counting, type SingleKind } from './clock.rules.js';
import type { Explained } from './fixed-date.rules.js';

/** Clocks with a row of their own, the acts that moved their date, and the settings that start or move them. */
export const ROW_TABLES = ['deadline_clock', 'deadline_move', 'deadline_setting', 'deadline_place'];
export const ROW_SCHEMA = `
  CREATE TABLE deadline_clock (
    deadline_id TEXT NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL, case_id TEXT, finding_id TEXT, premises_id TEXT,
    party_id TEXT, about_id TEXT NOT NULL, subject TEXT NOT NULL, started_on TEXT NOT NULL, started_position TEXT NOT NULL,
    counting TEXT, period_days INTEGER, authority TEXT NOT NULL, last_day TEXT, explanation TEXT,
    stopped_on TEXT, stopped_by TEXT, stopped_ref TEXT, stopped_position TEXT, void_from TEXT, void_by TEXT,
    known_from TEXT NOT NULL, known_until TEXT, PRIMARY KEY (deadline_id, version)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_clock_of_premises ON deadline_clock (premises_id);
  CREATE INDEX deadline_clock_of_case ON deadline_clock (case_id);
  CREATE INDEX deadline_clock_of_finding ON deadline_clock (finding_id);
  CREATE INDEX deadline_clock_of_party ON deadline_clock (party_id);
  CREATE INDEX deadline_clock_about ON deadline_clock (about_id, kind);
  CREATE INDEX deadline_clock_stopped ON deadline_clock (stopped_ref) WHERE stopped_ref IS NOT NULL;
  CREATE TABLE deadline_move (
    place INTEGER PRIMARY KEY, deadline_id TEXT NOT NULL, moved_on TEXT NOT NULL, last_day TEXT NOT NULL,
    explanation TEXT NOT NULL, moved_by TEXT NOT NULL, position TEXT NOT NULL, known_from TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deadline_move_of ON deadline_move (deadline_id, moved_on);
  CREATE TABLE deadline_setting (
    place INTEGER PRIMARY KEY, type TEXT NOT NULL, event TEXT NOT NULL, recorded_on TEXT NOT NULL, known_from TEXT NOT NULL
  ) STRICT;
  CREATE TABLE deadline_place (subject_id TEXT PRIMARY KEY, premises_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** One version of a single clock: what was so of it from one moment of the log to another. */
export interface ClockRow {
  readonly deadline_id: string;
  readonly version: number;
  readonly kind: SingleKind;
  readonly case_id: string | null;
  /** The finding it belongs to, with which it goes on in another case; null where it belongs to a case or premises. */
  readonly finding_id: string | null;
  readonly premises_id: string | null;
  readonly party_id: string | null;
  /** What events name when they stop it: the fine, finding, agreement, appeal, decision, run or determination. */
  readonly about_id: string;
  /** JSON: ids that say what it is about. */
  readonly subject: string;
  readonly started_on: LocalDay;
  readonly started_position: string;
  /** JSON of the Counting; null where no proclaimed holiday moves the end. */
  readonly counting: string | null;
  /** Days of the period; null where none is written, or the end is not a number of days away. */
  readonly period_days: number | null;
  readonly authority: string;
  /** Null where no period is written, or one too long to count. Of a stale accrual it is found when read. */
  readonly last_day: LocalDay | null;
  /** JSON of the Explained. */
  readonly explanation: string | null;
  readonly stopped_on: LocalDay | null;
  readonly stopped_by: string | null;
  /** Id of what stopped it, where that can be struck out again. */
  readonly stopped_ref: string | null;
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
  'finding_id',
  'premises_id',
  'party_id',
  'about_id',
  'subject',
  'started_on',
  'started_position',
  'counting',
  'period_days',
  'authority',
  'last_day',
  'explanation',
  'stopped_on',
  'stopped_by',
  'stopped_ref',
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
export const change = (
  tables: ReadModelTables,
  current: ClockRow,
  changes: Partial<ClockRow>,
  { knownFrom }: Applied,
): void => {
  if (current.known_from === knownFrom) return write(tables, { ...current, ...changes });
  write(tables, { ...current, known_until: knownFrom });
  write(tables, { ...current, ...changes, version: current.version + 1, known_from: knownFrom });
};

export const currentClock = (tables: ReadModelReader, deadlineId: string): ClockRow | undefined =>
  tables.get<ClockRow>('SELECT * FROM deadline_clock WHERE deadline_id = ? AND known_until IS NULL', deadlineId);

/** Clocks of a kind that run on one thing, as they now stand. */
export const clocksAbout = (tables: ReadModelReader, kind: SingleKind, aboutId: string): readonly ClockRow[] =>
  tables.all<ClockRow>(
    'SELECT * FROM deadline_clock WHERE about_id = ? AND kind = ? AND known_until IS NULL ORDER BY deadline_id',
    aboutId,
    kind,
  );

/** Clocks that one thing stopped; when it is struck out they run again. */
export const clocksStoppedBy = (tables: ReadModelReader, ref: string): readonly ClockRow[] =>
  tables.all<ClockRow>(
    'SELECT * FROM deadline_clock WHERE stopped_ref = ? AND known_until IS NULL ORDER BY deadline_id',
    ref,
  );

export const NOT_STOPPED = {
  stopped_on: null,
  stopped_by: null,
  stopped_ref: null,
  stopped_position: null,
} as const satisfies Partial<ClockRow>;

/** The act was done; the first such event counts. */
export const stop = (
  tables: ReadModelTables,
  clock: ClockRow | undefined,
  on: LocalDay,
  by: string,
  applied: Applied,
  ref: string | null = null,
): void => {
  if (!clock || clock.stopped_on !== null) return;
  const stopped = { stopped_on: on, stopped_by: by, stopped_ref: ref, stopped_position: applied.position };
  change(tables, clock, stopped, applied);
};

/** It no longer stands from that day on. */
export const voidFrom = (
  tables: ReadModelTables,
  clock: ClockRow | undefined,
  from: LocalDay,
  by: string,
  applied: Applied,
): void => {
  if (clock && clock.void_from === null) change(tables, clock, { void_from: from, void_by: by }, applied);
};

/**
 * Another date, from the local day of the act that set it: as of an earlier day the old one still shows (faults.md F05).
 * Of several acts the one with the latest day governs.
 */
export const move = (
  tables: ReadModelTables,
  deadlineId: string,
  on: LocalDay,
  explanation: Explained,
  by: string,
  { position, knownFrom }: Applied,
): void =>
  tables.run(
    `INSERT INTO deadline_move (deadline_id, moved_on, last_day, explanation, moved_by, position, known_from)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    deadlineId,
    on,
    explanation.lastDay,
    JSON.stringify(explanation),
    by,
    position,
    knownFrom,
  );

/** The Town's settings as far as they start or move a clock, as recorded so far. */
export const settingsSoFar = (tables: ReadModelReader): SettingsState =>
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

export interface Started {
  readonly deadlineId: string;
  readonly caseId: string | null;
  readonly findingId: string | null;
  readonly premisesId: string | null;
  readonly partyId: string | null;
  readonly aboutId: string;
  readonly subject: object;
}

const insert = (
  tables: ReadModelTables,
  { deadlineId, caseId, findingId, premisesId, partyId, aboutId, subject }: Started,
  row: Pick<ClockRow, 'kind' | 'started_on' | 'counting' | 'period_days' | 'authority' | 'last_day' | 'explanation'>,
  { position, knownFrom }: Applied,
): void => {
  // What was started once goes on; an event told twice in other words starts nothing anew.
  if (currentClock(tables, deadlineId)) return;
  write(tables, {
    ...row,
    ...NOT_STOPPED,
    deadline_id: deadlineId,
    version: 1,
    case_id: caseId,
    finding_id: findingId,
    premises_id: premisesId,
    party_id: partyId,
    about_id: aboutId,
    subject: JSON.stringify(subject),
    started_position: position,
    void_from: null,
    void_by: null,
    known_from: knownFrom,
    known_until: null,
  });
};

/** Starts a clock whose end is counted from a day, a policy or an agreement. */
export const start = (
  tables: ReadModelTables,
  started: Started,
  counting: Counting,
  settings: SettingsState,
  applied: Applied,
): void => {
  const explanation = count(counting, holidaysOf(settings));
  const row = {
    kind: counting.kind,
    started_on: counting.startedOn,
    counting: JSON.stringify(counting),
    period_days: 'days' in counting && counting.days !== NONE_WRITTEN ? counting.days : null,
    authority: counting.authority,
    last_day: explanation?.lastDay ?? null,
    explanation: explanation === null ? null : JSON.stringify(explanation),
  };
  insert(tables, started, row, applied);
};

/** Starts a clock with a date that stays; without an explanation its end is found when it is read. */
export const startFixed = (
  tables: ReadModelTables,
  started: Started,
  { kind, on, authority }: { readonly kind: SingleKind; readonly on: LocalDay; readonly authority: string },
  explanation: Explained | null,
  applied: Applied,
): void => {
  const row = {
    kind,
    started_on: on,
    counting: null,
    period_days: null,
    authority,
    last_day: explanation?.lastDay ?? null,
    explanation: explanation === null ? null : JSON.stringify(explanation),
  };
  insert(tables, started, row, applied);
};

/** Premises of a case or a finding, for events that name neither. */
export const premisesOf = (tables: ReadModelReader, subjectId: string): string | null =>
  tables.get<{ premises: string }>('SELECT premises_id AS premises FROM deadline_place WHERE subject_id = ?', subjectId)
    ?.premises ?? null;

export const rememberPremises = (tables: ReadModelTables, subjectId: string, premisesId: string): void =>
  tables.run('INSERT OR REPLACE INTO deadline_place (subject_id, premises_id) VALUES (?, ?)', subjectId, premisesId);
