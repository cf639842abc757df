import type { Instant, LocalDay } from '#kernel';
import type { PolicyReading } from '#law/published';
import { addDays, daysBetween, deadlineStanding, type DeadlineStanding, type DeadlineStatus } from '#legal-time';

import { penaltyWarningDay, RUNS_OUT, type DeadlineKind } from './clock.rules.js';

export const DEADLINE_STATUSES = [
  'pending',
  'dueSoon',
  'met',
  'metLate',
  'overdue',
  'tolled',
  'void',
] as const satisfies readonly DeadlineStatus[];

/** A clock, as far as its standing goes. */
export interface RunningClock {
  readonly deadlineId: string;
  readonly kind: DeadlineKind;
  readonly startedOn: LocalDay;
  readonly lastDay: LocalDay;
  readonly stoppedOn: LocalDay | null;
  /** Where the last day ends at an hour: stopped on that day, but after the hour. */
  readonly afterItsHour?: boolean;
  readonly voided: boolean;
}

/** The day a question is answered on, and the two policies that say how early a reminder comes. */
export interface ReadingDay {
  /** `asOf`, or today. */
  readonly on: LocalDay;
  /** Any instant of that day: every clock here ends with a local day, so that all of them answer alike. */
  readonly now: Instant;
  readonly dueSoonDays: PolicyReading<number>;
  readonly penaltyWarningMonths: PolicyReading<number>;
}

/** A reminder that comes on one day only: the due day, and the first late day (faults.md W13). */
export type Alert = 'due' | 'late';

export interface Standing extends DeadlineStanding {
  /** The local day from which it is shown as due soon. */
  readonly dueSoonFrom: LocalDay;
  /** On the day of reading; null on every other day, so that each alert is given once. */
  readonly alert: Alert | null;
}

const dueSoonDaysOf = ({ kind, startedOn, lastDay }: RunningClock, day: ReadingDay): number =>
  kind === 'penaltySuitLimitation'
    ? daysBetween(penaltyWarningDay(startedOn, day.penaltyWarningMonths.value, lastDay), lastDay)
    : // A reminder before the clock started reminds of nothing; it also keeps the day inside the calendar.
      Math.min(day.dueSoonDays.value, daysBetween(startedOn, lastDay));

const standingOf = (clock: RunningClock, day: ReadingDay): Standing => {
  const dueSoonDays = dueSoonDaysOf(clock, day);
  const standing = deadlineStanding({
    lastDay: clock.lastDay,
    stoppedOn: clock.stoppedOn,
    now: day.now,
    dueSoonDays,
    voided: clock.voided,
  });
  return {
    ...standing,
    ...(clock.afterItsHour && standing.status === 'met' ? { status: 'metLate' as const } : {}),
    dueSoonFrom: addDays(clock.lastDay, -dueSoonDays),
    alert: alertOf(standing),
  };
};

const alertOf = ({ status, daysLeft, daysLate }: DeadlineStanding): Alert | null => {
  if ((status === 'pending' || status === 'dueSoon') && daysLeft === 0) return 'due';
  return status === 'overdue' && daysLate === 1 ? 'late' : null;
};

/**
 * Where clocks stand on a day: the one definition of every list, count and detail (faults.md F04, T10, T18). Clocks of one
 * kind with the same days stand alike, and a long list has many of them.
 */
export const standingsOn = (day: ReadingDay): ((clock: RunningClock) => Standing) => {
  const known = new Map<string, Standing>();
  return (clock) => {
    const key = [clock.kind, clock.startedOn, clock.lastDay, clock.stoppedOn, clock.afterItsHour, clock.voided].join();
    const standing = known.get(key) ?? standingOf(clock, day);
    known.set(key, standing);
    return standing;
  };
};

/** A duty that is late can still be done; a limitation or an appeal period that ran out is past help and comes later. */
const RANK: Readonly<Record<DeadlineStatus, number>> = {
  overdue: 0,
  dueSoon: 1,
  pending: 2,
  tolled: 3,
  metLate: 5,
  met: 6,
  void: 7,
};
const RUN_OUT = 4;

const rankOf = ({ kind }: RunningClock, { status }: Standing): number =>
  status === 'overdue' && RUNS_OUT.has(kind) ? RUN_OUT : RANK[status];

export interface Placed {
  readonly clock: RunningClock;
  readonly standing: Standing;
}

/** Order of urgency: by what can still be done, then by the last day, then by id so that pages never overlap. */
export const byUrgency = (a: Placed, b: Placed): number =>
  rankOf(a.clock, a.standing) - rankOf(b.clock, b.standing) ||
  compare(a.clock.lastDay, b.clock.lastDay) ||
  compare(a.clock.deadlineId, b.clock.deadlineId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
