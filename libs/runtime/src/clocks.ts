import type { Clock, Instant } from '#kernel';

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Instant {
    return new Date().toISOString();
  }
}
