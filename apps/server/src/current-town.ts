import type { Engine } from '#runtime';

import type { Town } from './town.js';

/**
 * The town that requests reach. It is one and the same for the life of a server, except that a server with a test clock
 * may be given a fresh one between two case files.
 */
export class CurrentTown {
  constructor(private current: Town) {}

  get town(): Town {
    return this.current;
  }

  replace(town: Town): void {
    this.current = town;
  }

  /** What the handlers hold as their engine: passes each call to the town of the moment. */
  get engine(): Pick<Engine, 'execute' | 'query'> {
    return {
      execute: (...parameters) => this.current.engine.execute(...parameters),
      query: (...parameters) => this.current.engine.query(...parameters),
    };
  }
}
