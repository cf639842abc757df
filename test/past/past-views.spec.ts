import { join } from 'node:path';

import { caseFilesAt, readCaseFile } from '../../apps/cli/src/case-file.js';
import { methodsOf, runCase } from '../../apps/cli/src/case-run.js';
import { EngineTarget } from '../support/engine-target.js';
import { ROOT } from '../support/program.js';
import { compareAt } from './past-view.js';

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
