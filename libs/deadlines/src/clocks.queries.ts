import { foldEvents, type Instant, type LocalDay } from '#kernel';
import { settingsFold, type SettingsEvent } from '#law/published';
import type { SpecialHoliday } from '#legal-time';
import type { ReadModelReader, SqlValue } from '#runtime/published';

import { limitationId, noClockBecause, type LimitationKind } from './clock.rules.js';
import { holidaysOf, type ClockRow } from './single-clocks.projection.js';
import type { RunningClock } from './standing.rules.js';

/** What a reading is bounded by: the record at an instant, acts and starts up to a day, offense days through a day. */
export interface Bounds {
  /** The record as it stood at this instant; a text later than any instant for "now". */
  readonly known: Instant;
  readonly on: LocalDay;
  /** Last offense day counted. */
  readonly through: LocalDay;
}

/** Later than every instant in text order. */
export const KNOWN_NOW: Instant = '9999-12-31T23:59:59.999Z';

export interface Filter {
  readonly caseId?: string;
  /** With `caseId`: the premises of the case, whose own clocks belong to it too. */
  readonly premisesOfCase?: readonly string[];
  readonly premisesId?: string;
  readonly partyId?: string;
}

/** A clock of a row of its own, as of a day. */
export interface SingleClock extends RunningClock {
  readonly row: ClockRow;
}

const KNOWN = 'known_from <= ? AND (known_until IS NULL OR known_until > ?)';

class Conditions {
  private readonly texts: string[] = [];
  readonly parameters: SqlValue[] = [];

  add(text: string, ...parameters: SqlValue[]): this {
    this.texts.push(text);
    this.parameters.push(...parameters);
    return this;
  }

  get where(): string {
    return this.texts.length > 0 ? `WHERE ${this.texts.join(' AND ')}` : '';
  }
}

/** A row as of a day: stopped or void only if it was so by then. */
const asOf = (row: ClockRow, on: LocalDay): ClockRow => ({
  ...row,
  ...(row.stopped_on !== null && row.stopped_on > on
    ? { stopped_on: null, stopped_by: null, stopped_position: null }
    : {}),
  ...(row.void_from !== null && row.void_from > on ? { void_from: null, void_by: null } : {}),
});

/** Single clocks, those without a written period included, that had started by the day. */
export const readSingles = (readModel: ReadModelReader, filter: Filter, { known, on }: Bounds): readonly ClockRow[] => {
  const conditions = new Conditions().add(KNOWN, known, known).add('started_on <= ?', on);
  if (filter.caseId !== undefined)
    conditions.add(
      '(case_id = ? OR (case_id IS NULL AND premises_id IN (SELECT value FROM json_each(?))))',
      filter.caseId,
      JSON.stringify(filter.premisesOfCase ?? []),
    );
  if (filter.premisesId !== undefined) conditions.add('premises_id = ?', filter.premisesId);
  if (filter.partyId !== undefined) conditions.add('party_id = ?', filter.partyId);
  return readModel
    .all<ClockRow>(
      `SELECT * FROM deadline_clock ${conditions.where} ORDER BY started_on, deadline_id`,
      ...conditions.parameters,
    )
    .map((row) => asOf(row, on));
};

/** One single clock, or undefined where it is not on file at that time. */
export const readSingle = (
  readModel: ReadModelReader,
  deadlineId: string,
  { known, on }: Bounds,
): ClockRow | undefined => {
  const row = readModel.get<ClockRow>(
    `SELECT * FROM deadline_clock WHERE deadline_id = ? AND ${KNOWN} AND started_on <= ?`,
    deadlineId,
    known,
    known,
    on,
  );
  return row && asOf(row, on);
};

/** The clock of a row that has a last day; null where none is written. */
export const singleClock = (row: ClockRow): SingleClock | null =>
  row.last_day === null
    ? null
    : {
        row,
        deadlineId: row.deadline_id,
        kind: row.kind,
        startedOn: row.started_on,
        lastDay: row.last_day,
        stoppedOn: row.stopped_on,
        voided: row.void_from !== null,
      };

/** Where a day is counted. */
export interface DayPlace {
  readonly ledger: string;
  readonly runId: string;
  readonly findingId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
  readonly ruleId: string;
}

/** The limitation clock of one offense day. In a list it stands for the days of its run in the same state. */
export interface DayClock extends RunningClock {
  readonly kind: LimitationKind;
  readonly place: DayPlace;
  /** In a list: whether it stands for days whose clock still runs, or for days whose clock has run out. */
  readonly group: 'running' | 'runOut' | null;
}

