import type { Cents, LocalDay } from '#kernel';
import { formatCents, sumCents } from '#kernel';
import { addDays } from '#legal-time';

import type { FineDay } from './figures.rules.js';
import type { DayFact } from './fine.types.js';

/** One finding at a point of both times. */
export interface FindingSnapshot {
  readonly findingId: string;
  readonly citation: string;
  readonly days: readonly DayFact[];
}

/** One fine at a point of both times. */
export interface FineSnapshot {
  readonly fineId: string;
  readonly number: string;
  readonly days: readonly FineDay[];
  readonly figures: Readonly<Record<MoneyFigure, Cents>>;
}

export interface CaseSnapshot {
  readonly findings: readonly FindingSnapshot[];
  readonly fines: readonly FineSnapshot[];
}

export const MONEY_FIGURES = [
  'namedCents',
  'accruedCents',
  'chargedCents',
  'waivedCents',
  'paidCents',
  'creditCents',
  'stayedCents',
  'dueCents',
] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];

/** A stretch of days that all changed in the same way. */
export interface DaysChanged {
  readonly findingId: string;
  readonly citation: string;
  readonly from: LocalDay;
  readonly through: LocalDay;
  readonly days: number;
  readonly before: string;
  readonly after: string;
  readonly recordedDays: number;
  readonly provableDays: number;
  readonly text: string;
}

/** A stretch of days of one fine that all changed in the same way; cents are the difference of what is charged. */
export interface FineDaysChanged {
  readonly fineId: string;
  readonly number: string;
  readonly from: LocalDay;
  readonly through: LocalDay;
  readonly days: number;
  readonly before: string;
  readonly after: string;
  readonly chargedCents: Cents;
  readonly text: string;
}

export interface MoneyChanged {
  readonly fineId: string;
  readonly number: string;
  readonly figure: MoneyFigure;
  readonly before: Cents;
  readonly after: Cents;
  readonly difference: Cents;
  readonly text: string;
}

export interface Difference {
  readonly before: number;
  readonly after: number;
  readonly difference: number;
}

export interface WhatChanged {
  readonly days: readonly DaysChanged[];
  readonly fineDays: readonly FineDaysChanged[];
  readonly money: readonly MoneyChanged[];
  /** Sums over the whole case; each difference is the sum of its lines above. */
  readonly sums: Readonly<Record<'recordedDays' | 'provableDays' | MoneyFigure, Difference>>;
}

const ABSENT = 'not recorded';

const dayWord = (fact: DayFact | undefined): string => {
  if (!fact) return ABSENT;
  if (!fact.live) return `voided (${fact.voidCause ?? 'by hand'})`;
  return fact.heldBack === null ? fact.bucket! : `${fact.bucket}, held back`;
};

const fineDayWord = (day: FineDay | undefined): string =>
  day ? `${day.state}, ${formatCents(day.cents)}${day.stayed ? ', stayed' : ''}` : ABSENT;

interface Changed {
  readonly day: LocalDay;
  readonly before: string;
  readonly after: string;
}

/** Joins neighboring days that changed alike; `key` keeps apart what must not be joined. */
const spansOf = <Entry extends Changed>(changed: readonly Entry[], key: (entry: Entry) => string): Entry[][] => {
  const spans: Entry[][] = [];
  for (const entry of changed) {
    const span = spans.at(-1);
    const last = span?.at(-1);
    if (span && last && key(last) === key(entry) && addDays(last.day, 1) === entry.day) span.push(entry);
    else spans.push([entry]);
  }
  return spans;
};

const spanText = (from: LocalDay, through: LocalDay, days: number): string =>
  days === 1 ? from : `${from} to ${through}, ${days} days`;

const isRecorded = (fact: DayFact | undefined): number => (fact?.live ? 1 : 0);
const isProvable = (fact: DayFact | undefined): number => (fact?.provable ? 1 : 0);

const daysChanged = (before: CaseSnapshot, after: CaseSnapshot): DaysChanged[] => {
  const findings = new Map(
    [...before.findings, ...after.findings].map(({ findingId, citation }) => [findingId, citation]),
  );
  return [...findings].flatMap(([findingId, citation]) => {
    const daysOf = ({ findings: all }: CaseSnapshot) =>
      new Map(all.find((one) => one.findingId === findingId)?.days.map((fact) => [fact.day, fact]));
    const [then, now] = [daysOf(before), daysOf(after)];
    const changed = [...new Set([...then.keys(), ...now.keys()])]
      .sort()
      .map((day) => ({
        day,
        before: dayWord(then.get(day)),
        after: dayWord(now.get(day)),
        recorded: isRecorded(now.get(day)) - isRecorded(then.get(day)),
        provable: isProvable(now.get(day)) - isProvable(then.get(day)),
      }))
      .filter((entry) => entry.before !== entry.after);
    const alike = (entry: (typeof changed)[number]) =>
      [entry.before, entry.after, entry.recorded, entry.provable].join();
    return spansOf(changed, alike).map((span): DaysChanged => {
      const { day: from, before: was, after: is } = span[0]!;
      const through = span.at(-1)!.day;
      return {
        findingId,
        citation,
        from,
        through,
        days: span.length,
        before: was,
        after: is,
        recordedDays: span.reduce((sum, { recorded }) => sum + recorded, 0),
        provableDays: span.reduce((sum, { provable }) => sum + provable, 0),
        text: `${citation}: ${spanText(from, through, span.length)}: ${was} then, ${is} now.`,
      };
    });
  });
};

