import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { parseAllDocuments } from 'yaml';

/** One thing that someone does, or asks, at a moment. */
export interface CaseStep {
  /** When; default: the moment of the step before. */
  readonly at?: string;
  /** As whom; default: the first officer. */
  readonly as: string;
  /** The operationId: a command, or a query whose answer is needed later. */
  readonly do: string;
  readonly with: Readonly<Record<string, unknown>>;
  /** A name for the whole answer, or names for parts of it (`case: caseId`). */
  readonly save?: string | Readonly<Record<string, string>>;
  /** The code of the refusal that is the right answer, or parts of the problem document. */
  readonly refused?: string | Readonly<Record<string, unknown>>;
  readonly expectAnswer?: unknown;
  /** Idempotency-Key; default: one of this file and step. */
  readonly key?: string;
  readonly ifMatch?: unknown;
  readonly note?: string;
  /** The set-up file it stands in; absent for the case's own steps. Several cases played on one log share it. */
  readonly setUp?: string;
}

/** What must be true when all is done. */
export interface CaseExpectation {
  readonly at?: string;
  readonly as: string;
  readonly query: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly asOf?: unknown;
  readonly knownAt?: unknown;
  readonly equals?: unknown;
  readonly refused?: string | Readonly<Record<string, unknown>>;
  readonly note?: string;
}

export interface CaseFile {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly authority?: string;
  /** Why counsel might see it otherwise; the case still has to pass. */
  readonly disputed?: string;
  readonly file: string;
  /** The clock's first moment; default: the first `at`. */
  readonly start?: string;
  /** Steps of shared set-up files, then its own. */
  readonly steps: readonly CaseStep[];
  readonly expect: readonly CaseExpectation[];
}

/** A case file that cannot be run: says where, and what is wrong. */
export class CaseFileError extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
    this.name = 'CaseFileError';
  }
}

type Fields = Record<string, unknown>;

const CASE_KEYS = ['id', 'title', 'source', 'authority', 'disputed', 'note', 'start', 'use', 'steps', 'expect'];
const SETUP_KEYS = ['title', 'note', 'use', 'steps'];
const STEP_KEYS = ['at', 'as', 'do', 'with', 'save', 'refused', 'expectAnswer', 'key', 'ifMatch', 'note'];
const EXPECTATION_KEYS = ['at', 'as', 'query', 'with', 'asOf', 'knownAt', 'equals', 'refused', 'note'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown, where: string, allowed: readonly string[]): Fields => {
  if (!isFields(value)) throw new CaseFileError(where, 'is a list of named parts');
  for (const name of Object.keys(value))
    if (!allowed.includes(name)) throw new CaseFileError(where, `"${name}" is not one of ${allowed.join(', ')}`);
  return value;
};

const textOf = (value: unknown, where: string): string => {
  if (typeof value !== 'string' || value.trim() === '') throw new CaseFileError(where, 'is a text');
  return value;
};

const optionalText = (value: unknown, where: string): string | undefined =>
  value === undefined ? undefined : textOf(value, where);

const listOf = (value: unknown, where: string): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new CaseFileError(where, 'is a list');
  return value;
};

const inputOf = (value: unknown, where: string): Fields => {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) throw new CaseFileError(where, 'is a list of named parts');
  return value;
};

const refusalOf = (value: unknown, where: string): CaseStep['refused'] => {
  if (value === undefined || isFields(value)) return value;
  return textOf(value, where);
};

const saveOf = (value: unknown, where: string): CaseStep['save'] => {
  if (value === undefined) return undefined;
  const names = typeof value === 'string' ? [value] : isFields(value) ? Object.keys(value) : [];
  if (names.length === 0 || names.some((name) => !/^[A-Za-z]\w*$/.test(name)))
    throw new CaseFileError(where, 'is a name, or names for parts of the answer');
  if (isFields(value)) for (const [name, path] of Object.entries(value)) textOf(path, `${where}.${name}`);
  return value as CaseStep['save'];
};

