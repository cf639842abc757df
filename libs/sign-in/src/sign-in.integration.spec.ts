import { newSecret } from './secret.js';
import type { SmallTown } from './testing/small-town.js';
import { codeAt, later, openSmallTown, OTHER_PASSWORD, PASSWORD } from './testing/small-town.js';

const OFFICER = 'officer@example.gov';
const WRONG = 'a password of another person';

let town: SmallTown;
beforeEach(async () => (town = await openSmallTown()));
afterEach(() => town.close());

const typesOf = () => town.trail.entries.map(({ type }) => type);
const firstRun = async () => (await town.signIn.firstRunLink())!.split('#')[1]!;
const FIRST = { name: 'First', email: 'first@example.gov', password: PASSWORD };

describe('the first administrator (issue 4, deliverable 1)', () => {
  it('comes in by the one-time link of the first start, and there is no other way in before', async () => {
    const visitor = town.visitor();
    expect((await visitor.get('getSignInMethods')).body).toEqual({
      firstRun: true,
      password: true,
      passkey: true,
      openId: false,
    });
    const made = await visitor.post('createFirstAdministrator', { ...FIRST, link: await firstRun() });
    expect([made.status, made.body]).toEqual([201, { userId: 'user-1' }]);
    expect((await visitor.get('getAccount')).body).toMatchObject({
      name: 'First',
      roles: [{ role: 'administrator', capacity: 'Town' }],
      password: true,
      totp: false,
    });
    expect(typesOf()).toEqual(['CredentialChanged', 'SignedIn']);
    expect(await town.signIn.firstRunLink()).toBeNull();
  });

  it('the link is good once, for 24 hours, and a new one takes its place', async () => {
    const [old, link] = [await firstRun(), await firstRun()];
    const code = async (given: string) =>
      (await town.visitor().post('createFirstAdministrator', { ...FIRST, link: given })).body['code'];
    expect(await code(old)).toBe('SIGN_IN.LINK_NOT_GOOD');
    expect(await code(newSecret())).toBe('SIGN_IN.LINK_NOT_GOOD');
    town.clock.set(later(town.clock.now(), 24 * 60));
    expect(await code(link)).toBe('SIGN_IN.LINK_NOT_GOOD');
    const last = await firstRun();
    expect(await code(last)).toBeUndefined();
    expect(await code(last)).toBe('SIGN_IN.LINK_NOT_GOOD');
  });

  it('of two who use it at once one comes in', async () => {
    const link = await firstRun();
    const both = await Promise.all(
      [1, 2].map(() => town.visitor().post('createFirstAdministrator', { ...FIRST, link })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('what is refused, or fails, leaves the link good and nobody half made', async () => {
    const link = await firstRun();
    const visitor = town.visitor();
    expect((await visitor.post('createFirstAdministrator', { ...FIRST, link, password: 'short' })).status).toBe(400);
    expect((await visitor.post('createFirstAdministrator', { ...FIRST, link, email: 'no e-mail' })).body).toMatchObject(
      {
        code: 'IDENTITY.BAD_EMAIL',
      },
    );
    expect((await visitor.post('createFirstAdministrator', { ...FIRST, link })).status).toBe(201);
  });
});

describe('an invitation (issue 4, deliverable 1)', () => {
  it('lets a person choose a password once, within 72 hours', async () => {
    const userId = town.users.add('Officer', OFFICER);
    const link = town.signIn.invitationLink(userId).split('#')[1]!;
    expect(town.signIn.invitationLink(userId)).toMatch(
      /^https:\/\/outfall\.example\.gov\/invitation#[A-Za-z0-9_-]{43}$/,
    );
    expect((await town.visitor().post('acceptInvitation', { link, password: PASSWORD })).status).toBe(401);
    const second = town.signIn.invitationLink(userId).split('#')[1]!;
    town.clock.set(later(town.clock.now(), 72 * 60 - 1));
    const visitor = town.visitor();
    expect((await visitor.post('acceptInvitation', { link: second, password: PASSWORD })).status).toBe(200);
    expect((await visitor.get('getAccount')).body).toMatchObject({ userId });
    expect((await town.visitor().post('acceptInvitation', { link: second, password: PASSWORD })).status).toBe(401);
    const third = town.signIn.invitationLink(userId).split('#')[1]!;
    town.clock.set(later(town.clock.now(), 72 * 60));
    expect((await town.visitor().post('acceptInvitation', { link: third, password: PASSWORD })).status).toBe(401);
  });

  it('ends every session the person had, and does not go around codes in use (ASVS 5.0 V6.4.3)', async () => {
    const userId = await town.member('Officer', OFFICER);
    const visitor = await town.signedIn(OFFICER);
    const { secret } = (await visitor.post('beginTotp')).body as { secret: string };
    await visitor.post('confirmTotp', { code: codeAt(secret, town.clock.now()) });
    const link = town.signIn.invitationLink(userId).split('#')[1]!;
    const stranger = town.visitor();
    const given = { link, password: OTHER_PASSWORD };
    expect((await stranger.post('acceptInvitation', given)).body).toMatchObject({ code: 'SIGN_IN.CODE_NEEDED' });
    expect((await stranger.post('acceptInvitation', { ...given, code: '000000' })).body).toMatchObject({
      code: 'SIGN_IN.NO_MATCH',
      field: 'code',
    });
    town.clock.set(later(town.clock.now(), 1));
    expect((await visitor.get('getAccount')).status).toBe(200);
    const code = codeAt(secret, town.clock.now());
    expect((await stranger.post('acceptInvitation', { ...given, code })).status).toBe(200);
    expect((await visitor.get('getAccount')).status).toBe(401);
  });

  it('is nothing for an account that was closed meanwhile', async () => {
    const userId = town.users.add('Officer', OFFICER);
    const link = town.signIn.invitationLink(userId).split('#')[1]!;
    town.users.change(userId, { active: false });
    expect((await town.visitor().post('acceptInvitation', { link, password: PASSWORD })).body).toMatchObject({
      code: 'SIGN_IN.LINK_NOT_GOOD',
    });
  });

  it('refuses an e-mail by which another person signs in, and lets one go that its owner has no more', async () => {
    const owner = await town.member('Officer', OFFICER);
    const userId = town.users.add('Deputy', OFFICER);
    const link = town.signIn.invitationLink(userId).split('#')[1]!;
    const accept = () => town.visitor().post('acceptInvitation', { link, password: OTHER_PASSWORD });
    expect((await accept()).body).toMatchObject({ status: 409, code: 'SIGN_IN.EMAIL_TAKEN' });
    town.users.change(owner, { email: 'officer.corrected@example.gov' });
    expect((await accept()).status).toBe(200);
  });

  it('an invitation that cannot be put on file sets no password and stays good', async () => {
    const userId = town.users.add('Officer', OFFICER);
    const link = town.signIn.invitationLink(userId).split('#')[1]!;
    town.trail.full = true;
    expect((await town.visitor().post('acceptInvitation', { link, password: PASSWORD })).status).toBe(500);
    expect([town.store.passwordOf(userId), town.store.sessionsOf(userId)]).toEqual([null, []]);
    town.trail.full = false;
    expect((await town.visitor().post('acceptInvitation', { link, password: PASSWORD })).status).toBe(200);
  });
});

describe('signing in by password (issue 4, deliverable 2)', () => {
  it('gives a session of its own at each sign-in, whatever cookie came along (session fixation; ASVS 5.0 V7.2.4)', async () => {
    const userId = await town.member('Officer', OFFICER);
    const planted = `__Host-outfall=${newSecret()}`;
    const visitor = town.visitor();
    visitor.cookie = planted;
    await visitor.post('signInWithPassword', { email: OFFICER, password: PASSWORD });
    expect(visitor.cookie).not.toBe(planted);
    const stranger = town.visitor();
    stranger.cookie = planted;
    expect((await stranger.get('getAccount')).status).toBe(401);

    // Signing in again in the same browser ends the session it had.
    const first = visitor.cookie;
    await visitor.post('signInWithPassword', { email: OFFICER, password: PASSWORD });
    stranger.cookie = first;
    expect((await stranger.get('getAccount')).status).toBe(401);
    expect(town.store.sessionsOf(userId)).toHaveLength(1);
  });

  it('finds the person however the e-mail is written', async () => {
    await town.member('Officer', OFFICER);
    const given = { email: '  Officer@Example.GOV ', password: PASSWORD };
    expect((await town.visitor().post('signInWithPassword', given)).status).toBe(200);
  });

  it('answers a wrong password and an e-mail of nobody with the same words, codes and waits (V6.3.8)', async () => {
    await town.member('Officer', OFFICER);
    const closed = await town.member('Former', 'former@example.gov');
    town.users.change(closed, { active: false });
    const asked = async (email: string, password: string) => {
      const visitor = town.visitor(`127.0.0.${email.length}`);
      const replies = [];
      for (let n = 0; n < 7; n += 1) replies.push(await visitor.post('signInWithPassword', { email, password }));
      return replies.map(({ status, body, headers }) => ({ status, body, retryAfter: headers['retry-after'] }));
    };
    const known = await asked(OFFICER, WRONG);
    expect(await asked('nobody@example.gov', WRONG)).toEqual(known);
    expect(await asked('former@example.gov', PASSWORD)).toEqual(known);
    expect(known.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(known[0]!.body).toMatchObject({
      title: 'That password does not match. 4 tries left before a 15-minute wait.',
      code: 'SIGN_IN.NO_MATCH',
      field: 'password',
      triesLeft: 4,
    });
    expect(known[5]).toMatchObject({
      body: { code: 'SIGN_IN.WAIT', retryAfterSeconds: 900, until: later(town.clock.now(), 15) },
      retryAfter: '900',
    });
  });

  it('while an account waits the right password is no better than a wrong one, and after that it is', async () => {
    await town.member('Officer', OFFICER);
    const visitor = town.visitor();
    for (let n = 0; n < 5; n += 1) await visitor.post('signInWithPassword', { email: OFFICER, password: WRONG });
    expect((await visitor.post('signInWithPassword', { email: OFFICER, password: PASSWORD })).status).toBe(429);
    town.clock.set(later(town.clock.now(), 15));
    expect((await visitor.post('signInWithPassword', { email: OFFICER, password: PASSWORD })).status).toBe(200);
  });

  it('many tries sent at once are no more than five', async () => {
    await town.member('Officer', OFFICER);
    const tries = Array.from({ length: 12 }, (_, n) => ({ email: OFFICER, password: n === 11 ? PASSWORD : WRONG }));
    const replies = await Promise.all(tries.map((given) => town.visitor().post('signInWithPassword', given)));
    const statuses = replies.map(({ status }) => status);
    expect([401, 429, 200].map((status) => statuses.filter((one) => one === status).length)).toEqual([5, 7, 0]);
  });

  it('puts every failure and every success on file before it answers (issue 4, deliverable 6)', async () => {
    const userId = await town.member('Officer', OFFICER);
    town.trail.entries.length = 0;
    const visitor = town.visitor();
    await visitor.post('signInWithPassword', { email: OFFICER, password: WRONG });
    await visitor.post('signInWithPassword', { email: 'nobody@example.gov', password: WRONG });
    await visitor.post('signInWithPassword', { email: OFFICER, password: PASSWORD });
    const from = { method: 'password', address: '127.0.0.1' };
    expect(town.trail.entries).toEqual([
      { type: 'SignInFailed', userId, reason: 'SIGN_IN.NO_MATCH', ...from },
      { type: 'SignInFailed', userId: null, reason: 'SIGN_IN.NO_MATCH', ...from },
      { type: 'SignedIn', userId, ...from },
    ]);
    town.trail.full = true;
    const refused = await town.visitor().post('signInWithPassword', { email: OFFICER, password: PASSWORD });
    expect([refused.status, refused.headers['set-cookie']]).toEqual([500, undefined]);
    expect(town.store.sessionsOf(userId)).toHaveLength(1);
  });

  it('asks for a code where the person has added one; each code signs in once (ASVS 5.0 V6.5.1)', async () => {
    await town.member('Officer', OFFICER);
    const visitor = await town.signedIn(OFFICER);
    const { secret } = (await visitor.post('beginTotp')).body as { secret: string };
    const given = { email: OFFICER, password: PASSWORD };
    // Not confirmed: not asked for, so that a mistyped secret shuts nobody out.
    expect((await town.visitor().post('signInWithPassword', given)).status).toBe(200);
    const used = codeAt(secret, town.clock.now());
    expect((await visitor.post('confirmTotp', { code: used })).status).toBe(200);
    const other = town.visitor();
    expect((await other.post('signInWithPassword', given)).body).toMatchObject({
      code: 'SIGN_IN.CODE_NEEDED',
      field: 'code',
    });
    expect((await other.post('signInWithPassword', { ...given, code: used })).body).toMatchObject({
      title: 'That code does not match. 4 tries left before a 15-minute wait.',
      field: 'code',
    });
    town.clock.set(later(town.clock.now(), 1));
    const code = codeAt(secret, town.clock.now());
    expect((await other.post('signInWithPassword', { ...given, code })).status).toBe(200);
    expect((await town.visitor().post('signInWithPassword', { ...given, code })).status).toBe(401);
  });

  it('whoever has the password and guesses codes waits as well', async () => {
    await town.member('Officer', OFFICER);
    const visitor = await town.signedIn(OFFICER);
    const { secret } = (await visitor.post('beginTotp')).body as { secret: string };
    await visitor.post('confirmTotp', { code: codeAt(secret, town.clock.now()) });
    town.clock.set(later(town.clock.now(), 5));
    const right = codeAt(secret, town.clock.now());
    const wrong = right === '123456' ? '654321' : '123456';
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const code = n === 5 ? right : wrong;
      statuses.push(
        (await town.visitor().post('signInWithPassword', { email: OFFICER, password: PASSWORD, code })).status,
      );
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('a session over HTTP', () => {
  it('gets a new secret every 15 minutes and goes on; the old secret is dead a minute later', async () => {
    await town.member('Officer', OFFICER);
    const visitor = await town.signedIn(OFFICER);
    const old = visitor.cookie;
    town.clock.set(later(town.clock.now(), 15));
    await visitor.get('getAccount');
    expect(visitor.cookie).not.toBe(old);
    town.clock.set(later(town.clock.now(), 1));
    expect((await visitor.get('getAccount')).status).toBe(200);
    visitor.cookie = old;
    expect((await visitor.get('getAccount')).body).toMatchObject({ status: 401, code: 'IDENTITY.NOT_SIGNED_IN' });
  });

  it('ends with signing out, which also clears what the browser kept (ASVS 5.0 V7.4.1, V14.3.1)', async () => {
    await town.member('Officer', OFFICER);
    const visitor = await town.signedIn(OFFICER);
    const copied = visitor.cookie;
    const out = await visitor.post('signOut');
    expect([out.status, out.headers['clear-site-data']]).toEqual([200, '"cache", "storage"']);
    visitor.cookie = copied;
    expect((await visitor.get('getAccount')).status).toBe(401);
    expect(town.trail.entries.at(-1)).toMatchObject({ type: 'SignedOut' });
    expect((await town.visitor().post('signOut')).status).toBe(200);
  });
});

describe('bodies of these routes', () => {
  it('with fields nobody declared, or of the wrong kind, are refused before anything is looked up', async () => {
    const visitor = town.visitor();
    for (const body of [
      { email: OFFICER, password: PASSWORD, userId: 'user-1' },
      { email: OFFICER, password: { $gt: '' } },
      { email: [OFFICER], password: PASSWORD },
      { email: OFFICER },
      { email: OFFICER, password: 'x'.repeat(1001) },
    ])
      expect((await visitor.post('signInWithPassword', body)).status).toBe(400);
    expect((await visitor.post('signInWithPasskey', { response: 'text' })).status).toBe(400);
    expect((await visitor.post('signInWithPasskey', { response: { id: { a: 1 } } })).status).toBe(401);
    expect((await visitor.post('signInWithPasskey', { response: { id: '__proto__', response: null } })).status).toBe(
      401,
    );
  });
});
