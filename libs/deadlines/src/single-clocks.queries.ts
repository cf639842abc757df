import type { Cents, LocalDay } from '#kernel';
import type { PolicyReading } from '#law/published';
import { addDays } from '#legal-time';
import type { ReadModelReader, SqlValue } from '#runtime/published';

import { Conditions, KNOWN, notHidden, type Bounds, type Filter } from './bounds.queries.js';
import { staleExplained, type LastStep } from './clock.rules.js';
import { NOT_STOPPED, type ClockRow } from './clock-rows.projection.js';
import type { Explained } from './fixed-date.rules.js';
import type { RunningClock } from './standing.rules.js';

/** A row as of a day: the date as acts up to then had set it, and what had stopped it by then. */
export interface ReadRow extends ClockRow {
  /** Of a stale accrual: the last step by then. */
  readonly lastStep: LastStep | null;
  /** Of a payment date: what had come in by then. */
  readonly receivedCents: Cents | null;
}

/** A clock of a row of its own, as of a day. */
export interface SingleClock extends RunningClock {
  readonly row: ReadRow;
}

/** What rows are read by: bounds, and how long a run may go without a step on the day of reading. */
export interface RowBounds extends Bounds {
  readonly staleDays: PolicyReading<number>;
}

interface StoredRow extends ClockRow {
  readonly move_place: number | null;
  /** Day and event type of the last step, in one text. */
  readonly step: string | null;
  /** The same, in a case that the finding went on in. */
  readonly step_elsewhere: string | null;
}

/** Steps since the run began, up to the day of reading or the end of the run. */
const STEP = `s.on_day >= c.started_on AND s.on_day <= min(?, coalesce(c.stopped_on, '9999-12-31'))
  AND s.known_from <= ? AND (s.gone_from IS NULL OR s.gone_from > ?)`;

const SELECT = `SELECT c.*,
  (SELECT m.place FROM deadline_move m WHERE m.deadline_id = c.deadline_id AND m.moved_on <= ? AND m.known_from <= ?
    ORDER BY m.moved_on DESC, m.place DESC LIMIT 1) AS move_place,
  CASE WHEN c.kind = 'staleAccrual' THEN
    (SELECT s.on_day || s.by_type FROM deadline_step s WHERE s.case_id = c.case_id AND ${STEP}
     ORDER BY s.on_day DESC, s.place DESC LIMIT 1) END AS step,
  CASE WHEN c.kind = 'staleAccrual' THEN
    (SELECT s.on_day || s.by_type FROM deadline_received r JOIN deadline_step s ON s.case_id = r.case_id
     WHERE r.finding_id = c.finding_id AND r.known_from <= ? AND s.on_day >= r.received_on AND ${STEP}
     ORDER BY s.on_day DESC, s.place DESC LIMIT 1) END AS step_elsewhere
  FROM deadline_clock c`;

const selectBounds = ({ known, on }: Bounds): SqlValue[] => {
  const step = [on, known, known];
  return [on, known, ...step, known, ...step];
};

const laterOf = (a: string | null, b: string | null): string | null => (b !== null && (a === null || b > a) ? b : a);

const DAY_LENGTH = '2026-01-01'.length;

/** Last day of a period too long to count is none at all. */
const staleLastDay = (on: LocalDay, days: number): LocalDay | null => {
  try {
    return addDays(on, days);
  } catch {
    return null;
  }
};

interface Received {
  readonly on: LocalDay;
  readonly cents: Cents;
  readonly type: string;
  readonly position: string;
}

/** Money on the fines of one agreement, by days, once for each reading. */
const moneyOfAgreements = (readModel: ReadModelReader, { known, on }: Bounds) => {
  const read = new Map<string, readonly Received[]>();
  return (agreementId: string): readonly Received[] => {
    const found =
      read.get(agreementId) ??
      readModel.all<Received>(
        `SELECT m.on_day AS "on", m.cents, m.type, m.position
           FROM deadline_agreement_fine a JOIN deadline_money m ON m.fine_id = a.fine_id
          WHERE a.agreement_id = ? AND a.known_from <= ? AND m.known_from <= ? AND m.on_day <= ?
          ORDER BY m.on_day, m.place`,
        agreementId,
        known,
        known,
        on,
      );
    read.set(agreementId, found);
    return found;
  };
};

type Stopped = Pick<ClockRow, 'stopped_on' | 'stopped_by' | 'stopped_ref' | 'stopped_position'>;

/**
 * When the sum came in: the day whose money reached it, unless later money went out again so that it is short. Whole days
 * are compared, since nothing says which of two entries of one day came first.
 */
const reached = (
  money: readonly Received[],
  throughCents: Cents,
): { readonly stopped: Stopped; readonly total: Cents } => {
  let total: Cents = 0;
  let stopped: Stopped = NOT_STOPPED;
  money.forEach((entry, index) => {
    total += entry.cents;
    if (money[index + 1]?.on === entry.on) return;
    if (total < throughCents) stopped = NOT_STOPPED;
    else if (stopped.stopped_on === null)
      stopped = { ...NOT_STOPPED, stopped_on: entry.on, stopped_by: entry.type, stopped_position: entry.position };
  });
  return { stopped, total };
};

