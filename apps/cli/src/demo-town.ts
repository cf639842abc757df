import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CaseFile } from './case-file.js';
import { CaseFileError, caseFilesAt, readCaseFile } from './case-file.js';
import type { Played } from './case-play.js';
import { playCases } from './case-play.js';
import type { CaseTarget } from './case-target.js';

/** The demo town's present: Monday, 30 November 2026, 9:12 in the morning. */
export const DEMO_ENDS = '2026-11-30T14:12:00.000Z';

/** A moment before anything happens in it, at which its clock begins. */
export const DEMO_BEGINS = '2024-12-02T13:00:00.000Z';

/** The files lie beside the sources, also for the built program: no build step copies what is not compiled. */
const folder = (): string => {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const found = join(at, 'apps', 'cli', 'demo');
    if (existsSync(found)) return found;
  }
  throw new CaseFileError('apps/cli/demo', 'is not there: the demo town cannot be played');
};

/** The cases of the demo town, in order of name. */
export const demoCases = (): readonly CaseFile[] => caseFilesAt(folder()).flatMap(readCaseFile);

/** Plays the demo town on a target whose empty log begins at DEMO_BEGINS and whose clock is driven. */
export const playDemoTown = (target: CaseTarget): Promise<Played> => playCases(demoCases(), target, DEMO_ENDS);
