import type { CaseFile } from './case-file.js';
import { CaseFileError, caseFilesAt, readCaseFile } from './case-file.js';
import { reportCase, reportSummary } from './case-report.js';
import type { CaseResult } from './case-run.js';
import { methodsOf, runCase } from './case-run.js';
import { EmbeddedTarget, RemoteTarget } from './case-target.js';
import type { GoldenReport } from './golden-events.js';
import { GoldenEvents } from './golden-events.js';

export interface CaseRunOptions {
  readonly server?: string;
  readonly json: boolean;
  readonly keep: boolean;
  /** Folder of the golden events to compare with and to complete. */
  readonly golden?: string;
}

/** What `--json` prints. */
export interface CaseRunReport {
  readonly cases: readonly CaseResult[];
  readonly passed: number;
  readonly failed: number;
  readonly golden?: GoldenReport;
}

const readAll = (paths: readonly string[]): readonly CaseFile[] => {
  const cases = paths.flatMap(caseFilesAt).flatMap(readCaseFile);
  if (cases.length === 0) throw new CaseFileError(paths.join(' '), 'there is no case file');
  const files = new Map<string, string>();
  for (const { id, file } of cases) {
    if (files.has(id)) throw new CaseFileError(file, `the id ${id} is also that of ${files.get(id)!}`);
    files.set(id, file);
  }
  return cases;
};

/** Runs case files one after another, each on a fresh log. @returns the exit code */
export const runCaseFiles = async (paths: readonly string[], options: CaseRunOptions): Promise<number> => {
  const cases = readAll(paths);
  const embedded = options.server === undefined ? await EmbeddedTarget.open() : null;
  const target = embedded ?? new RemoteTarget(options.server!);
  const golden = embedded && options.golden !== undefined ? new GoldenEvents(options.golden) : null;
  const results: CaseResult[] = [];
  try {
    const methods = await methodsOf(target);
    for (const file of cases) {
      const result = await runCase(file, target, methods);
      if (golden && embedded) await golden.look(embedded.server.town.store);
      const folder = options.keep && embedded ? embedded.server.testClock?.keep() : null;
      results.push(folder ? { ...result, folder } : result);
      if (!options.json) process.stdout.write(reportCase(results.at(-1)!));
    }
  } finally {
    await target.close();
  }
  const failed = results.filter(({ passed }) => !passed).length;
  const report: CaseRunReport = {
    cases: results,
    passed: results.length - failed,
    failed,
    ...(golden ? { golden: golden.finish() } : {}),
  };
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    process.stdout.write(`\n${reportSummary(results)}`);
    if (report.golden)
      process.stdout.write(
        `golden events: ${report.golden.written.length} written, ${report.golden.differing.length} differing ${report.golden.differing.join(', ')}\n`,
      );
  }
  return failed === 0 && (report.golden?.differing.length ?? 0) === 0 ? 0 : 1;
};