/** Reads stored versions as of a day. */
const reader = (readModel: ReadModelReader, bounds: RowBounds): ((stored: StoredRow) => ReadRow) => {
  const { on, staleDays } = bounds;
  const moneyOf = moneyOfAgreements(readModel, bounds);

  /** Stopped or void only if it was so by then. */
  const asOf = (row: ReadRow): ReadRow => ({
    ...row,
    ...(row.stopped_on !== null && row.stopped_on > on ? NOT_STOPPED : {}),
    ...(row.void_from !== null && row.void_from > on ? { void_from: null, void_by: null } : {}),
  });

  const paid = (row: ReadRow): ReadRow => {
    const { throughCents } = JSON.parse(row.subject) as { readonly throughCents: Cents };
    const { stopped, total } = reached(moneyOf(row.about_id), throughCents);
    // What was paid by the day on which the agreement ended stays paid; money of later days goes to the fine alone.
    const inTime = row.void_from === null || (stopped.stopped_on !== null && stopped.stopped_on <= row.void_from);
    return {
      ...row,
      receivedCents: total,
      ...(inTime ? { ...stopped, void_from: null, void_by: null } : {}),
    };
  };

  const stale = (row: ReadRow, step: string | null): ReadRow => {
    const lastStep: LastStep =
      step === null ? { on: row.started_on, by: null } : { on: step.slice(0, DAY_LENGTH), by: step.slice(DAY_LENGTH) };
    return {
      ...row,
      lastStep,
      period_days: staleDays.value,
      last_day: staleLastDay(lastStep.on, staleDays.value),
    };
  };

  return ({ move_place: place, step, step_elsewhere: elsewhere, ...stored }) => {
    const row = asOf({ ...stored, lastStep: null, receivedCents: null });
    if (row.kind === 'staleAccrual') return stale(row, laterOf(step, elsewhere));
    if (row.kind === 'agreementPayment') return paid(row);
    if (place === null) return row;
    const moved = readModel.get<Pick<ClockRow, 'last_day' | 'explanation'>>(
      'SELECT last_day, explanation FROM deadline_move WHERE place = ?',
      place,
    )!;
    return { ...row, ...moved };
  };
};

/** Single clocks, those without a written period included, that had started by the day. */
export const readSingles = (
  readModel: ReadModelReader,
  filter: Filter & { readonly kind?: string },
  bounds: RowBounds,
): readonly ReadRow[] => {
  const { known, on } = bounds;
  const conditions = new Conditions().add(KNOWN, known, known).add('started_on <= ?', on);
  conditions.add(notHidden('c'), bounds.hidden, bounds.hidden);
  if (filter.kind !== undefined) conditions.add('kind = ?', filter.kind);
  if (filter.ofCase !== undefined)
    conditions.add(
      `(finding_id IN (SELECT value FROM json_each(?)) OR (case_id = ? AND finding_id IS NULL)
        OR (premises_id IN (SELECT value FROM json_each(?)) AND case_id IS NULL))`,
      JSON.stringify(filter.ofCase.findingIds),
      filter.ofCase.caseId,
      JSON.stringify(filter.ofCase.premisesIds),
    );
  if (filter.premisesId !== undefined) conditions.add('premises_id = ?', filter.premisesId);
  if (filter.partyId !== undefined) conditions.add('party_id = ?', filter.partyId);
  return readModel
    .all<StoredRow>(
      `${SELECT} ${conditions.where} ORDER BY started_on, deadline_id`,
      ...selectBounds(bounds),
      ...conditions.parameters,
    )
    .map(reader(readModel, bounds));
};

/** One single clock, or undefined where it is not on file at that time. */
export const readSingle = (readModel: ReadModelReader, deadlineId: string, bounds: RowBounds): ReadRow | undefined => {
  const { known, on } = bounds;
  const row = readModel.get<StoredRow>(
    `${SELECT} WHERE deadline_id = ? AND ${KNOWN} AND started_on <= ? AND ${notHidden('c')}`,
    ...selectBounds(bounds),
    deadlineId,
    known,
    known,
    on,
    bounds.hidden,
    bounds.hidden,
  );
  return row && reader(readModel, bounds)(row);
};

/** The clock of a row that has a last day; null where none is written. */
export const singleClock = (row: ReadRow): SingleClock | null =>
  row.last_day === null
    ? null
    : {
        row,
        deadlineId: row.deadline_id,
        kind: row.kind,
        startedOn: row.started_on,
        lastDay: row.last_day,
        stoppedOn: row.stopped_on,
        afterItsHour: isAfterItsHour(row),
        voided: row.void_from !== null,
      };

/** Public notice is due at an hour; one given on the last day, but after it, was too late. */
const isAfterItsHour = ({ kind, stopped_ref: givenAt, explanation }: ReadRow): boolean => {
  if (kind !== 'hearingPublicNotice' || givenAt === null || explanation === null) return false;
  const { dueInstant } = JSON.parse(explanation) as Explained;
  return dueInstant !== undefined && givenAt > dueInstant;
};

/** The explanation stored with the row; that of a stale accrual is written when it is read. */
export const explanationOf = (row: ReadRow, { staleDays }: RowBounds): Explained =>
  row.lastStep === null ? (JSON.parse(row.explanation!) as Explained) : staleExplained(row.lastStep, staleDays)!;
