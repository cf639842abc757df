import type { LocalDay } from '#kernel';
import {
  checkCount,
  counted,
  type ArguableReading,
  type DayPeriodKind,
  type ExcludedDay,
  type ExplainedDeadline,
  type ExplainedStep,
  type RuleText,
} from './explained.js';
import { nonBusinessReason, type SpecialHoliday } from './holidays.js';
import { addDays, civilDate, daysBetween, daysInMonth, parseLocalDay, writeCivilDate } from './local-day.js';
import { formatDay } from './local-time.js';

/** Rules of counting that more than one kind of period rests on. */
export const RULE = {
  dayOfEvent: {
    text: 'The day of the event is left out; the last day counts.',
    authority: 'Gen. Constr. Law § 20',
  },
  extension: {
    text: 'A period that ends on a Saturday, Sunday or public holiday runs through the next business day.',
    authority: 'Gen. Constr. Law § 25-a',
  },
  businessDay: {
    text: 'A business day is a day that is not a Saturday, Sunday or public holiday.',
    authority: 'Gen. Constr. Law §§ 24, 25-a',
  },
  months: {
    text: 'A number of months ends on the same-numbered day of the month reached, or on the last day of that month if it has no such day.',
    authority: 'Gen. Constr. Law §§ 30, 31',
  },
  years: {
    text: 'A year is twelve months: it ends on the same date of the year reached. 28 and 29 February count as one day.',
    authority: 'Gen. Constr. Law § 58',
  },
  noRoll: {
    text: 'The end is not moved, whatever day of the week it falls on.',
    authority: 'as asked: this period is not extended',
  },
} as const satisfies Record<string, RuleText>;

/**
 * Days added to a period because of how a paper was served. The Article adds none: only where counsel names the rule
 * that does (other agencies add 5 for mail and 1 for overnight delivery).
 */
export interface AddedDays {
  readonly count: number;
  readonly reason: string;
  readonly authority: string;
}

export interface PeriodInput {
  /** Local day of the event that the period runs from. */
  readonly start: LocalDay;
  readonly count: number;
  /** Whether § 25-a applies: true for a period of statute, rule or local law that ends on no business day. */
  readonly extend: boolean;
  readonly specials?: readonly SpecialHoliday[];
  /** The rule that sets the period itself (the section, the resolution, the order); first among the rules shown. */
  readonly setBy?: RuleText;
}

interface Counted {
  readonly kind: DayPeriodKind;
  readonly rawEnd: LocalDay;
  readonly rules: readonly RuleText[];
  readonly steps: readonly ExplainedStep[];
  readonly excluded?: readonly ExcludedDay[];
  readonly arguable?: ArguableReading;
}

const leftOut = (start: LocalDay): ExcludedDay => ({
  day: start,
  why: 'day of the event',
  authority: RULE.dayOfEvent.authority,
});

const starts = (start: LocalDay): ExplainedStep => ({ text: `The period runs from ${formatDay(start)}.`, day: start });

/** The days from `from` on that are no business days, each with its reason, up to the first business day. */
export const walkToBusinessDay = (
  from: LocalDay,
  specials?: readonly SpecialHoliday[],
): { readonly day: LocalDay; readonly passed: readonly ExcludedDay[] } => {
  const passed: ExcludedDay[] = [];
  let day = from;
  for (;;) {
    const reason = nonBusinessReason(day, specials);
    if (!reason) return { day, passed };
    passed.push({ day, ...reason });
    day = addDays(day, 1);
  }
};

/** Applies § 25-a to a count, where asked, and writes the answer. */
const finish = (
  { start, extend, specials, setBy }: Omit<PeriodInput, 'count'>,
  { kind, rawEnd, rules, steps, excluded = [], arguable }: Counted,
): ExplainedDeadline => {
  const walk = walkToBusinessDay(rawEnd, specials);
  const extended = extend && walk.passed.length > 0;
  const lastDay = extended ? walk.day : rawEnd;
  const reasons = walk.passed.map(({ day, why }) => `${formatDay(day)} (${why})`).join(', ');
  const end: ExplainedStep[] = [];
  if (extended)
    end.push({
      text: `The end falls on ${reasons}, so the period runs through ${formatDay(lastDay)}.`,
      authority: RULE.extension.authority,
      day: lastDay,
    });
  else if (walk.passed.length > 0)
    end.push({ text: `${reasons}: the end stays there, since this period is not extended.`, day: rawEnd });
  end.push({ text: `Last day: ${formatDay(lastDay)}. Late from ${formatDay(addDays(lastDay, 1))} on.`, day: lastDay });
  return {
    kind,
    start: { day: start },
    rule: [...(setBy ? [setBy] : []), ...rules, extend ? RULE.extension : RULE.noRoll],
    steps: [...steps, ...end],
    excluded: [...excluded, ...(extended ? walk.passed : [])],
    rawEnd,
    lastDay,
    extended,
    ...(arguable && arguable.lastDay !== lastDay ? { arguable } : {}),
  };
};

