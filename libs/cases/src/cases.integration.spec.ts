import { FixedClock, type Actor, type Event } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { registryCapability } from '#registry';
import { command, Engine, type Capability } from '#runtime';
import { validated } from '#runtime/http';

import { casesCapability } from './index.js';
import { caseStream, complaintStream } from './published.js';

const OFFICER: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const COUNSEL: Actor = { id: 'counsel-1', role: 'counsel', capacity: 'Town' };

/** Stands in for the operations of offenses that processes of this capability and of registry send. */
const sent: { operationId: string; body: unknown }[] = [];
class AnyBody {}
const standIn = (id: string) =>
  command<AnyBody, null, unknown, Event<'OffensesStandInSeen', object>>({
    id,
    summary: 'Stand-in',
    body: AnyBody,
    aggregate: {
      name: `stand-in-${id}`,
      catalog: { OffensesStandInSeen: { version: 1 } },
      initialState: () => null,
      evolve: () => null,
      decide: (body) => {
        sent.push({ operationId: id, body });
        return [];
      },
    },
    stream: () => 'stand-in',
    command: (body) => body,
    internal: true,
  });
const offensesStandIn: Capability = {
  name: 'offenses-stand-in',
  catalogs: [],
  operations: [standIn('endLiability'), standIn('voidSightingsOfFinding')],
};

type Answer = Record<string, unknown>;

