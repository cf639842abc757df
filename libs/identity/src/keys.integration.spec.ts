import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FixedClock, type Actor } from '#kernel';
import { appealsCapability } from '#appeals';
import { casesCapability } from '#cases';
import type { EventStore } from '#event-store';
import { MemoryEventStore } from '#event-store/memory';
import { SqliteEventStore } from '#event-store/sqlite';
import { finesCapability } from '#fines';
import { FolderKeyStore, MemoryKeyStore, type KeyStore } from '#key-store';
import { lawCapability } from '#law';
import { noticesCapability } from '#notices';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import { Engine, type Capability } from '#runtime';
import { validated } from '#runtime/http';

import { keyCatalog, KEYS_STREAM } from './key.events.js';
import { noteLitigationHold } from './key.process.js';
import { keyOperations } from './keys.controller.js';
import { forgetDestroyedPersons } from './keys.ticks.js';
import { userCatalog } from './user.events.js';
import { userOperations } from './users.controller.js';

const keysCapability: Capability = {
  name: 'identity',
  catalogs: [keyCatalog, userCatalog],
  operations: [...keyOperations, ...userOperations],
  processes: [noteLitigationHold],
  ticks: forgetDestroyedPersons,
};
/** The same without the part that runs by itself: as if the process had died right after the event. */
const { ticks: _ticks, ...dyingCapability } = keysCapability;

const person = (id: string, role: Actor['role']): Actor => ({ id, role, capacity: 'Town' });
const OFFICER = person('officer-1', 'officer');
const COUNSEL = person('counsel-1', 'counsel');
const FIRST = person('administrator-1', 'administrator');
const SECOND = person('administrator-2', 'administrator');
const NAME = 'Quillfeather Marker';
const fails = (code: string, details: object = {}) => ({ code: `IDENTITY.${code}`, details });

type Answer = Record<string, unknown>;

const townOver = (
  parts: { store: EventStore; keys: KeyStore; clock: FixedClock; folder: string | null },
  identity: Capability = keysCapability,
) => {
  const engine = new Engine({
    ...parts,
    capabilities: [
      lawCapability,
      registryCapability,
      casesCapability,
      offensesCapability,
      finesCapability,
      noticesCapability,
      appealsCapability,
      identity,
    ],
    zone: 'America/New_York',
  });
  const run = async (id: string, body: object, actor: Actor): Promise<Answer> => {
    const operation = engine.operations.get(id);
    const input = operation?.kind === 'command' ? validated(operation.body as new () => object, body) : body;
    return (await engine.execute(id, input, { actor })).answer;
  };
  const ask = async (id: string, body: object, actor = OFFICER): Promise<Answer> =>
    (await engine.query(id, body, { actor })).answer as Answer;
  const propose = async (kind: string, subjectId: string): Promise<string> =>
    (
      await run(
        'destroyPersonalKey',
        { kind, subjectId, reason: 'Schedule run', authority: 'Retention schedule, item 1' },
        FIRST,
      )
    )['destructionId'] as string;
  const destroy = async (kind: string, subjectId: string): Promise<Answer> =>
    run('confirmKeyDestruction', { destructionId: await propose(kind, subjectId) }, SECOND);
  const newParty = async (name = NAME): Promise<string> =>
    (await run('registerParty', { name, partyKind: 'individual', address: `1 ${name} Lane` }, OFFICER))[
      'partyId'
    ] as string;
  return { engine, run, ask, propose, destroy, newParty };
};

