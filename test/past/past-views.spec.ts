import { join } from 'node:path';

import type { Engine } from '#runtime';

import { caseFilesAt, readCaseFile } from '../../apps/cli/src/case-file.js';
import { methodsOf, runCase } from '../../apps/cli/src/case-run.js';
import { storedIn } from '../crash/killable-town.js';
import { EngineTarget } from '../support/engine-target.js';
import { ROOT } from '../support/program.js';
import type { Point } from './past-view.js';
import { chosen, pointsOf, replayedTo } from './past-view.js';

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

/** Compares, query by query, so that a difference names the query. */
const compare = async (then: Engine, now: Engine, caseIds: readonly string[], point: Point): Promise<void> => {
  for (const caseId of caseIds) {
    const [fresh, past] = [await viewOf(then, caseId, point), await viewOf(now, caseId, point)];
    for (const name of new Set([...Object.keys(fresh), ...Object.keys(past)]))
      expect({ point, name, answer: past[name] }).toEqual({ point, name, answer: fresh[name] });
  }
};

/** The case runs, and then each of some points of its log is compared with a fresh log that ends there. */
const compareAt = async (target: EngineTarget, points: number): Promise<void> => {
  const { engine } = target.running;
  await engine.drain();
  const log = await storedIn(target.running);
  const { answer } = await engine.query('listCases', { limit: 200 }, { actor: COUNSEL });
  const caseIds = (answer as { cases: { caseId: string }[] }).cases.map(({ caseId }) => caseId);
  for (const point of chosen(pointsOf(log), points, 168)) {
    const fresh = await replayedTo(log, point, target.remains.keys);
    try {
      await compare(fresh, engine, caseIds, point);
    } finally {
      await fresh.stop();
    }
  }
};

describe('a past view equals a fresh log replayed to that point (design 1.2)', () => {
  const files = caseFilesAt(join(ROOT, 'test', 'acceptance')).flatMap(readCaseFile);

  it.each(files.map((file) => [file.id, file] as const))(
    '%s',
    async (_, file) => {
      const target = new EngineTarget();
      await runCase(file, target, await methodsOf(target));
      await compareAt(target, 3);
      await target.close();
    },
    60_000,
  );
});
