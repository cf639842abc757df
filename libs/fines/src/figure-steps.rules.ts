import type { Cents } from '#kernel';
import { formatCents } from '#kernel';

import { CAP_AUTHORITY } from './cap.rules.js';
import type { Fine } from './fine.state.js';
import type { FineDay, FineMoney } from './money.rules.js';

/** One step that led to a figure, made by the code that computed it. */
export interface Step {
  readonly figure: string;
  readonly label: string;
  readonly authority: string;
  readonly days?: number;
  readonly cents?: Cents;
}

export const FORMULA = 'Offense-day rules, figures';
const BOARD = "The Board's decision; § 168-30D";

export interface Reckoned {
  readonly namedCents: Cents;
  readonly accruedCents: Cents;
  readonly onNamedDays: Cents;
  readonly running: { readonly cents: Cents; readonly days: number };
  readonly money: FineMoney;
}

const sum = (amounts: readonly { readonly amountCents: Cents }[]): Cents =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);

/** What led to each figure of one fine, in the order in which they follow from each other. */
export const fineSteps = (
  fine: Fine,
  days: readonly FineDay[],
  { namedCents, accruedCents, onNamedDays, running, money }: Reckoned,
): Step[] => {
  const step = (figure: string, label: string, cents: Cents, authority = FORMULA, count?: number): Step => ({
    figure,
    label,
    authority,
    cents,
    ...(count === undefined ? {} : { days: count }),
  });
  const of = (test: (day: FineDay) => boolean) => {
    const some = days.filter(test);
    return { count: some.length, cents: some.reduce((total, { cents }) => total + cents, 0) };
  };
  const charged = of((day) => day.charged);
  const settled = of((day) => day.charged && day.settled);
  const reversed = of(({ state }) => state === 'reversed');
  const stayed = of((day) => day.charged && day.stayed);
  const { waivedCents, owedCents, paidCents, creditCents, openCents, stayedCents, dueCents } = money;
  const documents = fine.agreement !== null ? 'signed agreement' : 'served document';
  const waivers = fine.reductions.filter(({ confirmed, kind }) => confirmed !== null && kind === 'waiver').length;
  const steps: (Step | null)[] = [
    step(
      'namedCents',
      'What the cap counts: everything named, but for drops and final reversals',
      namedCents,
      CAP_AUTHORITY,
    ),
    step(
      'accruedCents',
      'Amounts on settled days and on live, unforborne, undropped, unreversed days that the fine names',
      onNamedDays,
    ),
    fine.running &&
      step(
        'accruedCents',
        `Running: ${formatCents(fine.running.rateCents)} a day, or what is left of the cap if less, on ${running.days} later day(s) of its run`,
        running.cents,
        CAP_AUTHORITY,
        running.days,
      ),
    step('accruedCents', 'Accrued', accruedCents),
    settled.count > 0
      ? step(
          'chargedCents',
          `of these ${settled.count} settled day(s)`,
          settled.cents,
          settledAuthority(fine, days),
          settled.count,
        )
      : null,
    reversed.count > 0
      ? step(
          'chargedCents',
          `${reversed.count} day(s) reversed: not charged, and not in the sum`,
          reversed.cents,
          BOARD,
          reversed.count,
        )
      : null,
    step(
      'chargedCents',
      `${charged.count} settled or provable, unreversed, undropped day(s) named by a ${documents}`,
      charged.cents,
      CAP_AUTHORITY,
      charged.count,
    ),
    waivedCents > 0
      ? step(
          'waivedCents',
          `${waivers} waiver(s), each confirmed by a second person`,
          waivedCents,
          'domain brief 5.11; § 168-30D',
        )
      : step('waivedCents', 'Nothing waived', 0),
    step(
      'owedCents',
      waivedCents > 0
        ? `Owed: charged ${formatCents(charged.cents)} − waived ${formatCents(waivedCents)}, not below zero`
        : 'Owed: what is charged',
      owedCents,
    ),
    step('paidCents', paidLabel(fine), paidCents),
    step(
      'creditCents',
      `Credit: paid ${formatCents(paidCents)} − owed ${formatCents(owedCents)}, not below zero`,
      creditCents,
    ),
    step(
      'openCents',
      `Open: owed ${formatCents(owedCents)} − paid ${formatCents(paidCents)}, not below zero`,
      openCents,
    ),
    step(
      'stayedCents',
      `Stayed: ${formatCents(stayed.cents)} on ${stayed.count} stayed day(s), and no more than is open`,
      stayedCents,
      stayAuthority(fine),
      stayed.count,
    ),
    step(
      'dueCents',
      stayedCents > 0
        ? `Due: open ${formatCents(openCents)} − stayed ${formatCents(stayedCents)}`
        : 'Due: what is open',
      dueCents,
    ),
  ];
  return steps.filter((one): one is Step => one !== null);
};

const paidLabel = ({ payments, refunds, creditIn, creditOut }: Fine): string => {
  const parts = [`Paid: ${payments.length} payment(s) received, ${formatCents(sum(payments))}`];
  if (refunds.length > 0) parts.push(`− refunded ${formatCents(sum(refunds))}`);
  if (creditIn.length > 0) parts.push(`+ credit from other fines ${formatCents(sum(creditIn))}`);
  if (creditOut.length > 0) parts.push(`− credit applied to other fines ${formatCents(sum(creditOut))}`);
  return parts.join(' ');
};

const settledAuthority = ({ agreement, judgment }: Fine, days: readonly FineDay[]): string => {
  const by = new Set(days.filter(({ charged }) => charged).map(({ settledBy }) => settledBy));
  return [
    ...(by.has('agreement') ? [`Consent agreement ${agreement!.agreementId}`] : []),
    ...(by.has('decision') ? [BOARD] : []),
    ...(by.has('judgment') ? [`Judgment, ${judgment!.court}, index ${judgment!.indexNumber}`] : []),
  ].join('; ');
};

const stayAuthority = ({ stays }: Fine): string =>
  stays.map(({ authority }) => authority).join('; ') || 'None: an appeal by itself stays nothing (domain brief 2.4)';
