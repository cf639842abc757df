import type { Clock, Instant } from '#kernel';

/** The stamp of the next events: the clock's instant, or the last stamp when the clock stands before it. */
export const nextRecordedAt = (clock: Clock, last: Instant | null): Instant => {
  const now = new Date(clock.now()).toISOString();
  return last !== null && last > now ? last : now;
};
