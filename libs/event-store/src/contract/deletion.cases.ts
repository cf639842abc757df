import assert from 'node:assert/strict';

import type { Expectation } from '../event-store.port.js';
import type { ContractCase, StoresUnderTest } from './contract.js';
import {
  allSince,
  collect,
  conflicts,
  filledStream,
  follow,
  newEvent,
  newStream,
  numbers,
  refused,
  revisions,
  since,
  until,
} from './support.js';

const isGoneForGood = async ({ a, b }: StoresUnderTest, stream: string): Promise<void> => {
  for (const store of [a, b]) {
    await refused('STREAM_DELETED', () => collect(store.readStream(stream)));
    await refused('STREAM_DELETED', () => store.readStream(stream).exists());
    for (const expectation of ['any', 'no_stream', 'stream_exists', 0n, 3n] as Expectation[]) {
      await refused('STREAM_DELETED', () => store.append(stream, [newEvent()], expectation));
    }
  }
};

export const DELETION: readonly ContractCase[] = [
  {
    id: 'G01',
    title: 'a soft deletion hides the stream, and a later append goes on with the numbering',
    run: async ({ a, b, admin }) => {
      const stream = await filledStream(a, 4);
      await admin.softDelete(stream, 'any');
      assert.equal(await b.readStream(stream).exists(), false);
      assert.deepEqual(await collect(a.readStream(stream)), []);
      assert.equal((await a.append(stream, [newEvent()], 'no_stream')).revision, 4n);
      assert.equal(await b.readStream(stream).exists(), true);
      assert.deepEqual(revisions(await collect(b.readStream(stream))), [4n]);
      assert.deepEqual(revisions(await collect(b.readStream(stream, { direction: 'backward' }))), [4n]);
    },
  },
  {
    id: 'G02',
    title: 'a soft deletion at another revision than the last is a conflict',
    run: async ({ a, admin }) => {
      const stream = await filledStream(a, 4);
      await refused('CONFLICT', () => admin.softDelete(stream, 2n));
      assert.equal(await a.readStream(stream).exists(), true);
      await admin.softDelete(stream, 3n);
      assert.equal(await a.readStream(stream).exists(), false);
    },
  },
  {
    id: 'G03',
    title: 'a soft-deleted stream takes no_stream and its exact last revision, and does not exist for stream_exists',
    run: async ({ a, admin }) => {
      const stream = await filledStream(a, 4);
      await admin.softDelete(stream, 3n);
      await conflicts(a, stream, [newEvent()], 'stream_exists', 'no_stream');
      const event = newEvent();
      assert.equal((await a.append(stream, [event], 'no_stream')).revision, 4n);
      assert.equal((await a.append(stream, [event], 'no_stream')).revision, 4n);
      await admin.softDelete(stream, 4n);
      assert.equal((await a.append(stream, [newEvent()], 4n)).revision, 5n);
      assert.deepEqual(revisions(await collect(a.readStream(stream))), [5n]);
    },
  },
  {
    id: 'G04',
    title: 'a tombstone is final: reading and every append are refused as deleted',
    run: async (stores) => {
      const stream = await filledStream(stores.a, 4);
      await stores.admin.tombstone(stream, 3n);
      await isGoneForGood(stores, stream);
    },
  },
  {
    id: 'G05',
    title: 'an unused stream can be tombstoned, so that its name is never used',
    run: async (stores) => {
      const stream = newStream();
      await stores.admin.tombstone(stream, 'no_stream');
      await isGoneForGood(stores, stream);
    },
  },
  {
    id: 'G06',
    title: 'the log still shows the events of a soft-deleted stream, to readers and to subscriptions',
    run: async ({ a, admin }) => {
      const start = await a.head();
      const stream = await filledStream(a, 3);
      await admin.softDelete(stream, 2n);
      assert.deepEqual(numbers(await allSince(a, start)), [0, 1, 2]);
      const follower = follow(a, since(start));
      await until('the deleted events have come', () => follower.events.length === 3);
      await follower.subscription.stop();
    },
  },
];
