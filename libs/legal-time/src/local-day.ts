import { DomainError, type LocalDay } from '#kernel';

/** Days before 1970-01-01 counted from 1 March of year 0, the start of the 400-year cycle used below. */
const DAYS_TO_1970 = 719_468;
const DAYS_IN_400_YEARS = 146_097;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A calendar date taken apart: year 1 to 9999, month 1 to 12, day of the month from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Number of days of a month (1 to 12) of a year, in the Gregorian calendar. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;

/** `count` decimal digits of `text` from `at`, or -1 when one of them is not a digit. */
const digits = (text: string, at: number, count: number): number => {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
};

/** The date written in the first ten characters of a text, or null. The rest of the text is not looked at. */
export const readCivilDate = (text: string): CivilDate | null => {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const date = digits(text, 8, 2);
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null;
  return { year, month, date };
};

const notADay = (value: unknown, field?: string): DomainError =>
  new DomainError(
    'LEGAL_TIME.NOT_A_DAY',
    value === undefined || value === null || value === ''
      ? 'A day is missing.'
      : `"${String(value).slice(0, 40)}" is not a day of the calendar.`,
    {
      kind: 'invalid',
      field,
      value: typeof value === 'string' ? value.slice(0, 40) : undefined,
      rule: 'A day is written YYYY-MM-DD and exists in the calendar.',
    },
  );

/**
 * Takes a local day apart into year, month and date.
 * @throws LEGAL_TIME.NOT_A_DAY
 */
export const civilDate = (day: LocalDay, field?: string): CivilDate => {
  const civil = typeof day === 'string' && day.length === 10 ? readCivilDate(day) : null;
  if (!civil) throw notADay(day, field);
  return civil;
};

/** Day number of a date known to be valid: days since 1970-01-01, negative before it. */
export const civilToDayNumber = (year: number, month: number, date: number): number => {
  // Years are counted from 1 March, so that the leap day is the last day of its year and months follow one formula.
  const marchYear = month > 2 ? year : year - 1;
  const cycle = Math.floor(marchYear / 400);
  const yearOfCycle = marchYear - cycle * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  const dayOfCycle = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * DAYS_IN_400_YEARS + dayOfCycle - DAYS_TO_1970;
};

/**
 * Integer number of days from 1970-01-01 to a local day (negative before it). Plain calendar arithmetic: no time zone
 * takes part, so a 23-hour or 25-hour day is one day like any other (Gen. Constr. Law § 19).
 * @throws LEGAL_TIME.NOT_A_DAY for a missing, badly written or impossible day
 */
export const toDayNumber = (day: LocalDay): number => {
  const { year, month, date } = civilDate(day);
  return civilToDayNumber(year, month, date);
};

const FIRST_DAY_NUMBER = civilToDayNumber(1, 1, 1);
const LAST_DAY_NUMBER = civilToDayNumber(9999, 12, 31);

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Writes a date known to be valid as `YYYY-MM-DD`. */
export const writeCivilDate = (year: number, month: number, date: number): LocalDay =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;

/** Written days, so that the ledger's many equal days share one string. Dropped whole when full. */
const written = new Map<number, LocalDay>();
const WRITTEN_LIMIT = 50_000;

/**
 * The local day with a day number: the reverse of `toDayNumber`.
 * @throws LEGAL_TIME.NOT_A_DAY when the number is not whole or lies outside the years 1 to 9999
 */
export const fromDayNumber = (dayNumber: number): LocalDay => {
  const known = written.get(dayNumber);
  if (known !== undefined) return known;
  if (!Number.isInteger(dayNumber) || dayNumber < FIRST_DAY_NUMBER || dayNumber > LAST_DAY_NUMBER)
    throw notADay(dayNumber);
  const shifted = dayNumber + DAYS_TO_1970;
  const cycle = Math.floor(shifted / DAYS_IN_400_YEARS);
  const dayOfCycle = shifted - cycle * DAYS_IN_400_YEARS;
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / (DAYS_IN_400_YEARS - 1))) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = writeCivilDate(cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, date);
  if (written.size >= WRITTEN_LIMIT) written.clear();
  written.set(dayNumber, day);
  return day;
};

/** The day `count` calendar days after a day (before it when negative). @throws LEGAL_TIME.NOT_A_DAY */
export const addDays = (day: LocalDay, count: number): LocalDay => fromDayNumber(toDayNumber(day) + count);

/** Calendar days from `a` to `b` (`b` less `a`), negative when `b` is earlier. @throws LEGAL_TIME.NOT_A_DAY */
export const daysBetween = (a: LocalDay, b: LocalDay): number => toDayNumber(b) - toDayNumber(a);

/**
 * Number of days from `from` through `through`, both counted: how offense days are counted. Zero when `through` is
 * earlier, as `eachDay` is then empty. @throws LEGAL_TIME.NOT_A_DAY
 */
export const inclusiveDays = (from: LocalDay, through: LocalDay): number => Math.max(0, daysBetween(from, through) + 1);

/** Every day from `from` through `through`, in order; empty when `through` is earlier. @throws LEGAL_TIME.NOT_A_DAY */
export const eachDay = (from: LocalDay, through: LocalDay): LocalDay[] => {
  const first = toDayNumber(from);
  return Array.from({ length: inclusiveDays(from, through) }, (_, index) => fromDayNumber(first + index));
};

/** Negative, zero or positive as `a` is before, on or after `b`: a sort order. */
export const compareDays = (a: LocalDay, b: LocalDay): number => (a < b ? -1 : a > b ? 1 : 0);

/** True for a text that is an existing day written `YYYY-MM-DD`. */
export const isLocalDay = (value: unknown): value is LocalDay =>
  typeof value === 'string' && value.length === 10 && readCivilDate(value) !== null;

/**
 * Reads a day that someone typed or sent.
 * @throws LEGAL_TIME.NOT_A_DAY, naming the field, for a missing, badly written or impossible day (30 February)
 */
export const parseLocalDay = (text: unknown, field?: string): LocalDay => {
  if (!isLocalDay(text)) throw notADay(text, field);
  return text;
};

/** Day of the week: 1 Monday to 7 Sunday. @throws LEGAL_TIME.NOT_A_DAY */
export const weekday = (day: LocalDay): number => {
  const fromThursday = (toDayNumber(day) + 3) % 7;
  return (fromThursday < 0 ? fromThursday + 7 : fromThursday) + 1;
};

/** A stretch of local days, both ends counted. */
export interface DaySpan {
  readonly from: LocalDay;
  readonly through: LocalDay;
  /** Whole days, both ends counted. */
  readonly days: number;
}

/**
 * Cuts a stretch of days at the days on which something new takes effect (a rate, a fee schedule, a rule's version):
 * each effective day begins a span of its own. Effective days outside the stretch cut nothing.
 * @throws LEGAL_TIME.NOT_A_DAY
 */
export const splitDays = (from: LocalDay, through: LocalDay, effectiveDays: readonly LocalDay[]): DaySpan[] => {
  if (inclusiveDays(from, through) === 0) return [];
  const inside = effectiveDays.filter((day) => parseLocalDay(day) > from && day <= through);
  const starts = [from, ...[...new Set(inside)].sort(compareDays)];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const end = next === undefined ? through : addDays(next, -1);
    return { from: start, through: end, days: inclusiveDays(start, end) };
  });
};