const fineDaysChanged = (before: CaseSnapshot, after: CaseSnapshot): FineDaysChanged[] => {
  const fines = new Map([...before.fines, ...after.fines].map(({ fineId, number }) => [fineId, number]));
  return [...fines].flatMap(([fineId, number]) => {
    const daysOf = ({ fines: all }: CaseSnapshot) =>
      new Map(
        all
          .find((one) => one.fineId === fineId)
          ?.days.map((entry) => [`${entry.statementId ?? ''} ${entry.day}`, entry]),
      );
    const [then, now] = [daysOf(before), daysOf(after)];
    const charged = (entry: FineDay | undefined): Cents => (entry?.charged ? entry.cents : 0);
    const changed = [...new Set([...then.keys(), ...now.keys()])]
      .sort()
      .map((key) => ({
        day: (now.get(key) ?? then.get(key))!.day,
        before: fineDayWord(then.get(key)),
        after: fineDayWord(now.get(key)),
        cents: charged(now.get(key)) - charged(then.get(key)),
      }))
      .filter((entry) => entry.before !== entry.after);
    return spansOf(changed, (entry) => `${entry.before}|${entry.after}`).map((span): FineDaysChanged => {
      const { day: from, before: was, after: is } = span[0]!;
      const through = span.at(-1)!.day;
      // A difference may be below zero, as no amount may.
      const chargedCents = span.reduce((sum, { cents }) => sum + cents, 0);
      return {
        fineId,
        number,
        from,
        through,
        days: span.length,
        before: was,
        after: is,
        chargedCents,
        text: `${number}: ${spanText(from, through, span.length)}: ${was} then, ${is} now (charged ${signed(chargedCents)}).`,
      };
    });
  });
};

const signed = (cents: Cents): string => (cents < 0 ? `−${formatCents(-cents)}` : `+${formatCents(cents)}`);

const WORDS: Readonly<Record<MoneyFigure, string>> = {
  namedCents: 'named',
  accruedCents: 'accrued',
  chargedCents: 'charged',
  waivedCents: 'waived',
  paidCents: 'paid',
  creditCents: 'credit',
  stayedCents: 'under stay',
  dueCents: 'due',
};

const moneyChanged = (before: CaseSnapshot, after: CaseSnapshot): MoneyChanged[] => {
  const fines = new Map([...before.fines, ...after.fines].map(({ fineId, number }) => [fineId, number]));
  return [...fines].flatMap(([fineId, number]) =>
    MONEY_FIGURES.map((figure): MoneyChanged => {
      const of = ({ fines: all }: CaseSnapshot) => all.find((one) => one.fineId === fineId)?.figures[figure] ?? 0;
      const [was, is] = [of(before), of(after)];
      return {
        fineId,
        number,
        figure,
        before: was,
        after: is,
        difference: is - was,
        text: `${number}, ${WORDS[figure]}: ${formatCents(was)} then, ${formatCents(is)} now (${signed(is - was)}).`,
      };
    }).filter(({ difference }) => difference !== 0),
  );
};

const difference = (before: number, after: number): Difference => ({ before, after, difference: after - before });

/**
 * What a case shows at one point of both times that it did not show at another: days by how they changed, days of fines,
 * and money by fine and figure; the sums are over the whole case, and each is the sum of its lines (design 1.2).
 */
export const whatChangedBetween = (before: CaseSnapshot, after: CaseSnapshot): WhatChanged => {
  const count = ({ findings }: CaseSnapshot, test: (fact: DayFact) => number): number =>
    findings.reduce((sum, { days }) => sum + days.reduce((total, fact) => total + test(fact), 0), 0);
  const money = ({ fines }: CaseSnapshot, figure: MoneyFigure): Cents =>
    sumCents(fines.map(({ figures }) => figures[figure]));
  return {
    days: daysChanged(before, after),
    fineDays: fineDaysChanged(before, after),
    money: moneyChanged(before, after),
    sums: {
      recordedDays: difference(count(before, isRecorded), count(after, isRecorded)),
      provableDays: difference(count(before, isProvable), count(after, isProvable)),
      ...(Object.fromEntries(
        MONEY_FIGURES.map((figure) => [figure, difference(money(before, figure), money(after, figure))]),
      ) as Record<MoneyFigure, Difference>),
    },
  };
};
