import type { Instant, LocalDay } from '#kernel';
import {
  checkCount,
  counted,
  type ExcludedDay,
  type ExplainedPeriod,
  type ExplainedStep,
  type RuleText,
} from './explained.js';
import type { SpecialHoliday } from './holidays.js';
import { fromDayNumber, toDayNumber } from './local-day.js';
import { formatDay, formatEastern } from './local-time.js';
import { RULE, walkToBusinessDay } from './periods.js';
import { DEFAULT_ZONE, localDayOfEpoch, settleWallTime, toEpochMs, wallTimeAt, writeInstant } from './zone.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const ELAPSED: RuleText = {
  text: 'Hours are counted as they pass, from the moment of receipt; the counting rules for days do not define them.',
  authority: 'Gen. Constr. Law §§ 19, 20 (silent on hours)',
};
const SAME_HOUR: RuleText = {
  text: 'A period that ends at a stated hour on a Saturday, Sunday or public holiday runs to the same hour of the next business day.',
  authority: 'Gen. Constr. Law § 25-a',
};
const BOTH_READINGS: RuleText = {
  text: 'Staff work to the earliest reading; lateness is recorded only after the latest.',
  authority: 'Town practice until counsel decides',
};

export interface HoursInput {
  /** The moment the notice was received. */
  readonly receipt: Instant;
  readonly hours: number;
  readonly specials?: readonly SpecialHoliday[];
  readonly zone?: string;
  /** The rule that sets the period itself, as § 168-25C for the 48 hours of a final inspection. */
  readonly setBy?: RuleText;
}

/**
 * A period of hours, in every reading that the law leaves open. `lastDay` and `dueInstant` are those of
 * `latenessAfter`, so that whoever knows only deadlines in general records no lateness too early.
 */
export interface HoursDeadline extends ExplainedPeriod {
  readonly kind: 'hours';
  readonly hours: number;
  readonly dueInstant: Instant;
  /** Receipt plus the hours as they elapse. */
  readonly strict: Instant;
  /** `strict` moved to the same local hour of the next business day; `strict` itself when it ends on one. */
  readonly extended: Instant;
  /** Whether `extended` differs from `strict`, or `extendedSameWallClock` from `sameWallClock`. */
  readonly isExtended: boolean;
  /** The same number of hours by the wall clock; differs from `strict` only over a change of the clock. */
  readonly sameWallClock: Instant;
  readonly extendedSameWallClock: Instant;
  readonly clockChanges: boolean;
  /** The earliest reading: what staff are told. */
  readonly staffTarget: Instant;
  /** The latest reading: an act up to and including this instant is not late. */
  readonly latenessAfter: Instant;
  /** Why the later readings may be disputed; null when there is but one reading. */
  readonly disputed: RuleText | null;
  /** The instants above as people read them. */
  readonly shown: Readonly<Record<'strict' | 'extended' | 'sameWallClock' | 'staffTarget' | 'latenessAfter', string>>;
}

/** § 25-a for a period that ends at an hour. */
const extendToSameHour = (
  epochMs: number,
  zone: string,
  specials?: readonly SpecialHoliday[],
): { readonly epochMs: number; readonly passed: readonly ExcludedDay[] } => {
  const wall = wallTimeAt(epochMs, zone);
  const walk = walkToBusinessDay(fromDayNumber(wall.dayNumber), specials);
  if (walk.passed.length === 0) return { epochMs, passed: [] };
  return {
    epochMs: settleWallTime({ dayNumber: toDayNumber(walk.day), msOfDay: wall.msOfDay }, zone),
    passed: walk.passed,
  };
};

/**
 * A period of hours from a moment of receipt. The statutes define no hours, so that several readings are computed and
 * shown: as they elapse, by the wall clock, and each extended by § 25-a (arguable: the period is in hours, runs from a
 * moment, and stands in a local law).
 * @throws LEGAL_TIME.NOT_A_TIME, LEGAL_TIME.BAD_COUNT, LEGAL_TIME.UNKNOWN_ZONE
 */
