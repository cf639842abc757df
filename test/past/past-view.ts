import fc from 'fast-check';

import { FixedClock } from '#kernel';
import type { StoredEvent } from '#event-store';
import { MemoryEventStore, MemoryLog } from '#event-store/memory';
import type { MemoryKeyStore } from '#key-store';
import { DEFAULT_ZONE, localDayOf } from '#legal-time';
import { Engine } from '#runtime';
import { ALL_CAPABILITIES } from '#server';

import { storedIn } from '../crash/killable-town.js';
import type { EngineTarget } from '../support/engine-target.js';

/** A point of the record: after one event and before one that is stamped later. */
interface Point {
  /** How many events had been recorded. */
  readonly events: number;
  readonly knownAt: string;
  /** The local day of that instant. */
  readonly day: string;
}

/** Points where the record can be cut by an instant: after them the next stamp is later. */
const pointsOf = (log: readonly StoredEvent[]): readonly Point[] =>
  log.flatMap(({ recordedAt }, index) =>
    index + 1 < log.length && log[index + 1]!.recordedAt > recordedAt
      ? [{ events: index + 1, knownAt: recordedAt, day: localDayOf(recordedAt, DEFAULT_ZONE) }]
      : [],
  );

/**
 * A program over a fresh log that holds the first events of another and nothing else. It only reads: what processes and
 * clocks would go on to record was not known at that point.
 */
const replayedTo = async (log: readonly StoredEvent[], point: Point, keys: MemoryKeyStore): Promise<Engine> => {
  const clock = new FixedClock(log[0]!.recordedAt);
  const store = new MemoryEventStore({ log: new MemoryLog(), clock });
  for (const { stream, id, type, data, metadata, recordedAt, revision } of log.slice(0, point.events)) {
    clock.set(recordedAt);
    await store.append(stream, [{ id, type, data, metadata }], revision === 0n ? 'no_stream' : revision - 1n);
  }
  const engine = new Engine({
    store,
    keys,
    clock,
    zone: DEFAULT_ZONE,
    folder: null,
    capabilities: ALL_CAPABILITIES.map(({ name, catalogs, operations, projections }) => ({
      name,
      catalogs,
      operations,
      ...(projections ? { projections } : {}),
    })),
  });
  await engine.start();
  await engine.drain();
  return engine;
};

/** Some of the items, in a random order that is the same every time, so that a failure can be looked at again. */
const chosen = <Item>(items: readonly Item[], count: number, seed: number): readonly Item[] =>
  fc.sample(
    fc.shuffledSubarray([...items], {
      minLength: Math.min(count, items.length),
      maxLength: Math.min(count, items.length),
    }),
    {
      numRuns: 1,
      seed,
    },
  )[0]!;

const COUNSEL = { id: 'demo-counsel', role: 'counsel', capacity: 'Town' } as const;

/** Everything that is asked about one case, its notices, timeline and appeals; the ids come from what the program answers. */
const viewOf = async (engine: Engine, caseId: string, { knownAt, day }: Point): Promise<Record<string, unknown>> => {
  const view: Record<string, unknown> = {};
  const ask = async (id: string, query: object): Promise<Record<string, unknown>> => {
    const name = `${id} ${JSON.stringify(query)}`;
    try {
      view[name] = (await engine.query(id, query, { actor: COUNSEL, asOf: day, knownAt })).answer;
    } catch (error) {
      view[name] = `refused: ${(error as { code?: string }).code}`;
      if ((error as { code?: string }).code === undefined) throw error;
    }
    return (typeof view[name] === 'object' ? view[name] : {}) as Record<string, unknown>;
  };
  const list = (answer: Record<string, unknown>, name: string) => (answer[name] ?? []) as Record<string, string>[];
  const shown = await ask('getCase', { caseId });
  await ask('getTimeline', { caseId, limit: 500 });
  await ask('getClosing', { caseId });
  await ask('listDeadlines', { caseId, limit: 500 });
  await ask('getMisdemeanorExposure', { caseId });
  for (const figure of ['chargedCents', 'dueCents', 'provableDays']) await ask('explainFigure', { caseId, figure });
  const fines = list(await ask('getCaseFines', { caseId }), 'fines');
  for (const { fineId } of fines) await ask('getFine', { fineId });
  for (const partyId of new Set(list(shown, 'findings').map(({ partyId: party }) => party!)))
    await ask('getPartyFines', { partyId });
  for (const { findingId } of list(shown, 'findings')) await ask('getOffenseDays', { findingId });
  for (const { noticeId } of list(await ask('listNotices', { caseId, limit: 200 }), 'notices'))
    await ask('getNotice', { noticeId });
  for (const { appealId } of list(await ask('listAppeals', { caseId, limit: 200 }), 'appeals')) {
    await ask('getAppeal', { appealId });
    await ask('getAppealPacket', { appealId });
  }
  return view;
};

/** Compares, query by query, so that a difference names the query. @returns how many were answered */
const compare = async (then: Engine, now: Engine, caseIds: readonly string[], point: Point): Promise<number> => {
  let answered = 0;
  for (const caseId of caseIds) {
    const [fresh, past] = [await viewOf(then, caseId, point), await viewOf(now, caseId, point)];
    for (const name of new Set([...Object.keys(fresh), ...Object.keys(past)]))
      expect({ point, name, answer: past[name] }).toEqual({ point, name, answer: fresh[name] });
    answered += Object.values(past).filter((answer) => typeof answer === 'object').length;
  }
  return answered;
};

/**
 * Each of some points of a log is compared with a fresh log that ends there.
 * @returns how many questions were answered, not refused, at those points
 */
export const compareAt = async (target: EngineTarget, points: number): Promise<number> => {
  const { engine } = target.running;
  await engine.drain();
  const log = await storedIn(target.running);
  const { answer } = await engine.query('listCases', { limit: 200 }, { actor: COUNSEL });
  const caseIds = (answer as { cases: { caseId: string }[] }).cases.map(({ caseId }) => caseId);
  let answered = 0;
  for (const point of chosen(pointsOf(log), points, 168)) {
    const fresh = await replayedTo(log, point, target.remains.keys);
    try {
      answered += await compare(fresh, engine, caseIds, point);
    } finally {
      await fresh.stop();
    }
  }
  return answered;
};
