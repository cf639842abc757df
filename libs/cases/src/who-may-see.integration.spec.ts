import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FixedClock, type Actor } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { registryCapability } from '#registry';
import { Engine } from '#runtime';

import { casesCapability, complainantKey, complaintStream } from './index.js';

const OFFICER: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const COUNSEL: Actor = { id: 'counsel-1', role: 'counsel', capacity: 'Town' };

type Answer = Record<string, unknown>;

describe('who complained, and what counsel writes', () => {
  const clock = new FixedClock('2026-06-15T14:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  const keys = new MemoryKeyStore();
  const folder = mkdtempSync(join(tmpdir(), 'outfall-'));
  let engine: Engine;
  let caseId: string;
  let complaintId: string;

  const run = async (id: string, body: object, actor = OFFICER): Promise<Answer> =>
    (await engine.execute(id, body, { actor })).answer;
  const ask = async (id: string, query: object, actor = OFFICER): Promise<Answer> =>
    (await engine.query(id, query, { actor })).answer as Answer;
  const complain = async (complainant: object | null): Promise<string> =>
    (
      await run('receiveComplaint', {
        receivedAt: '2026-06-15T09:00-04:00',
        channel: 'phone',
        allegation: 'Gray water in the brook',
        ...(complainant ? { complainant } : {}),
      })
    )['complaintId'] as string;
  const found = async (query: object): Promise<string[]> =>
    ((await ask('findComplaintsByComplainant', query))['complaints'] as { complaintId: string }[])
      .map((one) => one.complaintId)
      .sort();
  const readModelBytes = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');

  beforeAll(async () => {
    const capabilities = [lawCapability, registryCapability, casesCapability];
    engine = new Engine({ store, keys, clock, capabilities, zone: 'America/New_York', folder });
    await engine.start();
    const { premisesId } = await run('registerPremises', {
      address: '1 Example Road',
      jurisdiction: 'townOutsideVillage',
      jurisdictionBasis: 'Tax map',
    });
    caseId = (await run('openCase', { premisesId, title: 'Roof leaders' }))['caseId'] as string;
    complaintId = await complain({ name: 'Hidden  Neighbor', phone: '(845) 555-0143', address: '3 Secret Lane' });
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('one question shows who complained, as it was said; no other answer does (issue 4, deliverable 5; fault P01)', async () => {
    expect(await ask('revealComplainant', { complaintId, reason: 'To ask what was seen' })).toEqual({
      complaintId,
      complainant: { name: 'Hidden  Neighbor', phone: '(845) 555-0143', address: '3 Secret Lane' },
    });
    for (const [id, query] of [
      ['getComplaint', { complaintId }],
      ['listComplaints', {}],
      ['findComplaintsByComplainant', { name: 'Hidden Neighbor' }],
    ] as const)
      for (const actor of [OFFICER, COUNSEL])
        expect(JSON.stringify(await ask(id, query, actor))).not.toMatch(/Hidden|555-?0143|Secret/);
    const anonymous = await complain(null);
    expect(await ask('revealComplainant', { complaintId: anonymous, reason: 'Was it anonymous?' })).toEqual({
      complaintId: anonymous,
      complainant: null,
    });
    await expect(ask('revealComplainant', { complaintId: 'none', reason: 'x' })).rejects.toMatchObject({
      code: 'CASES.UNKNOWN_COMPLAINT',
    });
  });

  it('complaints of a person are found by the whole name or number, however typed, and by no part of it (design section 4)', async () => {
    const second = await complain({ name: 'Somebody Else', phone: '1 845 555 0143' });
    expect(await found({ name: 'hidden neighbor ' })).toEqual([complaintId]);
    expect(await found({ phone: '8455550143' })).toEqual([complaintId, second].sort());
    expect(await found({ phone: '+1 845-555-0143' })).toEqual([complaintId, second].sort());
    for (const part of [{ name: 'Hidden' }, { name: 'neighbor' }, { phone: '5550143' }, { phone: 'none' }])
      expect(await found(part)).toEqual([]);
    for (const wrong of [{}, { name: 'a', phone: '1' }])
      await expect(ask('findComplaintsByComplainant', wrong)).rejects.toMatchObject({ code: 'CASES.NAME_OR_PHONE' });
  });

  it('the log and the read model hold hashes and sealed texts, nothing that can be read or looked for (design section 4)', async () => {
    let log = '';
    for await (const event of store.readAll()) log += JSON.stringify(event.data);
    for (const bytes of [log, readModelBytes()]) expect(bytes).not.toMatch(/Hidden|555-0143|5550143|Secret Lane/);
    expect(readModelBytes()).toContain(complaintId);
  });

  it("the destruction of a complainant's key leaves the complaint, without who complained (fault P08)", async () => {
    const gone = await complain({ name: 'Gone Person', phone: '845-555-0177' });
    await keys.destroy(complainantKey(gone));
    expect(await ask('revealComplainant', { complaintId: gone, reason: 'To see what is left' })).toEqual({
      complaintId: gone,
      complainant: { name: null, phone: null, address: null },
    });
    expect(await ask('getComplaint', { complaintId: gone })).toMatchObject({ allegation: 'Gray water in the brook' });
  });

  it('a complaint of the first version is read without digits: it can be revealed, and not found (design section 4)', async () => {
    const old = 'ffffffff-0000-5000-8000-000000000001';
    const { event } = engine.codec.decode({
      id: 'ffffffff-0000-5000-8000-000000000002',
      stream: complaintStream(old),
      revision: 0n,
      position: '1',
      recordedAt: clock.now(),
      type: 'ComplaintReceived',
      data: { complaintId: old, complainant: { name: 'Old Person', phone: '845-555-0188', address: null } },
      metadata: { v: 1 },
    })!;
    expect(event.data).toEqual({
      complaintId: old,
      complainant: { name: 'Old Person', phone: '845-555-0188', phoneDigits: null, address: null },
    });
  });

  it("counsel's notes are counsel's to write and to read, under a key of their own kind (issue 4, deliverable 4; CPLR 3101(c))", async () => {
    await expect(run('addCounselNote', { caseId, text: 'Weak on the second count' })).rejects.toMatchObject({
      code: 'CASES.COUNSEL_ONLY',
    });
    const { noteId } = await run('addCounselNote', { caseId, text: 'Weak on the second count' }, COUNSEL);
    expect(noteId).toBe(`${caseId}.note-1`);
    expect(await ask('listCounselNotes', { caseId }, COUNSEL)).toEqual({
      caseId,
      notes: [{ noteId, text: 'Weak on the second count', writtenBy: 'counsel-1', writtenOn: '2026-06-15' }],
    });
    const stored = [];
    for await (const event of store.readAll()) if (event.type === 'CounselNoteAdded') stored.push(event.data);
    expect(stored).toEqual([
      expect.objectContaining({ text: { $sealed: expect.objectContaining({ k: `counsel-${caseId}` }) } }),
    ]);
  });

  it('whether counsel wrote anything is shown to counsel alone, in no timeline, list or case of anybody else', async () => {
    const types = async (actor: Actor): Promise<string[]> =>
      ((await ask('getTimeline', { caseId }, actor))['entries'] as { type: string }[]).map(({ type }) => type);
    expect(await types(COUNSEL)).toContain('CounselNoteAdded');
    expect(await types(OFFICER)).toEqual(['CaseOpened']);
    for (const [id, query] of [
      ['getCase', { caseId }],
      ['getClosing', { caseId }],
      ['listCases', {}],
      ['getTimeline', { caseId }],
    ] as const)
      expect(JSON.stringify(await ask(id, query))).not.toMatch(/note-1|CounselNote|Weak/);
    expect(readModelBytes()).not.toContain('Weak on');
  });

  it('a page that ends at an act of counsel is for others the end of no page', async () => {
    const { entries } = await ask('getTimeline', { caseId, limit: 1 }, COUNSEL);
    const [{ position }] = entries as [{ position: string }];
    expect(await ask('getTimeline', { caseId, cursor: position }, COUNSEL)).toMatchObject({
      entries: [{ type: 'CaseOpened' }],
    });
    expect(await ask('getTimeline', { caseId, cursor: position })).toMatchObject({ entries: [] });
  });

  it("counsel's decision on the cap is referred to by its day: its reference is sealed, and in no refusal (issue 4, deliverable 5)", async () => {
    const decision = { caseId, reference: 'Letter to J. Example', reading: 'Each violation has its own cap.' };
    await run('recordCounselCapDecision', decision, COUNSEL);
    const second = run('recordCounselCapDecision', decision, COUNSEL);
    await expect(second).rejects.toMatchObject({ code: 'CASES.CAP_DECISION_ON_FILE' });
    await second.catch((error: unknown) => expect(JSON.stringify([error, String(error)])).not.toContain('J. Example'));
    expect(await ask('getCase', { caseId })).toMatchObject({ capDecision: { reference: 'Letter to J. Example' } });
    expect(await ask('listCases', {})).toMatchObject({ cases: [{ capDecision: 'Letter to J. Example' }] });
    expect(readModelBytes()).not.toContain('J. Example');
    await run('withdrawCounselCapDecision', { caseId, reason: 'Overtaken' }, COUNSEL);
    expect(await ask('getCase', { caseId })).toMatchObject({ capDecision: null });
  });
});
