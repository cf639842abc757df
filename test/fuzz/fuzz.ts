import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { rowOf } from '#identity';

import { routesOf } from '../attacks/attack.js';
import { as, outfall, ROOT } from '../support/program.js';
import type { FuzzRequest } from './generator.js';
import { Generator, Known } from './generator.js';
import { Random } from './random.js';

/** Bytes in use after collection. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export interface Fuzzed {
  readonly seed: number;
  readonly requests: number;
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that did what they were asked at least once, and all there are. */
  readonly succeeded: number;
  readonly operations: number;
  /** Requests that were answered by a fault of the server, or by nothing. */
  readonly faults: readonly string[];
  readonly memory: ReadonlyMap<number, Memory>;
}

interface Child {
  readonly url: string;
  readonly process: ChildProcess;
  errors(): string;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

const start = async (data: string): Promise<Child> => {
  const child = spawn(process.execPath, ['--expose-gc', join(ROOT, 'test', 'fuzz', 'server.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      OUTFALL_DATA: data,
      OUTFALL_PORT: '0',
      OUTFALL_TEST_CLOCK: '1',
      OUTFALL_RATE_LIMIT: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr!.on('data', (text: Buffer) => {
    // The log of answers is long and says nothing here; what is no answer is kept.
    const lines = text.toString().split('\n');
    errors = (errors + lines.filter((line) => !line.includes('"msg":"answered"')).join('\n')).slice(-50_000);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout!.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /listens at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors.slice(-4000)}`)));
  });
  return {
    url,
    process: child,
    errors: () => errors,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (memory) => resolve(memory as Memory));
        child.send('memory');
      }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

const send = (agent: Agent, url: string, { method, path, headers, body }: FuzzRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ agent, hostname, port, method, path, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve({ status: reply.statusCode!, text: Buffer.concat(chunks).toString('utf8') }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const AT_ONCE = 6;

/**
 * Sends so many requests, made from a seed, to a server over the demo town.
 * @param measureAt after how many requests its memory is measured
 */
export const fuzz = async (
  data: string,
  { seed, requests, measureAt }: { seed: number; requests: number; measureAt: readonly number[] },
): Promise<Fuzzed> => {
  const played = await outfall(['demo'], { OUTFALL_DATA: data });
  if (played.code !== 0) throw new Error(`the demo town could not be played: ${played.stderr}`);
  const server = await start(data);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const memory = new Map<number, Memory>();
  const succeeded = new Set<string>();
  try {
    const { api, routes } = await routesOf(server.url);
    const random = new Random(seed);
    const known = new Known();
    for (const { id, path } of routes.filter(({ id, method }) => method === 'GET' && id.startsWith('list')))
      known.learn(
        parsed(
          (await send(agent, server.url, { method: 'GET', path, headers: as(rowOf(id)?.roles[0] ?? 'officer') })).text,
        ),
      );
    const generator = new Generator(random, api, routes, known);
    for (let sent = 0; sent < requests;) {
      const batch = Array.from({ length: Math.min(AT_ONCE, requests - sent) }, () => generator.next());
      const answers = await Promise.all(
        batch.map((one) =>
          send(agent, server.url, one).catch((error: unknown): Answer => ({ status: 0, text: String(error) })),
        ),
      );
      for (const [at, { status, text }] of answers.entries()) {
        const { method, path, headers, body } = batch[at]!;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 200 && status < 300) {
          succeeded.add(`${method} ${path.split('?')[0]}`);
          known.learn(parsed(text));
        }
        if ((status === 0 || status >= 500) && faults.length < 50)
          faults.push(
            `${method} ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 2_000)} -> ${status} ${text}`,
          );
      }
      const before = sent;
      sent += batch.length;
      const mark = measureAt.find((one) => before < one && one <= sent);
      if (mark !== undefined) memory.set(mark, await server.memory());
      if (server.process.exitCode !== null) throw new Error(`the server ended: ${server.errors().slice(-4_000)}`);
    }
    if (faults.length > 0) faults.push(server.errors().slice(-6_000));
    const operations = routes.map(({ method, path }) => `${method} ${path}`);
    return {
      seed,
      requests,
      statuses,
      succeeded: operations.filter((one) => succeeded.has(one)).length,
      operations: operations.length,
      faults,
      memory,
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
};