/**
 * A period of calendar days (Gen. Constr. Law § 20): the day of the event left out, the last day counted, moved by
 * § 25-a when `extend`. 60 days to connect (§ 168-25H): the first day of violation is the day after `lastDay`.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const daysPeriod = (input: PeriodInput & { readonly added?: AddedDays }): ExplainedDeadline => {
  const { start, added } = input;
  const count = checkCount(input.count);
  const from = parseLocalDay(start, 'start');
  const extra = added ? checkCount(added.count, 'added.count') : 0;
  const rawEnd = addDays(from, count + extra);
  const steps: ExplainedStep[] = [
    starts(from),
    { text: `Day 1 is ${formatDay(addDays(from, 1))}.`, authority: RULE.dayOfEvent.authority, day: addDays(from, 1) },
    { text: `Day ${count} is ${formatDay(addDays(from, count))}.`, day: addDays(from, count) },
  ];
  if (added)
    steps.push({
      text: `${counted(extra, 'day')} added: ${added.reason}. Day ${count + extra} is ${formatDay(rawEnd)}.`,
      authority: added.authority,
      day: rawEnd,
    });
  return finish(input, {
    kind: 'days',
    rawEnd,
    rules: [RULE.dayOfEvent, ...(added ? [{ text: added.reason, authority: added.authority }] : [])],
    steps,
    excluded: [leftOut(from)],
  });
};

/**
 * A period of business days: Saturdays, Sundays and public holidays are passed over and listed (FOIL answers).
 * It ends on a business day by construction, so § 25-a has nothing to move.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const businessDaysPeriod = (input: Omit<PeriodInput, 'extend'>): ExplainedDeadline => {
  const { specials, setBy } = input;
  const count = checkCount(input.count);
  const start = parseLocalDay(input.start, 'start');
  const excluded: ExcludedDay[] = [leftOut(start)];
  let day = start;
  for (let left = count; left > 0; left -= 1) {
    const walk = walkToBusinessDay(addDays(day, 1), specials);
    excluded.push(...walk.passed);
    day = walk.day;
  }
  const passed = excluded.length - 1;
  return {
    kind: 'businessDays',
    start: { day: start },
    rule: [...(setBy ? [setBy] : []), RULE.dayOfEvent, RULE.businessDay],
    steps: [
      starts(start),
      { text: `${counted(count, 'business day')} after it, passing over ${counted(passed, 'day')}.` },
      { text: `Last day: ${formatDay(day)}. Late from ${formatDay(addDays(day, 1))} on.`, day },
    ],
    excluded,
    rawEnd: day,
    lastDay: day,
    extended: false,
  };
};

/** The same-numbered day `count` months later (earlier when negative), or the last day of that month. */
const monthsAfter = (start: LocalDay, count: number): { readonly day: LocalDay; readonly clamped: boolean } => {
  const { year, month, date } = civilDate(start, 'start');
  const months = year * 12 + month - 1 + count;
  const toYear = Math.floor(months / 12);
  const toMonth = (months % 12) + 1;
  const length = daysInMonth(toYear, toMonth);
  const day = parseLocalDay(writeCivilDate(toYear, toMonth, Math.min(date, length)), 'count');
  return { day, clamped: date > length };
};

/**
 * A period of calendar months (Gen. Constr. Law §§ 30, 31), as the 4 months of CPLR 217(1), moved by § 25-a when
 * `extend`.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const monthsPeriod = (input: PeriodInput): ExplainedDeadline => {
  const start = parseLocalDay(input.start, 'start');
  const count = checkCount(input.count);
  const { day, clamped } = monthsAfter(start, count);
  return finish(input, {
    kind: 'months',
    rawEnd: day,
    rules: [RULE.months],
    steps: [
      starts(start),
      {
        text: clamped
          ? `${counted(count, 'month')} later there is no day ${start.slice(8)}, so the month's last day: ${formatDay(day)}.`
          : `${counted(count, 'month')} later, same day of the month: ${formatDay(day)}.`,
        authority: RULE.months.authority,
        day,
      },
    ],
  });
};

/** The step from a day to the same date some years on, with the leap day dealt with. */
const yearsAfter = (
  start: LocalDay,
  count: number,
): { readonly day: LocalDay; readonly step: ExplainedStep; readonly arguable?: ArguableReading } => {
  const { day, clamped } = monthsAfter(start, count * 12);
  const step: ExplainedStep = {
    text: clamped
      ? `${counted(count, 'year')} later there is no 29 February, which counts with the 28th as one day: ${formatDay(day)}.`
      : `${counted(count, 'year')} later, same date: ${formatDay(day)}.`,
    authority: RULE.years.authority,
    day,
  };
  const leapDay = addDays(day, 1);
  if (clamped || !day.endsWith('-02-28') || !leapDay.endsWith('-02-29')) return { day, step };
  return {
    day,
    step,
    arguable: {
      lastDay: leapDay,
      text: 'Since 28 and 29 February count as one day, the year may be said to end with the 29th.',
      authority: RULE.years.authority,
    },
  };
};

