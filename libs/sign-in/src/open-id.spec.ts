import { DomainError } from '#kernel';

import { CLIENT } from './testing/client.js';
import { CountyProvider, Visitor } from './testing/county-provider.js';
import { CALLBACK, refusalOf, SigningOn } from './testing/signing-on.js';

let county: CountyProvider;

beforeAll(async () => {
  county = await CountyProvider.start(CALLBACK);
  county.people.set('superintendent', { groups: ['sewer-officers', 'all-staff'] });
});

afterAll(() => county.stop());

/** Begins, logs in at the provider and comes back with what it said. */
const goneAndBack = async (
  on: SigningOn,
  login: string,
): Promise<{ readonly callback: string; readonly cookie: string; readonly redirectTo: string }> => {
  const { redirectTo, cookie } = await on.openId.begin();
  return { callback: await new Visitor().logIn(redirectTo, login), cookie, redirectTo };
};

/** The same callback with parameters changed or, where null, left out. */
const changed = (callback: string, changes: Readonly<Record<string, string | null>>): string => {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(changes))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
};

const parameter = (url: string, name: string): string => new URL(url).searchParams.get(name)!;

describe('single sign-on at a provider of its own (issue 4, deliverable 2)', () => {
  it('whoever logs in at the provider comes in with the roles of their groups', async () => {
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    expect(await on.finish(callback, cookie)).toEqual({ userId: 'user-of-superintendent' });
    expect(on.provisioned).toEqual([
      {
        issuer: county.issuer,
        subject: 'superintendent',
        name: 'Person superintendent',
        email: 'superintendent@county.example.gov',
        grants: [{ role: 'officer', capacity: 'Town' }],
      },
    ]);
    expect(on.trail).toEqual([]);
  });

  it('the code flow with PKCE S256, state and nonce is asked for, all fresh each time (ASVS 5.0 V10.2.1, V10.5.1)', async () => {
    const on = new SigningOn(county.issuer);
    const asked = [await on.openId.begin(), await on.openId.begin()].map(({ redirectTo }) => new URL(redirectTo));
    for (const { origin, searchParams } of asked) {
      expect(origin).toBe(county.issuer);
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: CLIENT.clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid profile email',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
    }
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(asked[0]!.searchParams.get(name)).not.toBe(asked[1]!.searchParams.get(name));
  });

  it('the cookie of the round trip is short-lived, HttpOnly and SameSite, behind TLS also Secure and of this host alone (ASVS 5.0 V3.3)', async () => {
    const plain = await new SigningOn(county.issuer).openId.begin();
    expect(plain.cookie).toMatch(/^outfall-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    const origin = 'https://outfall.example.gov';
    const behindTls = await new SigningOn(county.issuer, { origin }).openId.begin();
    expect(behindTls.cookie).toMatch(
      /^__Host-outfall-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    expect(parameter(behindTls.redirectTo, 'redirect_uri')).toBe(`${origin}/api/openIdCallback`);
    // The cookie names the round trip and tells nothing of it.
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(plain.cookie).not.toContain(parameter(plain.redirectTo, name));
  });

  it('a provider that keeps groups out of the ID token is asked for them (OpenID Connect Core 5.4)', async () => {
    const terse = await CountyProvider.start(CALLBACK, { conformIdTokenClaims: true, claims: { profile: ['groups'] } });
    terse.people.set('superintendent', { groups: ['sewer-officers'] });
    const on = new SigningOn(terse.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    await on.finish(callback, cookie);
    expect(on.provisioned[0]!.grants).toEqual([{ role: 'officer', capacity: 'Town' }]);
    await terse.stop();
  });

  it('roles follow the groups at the next sign-in', async () => {
    const on = new SigningOn(county.issuer);
    const signInAgain = async (groups: readonly string[]): Promise<void> => {
      county.people.set('moving', { groups });
      const { callback, cookie } = await goneAndBack(on, 'moving');
      await on.finish(callback, cookie);
    };
    await signInAgain(['sewer-officers', 'board']);
    await signInAgain(['board']);
    expect(on.provisioned.map(({ grants }) => grants.map(({ role }) => role))).toEqual([
      ['officer', 'boardMember'],
      ['boardMember'],
    ]);
    await expect(signInAgain([])).rejects.toMatchObject({ code: 'SIGN_IN.NO_ROLE' });
    expect(on.withdrawn).toEqual([{ issuer: county.issuer, subject: 'moving' }]);
  });

  it.each<readonly [string, unknown]>([
    ['no claim of groups at all', undefined],
    ['an empty list', []],
    ['an empty text', ''],
    ['null', null],
    ['groups that stand for nothing here', ['all-staff', 'sewer-officers-2', 'SEWER-OFFICERS']],
    ['an object', { 'sewer-officers': true }],
    ['true', true],
    ['several groups in one text', 'sewer-officers,board'],
    ['lists in a list', [['sewer-officers']]],
  ])('%s gives no role, and whoever has none does not come in (fault P03)', async (_what, groups) => {
    county.people.set('nobody', groups === undefined ? {} : { groups });
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'nobody');
    const refusal = await refusalOf(on.finish(callback, cookie));
    expect(refusal).toMatchObject({ code: 'SIGN_IN.NO_ROLE', kind: 'forbidden' });
    expect(on.provisioned).toEqual([]);
    expect(on.withdrawn).toEqual([{ issuer: county.issuer, subject: 'nobody' }]);
    expect(on.trail).toEqual([
      { type: 'SignInFailed', userId: null, method: 'openId', reason: 'SIGN_IN.NO_ROLE', address: '192.0.2.7' },
    ]);
  });

  it('an account closed here stays closed, whatever the provider says, and the try is on file', async () => {
    const on = new SigningOn(county.issuer);
    on.townRefuses = new DomainError('IDENTITY.INACTIVE', 'This account is deactivated.', { kind: 'forbidden' });
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    expect(await refusalOf(on.finish(callback, cookie))).toBe(on.townRefuses);
    expect(on.trail).toMatchObject([{ type: 'SignInFailed', reason: 'IDENTITY.INACTIVE' }]);
  });

  it('a fault of our own is not passed off as a refusal of the person', async () => {
    const on = new SigningOn(county.issuer);
    on.townRefuses = new Error('The disk is full.');
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    await expect(on.finish(callback, cookie)).rejects.toBe(on.townRefuses);
    expect(on.trail).toEqual([]);
  });
});

describe('a round trip is one browser, once, within ten minutes (ASVS 5.0 V10.1.2, V10.2.1)', () => {
  const NOT_BEGUN = { code: 'SIGN_IN.OPENID_NOT_BEGUN', kind: 'unauthenticated' };
  const NOT_ACCEPTED = { code: 'SIGN_IN.OPENID_NOT_ACCEPTED', kind: 'unauthenticated' };

  it('a callback replayed is refused and on file', async () => {
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    await on.finish(callback, cookie);
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject(NOT_BEGUN);
    expect(on.provisioned).toHaveLength(1);
    expect(on.trail).toMatchObject([{ type: 'SignInFailed', reason: 'SIGN_IN.OPENID_NOT_BEGUN' }]);
  });

  it('of a callback sent twice at once, one comes in', async () => {
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    const outcomes = await Promise.allSettled([on.finish(callback, cookie), on.finish(callback, cookie)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(on.provisioned).toHaveLength(1);
  });

  it('a code replayed in another round trip is refused by the provider, and so here', async () => {
    const on = new SigningOn(county.issuer);
    const first = await goneAndBack(on, 'superintendent');
    await on.finish(first.callback, first.cookie);
    const second = await goneAndBack(on, 'superintendent');
    const replayed = changed(second.callback, { code: parameter(first.callback, 'code') });
    expect(await refusalOf(on.finish(replayed, second.cookie))).toMatchObject(NOT_ACCEPTED);
    expect(on.provisioned).toHaveLength(1);
  });

  it('a fresh code of another round trip is refused: its PKCE verifier is another (RFC 7636 4.6)', async () => {
    const on = new SigningOn(county.issuer);
    const victim = await goneAndBack(on, 'superintendent');
    county.people.set('thief', { groups: ['board'] });
    const thief = await goneAndBack(on, 'thief');
    const injected = changed(thief.callback, { code: parameter(victim.callback, 'code') });
    expect(await refusalOf(on.finish(injected, thief.cookie))).toMatchObject(NOT_ACCEPTED);
    expect(on.provisioned).toEqual([]);
  });

  it.each<readonly [string, string | null]>([
    ['altered', 'x'.repeat(43)],
    ['empty', ''],
    ['missing', null],
  ])('a state that is %s is refused, and the round trip is used up', async (_what, state) => {
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    expect(await refusalOf(on.finish(changed(callback, { state }), cookie))).toMatchObject(NOT_ACCEPTED);
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject(NOT_BEGUN);
    expect(on.provisioned).toEqual([]);
  });

  it.each<readonly [string, string | null]>([
    ['names another issuer', 'https://another.example.gov'],
    ['names none, though this provider always does', null],
  ])('an answer that %s is refused: no mix-up of providers (RFC 9207)', async (_what, iss) => {
    const on = new SigningOn(county.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    expect(await refusalOf(on.finish(changed(callback, { iss }), cookie))).toMatchObject(NOT_ACCEPTED);
    expect(on.provisioned).toEqual([]);
  });

  it.each<readonly [string, string | null]>([
    ['without the cookie', null],
    ['with an empty cookie', 'outfall-oidc='],
    ['with a cookie made up', `outfall-oidc=${'a'.repeat(43)}`],
    ['with a cookie of another name', `outfall=${'a'.repeat(43)}`],
  ])("a callback %s is refused: nobody signs another's browser in", async (_what, cookie) => {
    const on = new SigningOn(county.issuer);
    const { callback } = await goneAndBack(on, 'superintendent');
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject(NOT_BEGUN);
  });

  it("the callback of one browser with another browser's cookie is refused", async () => {
    const on = new SigningOn(county.issuer);
    const { callback } = await goneAndBack(on, 'superintendent');
    const { cookie } = await on.openId.begin();
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject(NOT_ACCEPTED);
  });

  it('a callback that comes ten minutes later is refused', async () => {
    const on = new SigningOn(county.issuer);
    const late = await goneAndBack(on, 'superintendent');
    on.clock.set('2026-06-01T14:10:00.000Z');
    expect(await refusalOf(on.finish(late.callback, late.cookie))).toMatchObject(NOT_BEGUN);
  });

  it.each([
    '',
    '?',
    '?code=x',
    '?state=x',
    '?code=a&code=b&state=c&state=d',
    '?%zz=%zz&code=%',
    '?error[]=x',
    '?response=x',
  ])('a callback made up, "%s", is a refusal and no fault', async (query) => {
    const on = new SigningOn(county.issuer);
    const { cookie } = await on.openId.begin();
    expect(await refusalOf(on.finish(CALLBACK + query, cookie))).toMatchObject(NOT_ACCEPTED);
  });

  it('beginning again and again fills no memory: of ten thousand round trips the oldest gives way (ASVS 5.0 V2.4)', async () => {
    const on = new SigningOn(county.issuer);
    const oldest = await goneAndBack(on, 'superintendent');
    const next = await goneAndBack(on, 'superintendent');
    for (let more = 0; more < 9_999; more += 1) await on.openId.begin();
    expect(await refusalOf(on.finish(oldest.callback, oldest.cookie))).toMatchObject(NOT_BEGUN);
    expect(await on.finish(next.callback, next.cookie)).toEqual({ userId: 'user-of-superintendent' });
  });
});

describe('a provider that says no, or nothing', () => {
  it('whoever declines at the provider does not come in (RFC 6749 4.1.2.1)', async () => {
    const on = new SigningOn(county.issuer);
    const { redirectTo, cookie } = await on.openId.begin();
    const callback = await new Visitor().logIn(redirectTo, 'superintendent', true);
    expect(parameter(callback, 'error')).toBe('access_denied');
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject({
      code: 'SIGN_IN.OPENID_DENIED',
      kind: 'forbidden',
    });
    expect(on.trail).toMatchObject([{ type: 'SignInFailed', reason: 'SIGN_IN.OPENID_DENIED' }]);
  });

  it('a provider that is down at the start is asked again at the next sign-in', async () => {
    const before = await CountyProvider.start(CALLBACK);
    await before.stop();
    const on = new SigningOn(before.issuer);
    const away = { code: 'SIGN_IN.OPENID_UNAVAILABLE', kind: 'unavailable' };
    expect(await refusalOf(on.openId.begin())).toMatchObject(away);
    expect(await refusalOf(on.openId.begin())).toMatchObject(away);

    const back = await CountyProvider.start(CALLBACK, {}, before.port);
    back.people.set('superintendent', { groups: ['sewer-officers'] });
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    expect(await on.finish(callback, cookie)).toEqual({ userId: 'user-of-superintendent' });
    await back.stop();
  });

  it('a provider that goes down on the way is told apart from an answer that does not hold', async () => {
    const leaving = await CountyProvider.start(CALLBACK);
    leaving.people.set('superintendent', { groups: ['sewer-officers'] });
    const on = new SigningOn(leaving.issuer);
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    await leaving.stop();
    expect(await refusalOf(on.finish(callback, cookie))).toMatchObject({ code: 'SIGN_IN.OPENID_UNAVAILABLE' });
    expect(on.provisioned).toEqual([]);
  });

  it("a wrong client secret is named as the administrator's to mend, without the secret", async () => {
    const clientSecret = 'not the secret that was given out';
    const on = new SigningOn(county.issuer, { clientSecret });
    const { callback, cookie } = await goneAndBack(on, 'superintendent');
    const refusal = await refusalOf(on.finish(callback, cookie));
    expect(refusal).toMatchObject({ code: 'SIGN_IN.OPENID_MISCONFIGURED', kind: 'unavailable' });
    expect(refusal.details.rule).toContain('OUTFALL_OIDC_CLIENT_SECRET');
    expect(JSON.stringify([refusal.message, refusal.details, on.trail])).not.toContain(clientSecret);
  });
});

describe('only issuers over TLS (ASVS 5.0 V12.3.1)', () => {
  it.each<readonly [string, boolean]>([
    ['http://login.example.gov', true],
    ['http://login.example.gov', false],
    ['http://127.0.0.1.example.gov', true],
    ['http://127.0.0.1:9000', false],
    ['ftp://127.0.0.1', true],
  ])('%s is refused at the start (allowHttp %s)', (issuer, allowHttp) => {
    expect(() => new SigningOn(issuer, { allowHttp })).toThrow(
      expect.objectContaining({ code: 'SERVER.BAD_CONFIGURATION' }),
    );
  });

  it('https, and on this machine plain http where that is allowed, are taken', () => {
    expect(() => new SigningOn('https://login.example.gov', { allowHttp: false })).not.toThrow();
    expect(() => new SigningOn('http://localhost:9000')).not.toThrow();
    expect(() => new SigningOn('http://[::1]:9000')).not.toThrow();
  });
});
