import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { CredentialStore } from './credential-store.js';
import { hashOf, newSecret } from './secret.js';

const NOW = '2026-11-30T14:00:00.000Z';
const LATER = '2026-11-30T15:00:00.000Z';
const MUCH_LATER = '2026-12-30T14:00:00.000Z';

const session = (sessionId: string, userId: string) => ({
  sessionId,
  userId,
  method: 'password' as const,
  createdAt: NOW,
  provedAt: NOW,
  seenAt: NOW,
  rotatedAt: NOW,
  endsAt: LATER,
});

const token = (tokenId: string, userId: string) => ({
  tokenId,
  userId,
  name: 'nightly import',
  scopes: ['read'],
  createdAt: NOW,
  expiresAt: LATER,
  usedOn: null,
});

const passkey = (credentialId: string, userId: string) => ({
  credentialId,
  userId,
  publicKey: 'pQECAyYgASFY',
  counter: 0,
  transports: ['internal'],
  name: 'Town laptop',
  createdAt: NOW,
  lastUsedAt: null,
});

describe('the credential file (issue 4, deliverable 2)', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sign-in-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is for its owner alone, with every file beside it, in a folder of its owner alone', () => {
    const file = join(folder, 'data', 'identity.db');
    const store = new CredentialStore(file);
    store.setLogin('hash', 'user-1');
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(folder, 'data')))
      expect([name, statSync(join(folder, 'data', name)).mode & 0o777]).toEqual([name, 0o600]);
    store.close();
  });

  it('keeps what was written over a restart, and every table is strict about its types', () => {
    const file = join(folder, 'identity.db');
    const first = new CredentialStore(file);
    first.setLogin('hash', 'user-1');
    first.setPassword('user-1', '$argon2id$…');
    first.close();
    const second = new CredentialStore(file);
    expect(second.userOfLogin('hash')).toBe('user-1');
    expect(second.passwordOf('user-1')).toBe('$argon2id$…');
    second.close();
    const database = new Database(file, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    const tables = database.pragma('table_list') as { name: string; strict: number }[];
    const ours = tables.filter(({ name }) => !name.startsWith('sqlite_'));
    expect(ours.length).toBeGreaterThan(7);
    expect(ours.filter(({ strict }) => strict !== 1)).toEqual([]);
    database.close();
  });

  it('of secrets that were removed nothing can be read in it any more (secure_delete)', () => {
    const file = join(folder, 'identity.db');
    const store = new CredentialStore(file);
    const marks = Array.from({ length: 50 }, (_, n) => `mark-of-a-password-${n}`);
    marks.forEach((mark, n) => store.setPassword(`user-${n}`, mark));
    marks.forEach((_, n) => store.removeAllOf(`user-${n}`));
    store.close();
    expect(readFileSync(file, 'latin1')).not.toContain('mark-of-a-password');
  });
});

