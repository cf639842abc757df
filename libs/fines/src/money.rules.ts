import type { Cents, LocalDay } from '#kernel';
import { sumCents } from '#kernel';

import type { DayDecision, Fine, NamedDay } from './fine.state.js';
import { isLive, isReversed, paidOf, serviceOf, waivedOf } from './fine.state.js';
import type { DayFact, LedgerView } from './fine.types.js';
import { hasFallen, whyNotProvable } from './imposition.rules.js';

/** How one named day stands in the fine that names it. */
export interface FineDay {
  readonly day: LocalDay;
  /** What it costs now, if charged. */
  readonly cents: Cents;
  /** What the document named. */
  readonly originalCents: Cents;
  /** What the cap counts. */
  readonly namedCents: Cents;
  readonly statementId: string | null;
  readonly state: 'charged' | 'named' | 'notStanding' | 'heldBack' | 'dropped' | 'withdrawn' | 'reversed';
  readonly charged: boolean;
  readonly settled: boolean;
  readonly settledBy: NamedDay['settledBy'];
  readonly stayed: boolean;
  readonly decision: DayDecision | null;
  readonly reason: string;
}

const SETTLED_WORDS = {
  agreement: 'agreed to in a signed agreement',
  decision: 'decided by the Board',
  judgment: 'in a judgment',
} as const;

const chargedBy = (fine: Fine, { statementId }: NamedDay): string | null => {
  if (fine.agreement !== null && statementId === null)
    return `named by agreement ${fine.agreement.agreementId}, in force since ${fine.agreement.agreedOn}`;
  const service = serviceOf(fine, statementId);
  if (!service) return null;
  return `named by ${statementId === null ? 'the imposition' : 'a statement'} served on ${service.servedOn}`;
};

const fineDay = (fine: Fine, entry: NamedDay, fact: DayFact | null): FineDay => {
  const { day, cents, originalCents, namedCents, statementId, settledBy, stayed, decision } = entry;
  const settled = settledBy !== null;
  const is = (state: FineDay['state'], reason: string): FineDay => ({
    ...{ day, cents, originalCents, namedCents, statementId, state },
    charged: state === 'charged',
    ...{ settled, settledBy, stayed, decision, reason },
  });
  if (entry.dropped)
    return is(
      'dropped',
      `Dropped: the ledger took it out of provable (now ${whyNotProvable(fact) ?? 'provable again'}). Charged again only by a new imposition or statement.`,
    );
  if (!isLive(fine)) return is('withdrawn', `The fine was withdrawn on ${fine.withdrawnOn}.`);
  if (isReversed(entry))
    return is(
      'reversed',
      `Not charged: reversed by decision ${decision!.decisionId} of ${decision!.decidedOn}${decision!.finalOn === null ? ', still open to Article 78' : `, final since ${decision!.finalOn}`}.`,
    );
  if (!settled && hasFallen(entry, fact))
    return is(
      'notStanding',
      `Not charged: ${whyNotProvable(fact) ?? 'the ledger took it out of provable after it was named'}.`,
    );
  if (!settled && !fact!.provable) return is('heldBack', `Not charged: ${fact!.heldBack ?? 'not provable'}`);
  const by = chargedBy(fine, entry);
  if (by === null)
    return is('named', `Named by ${statementId === null ? 'the imposition' : 'a statement'}, which is not served yet.`);
  return is('charged', `Charged: ${settled ? `settled (${SETTLED_WORDS[settledBy]})` : 'provable'}, and ${by}.`);
};

/** Every day that a fine names through a day, each as it stands on its ledger. */
export const fineDays = (fine: Fine, view: LedgerView, through: LocalDay | null = null): FineDay[] =>
  fine.days
    .filter(({ day }) => through === null || day <= through)
    .map((entry) => fineDay(fine, entry, view.dayOf(entry.day)));

/** Money of one fine by the formulas of offense-day rules 3; amounts in cents. */
export interface FineMoney {
  readonly chargedCents: Cents;
  readonly waivedCents: Cents;
  readonly owedCents: Cents;
  readonly paidCents: Cents;
  readonly creditCents: Cents;
  readonly openCents: Cents;
  readonly stayedCents: Cents;
  readonly dueCents: Cents;
}

/** owed = charged − waived, paid = received − refunded ± credit applied, due = open − stayed; none below zero. */
export const moneyOf = (fine: Fine, days: readonly FineDay[]): FineMoney => {
  const sumOf = (test: (day: FineDay) => boolean): Cents => sumCents(days.filter(test).map(({ cents }) => cents));
  const chargedCents = sumOf(({ charged }) => charged);
  const waivedCents = waivedOf(fine);
  const owedCents = Math.max(0, chargedCents - waivedCents);
  const paidCents = paidOf(fine);
  const openCents = Math.max(0, owedCents - paidCents);
  const stayedCents = Math.min(
    openCents,
    sumOf(({ charged, stayed }) => charged && stayed),
  );
  return {
    ...{ chargedCents, waivedCents, owedCents, paidCents },
    creditCents: Math.max(0, paidCents - owedCents),
    ...{ openCents, stayedCents },
    dueCents: openCents - stayedCents,
  };
};

/** The money of a fine on its ledger as it is now. */
export const moneyNow = (fine: Fine, view: LedgerView): FineMoney => moneyOf(fine, fineDays(fine, view));
