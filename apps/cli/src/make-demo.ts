import { existsSync } from 'node:fs';

import { DomainError, FixedClock } from '#kernel';
import { SystemClock } from '#runtime';
import type { Configuration } from '#server';
import { createServer, openTown, writeDemoMark } from '#server';

import { reportCase } from './case-report.js';
import { EmbeddedTarget } from './case-target.js';
import { DEMO_BEGINS, DEMO_ENDS, playDemoTown } from './demo-town.js';

/** Whether nothing has ever been recorded in a data folder. @throws EVENT_STORE.… when its log cannot be read */
export const isEmptyTown = async (configuration: Configuration): Promise<boolean> => {
  if (!existsSync(configuration.logFile)) return true;
  const { store } = await openTown(configuration, new SystemClock());
  try {
    return (await store.head()) === null;
  } finally {
    await store.close();
  }
};

/**
 * Plays the demo town into a data folder without events, with a driven clock, and marks the folder as invented.
 * @throws DEMO.LOG_HAS_EVENTS; DEMO.NOT_AS_WRITTEN naming what came out otherwise than its case files say
 */
export const makeDemoTown = async (configuration: Configuration): Promise<void> => {
  const { dataFolder, zone } = configuration;
  if (!(await isEmptyTown(configuration)))
    throw new DomainError('DEMO.LOG_HAS_EVENTS', `There is a town in ${dataFolder} already.`, {
      kind: 'conflict',
      field: 'OUTFALL_DATA',
      rule: 'The demo town is never mixed into a log that has events.',
    });
  writeDemoMark(dataFolder, DEMO_ENDS, false);
  const clock = new FixedClock(DEMO_BEGINS);
  const town = await openTown({ ...configuration, identity: 'demo' }, clock);
  await town.engine.start();
  await town.engine.runTicks();
  const target = new EmbeddedTarget(await createServer({ town, zone, testClock: clock, logLevel: 'silent' }));
  try {
    const failed = (await playDemoTown(target)).results.filter(({ passed }) => !passed);
    if (failed.length > 0)
      throw new DomainError(
        'DEMO.NOT_AS_WRITTEN',
        `The demo town came out otherwise:\n${failed.map(reportCase).join('')}`,
      );
  } finally {
    await target.close();
  }
  writeDemoMark(dataFolder, DEMO_ENDS, true);
};
