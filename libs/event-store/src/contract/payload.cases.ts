import assert from 'node:assert/strict';

import type { JsonObject } from '#kernel';

import type { ContractCase } from './contract.js';
import { allSince, canonical, collect, newEvent, newStream, refused } from './support.js';

export const PAYLOAD: readonly ContractCase[] = [
  {
    id: 'C01',
    title: 'control characters, accents, emoji, NUL and half letters in a text come back equal',
    run: async ({ a }) => {
      const data: JsonObject = {
        text: '\u0018 \u0118 \u{1f6b0} \u0000 \ud83d "quoted" \\ \u2028',
        'clé-\u0000': '\u{10ffff}',
      };
      const stream = newStream();
      await a.append(stream, [{ ...newEvent(), data, metadata: data }], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.deepEqual(event?.data, data);
      assert.deepEqual(event?.metadata, data);
    },
  },
  {
    id: 'C02',
    title: 'metadata with correlation and causation ids comes back with its keys',
    run: async ({ a }) => {
      const metadata = {
        $correlationId: 'c-1',
        $causationId: 'c-0',
        actor: 'officer-7',
        v: 1,
        refs: { case: 'case-1' },
      };
      const stream = newStream();
      await a.append(stream, [{ ...newEvent(), metadata }], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.deepEqual(event?.metadata, metadata);
    },
  },
  {
    id: 'C03',
    title: 'an event without metadata is read back without',
    run: async ({ a }) => {
      const stream = newStream();
      await a.append(stream, [newEvent()], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.equal(event?.metadata, undefined);
    },
  },
  {
    id: 'C04',
    title: 'recordedAt is the stamp of the store and never goes backward, whichever instance writes',
    run: async ({ a, b, setClock }) => {
      const stream = newStream();
      const stamps = ['2041-06-01T14:00:00.000Z', '2041-06-01T13:00:00.000Z', '2041-06-01T15:00:00.000Z'];
      for (const [n, stamp] of stamps.entries()) {
        setClock?.(stamp);
        await (n % 2 ? b : a).append(stream, [{ ...newEvent(n), data: { n, recordedAt: '1999-01-01' } }], 'any');
      }
      const recorded = (await collect(a.readStream(stream))).map(({ recordedAt }) => recordedAt);
      assert.ok(recorded.every((instant) => new Date(instant).toISOString() === instant));
      assert.deepEqual([...recorded].sort(), recorded);
      if (setClock) assert.deepEqual(recorded, [stamps[0], stamps[0], stamps[2]]);
    },
  },
  {
    id: 'C05',
    title: 'a revision and a position above 2^53 keep every digit',
    needs: 'storeAboveSafeIntegers',
    run: async ({ a, storeAboveSafeIntegers }) => {
      const stream = newStream();
      const revision = 9_007_199_254_740_993n;
      const stored = newEvent(1);
      const position = await storeAboveSafeIntegers!(stream, revision, stored);
      assert.match(position, /9007199254740993$/);
      const next = await a.append(stream, [newEvent(2)], revision);
      assert.equal(next.revision, revision + 1n);
      assert.match(next.position!, /9007199254740994$/);
      assert.ok(a.comparePositions(position, next.position!) < 0);
      const events = await collect(a.readStream(stream, { fromRevision: revision }));
      assert.deepEqual(
        events.map((event) => [event.revision, event.position]),
        [
          [revision, position],
          [revision + 1n, next.position],
        ],
      );
      assert.equal((await a.append(stream, [stored], revision - 1n)).revision, revision);
      assert.deepEqual(
        (await allSince(a, position)).map((event) => event.revision),
        [revision + 1n],
      );
      assert.equal(await a.head(), next.position);
    },
  },
  {
    id: 'C06',
    title: 'cents, dates and nested values come back as the same canonical JSON; what is no JSON object is refused',
    run: async ({ a }) => {
      const data: JsonObject = {
        cents: 100_000,
        mostCents: Number.MAX_SAFE_INTEGER,
        liters: 0.1,
        day: '2026-06-01',
        at: '2026-06-01T14:00:00.000Z',
        list: [null, true, [], {}, -1, 1e21],
        nested: { b: 1, a: { z: [], y: '' } },
      };
      const stream = newStream();
      await a.append(stream, [{ ...newEvent(), data }], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.equal(canonical(event?.data), canonical(data));
      for (const wrong of [{ n: 1n }, [1], 'text', null, undefined]) {
        const offered = { ...newEvent(), data: wrong as unknown as JsonObject };
        await refused('INVALID_ARGUMENT', () => a.append(stream, [offered], 'any'));
      }
    },
  },
];
