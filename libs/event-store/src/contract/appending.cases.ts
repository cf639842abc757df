import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { EventStore } from '../event-store.port.js';
import { LIMITS } from '../event-store.port.js';
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
  refused,
  revisions,
  upTo,
} from './support.js';

const count = async (store: EventStore, stream: string): Promise<number> =>
  (await collect(store.readStream(stream))).length;

export const APPENDING: readonly ContractCase[] = [
  {
    id: 'A01',
    title: 'the first append to an unused stream with no_stream succeeds and says where it went',
    run: async ({ a }) => {
      const one = await a.append(newStream(), [newEvent()], 'no_stream');
      assert.equal(one.revision, 0n);
      assert.equal(one.retried, false);
      assert.equal(typeof one.position, 'string');
      const three = await a.append(newStream(), newEvents(3), 'no_stream');
      assert.equal(three.revision, 2n);
    },
  },
  {
    id: 'A02',
    title: 'no_stream on a stream with events is a conflict and writes nothing',
    run: async ({ a }) => {
      const stream = await filledStream(a, 2);
      await conflicts(a, stream, [newEvent()], 'no_stream', '1');
      assert.equal(await count(a, stream), 2);
    },
  },
  {
    id: 'A03',
    title: 'stream_exists on a stream with events succeeds',
    run: async ({ a }) => {
      const stream = await filledStream(a, 2);
      assert.equal((await a.append(stream, [newEvent()], 'stream_exists')).revision, 2n);
    },
  },
  {
    id: 'A04',
    title: 'stream_exists on an unused stream is a conflict: there is no stream',
    run: async ({ a }) => {
      const stream = newStream();
      await conflicts(a, stream, [newEvent()], 'stream_exists', 'no_stream');
      assert.equal(await a.readStream(stream).exists(), false);
    },
  },
  {
    id: 'A05',
    title: 'the exact last revision is accepted and the numbering goes on',
    run: async ({ a }) => {
      const stream = await filledStream(a, 3);
      assert.equal((await a.append(stream, [newEvent()], 2n)).revision, 3n);
    },
  },
  {
    id: 'A06',
    title: 'an exact revision on an unused stream is a conflict: there is no stream',
    run: async ({ a }) => conflicts(a, newStream(), [newEvent()], 1n, 'no_stream'),
  },
  {
    id: 'A07',
    title: 'an exact revision above the last one is a conflict',
    run: async ({ a }) => {
      const stream = await filledStream(a, 3);
      await conflicts(a, stream, [newEvent()], 3n, '2');
    },
  },
  {
    id: 'A08',
    title: 'an exact revision below the last one with new events is a conflict',
    run: async ({ a }) => {
      const stream = await filledStream(a, 6);
      await conflicts(a, stream, [newEvent()], 4n, '5');
      assert.equal(await count(a, stream), 6);
    },
  },
  {
    id: 'A09',
    title: 'any is accepted on an unused stream and on one with events',
    run: async ({ a }) => {
      const stream = newStream();
      assert.equal((await a.append(stream, [newEvent()], 'any')).revision, 0n);
      assert.equal((await a.append(stream, [newEvent()], 'any')).revision, 1n);
    },
  },
  {
    id: 'A10',
    title: 'a refused append leaves no trace: no event, no burnt revision, nothing in the log',
    run: async ({ a }) => {
      const start = await a.head();
      const stream = await filledStream(a, 4);
      const lost = newEvents(2);
      await conflicts(a, stream, lost, 9n, '3');
      await conflicts(a, stream, lost, 'no_stream', '3');
      assert.equal((await a.append(stream, [newEvent()], 3n)).revision, 4n);
      assert.deepEqual(revisions(await collect(a.readStream(stream))), [0n, 1n, 2n, 3n, 4n]);
      const seen = ids(await allSince(a, start));
      assert.equal(seen.length, 5);
      assert.ok(lost.every(({ id }) => !seen.includes(id)));
    },
  },
  {
    id: 'A11',
    title: 'a hundred events of one append are stored in order, or none of them when one is not valid',
    run: async ({ a }) => {
      const stream = await filledStream(a, 100);
      const events = await collect(a.readStream(stream));
      assert.deepEqual(numbers(events), upTo(100));
      assert.deepEqual(revisions(events), upTo(100).map(BigInt));
      const other = newStream();
      const flawed = newEvents(100).map((event, n) => (n === 49 ? { ...event, type: '$reserved' } : event));
      await refused('INVALID_ARGUMENT', () => a.append(other, flawed, 'no_stream'));
      assert.equal(await a.readStream(other).exists(), false);
    },
  },
  {
    id: 'A12',
    title: 'an append of no events makes no stream, and is refused only when the expectation is false',
    run: async ({ a }) => {
      const unused = newStream();
      const empty = { revision: -1n, position: null, retried: false };
      assert.deepEqual(await a.append(unused, [], 'any'), empty);
      assert.deepEqual(await a.append(unused, [], 'no_stream'), empty);
      assert.equal(await a.readStream(unused).exists(), false);
      await conflicts(a, unused, [], 'stream_exists', 'no_stream');
      await conflicts(a, unused, [], 0n, 'no_stream');
      const stream = await filledStream(a, 2);
      assert.deepEqual(await a.append(stream, [], 1n), { ...empty, revision: 1n });
      assert.deepEqual(await a.append(stream, [], 'stream_exists'), { ...empty, revision: 1n });
      await conflicts(a, stream, [], 'no_stream', '1');
      await conflicts(a, stream, [], 5n, '1');
      assert.equal(await count(a, stream), 2);
    },
  },
  {
    id: 'A13',
    title: 'of two instances that append at one revision at once exactly one wins, and the other gets a conflict',
    run: async ({ a, b }) => {
      const stream = await filledStream(a, 1);
      for (let round = 0n; round < 50n; round += 1n) {
        const outcomes = await Promise.allSettled([a, b].map((store) => store.append(stream, [newEvent()], round)));
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
        assert.deepEqual(
          lost.map((outcome) => outcome.reason.code),
          ['EVENT_STORE.CONFLICT'],
        );
      }
      assert.deepEqual(revisions(await collect(b.readStream(stream))), upTo(51).map(BigInt));
    },
  },
  {
    id: 'A14',
    title: 'twenty writers to twenty streams all succeed at once',
    run: async ({ a, b }) => {
      const streams = upTo(20).map(() => newStream());
      const results = await Promise.all(
        streams.map((stream, n) => (n % 2 ? a : b).append(stream, newEvents(2), 'no_stream')),
      );
      assert.ok(results.every(({ revision }) => revision === 1n));
      assert.equal(new Set(results.map(({ position }) => position)).size, 20);
      for (const stream of streams) assert.equal(await count(a, stream), 2);
    },
  },
  {
    id: 'A15',
    title: 'what one instance appended the other reads, continues and is held to',
    run: async ({ a, b }) => {
      const stream = await filledStream(a, 2);
      assert.deepEqual(numbers(await collect(b.readStream(stream))), [0, 1]);
      await conflicts(b, stream, [newEvent()], 0n, '1');
      assert.equal((await b.append(stream, [newEvent(2)], 1n)).revision, 2n);
      assert.deepEqual(numbers(await collect(a.readStream(stream))), [0, 1, 2]);
    },
  },
  {
    id: 'A16',
    title: 'an error, or a promise, from a hook before the commit takes the whole append back and no other',
    needs: 'openWithHook',
    run: async ({ a, openWithHook }) => {
      const [failing, asynchronous] = [newStream(), newStream()];
      const hooked = await openWithHook!((append): void => {
        if (append.stream === failing) throw new Error('not this one');
        if (append.stream === asynchronous) return Promise.reject(new Error('too late')) as never;
      });
      const neighbor = newStream();
      const outcomes = await Promise.allSettled([
        hooked.append(failing, newEvents(3), 'no_stream'),
        hooked.append(neighbor, newEvents(3), 'no_stream'),
        hooked.append(asynchronous, newEvents(3), 'no_stream'),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['rejected', 'fulfilled', 'rejected'],
      );
      assert.equal(await a.readStream(failing).exists(), false);
      assert.equal(await a.readStream(asynchronous).exists(), false);
      assert.deepEqual(numbers(await collect(a.readStream(neighbor))), [0, 1, 2]);
      await hooked.close();
    },
  },
  {
    id: 'A17',
    title: 'an event or an append above the limit is refused by the name of the limit, and the next append works',
    run: async ({ a }) => {
      const stream = newStream();
      const sized = (bytes: number) => ({ ...newEvent(), data: { text: 'x'.repeat(bytes) } });
      const event = await refused('TOO_LARGE', () => a.append(stream, [sized(LIMITS.eventBytes)], 'no_stream'));
      assert.equal(event.details.limit, 'eventBytes');
      const five = upTo(5).map(() => sized(LIMITS.eventBytes - 1_000));
      const append = await refused('TOO_LARGE', () => a.append(stream, five, 'no_stream'));
      assert.equal(append.details.limit, 'appendBytes');
      assert.equal(await a.readStream(stream).exists(), false);
      assert.equal((await a.append(stream, five.slice(0, 4), 'no_stream')).revision, 3n);
    },
  },
  {
    id: 'A18',
    title: 'names as long as the port allows are stored and read back unchanged, and longer ones are refused',
    run: async ({ a }) => {
      const stream = newStream().padEnd(LIMITS.nameLength, 'é');
      const type = 'T'.repeat(LIMITS.nameLength);
      await a.append(stream, [newEvent(0, type)], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.deepEqual([event?.stream, event?.type], [stream, type]);
      await refused('INVALID_ARGUMENT', () => a.append(`${stream}x`, [newEvent()], 'no_stream'));
      await refused('INVALID_ARGUMENT', () => a.append(newStream(), [newEvent(0, `${type}x`)], 'no_stream'));
    },
  },
  {
    id: 'A19',
    title: 'a stream or a type whose name begins with $ is refused',
    run: async ({ a }) => {
      await refused('INVALID_ARGUMENT', () => a.append(`$${randomUUID()}`, [newEvent()], 'any'));
      await refused('INVALID_ARGUMENT', () => a.append(newStream(), [newEvent(0, '$metadata')], 'any'));
    },
  },
];
