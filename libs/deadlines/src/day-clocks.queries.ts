import { foldEvents, type LocalDay } from '#kernel';
import { settingsFold, type SettingsEvent } from '#law/published';
import type { SpecialHoliday } from '#legal-time';
import type { ReadModelReader, SqlValue } from '#runtime/published';

import { Conditions, KNOWN, notHidden, type Bounds, type Filter } from './bounds.queries.js';
import { limitationId, limitationLastDays, noClockBecause, type LimitationKind } from './clock.rules.js';
import { holidaysOf } from './clock-rows.projection.js';
import type { RunningClock } from './standing.rules.js';

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
  /** The action that stopped it; of the fine's limitation alone. */
  readonly suit: Suit | null;
  /** In a list: whether it stands for days whose clock still runs, was stopped by a suit, or has run out. */
  readonly group: DayGroup | null;
}
export type DayGroup = 'running' | 'inSuit' | 'runOut';

const LAST: Readonly<Record<LimitationKind, string>> = {
  misdemeanorLimitation: 'misdemeanor_last',
  penaltySuitLimitation: 'penalty_last',
};

const PLACE = `run.run_id AS runId, run.ledger, run.finding_id AS findingId, run.case_id AS caseId,
  ledger.party_id AS partyId, ledger.premises_id AS premisesId, ledger.rule_id AS ruleId`;

const LIVE_OF_RUN = `FROM deadline_day d WHERE d.ledger = run.ledger AND d.run_id = run.run_id AND d.void_cause IS NULL
  AND d.day <= ? AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?)`;

const NAMED = `f.known_from <= ? AND f.named_on <= ?
  AND NOT (f.freed_on IS NOT NULL AND f.freed_on <= ? AND f.freed_known_from <= ?)`;

const namedBounds = ({ known, on }: Bounds): SqlValue[] => [known, on, on, known];

/** Actions to collect a fine that names the day, begun while the day's limitation still ran. */
const SUITS_OF_DAY = `FROM deadline_fine_day f JOIN deadline_action a ON a.fine_id = f.fine_id
  WHERE f.ledger = d.ledger AND f.day = d.day AND ${NAMED} AND f.named_on <= a.commenced_on
    AND a.commenced_on <= ? AND a.commenced_on <= d.penalty_last AND a.known_from <= ?`;
const suitBounds = (bounds: Bounds): SqlValue[] => [...namedBounds(bounds), bounds.on, bounds.known];

/** The action that stopped the limitation of a civil fine's day (CPLR 214(2)), by the fine that names it. */
export interface Suit {
  readonly commencedOn: LocalDay;
  readonly fineId: string;
  readonly indexNumber: string;
  readonly position: string;
}

