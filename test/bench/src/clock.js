import { join } from 'node:path';
import { statSync } from 'node:fs';

import { openBareLog } from './bare-log.js';
import { requireDurable } from './durability.js';
import { openEmmettLog } from './emmett-log.js';
import { copyHistory, seedLedgers } from './ledger-history.js';
import { median, rotated, Rows, settle, timed } from './measure.js';
import { openOurLog } from './our-log.js';
import { later, openTown } from './town.js';

const AT_ONCE = 100;

/** A day far from the seeded ones, for the contenders that only append. */
const dayText = (count) => later('2030-01-01T00:00:00.000Z', count).slice(0, 10);

/** What emmett's command handler folds: enough to know whether the day is there. Our own fold does more. */
const LAST_DAY = {
  initialState: () => ({ last: '' }),
  evolve: (state, { data }) => (data.day > state.last ? { last: data.day } : state),
};

/**
 * One tick of the daily clock over many open runs: every ledger decides and appends its day, processes and read model
 * follow. Warm: folded states in memory. Cold: the first tick after a start, which folds every ledger first.
 */
export const dailyClock = async ({ folder, rounds, coldStarts, ledgers, days, emmettMilliseconds, say }) => {
  const rows = new Rows();
  const name = `clock-${days}`;
  const file = join(folder, `${name}.db`);
  await (await openOurLog(file)).close();
  let seeded;
  const seeding = await timed(async () => (seeded = await seedLedgers(folder, file, ledgers, days, say)));
  const { events, streams, revision, nextDay } = seeded;
  say(
    `clock ${days}: ${events} events in ${Math.round(seeding / 1000)} s, ${Math.round(statSync(file).size / 2 ** 20)} MiB`,
  );

  const bare = openBareLog(join(folder, `${name}-bare.db`));
  const emmett = await openEmmettLog(join(folder, `${name}-emmett.db`));
  const copying = await timed(() => copyHistory(file, bare, emmett));
  await requireDurable({ bare, emmett });
  say(`clock ${days}: copied to the others in ${Math.round(copying / 1000)} s`);

  // The first start builds the read model and the clock's index; later ones find them made, as a restarted server does.
  let now = seeded.now;
  let town = await openTown(folder, name, later(now, -1));
  const building = await timed(async () => {
    await town.engine.readModel.rebuild();
    await town.engine.start();
    await town.engine.drain();
  });
  say(`clock ${days}: read models built in ${Math.round(building / 1000)} s`);
  await town.stop();

  const tick = async () => {
    const before = await town.log.store.head();
    const milliseconds = await timed(() => town.engine.runTicks());
    let recorded = 0;
    for await (const page of town.log.store
      .readAll({ after: before, filter: { types: ['OffenseDayRecorded'] } })
      .pages())
      recorded += page.length;
    if (recorded !== ledgers) throw new Error(`${recorded} days recorded for ${ledgers} open runs`);
    return milliseconds;
  };
  const cold = [];
  for (let round = 0; round < coldStarts; round += 1) {
    await settle();
    town = await openTown(folder, name, now);
    const starting = await timed(() => town.engine.start());
    const first = await tick();
    cold.push(starting + first);
    say(`clock ${days}: cold start ${Math.round(starting + first)} ms`);
    now = later(now, 1);
    if (round < coldStarts - 1) await town.stop();
  }

  const decideWithEmmett = emmett.deciding(LAST_DAY);
  const emmettAlone = [];
  let day = 0;
  let head = revision;
  const counts = new Map(streams.map((stream) => [stream, BigInt(revision + 1)]));
  const emmettFor = async (today, append) => {
    const events = new Map(streams.map((stream) => [stream, nextDay(stream, today)]));
    const start = performance.now();
    let appended = 0;
    while (appended < ledgers && performance.now() - start < emmettMilliseconds) {
      const some = streams.slice(appended, appended + AT_ONCE);
      await Promise.all(some.map((stream) => append(stream, events.get(stream))));
      for (const stream of some) counts.set(stream, counts.get(stream) + 1n);
      appended += some.length;
    }
    return (appended * 1000) / (performance.now() - start);
  };
  const work = {
    bare: async () => {
      const today = dayText((day += 1));
      const appends = streams.map((stream) => [stream, [nextDay(stream, today)], head]);
      const milliseconds = await timed(async () => {
        for (let at = 0; at < ledgers; at += AT_ONCE) bare.appendMany(appends.slice(at, at + AT_ONCE));
      });
      head += 1;
      return (ledgers * 1000) / milliseconds;
    },
    ours: async () => {
      town.clock.set(now);
      now = later(now, 1);
      return (ledgers * 1000) / (await tick());
    },
    // Its command handler folds the stream at every command; 100 overlap, and so share a transaction.
    emmett: async () => {
      const today = dayText((day += 1));
      const perSecond = await emmettFor(today, (stream, event) =>
        decideWithEmmett(stream, ({ last }) => (last < today ? event : [])),
      );
      const tomorrow = dayText((day += 1));
      emmettAlone.push(
        await emmettFor(tomorrow, (stream, event) => emmett.append(stream, [event], counts.get(stream))),
      );
      return perSecond;
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of rotated(Object.keys(work), round)) {
      await settle();
      rows.add(`clock-${days}`, contender, await work[contender]());
    }
    say(`clock ${days}: round ${round + 1} of ${rounds}`);
  }
  const heapMebibytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  bare.close();
  await emmett.close();
  await town.stop();
  return {
    rows: rows.rows,
    facts: { ledgers, days, events, cold, coldMedian: median(cold), building, heapMebibytes, emmettAlone },
  };
};
