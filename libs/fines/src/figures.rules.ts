import type { Cents, LocalDay } from '#kernel';
import { formatCents, sumCents } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';

import { finesAsOf, reversedDays } from './as-of.rules.js';
import { CAP_AUTHORITY, namedAmounts, type NamedAmounts } from './cap.rules.js';
import { fineSteps, FORMULA, type Step } from './figure-steps.rules.js';
import type { Fine, FinesState } from './fine.state.js';
import { isLive } from './fine.state.js';
import type { DayFact, LedgerView } from './fine.types.js';
import { laterDays } from './imposition.rules.js';
import { fineDays, moneyOf, type FineDay, type FineMoney } from './money.rules.js';

export type { FineDay, FineMoney } from './money.rules.js';
export type { Step } from './figure-steps.rules.js';

/** What the figures of one day span rest on. `through`: last offense day counted; `asOf`: last day of an act, null = now. */
export interface Horizon {
  readonly through: LocalDay;
  readonly asOf: LocalDay | null;
}

export interface FindingFigures {
  readonly recordedDays: number;
  readonly observed: number;
  readonly inferred: number;
  readonly presumed: number;
  readonly forborne: number;
  readonly voided: number;
  readonly heldBackDays: number;
  readonly provableDays: number;
  /** $1,000 for each provable day: at most, and nothing is imposed by it. */
  readonly capCents: Cents;
  readonly explanation: readonly Step[];
}

/** Day figures of one finding, from the days that its runs count (offense-day rules 3). */
export const findingFigures = (days: readonly DayFact[]): FindingFigures => {
  const count = (test: (day: DayFact) => boolean): number => days.filter(test).length;
  const inBucket = (bucket: DayFact['bucket']) => count((day) => day.bucket === bucket);
  const [observed, inferred, presumed, forborne] = [
    inBucket('observed'),
    inBucket('inferred'),
    inBucket('presumed'),
    inBucket('forborne'),
  ];
  const recordedDays = observed + inferred + presumed + forborne;
  const heldBackDays = count(({ heldBack }) => heldBack !== null);
  const provableDays = observed + inferred - heldBackDays;
  const capCents = provableDays * CIVIL_FINE_CAP_CENTS;
  const heldBackReason = days.find(({ heldBack }) => heldBack !== null)?.heldBack;
  return {
    recordedDays,
    observed,
    inferred,
    presumed,
    forborne,
    voided: count(({ live }) => !live),
    heldBackDays,
    provableDays,
    capCents,
    explanation: [
      {
        figure: 'recordedDays',
        label: `${observed} observed + ${inferred} inferred + ${presumed} presumed + ${forborne} forborne`,
        authority: '§ 168-30A, D: each day',
        days: recordedDays,
      },
      {
        figure: 'provableDays',
        label: `${observed} observed + ${inferred} inferred − ${heldBackDays} held back${heldBackReason ? ` (${heldBackReason})` : ''}`,
        authority: heldBackReason ? `${FORMULA}; conflict register G11` : FORMULA,
        days: provableDays,
      },
      {
        figure: 'capCents',
        label: `${formatCents(CIVIL_FINE_CAP_CENTS)} × ${provableDays} provable days, at most`,
        authority: CAP_AUTHORITY,
        cents: capCents,
      },
    ],
  };
};

export interface FineFigures extends FineMoney {
  readonly fineId: string;
  /** What counts against the cap. */
  readonly namedCents: Cents;
  readonly accruedCents: Cents;
  readonly days: readonly FineDay[];
  readonly explanation: readonly Step[];
}

/** The fines of one person on a horizon, each with its figures; `viewOf` gives the ledger of a fine. */
export const fineFigures = (
  whole: FinesState,
  viewOf: (fine: Fine) => LedgerView,
  perLedger: (fine: Fine) => boolean,
  { through, asOf }: Horizon,
): FineFigures[] => {
  const state = finesAsOf(whole, asOf);
  const reckoned: NamedAmounts = namedAmounts(state);
  return state.fines.map((fine) => {
    const view = viewOf(fine);
    const days = fineDays(fine, view, through);
    const counted = days.filter(({ state: standing }) => standing !== 'dropped' && standing !== 'withdrawn');
    const namedCents = sumCents(counted.map(({ namedCents: ofDay }) => ofDay));
    // A day held back is live and unforborne: it accrues, and is not charged.
    const onNamedDays = sumCents(
      counted.filter(({ state: standing }) => ACCRUES.has(standing)).map(({ cents }) => cents),
    );
    const running = runningAmounts(state, fine, view, perLedger(fine), through, reckoned);
    const accruedCents = onNamedDays + running.cents;
    const money = moneyOf(fine, days);
    return {
      fineId: fine.fineId,
      namedCents,
      accruedCents,
      ...money,
      days,
      explanation: fineSteps(fine, days, { namedCents, accruedCents, onNamedDays, running, money }),
    };
  });
};

