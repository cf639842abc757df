import { gzipSync } from 'node:zlib';

import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';
import type { Answer } from './attack.js';
import { ask, inside, raw, statusesOf } from './attack.js';

const data = temporaryFolder();
let server: RunningServer;
let before: unknown;

const head = async (): Promise<unknown> =>
  (JSON.parse((await ask(server.url, '/ready')).text) as { head: unknown }).head;

beforeAll(async () => {
  // With a test clock, so that no tick writes in between.
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '1000000' });
  before = await head();
}, 60_000);

afterAll(async () => {
  // Nothing below may have written anything, or brought the server down.
  const after = await head();
  await server.stop();
  data.remove();
  expect(after).toEqual(before);
});

const PARTY = '{"name":"A","partyKind":"individual"}';
const JSON_TYPE = { 'content-type': 'application/json' };

const refused = (answer: Answer, ...statuses: readonly number[]): void => {
  expect(statuses).toContain(answer.status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(inside(answer.text)).toEqual([]);
};

describe('path traversal: no address reaches a file (issue 4, must show; ASVS 5.0 V5.3.2)', () => {
  const UP = [
    '..',
    '%2e%2e',
    '%252e%252e',
    '..%2f..',
    '..%252f..',
    '..\\..',
    '..%5c..',
    '%c0%ae%c0%ae',
    '....//',
    '..;',
  ];
  const ROOTS = ['', 'api', 'api/docs', 'pages', 'sign-in'];

  it.each(ROOTS)('under /%s', async (root) => {
    for (const up of UP)
      for (const file of ['etc/passwd', 'package.json', 'dist/apps/server/src/main.js', 'log/outfall.db']) {
        const path = `/${root}/${Array<string>(8).fill(up).join('/')}/${file}`;
        const answer = await ask(server.url, path);
        refused(answer, 400, 404, 403);
        expect(answer.text).not.toMatch(/root:|"dependencies"|SQLite format/);
      }
  });

  it.each([
    '/api/docs/swagger-ui.css/../../../package.json',
    '/api/docs/./package.json',
    '/api/docs/%00',
    '/api/docs/swagger-ui.css%00.html',
    '/api/docs/..%00/package.json',
    '/api/docs//etc/passwd',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/.git/config',
    '/.env',
    '/package.json',
    '/api/docs/index.cjs',
    '/api/docs/package.json',
  ])('%s is no file of ours', async (path) => {
    const answer = await ask(server.url, path);
    expect([400, 403, 404]).toContain(answer.status);
    expect(inside(answer.text)).toEqual([]);
  });

  it('a whole address in the request line is taken as an address of this server or refused, and nothing is fetched', async () => {
    const answer = await raw(
      server.url,
      'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    );
    expect(statusesOf(answer)[0]).toBeGreaterThanOrEqual(400);
    expect(inside(answer)).toEqual([]);
  });
});

describe('header injection: nothing a sender says becomes a header of an answer (issue 4, must show; ASVS 5.0 V1.2.1)', () => {
  it.each(['%0d%0aset-cookie:%20x=1', '%0aset-cookie:x=1', '%E5%98%8A%E5%98%8Dset-cookie:x=1', '%0d%0a%0d%0a<html>'])(
    '%s in path, query and value',
    async (text) => {
      for (const path of [`/${text}`, `/api/${text}`, `/api/docs/${text}`, `/api/getParty?partyId=${text}`]) {
        const answer = await ask(server.url, path, { headers: as('officer') });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['content-type']).toMatch(/json/);
      }
    },
  );

  it('letters that end a line do not get into a header on the way in', async () => {
    for (const value of ['a\rb', 'a\nb', 'a\0b', 'a\r\n b'])
      for (const name of ['Outfall-Demo-Identity', 'Idempotency-Key', 'If-Match', 'Origin', 'X-Forwarded-For']) {
        const answer = await raw(
          server.url,
          `POST /api/registerParty HTTP/1.1\r\nHost: 127.0.0.1\r\n${name}: ${value}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
        expect(statusesOf(answer)[0]).toBeGreaterThanOrEqual(400);
        expect(answer.split('\r\n\r\n')[0]).not.toMatch(/^b/m);
      }
  });

  it.each([
    'Host',
    'Authorization',
    'Cookie',
    'Origin',
    'Content-Type',
    'Content-Length',
    'Idempotency-Key',
    'If-Match',
    'Outfall-Demo-Identity',
  ])('%s given twice is refused: two readers would take it for two things', async (name) => {
    const value = { Host: '127.0.0.1', 'Content-Length': '0', 'Outfall-Demo-Identity': 'officer' }[name] ?? 'x';
    const host = name === 'Host' ? '' : 'Host: 127.0.0.1\r\n';
    const answer = await raw(
      server.url,
      `POST /api/registerParty HTTP/1.1\r\n${host}${name}: ${value}\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual([400]);
    expect(answer).toMatch(/REQUEST\.(?:DUPLICATE_HEADER|NOT_HTTP)/);
  });
});

describe('request smuggling: one request has one length (ASVS 5.0 V4.2.1)', () => {
  const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Smuggled: yes\r\n\r\n';
  const post = (...headers: readonly string[]): string =>
    ['POST /api/registerParty HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers, '', ''].join(
      '\r\n',
    );

  it.each([
    ['both lengths', post('Content-Length: 6', 'Transfer-Encoding: chunked'), '0\r\n\r\nG'],
    [
      'both, the other way round',
      post('Transfer-Encoding: chunked', 'Content-Length: 4'),
      '5c\r\nGPOST / HTTP/1.1\r\n',
    ],
    ['two different lengths', post('Content-Length: 3', 'Content-Length: 7'), '{}}'],
    ['a list of lengths', post('Content-Length: 3, 7'), '{} '],
    ['a signed length', post('Content-Length: +3'), '{} '],
    ['a negative length', post('Content-Length: -1'), '{}'],
    ['a length in hexadecimal', post('Content-Length: 0x3'), '{} '],
    ['an unknown coding', post('Transfer-Encoding: xchunked'), '0\r\n\r\n'],
    ['chunked not last', post('Transfer-Encoding: chunked, identity'), '0\r\n\r\n'],
    ['chunked twice', post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), '0\r\n\r\n'],
    ['a blank before the colon', post('Transfer-Encoding : chunked'), '0\r\n\r\n'],
    ['a tab in the name', post('Transfer-\tEncoding: chunked'), '0\r\n\r\n'],
    ['a folded header', post('X: y', ' Transfer-Encoding: chunked'), '0\r\n\r\n'],
    ['a bare line feed', post('X: y\nTransfer-Encoding: chunked'), '0\r\n\r\n'],
    ['a chunk of impossible size', post('Transfer-Encoding: chunked'), 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['a chunk of no size', post('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
    ['HTTP/1.0 without a host', 'GET /health HTTP/1.0\r\n\r\n', ''],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', ''],
  ])('%s: refused, the connection ends, and what follows is not read as a request', async (_what, start, body) => {
    const answer = await raw(server.url, start, body, SMUGGLED);
    const statuses = statusesOf(answer);
    expect(statuses.length).toBe(1);
    expect([400, 403, 413]).toContain(statuses[0]);
    expect(answer).not.toContain('"live"');
    expect(inside(answer)).toEqual([]);
  });

  it('an upgrade is not taken: what follows is still this server’s to read', async () => {
    const answer = await raw(
      server.url,
      'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(answer).not.toMatch(/^HTTP\/1\.1 101/);
  });
});

describe('methods: what an address takes, and no other (ASVS 5.0 V4.1.4, V13.4.4)', () => {
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s changes nothing: a GET stays a GET',
    async (name) => {
      for (const [path, method] of [
        ['/api/registerParty', 'GET'],
        ['/api/registerParty?_method=POST', 'GET'],
        ['/api/listParties', 'POST'],
      ] as const)
        refused(await ask(server.url, path, { method, headers: { ...as('officer'), [name]: 'POST' } }), 404);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH'])(
    '%s is not taken under /api',
    async (method) => {
      for (const path of ['/api/registerParty', '/api/listParties'])
        refused(await ask(server.url, path, { method, headers: { ...as('officer'), ...JSON_TYPE } }), 404, 405, 400);
    },
  );

  it('CONNECT makes no tunnel', async () => {
    const answer = await raw(server.url, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('bodies that are not what they say', () => {
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(server.url, '/api/registerParty', {
      method: 'POST',
      headers: { ...as('officer'), ...JSON_TYPE, ...headers },
      body,
    });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'x-anything', 'gzip, identity'])(
    'packed by %s: refused before it is unpacked (a packed megabyte may be a gigabyte)',
    async (coding) => {
      refused(await post(gzipSync(PARTY), { 'content-encoding': coding }), 415);
    },
  );

  it('letters that are no UTF-8, a byte order mark, another character set: refused', async () => {
    for (const bytes of [
      [0x7b, 0xff, 0x7d],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d],
      [0xef, 0xbb, 0xbf],
    ])
      refused(await post(new Uint8Array(bytes)), 400);
    refused(await post(Buffer.from(PARTY, 'utf16le')), 400);
  });

  it('an id with a NUL in it, or anything else that is no letter of an id, is refused and never looked up', async () => {
    for (const id of ['%00', 'a%00b', 'a%0Ab', '%F0%9F%98%80', '%e2%80%ae', "'%20OR%201=1--", '${7*7}', '{{7*7}}', '*'])
      refused(await ask(server.url, `/api/getParty?partyId=${id}`, { headers: as('officer') }), 400);
  });

  it('a body without an end is refused', async () => {
    const answer = await raw(
      server.url,
      `POST /api/registerParty HTTP/1.1\r\nHost: 127.0.0.1\r\nOutfall-Demo-Identity: officer\r\nContent-Type: application/json\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{"a":`,
    );
    expect(statusesOf(answer)).toEqual([400]);
  });
});

describe('too much of anything', () => {
  it('a body of 5 MB is refused as a problem document that the client gets to read, with or without a length', async () => {
    const body = 'x'.repeat(5_000_000);
    const framings: readonly Record<string, string>[] = [
      { 'content-length': String(body.length) },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const headers of framings)
      for (const who of [as('officer'), {}]) {
        const answer = await ask(server.url, '/api/registerParty', {
          method: 'POST',
          headers: { ...who, ...JSON_TYPE, ...headers },
          body,
        });
        refused(answer, 413);
        expect(JSON.parse(answer.text)).toMatchObject({ code: 'REQUEST.TOO_LARGE' });
      }
  });

  it.each([
    ['a long address', `/api/${'a'.repeat(20_000)}`, {}, 431],
    ['a long query', `/api/listParties?search=${'a'.repeat(20_000)}`, {}, 431],
    ['a long header', '/api/listParties', { 'x-long': 'a'.repeat(20_000) }, 431],
    ['many headers', '/api/listParties', Object.fromEntries([...Array(150).keys()].map((n) => [`x-${n}`, 'y'])), 431],
    ['a long cookie', '/api/listParties', { cookie: `a=${'b'.repeat(20_000)}` }, 431],
    ['a long part of a path', `/api/docs/${'a'.repeat(9_000)}`, {}, 404],
  ])('%s is refused', async (_what, path, headers, status) => {
    refused(await ask(server.url, path, { headers: { ...as('officer'), ...headers } }), status);
  });

  it('a thousand fields, a thousand members, a number of a thousand digits: refused by name', async () => {
    const post = (body: string) =>
      ask(server.url, '/api/registerParty', { method: 'POST', headers: { ...as('officer'), ...JSON_TYPE }, body });
    const many = Object.fromEntries([...Array(1_000).keys()].map((number) => [`field${number}`, number]));
    refused(await post(JSON.stringify(many)), 400);
    refused(await post(JSON.stringify({ name: Array(1_000).fill('A'), partyKind: 'individual' })), 400);
    refused(await post(`{"name":${'9'.repeat(1_000)},"partyKind":"individual"}`), 400);
    refused(await post(`{"name":1e999,"partyKind":-1e999}`), 400);
  });

  it('a query of thousands of parameters is refused, not worked through', async () => {
    const query = [...Array(3_000).keys()].map((number) => `a${number}`).join('&');
    refused(await ask(server.url, `/api/listParties?${query}`, { headers: as('officer') }), 400, 431);
  });

  it('a head that drips in letter by letter is cut off, and others are served meanwhile (slow-client timeouts)', async () => {
    const { hostname } = new URL(server.url);
    const dripping = raw(server.url, `GET /health HTTP/1.1\r\nHost: ${hostname}\r\nX-Slow: `);
    expect(await ask(server.url, '/health')).toMatchObject({ status: 200 });
    expect(statusesOf(await dripping)).toEqual([408]);
  }, 60_000);
});
