import { mkdirSync } from 'node:fs';

import { appends } from './appends.js';
import { dailyClock } from './clock.js';
import { reads } from './reads.js';
import { rebuild } from './rebuild.js';

const SECTIONS = { appends, reads, rebuild, clock30: dailyClock, clock365: dailyClock };

/** One section in a process of its own, so that no section inherits another's heap. Answers its parent by message. */
process.once('message', async ({ section, folder, options }) => {
  try {
    mkdirSync(folder, { recursive: true });
    const say = (text) => process.send({ say: text });
    const result = await SECTIONS[section]({ ...options, folder, say });
    process.send({ result }, () => process.exit(0));
  } catch (error) {
    process.send({ failure: error instanceof Error ? error.stack : String(error) }, () => process.exit(1));
  }
});
