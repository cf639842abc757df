import { DomainError, type Instant, type LocalDay } from '#kernel';
import { civilDate, fromDayNumber, toDayNumber, weekday } from './local-day.js';
import {
  DEFAULT_ZONE,
  firstMomentOf,
  instantsOfWallTime,
  localDayOfEpoch,
  notATime,
  offsetAt,
  readTime,
  settleWallTime,
  toEpochMs,
  wallTimeAt,
  writeInstant,
} from './zone.js';

export { DEFAULT_ZONE };

const UNIFORM_TIME = '15 USC 260a';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * The local day on which an instant lies: the violation day, the day of service, the day of an act. Local time first,
 * then the date, so that 8:30 in the evening is not tomorrow (Gen. Constr. Law § 19). Cheap enough for every event.
 * @throws LEGAL_TIME.NOT_A_TIME, LEGAL_TIME.UNKNOWN_ZONE
 */
export const localDayOf = (instant: Instant, zone: string = DEFAULT_ZONE): LocalDay =>
  localDayOfEpoch(toEpochMs(instant), zone);

/** A moment as understood, beside what was typed. Keep both: the original is evidence. */
export interface ParsedInstant {
  /** UTC with milliseconds. */
  readonly instant: Instant;
  readonly original: string;
}

const offsetText = (offsetMs: number): string => {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/**
 * Reads a moment that someone typed or sent. With an offset (`2026-06-01T10:00-04:00`, or `Z`) it is that instant,
 * whether or not the zone keeps that offset then. Without one it is a wall time of the zone, accepted only when the wall
 * clock shows it exactly once.
 * @throws LEGAL_TIME.NOT_A_TIME for anything else, a day without a time included
 * @throws LEGAL_TIME.AMBIGUOUS_TIME when the clock is set back over that time; `details.readings` gives both
 * @throws LEGAL_TIME.NONEXISTENT_TIME when the clock is set forward over it
 */
export const parseInstant = (text: unknown, field?: string, zone: string = DEFAULT_ZONE): ParsedInstant => {
  const read = typeof text === 'string' ? readTime(text.trim()) : null;
  if (typeof text !== 'string' || !read) throw notATime(text, field);
  if (read.offsetMs !== null) {
    const epochMs = toEpochMs(text.trim(), field);
    return { instant: writeInRange(epochMs, text, field), original: text };
  }
  const instants = instantsOfWallTime(read, zone);
  if (instants.length === 1) return { instant: writeInRange(instants[0]!, text, field), original: text };
  const wall = text.trim();
  if (instants.length === 2) {
    const readings = instants.map((epochMs) => ({
      text: wall + offsetText(offsetAt(epochMs, zone)),
      instant: writeInstant(epochMs),
      shown: formatEastern(writeInstant(epochMs), zone),
    }));
    throw new DomainError(
      'LEGAL_TIME.AMBIGUOUS_TIME',
      `${wall} happens twice, because the clock is set back: ${readings[0]!.text} or ${readings[1]!.text}?`,
      {
        kind: 'invalid',
        field,
        value: wall,
        zone,
        readings,
        rule: 'Where the clock shows a time twice, the offset from UTC must be given.',
        authority: UNIFORM_TIME,
      },
    );
  }
  throw new DomainError(
    'LEGAL_TIME.NONEXISTENT_TIME',
    `${wall} does not exist, because the clock is set forward over it.`,
    {
      kind: 'invalid',
      field,
      value: wall,
      zone,
      nextExisting: formatEastern(writeInstant(settleWallTime(read, zone)), zone),
      rule: 'A time that the clock skips cannot be recorded.',
      authority: UNIFORM_TIME,
    },
  );
};

/** Writes an instant; the first and last hours of the calendar may fall outside it once turned into UTC. */
const writeInRange = (epochMs: number, original: string, field?: string): Instant => {
  try {
    return writeInstant(epochMs);
  } catch {
    throw notATime(original, field);
  }
};

/**
 * Refuses a moment later than now: what has not happened cannot be recorded as having happened.
 * @throws LEGAL_TIME.IN_THE_FUTURE, LEGAL_TIME.NOT_A_TIME
 */
export const refuseFuture = (instant: Instant, now: Instant, field?: string): void => {
  if (toEpochMs(instant, field) <= toEpochMs(now)) return;
  throw new DomainError('LEGAL_TIME.IN_THE_FUTURE', `${formatEastern(instant)} has not come yet.`, {
    kind: 'invalid',
    field,
    value: instant,
    now,
    rule: 'Only what has already happened can be recorded.',
  });
};

/** Formatters that know the short name of a zone; only zones other than the Town's need one. */
const zoneNames = new Map<string, Intl.DateTimeFormat>();

const zoneName = (epochMs: number, zone: string): string => {
  const offsetHours = offsetAt(epochMs, zone) / 3_600_000;
  if (zone === DEFAULT_ZONE && offsetHours === -5) return 'EST';
  if (zone === DEFAULT_ZONE && offsetHours === -4) return 'EDT';
  let names = zoneNames.get(zone);
  if (!names) {
    names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
    zoneNames.set(zone, names);
  }
  return names.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')?.value ?? zone;
};

/**
 * A moment as people read it, always in legal time with the zone named: `12 November 2026, 7:30 PM EST`, whatever the
 * zone of the reader or of the machine. Seconds are left out.
 * @throws LEGAL_TIME.NOT_A_TIME, LEGAL_TIME.UNKNOWN_ZONE
 */
export const formatEastern = (instant: Instant, zone: string = DEFAULT_ZONE): string => {
  const epochMs = toEpochMs(instant);
  const { dayNumber, msOfDay } = wallTimeAt(epochMs, zone);
  const { year, month, date } = civilDate(fromDayNumber(dayNumber));
  const minutes = Math.floor(msOfDay / 60_000);
  const hour = Math.floor(minutes / 60);
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${date} ${MONTHS[month - 1]} ${year}, ${clock} ${zoneName(epochMs, zone)}`;
};

/** A day as people read it: `Mon 30 Nov 2026`. A day has no time zone. @throws LEGAL_TIME.NOT_A_DAY */
export const formatDay = (day: LocalDay): string => {
  const { year, month, date } = civilDate(day);
  return `${WEEKDAYS[weekday(day) - 1]} ${date} ${MONTHS[month - 1]!.slice(0, 3)} ${year}`;
};

/**
 * First instant of a local day (Gen. Constr. Law § 19: midnight to midnight).
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.UNKNOWN_ZONE
 */
export const startOfDay = (day: LocalDay, zone: string = DEFAULT_ZONE): Instant =>
  writeInstant(firstMomentOf(toDayNumber(day), zone));

/**
 * End of a local day, which is the first instant of the next: the day is every instant from its start up to, not
 * including, this one. 23 or 25 hours after the start on the days the clock changes.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.UNKNOWN_ZONE
 */
export const endOfDay = (day: LocalDay, zone: string = DEFAULT_ZONE): Instant =>
  writeInstant(firstMomentOf(toDayNumber(day) + 1, zone));
