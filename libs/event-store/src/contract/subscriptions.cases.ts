import assert from 'node:assert/strict';

import { DomainError } from '#kernel';

import { unavailable } from '../event-store.errors.js';
import type { Position } from '../event-store.port.js';
import type { ContractCase } from './contract.js';
import { RETRIES } from './contract.js';
import {
  filledStream,
  follow,
  ids,
  newEvent,
  newEvents,
  newStream,
  numbers,
  settle,
  since,
  until,
  upTo,
} from './support.js';

const CUT = unavailable('the connection was cut for a test');
const DENIED = new DomainError('EVENT_STORE.ACCESS_DENIED', 'Not for this account.');

export const SUBSCRIPTIONS: readonly ContractCase[] = [
  {
    id: 'F01',
    title: 'history is followed by what is appended meanwhile, with none lost or doubled at the seam',
    run: async ({ a, b }) => {
      const start = await a.head();
      const stream = await filledStream(a, 8);
      let late = 8;
      const follower = follow(a, {
        ...since(start),
        batchSize: 2,
        // Each time all there is has just been read, one more comes before its handler is done: four times on the seam.
        also: async ({ events }) => {
          if (late < 12 && events.at(-1)?.data.n === late - 1) {
            await (late % 2 ? a : b).append(stream, [newEvent(late++)], 'any');
          }
        },
      });
      await until('twelve events have come', () => follower.events.length >= 12);
      await a.append(stream, [newEvent(12)], 'any');
      await until('the live event has come', () => follower.events.length >= 13);
      await settle();
      assert.deepEqual(numbers(follower.events), upTo(13));
      await follower.subscription.stop();
    },
  },
  {
    id: 'F02',
    title: 'a subscription from the end gives only what comes after it was made',
    run: async ({ a }) => {
      const stream = await filledStream(a, 8);
      const follower = follow(a, { after: 'end' });
      await a.append(stream, newEvents(4), 7n);
      await until('four events have come', () => follower.events.length >= 4);
      await settle();
      assert.deepEqual(numbers(follower.events), upTo(4));
      await follower.subscription.stop();
    },
  },
  {
    id: 'F03',
    title: 'a subscription after a checkpoint does not give the event at it again',
    run: async ({ a }) => {
      const stream = newStream();
      const positions: Position[] = [];
      for (let n = 0; n < 6; n += 1) positions.push((await a.append(stream, [newEvent(n)], 'any')).position!);
      const follower = follow(a, { after: positions[2]! });
      await until('the rest has come', () => follower.events.length >= 3);
      await settle();
      assert.deepEqual(numbers(follower.events), [3, 4, 5]);
      assert.equal(follower.subscription.handled, positions[5]);
      await follower.subscription.stop();
    },
  },
  {
    id: 'F04',
    title: 'it goes live once, after the history and before the first live event',
    run: async ({ a }) => {
      const start = await a.head();
      const stream = await filledStream(a, 8);
      const seenWhenLive: number[] = [];
      const seen: unknown[] = [];
      const subscription = a.subscribe({
        ...since(start),
        handle: ({ events }) => void seen.push(...numbers(events)),
        onState: (state) => void (state === 'live' && seenWhenLive.push(seen.length)),
      });
      assert.equal(subscription.state, 'catchingUp');
      await until('it is live', () => subscription.state === 'live');
      await a.append(stream, [newEvent(8)], 7n);
      await until('the live event has come', () => seen.length === 9);
      assert.deepEqual(seenWhenLive, [8]);
      await subscription.stop();
    },
  },
  {
    id: 'F05',
    title: 'with nothing to catch up it is live at once',
    run: async ({ a }) => {
      const follower = follow(a, { after: 'end' });
      await until('it is live', () => follower.subscription.state === 'live');
      assert.deepEqual(follower.events, []);
      assert.equal(follower.subscription.handled, null);
      await follower.subscription.stop();
    },
  },
  {
    id: 'F06',
    title: 'a slow handler falls behind, catches up again, and keeps the order',
    needs: 'tellsBehind',
    run: async ({ a }) => {
      const stream = newStream();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const follower = follow(a, { after: 'end', batchSize: 5, also: () => held });
      await until('it is live', () => follower.subscription.state === 'live');
      for (let n = 0; n < 50; n += 1) await a.append(stream, [newEvent(n)], 'any');
      release();
      await until('all have come', () => follower.events.length >= 50);
      await until('it is live again', () => follower.subscription.state === 'live');
      assert.deepEqual(numbers(follower.events), upTo(50));
      assert.deepEqual(follower.states.slice(-2), ['behind', 'live']);
      await follower.subscription.stop();
    },
  },
  {
    id: 'F07',
    title: 'a handler that waits is never called a second time meanwhile, nor given more than a batch',
    run: async ({ a }) => {
      const start = await a.head();
      await filledStream(a, 100);
      let running = 0;
      let most = 0;
      const sizes: number[] = [];
      const follower = follow(a, {
        ...since(start),
        batchSize: 10,
        also: async ({ events }) => {
          running += 1;
          most = Math.max(most, running);
          sizes.push(events.length);
          await new Promise((resolve) => setTimeout(resolve, 1));
          running -= 1;
        },
      });
      await until('all have come', () => follower.events.length >= 100);
      assert.equal(most, 1);
      assert.ok(Math.max(...sizes) <= 10);
      assert.deepEqual(numbers(follower.events), upTo(100));
      await follower.subscription.stop();
    },
  },
  {
    id: 'F08',
    title: 'an error of the handler ends the subscription, and a restart gives the same event again',
    run: async ({ a }) => {
      const start = await a.head();
      await filledStream(a, 8);
      const failure = new Error('the fifth cannot be handled');
      const follower = follow(a, {
        ...since(start),
        batchSize: 1,
        also: ({ events }) => {
          if (events[0]?.data.n === 4) throw failure;
        },
      });
      await until('it is dropped', () => follower.subscription.state === 'dropped');
      assert.deepEqual(follower.errors, [failure]);
      assert.deepEqual(numbers(follower.events), upTo(4));
      assert.equal(follower.subscription.handled, follower.events[3]?.position);
      const again = follow(a, { after: follower.subscription.handled });
      await until('the rest has come', () => again.events.length >= 4);
      assert.deepEqual(numbers(again.events), [4, 5, 6, 7]);
      await follower.subscription.stop();
      await again.subscription.stop();
    },
  },
  {
    id: 'F09',
    title: 'after the log was away it goes on behind the last event handled; nothing is lost',
    needs: 'failReads',
    run: async ({ a, b, failReads }) => {
      const start = await a.head();
      const stream = await filledStream(a, 5);
      const follower = follow(a, since(start));
      await until('it is live', () => follower.subscription.state === 'live');
      failReads!(CUT, 2);
      for (let n = 5; n < 8; n += 1) await b.append(stream, [newEvent(n)], 'any');
      await until('the rest has come', () => follower.events.length >= 8);
      await settle();
      assert.deepEqual(numbers(follower.events), upTo(8));
      assert.deepEqual(follower.errors, [CUT, CUT]);
      await until('it is live again', () => follower.subscription.state === 'live');
      await follower.subscription.stop();
    },
  },
  {
    id: 'F10',
    title: 'it gives up at once when denied, and after the budget of retries, which is restored by a success',
    needs: 'failReads',
    run: async ({ a, failReads }) => {
      const stream = await filledStream(a, 1);
      const nextAfter = async (error: unknown, times: number) => {
        failReads!(error, times);
        await a.append(stream, [newEvent()], 'any');
      };
      const follower = follow(a, { after: 'end' });
      await until('it is live', () => follower.subscription.state === 'live');
      for (const round of [1, 2]) {
        await nextAfter(CUT, RETRIES.attempts);
        await until('it has come through', () => follower.events.length === round);
        await until('it is live again', () => follower.subscription.state === 'live');
      }
      await nextAfter(CUT, RETRIES.attempts + 1);
      await until('it is dropped', () => follower.subscription.state === 'dropped');
      assert.equal(follower.errors.length, 3 * RETRIES.attempts + 1);

      const denied = follow(a, { after: 'end' });
      await until('it is live', () => denied.subscription.state === 'live');
      await nextAfter(DENIED, 1);
      await until('it is dropped', () => denied.subscription.state === 'dropped');
      assert.deepEqual(denied.errors, [DENIED]);
    },
  },
  {
    id: 'F11',
    title: 'the checkpoint moves past events that the filter leaves out',
    run: async ({ a }) => {
      const start = await a.head();
      await filledStream(a, 384, 'Uninteresting');
      const head = await a.head();
      const follower = follow(a, { ...since(start), filter: { types: ['Interesting'] }, batchSize: 32 });
      await until('the checkpoint is at the head', () => follower.subscription.handled === head);
      assert.deepEqual(follower.events, []);
      const { position } = await a.append(newStream(), [newEvent(1, 'Interesting')], 'no_stream');
      await until('the interesting one has come', () => follower.events.length === 1);
      assert.equal(follower.checkpoints.at(-1), position);
      await follower.subscription.stop();
    },
  },
  {
    id: 'F12',
    title: 'a subscription stopped twice is over, hears nothing more, and leaves the store usable',
    run: async ({ a }) => {
      const stream = await filledStream(a, 1);
      const follower = follow(a, { after: 'end' });
      await until('it is live', () => follower.subscription.state === 'live');
      await follower.subscription.stop();
      await follower.subscription.stop();
      assert.equal(follower.subscription.state, 'stopped');
      await a.append(stream, [newEvent()], 0n);
      await settle();
      assert.deepEqual(follower.events, []);
      assert.deepEqual(follower.states.filter((state) => state === 'stopped').length, 1);
      assert.deepEqual(follower.errors, []);
    },
  },
  {
    id: 'F13',
    title:
      'two subscriptions keep their own places: one stopped and restarted misses nothing, the other notices nothing',
    run: async ({ a, b }) => {
      const start = await a.head();
      const stream = await filledStream(a, 3);
      const [one, two] = [follow(a, since(start)), follow(b, since(start))];
      await until('both have three', () => one.events.length === 3 && two.events.length === 3);
      await one.subscription.stop();
      await a.append(stream, [newEvent(3), newEvent(4)], 2n);
      await until('the other has five', () => two.events.length === 5);
      const restarted = follow(a, { after: one.subscription.handled! });
      await until('the rest has come', () => restarted.events.length === 2);
      assert.deepEqual(ids([...one.events, ...restarted.events]), ids(two.events));
      await restarted.subscription.stop();
      await two.subscription.stop();
    },
  },
  {
    id: 'F14',
    title: 'closing the store ends every subscription without an error',
    run: async ({ a }) => {
      await filledStream(a, 3);
      const followers = [follow(a), follow(a, { after: 'end' }), follow(a, { filter: { types: ['None'] } })];
      await a.close();
      for (const { subscription, errors } of followers) {
        assert.equal(subscription.state, 'stopped');
        assert.deepEqual(errors, []);
      }
      await a.close();
    },
  },
  {
    id: 'F15',
    title: 'what another process appends reaches a live subscription',
    needs: 'appendFromAnotherProcess',
    run: async ({ a, appendFromAnotherProcess }) => {
      const follower = follow(a, { after: 'end' });
      await until('it is live', () => follower.subscription.state === 'live');
      const event = newEvent(7);
      await appendFromAnotherProcess!(newStream(), event);
      await until('it has come', () => follower.events.length === 1);
      assert.deepEqual(ids(follower.events), [event.id]);
      await follower.subscription.stop();
    },
  },
];
