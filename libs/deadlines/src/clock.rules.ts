import { isDomainError, type LocalDay } from '#kernel';
import { LIMITATION_PERIODS, LOCAL_LAW_22_ADOPTED_ON, isRuleId, printCitation, ruleById } from '#law/published';
import {
  daysPeriod,
  limitationLastDay,
  monthsPeriod,
  type ExplainedDeadline,
  type RuleText,
  type SpecialHoliday,
} from '#legal-time';

/** A period that events start and stop. */
export const DEADLINE_KINDS = [
  'sewerConnection',
  'misdemeanorLimitation',
  'penaltySuitLimitation',
  'appealWindow',
] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Clocks of one thing, kept as rows of their own; the explanation is stored with the row. */
export type SingleKind = 'sewerConnection' | 'appealWindow';
/** Clocks that every live offense day has by itself. */
export const LIMITATION_KINDS = ['misdemeanorLimitation', 'penaltySuitLimitation'] as const;
export type LimitationKind = (typeof LIMITATION_KINDS)[number];

/** How a single clock is counted: enough to count it again when a holiday is proclaimed, and nothing else moves it. */
export interface Counting {
  readonly kind: SingleKind;
  readonly startedOn: LocalDay;
  readonly days: number;
  readonly authority: string;
}

const CONNECTION_RULE = ruleById('168-25H');
const CONNECTION = CONNECTION_RULE.deadline!;

/**
 * The period of § 168-25H: 60 days from the recorded determination that a public sewer is available (conflict register
 * G1: the Article fixes no such day; G3: § 168-25E has the duty and no number, so both are cited).
 */
export const connectionCounting = (availableOn: LocalDay): Counting => ({
  kind: 'sewerConnection',
  startedOn: availableOn,
  days: CONNECTION.count,
  authority: `${printCitation(CONNECTION_RULE)} with ${printCitation(ruleById('168-25E'))} (conflict register G1, G3)`,
});

/** The Board's own period to appeal an imposed fine, in days from service; § 168-30D writes none (G7). */
export const appealCounting = (servedOn: LocalDay, days: number, authority: string): Counting => ({
  kind: 'appealWindow',
  startedOn: servedOn,
  days,
  authority,
});

const setByOf = ({ kind, days, authority }: Counting): RuleText => ({
  text:
    kind === 'sewerConnection'
      ? `The building sewer is connected within ${days} days of the day from which a public sewer is available, as determined on the record.`
      : `Board policy, since the Article sets no period: an appeal is taken within ${days} days of service of the fine.`,
  authority,
});

/**
 * Counts a single clock: § 20 leaves the first day out, § 25-a moves an end that is no business day.
 * @returns null when the period is longer than any that can be counted; a recorded policy may be that long
 */
export const countSingle = (counting: Counting, specials: readonly SpecialHoliday[]): ExplainedDeadline | null => {
  try {
    return daysPeriod({
      start: counting.startedOn,
      count: counting.days,
      extend: true,
      specials,
      setBy: setByOf(counting),
    });
  } catch (error) {
    // An event that is recorded is never rejected by what reads it.
    if (isDomainError(error)) return null;
    throw error;
  }
};

const PERIODS = {
  misdemeanorLimitation: LIMITATION_PERIODS.misdemeanor,
  penaltySuitLimitation: LIMITATION_PERIODS.civilFine,
};

/** Statute, years and how sure it is, of a limitation (domain.md 3.2). */
export const limitationPeriod = (kind: LimitationKind) => PERIODS[kind];

/** The limitation of one offense day with its steps; § 25-a only as an arguable reading. @throws LEGAL_TIME.NOT_A_DAY */
export const limitationOf = (kind: LimitationKind, day: LocalDay, specials: readonly SpecialHoliday[] = []) => {
  const { years, authority, note } = PERIODS[kind];
  return limitationLastDay(day, years, { specials, setBy: { text: note, authority } });
};

export interface LimitationLastDays {
  readonly misdemeanor: LocalDay;
  readonly penaltySuit: LocalDay;
}

/** Days repeat over ledgers, since the daily clock records one day in every open run. Dropped whole when full. */
const lastDays = new Map<LocalDay, LimitationLastDays>();
const LAST_DAYS_LIMIT = 10_000;

