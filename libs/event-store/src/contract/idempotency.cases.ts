import assert from 'node:assert/strict';

import { isDomainError } from '#kernel';

import type { NewEvent } from '../event-store.port.js';
import type { ContractCase } from './contract.js';
import { allSince, collect, conflicts, ids, newEvent, newEvents, newStream } from './support.js';

export const IDEMPOTENCY: readonly ContractCase[] = [
  {
    id: 'B01',
    title: 'a retry with no_stream succeeds with the same answer and one copy',
    run: async ({ a, b }) => {
      const stream = newStream();
      const events = [newEvent()];
      const first = await a.append(stream, events, 'no_stream');
      const again = await b.append(stream, events, 'no_stream');
      assert.equal(again.revision, first.revision);
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events));
    },
  },
  {
    id: 'B02',
    title: 'a retry with no_stream, or with an exact revision, succeeds also after later appends',
    run: async ({ a }) => {
      const stream = newStream();
      const events = newEvents(6);
      await a.append(stream, [events[0]!], 'no_stream');
      for (let n = 1; n < 6; n += 1) await a.append(stream, [events[n]!], BigInt(n - 1));
      assert.equal((await a.append(stream, [events[0]!], 'no_stream')).revision, 0n);
      assert.equal((await a.append(stream, [events[3]!], 2n)).revision, 3n);
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events));
    },
  },
  {
    id: 'B03',
    title: 'a retry of an append of several, or of its later part with the revision before it, succeeds',
    run: async ({ a }) => {
      const stream = newStream();
      const events = newEvents(2);
      await a.append(stream, events, 'no_stream');
      assert.equal((await a.append(stream, events, 'no_stream')).revision, 1n);
      assert.equal((await a.append(stream, [events[1]!], 0n)).revision, 1n);
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events));
    },
  },
  {
    id: 'B04',
    title: 'a retry with any at once succeeds with one copy',
    run: async ({ a }) => {
      const stream = newStream();
      const events = newEvents(4);
      await a.append(stream, events, 'any');
      await a.append(stream, events, 'any');
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events));
    },
  },
  {
    id: 'B05',
    title: 'stored events with a new one behind them are a conflict and write nothing',
    run: async ({ a }) => {
      const stream = newStream();
      const events = newEvents(3);
      await a.append(stream, events.slice(0, 2), 'no_stream');
      await conflicts(a, stream, events, 'no_stream', '1');
      assert.deepEqual(ids(await collect(a.readStream(stream))), ids(events.slice(0, 2)));
    },
  },
  {
    id: 'B06',
    title: 'a stored id at the tip is refused as a duplicate or stored once more, never accepted without a trace',
    run: async ({ a }) => {
      const stream = newStream();
      const events = newEvents(6);
      await a.append(stream, events, 'no_stream');
      const together: NewEvent[] = [newEvent(), events[0]!];
      for (const offered of [[events[0]!], together]) {
        const before = ids(await collect(a.readStream(stream)));
        const tip = BigInt(before.length - 1);
        let written = 0;
        try {
          const result = await a.append(stream, offered, tip);
          assert.equal(result.retried, false);
          written = offered.length;
        } catch (error) {
          assert.ok(isDomainError(error));
          assert.equal(error.code, 'EVENT_STORE.DUPLICATE_EVENT_ID');
        }
        assert.equal((await collect(a.readStream(stream))).length, before.length + written);
      }
    },
  },
  {
    id: 'B07',
    title: 'the same id in another stream is another event',
    run: async ({ a }) => {
      const event = newEvent();
      const [x, y] = [newStream(), newStream()];
      await a.append(x, [event], 'no_stream');
      assert.equal((await a.append(y, [event], 'no_stream')).retried, false);
      assert.deepEqual(ids(await collect(a.readStream(x))), [event.id]);
      assert.deepEqual(ids(await collect(a.readStream(y))), [event.id]);
    },
  },
  {
    id: 'B08',
    title: 'an append whose answer was not waited for, sent again, is there exactly once',
    run: async ({ a, b }) => {
      const start = await a.head();
      const stream = newStream();
      const events = newEvents(2);
      const unheard = a.append(stream, events, 'no_stream').catch(() => undefined);
      assert.equal((await a.append(stream, events, 'no_stream')).revision, 1n);
      assert.equal((await b.append(stream, events, 'no_stream')).revision, 1n);
      await unheard;
      assert.deepEqual(ids(await allSince(b, start)), ids(events));
    },
  },
  {
    id: 'B09',
    title: 'a retry answers with the position of the stored event, or none, also after a soft deletion',
    run: async ({ a, admin }) => {
      const stream = newStream();
      const events = newEvents(2);
      const first = await a.append(stream, events, 'no_stream');
      const again = await a.append(stream, events, 'no_stream');
      assert.ok(again.position === null || a.comparePositions(again.position, first.position!) === 0);
      await admin.softDelete(stream, 1n);
      const afterDeletion = await a.append(stream, events, 'no_stream');
      const { position } = afterDeletion;
      assert.ok(position === null || a.comparePositions(position, first.position!) === 0);
    },
  },
];