describe('cases over the engine', () => {
  const clock = new FixedClock('2026-06-15T14:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  const keys = new MemoryKeyStore();
  let engine: Engine;
  let premisesId: string;
  let partyId: string;

  const run = async (id: string, body: object, actor = OFFICER): Promise<Answer> => {
    const operation = engine.operations.get(id);
    const input = operation?.kind === 'command' ? validated(operation.body as new () => object, body) : body;
    return (await engine.execute(id, input, { actor })).answer;
  };
  const ask = async (id: string, body: object, options: { asOf?: string; knownAt?: string } = {}): Promise<Answer> =>
    (await engine.query(id, body, { actor: OFFICER, ...options })).answer as Answer;
  const newCase = async (title = 'Roof leaders'): Promise<string> =>
    (await run('openCase', { premisesId, title }))['caseId'] as string;
  const find = (caseId: string, body: object = {}): Promise<Answer> =>
    run('makeFinding', { caseId, partyId, ruleId: '168-26H', facts: 'Dye test', againstOwner: false, ...body });

  beforeAll(async () => {
    engine = new Engine({
      store,
      keys,
      clock,
      capabilities: [lawCapability, registryCapability, casesCapability, offensesStandIn],
      zone: 'America/New_York',
      folder: null,
    });
    await engine.start();
    premisesId = (
      await run('registerPremises', {
        address: '1 Example Road',
        parcelId: '0000-00-000000',
        jurisdiction: 'townOutsideVillage',
        jurisdictionBasis: 'Tax map',
      })
    )['premisesId'] as string;
    partyId = (await run('registerParty', { name: "Example O'Hara", partyKind: 'individual' }))['partyId'] as string;
    await run('recordOwnership', { premisesId, partyId, from: '2020-01-01', deedReference: 'Liber 1' });
  });

  beforeEach(() => {
    sent.length = 0;
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
  });

  it('numbers cases without gaps: a refused one takes no number', async () => {
    const first = await run('openCase', { premisesId, title: 'One' });
    await expect(run('openCase', { premisesId: 'nowhere', title: 'Two' })).rejects.toMatchObject({
      code: 'CASES.UNKNOWN_PREMISES',
    });
    const second = await run('openCase', { premisesId, title: 'Three' });
    const place = (answer: Answer) => Number((answer['number'] as string).split('-')[2]);
    expect(first['number']).toMatch(/^C-2026-\d{3}$/);
    expect(place(second)).toBe(place(first) + 1);
  });

  it('keeps the complainant out of every answer, list and row, and sealed in the log (P01)', async () => {
    const { complaintId } = await run('receiveComplaint', {
      receivedAt: '2026-06-15T09:00-04:00',
      channel: 'phone',
      allegation: 'Gray water in the brook',
      premisesId,
      complainant: { name: 'Hidden Neighbor', phone: '555-0123', address: '3 Secret Lane' },
    });
    await run('screenComplaint', {
      complaintId,
      jurisdiction: 'townOutsideVillage',
      outcome: 'investigate',
      note: 'By the tax map',
    });
    const caseId = (await run('openCase', { premisesId, title: 'Brook', complaintId }))['caseId'] as string;
    const complaint = await ask('getComplaint', { complaintId });
    expect(complaint).toMatchObject({
      allegation: 'Gray water in the brook',
      screening: { outcome: 'investigate' },
      cases: [{ caseId }],
    });
    const everything = [
      complaint,
      await ask('listComplaints', {}),
      await ask('getCase', { caseId }),
      await ask('listCases', {}),
      await ask('getTimeline', { caseId }),
    ];
    const rows = ['cases_complaint', 'cases_case', 'cases_timeline'].map((table) =>
      engine.readModel.reader.all(`SELECT * FROM ${table}`),
    );
    let log = '';
    for await (const event of store.readStream(complaintStream(complaintId as string)))
      log += JSON.stringify(event.data);
    const shown = JSON.stringify([everything, rows]);
    for (const secret of ['Hidden', '555-0123', 'Secret']) {
      expect(shown).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    // Not even the sealed form leaves the log: its key could be asked for.
    expect(shown).not.toContain('complainant-');
  });

  it('names other cases at the premises of a new complaint, so that nothing is opened twice (N06)', async () => {
    const caseId = await newCase('Earlier');
    const { complaintId } = await run('receiveComplaint', {
      receivedAt: '2026-06-15T09:30-04:00',
      channel: 'email',
      allegation: 'Again',
      premisesId,
    });
    const { casesAtPremises } = await ask('getComplaint', { complaintId });
    expect(casesAtPremises).toEqual(expect.arrayContaining([expect.objectContaining({ caseId })]));
  });

  it('answers a finding with its kind and shows it with citation, party and open tracks', async () => {
    const caseId = await newCase();
    const made = await find(caseId);
    expect(made).toMatchObject({ findingId: `${caseId}.finding-1`, findingKind: 'absolute', ruleVersion: 1 });
    const shown = await ask('getCase', { caseId });
    expect(shown).toMatchObject({
      title: 'Roof leaders',
      premises: { address: '1 Example Road', jurisdiction: 'townOutsideVillage' },
      findings: [
        {
          ruleId: '168-26H',
          partyName: "Example O'Hara",
          facts: 'Dye test',
          citation: '§ 168-26H [subsection letter inferred]',
          withdrawn: false,
        },
      ],
    });
  });

  it('refuses an opinion-based finding by the names of the missing factors, through the request as sent (rule 45)', async () => {
    const caseId = await newCase();
    await expect(
      find(caseId, { ruleId: '168-27D(8)', opinion: { formedOn: '2026-06-15', factors: { treatability: 'Poor' } } }),
    ).rejects.toMatchObject({
      code: 'CASES.OPINION_REQUIRED',
      details: { missing: expect.arrayContaining(['opinion.factors.sewerMaterials']) },
    });
    await expect(find(caseId, { ruleId: '168-27K' })).rejects.toMatchObject({ code: 'LAW.UNKNOWN_RULE' });
    await expect(find(caseId, { ruleId: '168-24I' })).rejects.toMatchObject({ code: 'CASES.NOT_A_RULE_OF_CONDUCT' });
  });

  it('judges a finding by the version of the rule in force on its day (hard case 68)', async () => {
    await run('amendRule', {
      ruleId: '168-26J',
      changes: { requirement: 'Notify in writing.' },
      localLaw: 'L.L. No. 1-2026',
      effectiveFrom: '2026-06-01',
    });
    const caseId = await newCase();
    expect(await find(caseId, { ruleId: '168-26J', madeOn: '2026-05-31' })).toMatchObject({ ruleVersion: 1 });
    expect(await find(caseId, { ruleId: '168-26J', madeOn: '2026-06-01' })).toMatchObject({ ruleVersion: 2 });
  });

  it('notes a finding against the owner as such, so that the sale ends it; a withdrawn one is forgotten', async () => {
    const caseId = await newCase();
    const { findingId } = await find(caseId, { againstOwner: true });
    const { findingId: withdrawn } = await find(caseId, { againstOwner: true, ruleId: '168-27A' });
    const noted = async () =>
      ((await ask('getPremises', { premisesId }))['ownerFindings'] as { findingId: string }[]).map(
        (one) => one.findingId,
      );
    expect(await noted()).toEqual([findingId, withdrawn]);
    await run('withdrawFinding', { findingId: withdrawn, reason: 'Seen on the wrong day' });
    expect(await noted()).toEqual([findingId]);
    expect(sent).toEqual([{ operationId: 'voidSightingsOfFinding', body: { findingId: withdrawn } }]);
    const buyer = (await run('registerParty', { name: 'Example Buyer', partyKind: 'individual' }))['partyId'];
    await run('recordConveyance', {
      premisesId,
      fromPartyId: partyId,
      toPartyId: buyer,
      deedOn: '2026-06-14',
      deedReference: 'Liber 2',
    });
    expect(sent.at(-1)).toEqual({
      operationId: 'endLiability',
      body: {
        findingId,
        lastDay: '2026-06-14',
        deedReference: { $sealed: expect.objectContaining({ k: `premises-${premisesId}` }) },
      },
    });
  });

  it("takes counsel's decision on the cap from counsel only", async () => {
    const caseId = await newCase();
    const body = { caseId, reference: 'Memo 7', reading: 'Each violation' };
    await expect(run('recordCounselCapDecision', body)).rejects.toMatchObject({ code: 'CASES.COUNSEL_ONLY' });
    await run('recordCounselCapDecision', body, COUNSEL);
    expect(await ask('getCase', { caseId })).toMatchObject({
      capDecision: { reference: 'Memo 7', reading: 'Each violation' },
    });
    await run('withdrawCounselCapDecision', { caseId, reason: 'Reconsidered' }, COUNSEL);
    expect(await ask('getCase', { caseId })).toMatchObject({ capDecision: null });
  });

  it('lists what a person must settle, once for each kind and subject', async () => {
    const caseId = await newCase();
    const item = { caseId, kind: 'reissueNotice', subject: 'fine-1', text: 'A named day dropped.' };
    const { reviewItemId } = await run('openReviewItem', item);
    expect(await run('openReviewItem', item)).toEqual({});
    expect(await ask('listReviewItems', { caseId })).toMatchObject({
      reviewItems: [{ reviewItemId, text: 'A named day dropped.', settledOn: null }],
    });
    await run('settleReviewItem', { reviewItemId, resolution: 'Served again' });
    expect(await ask('listReviewItems', { caseId })).toMatchObject({ reviewItems: [] });
    expect(await ask('listReviewItems', { caseId, settledToo: true })).toMatchObject({
      reviewItems: [{ resolution: 'Served again' }],
    });
  });

  it('shows a case as of a day and as known at an instant', async () => {
    const caseId = await newCase();
    const before = clock.now();
    clock.set('2026-06-20T14:00:00.000Z');
    const { findingId } = await find(caseId, { madeOn: '2026-06-17' });
    clock.set('2026-06-22T14:00:00.000Z');
    await run('withdrawFinding', { findingId, reason: 'Wrong pipe' });
    const findings = async (options: object) => (await ask('getCase', { caseId }, options))['findings'];
    expect(await findings({ asOf: '2026-06-16' })).toEqual([]);
    expect(await findings({ asOf: '2026-06-21' })).toMatchObject([
      { findingId, withdrawn: false, withdrawalReason: null },
    ]);
    expect(await findings({})).toMatchObject([{ withdrawn: true, withdrawalReason: 'Wrong pipe' }]);
    expect(await findings({ knownAt: before })).toEqual([]);
    await expect(ask('getCase', { caseId }, { asOf: '2026-06-01' })).rejects.toMatchObject({
      code: 'CASES.UNKNOWN_CASE',
    });
    const entries = async (options: object) =>
      ((await ask('getTimeline', { caseId }, options))['entries'] as { type: string }[]).map(({ type }) => type);
    expect(await entries({})).toEqual(['FindingWithdrawn', 'FindingMade', 'CaseOpened']);
    expect(await entries({ knownAt: before })).toEqual(['CaseOpened']);
  });

  it('finds cases by number, address, parcel or party, typed any way, and pages through them', async () => {
    const caseId = await newCase('To be found');
    await find(caseId);
    const { number } = await ask('getCase', { caseId });
    const found = async (search: string) =>
      ((await ask('listCases', { search }))['cases'] as { caseId: string }[]).map((one) => one.caseId);
    for (const search of [number as string, 'o hara', 'O’Hara', '0000-00-000000', 'example road'])
      expect(await found(search)).toContain(caseId);
    expect(await found('nobody of that name')).toEqual([]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer = await ask('listCases', { limit: 3, cursor });
      seen.push(...(page['cases'] as { caseId: string }[]).map((one) => one.caseId));
      cursor = (page['next'] as string | null) ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen[0]).toBe(caseId);
  });

  it('writes the case, the premises and the party into the metadata of a finding', async () => {
    const caseId = await newCase();
    const { findingId } = await find(caseId);
    let refs: unknown;
    for await (const event of store.readStream(caseStream(caseId))) refs = (event.metadata as { refs?: unknown }).refs;
    expect(refs).toEqual({ case: caseId, premises: premisesId, party: partyId, finding: findingId });
  });

  it('keeps free text readable only while its key lives, in the read model too', async () => {
    const caseId = await newCase('Sealed title');
    const rows = engine.readModel.reader.all('SELECT title FROM cases_case WHERE case_id = ?', caseId);
    expect(JSON.stringify(rows)).not.toContain('Sealed title');
    await keys.destroy(caseStream(caseId));
    expect(await ask('getCase', { caseId })).toMatchObject({ title: null });
    expect((await ask('listCases', { limit: 1 }))['cases']).toMatchObject([{ caseId, title: null }]);
  });

  it('gives the same rows after a rebuild', async () => {
    expect(await engine.readModel.verify()).toEqual([]);
  });
});