export const hoursPeriod = ({ receipt, hours, specials, zone = DEFAULT_ZONE, setBy }: HoursInput): HoursDeadline => {
  checkCount(hours, 'hours');
  const start = toEpochMs(receipt, 'receipt');
  const strict = start + hours * HOUR_MS;
  const wall = wallTimeAt(start, zone);
  const wallEnd = wall.msOfDay + hours * HOUR_MS;
  const sameWallClock = settleWallTime(
    { dayNumber: wall.dayNumber + Math.floor(wallEnd / DAY_MS), msOfDay: wallEnd % DAY_MS },
    zone,
  );
  const clockChanges = sameWallClock !== strict;
  const extended = extendToSameHour(strict, zone, specials);
  const extendedWall = extendToSameHour(sameWallClock, zone, specials);
  const isExtended = extended.epochMs !== strict || extendedWall.epochMs !== sameWallClock;
  const staffTarget = Math.min(strict, sameWallClock);
  const latenessAfter = Math.max(extended.epochMs, extendedWall.epochMs);

  const day = (epochMs: number): LocalDay => localDayOfEpoch(epochMs, zone);
  const show = (epochMs: number): string =>
    `${formatDay(day(epochMs))}, ${formatEastern(writeInstant(epochMs), zone).split(', ')[1]}`;
  const step = (text: string, epochMs: number, authority?: string): ExplainedStep => ({
    text: `${text}: ${show(epochMs)}.`,
    ...(authority ? { authority } : {}),
    day: day(epochMs),
    instant: writeInstant(epochMs),
  });
  const steps = [step('Received', start), step(`${counted(hours, 'hour')} later as they elapse`, strict)];
  if (clockChanges)
    steps.push(step(`${counted(hours, 'hour')} later by the wall clock, which is changed in between`, sameWallClock));
  if (extended.epochMs !== strict)
    steps.push(
      step(
        `Ends on ${extended.passed.map(({ day: passed, why }) => `${formatDay(passed)} (${why})`).join(', ')}; same hour of the next business day`,
        extended.epochMs,
        SAME_HOUR.authority,
      ),
    );
  if (clockChanges && extendedWall.epochMs !== sameWallClock)
    steps.push(step('The wall-clock reading moved in the same way', extendedWall.epochMs, SAME_HOUR.authority));
  steps.push(step('Staff target, the earliest reading', staffTarget, BOTH_READINGS.authority));
  steps.push(step('Late only after the latest reading', latenessAfter, BOTH_READINGS.authority));

  const passed = [...extended.passed];
  for (const other of extendedWall.passed) if (!passed.some((one) => one.day === other.day)) passed.push(other);
  return {
    kind: 'hours',
    hours,
    start: { day: day(start), instant: writeInstant(start) },
    rule: [...(setBy ? [setBy] : []), ELAPSED, ...(isExtended ? [SAME_HOUR] : []), BOTH_READINGS],
    steps,
    excluded: passed.sort((a, b) => toDayNumber(a.day) - toDayNumber(b.day)),
    rawEnd: day(strict),
    lastDay: day(latenessAfter),
    dueInstant: writeInstant(latenessAfter),
    strict: writeInstant(strict),
    extended: writeInstant(extended.epochMs),
    isExtended,
    sameWallClock: writeInstant(sameWallClock),
    extendedSameWallClock: writeInstant(extendedWall.epochMs),
    clockChanges,
    staffTarget: writeInstant(staffTarget),
    latenessAfter: writeInstant(latenessAfter),
    disputed:
      isExtended || clockChanges
        ? {
            text: 'The period is in hours, runs from a moment and stands in a local law; whether the extension or the wall clock applies is not settled.',
            authority: `${RULE.extension.authority}; for counsel`,
          }
        : null,
    shown: {
      strict: show(strict),
      extended: show(extended.epochMs),
      sameWallClock: show(sameWallClock),
      staffTarget: show(staffTarget),
      latenessAfter: show(latenessAfter),
    },
  };
};
