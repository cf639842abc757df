import type { Actor } from '#kernel';
import { FixedClock } from '#kernel';
import { MemoryEventStore, MemoryLog } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { DEFAULT_ZONE } from '#legal-time';
import { moveClock } from '#runtime';
import { fromQueryString, problemOf, validated } from '#runtime/http';
import type { Town } from '#server';
import { ALL_CAPABILITIES, assemble } from '#server';

import type { Call, CaseTarget, Reply } from '../../apps/cli/src/case-target.js';
import { DemoIdentity, IDENTITY_HEADER } from '../../apps/server/src/demo-identity.js';

const OPERATIONS = new Map(ALL_CAPABILITIES.flatMap(({ operations }) => operations).map((one) => [one.id, one]));

/** What a case file needs of a target's OpenAPI document: how each operation is reached. */
const METHODS_DOCUMENT = {
  paths: Object.fromEntries(
    [...OPERATIONS.values()]
      .filter((operation) => operation.kind === 'query' || !operation.internal)
      .map(({ id, kind }) => [`/api/${id}`, { [kind === 'query' ? 'get' : 'post']: { operationId: id } }]),
  ),
};

/** A log in memory with its keys and its driven clock: what outlives a program that is killed. */
export interface Remains {
  readonly log: MemoryLog;
  readonly keys: MemoryKeyStore;
  readonly clock: FixedClock;
}

export const freshRemains = (now = '2000-01-01T12:00:00.000Z'): Remains => ({
  log: new MemoryLog(),
  keys: new MemoryKeyStore(),
  clock: new FixedClock(now),
});

/** A program over what is left of an earlier one; not started. */
export const townOver = (
  { log, keys, clock }: Remains,
  store: MemoryEventStore = new MemoryEventStore({ log, clock }),
): Town => assemble({ store, keys, clock, zone: DEFAULT_ZONE, folder: null, demo: true });

/**
 * Runs case files straight on an engine in memory: the same validation, operations and ticks as over HTTP, without a
 * server in between, so that a test holds the log in its hands.
 */
export class EngineTarget implements CaseTarget {
  remains = freshRemains();
  protected town: Town | null = null;
  private readonly identity = new DemoIdentity();

  get running(): Town {
    if (!this.town) throw new Error('no case has begun');
    return this.town;
  }

  protected makeTown(): Town {
    return townOver(this.remains);
  }

  async open(): Promise<Town> {
    this.town = this.makeTown();
    await this.town.engine.start();
    return this.town;
  }

  async send(call: Call): Promise<Reply> {
    try {
      return { status: 200, body: await this.answer(call) };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) throw error;
      return { status: problem.status, body: problem };
    }
  }

  private async answer({ path, headers = {}, body }: Call): Promise<unknown> {
    if (path === '/api/openapi.json') return METHODS_DOCUMENT;
    if (path === '/ready') return { head: await this.running.store.head() };
    if (path === '/test/reset') {
      await this.close();
      this.remains = freshRemains((body as { now: string }).now);
      await this.open();
      await this.running.engine.runTicks();
      return {};
    }
    if (path === '/test/clock') {
      await moveClock(this.running.engine, this.remains.clock, (body as { now: string }).now);
      return {};
    }
    const url = new URL(path, 'http://case');
    const id = url.pathname.replace('/api/', '');
    const actor = await this.identity.actorFor({ headers: { [IDENTITY_HEADER]: headers[IDENTITY_HEADER] } }, { id });
    return this.operate(id, url.searchParams, actor, headers, body);
  }

  private async operate(
    id: string,
    parameters: URLSearchParams,
    actor: Actor,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<unknown> {
    const operation = OPERATIONS.get(id);
    if (!operation) throw new Error(`there is no operation called ${id}`);
    const { engine } = this.running;
    if (operation.kind === 'command') {
      const match = headers['if-match'];
      const { answer, revision, settledAt, repeated } = await engine.execute(id, validated(operation.body, body), {
        actor,
        key: headers['idempotency-key'],
        ...(match === undefined ? {} : { expectedRevision: BigInt(match.replaceAll('"', '')) }),
      });
      return { ...answer, revision: revision.toString(), position: settledAt, ...(repeated ? { repeated } : {}) };
    }
    const shape = operation.query as new () => object;
    const query = validated(shape, fromQueryString(shape.prototype as object, Object.fromEntries(parameters)));
    const { asOf = null, knownAt = null } = query as { asOf?: string; knownAt?: string };
    return (await engine.query(id, query, { actor, asOf, knownAt })).answer;
  }

  async close(): Promise<void> {
    await this.town?.stop();
    this.town = null;
  }
}
