import { FixedClock, type Actor, type Capacity, type Role } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { offensesCapability } from '#offenses';
import { Engine } from '#runtime';
import { fromQueryString, validated } from '#runtime/http';

import { AuditTrail, identityCapability, townAccess, userKey, USERS_STREAM } from './index.js';

type Answer = Record<string, unknown>;

const ZONE = 'America/New_York';
/** Sends the internal operations, as the composition root does before it is known who acts. */
const PROGRAM: Actor = { id: 'sign-in', role: 'process', capacity: 'Town' };
const NAME = 'Marker Name';
const EMAIL = 'marker@example.test';

const setUp = async () => {
  const clock = new FixedClock('2026-06-15T16:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  const keys = new MemoryKeyStore();
  let trail: AuditTrail | null = null;
  const engine = new Engine({
    store,
    keys,
    clock,
    capabilities: [offensesCapability, identityCapability],
    zone: ZONE,
    folder: null,
    access: (services) => {
      trail = new AuditTrail(services, false);
      return townAccess({ demo: false, trail, services });
    },
  });
  await engine.start();

  const run = async (actor: Actor, id: string, body: object): Promise<Answer> => {
    const operation = engine.operations.get(id);
    if (operation?.kind !== 'command') throw new TypeError(`${id} is no command`);
    return (await engine.execute(id, validated(operation.body as new () => object, body), { actor })).answer;
  };
  const ask = async (actor: Actor, id: string, asked: Record<string, string> = {}): Promise<Answer> => {
    const operation = engine.operations.get(id);
    if (operation?.kind !== 'query') throw new TypeError(`${id} is no query`);
    const shape = operation.query as new () => object;
    const input = validated(shape, fromQueryString(shape.prototype as object, asked));
    return (await engine.query(id, input, { actor })).answer as Answer;
  };
  const send = async (id: string, body: object): Promise<Answer> =>
    (await engine.send(id, body, { actor: PROGRAM })).answer;
  const as = (userId: unknown, role: Role, capacity: Capacity = 'Town'): Actor => ({
    id: userId as string,
    role,
    capacity,
  });
  const first = await send('makeFirstAdministrator', { name: NAME, email: EMAIL });
  const administrator = as(first['userId'], 'administrator');
  /** A new user with a role from a day on. */
  const withRole = async (role: Role, from = '2026-06-15', capacity: Capacity = 'Town') => {
    const { userId } = await run(administrator, 'createUser', { name: NAME, email: EMAIL });
    const { grantId } = await run(administrator, 'grantRole', {
      userId,
      role,
      capacity,
      from,
      documentReference: 'Appointment on file',
    });
    return { actor: as(userId, role, capacity), userId: userId as string, grantId: grantId as string };
  };
  const stored = async (): Promise<string> => {
    const events: unknown[] = [];
    for await (const event of store.readStream(USERS_STREAM)) events.push(event.data);
    return JSON.stringify(events);
  };
  const stop = async () => {
    await engine.stop();
    await trail?.stop();
    await store.close();
  };
  return { clock, keys, engine, run, ask, send, as, administrator, withRole, stored, stop };
};

type Town = Awaited<ReturnType<typeof setUp>>;

const code = (expected: string) => expect.objectContaining({ code: expected }) as Error;

describe('users over the engine', () => {
  let town: Town;
  beforeEach(async () => {
    town = await setUp();
  });
  afterEach(() => town.stop());

  it('two attempts at the first start at once leave one administrator (issue 4, deliverable 1)', async () => {
    const empty = new Engine({
      store: new MemoryEventStore({ clock: town.clock }),
      keys: new MemoryKeyStore(),
      clock: town.clock,
      capabilities: [identityCapability],
      zone: ZONE,
      folder: null,
    });
    await empty.start();
    const attempt = () =>
      empty.send('makeFirstAdministrator', { name: NAME, email: EMAIL }, { actor: PROGRAM }).then(
        () => 'made',
        (error: { code: string }) => error.code,
      );
    const outcomes = await Promise.all([attempt(), attempt(), attempt()]);
    await empty.stop();
    expect(outcomes.sort()).toEqual(['IDENTITY.ALREADY_SET_UP', 'IDENTITY.ALREADY_SET_UP', 'made']);
  });

  it('the first administrator makes the others; a granted role works from its first day to its last', async () => {
    const { run, ask, clock, administrator } = town;
    const clerk = await town.withRole('clerk', '2026-06-16');
    await expect(ask(clerk.actor, 'getMyself')).rejects.toThrow(code('IDENTITY.NO_ROLE'));
    clock.set('2026-06-16T04:00:00.000Z');
    expect(await ask(clerk.actor, 'getMyself')).toMatchObject({ grants: [{ role: 'clerk', capacity: 'Town' }] });
    await run(administrator, 'endRole', { grantId: clerk.grantId, through: '2026-06-17', reason: 'Moves away' });
    clock.set('2026-06-18T03:59:59.999Z');
    expect(await ask(clerk.actor, 'getMyself')).toMatchObject({ userId: clerk.userId });
    clock.set('2026-06-18T04:00:00.000Z');
    await expect(ask(clerk.actor, 'getMyself')).rejects.toThrow(code('IDENTITY.NO_ROLE'));
  });

  it('nobody but an administrator changes users or sees them, the auditor sees them (deny by default; fault P03)', async () => {
    const { run, ask, administrator } = town;
    const officer = await town.withRole('officer');
    const auditor = await town.withRole('auditor');
    const grant = {
      userId: officer.userId,
      role: 'administrator',
      capacity: 'Town',
      documentReference: 'Made up',
    };
    for (const { actor } of [officer, auditor])
      await expect(run(actor, 'grantRole', grant)).rejects.toThrow(code('IDENTITY.NOT_YOUR_ROLE'));
    // Says of themself to be what they are not: judged by the log.
    await expect(run({ ...officer.actor, role: 'administrator' }, 'grantRole', grant)).rejects.toThrow(
      code('IDENTITY.NO_ROLE'),
    );
    await expect(ask(officer.actor, 'getUser', { userId: auditor.userId })).rejects.toThrow(
      code('IDENTITY.NOT_YOUR_ROLE'),
    );
    for (const actor of [administrator, auditor.actor])
      expect(await ask(actor, 'getUser', { userId: officer.userId })).toMatchObject({ name: NAME, email: EMAIL });
    await expect(ask(administrator, 'getUser', { userId: 'nobody' })).rejects.toThrow(code('IDENTITY.UNKNOWN_USER'));
  });

  it('a person sees their own account and what they may do, for the bodies they hold a role for', async () => {
    const { ask } = town;
    const officer = await town.withRole('officer');
    const clerk = await town.withRole('clerk', '2026-06-15', 'Village');
    const own = await ask(officer.actor, 'getMyself');
    expect(own).toMatchObject({
      userId: officer.userId,
      name: NAME,
      email: EMAIL,
      actingAs: { role: 'officer', capacity: 'Town' },
    });
    expect(own['operations']).toEqual(expect.arrayContaining(['imposeCivilFine', 'getMyself']));
    expect(own['operations']).not.toContain('grantRole');
    const village = await ask(clerk.actor, 'getMyself');
    expect(village['operations']).toContain('recordPayment');
    // § 168-30D: the appeal is the Town's Board's.
    expect(village['operations']).not.toContain('fileAppeal');
  });

  it('an administrator who grants to themself is marked, and the auditor sees it', async () => {
    const { run, ask, administrator } = town;
    const auditor = await town.withRole('auditor');
    await run(administrator, 'grantRole', {
      userId: administrator.id,
      role: 'officer',
      capacity: 'Town',
      documentReference: 'Resolution on file',
    });
    const seen = (await ask(auditor.actor, 'getUser', { userId: administrator.id }))['grants'] as Answer[];
    expect(seen.find(({ role }) => role === 'officer')).toMatchObject({
      self: true,
      documentReference: 'Resolution on file',
    });
  });

  it('a closed account holds nothing from that day on; what others hold stays', async () => {
    const { run, ask, administrator } = town;
    const officer = await town.withRole('officer');
    await run(administrator, 'deactivateUser', { userId: officer.userId, reason: 'Left the Town' });
    await expect(ask(officer.actor, 'getMyself')).rejects.toThrow(code('IDENTITY.NO_ROLE'));
    const listed = async (asked: Record<string, string>) =>
      ((await ask(administrator, 'listUsers', asked))['users'] as Answer[]).map(({ userId }) => userId);
    expect(await listed({})).not.toContain(officer.userId);
    expect(await listed({ all: 'true' })).toContain(officer.userId);
    await run(administrator, 'reactivateUser', { userId: officer.userId, reason: 'Is back' });
    expect(await ask(officer.actor, 'getMyself')).toMatchObject({ userId: officer.userId });
  });

  it('what the single sign-on says of a person is found again by its key, and never twice (issue 4, deliverable 2)', async () => {
    const { send, ask, administrator } = town;
    const come = (groups: readonly string[]) =>
      send('provisionUser', {
        subjectKey: 'keyed-hash',
        name: NAME,
        email: EMAIL,
        roles: groups.map((role) => ({ role, capacity: 'Town' })),
      });
    await Promise.all([come(['officer']), come(['officer'])]);
    const users = (await ask(administrator, 'listUsers', { all: 'true' }))['users'] as Answer[];
    const provisioned = users.filter(({ origin }) => origin === 'openIdConnect');
    expect(provisioned).toMatchObject([{ grants: [{ role: 'officer', source: 'group', inForce: true }] }]);
    await come([]);
    expect(await ask(administrator, 'getUser', { userId: provisioned[0]!['userId'] as string })).toMatchObject({
      grants: [{ role: 'officer', inForce: false, through: '2026-06-14' }],
    });
  });

  it('the operations of sign-in are not reachable as operations (internal)', () => {
    const { engine } = town;
    for (const id of ['makeFirstAdministrator', 'provisionUser'])
      expect(engine.operations.get(id)).toMatchObject({ internal: true });
  });

  it('names, addresses and papers are in the log under the key of the person, and gone with it (design 4; fault P08)', async () => {
    const { run, ask, keys, administrator, stored } = town;
    const officer = await town.withRole('officer');
    await run(administrator, 'endRole', { grantId: officer.grantId, reason: 'A reason of the file' });
    const log = await stored();
    for (const text of [NAME, EMAIL, 'Appointment on file', 'A reason of the file']) expect(log).not.toContain(text);
    await keys.destroy(userKey(officer.userId));
    expect(await ask(administrator, 'getUser', { userId: officer.userId })).toMatchObject({
      userId: officer.userId,
      name: null,
      email: null,
      grants: [{ role: 'officer', documentReference: null }],
    });
  });
});

describe("an act of one's own of an earlier day, over the engine (issue 4, deliverable 4; domain.md 1.1)", () => {
  let town: Town;
  beforeEach(async () => {
    town = await setUp();
  });
  afterEach(() => town.stop());

  /** Access let it pass; the ledger then knows no such finding. */
  const ADMITTED = expect.objectContaining({ code: expect.not.stringMatching(/^IDENTITY/) as string }) as Error;
  const seenAt = (at: string) => ({ findingId: 'case.finding-1', at });

  it('is refused for a day before the appointment; with evidence the next thing asked is the finding', async () => {
    const { run } = town;
    const { actor } = await town.withRole('inspector', '2026-06-05');
    await expect(run(actor, 'observeViolation', seenAt('2026-06-04T23:59-04:00'))).rejects.toThrow(
      code('IDENTITY.NOT_IN_OFFICE'),
    );
    await expect(run(actor, 'observeViolation', seenAt('2026-06-05T00:00-04:00'))).rejects.toThrow(ADMITTED);
    await expect(
      run(actor, 'observeViolation', { ...seenAt('2026-06-04T12:00-04:00'), evidence: ['photograph-1'] }),
    ).rejects.toThrow(ADMITTED);
  });

  it('follows the log as it is now: an appointment entered late counts for its days, one taken back does not', async () => {
    const { run, administrator } = town;
    const { actor, userId, grantId } = await town.withRole('inspector', '2026-06-10');
    const early = seenAt('2026-06-08T12:00-04:00');
    await expect(run(actor, 'observeViolation', early)).rejects.toThrow(code('IDENTITY.NOT_IN_OFFICE'));
    await run(administrator, 'grantRole', {
      userId,
      role: 'inspector',
      capacity: 'Town',
      from: '2026-06-01',
      through: '2026-06-09',
      documentReference: 'Resolution found in the file',
    });
    await expect(run(actor, 'observeViolation', early)).rejects.toThrow(ADMITTED);
    await run(administrator, 'endRole', { grantId, through: '2026-06-09', reason: 'Entered by mistake' });
    await expect(run(actor, 'observeViolation', seenAt('2026-06-12T12:00-04:00'))).rejects.toThrow(
      code('IDENTITY.NO_ROLE'),
    );
  });
});
