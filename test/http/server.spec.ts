import { request } from 'node:http';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { ALL_CAPABILITIES } from '#server';

import type { RunningServer } from '../support/program.js';
import { as, outfall, startServer, temporaryFolder } from '../support/program.js';

const data = temporaryFolder();
let server: RunningServer;

const json = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const reply = await fetch(server.url + path, { headers: as('officer') });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

const register = async (name: string): Promise<Record<string, unknown>> => {
  const reply = await fetch(`${server.url}/api/registerParty`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...as('officer') },
    body: JSON.stringify({ name, partyKind: 'individual' }),
  });
  return (await reply.json()) as Record<string, unknown>;
};

/** Waits until a question is answered as wished; fails with the last answer. */
const until = async <T>(ask: () => Promise<T>, wished: (answer: T) => boolean): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (wished(answer)) return answer;
    if (attempt === 200) throw new Error(`still: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const readModel = (): string => {
  const folder = join(data.path, 'read-models');
  return join(
    folder,
    readdirSync(folder).find((name) => /^read-model-\w+\.db$/.test(name))!,
  );
};

const inReadModel = (sql: string): void => {
  const database = new Database(readModel());
  database.exec(sql);
  database.close();
};

beforeAll(async () => {
  server = await startServer(data.path);
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('what the server says of itself', () => {
  it('is an OpenAPI 3.1 document with every public operation, and no internal one', async () => {
    const { body } = await json('/api/openapi.json');
    expect(body['openapi']).toMatch(/^3\.1\./);
    const paths = body['paths'] as Record<string, Record<string, { operationId: string; summary: string }>>;
    const documented = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const operations = ALL_CAPABILITIES.flatMap((capability) => capability.operations);
    const internal = operations.filter((operation) => operation.kind === 'command' && operation.internal);
    const open = operations.filter((operation) => !internal.includes(operation));
    expect(documented.sort()).toEqual(open.map(({ id }) => id).sort());
    for (const { id } of internal)
      expect((await fetch(`${server.url}/api/${id}`, { method: 'POST' })).status).toBe(404);
    const broken = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]*)"/g)]
      .map(([, name]) => name!)
      .filter((name) => !(name in (body['components'] as { schemas: object }).schemas));
    expect(broken).toEqual([]);
  });

  it.each(['/', '/api/docs', '/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'])(
    '%s is there',
    async (path) => {
      const reply = await fetch(server.url + path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await reply.text()).length).toBeGreaterThan(300);
    },
  );

  it('a first page shows nothing of a case and links to what there is', async () => {
    const page = await (await fetch(server.url)).text();
    expect(page).toContain('href="/api/docs"');
    expect(page).toContain('href="/ready"');
  });

  it('its log tells what was asked and how it ended, and no name, body or query', async () => {
    await register('Someone Private');
    await json('/api/listParties?search=Private');
    const lines = await until(
      async () => server.logs(),
      (text) => text.includes('/api/listParties'),
    );
    expect(lines).toContain('"route":"/api/registerParty","status":201');
    expect(lines).not.toMatch(/Private/);
  });

  it('data and keys are for their owner only', () => {
    for (const folder of ['log', 'keys', 'read-models']) expect(statSync(join(data.path, folder)).mode & 0o077).toBe(0);
    for (const file of [join(data.path, 'log', 'outfall.db'), readModel()]) expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('a request that names another host is refused: a page elsewhere cannot act through a demo identity', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(server.url);
      request({ port, path: '/api/listParties', headers: { host: `outfall.example:${port}` } }, ({ statusCode }) =>
        resolve(statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe('a read model that cannot go on', () => {
  it('says which projection, where and why; acts are recorded all the same; a rebuild mends it without a restart', async () => {
    expect(await json('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    inReadModel('ALTER TABLE registry_party RENAME TO registry_party_lost');
    const recorded = await register('While broken');
    expect(recorded).toMatchObject({ partyId: expect.any(String) as unknown, stale: true });
    const { body } = await until(
      () => json('/ready'),
      ({ status }) => status === 503,
    );
    expect(body).toMatchObject({
      status: 'not ready',
      troubles: [
        {
          which: expect.stringMatching(/^projection /) as unknown,
          where: expect.stringMatching(/^position \d+/) as unknown,
          why: expect.stringContaining('registry_party') as unknown,
        },
      ],
      readModel: { state: 'failing', staleSince: expect.any(String) as unknown },
    });
    expect(await json('/health')).toMatchObject({ status: 200 });
    expect(await outfall(['rebuild'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    await until(
      () => json('/ready'),
      ({ status }) => status === 200,
    );
    expect((await json('/api/listParties')).body['parties']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'While broken' })]),
    );
  }, 120_000);
});

describe('starting and stopping', () => {
  it.each([
    [{ OUTFALL_HOST: '0.0.0.0' }, /OUTFALL_HOST is a loopback address/],
    [{ OUTFALL_PORT: '99999' }, /OUTFALL_PORT is a port number/],
    [{ OUTFALL_ZONE: 'Poughkeepsie' }, /OUTFALL_ZONE is the name of a time zone/],
  ] as const)(
    'refuses to start with %j, in one sentence',
    async (environment, sentence) => {
      const folder = temporaryFolder();
      await expect(startServer(folder.path, environment)).rejects.toThrow(sentence);
      await expect(startServer(folder.path, environment)).rejects.not.toThrow(/\n {4}at /);
      folder.remove();
    },
    60_000,
  );

  it('asked to stop, lets a running request finish, closes the log and ends with code 0', async () => {
    const folder = temporaryFolder();
    const stopping = await startServer(folder.path, { OUTFALL_TEST_CLOCK: '1' });
    const put = (now: string) =>
      fetch(`${stopping.url}/test/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now }),
      });
    const { now } = (await (await fetch(`${stopping.url}/test/clock`)).json()) as { now: string };
    const later = `${Number(now.slice(0, 4)) + 3}${now.slice(4)}`;
    // Three years of nights take a while: the request is under way when the signal comes.
    const running = put(later);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const ended = stopping.stop();
    expect((await running).status).toBe(200);
    expect(await ended).toBe(0);
    const log = new Database(join(folder.path, 'log', 'outfall.db'), { readonly: true });
    expect(log.pragma('integrity_check', { simple: true })).toBe('ok');
    log.close();
    folder.remove();
  }, 120_000);
});
