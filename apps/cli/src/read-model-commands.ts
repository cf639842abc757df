import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SystemClock } from '#runtime';
import type { Town } from '#server';
import { configurationFrom, openTown } from '#server';

const withTown = async <T>(work: (town: Town, readModelFolder: string) => Promise<T>): Promise<T> => {
  const configuration = configurationFrom(process.env);
  const town = await openTown(configuration, new SystemClock());
  try {
    return await work(town, configuration.readModelFolder);
  } finally {
    await town.stop();
  }
};

/** Builds every read model again from the log and swaps it in; a running server goes over to it. @returns the exit code */
export const rebuild = (): Promise<number> =>
  withTown(async ({ engine }) => {
    await engine.readModel.rebuild();
    process.stdout.write('The read models were built again from the log.\n');
    return 0;
  });

/** Compares every read model with one built from the log. @returns 0 when all are equal, else 1 */
export const verifyProjections = (): Promise<number> =>
  withTown(async ({ engine }, folder) => {
    if (!existsSync(join(folder, `read-model-${engine.readModel.fingerprint}.db`))) {
      process.stdout.write('This release has no read models here yet: start the server, or run rebuild.\n');
      return 1;
    }
    const differing = await engine.readModel.verify();
    for (const table of differing) process.stdout.write(`differs: ${table}\n`);
    if (differing.length === 0) process.stdout.write('Every table equals one built from the log.\n');
    return differing.length === 0 ? 0 : 1;
  });
