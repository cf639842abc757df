import assert from 'node:assert/strict';

import { HIGHEST_REVISION } from '../admission.js';
import type { ContractCase } from './contract.js';
import { collect, filledStream, newEvent, newEvents, newStream, numbers, refused, revisions, upTo } from './support.js';

export const READING: readonly ContractCase[] = [
  {
    id: 'D01',
    title: 'a stream is read forward in order',
    run: async ({ a }) => {
      const events = await collect(a.readStream(await filledStream(a, 8)));
      assert.deepEqual(numbers(events), upTo(8));
      assert.deepEqual(revisions(events), upTo(8).map(BigInt));
    },
  },
  {
    id: 'D02',
    title: 'reading from a revision includes it',
    run: async ({ a }) => {
      const events = await collect(a.readStream(await filledStream(a, 8), { fromRevision: 1n }));
      assert.deepEqual(numbers(events), upTo(7, 1));
    },
  },
  {
    id: 'D03',
    title: 'reading backward begins with the newest',
    run: async ({ a }) => {
      const events = await collect(a.readStream(await filledStream(a, 8), { direction: 'backward' }));
      assert.deepEqual(numbers(events), upTo(8).reverse());
    },
  },
  {
    id: 'D04',
    title: 'reading backward from a revision includes it',
    run: async ({ a }) => {
      const stream = await filledStream(a, 8);
      const events = await collect(a.readStream(stream, { direction: 'backward', fromRevision: 1n }));
      assert.deepEqual(numbers(events), [1, 0]);
    },
  },
  {
    id: 'D05',
    title: 'a limit ends the reading',
    run: async ({ a }) => {
      const stream = await filledStream(a, 8);
      assert.deepEqual(numbers(await collect(a.readStream(stream, { limit: 2 }))), [0, 1]);
      assert.deepEqual(numbers(await collect(a.readStream(stream, { limit: 0 }))), []);
    },
  },
  {
    id: 'D06',
    title: 'reading past the end gives nothing of a stream that exists',
    run: async ({ a }) => {
      const past = a.readStream(await filledStream(a, 8), { fromRevision: 100n });
      assert.deepEqual(await collect(past), []);
      assert.equal(await past.exists(), true);
    },
  },
  {
    id: 'D07',
    title: 'a stream that never was is read as empty and does not exist; that is no error',
    run: async ({ a }) => {
      const missing = a.readStream(newStream());
      assert.deepEqual(await collect(missing), []);
      assert.equal(await missing.exists(), false);
    },
  },
  {
    id: 'D08',
    title: 'existence is told rightly with none, one or several events, and beside streams of similar names',
    run: async ({ a }) => {
      const stream = newStream();
      const exists = () => a.readStream(stream).exists();
      await a.append(`${stream}-other`, [newEvent()], 'no_stream');
      assert.equal(await exists(), false);
      await a.append(stream, [newEvent()], 'no_stream');
      assert.equal(await exists(), true);
      await a.append(stream, newEvents(3), 0n);
      assert.equal(await exists(), true);
      assert.equal(await a.readStream(stream.slice(0, -1)).exists(), false);
    },
  },
  {
    id: 'D09',
    title: 'folding up to a revision gives the state as of that revision',
    run: async ({ a }) => {
      const stream = newStream();
      await a.append(stream, [newEvent(1), newEvent(10), newEvent(100)], 'no_stream');
      const sums: number[] = [];
      for (const limit of [1, 2, 3]) {
        const events = await collect(a.readStream(stream, { limit }));
        sums.push(events.reduce((sum, { data }) => sum + (data.n as number), 0));
      }
      assert.deepEqual(sums, [1, 11, 111]);
    },
  },
  {
    id: 'D10',
    title: 'an event is read at the position its append returned',
    run: async ({ a }) => {
      const stream = newStream();
      const { position } = await a.append(stream, [newEvent()], 'no_stream');
      const [event] = await collect(a.readStream(stream));
      assert.equal(event?.position, position);
    },
  },
  {
    id: 'D11',
    title: 'an argument that cannot be is refused at once, before anything is read',
    run: async ({ a }) => {
      const stream = newStream();
      const flawed: Array<() => unknown> = [
        () => a.readStream(stream, { fromRevision: -1n }),
        () => a.readStream(stream, { fromRevision: HIGHEST_REVISION + 1n }),
        () => a.readStream(stream, { limit: -1 }),
        () => a.readStream(stream, { limit: 1.5 }),
        () => a.readStream(stream, { direction: 'sideways' as never }),
        () => a.readStream('$all'),
        () => a.readStream(''),
        () => a.readAll({ after: 'nowhere' }),
        () => a.readAll({ pageSize: 0 }),
        () => a.subscribe({ after: 'nowhere', handle: () => undefined }),
      ];
      for (const read of flawed) await refused('INVALID_ARGUMENT', read);
      for (const expectation of [-1n, HIGHEST_REVISION + 1n, 'sometimes' as never]) {
        await refused('INVALID_ARGUMENT', () => a.append(stream, [newEvent()], expectation));
      }
      await refused('INVALID_ARGUMENT', () => a.append(stream, [{ ...newEvent(), id: 'not-a-uuid' }], 'any'));
      const twice = newEvent();
      await refused('INVALID_ARGUMENT', () => a.append(stream, [twice, twice], 'any'));
    },
  },
  {
    id: 'D12',
    title: 'a reader that stops after one of many events leaves the store usable and closable',
    run: async ({ a, b }) => {
      const stream = newStream();
      for (let n = 0; n < 3; n += 1) await a.append(stream, newEvents(500), 'any');
      for await (const event of a.readStream(stream)) {
        assert.equal(event.revision, 0n);
        break;
      }
      for await (const page of a.readAll().pages()) {
        assert.ok(page.length > 0);
        break;
      }
      assert.equal((await a.append(stream, [newEvent()], 1_499n)).revision, 1_500n);
      assert.equal((await collect(a.readStream(stream))).length, 1_501);
      await a.close();
      assert.equal((await b.append(stream, [newEvent()], 1_500n)).revision, 1_501n);
    },
  },
];
