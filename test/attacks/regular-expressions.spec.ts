import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import ts from 'typescript';

import { ROOT } from '../support/program.js';

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const sources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !/(?:^|\/)(?:testing|contract)/.test(name))
    .map((name) => join(folder, name));

/** Every regular expression that is written in a file, as the compiler sees it. */
const expressionsOf = (file: string): readonly Found[] => {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2022));
  return found;
};

/** What works longer than its text is long and never sees a text of anybody's: each with the reason. */
const BOUNDED: Readonly<Record<string, string>> = {
  '\\B(?=(\\d{3})+(?!\\d))': 'sets the thousands apart in an amount of whole dollars, a number of at most 16 digits',
};

/** As long as half a body: a step more for each pair of letters would be over a hundred thousand million steps. */
const LETTERS = 500_000;

/** Pieces whose repetition keeps an expression hoping; each text ends in something that disappoints it. */
const PIECES = [
  'a',
  'A',
  '0',
  '1',
  '-',
  '.',
  ':',
  '_',
  ' ',
  '\t',
  '\n',
  '\r',
  '|',
  ',',
  '/',
  '(',
  '"',
  '%',
  '=',
  'a.',
  '0-',
  '1:',
  ' a',
  'a-',
  '\r\n',
  '::',
  'é',
  '\u00a0',
];

const WORK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { expressions, pieces, letters } = workerData;
  for (const { file, source, flags } of expressions) {
    parentPort.postMessage({ at: file + ' /' + source + '/' + flags });
    const expression = new RegExp(source, flags);
    for (const piece of pieces)
      for (const [start, end] of [['', '\\u0001'], ['a', '!'], ['2026-06-01', '\\u0001'], ['x ', '']]) {
        const text = start + piece.repeat(Math.ceil(letters / piece.length)) + end;
        expression.lastIndex = 0;
        expression.test(text);
        text.replace(expression, '');
      }
  }
  parentPort.postMessage({ done: true });
`;

/** Runs the expressions where they can be stopped. @returns null when all came to an end, else the one that did not */
const stuckAt = (expressions: readonly Found[], milliseconds: number): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true, workerData: { expressions, pieces: PIECES, letters: LETTERS } });
    let at = '(none)';
    const end = (answer: string | null): void => {
      clearTimeout(bound);
      void worker.terminate().then(() => resolve(answer), reject);
    };
    const bound = setTimeout(() => end(at), milliseconds);
    worker.on('message', (message: { at?: string; done?: true }) => {
      if (message.done) end(null);
      else at = message.at!;
    });
    worker.on('error', reject);
  });

describe('no text makes a regular expression of this program work without end (issue 4, must show; ASVS 5.0 V1.3.12)', () => {
  const expressions = ['libs', 'apps/server/src', 'apps/cli/src'].flatMap(sources).flatMap(expressionsOf);
  const free = expressions.filter(({ source }) => !Object.hasOwn(BOUNDED, source));

  it('there are expressions to try', () => {
    expect(free.length).toBeGreaterThan(50);
    expect(Object.keys(BOUNDED).filter((source) => !expressions.some((one) => one.source === source))).toEqual([]);
  });

  it('each comes to an end on half a megabyte that almost fits, in every piece it could hope for', async () => {
    // What takes steps in proportion to the text is done in seconds; what takes their square would need hours.
    expect(await stuckAt(free, 240_000)).toBeNull();
  }, 300_000);

  it.each(['^(?:a+)+$', '\\s+$', '(?:a|a)*b', '^(?:\\d+-?)+$'])(
    'the trial finds the bad one in /%s/',
    async (source) => {
      expect(await stuckAt([{ file: 'bad', source, flags: '' }], 5_000)).toContain(source);
    },
    60_000,
  );
});
