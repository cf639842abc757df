import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Instant } from '#kernel';
import { DomainError } from '#kernel';

/** Says of a data folder that what it holds is invented, so that nobody takes it for real. */
export interface DemoMark {
  readonly what: string;
  /** The demo town's last moment: everything before it was played with a driven clock. */
  readonly endsAt: Instant;
  /** False while the town is being made, and forever where that was broken off. */
  readonly finished: boolean;
}

const WHAT = 'The demo town: invented premises, parties and acts. Nothing in this folder is real.';

const fileOf = (dataFolder: string): string => join(dataFolder, 'DEMO');

/** The mark of a data folder; null where there is none. */
export const readDemoMark = (dataFolder: string): DemoMark | null =>
  existsSync(fileOf(dataFolder)) ? (JSON.parse(readFileSync(fileOf(dataFolder), 'utf8')) as DemoMark) : null;

/** Marks a data folder, before the first event and again after the last. */
export const writeDemoMark = (dataFolder: string, endsAt: Instant, finished: boolean): void => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const mark: DemoMark = { what: WHAT, endsAt, finished };
  writeFileSync(fileOf(dataFolder), `${JSON.stringify(mark, null, 2)}\n`);
};

/**
 * The mark of a folder that is to be served.
 * @throws SERVER.DEMO_UNFINISHED where the demo town was broken off
 */
export const finishedDemoMark = (dataFolder: string): DemoMark | null => {
  const mark = readDemoMark(dataFolder);
  if (mark?.finished === false)
    throw new DomainError(
      'SERVER.DEMO_UNFINISHED',
      `The demo town in ${dataFolder} was broken off while it was being made. Remove that folder and start again.`,
    );
  return mark;
};

/** What the server says at its start on the demo town; more where the machine's clock is before the town's last moment. */
export const demoLines = ({ endsAt }: DemoMark, now: Instant): readonly string[] => [
  'DEMO TOWN: everything in this data folder is invented (also said by /health).',
  ...(now < endsAt
    ? [
        `This machine's clock (${now}) is before the demo town's last moment (${endsAt}). The server runs all the same:`,
        '  until then what is recorded is stamped with that last moment, no day is closed, and a question without a date',
        "  is answered for this machine's day. Ask with asOf=2026-11-30 to see the demo town as it ended.",
      ]
    : []),
];