/**
 * A period of years (Gen. Constr. Law § 58): the same date of a later year, 28 February for a start on a leap day where
 * that year has none. Moved by § 25-a only when `extend`: a term of years set by an order ends on its date.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const yearsPeriod = (input: PeriodInput): ExplainedDeadline => {
  const start = parseLocalDay(input.start, 'start');
  const { day, step, arguable } = yearsAfter(start, checkCount(input.count));
  return finish(input, { kind: 'years', rawEnd: day, rules: [RULE.years], steps: [starts(start), step], arguable });
};

export interface YearsAndDaysInput extends Omit<PeriodInput, 'count'> {
  readonly years: number;
  readonly days: number;
}

/**
 * A period of years and then days, as "one year and ninety days": the years first, then the days from the date reached,
 * a 29 February among them counted like any day; § 25-a, when `extend`, only at the very end.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const yearsAndDays = (input: YearsAndDaysInput): ExplainedDeadline => {
  const start = parseLocalDay(input.start, 'start');
  const { day, step } = yearsAfter(start, checkCount(input.years, 'years'));
  const days = checkCount(input.days, 'days');
  const rawEnd = addDays(day, days);
  return finish(input, {
    kind: 'yearsAndDays',
    rawEnd,
    rules: [RULE.years, RULE.dayOfEvent],
    steps: [
      starts(start),
      step,
      {
        text: `${counted(days, 'day')} after that: ${formatDay(rawEnd)}.`,
        authority: RULE.dayOfEvent.authority,
        day: rawEnd,
      },
    ],
    excluded: [leftOut(day)],
  });
};

export interface DaysBeforeInput {
  /** The local day that the act must come before: the hearing, the return date. */
  readonly event: LocalDay;
  /** The least number of days ("at least 5 days before"). */
  readonly count: number;
  /** The day the act was done, if it was: the answer then says whether that was early enough. */
  readonly doneOn?: LocalDay;
  readonly specials?: readonly SpecialHoliday[];
  readonly setBy?: RuleText;
}

/** A deadline counted back from an event, and how an act that was done measures up to it. */
export interface DaysBeforeDeadline extends ExplainedDeadline {
  readonly kind: 'daysBefore';
  /** Calendar days from the act to the event, the day of the act left out; hours of the day play no part. */
  readonly daysGiven?: number;
  readonly enough?: boolean;
}

/**
 * "At least `count` days before" an event: the day of the act is left out and the day of the event counts (Gen. Constr.
 * Law § 20). Days, not multiples of 24 hours. § 25-a lengthens periods and so moves nothing here; when `lastDay` is no
 * business day the steps say so, and the business day before it is the prudent one.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const daysBefore = ({ event, count, doneOn, specials, setBy }: DaysBeforeInput): DaysBeforeDeadline => {
  const day = parseLocalDay(event, 'event');
  const lastDay = addDays(day, -checkCount(count));
  const reason = nonBusinessReason(lastDay, specials);
  const steps: ExplainedStep[] = [
    { text: `Counted back from ${formatDay(day)}.`, day },
    {
      text: `Last day: ${formatDay(lastDay)}. With it left out, ${formatDay(addDays(lastDay, 1))} to ${formatDay(day)} are ${counted(count, 'day')}.`,
      authority: RULE.dayOfEvent.authority,
      day: lastDay,
    },
  ];
  if (reason)
    steps.push({
      text: `That day is no business day (${reason.why}); nothing extends a count backward.`,
      day: lastDay,
    });
  const daysGiven = doneOn === undefined ? undefined : daysBetween(parseLocalDay(doneOn, 'doneOn'), day);
  if (doneOn !== undefined && daysGiven !== undefined)
    steps.push({
      text: `Done on ${formatDay(doneOn)}: ${counted(Math.abs(daysGiven), 'day')} ${daysGiven < 0 ? 'after' : 'before'}, ${daysGiven >= count ? 'enough' : 'not enough'}.`,
      day: doneOn,
    });
  return {
    kind: 'daysBefore',
    start: { day },
    rule: [...(setBy ? [setBy] : []), RULE.dayOfEvent],
    steps,
    excluded: [{ ...leftOut(lastDay), why: 'day of the act' }],
    rawEnd: lastDay,
    lastDay,
    extended: false,
    ...(daysGiven === undefined ? {} : { daysGiven, enough: daysGiven >= count }),
  };
};
