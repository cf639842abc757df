import { randomBytes } from 'node:crypto';

import type { RunningServer } from '../support/program.js';
import { startServer, temporaryFolder } from '../support/program.js';
import type { Answer } from './attack.js';
import { ask } from './attack.js';

const EMAIL = 'first@example.gov';
const PASSWORD = 'a long phrase that nobody else tries';

const data = temporaryFolder();
let server: RunningServer;

const post = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(server.url, `/api/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']?.[0]).split(';')[0]!;

const signIn = (headers: Record<string, string> = {}): Promise<Answer> =>
  post('signInWithPassword', { email: EMAIL, password: PASSWORD }, headers);

const account = (headers: Record<string, string>): Promise<Answer> => ask(server.url, '/api/getAccount', { headers });

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_IDENTITY: 'accounts', OUTFALL_RATE_LIMIT: '100000' });
  const link = await server.said(/\/first-run#(\S+)/);
  const made = await post('createFirstAdministrator', { link, name: 'First', email: EMAIL, password: PASSWORD });
  expect(made.status).toBeLessThan(300);
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('session fixation: nobody signs into a session that somebody else chose (issue 4, must show; ASVS 5.0 V7.2.4)', () => {
  it('a cookie that was planted before the sign-in is worth nothing after it', async () => {
    const planted = `outfall=${randomBytes(32).toString('base64url')}`;
    const signed = await signIn({ cookie: planted, origin: server.url });
    expect(signed.status).toBe(200);
    expect(cookieOf(signed)).not.toBe(planted);
    expect(await account({ cookie: planted })).toMatchObject({ status: 401 });
    expect(await account({ cookie: cookieOf(signed) })).toMatchObject({ status: 200 });
  });

  it('a live session that was planted does not become the session of whoever signs in with it', async () => {
    const planted = cookieOf(await signIn());
    const signed = cookieOf(await signIn({ cookie: planted, origin: server.url }));
    expect(signed).not.toBe(planted);
  });

  it('each sign-in gets a secret of its own, that was never seen before', async () => {
    const secrets = [cookieOf(await signIn()), cookieOf(await signIn()), cookieOf(await signIn())];
    expect(new Set(secrets).size).toBe(3);
    for (const secret of secrets) expect(secret).toMatch(/^outfall=[A-Za-z0-9_-]{43}$/);
  });

  it('a secret in an address, a body or another header opens nothing', async () => {
    const secret = cookieOf(await signIn());
    const value = secret.split('=')[1]!;
    const places: readonly Record<string, string>[] = [
      { 'x-session': value },
      { authorization: `Bearer ${value}` },
      { 'outfall-session': value },
    ];
    for (const headers of places) expect(await account(headers)).toMatchObject({ status: 401 });
    const { status } = await ask(server.url, `/api/getAccount?${secret}`);
    expect([400, 401]).toContain(status);
    expect((await post('signOut', { outfall: value })).headers['set-cookie']?.[0] ?? '').not.toContain(value);
    expect(await account({ cookie: secret })).toMatchObject({ status: 200 });
  });

  it('signed out, a secret is dead, on the server and not in the browser alone (ASVS 5.0 V7.4.1)', async () => {
    const cookie = cookieOf(await signIn());
    expect((await post('signOut', {}, { cookie, origin: server.url })).status).toBeLessThan(300);
    expect(await account({ cookie })).toMatchObject({ status: 401 });
  });

  it('the cookie is read by no script, goes to no other host, and along with no act of another site (ASVS 5.0 V3.3)', async () => {
    const [cookie = ''] = (await signIn()).headers['set-cookie'] ?? [];
    const attributes = cookie.split('; ').slice(1);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly']));
    expect(attributes.some((one) => /^SameSite=(?:Lax|Strict)$/.test(one))).toBe(true);
    expect(cookie).not.toMatch(/domain=/i);
  });
});

describe('with a real session, an act of another site is refused (issue 4, must show: CSRF)', () => {
  const token = { name: 'Script', scopes: [], expiresOn: '2000-01-01' };

  it.each([
    ['from nowhere', {}],
    ['from another site', { origin: 'https://evil.example' }],
    ['from another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['from a page without an origin', { origin: 'null' }],
  ])('%s', async (_what, headers) => {
    const cookie = cookieOf(await signIn());
    for (const [id, body] of [
      ['createAccessToken', token],
      ['changePassword', { current: PASSWORD, password: 'another long phrase of theirs' }],
      ['signOut', {}],
      ['createUser', { name: 'Evil', email: 'evil@example.org' }],
    ] as const) {
      const answer = await post(id, body, { cookie, ...headers });
      expect(answer).toMatchObject({ status: 403 });
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'REQUEST.CROSS_SITE' });
    }
    expect(await account({ cookie })).toMatchObject({ status: 200 });
  });

  it('a form of another site, whose body is no JSON, is refused even if its origin were ours', async () => {
    const cookie = cookieOf(await signIn());
    const answer = await ask(server.url, '/api/signOut', {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 415 });
    expect(await account({ cookie })).toMatchObject({ status: 200 });
  });

  it('from our own page it is done', async () => {
    const cookie = cookieOf(await signIn());
    const answer = await post(
      'createUser',
      { name: 'Second', email: 'second@example.gov' },
      { cookie, origin: server.url },
    );
    expect(answer.status).toBeLessThan(300);
  });
});

describe('the pages of signing in', () => {
  const PAGES = ['/sign-in', '/first-run', '/invitation', '/account'];

  it('mask every password, let it be pasted, and tell password managers what it is (ASVS 5.0 V6.2.6, V6.2.7)', async () => {
    let fields = 0;
    for (const page of PAGES) {
      const { text } = await ask(server.url, page);
      for (const [field] of text.matchAll(/<input[^>]*name="(?:password|current)"[^>]*>/g)) {
        fields += 1;
        expect(field).toContain('type="password"');
        expect(field).toMatch(/autocomplete="(?:current|new)-password"/);
      }
    }
    expect(fields).toBeGreaterThan(3);
    expect((await ask(server.url, '/pages/pages.js')).text).not.toMatch(/paste|clipboard/i);
  });

  it('set text as text, run nothing that is written in them, and keep nothing in the browser (ASVS 5.0 V3.2.2, V14.3.3)', async () => {
    const { text: script } = await ask(server.url, '/pages/pages.js');
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
    expect(script).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/);
    for (const page of PAGES) {
      const { text } = await ask(server.url, page);
      expect(text).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=|javascript:|https?:\/\//i);
    }
  });

  it('show the way out on the page of one’s own account (ASVS 5.0 V7.4.4)', async () => {
    expect((await ask(server.url, '/account')).text).toMatch(/<button[^>]*>\s*Sign out/);
  });
});
