import assert from 'node:assert/strict';

import type { Position } from '../event-store.port.js';
import type { ContractCase } from './contract.js';
import {
  allSince,
  collect,
  conflicts,
  filledStream,
  ids,
  newEvent,
  newEvents,
  newStream,
  numbers,
  upTo,
} from './support.js';

export const ALL: readonly ContractCase[] = [
  {
    id: 'E01',
    title: 'the log gives every event once, in the order of the commits, and nothing of the store itself',
    run: async ({ a, b }) => {
      const start = await a.head();
      const [x, y] = [newStream(), newStream()];
      const events = newEvents(8);
      for (const [n, event] of events.entries()) await (n % 2 ? b : a).append(n % 2 ? y : x, [event], 'any');
      const read = await allSince(a, start);
      assert.deepEqual(ids(read), ids(events));
      assert.deepEqual(
        read.map(({ stream, revision }) => [stream, revision]),
        upTo(8).map((n) => [n % 2 ? y : x, BigInt(n >> 1)]),
      );
    },
  },
  {
    id: 'E02',
    title: 'reading after a position leaves out the event at it, and nothing more',
    run: async ({ a }) => {
      const stream = newStream();
      const first = await a.append(stream, [newEvent(0)], 'no_stream');
      await a.append(stream, newEvents(2), 0n);
      assert.deepEqual(numbers(await allSince(a, first.position)), [0, 1]);
      const backward = await collect(a.readAll({ after: first.position!, direction: 'backward', limit: 1 }));
      assert.ok(backward.every((event) => event.stream !== stream));
    },
  },
  {
    id: 'E03',
    title: 'the log read backward begins with the newest',
    run: async ({ a }) => {
      const stream = await filledStream(a, 5);
      const read = await collect(a.readAll({ direction: 'backward', limit: 5 }));
      assert.deepEqual(numbers(read), [4, 3, 2, 1, 0]);
      assert.ok(read.every((event) => event.stream === stream));
    },
  },
  {
    id: 'E04',
    title: 'paging by position gives each of 2,500 events exactly once, also at the borders of the pages',
    run: async ({ a }) => {
      const start = await a.head();
      const stream = newStream();
      const events = newEvents(2_500);
      for (let n = 0; n < 2_500; n += 500) await a.append(stream, events.slice(n, n + 500), 'any');
      const paged: string[] = [];
      for (let after: Position | null = start; ;) {
        const page = await allSince(a, after, { limit: 1_000 });
        paged.push(...ids(page));
        if (page.length < 1_000) break;
        after = page[page.length - 1]!.position;
      }
      assert.deepEqual(paged, ids(events));
      const byItself: string[] = [];
      const sizes: number[] = [];
      for await (const page of a.readAll({ ...(start === null ? {} : { after: start }), pageSize: 700 }).pages()) {
        byItself.push(...ids(page));
        sizes.push(page.length);
      }
      assert.deepEqual(byItself, ids(events));
      assert.ok(Math.max(...sizes) <= 700);
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events));
    },
  },
  {
    id: 'E05',
    title: 'positions only grow, with holes allowed, and survive being kept as a text',
    run: async ({ a }) => {
      const start = await a.head();
      const stream = newStream();
      for (let n = 0; n < 5; n += 1) {
        await a.append(stream, [newEvent(n)], 'any');
        await a.append(stream, [], 'any');
        await conflicts(a, stream, [newEvent()], 'no_stream', String(n));
      }
      const read = await allSince(a, start);
      for (let n = 1; n < read.length; n += 1) {
        assert.ok(a.comparePositions(read[n - 1]!.position, read[n]!.position) < 0);
        assert.ok(a.comparePositions(read[n]!.position, read[n - 1]!.position) > 0);
      }
      const kept = JSON.parse(JSON.stringify({ position: read[2]!.position })).position as Position;
      assert.equal(a.comparePositions(kept, read[2]!.position), 0);
      assert.deepEqual(numbers(await allSince(a, kept)), [3, 4]);
    },
  },
  {
    id: 'E06',
    title: 'a filter by the beginning of the stream name gives only those streams',
    run: async ({ a }) => {
      const start = await a.head();
      const [x, y, z] = [newStream('alpha'), newStream('alphabet'), newStream('beta')];
      for (const stream of [x, y, z, x]) await a.append(stream, [newEvent()], 'any');
      const of = async (streamPrefixes: string[]) =>
        (await allSince(a, start, { filter: { streamPrefixes } })).map(({ stream }) => stream);
      assert.deepEqual(await of(['alpha-']), [x, x]);
      assert.deepEqual(await of(['alpha']), [x, y, x]);
      assert.deepEqual(await of(['beta-', 'alphabet']), [y, z]);
      assert.deepEqual(await of(['alpha_']), []);
      assert.deepEqual(await of([]), []);
      const backward = await collect(
        a.readAll({ direction: 'backward', limit: 2, filter: { streamPrefixes: ['alpha-', 'beta-'] } }),
      );
      assert.deepEqual(
        backward.map(({ stream }) => stream),
        [x, z],
      );
    },
  },
  {
    id: 'E07',
    title: 'a filter by type gives only those types, and both filters together only what passes both',
    run: async ({ a }) => {
      const start = await a.head();
      const [x, y] = [newStream('alpha'), newStream('beta')];
      for (const stream of [x, y]) {
        await a.append(
          stream,
          ['One', 'Two', 'Three'].map((type) => newEvent(0, type)),
          'no_stream',
        );
      }
      const types = async (filter: { types: string[]; streamPrefixes?: string[] }) =>
        (await allSince(a, start, { filter })).map(({ type }) => type);
      assert.deepEqual(await types({ types: ['Two'] }), ['Two', 'Two']);
      assert.deepEqual(await types({ types: ['Three', 'One'] }), ['One', 'Three', 'One', 'Three']);
      assert.deepEqual(await types({ types: ['Two', 'One'], streamPrefixes: ['beta-'] }), ['One', 'Two']);
      assert.deepEqual(await types({ types: ['Four'] }), []);
      assert.deepEqual(await types({ types: [] }), []);
      const limited = await allSince(a, start, { limit: 3, filter: { types: ['One', 'Three'] } });
      assert.deepEqual(
        limited.map(({ type }) => type),
        ['One', 'Three', 'One'],
      );
    },
  },
  {
    id: 'E08',
    title: 'the head is the position of the last event, and none or an older one before it',
    run: async ({ a, b }) => {
      const start = await a.head();
      const { position } = await b.append(newStream(), [newEvent()], 'no_stream');
      assert.equal(await a.head(), position);
      assert.ok(start === null || a.comparePositions(start, position!) < 0);
    },
  },
];
