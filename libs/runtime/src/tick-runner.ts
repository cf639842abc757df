import type { Instant } from '#kernel';
import { DomainError, type FixedClock } from '#kernel';

import type { Engine } from './engine.js';

const LOOK_AGAIN = 20_000;

/** Runs ticks when their hour comes: by the machine's clock, or by a driven one. */
export class TickRunner {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private due: Instant | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Catches up on everything missed, then looks every 20 seconds whether something is due. */
  async start(): Promise<void> {
    await this.engine.runTicks();
    this.due = this.engine.nextDue(this.engine.options.clock.now());
    this.timer = setInterval(() => this.look(), LOOK_AGAIN);
    this.timer.unref();
  }

  private look(): void {
    const now = this.engine.options.clock.now();
    if (this.due === null || now < this.due || this.running) return;
    this.running = this.engine
      .runTicks()
      .then(() => {
        this.due = this.engine.nextDue(now);
      })
      .catch(this.onError)
      .finally(() => {
        this.running = null;
      });
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }
}

/**
 * Moves a driven clock forward, stopping at every instant at which a tick is due, in order, and letting processes and
 * read model finish before the next step.
 * @throws RUNTIME.CLOCK_BACKWARD when the target is before the clock
 */
export const moveClock = async (engine: Engine, clock: FixedClock, target: Instant): Promise<void> => {
  const to = new Date(target).toISOString();
  if (to < clock.now())
    throw new DomainError('RUNTIME.CLOCK_BACKWARD', 'A driven clock only moves forward.', {
      kind: 'invalid',
      field: 'now',
      now: clock.now(),
      target: to,
    });
  for (let due = engine.nextDue(clock.now()); due !== null && due <= to; due = engine.nextDue(due)) {
    clock.set(due);
    await engine.runTicks();
  }
  clock.set(to);
  await engine.drain();
};
