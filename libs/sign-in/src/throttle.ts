import type { Instant } from '#kernel';

/** Failures of one account or address as they are kept. */
export interface Failures {
  readonly count: number;
  /** No further try before this instant; null: none is barred. */
  readonly until: Instant | null;
  /** How often it came to a wait; each makes the next one longer. */
  readonly waits: number;
  readonly lastAt: Instant;
}

export interface Limit {
  readonly tries: number;
  /** Minutes of the first wait. */
  readonly minutes: number;
  /** Minutes without a failure after which it begins anew. */
  readonly forgetAfter: number;
}

/** Of one account: few, since a person knows their own password. */
export const ACCOUNT: Limit = { tries: 5, minutes: 15, forgetAfter: 24 * 60 };

/** Of one address: wide, since a whole town hall may share one, whose slips of a week must not add up. */
export const ADDRESS: Limit = { tries: 50, minutes: 15, forgetAfter: 60 };

const LONGEST_WAIT_MINUTES = 240;

const after = (now: Instant, minutes: number): Instant => new Date(Date.parse(now) + minutes * 60_000).toISOString();

/** Seconds to wait before another try; 0 when one is free. */
export const secondsToWait = (failures: Failures | null, now: Instant): number =>
  failures?.until && failures.until > now ? Math.ceil((Date.parse(failures.until) - Date.parse(now)) / 1000) : 0;

/** What is kept after one more failure. */
export const failedOnce = (before: Failures | null, limit: Limit, now: Instant): Failures => {
  const known = before && Date.parse(now) - Date.parse(before.lastAt) < limit.forgetAfter * 60_000 ? before : null;
  const count = (known?.count ?? 0) + 1;
  const waits = known?.waits ?? 0;
  if (count < limit.tries) return { count, until: null, waits, lastAt: now };
  return { count: 0, until: after(now, waitMinutes(waits, limit)), waits: waits + 1, lastAt: now };
};

/** Minutes of the wait that comes next, after so many waits: each is twice as long, four hours at most. */
export const waitMinutes = (waits: number, limit: Limit): number =>
  Math.min(limit.minutes * 2 ** waits, LONGEST_WAIT_MINUTES);

/** Tries left before the next wait. */
export const triesLeft = (failures: Failures | null, limit: Limit): number => limit.tries - (failures?.count ?? 0);