describe('a person is forgotten, on disk (issue 4, deliverable 5; design section 4; domain.md 3.4)', () => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  let root: string;
  let parts: { store: SqliteEventStore; keys: FolderKeyStore; clock: FixedClock; folder: string };
  const open = async (): Promise<void> => {
    const folder = join(root, 'read-models');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const keys = await FolderKeyStore.open(join(root, 'keys'));
    parts = { store: await SqliteEventStore.open({ file: join(root, 'log.db'), clock }), keys, clock, folder };
  };
  /** Whether a text stands anywhere in the bytes of the read models, whatever their files are called. */
  const stands = async (text: string): Promise<boolean> => {
    for (const entry of await readdir(parts.folder))
      if ((await readFile(join(parts.folder, entry))).includes(text)) return true;
    return false;
  };
  const stored = async (): Promise<string[]> => {
    const events: string[] = [];
    for await (const event of parts.store.readAll()) events.push(JSON.stringify([event.type, event.data]));
    return events;
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'forget-'));
    await open();
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('takes the name out of every answer and every byte of the read models, and leaves the log as it was', async () => {
    const town = townOver(parts);
    await town.engine.start();
    const [partyId, other] = [await town.newParty(), await town.newParty('Somebody Else')];
    expect(await town.ask('getParty', { partyId })).toMatchObject({ name: NAME });
    expect(await stands(NAME)).toBe(true);
    const before = await stored();

    await town.destroy('party', partyId);

    expect(await town.ask('getParty', { partyId })).toMatchObject({ partyId, name: null, address: null });
    expect(await town.ask('listParties', { search: 'quillfeather' })).toMatchObject({ parties: [] });
    expect(await town.ask('listParties', { search: 'somebody' })).toMatchObject({ parties: [{ partyId: other }] });
    expect(await stands(NAME)).toBe(false);
    expect(await stands('Somebody Else')).toBe(true);
    // Every fact recorded before stands as it stood; the destruction is one more, and tells nothing of the person.
    const after = await stored();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.join()).not.toContain(NAME);
    expect(after.some((event) => event.includes('PersonalKeyDestroyed') && event.includes(partyId))).toBe(true);
    expect(await town.engine.readModel.verify()).toEqual([]);
    await town.engine.stop();
    await parts.store.close();
  });

  it('stays forgotten over a restart, and a second destruction is answered with the day of the first', async () => {
    const first = townOver(parts);
    await first.engine.start();
    const partyId = await first.newParty();
    const destructionId = await first.propose('party', partyId);
    await first.run('confirmKeyDestruction', { destructionId }, SECOND);
    await first.engine.stop();
    await parts.store.close();

    await open();
    const second = townOver(parts);
    await second.engine.start();
    expect(await second.ask('getParty', { partyId })).toMatchObject({ partyId, name: null });
    expect(await second.run('confirmKeyDestruction', { destructionId }, SECOND)).toEqual({});
    await expect(second.propose('party', partyId)).rejects.toMatchObject(
      fails('KEY_DESTROYED', { kind: 'conflict', destructionId }),
    );
    expect(await second.ask('listKeyDestructions', { all: true }, SECOND)).toMatchObject({
      destructions: [
        { destructionId, reason: 'Schedule run', outcome: { status: 'destroyed', by: SECOND.id, on: '2026-06-01' } },
      ],
    });
    expect(await stands(NAME)).toBe(false);
    await second.engine.stop();
    await parts.store.close();
  });

  it('is finished at the next start when the process died right after the event', async () => {
    const dying = townOver(parts, dyingCapability);
    await dying.engine.start();
    const partyId = await dying.newParty();
    await dying.destroy('party', partyId);
    await dying.engine.stop();
    expect(await parts.keys.get(`party-${partyId}`)).not.toBeNull();
    expect(await stands(NAME)).toBe(true);

    const town = townOver(parts);
    await town.engine.start();
    expect(await parts.keys.get(`party-${partyId}`)).toBeNull();
    expect(await town.ask('getParty', { partyId })).toMatchObject({ name: null });
    expect(await stands(NAME)).toBe(false);
    await town.engine.stop();
    await parts.store.close();
  });

  it('destroys a key again that came back from a backup of the keys', async () => {
    const before = townOver(parts);
    await before.engine.start();
    const partyId = await before.newParty();
    await before.destroy('party', partyId);
    await before.engine.stop();
    const keys = join(root, 'keys');
    for (const entry of await readdir(keys)) if (entry.endsWith('.destroyed')) await rm(join(keys, entry));
    parts = { ...parts, keys: await FolderKeyStore.open(keys) };
    await parts.keys.getOrCreate(`party-${partyId}`);

    const town = townOver(parts);
    await town.engine.start();
    expect(await parts.keys.get(`party-${partyId}`)).toBeNull();
    expect(await town.ask('getParty', { partyId })).toMatchObject({ name: null });
    await town.engine.stop();
    await parts.store.close();
  });

  it('reaches another server on the same folder, which goes over to the new file', async () => {
    const here = townOver(parts);
    await here.engine.start();
    const otherParts = {
      ...parts,
      store: await SqliteEventStore.open({ file: join(root, 'log.db'), clock }),
      keys: await FolderKeyStore.open(join(root, 'keys')),
    };
    const there = townOver(otherParts);
    await there.engine.start();
    const partyId = await here.newParty();
    await there.engine.drain();
    expect(await there.ask('listParties', { search: 'quillfeather' })).toMatchObject({ parties: [{ name: NAME }] });

    await here.destroy('party', partyId);

    expect(await there.ask('getParty', { partyId })).toMatchObject({ name: null });
    const listed = async () => ((await there.ask('listParties', { search: 'quillfeather' }))['parties'] as []).length;
    while ((await listed()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await there.engine.stop();
    await otherParts.store.close();
    expect(await stands(NAME)).toBe(false);
    expect(await here.engine.readModel.verify()).toEqual([]);
    await here.engine.stop();
    await parts.store.close();
  });
});

