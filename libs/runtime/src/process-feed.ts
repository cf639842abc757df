import type { EventStore, Position, Subscription } from '#event-store';

import type { ProcessRunner } from './process-runner.js';

/**
 * One reader of the log for all process managers: an append costs one read, and a start one pass over the log, however
 * many there are. Each keeps its own place; one that fails goes on alone and holds no other up.
 */
export class ProcessFeed {
  private subscription: Subscription | null = null;
  private stopping = false;
  private attached: readonly ProcessRunner[];

  constructor(
    private readonly runners: readonly ProcessRunner[],
    private readonly store: EventStore,
    private readonly retryMilliseconds = 1000,
  ) {
    this.attached = runners;
  }

  /** Starts the processes one after another, then reads from the earliest place of them all. */
  async start(): Promise<void> {
    this.stopping = false;
    const ready: ProcessRunner[] = [];
    for (const runner of this.runners) if ((await runner.start()) === 'handled') ready.push(runner);
    this.attached = ready;
    this.follow();
  }

  private follow(): void {
    if (this.attached.length === 0) return;
    const after = this.earliest();
    this.subscription = this.store.subscribe({
      ...(after === null ? {} : { after }),
      filter: { types: [...new Set(this.attached.flatMap(({ listensTo }) => listensTo))] },
      handle: async ({ events, checkpoint }) => {
        const outcomes = await Promise.all(this.attached.map((runner) => runner.accept(events, checkpoint)));
        if (outcomes.includes('failed'))
          this.attached = this.attached.filter((_, index) => outcomes[index] !== 'failed');
      },
      onState: (state) => {
        // A handler here never throws: what drops the feed is a log that cannot be read, and that passes.
        if (state === 'dropped')
          setTimeout(() => {
            if (!this.stopping) this.follow();
          }, this.retryMilliseconds).unref();
      },
    });
  }

  private earliest(): Position | null {
    let earliest: Position | null = null;
    for (const { place } of this.attached) {
      if (place === null) return null;
      if (earliest === null || this.store.comparePositions(place, earliest) < 0) earliest = place;
    }
    return earliest;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const stopping = this.runners.map((runner) => runner.stop());
    await this.subscription?.stop();
    await Promise.all(stopping);
  }
}
