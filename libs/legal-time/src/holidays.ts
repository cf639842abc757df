import type { LocalDay } from '#kernel';
import { addDays, civilDate, compareDays, fromDayNumber, toDayNumber, weekday, writeCivilDate } from './local-day.js';

/** Where the public holidays of the State are written down. */
export const HOLIDAY_AUTHORITY = 'Gen. Constr. Law § 24';

/**
 * A day that the President or the Governor appoints for thanksgiving, fasting and prayer or other religious observance
 * (§ 24, end of its first sentence). No rule can compute one: it is entered by hand with the paper that appoints it.
 */
export interface SpecialHoliday {
  readonly day: LocalDay;
  readonly name: string;
  readonly authority: string;
}

export interface Holiday {
  readonly day: LocalDay;
  readonly name: string;
  readonly authority: string;
  /** For a Monday that is a holiday because the holiday fell on the Sunday before: that Sunday. */
  readonly movedFrom?: LocalDay;
}

/** Day of the month of the `nth` given weekday (1 Monday to 7 Sunday) of a month. */
const nth = (year: number, month: number, dayOfWeek: number, count: number): LocalDay => {
  const first = writeCivilDate(year, month, 1);
  return addDays(first, ((dayOfWeek - weekday(first) + 7) % 7) + (count - 1) * 7);
};

interface HolidayRule {
  readonly name: string;
  readonly on: (year: number) => LocalDay;
  /** First year with this holiday, where an amendment of § 24 brought it in. */
  readonly since?: number;
  /** False where a Sunday does not make the Monday a holiday. */
  readonly moves?: false;
}

const fixed =
  (month: number, date: number) =>
  (year: number): LocalDay =>
    writeCivilDate(year, month, date);

/**
 * § 24 as it reads since chapter 249 of the Laws of 2020, in its order.
 *
 * Two holidays are dated. Juneteenth came in by that chapter, signed in October 2020, so that 19 June 2021 is the first.
 * King Day stands in the text as amended by chapter 347 of the Laws of 1984, the last amendment before it, hence from
 * 1985. The Article under which the Town acts is of 1987; for years before 1985 the table is today's list, not history
 * (several Monday holidays had fixed dates before 1971).
 */
const RULES: readonly HolidayRule[] = [
  { name: "New Year's Day", on: fixed(1, 1) },
  { name: 'Dr. Martin Luther King, Jr. Day', on: (year) => nth(year, 1, 1, 3), since: 1985 },
  { name: "Lincoln's Birthday", on: fixed(2, 12) },
  { name: "Washington's Birthday", on: (year) => nth(year, 2, 1, 3) },
  { name: 'Memorial Day', on: (year) => addDays(nth(year, 6, 1, 1), -7) },
  { name: 'Flag Day', on: (year) => nth(year, 6, 7, 2), moves: false },
  { name: 'Juneteenth', on: fixed(6, 19), since: 2021 },
  { name: 'Independence Day', on: fixed(7, 4) },
  { name: 'Labor Day', on: (year) => nth(year, 9, 1, 1) },
  { name: 'Columbus Day', on: (year) => nth(year, 10, 1, 2) },
  // The Tuesday after the first Monday: 2 to 8 November (Election Law § 8-100), in odd years too.
  { name: 'General Election Day', on: (year) => addDays(nth(year, 11, 1, 1), 1) },
  { name: "Veterans' Day", on: fixed(11, 11) },
  { name: 'Thanksgiving Day', on: (year) => nth(year, 11, 4, 4) },
  { name: 'Christmas Day', on: fixed(12, 25) },
];

const statutoryByYear = new Map<number, ReadonlyMap<LocalDay, Holiday>>();

const statutory = (year: number): ReadonlyMap<LocalDay, Holiday> => {
  const known = statutoryByYear.get(year);
  if (known) return known;
  const holidays = new Map<LocalDay, Holiday>();
  for (const { name, on, since = 0, moves } of RULES) {
    if (year < since) continue;
    const day = on(year);
    holidays.set(day, { day, name, authority: HOLIDAY_AUTHORITY });
    // Only Sundays move. A holiday on a Saturday does not make the Friday one, unlike the federal calendar.
    if (weekday(day) !== 7 || moves === false) continue;
    const monday = addDays(day, 1);
    holidays.set(monday, {
      day: monday,
      name: `${name} (for Sunday)`,
      authority: HOLIDAY_AUTHORITY,
      movedFrom: day,
    });
  }
  statutoryByYear.set(year, holidays);
  return holidays;
};

/**
 * Public holidays of a year under Gen. Constr. Law § 24, in order of day, with the special days of that year that were
 * entered by hand. A holiday on a Sunday is listed twice: the Sunday itself, and the Monday that § 24 adds (Flag Day
 * adds none).
 * @throws LEGAL_TIME.NOT_A_DAY for a year outside 1 to 9999 or an impossible special day
 */
export const holidaysOf = (year: number, specials: readonly SpecialHoliday[] = []): Holiday[] =>
  [
    ...statutory(year).values(),
    ...specials
      .filter(({ day }) => civilDate(day, 'specials').year === year)
      .map(({ day, name, authority }) => ({ day, name, authority })),
  ].sort((a, b) => compareDays(a.day, b.day));

/**
 * The public holiday on a day, or null. Where a special day falls on a holiday of § 24, the holiday of § 24 is named.
 * @throws LEGAL_TIME.NOT_A_DAY
 */
export const holidayOn = (
  day: LocalDay,
  specials: readonly SpecialHoliday[] = [],
): { readonly name: string; readonly authority: string } | null => {
  const holiday = statutory(civilDate(day).year).get(day) ?? specials.find((special) => special.day === day);
  return holiday ? { name: holiday.name, authority: holiday.authority } : null;
};

/** Why a day is not a business day. */
export interface NonBusinessReason {
  readonly why: string;
  readonly authority: string;
}

/**
 * Why a day is no business day (Saturday, Sunday, public holiday), or null for a business day. Closings of Town Hall
 * (snow, the day after Thanksgiving) are business days of the law.
 * @throws LEGAL_TIME.NOT_A_DAY
 */
export const nonBusinessReason = (
  day: LocalDay,
  specials: readonly SpecialHoliday[] = [],
): NonBusinessReason | null => {
  const holiday = holidayOn(day, specials);
  const dayOfWeek = weekday(day);
  if (dayOfWeek < 6) return holiday && { why: holiday.name, authority: holiday.authority };
  const name = dayOfWeek === 6 ? 'Saturday' : 'Sunday';
  return holiday
    ? { why: `${name}, ${holiday.name}`, authority: holiday.authority }
    : { why: name, authority: 'Gen. Constr. Law § 25-a' };
};

/** True unless the day is a Saturday, a Sunday or a public holiday. @throws LEGAL_TIME.NOT_A_DAY */
export const isBusinessDay = (day: LocalDay, specials: readonly SpecialHoliday[] = []): boolean =>
  nonBusinessReason(day, specials) === null;

/** The day itself when it is a business day, else the next one. @throws LEGAL_TIME.NOT_A_DAY */
export const nextBusinessDay = (day: LocalDay, specials: readonly SpecialHoliday[] = []): LocalDay => {
  let dayNumber = toDayNumber(day);
  while (!isBusinessDay(fromDayNumber(dayNumber), specials)) dayNumber += 1;
  return fromDayNumber(dayNumber);
};
