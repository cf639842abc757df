import type { Browser } from 'playwright-core';
import { chromium as browsers } from 'playwright-core';

import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';
import { ask, chromium, raw } from './attack.js';

const data = temporaryFolder();
const secureData = temporaryFolder();
let server: RunningServer;
let secure: RunningServer;

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_RATE_LIMIT: '1000000' });
  secure = await startServer(secureData.path, { OUTFALL_ORIGIN: 'https://outfall.example.gov' });
}, 120_000);

afterAll(async () => {
  await server.stop();
  await secure.stop();
  data.remove();
  secureData.remove();
});

const PATHS = [
  '/',
  '/health',
  '/ready',
  '/nothing',
  '/api/noSuchOperation',
  '/api/%zz',
  '/api/listParties',
  '/api/openapi.json',
  '/api/openapi.yaml',
  '/api/docs',
  '/api/docs/',
  '/api/docs/swagger-ui.css',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/nothing.js',
];

const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

describe('every answer, whatever it is, carries the headers of a closed page (ASVS 5.0 V3.4; issue 4, deliverable 7)', () => {
  it.each(PATHS)('%s', async (path) => {
    const { headers } = await ask(server.url, path, { headers: as('officer') });
    expect(headers).toMatchObject(ALWAYS);
    expect(headers['permissions-policy']).toContain('camera=()');
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*|http:/);
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials'])
      expect(headers[name]).toBeUndefined();
  });

  it('the answer to what is no HTTP at all carries them too, as a problem document', async () => {
    const answer = await raw(server.url, 'NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries({
      ...ALWAYS,
      'content-type': 'application/problem+json; charset=utf-8',
    }))
      expect(answer).toContain(`${name}: ${value}\r\n`);
    expect(answer).toContain('"code":"REQUEST.NOT_HTTP"');
  });

  it('nothing under /api is kept by a browser or a cache on the way (ASVS 5.0 V14.3.2)', async () => {
    for (const path of ['/api/listParties', '/api/listRules', '/api/noSuchOperation', '/api/openapi.json', '/api/%zz'])
      expect((await ask(server.url, path, { headers: as('officer') })).headers['cache-control']).toBe('no-store');
  });

  it('a text says in what letters it is written (ASVS 5.0 V4.1.1)', async () => {
    for (const path of ['/', '/health', '/api/listRules', '/api/listParties', '/api/docs', '/nothing'])
      expect((await ask(server.url, path, { headers: as('officer') })).headers['content-type']).toMatch(
        /charset=utf-8/i,
      );
  });

  it('the API page alone may write style, and no script: every other page has the strict policy', async () => {
    const policyOf = async (path: string): Promise<string> =>
      String((await ask(server.url, path)).headers['content-security-policy']);
    expect(await policyOf('/api/docs')).toContain("style-src 'self' 'unsafe-inline'");
    for (const path of ['/', '/health', '/nothing', '/api/openapi.json', '/api/listParties']) {
      expect(await policyOf(path)).not.toContain('unsafe');
      expect(await policyOf(path)).toContain("require-trusted-types-for 'script'");
    }
  });

  it('https is asked for from then on where people type https, and not on this machine alone (ASVS 5.0 V3.4.1)', async () => {
    const strict = 'max-age=63072000; includeSubDomains';
    for (const path of PATHS) expect((await ask(secure.url, path)).headers['strict-transport-security']).toBe(strict);
    expect((await ask(server.url, '/health')).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('in Chromium, what a page needs is let in and nothing was turned away', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await browsers.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  const shown = async (path: string, ready: string): Promise<readonly string[]> => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url + path);
    await page.locator(ready).first().waitFor();
    await page.close();
    return complaints;
  };

  it('the API page shows its operations', async () => {
    expect(await shown('/api/docs', '.opblock')).toEqual([]);
  }, 60_000);

  it('the first page shows itself', async () => {
    expect(await shown('/', 'h1')).toEqual([]);
  }, 60_000);
});
