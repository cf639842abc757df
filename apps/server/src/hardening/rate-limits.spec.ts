import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';

import { harden } from './harden.js';
import { fastifyLimits } from './limits.js';
import { RateLimits, senderOf } from './rate-limits.js';
import type { Refusal } from './refusal.js';

const server = async (trustedProxy = false, requestsPerMinute = 3): Promise<FastifyInstance> => {
  const settings = {
    origin: null,
    trustedProxy,
    requestsPerMinute,
    userOf: async ({ headers }: { headers: { authorization?: string } }) =>
      /^Bearer good-(\w+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  };
  const app = fastify(fastifyLimits(settings));
  harden(app, settings);
  app.get('/api/question', async (request) => ({ ip: request.ip }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Asks from one of this machine's own addresses, each of which is a sender of its own. */
const ask = (app: FastifyInstance, headers: Record<string, string> = {}, from = '127.0.0.1'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path: '/api/question', localAddress: from, agent: false, headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, body: JSON.parse(text) as unknown }),
      );
    })
      .on('error', reject)
      .end();
  });

const statuses = async (times: number, one: () => Promise<Answer>): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push((await one()).status);
  return all;
};

describe('each user, and each address before anyone has signed in, has so many requests a minute (issue 4, deliverable 7)', () => {
  it('an address that has used its own up is told when to come again; another address is not touched', async () => {
    const app = await server();
    expect(await statuses(3, () => ask(app))).toEqual([200, 200, 200]);
    const over = await ask(app);
    expect(over.status).toBe(429);
    expect(over.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'ratelimit-policy': '"minute";q=3;w=60',
      ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/) as unknown,
      'retry-after': expect.stringMatching(/^[1-9]\d?$/) as unknown,
      'x-content-type-options': 'nosniff',
    });
    expect(over.body).toMatchObject({ code: 'REQUEST.TOO_MANY', status: 429, rule: expect.any(String) as unknown });
    expect((await ask(app, {}, '127.0.0.2')).status).toBe(200);
    await app.close();
  });

  it('each answer says what is left', async () => {
    const app = await server();
    const left = async () => String((await ask(app)).headers['ratelimit']);
    expect([await left(), await left(), await left()].map((text) => /r=(\d+)/.exec(text)?.[1])).toEqual([
      '2',
      '1',
      '0',
    ]);
    await app.close();
  });

  it('people who have signed in from one address have a budget each, and are not held up by what strangers do there', async () => {
    const app = await server();
    await statuses(5, () => ask(app));
    const one = { authorization: 'Bearer good-one' };
    expect(await statuses(4, () => ask(app, one))).toEqual([200, 200, 200, 429]);
    expect((await ask(app, one, '127.0.0.3')).status).toBe(429);
    expect((await ask(app, { authorization: 'Bearer good-two' })).status).toBe(200);
    await app.close();
  });

  it('a credential that is no good counts for the address', async () => {
    const app = await server();
    const guesses = ['a', 'b', 'c', 'd'];
    const answers: number[] = [];
    for (const guess of guesses) answers.push((await ask(app, { authorization: `Bearer bad-${guess}` })).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    await app.close();
  });

  it('without a trusted proxy nobody takes another address by X-Forwarded-For', async () => {
    const app = await server();
    let number = 0;
    const forged = () => ask(app, { 'x-forwarded-for': `203.0.113.${(number += 1)}` });
    expect(await statuses(4, forged)).toEqual([200, 200, 200, 429]);
    await app.close();
  });

  it('behind one proxy its own word counts, which it adds last, and not what the sender put before it (ASVS 5.0 V4.1.3)', async () => {
    const app = await server(true);
    expect((await ask(app, { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' }, '127.0.0.1')).body).toEqual({
      ip: '203.0.113.9',
    });
    let number = 0;
    const forged = () => ask(app, { 'x-forwarded-for': `10.0.0.${(number += 1)}, 203.0.113.9` }, '127.0.0.1');
    expect(await statuses(3, forged)).toEqual([200, 200, 429]);
    await app.close();
  });
});

describe('what is turned away at the door', () => {
  it('is told to the audit, with its code and the sender (ASVS 5.0 V16.3.3)', async () => {
    const told: string[] = [];
    const settings = {
      origin: null,
      trustedProxy: false,
      requestsPerMinute: 1,
      refused: ({ status, code }: Refusal, { ip, url }: { ip: string; url: string }) =>
        void told.push(`${status} ${code} ${ip} ${url}`),
    };
    const app = fastify(fastifyLimits(settings));
    harden(app, settings);
    app.get('/api/question', async () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    await ask(app, { host: 'evil.example' });
    await ask(app, { 'sec-fetch-site': 'cross-site' });
    await ask(app);
    await ask(app);
    expect(told).toEqual([
      '403 REQUEST.NOT_OUR_HOST 127.0.0.1 /api/question',
      '403 REQUEST.CROSS_SITE 127.0.0.1 /api/question',
      '429 REQUEST.TOO_MANY 127.0.0.1 /api/question',
    ]);
    await app.close();
  });
});

describe('what counts as one sender', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is %s: a whole IPv6 network belongs to whoever has one address of it', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });
});

describe('the memory of the limits', () => {
  it('does not grow with the number of addresses: 65,536 slots hold them all', async () => {
    const limits = new RateLimits(5);
    for (let number = 0; number < 80_000; number += 1)
      await limits.take(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`);
    const before = limits.slotsInUse;
    for (let number = 0; number < 80_000; number += 1) await limits.take(`2001:db8:${number.toString(16)}:0`);
    expect(limits.slotsInUse).toBeLessThanOrEqual(65_536);
    expect(limits.slotsInUse).toBeGreaterThan(before);
  }, 60_000);
});
