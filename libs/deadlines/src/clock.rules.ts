import { isDomainError, type LocalDay } from '#kernel';
import { LIMITATION_PERIODS, LOCAL_LAW_22_ADOPTED_ON, isRuleId, printCitation, ruleById } from '#law/published';
import {
  daysPeriod,
  formatDay,
  limitationLastDay,
  monthsPeriod,
  type RuleText,
  type SpecialHoliday,
} from '#legal-time';

import { agreementAuthority, agreementDate, type Explained } from './fixed-date.rules.js';

/** A period or a date that events start, move and stop. */
export const DEADLINE_KINDS = [
  'sewerConnection',
  'misdemeanorLimitation',
  'penaltySuitLimitation',
  'appealWindow',
  'compliance',
  'milestone',
  'agreementPayment',
  'hearing',
  'hearingPublicNotice',
  'decisionService',
  'article78',
  'staleAccrual',
] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Clocks that every live offense day has by itself. */
export const LIMITATION_KINDS = ['misdemeanorLimitation', 'penaltySuitLimitation'] as const;
export type LimitationKind = (typeof LIMITATION_KINDS)[number];
/** Clocks of one thing, kept as rows of their own; the explanation is stored with the row. */
export type SingleKind = Exclude<DeadlineKind, LimitationKind>;

/** Periods that pass with nothing left to be done, in contrast to a duty that can still be done late. */
export const RUNS_OUT: ReadonlySet<DeadlineKind> = new Set<DeadlineKind>([
  ...LIMITATION_KINDS,
  'appealWindow',
  'article78',
]);

/**
 * How a clock is counted whose end a proclaimed holiday may still move: enough to count it again, and nothing else moves it.
 * Dates that stay where they were set (compliance, hearing) and stale accruals are not counted so.
 */
export type Counting = { readonly startedOn: LocalDay; readonly authority: string } & (
  | { readonly kind: 'sewerConnection' | 'appealWindow' | 'decisionService'; readonly days: number }
  | { readonly kind: 'article78' }
  | { readonly kind: 'milestone' | 'agreementPayment'; readonly dueOn: LocalDay; readonly agreementId: string }
);
type InDays = Extract<Counting, { readonly days: number }>;

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

/** Days of a period that nobody wrote: it cannot be counted, so the row has no last day. */
export const NONE_WRITTEN = 0;

interface WrittenOrNot {
  /** Null = none written. */
  readonly value: number | null;
  readonly authority: string;
}

/** The Board's own period to appeal an imposed fine, in days from service; § 168-30D writes none (G7). */
export const appealCounting = (servedOn: LocalDay, { value, authority }: WrittenOrNot): Counting => ({
  kind: 'appealWindow',
  startedOn: servedOn,
  days: value ?? NONE_WRITTEN,
  authority,
});

/** The Town's own period to serve a decision of the Board, in days from the decision; neither Article nor Town has one. */
export const decisionServiceCounting = (decidedOn: LocalDay, { value, authority }: WrittenOrNot): Counting => ({
  kind: 'decisionService',
  startedOn: decidedOn,
  days: value ?? NONE_WRITTEN,
  authority,
});

const ARTICLE_78_MONTHS = 4;
const ARTICLE_78: RuleText = {
  text: 'An Article 78 proceeding is begun within 4 months after the determination is final and binding on the petitioner; the product counts from service of the decision, and ambiguity runs against the Town.',
  authority: 'CPLR 217(1)',
};

/** Four months for an Article 78 proceeding, from service of the Board's decision (hard case 14). */
export const article78Counting = (servedOn: LocalDay): Counting => ({
  kind: 'article78',
  startedOn: servedOn,
  authority: `${ARTICLE_78.authority}; Gen. Constr. Law §§ 25-a, 30`,
});

/** A day named by a consent agreement in force since `inForceOn`. */
export const agreementCounting = (
  kind: 'milestone' | 'agreementPayment',
  inForceOn: LocalDay,
  dueOn: LocalDay,
  agreementId: string,
): Counting => ({
  kind,
  startedOn: inForceOn,
  dueOn,
  agreementId,
  authority: `${agreementAuthority(agreementId)}; Gen. Constr. Law § 25`,
});

