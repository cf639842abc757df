import { randomUUID } from 'node:crypto';

import Database from 'better-sqlite3';

import { v5 } from '../../../dist/libs/kernel/src/index.js';
import { ledgerStream } from '../../../dist/libs/offenses/src/published.js';
import { moveClock } from '../../../dist/libs/runtime/src/index.js';
import { later, openCase, openTown } from './town.js';

const FIRST_DAY = '2026-01-05T15:00:00.000Z';
const SEEN = '2026-01-05T10:00-05:00';
const RULE = '168-27G';

const textOf = (event) => `${event.type}\n${JSON.stringify(event.data)}\n${JSON.stringify(event.metadata)}`;

/**
 * Texts of one ledger's events as the engine stores them, with marks where another ledger has other ids: the sighting
 * with what it opens, the day's presumption, and the clock's own event.
 */
const takeTemplates = async (folder) => {
  const town = await openTown(folder, 'template', FIRST_DAY);
  await town.engine.start();
  await town.engine.runTicks();
  const ids = await openCase(town, 1, SEEN);
  await moveClock(town.engine, town.clock, later(FIRST_DAY, 2));
  const stream = ledgerStream({ partyId: ids.partyId, premisesId: ids.premisesId, ruleId: RULE });
  const stored = [];
  for await (const event of town.log.store.readStream(stream)) stored.push(event);
  const closing = [];
  for await (const event of town.log.store.readStream('process-daily-clock')) closing.push(event);
  await town.stop();
  const run = stored.find(({ type }) => type === 'RunOpened').data.runId;
  const mark = (event) => {
    const { commandId } = event.metadata;
    let text = textOf(event);
    for (const [id, name] of [
      [stream, '<stream>'],
      [ids.caseId, '<case>'],
      [ids.partyId, '<party>'],
      [ids.premisesId, '<premises>'],
      [run, '<run>'],
      [commandId, '<command>'],
    ])
      text = text.replaceAll(id, name);
    return text;
  };
  const presumed = stored.filter(({ type, data }) => type === 'OffenseDayRecorded' && data.basis === 'presumed');
  return {
    opening: stored.slice(0, stored.indexOf(presumed[0])).map(mark),
    presumed: { text: mark(presumed[1] ?? presumed[0]), day: (presumed[1] ?? presumed[0]).data.day },
    closing: { text: mark(closing.at(-1)), day: closing.at(-1).data.day },
  };
};

/** A text with marks, as a function of the values: split once, joined for every event. */
const filler = (text, extra = {}) => {
  let marked = text;
  for (const [value, name] of Object.entries(extra)) marked = marked.replaceAll(value, name);
  const [type, data, metadata] = marked.split('\n').map((part) => part.split(/<(\w+)>/));
  const fill = (parts, values) => parts.map((part, index) => (index % 2 === 1 ? values[part] : part)).join('');
  return (values) => ({ type: type[0], data: fill(data, values), metadata: fill(metadata, values) });
};

const dayAfter = (count) => later(FIRST_DAY, count).slice(0, 10);

/**
 * Writes the history of many open runs straight into the log's table, row for row what the engine would have stored: one
 * sighting each, then `days - 1` daily ticks, each over all ledgers, in that order. Driving 3.65 million commands through
 * the engine would take hours and give the same rows. Durability is off while seeding and on again afterward.
 * @returns the instant after which the next tick is due, the number of events, the streams in the order of the clock, and
 * a function that gives the next day's event of a stream as the engine would store it
 */
