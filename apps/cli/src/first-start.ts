import { createInterface } from 'node:readline/promises';

import { DomainError } from '#kernel';
import { configurationFrom, readDemoMark } from '#server';

import { isEmptyTown, makeDemoTown } from './make-demo.js';

const CHOICES = ['empty', 'demo'] as const;
type Choice = (typeof CHOICES)[number];

/** Where the choice comes from when it has to be made by a person. */
export interface Terminal {
  readonly isTerminal: boolean;
  ask(question: string): Promise<string>;
  tell(text: string): void;
}

/** The terminal that this process was started in. */
export const ownTerminal = (): Terminal => ({
  isTerminal: process.stdin.isTTY === true,
  ask: async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
  tell: (text) => {
    process.stdout.write(text);
  },
});

const QUESTION =
  'Begin with an empty town, or with the demo town? (The demo town is invented and kept in this folder only.)\n' +
  '  e  an empty town\n  d  the demo town\n[e]: ';

const choiceOf = async (given: string | undefined, terminal: Terminal): Promise<Choice> => {
  if (given !== undefined && given !== '') {
    const choice = CHOICES.find((one) => one === given);
    if (choice) return choice;
    throw new DomainError('DEMO.UNKNOWN_CHOICE', `OUTFALL_FIRST_START is empty or demo, not "${given}".`, {
      kind: 'invalid',
      field: 'OUTFALL_FIRST_START',
      rule: 'OUTFALL_FIRST_START is empty or demo.',
    });
  }
  if (!terminal.isTerminal) return 'empty';
  for (;;) {
    const answer = (await terminal.ask(QUESTION)).trim().toLowerCase();
    const choice = answer === '' ? 'empty' : CHOICES.find((one) => one.startsWith(answer));
    if (choice) return choice;
  }
};

/**
 * What a data folder without events begins with: an empty town or the demo town. OUTFALL_FIRST_START decides; without it
 * a person at a terminal is asked, and nobody else. Once the log has an event there is nothing to choose.
 * @param wanted `demo` when the demo town alone will do
 * @throws DEMO.UNKNOWN_CHOICE, DEMO.LOG_HAS_EVENTS when the demo is wanted and another town is there
 */
export const firstStart = async (
  environment: Readonly<Record<string, string | undefined>>,
  wanted: 'demo' | null,
  terminal: Terminal = ownTerminal(),
): Promise<void> => {
  const configuration = configurationFrom(environment);
  const mark = readDemoMark(configuration.dataFolder);
  // A finished demo is served as it is; an unfinished one is refused by the server itself.
  if (mark) return;
  if (wanted === null && !(await isEmptyTown(configuration))) return;
  if ((wanted ?? (await choiceOf(environment['OUTFALL_FIRST_START'], terminal))) === 'empty') return;
  terminal.tell(`Playing two years of the demo town into ${configuration.dataFolder}…\n`);
  await makeDemoTown(configuration);
};
