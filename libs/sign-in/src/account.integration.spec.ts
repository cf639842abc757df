import type { SmallTown, Visitor } from './testing/small-town.js';
import { codeAt, later, openSmallTown, OTHER_PASSWORD, PASSWORD } from './testing/small-town.js';

const OFFICER = 'officer@example.gov';
const ADMINISTRATOR = 'administrator@example.gov';

let town: SmallTown;
let userId: string;
let officer: Visitor;

beforeEach(async () => {
  town = await openSmallTown();
  userId = await town.member('Officer', OFFICER);
  officer = await town.signedIn(OFFICER);
  town.trail.entries.length = 0;
});
afterEach(() => town.close());

const pass = (minutes: number) => town.clock.set(later(town.clock.now(), minutes));
const signIn = (password: string) => town.visitor().post('signInWithPassword', { email: OFFICER, password });

describe('the routes of an account', () => {
  it('answer nobody but a person in a session, and tell no secret (deny by default)', async () => {
    const routes = {
      get: ['getAccount', 'listSessions', 'listAccessTokens'],
      post: [
        'changePassword',
        'beginTotp',
        'confirmTotp',
        'removeTotp',
        'beginPasskey',
        'addPasskey',
        'removePasskey',
        'revokeSession',
        'createAccessToken',
        'revokeAccessToken',
        'inviteUser',
        'resetSignIn',
      ],
    } as const;
    const made = await officer.post('createAccessToken', {
      name: 'import',
      scopes: ['read', 'act'],
      expiresOn: '2026-12-31',
    });
    const bearer = { authorization: `Bearer ${String(made.body['secret'])}` };
    const strangers: Record<string, string>[] = [
      {},
      bearer,
      { authorization: 'Basic eDp5' },
      { cookie: '__Host-outfall=x' },
    ];
    for (const headers of strangers)
      for (const [method, operations] of Object.entries(routes))
        for (const operation of operations) {
          const asked =
            method === 'get' ? town.visitor().get(operation, headers) : town.visitor().post(operation, {}, headers);
          expect([operation, (await asked).body['code']]).toEqual([operation, 'IDENTITY.NOT_SIGNED_IN']);
        }
  });

  it('of administrators answer nobody who is none (issue 4, deliverable 3)', async () => {
    for (const operation of ['inviteUser', 'resetSignIn'])
      expect((await officer.post(operation, { userId })).body).toMatchObject({
        status: 403,
        code: 'IDENTITY.NOT_YOUR_ROLE',
      });
  });
});

