import fc from 'fast-check';

import { isDomainError, v5 } from '#kernel';

import type { Expectation } from '../event-store.port.js';
import { sqliteStores } from '../sqlite/testing/sqlite-stores.js';
import type { StoresUnderTest } from './contract.js';
import { memoryStores } from './memory-factory.js';
import { collect } from './support.js';

const STREAMS = ['x', 'y'] as const;
const expectation = fc.oneof(
  fc.constantFrom<Expectation>('any', 'no_stream', 'stream_exists'),
  fc.bigInt({ min: 0n, max: 5n }),
);
/** Few ids, so that retries, overlaps and duplicates come up often. */
const batch = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 });
const step = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constant('append'), fc.constantFrom(...STREAMS), expectation, batch) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant('softDelete'), fc.constantFrom(...STREAMS), expectation, fc.constant([])),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('tombstone'), fc.constantFrom(...STREAMS), expectation, fc.constant([])),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const told = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [error.code, error.details];
  }
};

const play = async (stores: StoresUnderTest, steps: readonly Step[]): Promise<unknown> => {
  const { a, admin, cleanUp } = stores;
  try {
    const outcomes: unknown[] = [];
    for (const [what, stream, expected, numbers] of steps) {
      const events = numbers.map((n) => ({ id: v5('agree', String(n)), type: 'Happened', data: { n } }));
      outcomes.push(
        await told(async () => {
          if (what === 'append') return a.append(stream, events, expected);
          return what === 'softDelete' ? admin.softDelete(stream, expected) : admin.tombstone(stream, expected);
        }),
      );
    }
    const streams = await Promise.all(STREAMS.map((stream) => told(() => collect(a.readStream(stream)))));
    return { outcomes, streams, log: await collect(a.readAll()), head: await a.head() };
  } finally {
    await cleanUp();
  }
};

describe('The adapters agree', () => {
  // 60 courses open and sync some 300 files: on a busy disk that takes longer than jest's own five seconds.
  it(
    'on the outcome of any course of appends, retries, overlaps and deletions, and on what is stored after it',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          expect(await play(await sqliteStores(), steps)).toEqual(await play(await memoryStores(), steps));
        }),
        { numRuns: 60 },
      ),
    120_000,
  );
});
