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
export class Broken extends Error {}

/** An instant as written in a case file. @throws Broken */
export const momentOf = (text: string, where: string): string => {
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

/** The target's driven clock, which all cases on one log share. */
export class CaseClock {
  private now = '';

  constructor(private readonly target: CaseTarget) {}

  /** A fresh log, with the clock at a moment. */
  async reset(now: string): Promise<void> {
    const { status, body } = await this.target.send({ method: 'POST', path: '/test/reset', body: { now } });
    if (status !== 200)
      throw new Broken(
        `the target gave no fresh log (status ${status}): it needs OUTFALL_TEST_CLOCK=1. ${brief(body)}`,
      );
    this.now = now;
  }

  /** Forward through every tick on the way. */
  async moveTo(at: string | undefined, where: string): Promise<void> {
    if (at === undefined) return;
    const moment = momentOf(at, where);
    if (moment === this.now) return;
    if (moment < this.now) throw new Broken(`${at} is before the moment of the step before it`);
    const { status, body } = await this.target.send({ method: 'PUT', path: '/test/clock', body: { now: moment } });
    if (status !== 200) throw new Broken(`the clock did not move to ${at}: ${brief(body)}`);
    this.now = moment;
  }
}

/** What the acts of a case need: where they are done, how each operation is reached, and the clock. */
export interface CaseStage {
  readonly target: CaseTarget;
  readonly methods: Methods;
  readonly clock: CaseClock;
}

/** Does one case's steps and asks its expectations; holds what was saved and what was not as written. */
export class CaseActs {
  readonly failures: CaseFailure[] = [];

  constructor(
    private readonly id: string,
    private readonly stage: CaseStage,
    readonly saved: Map<string, unknown> = new Map(),
  ) {}

  /** @throws Broken when a name is that of no operation */
  checkNames({ steps, expect }: Pick<CaseFile, 'steps' | 'expect'>): void {
    const { methods } = this.stage;
    const names = [...steps.map((step) => step.do), ...expect.map(({ query }) => query)];
    for (const name of names) if (!methods.has(name)) throw new Broken(`there is no operation called ${name}`);
    for (const { query } of expect) if (methods.get(query) !== 'GET') throw new Broken(`${query} is not a query`);
  }

  /** One step; `index` is its place in the file, for the idempotency key. @throws Broken when it cannot go on */
  async step(step: CaseStep, index: number): Promise<void> {
    const where = whereOf(step, index);
    await this.stage.clock.moveTo(step.at, where);
    const before = step.refused === undefined ? null : await this.head();
    const ifMatch = resolveReferences(step.ifMatch, this.saved);
    const reply = await this.send(step.do, step.as, step.with, {
      'idempotency-key': step.key ?? `${this.id}/${index + 1}`,
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

  async expectation(expectation: CaseExpectation, index: number): Promise<void> {
    const where = whereAsked(expectation, index);
    await this.stage.clock.moveTo(expectation.at, where);
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

  fail(where: string, lines: readonly string[]): void {
    this.failures.push({ where, lines });
  }

  private async send(
    operation: string,
    as: string,
    input: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const { target, methods } = this.stage;
    const resolved = resolveReferences(input, this.saved) as Record<string, unknown>;
    const identity = { 'outfall-demo-identity': as };
    return methods.get(operation) === 'GET'
      ? target.send({ method: 'GET', path: `/api/${operation}${queryString(resolved)}`, headers: identity })
      : target.send({
          method: 'POST',
          path: `/api/${operation}`,
          headers: { ...identity, ...headers },
          body: resolved,
        });
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
    const { body } = await this.stage.target.send({ method: 'GET', path: '/ready' });
    return String((body as { head?: unknown }).head);
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
}

/** How a report names a step. */
export const whereOf = (step: CaseStep, index: number): string =>
  `step ${index + 1} ${step.do}${step.at === undefined ? '' : ` at ${step.at}`}`;

/** How a report names an expectation. */
export const whereAsked = ({ query }: CaseExpectation, index: number): string => `expectation ${index + 1} ${query}`;
