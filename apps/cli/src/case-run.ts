import type { CaseFailure, Methods } from './case-acts.js';
import { Broken, CaseActs, CaseClock, momentOf, whereAsked, whereOf } from './case-acts.js';
import type { CaseFile } from './case-file.js';
import type { CaseTarget } from './case-target.js';

export { methodsOf } from './case-acts.js';

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly authority?: string;
  readonly disputed?: string;
  readonly file: string;
  readonly passed: boolean;
  readonly failures: readonly CaseFailure[];
  /** Folder of the log, when it was kept. */
  readonly folder?: string;
}

/** What is told of a case that was run. */
export const resultOf = (file: CaseFile, failures: readonly CaseFailure[]): CaseResult => {
  const { id, title, source, authority, disputed } = file;
  return { id, title, source, authority, disputed, file: file.file, passed: failures.length === 0, failures };
};

/** Runs one case on a fresh log and tells everything that is not as written. */
export const runCase = async (file: CaseFile, target: CaseTarget, methods: Methods): Promise<CaseResult> => {
  const clock = new CaseClock(target);
  const acts = new CaseActs(file.id, { target, methods, clock });
  let where = 'start';
  try {
    acts.checkNames(file);
    await clock.reset(startOf(file));
    for (const [index, step] of file.steps.entries()) {
      where = whereOf(step, index);
      await acts.step(step, index);
    }
    for (const [index, expectation] of file.expect.entries()) {
      where = whereAsked(expectation, index);
      await acts.expectation(expectation, index);
    }
  } catch (error) {
    acts.fail(where, [(error as Error).message]);
  }
  return resultOf(file, acts.failures);
};

const startOf = ({ start, steps, expect }: CaseFile): string => {
  const first = start ?? [...steps, ...expect].find(({ at }) => at !== undefined)?.at;
  if (first === undefined) throw new Broken('says nowhere when it happens (at, or start)');
  return momentOf(first, 'the first moment');
};
