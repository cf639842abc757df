import type { Cents, LocalDay } from '#kernel';
import { formatCents, sumCents } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';

import { CAP_AUTHORITY, namedAmounts, type NamedAmounts } from './cap.rules.js';
import type { Fine, FinesState, NamedDay } from './fine.state.js';
import { isLive, serviceOf } from './fine.state.js';
import type { DayFact, LedgerView } from './fine.types.js';
import { hasFallen, laterDays, whyNotProvable } from './imposition.rules.js';

/** One step that led to a figure, made by the code that computed it. */
export interface Step {
  readonly figure: string;
  readonly label: string;
  readonly authority: string;
  readonly days?: number;
  readonly cents?: Cents;
}

const FORMULA = 'Offense-day rules, figures';

/** What the figures of one day span rest on. `through`: last offense day counted; `asOf`: last day of an act, null = now. */
export interface Horizon {
  readonly through: LocalDay;
  readonly asOf: LocalDay | null;
}

/**
 * The fines as they stood when a local day ended: acts (imposition, statement, service, payment, withdrawal, another
 * rate) of later days are left out. A drop is no act of its own but follows the ledger, which is read whole, whatever the
 * date of its evidence.
 */
export const finesAsOf = (state: FinesState, asOf: LocalDay | null): FinesState => {
  if (asOf === null) return state;
  const until = (day: LocalDay) => day <= asOf;
  return {
    fines: state.fines
      .filter(({ imposedOn }) => until(imposedOn))
      .map((fine) => {
        const statements = fine.statements
          .filter(({ issuedOn }) => until(issuedOn))
          .map((statement) => ({
            ...statement,
            service: statement.service && until(statement.service.servedOn) ? statement.service : null,
          }));
        const issued = new Set(statements.map(({ statementId }) => statementId));
        return {
          ...fine,
          statements,
          days: fine.days
            .filter(({ statementId }) => statementId === null || issued.has(statementId))
            .map((entry) =>
              entry.forborneOn !== null && !until(entry.forborneOn)
                ? { ...entry, dropped: false, forborneOn: null }
                : entry,
            ),
          running: fine.running && {
            ...fine.running,
            ended: fine.running.ended && until(fine.running.ended.endedOn) ? fine.running.ended : null,
          },
          service: fine.service && until(fine.service.servedOn) ? fine.service : null,
          payments: fine.payments.filter(({ receivedOn }) => until(receivedOn)),
          withdrawnOn: fine.withdrawnOn !== null && until(fine.withdrawnOn) ? fine.withdrawnOn : null,
        };
      }),
  };
};

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

/** How one named day stands in the fine that names it. */
export interface FineDay {
  readonly day: LocalDay;
  readonly cents: Cents;
  readonly statementId: string | null;
  readonly state: 'charged' | 'named' | 'notStanding' | 'heldBack' | 'dropped' | 'withdrawn';
  readonly charged: boolean;
  readonly reason: string;
}

export interface FineFigures {
  readonly fineId: string;
  /** Amounts on live, undropped days: what counts against the cap. */
  readonly namedCents: Cents;
  readonly accruedCents: Cents;
  readonly chargedCents: Cents;
  readonly owedCents: Cents;
  readonly paidCents: Cents;
  readonly creditCents: Cents;
  readonly openCents: Cents;
  readonly dueCents: Cents;
  readonly days: readonly FineDay[];
  readonly explanation: readonly Step[];
}

