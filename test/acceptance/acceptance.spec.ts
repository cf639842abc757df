import { join, relative } from 'node:path';

import type { CaseRunReport } from '../../apps/cli/src/case-command.js';
import { caseFilesAt, readCaseFile } from '../../apps/cli/src/case-file.js';
import type { RunningServer } from '../support/program.js';
import { outfall, ROOT, startServer, temporaryFolder } from '../support/program.js';

const FOLDER = join(ROOT, 'test', 'acceptance');
const GOLDEN = join(ROOT, 'test', 'golden-events');
const FILES = caseFilesAt(FOLDER).map((file) => ({ name: relative(FOLDER, file), cases: readCaseFile(file) }));
const MINUTES = 60_000;

const reportOf = ({ stdout, stderr }: { stdout: string; stderr: string }): CaseRunReport => {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as CaseRunReport;
};

/** The failures of one file's cases, as lines; none when all passed. */
const failuresOf = (report: CaseRunReport, ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => {
    const result = report.cases.find((one) => one.id === id);
    if (!result) return [`${id}: was not run`];
    return result.failures.flatMap(({ where, lines }) => lines.map((line) => `${id}, ${where}: ${line}`));
  });

const eachFile = (report: () => CaseRunReport): void => {
  it.each(FILES)('$name', ({ cases }) => {
    expect(
      failuresOf(
        report(),
        cases.map(({ id }) => id),
      ),
    ).toEqual([]);
  });
};

describe('case files on the embedded log', () => {
  let report: CaseRunReport;
  beforeAll(async () => {
    report = reportOf(await outfall(['case', 'run', FOLDER, '--json', '--golden', GOLDEN]));
  }, 15 * MINUTES);

  eachFile(() => report);

  it('write events of the shapes that the golden files keep, and no new kind without its golden file', () => {
    expect(report.golden?.differing).toEqual([]);
    // A developer's run adds the file, to be committed; where changes are judged it has to be there.
    if (process.env['CI']) expect(report.golden?.written).toEqual([]);
  });
});

describe('case files over HTTP, against a server with a test clock', () => {
  const data = temporaryFolder();
  let server: RunningServer;
  let report: CaseRunReport;
  beforeAll(async () => {
    server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1' });
    report = reportOf(await outfall(['case', 'run', FOLDER, '--json', '--server', server.url]));
  }, 15 * MINUTES);
  afterAll(async () => {
    await server.stop();
    data.remove();
  });

  eachFile(() => report);
});
