import { DomainError, type Instant, type LocalDay } from '#kernel';
import { Temporal } from 'temporal-polyfill';
import { civilToDayNumber, daysInMonth, fromDayNumber, readCivilDate } from './local-day.js';

/** The zone of the Town. Configuration, not law: every function that needs a zone takes another one. */
export const DEFAULT_ZONE = 'America/New_York';

const DAY_MS = 86_400_000;

/** A stretch of time during which a zone keeps one offset from UTC: from `start` up to, not including, `end`. */
interface OffsetSpan {
  readonly start: number;
  readonly end: number;
  readonly offsetMs: number;
}

/** Per zone, the spans met so far (a year has two or three), the one met last in front. */
const spansByZone = new Map<string, OffsetSpan[]>();
const SPANS_LIMIT = 400;

/**
 * Checks the name of a time zone. @throws LEGAL_TIME.UNKNOWN_ZONE
 */
const spansOf = (zone: string): OffsetSpan[] => {
  const known = spansByZone.get(zone);
  if (known) return known;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  } catch {
    throw new DomainError('LEGAL_TIME.UNKNOWN_ZONE', `"${zone}" is not a time zone of the tz database.`, {
      kind: 'invalid',
      field: 'zone',
      zone,
    });
  }
  const spans: OffsetSpan[] = [];
  spansByZone.set(zone, spans);
  return spans;
};

/**
 * Offset of a zone from UTC at an instant, in milliseconds (east positive), from the tz database, also before 1967 when
 * local rules differed and before 1883 when local mean time was kept. Spans between two changes are remembered, so that
 * the thousands of events of one season cost one look-up.
 * @throws LEGAL_TIME.UNKNOWN_ZONE
 */
export const offsetAt = (epochMs: number, zone: string): number => {
  const spans = spansOf(zone);
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans[index]!;
    if (epochMs >= span.start && epochMs < span.end) {
      if (index > 0) {
        spans[index] = spans[0]!;
        spans[0] = span;
      }
      return span.offsetMs;
    }
  }
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  const offsetMs = Math.round(zoned.offsetNanoseconds / 1e6);
  // The change at or before this instant: `previous` is strict, so it is asked from one nanosecond later.
  const start = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const end = zoned.getTimeZoneTransition('next');
  if (spans.length >= SPANS_LIMIT) spans.length = 0;
  spans.unshift({ start: start?.epochMilliseconds ?? -Infinity, end: end?.epochMilliseconds ?? Infinity, offsetMs });
  return offsetMs;
};

/** A reading of the wall clock: calendar date and time of day in milliseconds after midnight. */
export interface WallTime {
  readonly dayNumber: number;
  readonly msOfDay: number;
}

/** What the wall clock of a zone shows at an instant (epoch milliseconds). */
export const wallTimeAt = (epochMs: number, zone: string): WallTime => {
  const local = epochMs + offsetAt(epochMs, zone);
  const dayNumber = Math.floor(local / DAY_MS);
  return { dayNumber, msOfDay: local - dayNumber * DAY_MS };
};

