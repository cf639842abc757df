import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { chromium as browsers } from 'playwright-core';

import { fastifyLimits, harden } from '../../apps/server/src/hardening/index.js';
import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';
import { ask, chromium } from './attack.js';

/** A server of two routes behind the same defenses as the product, whose only identity is a cookie. */
interface Small {
  readonly app: FastifyInstance;
  readonly url: string;
  acts(): number;
}

const small = async (origin: string | null): Promise<Small> => {
  const settings = { origin, trustedProxy: false, requestsPerMinute: 100_000 };
  const app = fastify(fastifyLimits(settings));
  let acts = 0;
  harden(app, settings);
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get('/', async (_request, reply) =>
    reply.header('set-cookie', 'outfall=secret; Path=/; HttpOnly').type('text/html').send('<h1>ours</h1>'),
  );
  app.get('/api/question', async () => ({ secret: 'answer' }));
  app.post('/api/act', async (request) => {
    if (request.headers.cookie?.includes('outfall=secret')) acts += 1;
    return { acts };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url, acts: () => acts };
};

const COOKIE = { cookie: 'outfall=secret' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an act that carries a cookie must come from our own pages (issue 4, deliverable 7; ASVS 5.0 V3.5)', () => {
  const origin = 'https://outfall.example.gov';
  const host = { host: 'outfall.example.gov' };
  let server: Small;
  beforeAll(async () => {
    server = await small(origin);
  });
  afterAll(async () => {
    await server.app.close();
  });

  const act = (headers: Record<string, string>) =>
    ask(server.url, '/api/act', { method: 'POST', headers: { ...host, ...headers }, body: '{}' });

  it.each([
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['Origin ours', { origin }],
    ['both', { 'sec-fetch-site': 'same-origin', origin }],
  ])('%s: done', async (_what, headers) => {
    const before = server.acts();
    expect(await act({ ...COOKIE, ...JSON_TYPE, ...headers })).toMatchObject({ status: 200 });
    expect(server.acts()).toBe(before + 1);
  });

  it.each([
    ['neither header', {}],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['no page at all', { 'sec-fetch-site': 'none' }],
    ['a value that is none', { 'sec-fetch-site': 'SAME-ORIGIN ' + 'x' }],
    ['Origin elsewhere', { origin: 'https://evil.example' }],
    ['Origin null', { origin: 'null' }],
    ['Origin with our name in front', { origin: `${origin}.evil.example` }],
    ['Origin in plain http', { origin: 'http://outfall.example.gov' }],
    ['Origin with another port', { origin: `${origin}:8443` }],
    ['same-origin and an Origin elsewhere', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['Origin ours and cross-site', { 'sec-fetch-site': 'cross-site', origin }],
  ])('%s: refused, and nothing is done', async (_what, headers) => {
    const before = server.acts();
    const answer = await act({ ...COOKIE, ...JSON_TYPE, ...headers });
    expect(answer).toMatchObject({ status: 403 });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'REQUEST.CROSS_SITE', status: 403 });
    expect(server.acts()).toBe(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])(
    'from our own page but as %s: refused, since a form could send that',
    async (type) => {
      const before = server.acts();
      const answer = await act({ ...COOKIE, origin, 'content-type': type });
      expect(answer).toMatchObject({ status: 415 });
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'REQUEST.NOT_JSON' });
      expect(server.acts()).toBe(before);
    },
  );

  it('a script with a token and no cookie needs neither header', async () => {
    expect(await act({ ...JSON_TYPE, authorization: 'Bearer outfall_x' })).toMatchObject({ status: 200 });
  });

  it('even without a cookie, a page elsewhere may not send an act: it could sign its victim in as somebody else', async () => {
    expect(await act({ ...JSON_TYPE, origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  });

  it('a question that another site’s page fetches, frames, embeds or links to is refused; a link to a page is followed', async () => {
    const question = (headers: Record<string, string>) =>
      ask(server.url, '/api/question', { headers: { ...host, ...COOKIE, ...headers } });
    for (const [mode, target] of [
      ['no-cors', 'script'],
      ['no-cors', 'image'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
    ] as const)
      for (const site of ['cross-site', 'same-site'])
        expect(
          await question({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': target }),
        ).toMatchObject({ status: 403 });
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await question(link)).toMatchObject({ status: 403 });
    expect(await question({ ...link, 'sec-fetch-site': 'none' })).toMatchObject({ status: 200 });
    for (const [path, status] of [
      ['/', 200],
      ['/api/docs', 404],
      ['/api/openIdCallback?code=x&state=y', 404],
      ['/api/openIdCallbackOf', 403],
      ['/api/docsOf', 403],
    ] as const)
      expect(await ask(server.url, path, { headers: { ...host, ...link } })).toMatchObject({ status });
  });

  it.each([
    'evil.example',
    'outfall.example.gov.evil.example',
    'outfall.example.gov@evil.example',
    '[::2]',
    'a b',
    '/',
  ])('a request to the host "%s" is refused (DNS rebinding)', async (name) => {
    const answer = await ask(server.url, '/api/question', { headers: { host: name } });
    expect(answer).toMatchObject({ status: 403 });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'REQUEST.NOT_OUR_HOST', field: 'Host' });
  });

  it.each(['outfall.example.gov', 'OUTFALL.example.gov:443', '127.0.0.1:1', 'localhost', '[::1]:8640'])(
    'a request to the host "%s" is answered',
    async (name) => {
      expect(await ask(server.url, '/api/question', { headers: { host: name } })).toMatchObject({ status: 200 });
    },
  );

  it('no CORS header is ever sent, whatever a preflight asks for', async () => {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const { headers } = await ask(server.url, '/api/act', {
        method,
        headers: {
          ...host,
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('in Chromium, a page of another site with the victim’s cookie in the jar', () => {
  it('brings about no act, by form, script or picture, and reads no answer', async () => {
    const victim = await small(null);
    const page = `<!doctype html><h1>evil</h1>
      <form id="plain" method="post" action="${victim.url}/api/act" enctype="text/plain"><input name='{"a":"' value='"}'></form>`;
    const evil: HttpServer = createServer((_request, reply) => {
      reply.setHeader('content-type', 'text/html');
      reply.end(page);
    });
    await new Promise<void>((resolve) => evil.listen(0, 'localhost', resolve));
    const evilUrl = `http://localhost:${(evil.address() as AddressInfo).port}`;
    const browser = await browsers.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      // The cookie has no SameSite attribute: Chromium lets a young one go along with a form of another site.
      await tab.goto(victim.url);
      expect(await tab.evaluate((url) => fetch(`${url}/api/question`).then((reply) => reply.status), victim.url)).toBe(
        200,
      );
      await tab.goto(evilUrl);
      const tried = await tab.evaluate(async (url) => {
        const outcome = (sent: Promise<Response>) =>
          sent.then(
            (reply) => `${reply.type} ${reply.status}`,
            () => 'failed',
          );
        return [
          await outcome(fetch(`${url}/api/question`, { credentials: 'include' })),
          await outcome(fetch(`${url}/api/question`, { credentials: 'include', mode: 'no-cors' })),
          await outcome(
            fetch(`${url}/api/act`, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"a":1}' }),
          ),
          await outcome(
            fetch(`${url}/api/act`, {
              method: 'POST',
              credentials: 'include',
              headers: { 'content-type': 'application/json' },
              body: '{"a":1}',
            }),
          ),
        ];
      }, victim.url);
      expect(tried.filter((outcome) => outcome !== 'failed' && outcome !== 'opaque 0')).toEqual([]);
      const [reply] = await Promise.all([
        tab.waitForResponse(`${victim.url}/api/act`),
        tab.evaluate('document.querySelector("#plain").submit()'),
      ]);
      expect(reply.status()).toBe(403);
      expect(victim.acts()).toBe(0);
    } finally {
      await browser.close();
      evil.close();
      await victim.app.close();
    }
  }, 60_000);
});

describe('the real server', () => {
  const data = temporaryFolder();
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '1000000' });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    data.remove();
  });

  it('refuses an act that a page elsewhere sends, and one with a cookie from nowhere', async () => {
    const party = (headers: Record<string, string>) =>
      ask(server.url, '/api/registerParty', {
        method: 'POST',
        headers: { ...as('officer'), ...JSON_TYPE, ...headers },
        body: '{"name":"A","partyKind":"individual"}',
      });
    expect(await party({ origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect(await party({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await party({ cookie: 'outfall=x' })).toMatchObject({ status: 403 });
    expect(await party({ cookie: 'outfall=x', origin: server.url })).toMatchObject({ status: 201 });
    expect(await party({})).toMatchObject({ status: 201 });
  });

  it('has no question that changes anything: the log is as long after another site’s link to each of them as before, also one that is looked up on purpose', async () => {
    const head = async () => (JSON.parse((await ask(server.url, '/ready')).text) as { head: string }).head;
    const before = await head();
    const { paths } = JSON.parse((await ask(server.url, '/api/openapi.json')).text) as { paths: object };
    for (const path of Object.keys(paths)) {
      await ask(server.url, path, { headers: as('officer') });
      await ask(server.url, path, {
        headers: {
          ...as('officer'),
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        },
      });
    }
    expect(await head()).toBe(before);
  });
});
