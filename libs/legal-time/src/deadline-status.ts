import { DomainError, type Instant, type LocalDay } from '#kernel';
import { daysBetween, isLocalDay, parseLocalDay } from './local-day.js';
import { DEFAULT_ZONE, localDayOfEpoch, toEpochMs } from './zone.js';

export type DeadlineStatus = 'pending' | 'dueSoon' | 'met' | 'metLate' | 'overdue' | 'tolled' | 'void';

export interface DeadlineStatusInput {
  /** Last local day on which the act is in time. One of `lastDay` and `dueInstant` is needed. */
  readonly lastDay?: LocalDay;
  /** For a deadline that ends at an hour; it wins over `lastDay`. */
  readonly dueInstant?: Instant;
  /**
   * When the act was done and the clock stopped. A day alone is enough; on the due day itself it then counts as in time,
   * since lateness must be shown. One later than `now` is not known yet and is left aside.
   */
  readonly stoppedOn?: LocalDay | null;
  readonly now: Instant;
  /** Number of calendar days before the last day from which the deadline is due soon; 0 is the last day alone. */
  readonly dueSoonDays: number;
  /** True while the clock is held (a stay, an order). */
  readonly tolled?: boolean;
  /** True when the deadline no longer stands (its cause was voided or withdrawn). */
  readonly voided?: boolean;
  readonly zone?: string;
}

/** Where a deadline stands at a moment. */
export interface DeadlineStanding {
  readonly status: DeadlineStatus;
  /** The local day on which the question is answered. */
  readonly today: LocalDay;
  readonly dueDay: LocalDay;
  /** Calendar days from today to the due day; 0 on it, negative after it. */
  readonly daysLeft: number;
  /**
   * For `overdue` and `metLate`: calendar days from the due day to today, or to the day the act was done. Never a sum
   * of 24-hour stretches, so that a change of the clock costs nobody a day. 0 for lateness within the due day itself.
   */
  readonly daysLate: number;
}

interface Moment {
  readonly day: LocalDay;
  /** Absent when only the day is known. */
  readonly epochMs?: number;
}

/**
 * Where a deadline stands: its status and its days. A deadline of days is overdue only when its last local day has
 * ended; one that ends at an hour, only after that instant.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.NOT_A_TIME; LEGAL_TIME.NO_DUE_DAY when neither end is given
 */
export const deadlineStanding = (input: DeadlineStatusInput): DeadlineStanding => {
  const { lastDay, dueInstant, now, dueSoonDays, tolled, voided, zone = DEFAULT_ZONE } = input;
  const momentOf = (value: LocalDay, field: string): Moment => {
    if (isLocalDay(value)) return { day: value };
    const epochMs = toEpochMs(value, field);
    return { day: localDayOfEpoch(epochMs, zone), epochMs };
  };
  if (dueInstant === undefined && lastDay === undefined)
    throw new DomainError('LEGAL_TIME.NO_DUE_DAY', 'A deadline has a last day or a due instant.', {
      kind: 'invalid',
      field: 'lastDay',
    });
  const nowMs = toEpochMs(now, 'now');
  const present = { day: localDayOfEpoch(nowMs, zone), epochMs: nowMs };
  const due: Moment =
    dueInstant === undefined
      ? { day: parseLocalDay(lastDay, 'lastDay') }
      : { day: localDayOfEpoch(toEpochMs(dueInstant, 'dueInstant'), zone), epochMs: toEpochMs(dueInstant) };
  const isLate = (moment: Moment): boolean =>
    due.epochMs !== undefined && moment.epochMs !== undefined ? moment.epochMs > due.epochMs : moment.day > due.day;

  const stopped = input.stoppedOn ? momentOf(input.stoppedOn, 'stoppedOn') : null;
  const isKnown =
    stopped !== null && (stopped.epochMs === undefined ? stopped.day <= present.day : stopped.epochMs <= nowMs);
  const daysLeft = daysBetween(present.day, due.day);
  const standing = (status: DeadlineStatus, daysLate = 0): DeadlineStanding => ({
    status,
    today: present.day,
    dueDay: due.day,
    daysLeft,
    daysLate,
  });
  if (voided) return standing('void');
  if (stopped && isKnown)
    return isLate(stopped) ? standing('metLate', daysBetween(due.day, stopped.day)) : standing('met');
  if (tolled) return standing('tolled');
  if (isLate(present)) return standing('overdue', -daysLeft);
  return standing(daysLeft <= dueSoonDays ? 'dueSoon' : 'pending');
};

/** Status alone of `deadlineStanding`. @throws as `deadlineStanding` */
export const deadlineStatus = (input: DeadlineStatusInput): DeadlineStatus => deadlineStanding(input).status;