/** The instants (epoch milliseconds, in order) at which the wall clock shows a reading: none, one or two. */
export const instantsOfWallTime = ({ dayNumber, msOfDay }: WallTime, zone: string): number[] => {
  const asIfUtc = dayNumber * DAY_MS + msOfDay;
  // No zone is, or was, more than a day from UTC, and none changes twice within two days.
  const offsets = new Set([offsetAt(asIfUtc - DAY_MS, zone), offsetAt(asIfUtc + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => asIfUtc - offset)
    .filter((epochMs) => epochMs + offsetAt(epochMs, zone) === asIfUtc)
    .sort((a, b) => a - b);
};

/**
 * The instant of a wall time that must be settled without asking anyone: the first of two readings, or, for a time that
 * the clock skips, as long after the change as it lies after the moment the clock stopped.
 */
export const settleWallTime = (wall: WallTime, zone: string): number => {
  const instants = instantsOfWallTime(wall, zone);
  if (instants.length > 0) return instants[0]!;
  const asIfUtc = wall.dayNumber * DAY_MS + wall.msOfDay;
  return asIfUtc - offsetAt(asIfUtc - DAY_MS, zone);
};

/** First instant of a local day (epoch milliseconds): midnight, or the first moment after it that the day has. */
export const firstMomentOf = (dayNumber: number, zone: string): number => {
  const midnight = instantsOfWallTime({ dayNumber, msOfDay: 0 }, zone)[0];
  if (midnight !== undefined) return midnight;
  const day = Temporal.PlainDate.from('1970-01-01').add({ days: dayNumber });
  return day.toZonedDateTime(zone).epochMilliseconds;
};

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Writes `10:05:00.000` from milliseconds after midnight. */
export const writeTimeOfDay = (msOfDay: number): string => {
  const seconds = Math.floor(msOfDay / 1000);
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(msOfDay % 1000, 3)}`;
};

/** Writes an instant in UTC with milliseconds. @throws LEGAL_TIME.NOT_A_DAY outside the years 1 to 9999 */
export const writeInstant = (epochMs: number): Instant => {
  const dayNumber = Math.floor(epochMs / DAY_MS);
  return `${fromDayNumber(dayNumber)}T${writeTimeOfDay(epochMs - dayNumber * DAY_MS)}Z`;
};

/** A written time taken apart. `offsetMs` is null for a wall time, written without an offset. */
export interface ReadTime extends WallTime {
  readonly offsetMs: number | null;
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?$/;

/** Reads an ISO 8601 date and time, or null. Parts finer than a millisecond are cut off. */
export const readTime = (text: string): ReadTime | null => {
  const found = TIME.exec(text);
  const civil = found && readCivilDate(text);
  if (!found || !civil) return null;
  const [, , hour, minute, second = '0', fraction = '', utc, sign, offsetHour, offsetMinute] = found;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (sign && (Number(offsetHour) > 14 || Number(offsetMinute) > 59)) return null;
  const msOfDay =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const offset = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1) : 0;
  return {
    dayNumber: civilToDayNumber(civil.year, civil.month, civil.date),
    msOfDay,
    offsetMs: utc || sign ? offset : null,
  };
};

const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
};

/** Epoch milliseconds of `YYYY-MM-DDTHH:MM:SS.sssZ`, the one form the log writes, or NaN for any other text. */
const readStoredInstant = (text: string): number => {
  if (text.length !== 24 || text.charCodeAt(10) !== 84 || text.charCodeAt(23) !== 90) return NaN;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58 || text.charCodeAt(19) !== 46) return NaN;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const date = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  const ms = two(text, 20) * 10 + text.charCodeAt(22) - 48;
  if (!(year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month))) return NaN;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 59 && ms >= 0 && ms <= 999)) return NaN;
  return civilToDayNumber(year, month, date) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
};

/** The refusal of a text that is no moment in time. */
export const notATime = (value: unknown, field?: string): DomainError =>
  new DomainError(
    'LEGAL_TIME.NOT_A_TIME',
    value === undefined || value === null || value === ''
      ? 'A date and time is missing.'
      : `"${String(value).slice(0, 40)}" is not a date and time.`,
    {
      kind: 'invalid',
      field,
      value: typeof value === 'string' ? value.slice(0, 40) : undefined,
      rule: 'A moment is written with its date, its time and its offset from UTC, as in 2026-06-01T10:00-04:00.',
    },
  );

/** Epoch milliseconds of an instant; any written offset will do. @throws LEGAL_TIME.NOT_A_TIME */
export const toEpochMs = (instant: Instant, field?: string): number => {
  if (typeof instant !== 'string') throw notATime(instant, field);
  const stored = readStoredInstant(instant);
  if (stored === stored) return stored;
  const read = readTime(instant);
  if (!read || read.offsetMs === null) throw notATime(instant, field);
  return read.dayNumber * DAY_MS + read.msOfDay - read.offsetMs;
};

/** Local day of an instant given in epoch milliseconds. */
export const localDayOfEpoch = (epochMs: number, zone: string): LocalDay =>
  fromDayNumber(Math.floor((epochMs + offsetAt(epochMs, zone)) / DAY_MS));
