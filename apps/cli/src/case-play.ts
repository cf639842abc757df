import type { CaseFailure, CaseStage } from './case-acts.js';
import { Broken, CaseActs, CaseClock, methodsOf, momentOf, whereAsked, whereOf } from './case-acts.js';
import type { CaseExpectation, CaseFile, CaseStep } from './case-file.js';
import type { CaseResult } from './case-run.js';
import { resultOf } from './case-run.js';
import type { CaseTarget } from './case-target.js';

/** Several cases played on one log. */
export interface Played {
  readonly results: readonly CaseResult[];
  /** What each case saved, by the id of the case; what set-up files saved is in all of them. */
  readonly saved: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** One step or expectation with the moment at which its turn comes. */
interface Turn {
  readonly at: string;
  readonly where: string;
  readonly take: (acts: CaseActs) => Promise<void>;
}

/** A case in the play: its turns still to come, in its own order. */
interface Part {
  readonly file: CaseFile;
  readonly acts: CaseActs;
  readonly turns: Turn[];
}

/**
 * Plays cases together on the target's log, whose clock stands at or before the first moment: set-up files first, each
 * once, then every step and expectation when its moment comes. At one moment the cases act in the order given, each in
 * its own. Expectations without a moment are asked at the end. A case that breaks stops alone.
 * @param end the moment to which the clock is moved when every case is through
 */
export const playCases = async (files: readonly CaseFile[], target: CaseTarget, end: string): Promise<Played> => {
  const stage: CaseStage = { target, methods: await methodsOf(target), clock: new CaseClock(target) };
  const shared = await setUp(files, stage);
  const parts = files.map((file): Part => {
    const acts = new CaseActs(file.id, stage, new Map(shared));
    return { file, acts, turns: guarded(acts, 'start', () => turnsOf(file, acts, end)) ?? [] };
  });
  for (let next = nextOf(parts); next !== null; next = nextOf(parts)) await take(next, stage);
  await stage.clock.moveTo(end, 'the end');
  return {
    results: parts.map(({ file, acts }) => resultOf(file, acts.failures)),
    saved: new Map(parts.map(({ file, acts }) => [file.id, acts.saved])),
  };
};

/** Does the steps of every set-up file once, in the order in which the cases name them. @throws Broken */
const setUp = async (files: readonly CaseFile[], stage: CaseStage): Promise<ReadonlyMap<string, unknown>> => {
  const acts = new CaseActs('set-up', stage);
  const done = new Set<string>();
  let count = 0;
  for (const file of files) {
    const steps = file.steps.filter((step) => step.setUp !== undefined && !done.has(step.setUp));
    acts.checkNames({ steps, expect: [] });
    for (const step of steps) await acts.step(step, count++);
    for (const step of steps) done.add(step.setUp!);
  }
  if (acts.failures.length > 0) throw new Broken(messageOf(acts.failures));
  return acts.saved;
};

const messageOf = (failures: readonly CaseFailure[]): string =>
  failures.map(({ where, lines }) => `${where}: ${lines.join('; ')}`).join('\n');

const turnsOf = (file: CaseFile, acts: CaseActs, end: string): Turn[] => {
  acts.checkNames(file);
  let at = momentOf(file.start ?? file.steps.find((step) => step.setUp === undefined)?.at ?? end, 'the first moment');
  const own = file.steps.flatMap((step: CaseStep, index): Turn[] => {
    if (step.setUp !== undefined) return [];
    const where = whereOf(step, index);
    at = step.at === undefined ? at : momentOf(step.at, where);
    return [{ at, where, take: (done) => done.step(step, index) }];
  });
  const asked = file.expect.map((expectation: CaseExpectation, index): Turn => {
    const where = whereAsked(expectation, index);
    return { at: momentOf(expectation.at ?? end, where), where, take: (done) => done.expectation(expectation, index) };
  });
  return [...own, ...asked];
};

/** The case whose turn is the earliest; the first of several. */
const nextOf = (parts: readonly Part[]): Part | null =>
  parts.reduce<Part | null>((first, part) => {
    const turn = part.turns[0];
    return turn && (first === null || turn.at < first.turns[0]!.at) ? part : first;
  }, null);

const take = async ({ acts, turns }: Part, { clock }: CaseStage): Promise<void> => {
  const turn = turns.shift()!;
  try {
    await clock.moveTo(turn.at, turn.where);
    await turn.take(acts);
  } catch (error) {
    acts.fail(turn.where, [(error as Error).message]);
    turns.length = 0;
  }
};

const guarded = <T>(acts: CaseActs, where: string, work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    acts.fail(where, [(error as Error).message]);
    return null;
  }
};
