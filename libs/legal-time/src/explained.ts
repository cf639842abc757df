import { DomainError, type Instant, type LocalDay } from '#kernel';

/** A rule that an answer rests on, and where it is written. */
export interface RuleText {
  readonly text: string;
  readonly authority: string;
}

/** One step of the reckoning, in the order it was made. */
export interface ExplainedStep {
  readonly text: string;
  readonly authority?: string;
  readonly day?: LocalDay;
  readonly instant?: Instant;
}

/** A day that was not counted, or on which the period could not end, and why. */
export interface ExcludedDay {
  readonly day: LocalDay;
  readonly why: string;
  readonly authority: string;
}

/** Another reading of the law that someone may argue for; shown beside the answer, never used by it. */
export interface ArguableReading {
  readonly lastDay: LocalDay;
  readonly text: string;
  readonly authority: string;
}

/** What every answer about a period has, whatever its unit. It survives JSON unchanged. */
export interface ExplainedPeriod {
  /** What the period runs from. For a count backward, the event it is counted back from. */
  readonly start: { readonly day: LocalDay; readonly instant?: Instant };
  readonly rule: readonly RuleText[];
  readonly steps: readonly ExplainedStep[];
  readonly excluded: readonly ExcludedDay[];
  /** The day the count alone ends on, before any extension. */
  readonly rawEnd: LocalDay;
  /** Last local day on which the act is in time. */
  readonly lastDay: LocalDay;
  /** Only for a period that ends at an hour: the act is in time up to and including this instant. */
  readonly dueInstant?: Instant;
  readonly arguable?: ArguableReading;
}

export type DayPeriodKind = 'days' | 'businessDays' | 'months' | 'years' | 'yearsAndDays' | 'daysBefore';

/** A deadline that is a whole local day: the act is in time until that day has ended. */
export interface ExplainedDeadline extends ExplainedPeriod {
  readonly kind: DayPeriodKind;
  /** True when the last day was moved off a Saturday, Sunday or public holiday. */
  readonly extended: boolean;
}

/** The length of a count: a whole number, one or more, and not more than any period of law. */
export const MAX_COUNT = 40_000;

/** @throws LEGAL_TIME.BAD_COUNT */
export const checkCount = (count: unknown, field = 'count', least = 1): number => {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < least || count > MAX_COUNT)
    throw new DomainError(
      'LEGAL_TIME.BAD_COUNT',
      `The length of a period is a whole number from ${least} to ${MAX_COUNT}.`,
      {
        kind: 'invalid',
        field,
        value: typeof count === 'number' ? String(count) : undefined,
      },
    );
  return count;
};

/** `1 day`, `2 days`. */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
