import { configurationFrom } from '#server';

import { makeDemoTown } from './make-demo.js';

/** Plays the demo town into the data folder. @returns the exit code */
export const playDemo = async (): Promise<number> => {
  const configuration = configurationFrom(process.env);
  const began = performance.now();
  await makeDemoTown(configuration);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  process.stdout.write(`The demo town is in ${configuration.dataFolder} (played in ${seconds} s).\n`);
  return 0;
};