describe('changing the password (ASVS 5.0 V6.2.2, V6.2.3, V7.4.3)', () => {
  it('takes the present one, and ends every other session of the person', async () => {
    const elsewhere = await town.signedIn(OFFICER);
    pass(11);
    const wrong = await officer.post('changePassword', { current: 'not the present one', password: OTHER_PASSWORD });
    expect(wrong.body).toMatchObject({ status: 401, code: 'SIGN_IN.NO_MATCH', field: 'current', triesLeft: 4 });
    expect((await officer.post('changePassword', { current: PASSWORD, password: 'short' })).status).toBe(400);
    expect((await officer.post('changePassword', { current: PASSWORD, password: OTHER_PASSWORD })).status).toBe(200);
    expect([(await officer.get('getAccount')).status, (await elsewhere.get('getAccount')).status]).toEqual([200, 401]);
    expect([(await signIn(PASSWORD)).status, (await signIn(OTHER_PASSWORD)).status]).toEqual([401, 200]);
    expect(town.trail.entries.slice(0, 3)).toMatchObject([
      { type: 'SignedIn' },
      { type: 'SignInFailed', userId, reason: 'SIGN_IN.NO_MATCH' },
      { type: 'CredentialChanged', userId, what: 'passwordSet', by: userId },
    ]);
  });

  it('in a session left open does not serve to guess it: after five tries one waits (V6.3.1)', async () => {
    const statuses: number[] = [];
    for (const current of ['a', 'b', 'c', 'd', 'e', PASSWORD])
      statuses.push((await officer.post('changePassword', { current, password: OTHER_PASSWORD })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('that cannot be put on file is not done', async () => {
    town.trail.full = true;
    expect((await officer.post('changePassword', { current: PASSWORD, password: OTHER_PASSWORD })).status).toBe(500);
    town.trail.full = false;
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});

describe('what one signs in with', () => {
  it('is changed within ten minutes of signing in, later after signing in again (ASVS 5.0 V7.5.1)', async () => {
    pass(10);
    for (const [operation, body] of [
      ['beginTotp', {}],
      ['confirmTotp', { code: '123456' }],
      ['removeTotp', { code: '123456' }],
      ['beginPasskey', {}],
      ['addPasskey', { name: 'x', response: {} }],
      ['removePasskey', { credentialId: 'x' }],
      ['createAccessToken', { name: 'x', scopes: ['read'], expiresOn: '2026-12-31' }],
    ] as const)
      expect([operation, (await officer.post(operation, body)).body]).toMatchObject([
        operation,
        { status: 403, code: 'SIGN_IN.PROVE_AGAIN' },
      ]);
    await officer.post('signInWithPassword', { email: OFFICER, password: PASSWORD });
    expect((await officer.post('beginTotp')).status).toBe(200);
  });

  it('codes are added with a first right code and taken away with another; a secret lies sealed', async () => {
    const { secret, address } = (await officer.post('beginTotp')).body as { secret: string; address: string };
    expect(new URL(address).searchParams.get('secret')).toBe(secret);
    expect(town.store.totpOf(userId)!.sealed).not.toContain(secret);
    const used = codeAt(secret, town.clock.now());
    expect((await officer.post('confirmTotp', { code: used })).status).toBe(200);
    expect((await officer.post('beginTotp')).body).toMatchObject({ code: 'SIGN_IN.TOTP_IN_USE' });
    expect((await officer.post('removeTotp', { code: used })).body).toMatchObject({ code: 'SIGN_IN.NO_MATCH' });
    pass(1);
    expect((await officer.post('removeTotp', { code: codeAt(secret, town.clock.now()) })).status).toBe(200);
    expect((await officer.get('getAccount')).body).toMatchObject({ totp: false });
    expect(town.trail.entries.map((entry) => ('what' in entry ? entry.what : entry.type))).toEqual([
      'totpAdded',
      'SignInFailed',
      'totpRemoved',
    ]);
  });

  it('codes cannot be guessed in a session left open: after five tries one waits', async () => {
    const { secret } = (await officer.post('beginTotp')).body as { secret: string };
    await officer.post('confirmTotp', { code: codeAt(secret, town.clock.now()) });
    pass(2);
    const right = codeAt(secret, town.clock.now());
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (
          await officer.post('removeTotp', {
            code: n === 5 ? right : String((Number(right) + 500_000) % 1_000_000).padStart(6, '0'),
          })
        ).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('where one is signed in (ASVS 5.0 V7.5.2)', () => {
  it('is listed to the person, without secrets, and ended one by one', async () => {
    const elsewhere = await town.signedIn(OFFICER);
    const listed = (await officer.get('listSessions')).body as {
      sessions: { sessionId: string; thisOne: boolean; method: string; endsAt: string }[];
    };
    expect(listed.sessions.map(({ thisOne, method }) => [thisOne, method])).toEqual([
      [true, 'password'],
      [false, 'password'],
    ]);
    expect(listed.sessions[0]!.endsAt).toBe(later(town.clock.now(), 12 * 60));
    expect(Object.keys(listed.sessions[0]!).sort()).toEqual([
      'createdAt',
      'endsAt',
      'method',
      'seenAt',
      'sessionId',
      'thisOne',
    ]);
    const { sessionId } = listed.sessions[1]!;
    expect((await officer.post('revokeSession', { sessionId })).status).toBe(200);
    expect((await elsewhere.get('getAccount')).status).toBe(401);
    expect(town.trail.entries.at(-1)).toEqual({ type: 'SessionRevoked', userId, sessionId, by: userId });
    expect((await officer.post('revokeSession', { sessionId })).body).toMatchObject({
      status: 404,
      code: 'SIGN_IN.UNKNOWN',
    });
  });

  it('another person’s sessions, passkeys and tokens are as unknown as ones that are not', async () => {
    await town.member('Clerk', 'clerk@example.gov');
    const clerk = await town.signedIn('clerk@example.gov');
    const { sessionId } = (
      await officer.get('listSessions').then(({ body }) => body['sessions'] as { sessionId: string }[])
    )[0]!;
    const { tokenId } = (
      await officer.post('createAccessToken', { name: 'x', scopes: ['read'], expiresOn: '2026-12-31' })
    ).body;
    for (const [operation, body] of [
      ['revokeSession', { sessionId }],
      ['revokeAccessToken', { tokenId }],
      ['removePasskey', { credentialId: 'x' }],
    ] as const)
      expect((await clerk.post(operation, body)).body).toMatchObject({ status: 404, code: 'SIGN_IN.UNKNOWN' });
    expect((await officer.get('getAccount')).status).toBe(200);
  });
});

describe('access tokens for scripts (issue 4, deliverable 2)', () => {
  const create = (expiresOn: string) =>
    officer.post('createAccessToken', { name: 'import', scopes: ['read', 'openCase'], expiresOn });

  it('are told once, kept as a hash, and stand for the person with their scopes', async () => {
    const { body } = await create('2026-12-31');
    const secret = String(body['secret']);
    expect(secret).toMatch(/^outfall_[0-9a-f]{24}_[A-Za-z0-9_-]{43}$/);
    expect(secret).toContain(`outfall_${String(body['tokenId'])}_`);
    const listed = await officer.get('listAccessTokens');
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(-43));
    const principal = await town.signIn.sessions.principalOf({ authorization: `Bearer ${secret}` });
    expect(principal).toEqual({
      userId,
      via: 'token',
      sessionId: null,
      tokenId: body['tokenId'],
      scopes: ['read', 'openCase'],
      signedInAt: town.clock.now(),
    });
    expect(town.store.tokensOf(userId)).toMatchObject([{ usedOn: '2026-11-30' }]);
    for (const bent of [`Bearer ${secret}x`, `Bearer ${secret.slice(0, -1)}`, `Token ${secret}`, secret, 'Bearer '])
      expect(await town.signIn.sessions.principalOf({ authorization: bent })).toBeNull();
  });

  it('end with their last local day, within a year', async () => {
    expect((await create('2026-11-29')).body).toMatchObject({ status: 400, code: 'SIGN_IN.TOKEN_TOO_LONG' });
    expect((await create('2027-12-02')).body).toMatchObject({ status: 400, code: 'SIGN_IN.TOKEN_TOO_LONG' });
    expect((await create('2027-11-30')).status).toBe(201);
    const { secret } = (await create('2026-11-30')).body as { secret: string };
    const found = async () =>
      (await town.signIn.sessions.principalOf({ authorization: `Bearer ${secret}` }))?.userId ?? null;
    town.clock.set('2026-12-01T04:59:59.999Z');
    expect(await found()).toBe(userId);
    town.clock.set('2026-12-01T05:00:00.000Z');
    expect(await found()).toBeNull();
  });

  it('are revoked at once, and count for nothing while the account is closed', async () => {
    const [one, other] = [(await create('2026-12-31')).body, (await create('2026-12-31')).body];
    const found = (body: Record<string, unknown>) =>
      town.signIn.sessions.principalOf({ authorization: `Bearer ${String(body['secret'])}` });
    expect((await officer.post('revokeAccessToken', { tokenId: one['tokenId'] })).status).toBe(200);
    expect([await found(one), (await found(other))?.userId]).toEqual([null, userId]);
    town.users.change(userId, { active: false });
    expect(await found(other)).toBeNull();
    expect(town.trail.entries.map((entry) => (entry.type === 'AccessTokenChanged' ? entry.what : null))).toEqual([
      'created',
      'created',
      'revoked',
    ]);
  });
});

describe('what administrators do for others (issue 4, deliverable 2)', () => {
  beforeEach(() => town.member('Administrator', ADMINISTRATOR, [{ role: 'administrator', capacity: 'Town' }]));

  it('a reset takes every credential, session and token of a person, is on file, and gives a link to begin anew', async () => {
    const administrator = await town.signedIn(ADMINISTRATOR);
    const { secret } = (
      await officer.post('createAccessToken', { name: 'x', scopes: ['act'], expiresOn: '2026-12-31' })
    ).body;
    const answered = await administrator.post('resetSignIn', { userId });
    expect(answered.status).toBe(200);
    expect((await officer.get('getAccount')).status).toBe(401);
    expect(await town.signIn.sessions.principalOf({ authorization: `Bearer ${String(secret)}` })).toBeNull();
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect(town.trail.entries).toContainEqual({ type: 'CredentialChanged', userId, what: 'reset', by: 'user-2' });
    const link = String(answered.body['link']).split('#')[1];
    expect((await town.visitor().post('acceptInvitation', { link, password: OTHER_PASSWORD })).status).toBe(200);
    expect((await signIn(OTHER_PASSWORD)).status).toBe(200);
  });

  it('an invitation is on file before its link is told; an unknown or closed account has none', async () => {
    const administrator = await town.signedIn(ADMINISTRATOR);
    const invited = town.users.add('Clerk', 'clerk@example.gov');
    expect((await administrator.post('inviteUser', { userId: invited })).body).toEqual({
      link: expect.stringMatching(/^https:\/\/outfall\.example\.gov\/invitation#/) as unknown,
    });
    expect(town.trail.entries.at(-1)).toMatchObject({ what: 'invited', userId: invited, by: 'user-2' });
    town.users.change(invited, { active: false });
    for (const unknown of [invited, 'user-99'])
      expect((await administrator.post('inviteUser', { userId: unknown })).body).toMatchObject({
        status: 404,
        code: 'IDENTITY.UNKNOWN_USER',
      });
  });
});
