import fc from 'fast-check';

import { FixedClock } from '#kernel';
import type { StoredEvent } from '#event-store';
import { MemoryEventStore, MemoryLog } from '#event-store/memory';
import type { MemoryKeyStore } from '#key-store';
import { DEFAULT_ZONE, localDayOf } from '#legal-time';
import { Engine } from '#runtime';
import { ALL_CAPABILITIES } from '#server';

/** A point of the record: after one event and before one that is stamped later. */
export interface Point {
  /** How many events had been recorded. */
  readonly events: number;
  readonly knownAt: string;
  /** The local day of that instant. */
  readonly day: string;
}

/** Points where the record can be cut by an instant: after them the next stamp is later. */
export const pointsOf = (log: readonly StoredEvent[]): readonly Point[] =>
  log.flatMap(({ recordedAt }, index) =>
    index + 1 < log.length && log[index + 1]!.recordedAt > recordedAt
      ? [{ events: index + 1, knownAt: recordedAt, day: localDayOf(recordedAt, DEFAULT_ZONE) }]
      : [],
  );

/**
 * A program over a fresh log that holds the first events of another and nothing else. It only reads: what processes and
 * clocks would go on to record was not known at that point.
 */
export const replayedTo = async (log: readonly StoredEvent[], point: Point, keys: MemoryKeyStore): Promise<Engine> => {
  const clock = new FixedClock(log[0]!.recordedAt);
  const store = new MemoryEventStore({ log: new MemoryLog(), clock });
  for (const { stream, id, type, data, metadata, recordedAt, revision } of log.slice(0, point.events)) {
    clock.set(recordedAt);
    await store.append(stream, [{ id, type, data, metadata }], revision === 0n ? 'no_stream' : revision - 1n);
  }
  const engine = new Engine({
    store,
    keys,
    clock,
    zone: DEFAULT_ZONE,
    folder: null,
    capabilities: ALL_CAPABILITIES.map(({ name, catalogs, operations, projections }) => ({
      name,
      catalogs,
      operations,
      ...(projections ? { projections } : {}),
    })),
  });
  await engine.start();
  await engine.drain();
  return engine;
};

/** Some of the items, in a random order that is the same every time, so that a failure can be looked at again. */
export const chosen = <Item>(items: readonly Item[], count: number, seed: number): readonly Item[] =>
  fc.sample(
    fc.shuffledSubarray([...items], {
      minLength: Math.min(count, items.length),
      maxLength: Math.min(count, items.length),
    }),
    {
      numRuns: 1,
      seed,
    },
  )[0]!;
