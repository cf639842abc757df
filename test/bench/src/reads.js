import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { foldEvents } from '../../../dist/libs/kernel/src/index.js';
import { MemoryKeyStore } from '../../../dist/libs/key-store/src/index.js';
import { EventCodec } from '../../../dist/libs/runtime/src/index.js';
import { openBareLog } from './bare-log.js';
import { openEmmettLog } from './emmett-log.js';
import { median, rotated, Rows, settle, timed } from './measure.js';
import { openOurLog } from './our-log.js';
import { eventsOf, TYPE } from './payload.js';

const FOLDED = 'case-folded';
const FOLD_EVENTS = 1_000;
const FOLDS = 33;
const FIRST_FOLDS = 3;
const PAGE = 1_000;

/** Every event was stored in version 1 and is raised to 2 on its way out. */
const catalog = { [TYPE]: { version: 2, upcast: { 1: (data) => ({ ...data, basis: 'observed' }) } } };
const fold = { name: 'amounts', catalog, initialState: () => 0, evolve: (sum, { data }) => sum + data.amount };

const fill = async (total, append) => {
  for (let index = 0; index < FOLD_EVENTS; index += 100) await append(FOLDED, eventsOf(100), index);
  for (let index = FOLD_EVENTS; index < total; index += 1_000) await append(`case-${randomUUID()}`, eventsOf(1_000), 0);
};

const readers = {
  bare: async (folder, total) => {
    const log = openBareLog(join(folder, 'reads-bare.db'));
    await fill(total, (stream, events, count) => log.append(stream, events, count - 1));
    return {
      fold: () => log.readStream(FOLDED).reduce((sum, { data }) => sum + data.amount, 0),
      all: () => {
        let sum = 0;
        let count = 0;
        for (let after = 0; ;) {
          const page = log.readPage(after, PAGE);
          if (page.length === 0) return { sum, count };
          for (const { data } of page) sum += data.amount;
          count += page.length;
          after = page.at(-1).position;
        }
      },
      close: () => log.close(),
    };
  },
  ours: async (folder, total) => {
    const log = await openOurLog(join(folder, 'reads-ours.db'));
    const { store } = log;
    await fill(total, (stream, events, count) =>
      store.append(stream, events, count === 0 ? 'no_stream' : BigInt(count - 1)),
    );
    return {
      fold: async () => {
        let sum = 0;
        for await (const page of store.readStream(FOLDED).pages()) for (const { data } of page) sum += data.amount;
        return sum;
      },
      all: async () => {
        let sum = 0;
        let count = 0;
        for await (const page of store.readAll({ pageSize: PAGE }).pages()) {
          for (const { data } of page) sum += data.amount;
          count += page.length;
        }
        return { sum, count };
      },
      close: () => log.close(),
    };
  },
  upcast: async (folder) => {
    const log = await openOurLog(join(folder, 'reads-ours.db'));
    const { store } = log;
    const codec = new EventCodec([catalog], new MemoryKeyStore());
    const decoded = (page) => page.map((stored) => codec.decode(stored).event);
    return {
      fold: async () => {
        let sum = fold.initialState();
        for await (const page of store.readStream(FOLDED).pages()) sum = foldEvents(fold, sum, decoded(page));
        return sum;
      },
      all: async () => {
        let sum = fold.initialState();
        let count = 0;
        for await (const page of store.readAll({ pageSize: PAGE }).pages()) {
          sum = foldEvents(fold, sum, decoded(page));
          count += page.length;
        }
        return { sum, count };
      },
      close: () => log.close(),
    };
  },
  emmett: async (folder, total) => {
    const log = await openEmmettLog(join(folder, 'reads-emmett.db'));
    await fill(total, (stream, events, count) => log.append(stream, events, BigInt(count)));
    const { readMessagesBatch } = await import('@event-driven-io/emmett-sqlite');
    return {
      fold: async () => (await log.store.aggregateStream(FOLDED, fold)).state,
      all: async () => {
        let sum = 0;
        let count = 0;
        for (let after = 0n; ;) {
          const { messages, currentGlobalPosition } = await readMessagesBatch(log.connection, {
            after,
            batchSize: PAGE,
          });
          if (messages.length === 0) return { sum, count };
          for (const { data } of messages) sum += data.amount;
          count += messages.length;
          after = currentGlobalPosition;
        }
      },
      close: () => log.close(),
    };
  },
};

const require = (what, seen, expected) => {
  if (seen !== expected) throw new Error(`${what}: ${seen} instead of ${expected}`);
};

/** Rows of reading: the fold of a stream of 1,000 events, and the whole log; with and without the upcasting edge. */
export const reads = async ({ folder, rounds, events: total, say }) => {
  const rows = new Rows();
  const open = {};
  for (const [name, make] of Object.entries(readers)) open[name] = await make(folder, total);
  say(`reads: ${total} events in each log`);
  const record = (what, name, value) => {
    if (name === 'upcast') rows.add(`${what}-upcast`, 'ours', value);
    else {
      rows.add(what, name, value);
      if (name !== 'ours') rows.add(`${what}-upcast`, name, value);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of rotated(Object.keys(open), round)) {
      await settle();
      const times = [];
      for (let index = 0; index < FOLDS; index += 1)
        times.push(await timed(async () => require(`${name} fold`, await open[name].fold(), 49_500)));
      record('fold', name, median(times.slice(FIRST_FOLDS)));
      const milliseconds = await timed(async () => require(`${name} read`, (await open[name].all()).count, total));
      record('read-all', name, (total * 1000) / milliseconds);
    }
    say(`reads: round ${round + 1} of ${rounds}`);
  }
  for (const log of Object.values(open)) await log.close();
  return { rows: rows.rows, facts: { events: total } };
};