const ACCRUES: ReadonlySet<FineDay['state']> = new Set(['charged', 'named', 'heldBack']);

/**
 * A running rate on later live, unforborne days of its run that no live fine names: the rate, or the cap left if that is
 * less. Several running fines of a person share what is left of a day in the order they were imposed, so that no more
 * accrues on a day than could ever be named. A day this fine once dropped accrues nothing until it is named again.
 */
const runningAmounts = (
  state: FinesState,
  fine: Fine,
  view: LedgerView,
  perLedger: boolean,
  through: LocalDay,
  reckoned: NamedAmounts,
): { cents: Cents; days: number } => {
  if (!fine.running || !isLive(fine)) return { cents: 0, days: 0 };
  // What the Board reversed reaches no day: `laterDays` leaves it out.
  const droppedOnce = new Set(fine.days.filter(({ dropped }) => dropped).map(({ day }) => day));
  let cents = 0;
  let days = 0;
  for (const { day } of laterDays(state, fine, view.daysThrough(through), view.dayOf)) {
    if (droppedOnce.has(day)) continue;
    const amount = Math.min(fine.running.rateCents, reckoned.left(fine.ledger, day, perLedger));
    reckoned.add(fine.ledger, day, amount);
    cents += amount;
    days += 1;
  }
  return { cents, days };
};

/** A ledger entry for the exposure of a person: a provable day, and whether its case has a cap for each ledger. */
export interface ExposedDay {
  readonly ledger: string;
  readonly day: LocalDay;
  readonly perLedger: boolean;
}

/**
 * Exposure of one person: for each local day with a provable, unreversed entry the cap less the amounts already named, never added
 * over findings (offense-day rules 3). Under counsel's cap decision each of its ledgers has a cap of its own; the other
 * entries of that day share what the person's one cap then leaves. Nothing is imposed by this figure.
 */
export const exposureOf = (
  whole: FinesState,
  entries: readonly ExposedDay[],
  asOf: LocalDay | null,
): { exposureCents: Cents; explanation: readonly Step[] } => {
  const state = finesAsOf(whole, asOf);
  const named = namedAmounts(state);
  const reversed = new Map<string, ReadonlyMap<LocalDay, unknown>>();
  for (const { ledger } of state.fines) reversed.set(ledger, reversedDays(state, ledger));
  const byDay = new Map<LocalDay, ExposedDay[]>();
  for (const entry of entries.filter(({ ledger, day }) => !reversed.get(ledger)?.has(day)))
    byDay.set(entry.day, [...(byDay.get(entry.day) ?? []), entry]);
  let exposureCents = 0;
  for (const [day, ofDay] of byDay) {
    const ledgers = new Set(ofDay.filter(({ perLedger }) => perLedger).map(({ ledger }) => ledger));
    let apart = 0;
    for (const ledger of ledgers) apart += named.left(ledger, day, true);
    const shared = ofDay.some(({ perLedger }) => !perLedger)
      ? Math.max(0, CIVIL_FINE_CAP_CENTS - named.ofPerson(day) - apart)
      : 0;
    exposureCents += apart + shared;
  }
  return {
    exposureCents,
    explanation: [
      {
        figure: 'exposureCents',
        label: `For each of ${byDay.size} local day(s) with a provable, unreversed entry: ${formatCents(CIVIL_FINE_CAP_CENTS)} less what is already named for that person and day`,
        authority: CAP_AUTHORITY,
        days: byDay.size,
        cents: exposureCents,
      },
    ],
  };
};

const MONEY = [
  'namedCents',
  'accruedCents',
  'chargedCents',
  'waivedCents',
  'owedCents',
  'paidCents',
  'creditCents',
  'openCents',
  'stayedCents',
  'dueCents',
] as const satisfies readonly (keyof FineFigures)[];

export type MoneyFigures = Pick<FineFigures, (typeof MONEY)[number]>;

/** Case and party money: sums over fines; one fine's credit never lowers another's due. */
export const sumFigures = (fines: readonly MoneyFigures[]): MoneyFigures =>
  Object.fromEntries(
    MONEY.map((figure) => [figure, sumCents(fines.map((fine) => fine[figure]))]),
  ) as unknown as MoneyFigures;
