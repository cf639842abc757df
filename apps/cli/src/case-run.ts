import { parseInstant } from '#legal-time';

import type { CaseExpectation, CaseFile, CaseStep } from './case-file.js';
import { differences } from './case-match.js';
import { partAt, resolveReferences } from './case-references.js';
import type { CaseTarget, Reply } from './case-target.js';

/** One thing in a case that did not come out as written. */
export interface CaseFailure {
  readonly where: string;
  readonly lines: readonly string[];
}

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly authority?: string;
  readonly disputed?: string;
  readonly file: string;
  readonly passed: boolean;
  readonly failures: readonly CaseFailure[];
  /** Folder of the log, when it was kept. */
  readonly folder?: string;
}

export type Methods = ReadonlyMap<string, 'GET' | 'POST'>;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** How each operation is reached, from the target's own OpenAPI document. */
export const methodsOf = async (target: CaseTarget): Promise<Methods> => {
  const { status, body } = await target.send({ method: 'GET', path: '/api/openapi.json' });
  if (status !== 200) throw new Error(`no OpenAPI document at the target (status ${status})`);
  const methods = new Map<string, 'GET' | 'POST'>();
  for (const path of Object.values((body as OpenApi).paths))
    for (const [method, { operationId }] of Object.entries(path))
      if (operationId !== undefined) methods.set(operationId, method === 'get' ? 'GET' : 'POST');
  return methods;
};

/** The rest of a case makes no sense after this. */
class Broken extends Error {}

const momentOf = (text: string, where: string): string => {
  try {
    return parseInstant(text, where).instant;
  } catch (error) {
    throw new Broken(`${where}: ${(error as Error).message}`);
  }
};

const queryString = (input: Readonly<Record<string, unknown>>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object' && !Array.isArray(value))
      throw new Broken(`${name}: a query takes texts, numbers and lists`);
    parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

const brief = (body: unknown): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
};

/** Runs one case on a fresh log and tells everything that is not as written. */
export const runCase = async (file: CaseFile, target: CaseTarget, methods: Methods): Promise<CaseResult> => {
  const run = new CaseRun(file, target, methods);
  const failures = await run.all();
  const { id, title, source, authority, disputed } = file;
  return { id, title, source, authority, disputed, file: file.file, passed: failures.length === 0, failures };
};

class CaseRun {
  private readonly saved = new Map<string, unknown>();
  private readonly failures: CaseFailure[] = [];
  private now = '';

  constructor(
    private readonly file: CaseFile,
    private readonly target: CaseTarget,
    private readonly methods: Methods,
  ) {}

  async all(): Promise<readonly CaseFailure[]> {
    let where = 'start';
    try {
      this.checkNames();
      await this.start();
      for (const [index, step] of this.file.steps.entries()) {
        where = `step ${index + 1} ${step.do}${step.at === undefined ? '' : ` at ${step.at}`}`;
        await this.step(step, where, index);
      }
      for (const [index, expectation] of this.file.expect.entries()) {
        where = `expectation ${index + 1} ${expectation.query}`;
        await this.expectation(expectation, where);
      }
    } catch (error) {
      this.failures.push({ where, lines: [(error as Error).message] });
    }
    return this.failures;
  }

  private checkNames(): void {
    const names = [...this.file.steps.map((step) => step.do), ...this.file.expect.map(({ query }) => query)];
    for (const name of names) if (!this.methods.has(name)) throw new Broken(`there is no operation called ${name}`);
    for (const { query } of this.file.expect)
      if (this.methods.get(query) !== 'GET') throw new Broken(`${query} is not a query`);
  }

  private async start(): Promise<void> {
    const first = this.file.start ?? [...this.file.steps, ...this.file.expect].find(({ at }) => at !== undefined)?.at;
    if (first === undefined) throw new Broken('says nowhere when it happens (at, or start)');
    this.now = momentOf(first, 'the first moment');
    const { status, body } = await this.target.send({ method: 'POST', path: '/test/reset', body: { now: this.now } });
    if (status !== 200)
      throw new Broken(
        `the target gave no fresh log (status ${status}): it needs OUTFALL_TEST_CLOCK=1. ${brief(body)}`,
      );
  }