/** Last days of both limitations of an offense day: the same date two and three years on. @throws LEGAL_TIME.NOT_A_DAY */
export const limitationLastDays = (day: LocalDay): LimitationLastDays => {
  const known = lastDays.get(day);
  if (known) return known;
  const counted = {
    misdemeanor: limitationOf('misdemeanorLimitation', day).lastDay,
    penaltySuit: limitationOf('penaltySuitLimitation', day).lastDay,
  };
  if (lastDays.size >= LAST_DAYS_LIMIT) lastDays.clear();
  lastDays.set(day, counted);
  return counted;
};

/**
 * Why a day of a rule has no clock of a kind; null where it has one. § 168-28 is out of the misdemeanor track (domain.md
 * 2.3, hard case 37); no civil fine reaches a day before L.L. No. 22-2009 (2.4, hard case 33).
 */
export const noClockBecause = (kind: LimitationKind, ruleId: string, day: LocalDay): RuleText | null => {
  if (kind === 'penaltySuitLimitation')
    return day < LOCAL_LAW_22_ADOPTED_ON
      ? {
          text: `No civil fine reaches a day before ${LOCAL_LAW_22_ADOPTED_ON}, so there is no penalty to sue for.`,
          authority: '§ 168-30D (added by L.L. No. 22-2009)',
        }
      : null;
  const carveOut = isRuleId(ruleId)
    ? ruleById(ruleId).carveOuts.find(({ id }) => id === 'noMisdemeanorTrack')
    : undefined;
  return carveOut ? { text: `No misdemeanor track: ${carveOut.instead}`, authority: carveOut.authority } : null;
};

/**
 * The day from which the end of a penalty suit's limitation is warned of: so many months after the offense day, and the
 * last day itself at the latest. @throws LEGAL_TIME.NOT_A_DAY
 */
export const penaltyWarningDay = (day: LocalDay, months: number, lastDay: LocalDay): LocalDay => {
  if (months >= PERIODS.penaltySuitLimitation.years * 12) return lastDay;
  return monthsPeriod({ start: day, count: months, extend: false }).lastDay;
};

/** What it means that a clock has run out, in a sentence. */
export const IF_MISSED: Readonly<Record<DeadlineKind, string>> = {
  sewerConnection: CONNECTION.ifMissed,
  misdemeanorLimitation: 'Too late: no prosecution for this day can begin after the last day.',
  penaltySuitLimitation: 'Likely too late: a suit for the fine of this day begins by the last day.',
  appealWindow: 'Late by Board policy alone; the Article sets no period, so the Board decides what follows.',
};

/**
 * Holidays that bear on the arguable end of a limitation: each one proclaimed while that end had not passed, in the order
 * proclaimed. A later proclamation moves nothing that was over.
 */
export const specialsBearingOn = (
  kind: LimitationKind,
  day: LocalDay,
  proclaimed: readonly { readonly recordedOn: LocalDay; readonly special: SpecialHoliday }[],
): readonly SpecialHoliday[] => {
  const bearing: SpecialHoliday[] = [];
  for (const { recordedOn, special } of proclaimed)
    if (recordedOn <= limitationOf(kind, day, bearing).arguableLastDay) bearing.push(special);
  return bearing;
};

/** Ids name what a clock runs on, so that an id can be made anywhere and read back. */
export const connectionId = (determinationId: string): string => `sewerConnection:${determinationId}`;
export const appealId = (documentId: string): string => `appealWindow:${documentId}`;
export const limitationId = (kind: LimitationKind, ledger: string, day: LocalDay): string => `${kind}:${ledger}:${day}`;

/** What an id of a limitation names, or null for any other id. */
export const readLimitationId = (
  deadlineId: string,
): { readonly kind: LimitationKind; readonly ledger: string; readonly day: LocalDay } | null => {
  const kind = LIMITATION_KINDS.find((known) => deadlineId.startsWith(`${known}:`));
  const at = deadlineId.lastIndexOf(':');
  if (!kind || at <= kind.length) return null;
  return { kind, ledger: deadlineId.slice(kind.length + 1, at), day: deadlineId.slice(at + 1) };
};