describe('what is still needed is not destroyed (domain.md 3.4: disposal is blocked by open case and litigation hold)', () => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  const parts = { store: new MemoryEventStore({ clock }), keys: new MemoryKeyStore(), clock, folder: null };
  const town = townOver(parts);
  let caseId: string;
  let complaintId: string;
  let partyId: string;
  let premisesId: string;
  let holdId: string;

  beforeAll(async () => {
    await town.engine.start();
    const { run } = town;
    partyId = await town.newParty();
    premisesId = (
      await run(
        'registerPremises',
        { address: '1 Example Road', jurisdiction: 'townOutsideVillage', jurisdictionBasis: 'Tax map' },
        OFFICER,
      )
    )['premisesId'] as string;
    complaintId = (
      await run(
        'receiveComplaint',
        {
          receivedAt: '2026-06-01T09:00-04:00',
          channel: 'phone',
          allegation: 'Sheen on the brook',
          complainant: { name: 'Caller Marker' },
        },
        OFFICER,
      )
    )['complaintId'] as string;
    caseId = (await run('openCase', { premisesId, title: 'Brook', complaintId }, OFFICER))['caseId'] as string;
    await run(
      'makeFinding',
      { caseId, partyId, ruleId: '168-27C(3)', facts: 'Grab sample', againstOwner: false },
      OFFICER,
    );
    const other = await run('openCase', { premisesId, title: 'Other' }, OFFICER);
    await run('placeLitigationHold', { caseId: other['caseId'], reason: 'Suit' }, COUNSEL);
    await run('releaseLitigationHold', { holdId: `${other['caseId'] as string}.hold-1`, reason: 'Settled' }, COUNSEL);
    await run('placeLitigationHold', { caseId, reason: 'Suit' }, COUNSEL);
    holdId = `${caseId}.hold-1`;
  });
  afterAll(async () => {
    await town.engine.stop();
    await parts.store.close();
  });

  it('keeps the case, its complaint and complainant, its party and its premises while counsel holds them', async () => {
    const held: readonly (readonly [string, string])[] = [
      ['case', caseId],
      ['counsel', caseId],
      ['complaint', complaintId],
      ['complainant', complaintId],
      ['party', partyId],
      ['premises', premisesId],
    ];
    for (const [kind, subjectId] of held)
      await expect(town.propose(kind, subjectId)).rejects.toMatchObject(
        fails('KEY_NEEDED', { why: 'litigationHold', caseId }),
      );
    expect(await town.destroy('party', await town.newParty('Not In The Case'))).toEqual({
      destructionId: expect.stringMatching(/^destruction-\d+$/),
    });
  });

  it('refuses the confirmation too when a hold was placed in between, and goes on once counsel releases it', async () => {
    await town.run('releaseLitigationHold', { holdId, reason: 'Settled' }, COUNSEL);
    const destructionId = await town.propose('complainant', complaintId);
    await town.run('placeLitigationHold', { caseId, reason: 'Second suit' }, COUNSEL);
    const confirm = () => town.run('confirmKeyDestruction', { destructionId }, SECOND);
    await expect(confirm()).rejects.toMatchObject(fails('KEY_NEEDED', { why: 'litigationHold' }));
    expect(await parts.keys.get(`complainant-${complaintId}`)).not.toBeNull();
    await town.run('releaseLitigationHold', { holdId: `${caseId}.hold-2`, reason: 'Settled' }, COUNSEL);
    await confirm();
    expect(await parts.keys.get(`complainant-${complaintId}`)).toBeNull();
    expect(await town.ask('getComplaint', { complaintId })).toMatchObject({ allegation: 'Sheen on the brook' });
  });

  it('keeps the texts of an open case, an active account, and the month in which the audit writes', async () => {
    await expect(town.propose('case', caseId)).rejects.toMatchObject(fails('KEY_NEEDED', { why: 'openCase' }));
    const { userId } = await town.run('createUser', { name: 'A User', email: 'user@example.gov' }, FIRST);
    await expect(town.propose('user', userId as string)).rejects.toMatchObject(
      fails('KEY_NEEDED', { why: 'activeUser' }),
    );
    await expect(town.propose('audit', '2026-06')).rejects.toMatchObject(fails('KEY_NEEDED', { why: 'currentMonth' }));
    await expect(town.propose('audit', '2026-13')).rejects.toMatchObject(fails('UNKNOWN_SUBJECT'));
    expect(await town.propose('audit', '2026-05')).toMatch(/^destruction-/);
    await town.run('deactivateUser', { userId, reason: 'Left' }, FIRST);
    await town.destroy('user', userId as string);
    expect(await town.ask('getUser', { userId }, FIRST)).toMatchObject({ userId, name: null, email: null });
  });

  it('makes no key for an id that is not on file', async () => {
    for (const kind of ['party', 'case', 'complainant', 'premises', 'user'])
      await expect(town.propose(kind, 'nobody')).rejects.toMatchObject(fails('UNKNOWN_SUBJECT', { kind: 'notFound' }));
    expect(await parts.keys.get('party-nobody')).toBeNull();
  });

  it('tells nothing in the clear of why a key was destroyed (design section 4: free text is sealed)', async () => {
    let stored = '';
    for await (const event of parts.store.readStream(KEYS_STREAM)) stored += JSON.stringify(event.data);
    expect(stored).not.toContain('Schedule run');
    expect(stored).not.toContain('Retention schedule');
  });
});
