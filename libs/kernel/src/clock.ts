/** The one way to learn the time. Implementations live in runtime (system clock, test clock). */
export interface Clock {
  /** The current instant, ISO 8601 in UTC with milliseconds (`2026-06-01T14:00:00.000Z`). */
  now(): string;
}

/** A clock that stands still until it is moved: for tests, case files and what-if computations. */
export class FixedClock implements Clock {
  constructor(private instant: string) {}
  now(): string {
    return this.instant;
  }
  set(instant: string): void {
    this.instant = new Date(instant).toISOString();
  }
}