const suitOfDay = (readModel: ReadModelReader, ledger: string, day: LocalDay, bounds: Bounds): Suit | null =>
  readModel.get<Suit>(
    `SELECT a.commenced_on AS commencedOn, a.fine_id AS fineId, a.index_number AS indexNumber, a.position
       FROM deadline_fine_day f JOIN deadline_action a ON a.fine_id = f.fine_id
      WHERE f.ledger = ? AND f.day = ? AND ${NAMED} AND f.named_on <= a.commenced_on
        AND a.commenced_on <= ? AND a.commenced_on <= ? AND a.known_from <= ?
      ORDER BY a.commenced_on, a.place LIMIT 1`,
    ledger,
    day,
    ...namedBounds(bounds),
    bounds.on,
    limitationLastDays(day).penaltySuit,
    bounds.known,
  ) ?? null;

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
  bounds: Bounds,
): readonly DayClock[] => {
  const { known, on, through } = bounds;
  const conditions = new Conditions().add(notHidden('run'), bounds.hidden, bounds.hidden);
  if (filter.ofCase !== undefined)
    conditions.add('run.finding_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ofCase.findingIds));
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
  const sued = ledgersInSuit(readModel, bounds);
  return runs.flatMap(({ firstDay, misdemeanorDay, penaltyDay, ...place }) => {
    if (firstDay === null) return [];
    return kinds.flatMap((kind) => {
      const running = kind === 'misdemeanorLimitation' ? misdemeanorDay : penaltyDay;
      const firsts: Readonly<Record<DayGroup, LocalDay | null>> =
        kind === 'penaltySuitLimitation' && sued.has(place.ledger)
          ? penaltyFirsts(readModel, place, bounds)
          : { running, inSuit: null, runOut: firstDay === running ? null : firstDay };
      return GROUPS.flatMap((group) => {
        const day = firsts[group];
        if (day === null || noClockBecause(kind, place.ruleId, day) !== null) return [];
        const last = readModel.get<LastDays>(
          `SELECT misdemeanor_last, penalty_last FROM deadline_day WHERE ledger = ? AND day = ? AND ${KNOWN}`,
          place.ledger,
          day,
          known,
          known,
        )!;
        const suit = group === 'inSuit' ? suitOfDay(readModel, place.ledger, day, bounds) : null;
        return [dayClock(kind, place, day, last, false, suit, group)];
      });
    });
  });
};

const GROUPS: readonly DayGroup[] = ['running', 'inSuit', 'runOut'];

/** Ledgers with a day that some action is about: elsewhere no suit need be looked for. */
const ledgersInSuit = (readModel: ReadModelReader, { known }: Bounds): ReadonlySet<string> =>
  new Set(
    readModel
      .all<{ ledger: string }>(
        `SELECT DISTINCT f.ledger FROM deadline_action a JOIN deadline_fine_day f ON f.fine_id = a.fine_id
          WHERE a.known_from <= ?`,
        known,
      )
      .map(({ ledger }) => ledger),
  );

/** The earliest live days of a run by where the limitation of a suit for the fine stands. */
const penaltyFirsts = (
  readModel: ReadModelReader,
  { ledger, runId }: DayPlace,
  bounds: Bounds,
): Readonly<Record<DayGroup, LocalDay | null>> => {
  const { known, on, through } = bounds;
  const live = [through, known, known];
  return readModel.get<Record<DayGroup, LocalDay | null>>(
    `SELECT
       (SELECT d.day ${LIVE_OF_RUN} AND d.penalty_last >= ? AND NOT EXISTS (SELECT 1 ${SUITS_OF_DAY}) ORDER BY d.day LIMIT 1) AS running,
       (SELECT d.day ${LIVE_OF_RUN} AND EXISTS (SELECT 1 ${SUITS_OF_DAY}) ORDER BY d.day LIMIT 1) AS inSuit,
       (SELECT d.day ${LIVE_OF_RUN} AND d.penalty_last < ? AND NOT EXISTS (SELECT 1 ${SUITS_OF_DAY}) ORDER BY d.day LIMIT 1) AS runOut
     FROM (SELECT ? AS ledger, ? AS run_id) run`,
    ...[...live, on, ...suitBounds(bounds)],
    ...[...live, ...suitBounds(bounds)],
    ...[...live, on, ...suitBounds(bounds)],
    ledger,
    runId,
  )!;
};

const dayClock = (
  kind: LimitationKind,
  place: DayPlace,
  day: LocalDay,
  last: LastDays,
  voided: boolean,
  suit: Suit | null,
  group: DayClock['group'] = null,
): DayClock => ({
  deadlineId: limitationId(kind, place.ledger, day),
  kind,
  place,
  group,
  startedOn: day,
  lastDay: kind === 'misdemeanorLimitation' ? last.misdemeanor_last : last.penalty_last,
  stoppedOn: suit?.commencedOn ?? null,
  suit,
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
  { known, on, hidden }: Bounds,
): DayReading | undefined =>
  day > on
    ? undefined
    : readModel.get<DayReading>(
        `SELECT d.day, d.void_cause AS voidCause, d.misdemeanor_last, d.penalty_last, d.position, ${PLACE}
           FROM deadline_day d JOIN deadline_run run ON run.run_id = d.run_id JOIN deadline_ledger ledger ON ledger.ledger = d.ledger
          WHERE d.ledger = ? AND d.day = ? AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?) AND ${notHidden('run')}`,
        ledger,
        day,
        known,
        known,
        hidden,
        hidden,
      );

export const clockOfDay = (
  readModel: ReadModelReader,
  kind: LimitationKind,
  reading: DayReading,
  bounds: Bounds,
): DayClock => {
  const { day, voidCause, misdemeanor_last, penalty_last, position: _, ...place } = reading;
  const suit = kind === 'penaltySuitLimitation' ? suitOfDay(readModel, place.ledger, day, bounds) : null;
  return dayClock(kind, place, day, { misdemeanor_last, penalty_last }, voidCause !== null, suit);
};

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
      WHERE f.ledger = ? AND f.day = ? AND ${NAMED} AND f.fine_id NOT IN (SELECT value FROM json_each(?))
      ORDER BY f.named_on, f.document_id`,
    ledger,
    day,
    ...namedBounds(bounds),
    bounds.hidden,
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
  const ofGroup =
    (group === 'inSuit' ? '' : `AND d.${LAST[kind]} ${group === 'runOut' ? '<' : '>='} ?`) +
    (kind === 'penaltySuitLimitation'
      ? ` AND ${group === 'inSuit' ? '' : 'NOT '}EXISTS (SELECT 1 ${SUITS_OF_DAY})`
      : '');
  return readModel.get<GroupCounts>(
    `SELECT count(*) AS days, max(day) AS throughDay, total(NOT named) AS unfinedDays, min(CASE WHEN named THEN NULL ELSE day END) AS firstUnfinedDay
       FROM (SELECT d.day, EXISTS (SELECT 1 FROM deadline_fine_day f WHERE f.ledger = d.ledger AND f.day = d.day AND ${NAMED}) AS named
               FROM deadline_day d
              WHERE d.ledger = ? AND d.run_id = ? AND d.void_cause IS NULL AND d.day <= ?
                AND d.known_from <= ? AND (d.known_until IS NULL OR d.known_until > ?)
                ${ofGroup})`,
    ...namedBounds(bounds),
    place.ledger,
    place.runId,
    through,
    known,
    known,
    ...(group === 'inSuit' ? [] : [on]),
    ...(kind === 'penaltySuitLimitation' ? suitBounds(bounds) : []),
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
