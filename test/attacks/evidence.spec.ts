import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../support/program.js';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Files of this repository that a text names, in backquotes. */
const filesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:apps|libs|test|infra)\/[\w./-]+|package(?:-lock)?\.json)`/g)].map(([, file]) => file!);

/** How many requirements of levels 1 and 2 version 5.0.0 of the standard has: 70 and 183. */
const REQUIREMENTS = 253;

interface Line {
  readonly id: string;
  readonly level: string;
  readonly status: string;
  readonly evidence: string;
}

const lines: readonly Line[] = textOf('infra/asvs.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id]) => /^\d+\.\d+\.\d+$/.test(id ?? ''))
  .map(([, id, level, , status, evidence]) => ({ id: id!, level: level!, status: status!, evidence: evidence! }));

describe('what is claimed of security can be looked up (issue 4, deliverable 7: evidence per line)', () => {
  it.each(['infra/asvs.md', 'infra/security.md'])('every file that %s names exists', (file) => {
    const named = filesIn(textOf(file));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((one) => !existsSync(join(ROOT, one)))).toEqual([]);
  });

  it('every requirement of levels 1 and 2 has one line with a status', () => {
    expect(new Set(lines.map(({ id }) => id)).size).toBe(REQUIREMENTS);
    expect(lines.length).toBe(REQUIREMENTS);
    expect(lines.filter(({ level }) => level === '1').length).toBe(70);
    expect(lines.filter(({ status }) => !['met', 'not applicable', 'open'].includes(status))).toEqual([]);
  });

  it('what is met names its evidence, and what is open or not applicable says why', () => {
    expect(lines.filter(({ status, evidence }) => status === 'met' && filesIn(evidence).length === 0)).toEqual([]);
    expect(lines.filter(({ evidence }) => evidence === '')).toEqual([]);
  });

  it('the totals at its head are those of its lines', () => {
    const many = (status: string): number => lines.filter((line) => line.status === status).length;
    expect(textOf('infra/asvs.md')).toContain(
      `**${many('met')} met, ${many('not applicable')} not applicable, ${many('open')} open.**`,
    );
  });
});