const LAST: Readonly<Record<LimitationKind, string>> = {
  misdemeanorLimitation: 'misdemeanor_last',
  penaltySuitLimitation: 'penalty_last',
};

const PLACE = `run.run_id AS runId, run.ledger, run.finding_id AS findingId, run.case_id AS caseId,
  ledger.party_id AS partyId, ledger.premises_id AS premisesId, ledger.rule_id AS ruleId`;

const LIVE_OF_RUN = `FROM deadline_day d WHERE d.ledger = run.ledger AND d.run_id = run.run_id AND d.void_cause IS NULL
  AND d.day <= ? AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?)`;

interface RunRow extends DayPlace {
  readonly firstDay: LocalDay | null;
  readonly misdemeanorDay: LocalDay | null;
  readonly penaltyDay: LocalDay | null;
}

interface LastDays {
  readonly misdemeanor_last: LocalDay;
  readonly penalty_last: LocalDay;
}

/**
 * Limitation clocks in groups: for each run and kind the earliest live day whose clock still runs, and, where any has run
 * out, the earliest day of those. Only the earliest days are looked up; the counts are made for the page that is shown.
 */
export const readGroups = (
  readModel: ReadModelReader,
  filter: Filter,
  kinds: readonly LimitationKind[],
  { known, on, through }: Bounds,
): readonly DayClock[] => {
  const conditions = new Conditions();
  if (filter.caseId !== undefined) conditions.add('run.case_id = ?', filter.caseId);
  if (filter.premisesId !== undefined) conditions.add('ledger.premises_id = ?', filter.premisesId);
  if (filter.partyId !== undefined) conditions.add('ledger.party_id = ?', filter.partyId);
  const runs = readModel.all<RunRow>(
    `SELECT ${PLACE},
       (SELECT d.day ${LIVE_OF_RUN} ORDER BY d.day LIMIT 1) AS firstDay,
       (SELECT d.day ${LIVE_OF_RUN} AND d.misdemeanor_last >= ? ORDER BY d.day LIMIT 1) AS misdemeanorDay,
       (SELECT d.day ${LIVE_OF_RUN} AND d.penalty_last >= ? ORDER BY d.day LIMIT 1) AS penaltyDay
     FROM deadline_run run JOIN deadline_ledger ledger ON ledger.ledger = run.ledger ${conditions.where}`,
    ...[through, known, known],
    ...[through, known, known, on],
    ...[through, known, known, on],
    ...conditions.parameters,
  );
  return runs.flatMap(({ firstDay, misdemeanorDay, penaltyDay, ...place }) => {
    if (firstDay === null) return [];
    return kinds.flatMap((kind) => {
      const running = kind === 'misdemeanorLimitation' ? misdemeanorDay : penaltyDay;
      const groups: DayClock[] = [];
      const add = (day: LocalDay, group: DayClock['group']): void => {
        if (noClockBecause(kind, place.ruleId, day) !== null) return;
        const last = readModel.get<LastDays>(
          `SELECT misdemeanor_last, penalty_last FROM deadline_day WHERE ledger = ? AND day = ? AND ${KNOWN}`,
          place.ledger,
          day,
          known,
          known,
        )!;
        groups.push(dayClock(kind, place, day, last, false, group));
      };
      if (running !== null) add(running, 'running');
      if (firstDay !== running) add(firstDay, 'runOut');
      return groups;
    });
  });
};

const dayClock = (
  kind: LimitationKind,
  place: DayPlace,
  day: LocalDay,
  last: LastDays,
  voided: boolean,
  group: DayClock['group'] = null,
): DayClock => ({
  deadlineId: limitationId(kind, place.ledger, day),
  kind,
  place,
  group,
  startedOn: day,
  lastDay: kind === 'misdemeanorLimitation' ? last.misdemeanor_last : last.penalty_last,
  stoppedOn: null,
  voided,
});

/** One recorded day of a ledger with its place; undefined where it is not recorded at that time. */
export interface DayReading extends DayPlace, LastDays {
  readonly day: LocalDay;
  readonly voidCause: string | null;
  readonly position: string;
}

