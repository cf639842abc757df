import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { openBareLog } from './bare-log.js';
import { requireDurable } from './durability.js';
import { openEmmettLog } from './emmett-log.js';
import { calibrateSync, median, percentile, rotated, Rows, settle } from './measure.js';
import { openOurLog } from './our-log.js';
import { eventOf, eventsOf } from './payload.js';

const WARM_UP = 50;
const GROUP = 16;

/** Calls `append` again and again for a while. @returns calls a second, and the milliseconds of each call */
const repeatFor = async (milliseconds, append) => {
  const times = [];
  const start = performance.now();
  for (let now = start; now - start < milliseconds;) {
    await append();
    const then = performance.now();
    times.push(then - now);
    now = then;
  }
  return { perSecond: (times.length * 1000) / (performance.now() - start), times };
};

/** As `repeatFor` without a promise in the loop: the bare table knows none. */
const repeatInPlace = (milliseconds, append) => {
  const times = [];
  const start = performance.now();
  for (let now = start; now - start < milliseconds;) {
    append();
    const then = performance.now();
    times.push(then - now);
    now = then;
  }
  return { perSecond: (times.length * 1000) / (performance.now() - start), times };
};

/** Several writers at once, each on a stream of its own, each waiting for its append before the next. */
const writersFor = async (milliseconds, count, writer) => {
  const start = performance.now();
  const done = await Promise.all(
    Array.from({ length: count }, async () => {
      const append = writer(`case-${randomUUID()}`);
      let appends = 0;
      while (performance.now() - start < milliseconds) {
        await append();
        appends += 1;
      }
      return appends;
    }),
  );
  return (done.reduce((sum, appends) => sum + appends, 0) * 1000) / (performance.now() - start);
};

const newStream = () => `case-${randomUUID()}`;

const bareWriter = (log) => {
  const stream = newStream();
  let last = -1;
  return () => log.append(stream, [eventOf(1)], last++);
};

const measures = (milliseconds) => ({
  bare: async (file, add, latency) => {
    const log = openBareLog(file);
    for (let index = 0; index < WARM_UP; index += 1) log.append(newStream(), [eventOf(index)], -1);
    const single = repeatInPlace(milliseconds, () => log.append(newStream(), [eventOf(1)], -1));
    add('single', single.perSecond);
    latency(single.times);
    add('ten', repeatInPlace(milliseconds, () => log.append(newStream(), eventsOf(10), -1)).perSecond * 10);
    for (const count of [1, 4, 16]) {
      const writers = Array.from({ length: count }, () => bareWriter(log));
      let next = 0;
      add(`writers-${count}`, repeatInPlace(milliseconds, () => writers[next++ % count]()).perSecond);
    }
    const streams = Array.from({ length: GROUP }, newStream);
    let last = -1;
    const grouped = repeatInPlace(milliseconds, () => {
      log.appendMany(streams.map((stream) => [stream, [eventOf(1)], last]));
      last += 1;
    });
    add('writers-16-grouped', grouped.perSecond * GROUP);
    log.close();
  },
  ours: async (file, add, latency) => {
    const log = await openOurLog(file);
    const { store } = log;
    for (let index = 0; index < WARM_UP; index += 1) await store.append(newStream(), [eventOf(index)], 'no_stream');
    const single = await repeatFor(milliseconds, () => store.append(newStream(), [eventOf(1)], 'no_stream'));
    add('single', single.perSecond);
    latency(single.times);
    const ten = await repeatFor(milliseconds, () => store.append(newStream(), eventsOf(10), 'no_stream'));
    add('ten', ten.perSecond * 10);
    for (const count of [1, 4, 16]) {
      const perSecond = await writersFor(milliseconds, count, (stream) => {
        let last = -1n;
        return async () => {
          await store.append(stream, [eventOf(1)], last < 0n ? 'no_stream' : last);
          last += 1n;
        };
      });
      add(`writers-${count}`, perSecond);
      if (count === GROUP) add('writers-16-grouped', perSecond);
    }
    await log.close();
  },
  emmett: async (file, add, latency) => {
    const log = await openEmmettLog(file);
    for (let index = 0; index < WARM_UP; index += 1) await log.append(newStream(), [eventOf(index)], 0n);
    const single = await repeatFor(milliseconds, () => log.append(newStream(), [eventOf(1)], 0n));
    add('single', single.perSecond);
    latency(single.times);
    const ten = await repeatFor(milliseconds, () => log.append(newStream(), eventsOf(10), 0n));
    add('ten', ten.perSecond * 10);
    const writer = (append) => (stream) => {
      let count = 0n;
      return () => append(stream, [eventOf(1)], count++);
    };
    for (const count of [1, 4, 16]) {
      const perSecond = await writersFor(milliseconds, count, writer(log.appendInTurn));
      add(`writers-${count}`, perSecond);
      if (count === GROUP) add('writers-16-grouped', perSecond);
    }
    add('writers-16-overlapping', await writersFor(milliseconds, GROUP, writer(log.append)));
    await log.close();
  },
});

/** How many of 200 overlapping, acknowledged appends a second connection cannot see at the moment of acknowledgment. */
const acknowledgedTooEarly = async (file, open, table, append) => {
  const log = await open(file);
  await append(log, newStream());
  const other = new Database(file, { readonly: true });
  const count = other
    .prepare(`SELECT count(*) FROM ${table} WHERE stream${table === 'events' ? '' : '_id'} = ?`)
    .pluck();
  let unseen = 0;
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const stream = newStream();
      await append(log, stream);
      if (count.get(stream) === 0) unseen += 1;
    }),
  );
  other.close();
  await log.close();
  return unseen;
};

/** Rows of appending: one, ten, and several writers at once. */
export const appends = async ({ folder, rounds, milliseconds, say }) => {
  const rows = new Rows();
  const syncs = [];
  const latencies = { bare: [], ours: [], emmett: [] };
  const work = measures(milliseconds);
  const durable = {
    bare: openBareLog(join(folder, 'durable-bare.db')),
    ours: await openOurLog(join(folder, 'durable-ours.db')),
    emmett: await openEmmettLog(join(folder, 'durable-emmett.db')),
  };
  await durable.emmett.append(newStream(), [eventOf(1)], 0n);
  const durability = await requireDurable(durable);
  for (const log of Object.values(durable)) await log.close();

  for (let round = 0; round < rounds; round += 1) {
    syncs.push(calibrateSync(folder));
    for (const name of rotated(Object.keys(work), round)) {
      await settle();
      await work[name](
        join(folder, `appends-${name}-${round}.db`),
        (key, value) => rows.add(key, name, value),
        (times) => latencies[name].push(times),
      );
    }
    say(`appends: round ${round + 1} of ${rounds}, sync ${syncs.at(-1).toFixed(2)} ms`);
  }
  const tooEarly = {
    ours: await acknowledgedTooEarly(join(folder, 'early-ours.db'), openOurLog, 'events', (log, stream) =>
      log.store.append(stream, [eventOf(1)], 'no_stream'),
    ),
    emmett: await acknowledgedTooEarly(join(folder, 'early-emmett.db'), openEmmettLog, 'emt_messages', (log, stream) =>
      log.append(stream, [eventOf(1)], 0n),
    ),
  };
  const latency = Object.fromEntries(
    Object.entries(latencies).map(([name, lists]) => [
      name,
      {
        p50: median(lists.map((times) => percentile(times, 0.5))),
        p99: median(lists.map((times) => percentile(times, 0.99))),
        p999: percentile(lists.flat(), 0.999),
      },
    ]),
  );
  return { rows: rows.rows, facts: { durability, syncs, latency, tooEarly } };
};
