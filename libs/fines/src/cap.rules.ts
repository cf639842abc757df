import type { Cents, LocalDay } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';

import type { FinesState } from './fine.state.js';
import { namedDays } from './fine.state.js';

export const CAP_AUTHORITY = '§ 168-30D';

/** Amounts already named, by local day and by ledger and local day; more can be laid on top while reckoning. */
export class NamedAmounts {
  private readonly onPerson = new Map<LocalDay, Cents>();
  private readonly onLedger = new Map<string, Cents>();

  add(ledger: string, day: LocalDay, cents: Cents): void {
    this.onPerson.set(day, this.ofPerson(day) + cents);
    this.onLedger.set(`${ledger} ${day}`, this.ofLedger(ledger, day) + cents);
  }

  ofPerson(day: LocalDay): Cents {
    return this.onPerson.get(day) ?? 0;
  }

  ofLedger(ledger: string, day: LocalDay): Cents {
    return this.onLedger.get(`${ledger} ${day}`) ?? 0;
  }

  /** Every local day on which something is named, in order. */
  get days(): LocalDay[] {
    return [...this.onPerson.keys()].sort();
  }

  /**
   * Cents that may still be named on a day. The cap is $1,000 for the person and local day over all ledgers; with
   * counsel's decision on file for the fine's case it is $1,000 for the ledger and local day, never none.
   */
  left(ledger: string, day: LocalDay, perLedger: boolean): Cents {
    return Math.max(0, CIVIL_FINE_CAP_CENTS - (perLedger ? this.ofLedger(ledger, day) : this.ofPerson(day)));
  }
}

/**
 * Every amount named by a live fine, served or not, agreed ones included, whatever the day's basis: only a recorded drop,
 * a withdrawal or a reversal no longer open to Article 78 frees the cap (offense-day rules 2, "Cap").
 */
export const namedAmounts = (state: FinesState): NamedAmounts => {
  const amounts = new NamedAmounts();
  for (const { fine, entry } of namedDays(state)) amounts.add(fine.ledger, entry.day, entry.namedCents);
  return amounts;
};