export const readDay = (
  readModel: ReadModelReader,
  ledger: string,
  day: LocalDay,
  { known, on }: Bounds,
): DayReading | undefined =>
  day > on
    ? undefined
    : readModel.get<DayReading>(
        `SELECT d.day, d.void_cause AS voidCause, d.misdemeanor_last, d.penalty_last, d.position, ${PLACE}
           FROM deadline_day d JOIN deadline_run run ON run.run_id = d.run_id JOIN deadline_ledger ledger ON ledger.ledger = d.ledger
          WHERE d.ledger = ? AND d.day = ? AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?)`,
        ledger,
        day,
        known,
        known,
      );

export const clockOfDay = (kind: LimitationKind, reading: DayReading): DayClock => {
  const { day, voidCause, misdemeanor_last, penalty_last, position: _, ...place } = reading;
  return dayClock(kind, place, day, { misdemeanor_last, penalty_last }, voidCause !== null);
};

const NAMED = `f.known_from <= ? AND f.named_on <= ?
  AND NOT (f.freed_on IS NOT NULL AND f.freed_on <= ? AND f.freed_known_from <= ?)`;

const namedBounds = ({ known, on }: Bounds): SqlValue[] => [known, on, on, known];

/** A document that names a day: the imposition itself, or a statement. */
export interface NamingDocument {
  readonly fineId: string;
  readonly number: string;
  readonly statementId: string | null;
  readonly namedOn: LocalDay;
}

/** The imposed fines and statements that name a day of a ledger, dropped and withdrawn ones left out. */
export const documentsNaming = (
  readModel: ReadModelReader,
  ledger: string,
  day: LocalDay,
  bounds: Bounds,
): readonly NamingDocument[] =>
  readModel.all<NamingDocument>(
    `SELECT f.fine_id AS fineId, fine.number, nullif(f.document_id, f.fine_id) AS statementId, f.named_on AS namedOn
       FROM deadline_fine_day f JOIN deadline_fine fine ON fine.fine_id = f.fine_id
      WHERE f.ledger = ? AND f.day = ? AND ${NAMED} ORDER BY f.named_on, f.document_id`,
    ledger,
    day,
    ...namedBounds(bounds),
  );

export interface GroupCounts {
  /** Live days of the run in the same state, the first included. */
  readonly days: number;
  readonly throughDay: LocalDay;
  /** Those that no fine names, and the first of them. */
  readonly unfinedDays: number;
  readonly firstUnfinedDay: LocalDay | null;
}

/** How many days a group stands for. */
export const countGroup = (
  readModel: ReadModelReader,
  { kind, place, group }: DayClock,
  bounds: Bounds,
): GroupCounts => {
  const { known, on, through } = bounds;
  return readModel.get<GroupCounts>(
    `SELECT count(*) AS days, max(day) AS throughDay, total(NOT named) AS unfinedDays, min(CASE WHEN named THEN NULL ELSE day END) AS firstUnfinedDay
       FROM (SELECT d.day, EXISTS (SELECT 1 FROM deadline_fine_day f WHERE f.ledger = d.ledger AND f.day = d.day AND ${NAMED}) AS named
               FROM deadline_day d
              WHERE d.ledger = ? AND d.run_id = ? AND d.void_cause IS NULL AND d.day <= ?
                AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?)
                AND d.${LAST[kind]} ${group === 'runOut' ? '<' : '>='} ?)`,
    ...namedBounds(bounds),
    place.ledger,
    place.runId,
    through,
    known,
    known,
    on,
  )!;
};

/** Holidays on file at that time, with the local day on which each was recorded. */
export const proclaimedHolidays = (
  readModel: ReadModelReader,
  { known }: Bounds,
): readonly { readonly recordedOn: LocalDay; readonly special: SpecialHoliday }[] =>
  readModel
    .all<{ event: string; recordedOn: LocalDay }>(
      `SELECT event, recorded_on AS recordedOn FROM deadline_setting
        WHERE type = 'SpecialHolidayProclaimed' AND known_from <= ? ORDER BY place`,
      known,
    )
    .map(({ event, recordedOn }) => {
      const settings = foldEvents(settingsFold, settingsFold.initialState(), [JSON.parse(event) as SettingsEvent]);
      return { recordedOn, special: holidaysOf(settings)[0]! };
    });

/** Position of the event that last started the clock of a day: its recording, or its reinstatement. */
export const positionOfDay = (readModel: ReadModelReader, clock: DayClock, bounds: Bounds): string | null =>
  readDay(readModel, clock.place.ledger, clock.startedOn, bounds)?.position ?? null;
