import type { LocalDay } from '#kernel';
import type { ExplainedDeadline, RuleText } from './explained.js';
import { nextBusinessDay, type SpecialHoliday } from './holidays.js';
import { addDays } from './local-day.js';
import { RULE, yearsPeriod } from './periods.js';

/** A misdemeanor is prosecuted within 2 years of its commission; every offense day has a clock of its own. */
export const CRIMINAL_LIMITATION = { years: 2, authority: 'CPL 30.10(2)' } as const;
/** A penalty that a statute creates is sued for within 3 years; that a local law counts as statute is not settled. */
export const CIVIL_LIMITATION = { years: 3, authority: 'CPLR 214(2)' } as const;

/** The last day to start an action or a prosecution for one offense day. */
export interface LimitationDeadline extends ExplainedDeadline {
  readonly kind: 'years';
  /** The last day if § 25-a reaches this limitation too; equal to `lastDay` when that is a business day. */
  readonly arguableLastDay: LocalDay;
}

/**
 * Last day of a limitation that runs from one offense day: the same date `years` years on, with no extension, which is
 * the safe reading for whoever must act in time. The § 25-a reading is shown as arguable only.
 * @throws LEGAL_TIME.NOT_A_DAY, LEGAL_TIME.BAD_COUNT
 */
export const limitationLastDay = (
  offenseDay: LocalDay,
  years: number,
  { specials, setBy }: { readonly specials?: readonly SpecialHoliday[]; readonly setBy?: RuleText } = {},
): LimitationDeadline => {
  const plain = yearsPeriod({ start: offenseDay, count: years, extend: false, specials, setBy });
  const arguableLastDay = nextBusinessDay(plain.lastDay, specials);
  return {
    ...plain,
    kind: 'years',
    arguableLastDay,
    ...(arguableLastDay === plain.lastDay
      ? {}
      : {
          arguable: {
            lastDay: arguableLastDay,
            text: 'Courts have extended limitations that end on a Saturday, Sunday or public holiday; do not rely on it.',
            authority: RULE.extension.authority,
          },
        }),
  };
};

/** First day on which the law is broken when the last permitted day has passed: the calendar day after it. */
export const firstOffenseDayAfter = (lastDay: LocalDay): LocalDay => addDays(lastDay, 1);
