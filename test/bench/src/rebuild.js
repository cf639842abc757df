import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { ALL_CAPABILITIES } from '../../../dist/apps/server/src/capabilities.js';
import { FolderKeyStore } from '../../../dist/libs/key-store/src/index.js';
import { EventCodec, ReadModelRunner, SystemClock } from '../../../dist/libs/runtime/src/index.js';
import { openBareLog } from './bare-log.js';
import { openEmmettLog } from './emmett-log.js';
import { rotated, Rows, settle, timed } from './measure.js';
import { driveTown, openTown, START } from './town.js';

const BATCH = 1_000;

/** What the read model of the bare replay is: one row a stream, kept by one upsert an event. */
const TABLE = 'CREATE TABLE stream_sum (stream TEXT PRIMARY KEY, events INTEGER NOT NULL, bytes INTEGER NOT NULL)';
const UPSERT = `INSERT INTO stream_sum (stream, events, bytes) VALUES (?, 1, ?)
  ON CONFLICT (stream) DO UPDATE SET events = events + 1, bytes = bytes + excluded.bytes`;

/** The bare replay: read, parse, one upsert, the checkpoint in the same transaction, 1,000 events each. */
const bareReplay = (log, file) => {
  const model = new Database(file);
  model.pragma('journal_mode = WAL');
  model.pragma('synchronous = NORMAL');
  model.exec(`${TABLE}; CREATE TABLE checkpoint (one INTEGER PRIMARY KEY, position INTEGER NOT NULL)`);
  const upsert = model.prepare(UPSERT);
  const keep = model.prepare('INSERT OR REPLACE INTO checkpoint (one, position) VALUES (1, ?)');
  const apply = model.transaction((page) => {
    for (const { stream, type } of page) upsert.run(stream, type.length);
    keep.run(page.at(-1).position);
  });
  for (let after = 0; ;) {
    const page = log.readPage(after, BATCH);
    if (page.length === 0) break;
    apply(page);
    after = page.at(-1).position;
  }
  model.close();
};

/** emmett's own consumer with the same upsert; rows, checkpoints and log share its one file. */
const emmettReplay = async (log, last, round) => {
  const consumer = log.store.consumer({ pulling: { batchSize: BATCH, pullingFrequencyInMs: 0 } });
  let done;
  const finished = new Promise((resolve) => (done = resolve));
  consumer.processor({
    processorId: `replay-${round}`,
    startFrom: 'BEGINNING',
    eachMessage: async ({ type, metadata }, { connection }) => {
      await connection.command(UPSERT, [metadata.streamName, type.length]);
      if (metadata.globalPosition === last) done();
    },
    stopAfter: ({ metadata }) => metadata.globalPosition === last,
  });
  const running = consumer.start();
  const milliseconds = await timed(() => finished);
  await running;
  return milliseconds;
};

/** Rows of replay: the read models of every capability from one read of a town's log. */
export const rebuild = async ({ folder, rounds, cases, emmettEvents, say }) => {
  const rows = new Rows();
  const town = await openTown(folder, 'rebuild', START);
  const driven = await timed(() => driveTown(town, cases));
  await town.engine.stop();
  const { store } = town.log;

  const bare = openBareLog(join(folder, 'rebuild-bare.db'));
  const emmett = await openEmmettLog(join(folder, 'rebuild-emmett.db'));
  const counts = new Map();
  const revisions = new Map();
  let events = 0;
  let last = 0n;
  for await (const page of store.readAll().pages()) {
    events += page.length;
    bare.appendMany(
      page.map((event) => {
        counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
        const before = revisions.get(event.stream) ?? -1;
        revisions.set(event.stream, before + 1);
        return [event.stream, [event], before];
      }),
    );
    if (events <= emmettEvents)
      for (const { stream, events: together } of runs(page))
        last = (await emmett.append(stream, together, undefined)).lastEventGlobalPosition;
  }
  await emmett.connection.command(TABLE);
  const emmettCount = Number(last);
  say(`rebuild: ${cases} cases, ${events} events in ${Math.round(driven / 1000)} s through the engine`);

  const catalogs = ALL_CAPABILITIES.flatMap((capability) => capability.catalogs);
  const projections = ALL_CAPABILITIES.flatMap((capability) => capability.projections ?? []);
  const work = {
    bare: async (round) => {
      const file = join(folder, `replay-${round}.db`);
      const milliseconds = await timed(async () => bareReplay(bare, file));
      return (events * 1000) / milliseconds;
    },
    ours: async (round) => {
      // A rebuild is a program of its own: no key has been read yet.
      const keys = await FolderKeyStore.open(join(folder, 'rebuild-keys'));
      const codec = new EventCodec(catalogs, keys);
      const file = join(folder, `rebuilt-${round}.db`);
      const milliseconds = await timed(async () => {
        const runner = new ReadModelRunner({
          store,
          codec,
          projections,
          folder,
          name: 'rebuilt',
          clock: new SystemClock(),
        });
        (await runner.build(file)).close();
      });
      rmSync(file);
      return (events * 1000) / milliseconds;
    },
    emmett: async (round) => (emmettCount * 1000) / (await emmettReplay(emmett, last, round)),
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of rotated(Object.keys(work), round)) {
      await settle();
      rows.add('rebuild', name, await work[name](round));
    }
    say(`rebuild: round ${round + 1} of ${rounds}`);
  }
  bare.close();
  await emmett.close();
  await town.log.close();
  const types = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 6);
  return {
    rows: rows.rows,
    facts: { events, emmettEvents: emmettCount, cases, projections: projections.map(({ name }) => name), types },
  };
};

/** Neighboring events of one stream, so that emmett can take them in one append. */
const runs = (page) => {
  const found = [];
  for (const event of page) {
    const plain = { type: event.type, data: event.data, metadata: event.metadata ?? {} };
    if (found.at(-1)?.stream === event.stream) found.at(-1).events.push(plain);
    else found.push({ stream: event.stream, events: [plain] });
  }
  return found;
};
