import type { Cents, LocalDay } from '#kernel';
import { addDays, eachDay, inclusiveDays } from '#legal-time';

import { reversedDays } from './as-of.rules.js';
import { namedAmounts } from './cap.rules.js';
import type { FinesState } from './fine.state.js';
import type { DayFact, LedgerView } from './fine.types.js';
import { MAX_DAYS, refuse } from './imposition.rules.js';

/** What is supposed to be otherwise; a part left out stays as it is. */
export interface Supposition {
  readonly firstDay?: LocalDay;
  readonly rateCents?: Cents;
  readonly voidedDays?: readonly LocalDay[];
}

/** What the law says of a day that nobody recorded; the query reads it, so that this file stays pure. */
export interface SupposedLaw {
  /** Whether the rule of the finding is continuing on a day; an episodic rule or an act proves its own day only. */
  readonly continuingOn: (day: LocalDay) => boolean;
  /** Days before the recorded opinion that are held back (domain.md 1.6 G11); null where none is. */
  readonly heldBack: { readonly before: LocalDay; readonly reason: string } | null;
}

/**
 * The days from a supposed first day to the day before the first recorded one. The first day is supposed seen where the
 * rule is not continuing on it, and then stands alone; otherwise days are inferred, each only where the rule is
 * continuing on that day (offense-day rules 1). Days before a recorded opinion are held back as real ones are (G11).
 */
const daysBefore = (first: DayFact, firstDay: LocalDay, { continuingOn, heldBack }: SupposedLaw): DayFact[] => {
  const continuing = continuingOn(firstDay);
  const days = continuing ? [...eachDay(firstDay, addDays(first.day, -1))].filter(continuingOn) : [firstDay];
  const basis = continuing ? 'inferred' : 'observed';
  return days.map((day) => {
    const reason = heldBack !== null && day < heldBack.before ? heldBack.reason : null;
    return {
      ...first,
      day,
      basis,
      bucket: basis,
      provable: reason === null,
      heldBack: reason,
      leftProvableAt: 0,
      forborneOn: null,
    };
  });
};

/**
 * The days of a finding under a supposition. A later first day leaves earlier days out; an earlier one supposes days
 * before the first recorded one, as far as the law lets them be proven. The record is not touched.
 * @throws FINES.TOO_MANY_DAYS
 */
export const supposedDays = (
  days: readonly DayFact[],
  { firstDay, voidedDays }: Supposition,
  law: SupposedLaw,
): DayFact[] => {
  const gone = new Set(voidedDays ?? []);
  const first = days.find(({ live }) => live);
  let before: DayFact[] = [];
  if (first && firstDay !== undefined && firstDay < first.day) {
    if (inclusiveDays(firstDay, first.day) > MAX_DAYS)
      refuse('TOO_MANY_DAYS', `At most ${MAX_DAYS} days are supposed.`, { kind: 'invalid', field: 'firstDay' });
    before = daysBefore(first, firstDay, law);
  }
  const known = new Set(before.map(({ day }) => day));
  return [...before, ...days.filter(({ day }) => !known.has(day) && (firstDay === undefined || day >= firstDay))].map(
    (fact) =>
      gone.has(fact.day) && fact.live
        ? { ...fact, live: false, bucket: null, provable: false, heldBack: null, voidCause: 'supposed' }
        : fact,
  );
};

/** A ledger whose days of one finding are the supposed ones; days of other findings stay as they are. */
export const supposedView = (view: LedgerView, findingId: string, supposed: readonly DayFact[]): LedgerView => {
  const mine = new Map(supposed.map((fact) => [fact.day, fact]));
  const own = (fact: DayFact | null): DayFact | null => (fact === null || fact.findingId === findingId ? null : fact);
  return {
    ...view,
    dayOf: (day) => mine.get(day) ?? own(view.dayOf(day)),
    daysThrough: (through) =>
      [
        ...view.daysThrough(through).filter((fact) => fact.findingId !== findingId && !mine.has(fact.day)),
        ...supposed.filter(({ day }) => day <= through),
      ].sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
};

/** The fines of a finding at another rate: each day they name costs the rate once, and so does a running day. */
export const supposedFines = (state: FinesState, findingId: string, { rateCents }: Supposition): FinesState =>
  rateCents === undefined
    ? state
    : {
        fines: state.fines.map((fine) =>
          fine.findingId !== findingId
            ? fine
            : {
                ...fine,
                days: fine.days.map((entry) => {
                  const cents = fine.raises === null ? rateCents : 0;
                  return { ...entry, cents, namedCents: cents, originalCents: cents };
                }),
                running: fine.running && { ...fine.running, rateCents },
              },
        ),
      };

/** What an imposition at a rate on every provable day that no fine names would come to, and which days would pass the cap. */
export const ifImposed = (
  state: FinesState,
  ledger: string,
  days: readonly DayFact[],
  rateCents: Cents,
  perLedger: boolean,
) => {
  const named = namedAmounts(state);
  const reversed = reversedDays(state, ledger);
  const free = days.filter(({ provable, day }) => provable && named.ofLedger(ledger, day) === 0 && !reversed.has(day));
  const overCap = free
    .map(({ day }) => ({ day, centsLeft: named.left(ledger, day, perLedger) }))
    .filter(({ centsLeft }) => rateCents > centsLeft);
  return { days: free.length, rateCents, totalCents: rateCents * free.length, overCap };
};