export const seedLedgers = async (folder, file, ledgers, days, say) => {
  const { opening, presumed, closing } = await takeTemplates(folder);
  const openings = opening.map((text) => filler(text));
  const fillDay = filler(presumed.text, { [presumed.day]: '<day>' });
  const fillClosing = filler(closing.text, { [closing.day]: '<day>' });

  const database = new Database(file);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -2000000');
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, recorded_at, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const write = (stream, revision, { type, data, metadata }, at) =>
    insert.run(stream, revision, randomUUID(), type, at, data, metadata);

  const known = Array.from({ length: ledgers }, (_, index) => {
    const [caseId, party, premises, run] = ['case', 'party', 'premises', 'run'].map((kind) =>
      v5('bench', kind, `${index}`),
    );
    return {
      case: caseId,
      party,
      premises,
      run,
      stream: ledgerStream({ partyId: party, premisesId: premises, ruleId: RULE }),
    };
  });
  // The clock asks its ledgers in the order of their names.
  known.sort((a, b) => (a.stream < b.stream ? -1 : 1));
  let events = 0;
  database.transaction(() => {
    for (const ids of known)
      openings.forEach((fill, revision) =>
        write(ids.stream, revision, fill({ ...ids, command: randomUUID() }), FIRST_DAY),
      );
    events += ledgers * openings.length;
    for (let tick = 0; tick < days; tick += 1) {
      const day = dayAfter(tick);
      const at = `${dayAfter(tick + 1)}T05:05:00.000Z`;
      if (tick > 0) {
        for (const ids of known)
          write(ids.stream, openings.length + tick - 1, fillDay({ ...ids, day, command: randomUUID() }), at);
        events += ledgers;
      }
      write('process-daily-clock', tick, fillClosing({ day, command: randomUUID() }), at);
      events += 1;
      if (tick % 73 === 72) say(`clock: ${tick + 1} of ${days} days seeded`);
    }
  })();
  database.pragma('journal_mode = WAL');
  database.close();
  const byStream = new Map(known.map((ids) => [ids.stream, ids]));
  const nextDay = (stream, day) => {
    const { type, data, metadata } = fillDay({ ...byStream.get(stream), day, command: randomUUID() });
    return { type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
  };
  const revision = openings.length + days - 2;
  return { now: later(FIRST_DAY, days + 1), events, streams: [...byStream.keys()].sort(), revision, nextDay };
};

/** Days of each run that emmett is given: with more it would only be slower, and the copying takes minutes. */
export const EMMETT_DAYS = 30;

/** The same history in the bare table, and its last 30 days in emmett's tables, in the shape that its own appends leave. */
export const copyHistory = async (file, bare, emmett) => {
  bare.database.pragma('synchronous = OFF');
  bare.database.pragma('cache_size = -2000000');
  bare.database.exec(`
    ATTACH '${file}' AS ours;
    INSERT INTO events (stream, revision, id, type, data, metadata, recorded_at)
      SELECT stream, revision, id, type, data, metadata, recorded_at FROM ours.events ORDER BY position;
    DETACH ours;
  `);
  bare.database.pragma('wal_checkpoint(TRUNCATE)');
  bare.database.pragma('cache_size = -2000');
  bare.database.pragma('synchronous = FULL');

  await emmett.append('offenses-shape', [{ type: 'Shape', data: {}, metadata: {} }], 0n);
  const { command } = emmett.connection;
  await command('PRAGMA synchronous = OFF');
  await command('PRAGMA cache_size = -2000000');
  await command(`ATTACH '${file}' AS ours`);
  await command(`
    INSERT INTO emt_messages (stream_id, stream_position, partition, message_kind, message_data, message_metadata,
        message_schema_version, message_type, message_id, is_archived)
      SELECT o.stream, o.revision + 1, s.partition, s.message_kind, o.data, o.metadata, s.message_schema_version, o.type,
        o.id, s.is_archived
      FROM ours.events o, (SELECT * FROM emt_messages LIMIT 1) s
      WHERE o.position > (SELECT max(position) FROM ours.events) - ${EMMETT_DAYS} * (SELECT count(DISTINCT stream) FROM ours.events)
      ORDER BY o.position`);
  await command(`
    INSERT INTO emt_streams (stream_id, stream_position, partition, stream_type, stream_metadata, is_archived)
      SELECT o.stream, o.events, s.partition, s.stream_type, s.stream_metadata, s.is_archived
      FROM (SELECT stream, count(*) AS events FROM ours.events GROUP BY stream) o, (SELECT * FROM emt_streams LIMIT 1) s`);
  await command('DETACH ours');
  await emmett.connection.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await command('PRAGMA cache_size = -2000');
  await command('PRAGMA synchronous = FULL');
};