const fineDay = (fine: Fine, entry: NamedDay, fact: DayFact | null): FineDay => {
  const { day, cents, statementId } = entry;
  const is = (state: FineDay['state'], reason: string): FineDay => ({
    day,
    cents,
    statementId,
    state,
    charged: state === 'charged',
    reason,
  });
  if (entry.dropped)
    return is(
      'dropped',
      `Dropped: the ledger took it out of provable (now ${whyNotProvable(fact) ?? 'provable again'}). Charged again only by a new imposition or statement.`,
    );
  if (!isLive(fine)) return is('withdrawn', `The fine was withdrawn on ${fine.withdrawnOn}.`);
  if (hasFallen(entry, fact))
    return is(
      'notStanding',
      `Not charged: ${whyNotProvable(fact) ?? 'the ledger took it out of provable after it was named'}.`,
    );
  if (!fact!.provable) return is('heldBack', `Not charged: ${fact!.heldBack ?? 'not provable'}`);
  const service = serviceOf(fine, statementId);
  if (!service)
    return is('named', `Named by ${statementId === null ? 'the imposition' : 'a statement'}, which is not served yet.`);
  return is(
    'charged',
    `Charged: provable, and named by ${statementId === null ? 'the imposition' : 'a statement'} served on ${service.servedOn}.`,
  );
};

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
    const days = fine.days
      .filter(({ day }) => day <= through)
      .map((entry) => fineDay(fine, entry, view.dayOf(entry.day)));
    const sumOf = (test: (day: FineDay) => boolean): Cents => sumCents(days.filter(test).map(({ cents }) => cents));
    const namedCents = sumOf(({ state: standing }) => standing !== 'dropped' && standing !== 'withdrawn');
    // A day held back is live and unforborne: it accrues, and is not charged.
    const onNamedDays = sumOf(
      ({ state: standing }) => standing === 'charged' || standing === 'named' || standing === 'heldBack',
    );
    const chargedCents = sumOf(({ charged }) => charged);
    const running = runningAmounts(state, fine, view, perLedger(fine), through, reckoned);
    const accruedCents = onNamedDays + running.cents;
    const paidCents = sumCents(fine.payments.map(({ amountCents }) => amountCents));
    const owedCents = Math.max(0, chargedCents);
    const creditCents = Math.max(0, paidCents - owedCents);
    const openCents = Math.max(0, owedCents - paidCents);
    const chargedDays = days.filter(({ charged }) => charged).length;
    const step = (figure: string, label: string, cents: Cents, count?: number): Step => ({
      figure,
      label,
      authority: FORMULA,
      cents,
      ...(count === undefined ? {} : { days: count }),
    });
    return {
      fineId: fine.fineId,
      namedCents,
      accruedCents,
      chargedCents,
      owedCents,
      paidCents,
      creditCents,
      openCents,
      dueCents: openCents,
      days,
      explanation: [
        step('accruedCents', 'Amounts on live, unforborne, undropped days that the fine names', onNamedDays),
        ...(fine.running
          ? [
              step(
                'accruedCents',
                `Running: ${formatCents(fine.running.rateCents)} a day, or what is left of the cap if less, on ${running.days} later day(s) of its run`,
                running.cents,
                running.days,
              ),
            ]
          : []),
        step('accruedCents', 'Accrued', accruedCents),
        {
          ...step(
            'chargedCents',
            `${chargedDays} provable, undropped day(s) named by a served document`,
            chargedCents,
            chargedDays,
          ),
          authority: CAP_AUTHORITY,
        },
        step('owedCents', 'Owed: what is charged', owedCents),
        step('paidCents', `Paid: ${fine.payments.length} payment(s) received`, paidCents),
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
        step('dueCents', 'Due: what is open', openCents),
      ],
    };
  });
};

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
 * Exposure of one person: for each local day with a provable entry the cap less the amounts already named, never added
 * over findings (offense-day rules 3). Under counsel's cap decision each of its ledgers has a cap of its own; the other
 * entries of that day share what the person's one cap then leaves. Nothing is imposed by this figure.
 */
export const exposureOf = (
  whole: FinesState,
  entries: readonly ExposedDay[],
  asOf: LocalDay | null,
): { exposureCents: Cents; explanation: readonly Step[] } => {
  const named = namedAmounts(finesAsOf(whole, asOf));
  const byDay = new Map<LocalDay, ExposedDay[]>();
  for (const entry of entries) byDay.set(entry.day, [...(byDay.get(entry.day) ?? []), entry]);
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
        label: `For each of ${byDay.size} local day(s) with a provable entry: ${formatCents(CIVIL_FINE_CAP_CENTS)} less what is already named for that person and day`,
        authority: CAP_AUTHORITY,
        days: byDay.size,
        cents: exposureCents,
      },
    ],
  };
};

export type MoneyFigures = Pick<
  FineFigures,
  'namedCents' | 'accruedCents' | 'chargedCents' | 'owedCents' | 'paidCents' | 'creditCents' | 'openCents' | 'dueCents'
>;

/** Case and party money: sums over fines; one fine's credit never lowers another's due. */
export const sumFigures = (fines: readonly MoneyFigures[]): MoneyFigures => {
  const sumOf = (figure: keyof MoneyFigures): Cents => sumCents(fines.map((fine) => fine[figure]));
  return {
    namedCents: sumOf('namedCents'),
    accruedCents: sumOf('accruedCents'),
    chargedCents: sumOf('chargedCents'),
    owedCents: sumOf('owedCents'),
    paidCents: sumOf('paidCents'),
    creditCents: sumOf('creditCents'),
    openCents: sumOf('openCents'),
    dueCents: sumOf('dueCents'),
  };
};
