import type { Cents } from '#kernel';

import type { DayDecision, Decision, Fine, NamedDay, Stay } from './fine.model.js';
import type { DocumentDay } from './fine.types.js';

/** A document and a day in one text. */
export const dayKey = ({ day, statementId }: DocumentDay): string => `${day} ${statementId ?? ''}`;

/** Paragraphs of a decision that a court has annulled. */
export const lapsedParagraphs = ({ lapses }: Decision): ReadonlySet<number> =>
  new Set(lapses.flatMap(({ paragraphs }) => paragraphs));

interface AmountChange {
  readonly act: number;
  readonly kind: 'amended' | 'modified' | 'lowered';
  readonly days: readonly (DocumentDay & { readonly cents: Cents })[];
}

const toCents = ({ day, statementId, toCents: cents }: DocumentDay & { readonly toCents: Cents }) => ({
  day,
  statementId,
  cents,
});

/** Everything in force that changes an amount, in the order in which it was done. */
const amountChanges = ({ reductions, decisions }: Fine): AmountChange[] =>
  [
    ...reductions.flatMap(({ confirmed, days }): AmountChange[] =>
      confirmed === null || days.length === 0 ? [] : [{ act: confirmed.act, kind: 'amended', days: days.map(toCents) }],
    ),
    ...decisions.flatMap((decision): AmountChange[] => {
      const lapsed = lapsedParagraphs(decision);
      const days = decision.effects
        .filter(({ effect, paragraph }) => effect === 'modified' && !lapsed.has(paragraph))
        .flatMap((effect) => effect.days.map(({ day, statementId, cents }) => ({ day, statementId, cents: cents! })));
      return [
        { act: decision.act, kind: 'modified', days },
        ...decision.lapses.map(({ act, lowered }): AmountChange => ({
          act,
          kind: 'lowered',
          days: lowered.map(toCents),
        })),
      ];
    }),
  ].sort((one, other) => one.act - other.act);

/** The last decision in force for each day; a remand decides nothing, and a lapsed paragraph no longer does. */
const decidedDays = ({ decisions }: Fine): ReadonlyMap<string, DayDecision> => {
  const decided = new Map<string, DayDecision>();
  for (const decision of decisions) {
    const lapsed = lapsedParagraphs(decision);
    const { decisionId, appealId, decidedOn, finalOn } = decision;
    for (const { effect, paragraph, days } of decision.effects)
      if (effect !== 'remanded' && !lapsed.has(paragraph))
        for (const day of days) decided.set(dayKey(day), { decisionId, appealId, effect, decidedOn, finalOn });
  }
  return decided;
};

/** Whether a stay still holds for a day that a document names. */
export const isStayedBy = ({ documents, days, endings }: Stay, named: DocumentDay): boolean =>
  documents.includes(named.statementId) &&
  (days === null || days.includes(named.day)) &&
  !endings.some((ending) => ending.days === null || ending.days.some((day) => dayKey(day) === dayKey(named)));

const settledBy = (
  { agreement, judgment }: Fine,
  entry: NamedDay,
  decision: DayDecision | undefined,
  inJudgment: ReadonlySet<string>,
): NamedDay['settledBy'] => {
  if (decision !== undefined) return 'decision';
  if (judgment !== null && inJudgment.has(dayKey(entry))) return 'judgment';
  return agreement !== null ? 'agreement' : null;
};

/**
 * The days of a fine as its acts leave them: the amount charged is what the last amendment, modification or lowering in
 * force says; the amount named, which the cap counts, is never less than the document said but where a lapse charged only
 * what was left, grows with a modification upward, and is nothing once a reversal is final (offense-day rules 2, "Cap").
 */
export const restated = (fine: Fine): Fine => {
  const changes = amountChanges(fine);
  const amounts = new Map<string, { cents: Cents; namedCents: Cents }>(
    fine.days.map((entry) => [dayKey(entry), { cents: entry.originalCents, namedCents: entry.originalCents }]),
  );
  for (const { kind, days } of changes)
    for (const day of days) {
      const amount = amounts.get(dayKey(day));
      if (!amount) continue;
      amount.cents = day.cents;
      if (kind === 'lowered') amount.namedCents = day.cents;
      if (kind === 'modified') amount.namedCents = Math.max(amount.namedCents, day.cents);
    }
  const decided = decidedDays(fine);
  const inJudgment = new Set((fine.judgment?.days ?? []).map(dayKey));
  return {
    ...fine,
    days: fine.days.map((entry) => {
      const key = dayKey(entry);
      const { cents, namedCents } = amounts.get(key)!;
      const decision = decided.get(key);
      const freed = decision?.effect === 'reversed' && decision.finalOn !== null;
      return {
        ...entry,
        cents,
        namedCents: freed ? 0 : namedCents,
        decision: decision ?? null,
        settledBy: settledBy(fine, entry, decision, inJudgment),
        stayed: fine.stays.some((stay) => isStayedBy(stay, entry)),
      };
    }),
  };
};
