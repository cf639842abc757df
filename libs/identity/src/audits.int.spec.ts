import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Actor, Capacity, Role } from '#kernel';
import { FixedClock, v5 } from '#kernel';
import { SqliteEventStore } from '#event-store/sqlite';
import { MemoryKeyStore } from '#key-store';
import { Engine } from '#runtime';

import type { AuditEntry } from './audit.rules.js';
import { AUDIT_TYPES, auditKey, auditStream } from './audit.events.js';
import { AuditTrail } from './audit.trail.js';
import { identityCapability } from './index.js';
import { townAccess } from './town.access.js';

const ZONE = 'America/New_York';
const ADDRESS = '198.51.100.77';
const as = (role: Role, capacity: Capacity = 'Town'): Actor => ({ id: `demo-${role}`, role, capacity });

interface Page {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

/** A town on disk over the real log, with the rules of access of this library. */
const open = async (folder: string, keys: MemoryKeyStore, clock: FixedClock) => {
  const store = await SqliteEventStore.open({ file: join(folder, 'log.db'), clock });
  let trail!: AuditTrail;
  const engine = new Engine({
    store,
    keys,
    clock,
    zone: ZONE,
    folder,
    capabilities: [identityCapability],
    access: (services) => {
      trail = new AuditTrail(services, false);
      return townAccess({ demo: true, trail, services });
    },
  });
  await engine.start();
  const ask = async (id: string, query: object, actor: Actor): Promise<Page> =>
    (await engine.query(id, query, { actor })).answer as Page;
  const stop = async () => {
    await trail.stop();
    await engine.stop();
    await store.close();
  };
  return { store, engine, trail, ask, stop };
};

describe('the audit over the log on disk (issue 4, deliverable 6)', () => {
  let folder: string;
  let keys: MemoryKeyStore;
  let clock: FixedClock;
  let town: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outfall-trail-'));
    keys = new MemoryKeyStore();
    clock = new FixedClock('2026-06-15T16:00:00.000Z');
    town = await open(folder, keys, clock);
  });
  afterEach(async () => {
    await town.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const signIn = async (userId: string): Promise<void> =>
    town.trail.record({
      type: 'SignedIn',
      data: { month: town.trail.month, userId, method: 'password', address: ADDRESS },
    });
  const deny = (target: string | null, actorId: string | null = 'demo-clerk'): void =>
    town.trail.denied({
      operationId: 'waiveCivilFine',
      actorId,
      role: actorId && 'clerk',
      code: 'IDENTITY.NOT_YOUR_ROLE',
      status: 403,
      target,
      address: ADDRESS,
    });
  /** Every page as one list. */
  const all = async (query: object = {}): Promise<readonly AuditEntry[]> => {
    const entries: AuditEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await town.ask(
        'listAudit',
        { limit: 1000, ...query, ...(cursor && { cursor }) },
        as('auditor'),
      );
      entries.push(...page.entries);
      cursor = page.next;
    } while (cursor !== null);
    return entries;
  };

  it('what was recorded is on disk when the promise resolves, also when the program then ends without a stop', async () => {
    await signIn('anna');
    const other = await SqliteEventStore.open({ file: join(folder, 'log.db'), clock });
    const types: string[] = [];
    for await (const { type } of other.readStream(auditStream('2026-06'))) types.push(type);
    await other.close();
    expect(types).toEqual(['SignedIn']);
  });

  it('a denial that was just given is listed, though no second has passed (fault A04: a security event)', async () => {
    deny(v5('fine'));
    expect(await all()).toMatchObject([
      {
        type: 'AccessDenied',
        actor: 'demo-clerk',
        role: 'clerk',
        operation: 'waiveCivilFine',
        code: 'IDENTITY.NOT_YOUR_ROLE',
        status: 403,
        target: v5('fine'),
        times: 1,
        address: ADDRESS,
        day: '2026-06-15',
      },
    ]);
  });

  it('a look at the audit is itself an entry, and so is an export, with its days and by whom', async () => {
    await all();
    await town.ask('exportAudit', { from: '2026-06-01', through: '2026-06-30' }, as('auditor'));
    expect(await all()).toMatchObject([
      {
        type: 'ConfidentialDataViewed',
        operation: 'listAudit',
        actor: 'demo-auditor',
        role: 'auditor',
        capacity: 'Town',
      },
      { type: 'RecordsExported', operation: 'exportAudit', from: '2026-06-01', through: '2026-06-30' },
    ]);
  });

  it('a view whose trace cannot be written is not answered (ASVS V16.2: what must be logged is logged)', async () => {
    await all();
    await town.store.close();
    await expect(town.ask('listAudit', {}, as('auditor'))).rejects.toThrow();
    await town.engine.stop();
    town = await open(folder, keys, clock);
  });

  it.each(['officer', 'inspector', 'engineer', 'clerk', 'boardMember', 'counsel'] as const)(
    'is not for the %s, nor for a capacity to change that',
    async (role) => {
      for (const capacity of ['Town', 'Village', 'Commission'] as const)
        for (const [id, query] of [
          ['listAudit', {}],
          ['exportAudit', { from: '2026-06-01', through: '2026-06-30' }],
        ] as const)
          await expect(town.ask(id, query, as(role, capacity))).rejects.toMatchObject({
            code: 'IDENTITY.NOT_YOUR_ROLE',
          });
    },
  );

  it('is listed by the administrator too, but exported by the auditor alone', async () => {
    await town.ask('listAudit', {}, as('administrator'));
    await expect(
      town.ask('exportAudit', { from: '2026-06-01', through: '2026-06-30' }, as('administrator')),
    ).rejects.toMatchObject({ code: 'IDENTITY.NOT_YOUR_ROLE' });
  });

  it('pages have neither gap nor overlap while the log grows, and an unknown cursor is refused', async () => {
    for (let n = 0; n < 25; n += 1) await signIn(`user-${n}`);
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await town.ask('listAudit', { type: 'SignedIn', limit: 7, cursor }, as('auditor'));
      expect(page.entries.length).toBeLessThanOrEqual(7);
      seen.push(...page.entries.map(({ actor }) => actor));
      if (seen.length === 7) await signIn('somebody-later');
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([...Array.from({ length: 25 }, (_, n) => `user-${n}`), 'somebody-later']);
    await expect(town.ask('listAudit', { cursor: '999999' }, as('auditor'))).rejects.toMatchObject({
      code: 'IDENTITY.UNKNOWN_CURSOR',
    });
    await expect(
      town.ask('exportAudit', { from: '2026-06-02', through: '2026-06-01' }, as('auditor')),
    ).rejects.toMatchObject({ code: 'IDENTITY.BAD_SPAN' });
  });

  it('an export takes a thousand entries a page, in the order of the log', async () => {
    for (let n = 0; n < 1000; n += 1) deny(v5(String(n)));
    await town.trail.flush();
    deny('no id', null);
    clock.set('2026-06-15T16:02:00.000Z');
    const span = { from: '2026-06-15', through: '2026-06-15' };
    const first = await town.ask('exportAudit', span, as('auditor'));
    expect(first.entries).toHaveLength(1000);
    expect(first.entries.map(({ target }) => target)).toEqual(Array.from({ length: 1000 }, (_, n) => v5(String(n))));
    const second = await town.ask('exportAudit', { ...span, cursor: first.next }, as('auditor'));
    expect(second.entries.map(({ type }) => type)).toEqual(['DenialsUncounted', 'RecordsExported']);
    expect(second.next).toBeNull();
  });

  it('is asked for by local day, kind of entry and user: who acted, or whose account it was about', async () => {
    clock.set('2026-07-01T03:59:59.000Z');
    await signIn('anna');
    clock.set('2026-07-01T04:00:00.000Z');
    await signIn('ben');
    await town.trail.record({ type: 'CredentialChanged', data: { userId: 'anna', what: 'reset', by: 'ben' } });
    const shown = async (query: object) => (await all(query)).map(({ type, actor, user }) => [type, actor, user]);
    const signedIn = ['SignedIn', 'anna', 'anna'];
    const reset = ['CredentialChanged', 'ben', 'anna'];
    expect(await shown({ from: '2026-06-30', through: '2026-06-30' })).toEqual([signedIn]);
    expect(await shown({ actor: 'anna' })).toEqual([signedIn, reset]);
    expect(await shown({ type: 'CredentialChanged' })).toEqual([reset]);
  });

  it('addresses lie sealed in log and read model, and are gone with the key of their month (fault P08)', async () => {
    await signIn('anna');
    deny("somebody's name");
    clock.set('2026-07-15T16:00:00.000Z');
    await signIn('ben');
    expect((await all({ type: 'SignedIn' })).map(({ address }) => address)).toEqual([ADDRESS, ADDRESS]);
    expect(await all({ type: 'AccessDenied' })).toMatchObject([{ asked: "somebody's name", target: null }]);
    for (const name of readdirSync(folder))
      for (const text of [ADDRESS, "somebody's name"])
        expect(readFileSync(join(folder, name)).includes(text)).toBe(false);
    await keys.destroy(auditKey('2026-06'));
    expect(await all({ type: 'SignedIn' })).toMatchObject([
      { actor: 'anna', address: null },
      { actor: 'ben', address: ADDRESS },
    ]);
    expect(await all({ type: 'AccessDenied' })).toMatchObject([{ asked: null, address: null, actor: 'demo-clerk' }]);
  });

  it('the read model equals one built again from the log, with every kind of entry in it (design 1.2)', async () => {
    const { trail } = town;
    const { month } = trail;
    await signIn('anna');
    await trail.record({
      type: 'SignInFailed',
      data: { month, userId: null, method: 'passkey', reason: 'SIGN_IN.REFUSED', address: ADDRESS },
    });
    await trail.record({ type: 'SignedOut', data: { userId: 'anna', sessionId: 's1' } });
    await trail.record({ type: 'SessionRevoked', data: { userId: 'anna', sessionId: 's2', by: 'ben' } });
    await trail.record({ type: 'CredentialChanged', data: { userId: 'anna', what: 'totpAdded', by: 'anna' } });
    await trail.record({
      type: 'AccessTokenChanged',
      data: {
        userId: 'anna',
        tokenId: 't1',
        what: 'created',
        scopes: ['listCases'],
        expiresAt: '2026-09-01T00:00:00.000Z',
      },
    });
    await trail.record({
      type: 'AdministrativeActDone',
      data: { month, operationId: 'grantRole', actorId: 'ben', role: 'administrator', target: v5('anna') },
    });
    for (let n = 0; n < 1001; n += 1) deny(v5(String(n)));
    await town.ask('exportAudit', { from: '2026-06-01', through: '2026-06-30' }, as('auditor'));
    const before = await all();
    expect(new Set(before.map(({ type }) => type))).toEqual(new Set(AUDIT_TYPES));
    expect(before.find(({ type }) => type === 'SignInFailed')).toMatchObject({ actor: null, code: 'SIGN_IN.REFUSED' });
    await town.engine.drain();
    expect(await town.engine.readModel.verify()).toEqual([]);
    await town.engine.readModel.rebuild();
    expect((await all()).slice(0, before.length)).toEqual(before);
  });
});