  private async moveTo(at: string | undefined, where: string): Promise<void> {
    if (at === undefined) return;
    const moment = momentOf(at, where);
    if (moment === this.now) return;
    if (moment < this.now) throw new Broken(`${at} is before the moment of the step before it`);
    const { status, body } = await this.target.send({ method: 'PUT', path: '/test/clock', body: { now: moment } });
    if (status !== 200) throw new Broken(`the clock did not move to ${at}: ${brief(body)}`);
    this.now = moment;
  }

  private async send(
    operation: string,
    as: string,
    input: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const resolved = resolveReferences(input, this.saved) as Record<string, unknown>;
    const identity = { 'outfall-demo-identity': as };
    return this.methods.get(operation) === 'GET'
      ? this.target.send({ method: 'GET', path: `/api/${operation}${queryString(resolved)}`, headers: identity })
      : this.target.send({
          method: 'POST',
          path: `/api/${operation}`,
          headers: { ...identity, ...headers },
          body: resolved,
        });
  }

  private async step(step: CaseStep, where: string, index: number): Promise<void> {
    await this.moveTo(step.at, where);
    const before = step.refused === undefined ? null : await this.head();
    const ifMatch = resolveReferences(step.ifMatch, this.saved);
    const reply = await this.send(step.do, step.as, step.with, {
      'idempotency-key': step.key ?? `${this.file.id}/${index + 1}`,
      ...(ifMatch === undefined ? {} : { 'if-match': `"${String(ifMatch)}"` }),
    });
    if (step.refused !== undefined) {
      this.refusal(step.refused, reply, where);
      const after = await this.head();
      if (before !== after) this.fail(where, [`a refusal wrote something: the log went from ${before} to ${after}`]);
      return;
    }
    if (reply.status >= 300) throw new Broken(`was refused: ${brief(reply.body)}`);
    if (step.expectAnswer !== undefined) this.compare(step.expectAnswer, reply.body, where);
    this.save(step.save, reply.body, where);
  }

  private save(save: CaseStep['save'], answer: unknown, where: string): void {
    if (save === undefined) return;
    const names =
      typeof save === 'string'
        ? [[save, answer] as const]
        : Object.entries(save).map(([name, path]) => [name, partAt(answer, path, `${where} save`)] as const);
    for (const [name, value] of names) {
      if (this.saved.has(name)) throw new Broken(`${name} has been saved before`);
      this.saved.set(name, value);
    }
  }

  private async head(): Promise<string> {
    const { body } = await this.target.send({ method: 'GET', path: '/ready' });
    return String((body as { head?: unknown }).head);
  }

  private async expectation(expectation: CaseExpectation, where: string): Promise<void> {
    await this.moveTo(expectation.at, where);
    const { asOf, knownAt } = expectation;
    const input = {
      ...expectation.with,
      ...(asOf === undefined ? {} : { asOf }),
      ...(knownAt === undefined ? {} : { knownAt }),
    };
    const reply = await this.send(expectation.query, expectation.as, input, {});
    if (expectation.refused !== undefined) this.refusal(expectation.refused, reply, where);
    else if (reply.status >= 300) this.fail(where, [`was refused: ${brief(reply.body)}`]);
    else this.compare(expectation.equals, reply.body, where);
  }

  private refusal(refused: string | Readonly<Record<string, unknown>>, { status, body }: Reply, where: string): void {
    if (status < 400)
      return this.fail(where, [`was expected to be refused (${brief(refused)}), but was done: ${brief(body)}`]);
    this.compare(typeof refused === 'string' ? { code: refused } : refused, body, where);
  }

  private compare(expected: unknown, actual: unknown, where: string): void {
    const found = differences(resolveReferences(expected, this.saved), actual);
    if (found.length === 0) return;
    this.fail(
      where,
      found.map(({ path, expected: wanted, actual: got }) => `${path}: expected ${wanted}, was ${got}`),
    );
  }

  private fail(where: string, lines: readonly string[]): void {
    this.failures.push({ where, lines });
  }
}