const SET_BY: Readonly<Record<InDays['kind'], (days: number) => string>> = {
  sewerConnection: (days) =>
    `The building sewer is connected within ${days} days of the day from which a public sewer is available, as determined on the record.`,
  appealWindow: (days) =>
    `Board policy, since the Article sets no period: an appeal is taken within ${days} days of service of the fine.`,
  decisionService: (days) =>
    `Town policy, since none is written elsewhere: a decision is served within ${days} days of the day it was made.`,
};

/**
 * Counts a clock: § 20 leaves the first day out, § 30 ends months, § 25-a moves an end that is no business day, § 25 a day
 * named by an agreement.
 * @returns null when none is written, or the period is longer than any that can be counted; a policy may be that long
 */
export const count = (counting: Counting, specials: readonly SpecialHoliday[]): Explained | null => {
  const { startedOn: start, authority } = counting;
  try {
    switch (counting.kind) {
      case 'article78':
        return monthsPeriod({ start, count: ARTICLE_78_MONTHS, extend: true, specials, setBy: ARTICLE_78 });
      case 'milestone':
      case 'agreementPayment':
        return agreementDate(start, counting.dueOn, counting.agreementId, specials);
      default: {
        const { kind, days } = counting;
        return daysPeriod({
          start,
          count: days,
          extend: true,
          specials,
          setBy: { text: SET_BY[kind](days), authority },
        });
      }
    }
  } catch (error) {
    // An event that is recorded is never rejected by what reads it.
    if (isDomainError(error)) return null;
    throw error;
  }
};

/** The last step of enforcement in the case of an open run, or the run's first day where none followed. */
export interface LastStep {
  readonly on: LocalDay;
  /** Event type of the step; null for the run's first day itself. */
  readonly by: string | null;
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  SightingRecorded: 'a sighting',
  SightingCorrected: 'a sighting',
  NoticeIssued: 'a notice issued',
  NoticeServed: 'a notice served',
  CivilFineImposed: 'a civil fine imposed',
  CivilFineAgreed: 'a civil fine agreed',
  StatementIssued: 'a statement of added days',
  ComplianceDateSet: 'a compliance date set',
  ExtensionGranted: 'an extension granted',
  ConsentAgreementSigned: 'a consent agreement signed',
  AppealFiled: 'an appeal filed',
  CollectionActionCommenced: 'an action to collect',
};

/** An open run that nobody has acted on for so many days (faults.md A07); null when the period is too long to count. */
export const staleExplained = ({ on, by }: LastStep, { value, authority }: WrittenOrNot): Explained | null => {
  try {
    const counted = daysPeriod({
      start: on,
      count: value ?? NONE_WRITTEN,
      extend: false,
      setBy: { text: `A run that goes on is acted on again within ${value} days of the last step.`, authority },
    });
    const step =
      by === null
        ? 'The run began, and no step has followed'
        : `The last step of enforcement in the case: ${STEP_WORDS[by] ?? by}`;
    return { ...counted, steps: [{ text: `${step}, ${formatDay(on)}.`, day: on }, ...counted.steps] };
  } catch (error) {
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
  compliance: 'The date has passed: offense days went on all along, and the Town decides on the next step.',
  milestone:
    'The agreement is not kept on this point: what follows is what the agreement says; a breach is recorded by hand.',
  agreementPayment: 'The installment is late: no interest is added; what follows is what the agreement says.',
  hearing: 'The day passed without a hearing: it is opened, adjourned to another day, or the appeal ends otherwise.',
  hearingPublicNotice: 'Notice was too short: consider an adjournment, so that nobody can attack the hearing for it.',
  decisionService: 'The decision is still to be served: until it is, the four months of CPLR 217(1) do not run.',
  article78: 'Likely too late for the petitioner: the decision is no longer open to an Article 78 proceeding.',
  staleAccrual: 'Days add up while nobody acts: choose the next step. The run goes on until an event stops it.',
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
export const clockId = (kind: SingleKind, subjectId: string): string => `${kind}:${subjectId}`;
export const connectionId = (determinationId: string): string => clockId('sewerConnection', determinationId);
export const appealId = (documentId: string): string => clockId('appealWindow', documentId);
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
