import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Instant } from '#kernel';
import { FixedClock } from '#kernel';
import { moveClock } from '#runtime';

import type { CurrentTown } from './current-town.js';
import type { Town } from './town.js';
import { openTown } from './town.js';

/** A driven clock and the log it belongs to; both are replaced together. One change at a time. */
export class TestClock {
  private last: Promise<unknown> = Promise.resolve();
  private folder: string | null = null;

  constructor(
    private readonly current: CurrentTown,
    private clock: FixedClock,
    private readonly zone: string,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /** Moves the clock forward through every due tick. @throws RUNTIME.CLOCK_BACKWARD */
  async move(to: Instant): Promise<void> {
    await this.inTurn(() => moveClock(this.current.town.engine, this.clock, to));
  }

  /** Gives the server a fresh, empty log in a temporary folder, with the clock at a moment. @returns the folder */
  async reset(now: Instant): Promise<string> {
    return this.inTurn(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'outfall-'));
      const clock = new FixedClock(now);
      const town = await openTown(
        {
          logFile: join(folder, 'log', 'outfall.db'),
          keysFolder: join(folder, 'keys'),
          masterKeyFile: null,
          readModelFolder: join(folder, 'read-models'),
          zone: this.zone,
          identity: 'demo',
        },
        clock,
      );
      await town.engine.start();
      await town.engine.runTicks();
      const before: Town = this.current.town;
      this.current.replace(town);
      this.clock = clock;
      await before.stop();
      this.discard();
      this.folder = folder;
      return folder;
    });
  }

  /** Removes the temporary log; the town over it must have been stopped. */
  discard(): void {
    if (this.folder !== null) rmSync(this.folder, { recursive: true, force: true });
    this.folder = null;
  }

  /** Leaves the temporary log where it is. @returns its folder, null when there is none */
  keep(): string | null {
    const { folder } = this;
    this.folder = null;
    return folder;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work, work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
