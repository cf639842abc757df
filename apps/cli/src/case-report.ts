import { relative } from 'node:path';

import type { CaseResult } from './case-run.js';

const shortened = (file: string): string => relative(process.cwd(), file);

/** One case as a person reads it: passed or not, its title, where it comes from, and every difference. */
export const reportCase = (result: CaseResult): string =>
  [
    `${result.passed ? 'pass' : 'FAIL'}  ${result.id}: ${result.title}`,
    `      source: ${result.source}${result.authority === undefined ? '' : `; authority: ${result.authority}`}`,
    ...(result.disputed === undefined ? [] : [`      disputed: ${result.disputed}`]),
    ...(result.passed ? [] : [`      file: ${shortened(result.file)}`]),
    ...result.failures.flatMap(({ where, lines }) => [`      ${where}`, ...lines.map((line) => `        ${line}`)]),
    ...(result.folder === undefined ? [] : [`      log kept in ${result.folder}`]),
    '',
  ].join('\n');

export const reportSummary = (results: readonly CaseResult[]): string => {
  const failed = results.filter(({ passed }) => !passed);
  const names = failed.length === 0 ? '' : `: ${failed.map(({ id }) => id).join(', ')}`;
  return `${results.length - failed.length} passed, ${failed.length} failed${names}\n`;
};
