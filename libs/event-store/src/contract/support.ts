import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { isDomainError } from '#kernel';
import type { DomainError, JsonObject } from '#kernel';

import type {
  EventSequence,
  EventStore,
  Expectation,
  NewEvent,
  Position,
  ReadAllOptions,
  StoredEvent,
  SubscribeOptions,
  Subscription,
  SubscriptionState,
} from '../event-store.port.js';

/** A name that no other case uses, so that a store need not be empty. */
export const newStream = (kind = 'contract'): string => `${kind}-${randomUUID()}`;

export const newEvent = (n = 0, type = 'SomethingHappened'): NewEvent => ({ id: randomUUID(), type, data: { n } });

export const newEvents = (count: number, type?: string): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent(n, type));

/** A stream that holds `count` events with data `{ n: 0 }` and on. */
export const filledStream = async (store: EventStore, count: number, type?: string): Promise<string> => {
  const stream = newStream();
  await store.append(stream, newEvents(count, type), 'no_stream');
  return stream;
};

export const collect = async (sequence: EventSequence): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for await (const event of sequence) events.push(event);
  return events;
};

/** Everything stored since `start`; the log may hold more, from other cases. */
export const allSince = (store: EventStore, start: Position | null, options: ReadAllOptions = {}) =>
  collect(store.readAll({ ...options, ...(start === null ? {} : { after: start }) }));

export const numbers = (events: readonly StoredEvent[]): unknown[] => events.map((event) => event.data.n);

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map((event) => event.id);

export const revisions = (events: readonly StoredEvent[]): bigint[] => events.map((event) => event.revision);

export const upTo = (count: number, first = 0): number[] => Array.from({ length: count }, (_, n) => n + first);

/** The error an action ends with, which must bear this code. */
export const refused = async (code: string, action: () => unknown): Promise<DomainError> => {
  try {
    await action();
  } catch (error) {
    assert.ok(isDomainError(error), `expected ${code}, got ${String(error)}`);
    assert.equal(error.code, `EVENT_STORE.${code}`);
    return error;
  }
  assert.fail(`expected ${code}, but it went through`);
};

/** A conflict that names the stream, what was expected and what is. */
export const conflicts = async (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expectation: Expectation,
  actual: string,
): Promise<void> => {
  const { details } = await refused('CONFLICT', () => store.append(stream, events, expectation));
  const { stream: named, expected, actual: found } = details;
  assert.deepEqual({ named, expected, found }, { named: stream, expected: String(expectation), found: actual });
};

let patience = 10_000;

/** How long `until` waits: shorter where a case is meant to fail. */
export const setPatience = (milliseconds: number): void => {
  patience = milliseconds;
};

/** Waits until something holds, and fails after a while: a bound against hanging, not a measurement. */
export const until = async (what: string, holds: () => boolean): Promise<void> => {
  const deadline = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > deadline) assert.fail(`waited in vain until ${what}`);
    await pause(1);
  }
};

/** Long enough for anything that would wrongly come to have come. */
export const settle = (): Promise<void> => pause(30);

export interface Follower {
  readonly subscription: Subscription;
  readonly events: StoredEvent[];
  readonly checkpoints: Position[];
  readonly states: SubscriptionState[];
  readonly errors: unknown[];
}

/** A subscription that writes down what it is given. `also` runs for each batch, as part of the handler. */
export const follow = (
  store: EventStore,
  options: Omit<SubscribeOptions, 'handle' | 'onState'> & { readonly also?: SubscribeOptions['handle'] } = {},
): Follower => {
  const { also, ...rest } = options;
  const events: StoredEvent[] = [];
  const checkpoints: Position[] = [];
  const states: SubscriptionState[] = [];
  const errors: unknown[] = [];
  const subscription = store.subscribe({
    ...rest,
    handle: async (batch) => {
      await also?.(batch);
      events.push(...batch.events);
      checkpoints.push(batch.checkpoint);
    },
    onState: (state, error) => {
      states.push(state);
      if (error !== undefined) errors.push(error);
    },
  });
  return { subscription, events, checkpoints, states, errors };
};

/** `after` for a subscription that begins behind what other cases have left. */
export const since = (start: Position | null): Pick<SubscribeOptions, 'after'> =>
  start === null ? {} : { after: start };

/** JSON with sorted keys, to compare what was sent with what came back byte for byte. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
