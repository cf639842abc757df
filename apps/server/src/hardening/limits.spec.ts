import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';

import { harden } from './harden.js';
import type { Patience } from './limits.js';
import { fastifyLimits, MOST_CONNECTIONS, PATIENCE } from './limits.js';

const SETTINGS = { origin: null, trustedProxy: false, requestsPerMinute: 1_000 };
const QUICK = { headersMs: 300, requestMs: 600, silenceMs: 1_200, keepAliveMs: 500, lookEveryMs: 100 };

const listening = async (patience: Patience = QUICK): Promise<FastifyInstance> => {
  const app = fastify(fastifyLimits(SETTINGS, patience));
  harden(app, SETTINGS);
  app.post('/api/act', async () => ({ done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
};

/** Sends a piece whenever the last one is out, until the server has had enough; then what it said. */
const drip = (app: FastifyInstance, head: string, piece: string): Promise<string> =>
  new Promise((resolve) => {
    const { port } = app.server.address() as AddressInfo;
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(head));
    const dripping = setInterval(() => {
      if (socket.writable) socket.write(piece);
    }, 50);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
  });

describe('a slow sender is cut off (issue 4, deliverable 7: slow-client timeouts)', () => {
  it.each([
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-More: y\r\n'],
    [
      'a body that never ends',
      'POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
      ' ',
    ],
    [
      'a body in pieces that never ends',
      'POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
  ])('%s gets 408 and the end of the connection', async (_what, head, piece) => {
    const app = await listening();
    const answer = await drip(app, head, piece);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"code":"REQUEST.TOO_SLOW"');
    expect(answer).toContain('connection: close');
    await app.close();
  });

  it('a connection on which nothing is ever sent is told so and closed', async () => {
    const app = await listening();
    expect(await drip(app, '', '')).toMatch(/^HTTP\/1\.1 408 /);
    await app.close();
  });
});

describe('the limits of the product', () => {
  it('are on the server as Node keeps them', async () => {
    const app = await listening(PATIENCE);
    expect(app.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 120_000,
      keepAliveTimeout: 65_000,
      maxConnections: MOST_CONNECTIONS,
    });
    expect(app.initialConfig).toMatchObject({ bodyLimit: 1_048_576, requestIdHeader: false });
    await app.close();
  });

  it('a request’s number is not taken from the sender', async () => {
    const app = fastify(fastifyLimits(SETTINGS));
    app.get('/', async (request) => ({ id: request.id }));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const ids: string[] = [];
    for (const header of ['request-id', 'x-request-id'])
      ids.push(((await (await fetch(url, { headers: { [header]: 'mine' } })).json()) as { id: string }).id);
    expect(new Set([...ids, 'mine']).size).toBe(3);
    await app.close();
  });
});