describe('rows of the credential store', () => {
  let store: CredentialStore;
  beforeEach(() => (store = new CredentialStore(':memory:')));
  afterEach(() => store.close());

  it('an e-mail is one person’s, and a person has one', () => {
    store.setLogin('one', 'user-1');
    store.setLogin('two', 'user-1');
    expect(store.userOfLogin('one')).toBeNull();
    store.setLogin('two', 'user-2');
    expect(store.userOfLogin('two')).toBe('user-2');
  });

  it('a one-time link is good once, for its purpose, until its end, and only the newest one of a person', () => {
    const [old, link] = [hashOf(newSecret()), hashOf(newSecret())];
    store.addLink(old, 'invitation', 'user-1', LATER);
    store.addLink(link, 'invitation', 'user-1', LATER);
    expect(store.link(old, 'invitation', NOW)).toBeNull();
    expect(store.link(link, 'firstAdministrator', NOW)).toBeNull();
    expect(store.link(link, 'invitation', LATER)).toBeNull();
    expect(store.link(link, 'invitation', NOW)).toEqual({ userId: 'user-1', expiresAt: LATER });
    expect([store.useLink(link), store.useLink(link)]).toEqual([true, false]);
    expect(store.link(link, 'invitation', NOW)).toBeNull();
  });

  it('a link used in vain comes back, unless there is a newer one', () => {
    const row = { userId: 'user-1', expiresAt: LATER };
    store.addLink('first', 'invitation', 'user-1', LATER);
    store.useLink('first');
    store.returnLink('first', 'invitation', row);
    expect(store.link('first', 'invitation', NOW)).toEqual(row);
    store.useLink('first');
    store.addLink('second', 'invitation', 'user-1', LATER);
    store.returnLink('first', 'invitation', row);
    expect(store.link('first', 'invitation', NOW)).toBeNull();
  });

  it('a challenge is taken once, by the person it was made for, in time', () => {
    store.addChallenge('a', 'user-1', LATER);
    store.addChallenge('b', null, LATER);
    store.addChallenge('c', null, NOW);
    expect(store.takeChallenge('a', 'user-2', NOW)).toBe(false);
    expect(store.takeChallenge('a', null, NOW)).toBe(false);
    expect([store.takeChallenge('a', 'user-1', NOW), store.takeChallenge('a', 'user-1', NOW)]).toEqual([true, false]);
    expect(store.takeChallenge('c', null, NOW)).toBe(false);
    expect(store.takeChallenge('b', null, NOW)).toBe(true);
  });

  it('of challenges that nobody answers the newest 10,000 are kept', () => {
    store.atomically(() => {
      for (let n = 0; n < 10_003; n += 1) store.addChallenge(`challenge-${n}`, null, LATER);
    });
    expect(store.takeChallenge('challenge-2', null, NOW)).toBe(false);
    expect(store.takeChallenge('challenge-3', null, NOW)).toBe(true);
    expect(store.takeChallenge('challenge-10002', null, NOW)).toBe(true);
  });

  it('a time step of a code is used up with every step before it (ASVS 5.0 V6.5.1)', () => {
    store.beginTotp('user-1', '{}');
    expect(store.totpOf('user-1')).toEqual({ sealed: '{}', confirmed: false, lastStep: -1 });
    expect(store.useTotpStep('user-1', 100)).toBe(true);
    expect(store.useTotpStep('user-1', 100)).toBe(false);
    expect(store.useTotpStep('user-1', 99)).toBe(false);
    expect(store.totpOf('user-1')).toEqual({ sealed: '{}', confirmed: true, lastStep: 100 });
  });

  it('what has ended is removed and what has not stays', () => {
    for (const id of ['a', 'b']) {
      store.addSession({ ...session(id, 'user-1'), endsAt: id === 'a' ? LATER : MUCH_LATER, seenAt: MUCH_LATER }, id);
      store.addToken({ ...token(id, 'user-1'), expiresAt: id === 'a' ? LATER : MUCH_LATER }, id);
      store.addLink(id, 'invitation', id, id === 'a' ? LATER : MUCH_LATER);
    }
    store.setFailures('account:a', { count: 1, until: null, waits: 0, lastAt: NOW });
    store.setFailures('account:b', { count: 1, until: null, waits: 0, lastAt: '2026-12-01T13:00:00.000Z' });
    store.forget('2026-12-01T14:00:00.000Z');
    expect(store.sessionsOf('user-1').map(({ sessionId }) => sessionId)).toEqual(['b']);
    expect(store.tokensOf('user-1').map(({ tokenId }) => tokenId)).toEqual(['b']);
    expect([store.link('a', 'invitation', NOW), store.link('b', 'invitation', NOW)?.userId]).toEqual([null, 'b']);
    expect([store.failures('account:a'), store.failures('account:b')?.count]).toEqual([null, 1]);
  });

  it('a reset takes everything of a person and nothing of another', () => {
    for (const userId of ['user-1', 'user-2']) {
      store.setLogin(`login-${userId}`, userId);
      store.setPassword(userId, 'phc');
      store.beginTotp(userId, '{}');
      store.addPasskey(passkey(`key-${userId}`, userId));
      store.addSession(session(`session-${userId}`, userId), `secret-${userId}`);
      store.addToken(token(`token-${userId}`, userId), `token-secret-${userId}`);
    }
    store.removeAllOf('user-1');
    const of = (userId: string) => [
      store.userOfLogin(`login-${userId}`),
      store.passwordOf(userId),
      store.totpOf(userId)?.sealed ?? null,
      store.passkeysOf(userId).length,
      store.sessionsOf(userId).length,
      store.tokensOf(userId).length,
    ];
    expect(of('user-1')).toEqual([null, null, null, 0, 0, 0]);
    expect(of('user-2')).toEqual(['user-2', 'phc', '{}', 1, 1, 1]);
  });

  it('what fails in one piece of work leaves no trace', () => {
    expect(() =>
      store.atomically(() => {
        store.setPassword('user-1', 'phc');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.passwordOf('user-1')).toBeNull();
  });
});
