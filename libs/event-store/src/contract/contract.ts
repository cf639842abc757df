import type { EventStore, EventStoreAdmin, NewEvent, Position } from '../event-store.port.js';

/** Two independent instances over one store, and what the store can do beyond the port for the sake of a test. */
export interface StoresUnderTest {
  readonly a: EventStore;
  readonly b: EventStore;
  readonly admin: EventStoreAdmin;
  readonly cleanUp: () => Promise<void>;
  /** Sets the clock that both instances stamp from. */
  readonly setClock?: (instant: string) => void;
  /** Another instance, with a hook that runs in the transaction. */
  readonly openWithHook?: (beforeCommit: (append: { readonly stream: string }) => void) => Promise<EventStore>;
  /** Puts one event into the log whose revision and position lie above 2^53. */
  readonly storeAboveSafeIntegers?: (stream: string, revision: bigint, event: NewEvent) => Promise<Position>;
  /** Lets the next reads on behalf of `a`'s subscriptions fail. */
  readonly failReads?: (error: unknown, times: number) => void;
  /** Appends from another operating-system process, and resolves when that has exited. */
  readonly appendFromAnotherProcess?: (stream: string, event: NewEvent) => Promise<void>;
  /** True when a subscription tells that it has fallen behind. */
  readonly tellsBehind?: true;
}

/** What some cases need and some adapters cannot have. */
export type Capability = Exclude<keyof StoresUnderTest, 'a' | 'b' | 'admin' | 'cleanUp'>;

export interface ContractCase {
  /** `A01` … `G06`, as in the engineering note, section 4. */
  readonly id: string;
  /** A sentence. */
  readonly title: string;
  readonly needs?: Capability;
  readonly run: (stores: StoresUnderTest) => Promise<void>;
}

/** How often a subscription of `a` repeats a failed read before it gives up, where `failReads` is given. */
export const RETRIES = { attempts: 3, firstMilliseconds: 1, mostMilliseconds: 4 } as const;
