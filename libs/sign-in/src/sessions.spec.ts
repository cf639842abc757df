import { FixedClock } from '#kernel';
import { MemoryKeyStore } from '#key-store';

import { CredentialStore } from './credential-store.js';
import { Sessions } from './sessions.js';
import { KeptTrail, later, SmallTownUsers } from './testing/small-town.js';

const START = '2026-11-30T14:00:00.000Z';

const open = (origin = 'https://outfall.example.gov') => {
  const store = new CredentialStore(':memory:');
  const clock = new FixedClock(START);
  const users = new SmallTownUsers();
  const trail = new KeptTrail();
  const keys = new MemoryKeyStore();
  const sessions = new Sessions({ store, accounts: users, trail, keys, clock, zone: 'America/New_York', origin });
  const userId = users.add('Officer', 'officer@example.gov');
  return { store, clock, users, trail, sessions, userId };
};

/** What a browser sends after it was told to set a cookie. */
const sent = (setCookie: string) => ({ cookie: setCookie.split(';', 1)[0]! });

describe('the cookie of a session (ASVS 5.0 V3.3)', () => {
  it('behind TLS is bound to this host, out of reach of scripts, and goes over TLS alone', () => {
    const { sessions, userId } = open();
    expect(sessions.open(userId, 'password')).toMatch(
      /^__Host-outfall=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('on plain loopback has another name and no Secure', () => {
    const { sessions, userId } = open('http://localhost:3000');
    expect(sessions.open(userId, 'password')).toMatch(/^outfall=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is opaque: 256 random bits, of which the store has only a hash (V7.2.3)', () => {
    const { sessions, store, userId } = open();
    const secrets = Array.from({ length: 100 }, () => sent(sessions.open(userId, 'password')).cookie.split('=')[1]!);
    expect(new Set(secrets).size).toBe(100);
    expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32);
    expect(store.session(secrets[0]!, START)).toBeNull();
    expect(JSON.stringify(store.sessionsOf(userId))).not.toContain(secrets[0]);
  });

  it('of another name, or bent, is nobody (issue 4: a bad token or a dead session is null)', async () => {
    const { sessions, userId } = open();
    const secret = sent(sessions.open(userId, 'password')).cookie.split('=')[1]!;
    for (const cookie of [
      `outfall=${secret}`,
      `__Host-outfall=${secret}x`,
      `__Host-outfall="${secret}"`,
      '__Host-outfall',
      '',
    ])
      expect([cookie, await sessions.principalOf({ cookie })]).toEqual([cookie, null]);
    expect(await sessions.principalOf({ cookie: `a=b; __Host-outfall=${secret}; c=d` })).toMatchObject({ userId });
  });
});

describe('the life of a session (issue 4; ASVS 5.0 V7.3)', () => {
  it('ends after 30 minutes without a request (V7.3.1)', async () => {
    const { sessions, clock, userId } = open();
    const cookie = sent(sessions.open(userId, 'password'));
    clock.set(later(START, 29));
    expect(await sessions.principalOf(cookie)).toMatchObject({ userId, via: 'session', signedInAt: START });
    clock.set(later(START, 29 + 29));
    expect(await sessions.principalOf(cookie)).toMatchObject({ userId });
    clock.set(later(START, 29 + 29 + 30));
    expect(await sessions.principalOf(cookie)).toBeNull();
    expect(sessions.of(userId)).toEqual([]);
  });

  it('ends 12 hours after the sign-in, however busy it is (V7.3.2)', async () => {
    const { sessions, clock, userId } = open();
    const cookie = sent(sessions.open(userId, 'password'));
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      clock.set(later(START, minutes));
      expect(await sessions.principalOf(cookie)).not.toBeNull();
    }
    clock.set(later(START, 12 * 60));
    expect(await sessions.principalOf(cookie)).toBeNull();
  });

  it('gets a new secret every 15 minutes of use; the old one is good for 60 seconds more', async () => {
    const { sessions, clock, userId } = open();
    const first = sent(sessions.open(userId, 'password'));
    clock.set(later(START, 14));
    expect(sessions.renewed(first)).toBeNull();
    await sessions.principalOf(first);
    clock.set(later(START, 15));
    const renewed = sessions.renewed(first);
    expect(renewed).toMatch(/^__Host-outfall=/);
    const second = sent(renewed!);
    expect(second.cookie).not.toBe(first.cookie);

    // A request that was on its way with the old one is answered, and does not change the secret again.
    clock.set(later(START, 15.98));
    expect(await sessions.principalOf(first)).toMatchObject({ userId });
    expect(sessions.renewed(first)).toBeNull();
    clock.set(later(START, 16));
    expect(await sessions.principalOf(first)).toBeNull();
    expect(await sessions.principalOf(second)).toMatchObject({ userId });
  });

  it('a new secret makes it neither younger nor another session', async () => {
    const { sessions, clock, userId } = open();
    const first = sent(sessions.open(userId, 'password'));
    const before = sessions.of(userId)[0]!;
    clock.set(later(START, 20));
    sessions.renewed(first);
    const [after, ...none] = sessions.of(userId);
    expect(none).toEqual([]);
    expect(after).toMatchObject({ sessionId: before.sessionId, createdAt: START, endsAt: before.endsAt });
  });

  it('signing out ends it at once, on file, and takes the cookie away (V7.4.1)', async () => {
    const { sessions, trail, userId } = open();
    const cookie = sent(sessions.open(userId, 'password'));
    const { sessionId } = sessions.current(cookie)!;
    expect(await sessions.close(cookie)).toMatch(/^__Host-outfall=; .*Max-Age=0$/);
    expect(await sessions.principalOf(cookie)).toBeNull();
    expect(trail.entries).toEqual([{ type: 'SignedOut', userId, sessionId }]);
  });

  it('an account that was closed has none, and finds none alive when it is opened again (V7.4.2)', async () => {
    const { sessions, users, userId } = open();
    const cookie = sent(sessions.open(userId, 'password'));
    users.change(userId, { active: false });
    expect(await sessions.principalOf(cookie)).toBeNull();
    users.change(userId, { active: true });
    expect(await sessions.principalOf(cookie)).toBeNull();
  });

  it('what ended is removed from the file, of everybody', () => {
    const { sessions, store, clock, users, userId } = open();
    const other = users.add('Clerk', 'clerk@example.gov');
    sessions.open(userId, 'password');
    clock.set(later(START, 20));
    sessions.open(other, 'passkey');
    clock.set(later(START, 31));
    sessions.forgetEnded();
    expect(store.sessionsOf(userId)).toEqual([]);
    expect(store.sessionsOf(other)).toHaveLength(1);
  });
});
