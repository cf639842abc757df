import type { Clock, EventCatalog, Instant, LocalDay, ProcessManager } from '#kernel';
import type { EventStore } from '#event-store';
import type { KeyStore } from '#key-store';

import type { EventCodec } from './codec.js';
import type { CommandResult, Envelope } from './command-runner.js';
import type { Operation } from './operation.js';
import type { Projection } from './read-model.js';
import type { StreamLoader } from './stream-loader.js';

/** What a tick may ask of the engine that runs it. */
export interface RunningEngine {
  readonly operations: ReadonlyMap<string, Operation>;
  send(operationId: string, body: object, envelope: Omit<Envelope, 'key'> & { key?: string }): Promise<CommandResult>;
  /** Waits until processes and read model have passed the head of the log. */
  drain(): Promise<void>;
  /** The read model that all projections share. */
  readonly readModel: {
    /** Builds it again from the log and swaps it in; waits while another process on the same folder does so. */
    rebuild(): Promise<void>;
    /** Goes over to a file that another process has put in its place. */
    reopenIfReplaced(): void;
  };
  voidUnusedNumbers(stream: string, takenBefore: LocalDay): Promise<number[]>;
}

/** Work that falls due at local times: run at start, at its hour, and whenever a test clock moves past it. */
export interface Tick {
  readonly name: string;
  /** The next instant at which it is due after a given instant. */
  readonly nextDue: (after: Instant) => Instant;
  /** Does everything due up to `now`; doing it twice, or on two machines at once, changes nothing. */
  readonly run: (now: Instant) => Promise<void>;
}

/** What the engine lends to ticks and to the application's own maintenance. */
export interface EngineServices {
  readonly engine: RunningEngine;
  readonly store: EventStore;
  readonly keys: KeyStore;
  readonly codec: EventCodec;
  readonly loader: StreamLoader;
  readonly clock: Clock;
  readonly zone: string;
  /** Where disposable files may be kept; null keeps them in memory. */
  readonly folder: string | null;
}

/** All that a capability brings: one value, read by the server, the command line and the tests alike. */
export interface Capability {
  readonly name: string;
  readonly catalogs: readonly EventCatalog[];
  readonly operations: readonly Operation[];
  readonly projections?: readonly Projection[];
  readonly processes?: readonly ProcessManager[];
  /**
   * Makes the capability's ticks; a returned `stop` is called before the log closes, and `afterwards` holds, by
   * operationId, what must have happened before the answer of a command leaves.
   */
  readonly ticks?: (services: EngineServices) => {
    readonly ticks: readonly Tick[];
    readonly start?: () => Promise<void>;
    readonly stop?: () => Promise<void>;
    readonly afterwards?: Readonly<Record<string, () => Promise<void>>>;
  };
}