const stepOf = (value: unknown, where: string): CaseStep => {
  const fields = fieldsOf(value, where, STEP_KEYS);
  const refused = refusalOf(fields['refused'], `${where}.refused`);
  if (refused !== undefined && (fields['save'] !== undefined || fields['expectAnswer'] !== undefined))
    throw new CaseFileError(where, 'a refused step has no answer to save or to expect');
  return {
    at: optionalText(fields['at'], `${where}.at`),
    as: optionalText(fields['as'], `${where}.as`) ?? 'officer',
    do: textOf(fields['do'], `${where}.do`),
    with: inputOf(fields['with'], `${where}.with`),
    save: saveOf(fields['save'], `${where}.save`),
    refused,
    expectAnswer: fields['expectAnswer'],
    key: optionalText(fields['key'], `${where}.key`),
    ifMatch: fields['ifMatch'],
  };
};

const expectationOf = (value: unknown, where: string): CaseExpectation => {
  const fields = fieldsOf(value, where, EXPECTATION_KEYS);
  const refused = refusalOf(fields['refused'], `${where}.refused`);
  if ((fields['equals'] === undefined) === (refused === undefined))
    throw new CaseFileError(where, 'says either equals or refused');
  return {
    at: optionalText(fields['at'], `${where}.at`),
    as: optionalText(fields['as'], `${where}.as`) ?? 'officer',
    query: textOf(fields['query'], `${where}.query`),
    with: inputOf(fields['with'], `${where}.with`),
    asOf: fields['asOf'],
    knownAt: fields['knownAt'],
    equals: fields['equals'],
    refused,
  };
};

/** The documents of a YAML file. Days and times stay texts: the core schema knows no timestamps. */
const documentsOf = (file: string): readonly unknown[] => {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'), { schema: 'core', version: '1.2', uniqueKeys: true });
  if (!Array.isArray(documents) || documents.length === 0) throw new CaseFileError(file, 'holds nothing');
  return documents.map((document) => {
    const trouble = document.errors[0] ?? document.warnings[0];
    if (trouble) throw new CaseFileError(file, trouble.message);
    return document.toJS() as unknown;
  });
};

const setUp = (uses: unknown, from: string, where: string, seen: readonly string[]): readonly CaseStep[] => {
  const names = typeof uses === 'string' ? [uses] : listOf(uses, where).map((name) => textOf(name, where));
  return names.flatMap((name) => {
    const file = resolve(dirname(from), name);
    if (seen.includes(file)) throw new CaseFileError(where, `${name} uses itself`);
    const fields = fieldsOf(documentsOf(file)[0], file, SETUP_KEYS);
    return [
      ...setUp(fields['use'], file, `${file} use`, [...seen, file]),
      ...listOf(fields['steps'], `${file} steps`).map((step, index) => ({
        ...stepOf(step, `${file} step ${index + 1}`),
        setUp: file,
      })),
    ];
  });
};

const caseOf = (value: unknown, file: string): CaseFile => {
  const fields = fieldsOf(value, file, CASE_KEYS);
  const id = textOf(fields['id'], `${file} id`);
  const where = `${file} (${id})`;
  const own = listOf(fields['steps'], `${where} steps`).map((step, index) =>
    stepOf(step, `${where} step ${index + 1}`),
  );
  const expect = listOf(fields['expect'], `${where} expect`).map((expectation, index) =>
    expectationOf(expectation, `${where} expectation ${index + 1}`),
  );
  if (expect.length === 0 && own.every((step) => step.refused === undefined && step.expectAnswer === undefined))
    throw new CaseFileError(where, 'expects nothing: a case has an expectation, or a step that is refused');
  return {
    id,
    title: textOf(fields['title'], `${where} title`),
    source: textOf(fields['source'], `${where} source`),
    authority: optionalText(fields['authority'], `${where} authority`),
    disputed: optionalText(fields['disputed'], `${where} disputed`),
    start: optionalText(fields['start'], `${where} start`),
    file,
    steps: [...setUp(fields['use'], file, `${where} use`, [file]), ...own],
    expect,
  };
};

const isCaseFile = (name: string): boolean => /\.ya?ml$/.test(name) && !/\.setup\.ya?ml$/.test(name);

/** The case files at a path: itself, or all below a folder in order of name. Set-up files are not cases. */
export const caseFilesAt = (path: string): readonly string[] => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CaseFileError(path, 'is not there');
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? caseFilesAt(inner) : isCaseFile(entry.name) ? [inner] : [];
    });
};

/** The cases of a file; several when the file has several documents. @throws CaseFileError */
export const readCaseFile = (file: string): readonly CaseFile[] =>
  documentsOf(file).map((value) => caseOf(value, file));
