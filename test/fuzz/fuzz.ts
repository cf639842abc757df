import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { rowOf } from '#identity';

import { routesOf } from '../attacks/attack.js';
import { as, outfall, ROOT } from '../support/program.js';
import type { FuzzRequest, Sender } from './generator.js';
import { demoPerson, Generator, Known } from './generator.js';
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
  /** How many events the log held at each of these points. */
  readonly events: ReadonlyMap<number, number>;
}

interface Child {
  readonly url: string;
  /** The secret of the first start's link; null with demo identities. */
  readonly link: string | null;
  readonly process: ChildProcess;
  errors(): string;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

const start = async (data: string, identity: Record<string, string>): Promise<Child> => {
  const child = spawn(process.execPath, ['--expose-gc', join(ROOT, 'test', 'fuzz', 'server.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      OUTFALL_DATA: data,
      OUTFALL_PORT: '0',
      ...identity,
      OUTFALL_RATE_LIMIT: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr!.on('data', (text: Buffer) => {
    // The log of answers is long and says nothing here; what is no answer is kept.
    const lines = text.toString().split('\n');
    errors = (errors + lines.filter((line) => !/"msg":"(?:answered|turned away)"/.test(line)).join('\n')).slice(
      -50_000,
    );
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /listens at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors.slice(-4000)}`)));
  });
  return {
    url,
    link: /\/first-run#(\S+)/.exec(output)?.[1] ?? null,
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

/** From here on every act has a part that is wrong on purpose: the town has grown, and is to stay about as it is. */
const GROWN = 20_000;

/** What is sent, and where to. */
interface Run {
  readonly seed: number;
  readonly requests: number;
  /** After how many requests the memory is measured. */
  readonly measureAt: readonly number[];
}

const EMAIL = 'fuzz@example.gov';
const PASSWORD = 'a long phrase that nobody else tries';

/** Comes in by one of the ways there are. @returns the headers of the session, as a browser sends them; null: not let in */
const enter = async (url: string, operationId: string, body: object): Promise<Record<string, string> | null> => {
  const reply = await fetch(`${url}/api/${operationId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.arrayBuffer();
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  return reply.ok && cookie !== undefined ? { cookie, origin: url } : null;
};

const run = async (
  server: Child,
  sender: Sender,
  { seed, requests, measureAt }: Run,
  between: () => Promise<void> = async () => undefined,
): Promise<Fuzzed> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const memory = new Map<number, Memory>();
  const events = new Map<number, number>();
  const succeeded = new Set<string>();
  const { api, routes } = await routesOf(server.url);
  const random = new Random(seed);
  const known = new Known();
  for (const route of routes.filter(({ id, method }) => method === 'GET' && id.startsWith('list'))) {
    const headers = sender === demoPerson ? as(rowOf(route.id)?.roles[0] ?? 'officer') : sender(random, route);
    known.learn(parsed((await send(agent, server.url, { method: 'GET', path: route.path, headers })).text));
  }
  const generator = new Generator(random, api, routes, known, sender);
  for (let sent = 0; sent < requests;) {
    const batch = Array.from({ length: Math.min(AT_ONCE, requests - sent) }, () =>
      generator.next(sent < GROWN ? 25 : 100),
    );
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
    await between();
    const mark = measureAt.find((one) => before < one && one <= sent);
    if (mark !== undefined) {
      memory.set(mark, await server.memory());
      const ready = await send(agent, server.url, { method: 'GET', path: '/ready', headers: {} });
      events.set(mark, Number((parsed(ready.text) as { head?: string } | null)?.head));
    }
    if (server.process.exitCode !== null) throw new Error(`the server ended: ${server.errors().slice(-4_000)}`);
  }
  agent.destroy();
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
    events,
  };
};

/** Sends so many requests, made from a seed, to a server over the demo town, by demo persons. */
export const fuzzTown = async (data: string, what: Run): Promise<Fuzzed> => {
  const played = await outfall(['demo'], { OUTFALL_DATA: data });
  if (played.code !== 0) throw new Error(`the demo town could not be played: ${played.stderr}`);
  const server = await start(data, { OUTFALL_TEST_CLOCK: '1' });
  try {
    return await run(server, demoPerson, what);
  } finally {
    await server.stop();
  }
};

/** The same to a server with accounts, by its administrator, and by nobody: the routes of signing in are there only. */
export const fuzzAccounts = async (data: string, what: Run): Promise<Fuzzed> => {
  const server = await start(data, { OUTFALL_IDENTITY: 'accounts' });
  try {
    const who = { name: 'Fuzz', email: EMAIL, password: PASSWORD };
    let session = await enter(server.url, 'createFirstAdministrator', { ...who, link: server.link });
    if (!session) throw new Error(`nobody came in: ${server.errors().slice(-2_000)}`);
    let batches = 0;
    return await run(
      server,
      (random) => (session && random.chance(60) ? session : {}),
      what,
      // The run itself signs its person out now and then.
      async () => {
        batches += 1;
        if (batches % 10 === 0)
          session = (await enter(server.url, 'signInWithPassword', { email: EMAIL, password: PASSWORD })) ?? session;
      },
    );
  } finally {
    await server.stop();
  }
};
