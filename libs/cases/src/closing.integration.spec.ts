import { FixedClock, foldEvents, type Actor, type FactLoader } from '#kernel';
import { appealsCapability } from '#appeals';
import { MemoryEventStore } from '#event-store/memory';
import { finesCapability } from '#fines';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { noticesCapability } from '#notices';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import { Engine } from '#runtime';
import { validated } from '#runtime/http';

import { caseConcerned } from './closing.facts.js';
import { casesCapability } from './index.js';
import { caseFold, caseStream, type CaseEvent } from './published.js';
import { OPENED } from './testing.js';

const OFFICER: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const COUNSEL: Actor = { id: 'counsel-1', role: 'counsel', capacity: 'Town' };

type Answer = Record<string, unknown>;

describe('the end of a case, over the engine with all that it rests on', () => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
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
  const at = async (moment: string): Promise<void> => {
    clock.set(moment);
    await engine.runTicks();
  };
  const newCase = async (title = 'Roof leaders'): Promise<string> =>
    (await run('openCase', { premisesId, title }))['caseId'] as string;
  const party = async (): Promise<string> =>
    (await run('registerParty', { name: 'Example Owner', partyKind: 'individual', address: '1 Example Road' }))[
      'partyId'
    ] as string;
  /** A finding of an episodic rule: one seen day, and no run stays open. */
  const find = async (caseId: string, ruleId = '168-27C(3)'): Promise<string> =>
    (await run('makeFinding', { caseId, partyId, ruleId, facts: 'Grab sample', againstOwner: false }))[
      'findingId'
    ] as string;
  const fined = async (findingId: string, serve = true): Promise<string> => {
    await run('observeViolation', { findingId, at: '2026-06-10T10:00-04:00' });
    const { fineId } = await run('imposeCivilFine', {
      findingId,
      days: ['2026-06-10'],
      amount: { rateCents: 50000 },
      reason: 'Seen',
    });
    if (serve) await served(fineId as string);
    return fineId as string;
  };
  const served = (fineId: string): Promise<Answer> =>
    run('recordService', { fineId, servedAt: '2026-06-15T09:00-04:00', method: 'personal', proof: 'Affidavit' });
  const status = async (caseId: string): Promise<unknown> => (await ask('getCase', { caseId }))['status'];
  const types = async (caseId: string, options: object = {}): Promise<string[]> =>
    ((await ask('getTimeline', { caseId, limit: 200 }, options))['entries'] as { type: string }[]).map(
      ({ type }) => type,
    );

  beforeAll(async () => {
    engine = new Engine({
      store,
      keys,
      clock,
      capabilities: [
        lawCapability,
        registryCapability,
        casesCapability,
        offensesCapability,
        finesCapability,
        noticesCapability,
        appealsCapability,
      ],
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
    await run('appointEnforcer', {
      officerId: OFFICER.id,
      office: 'Superintendent',
      capacity: 'Town',
      documentReference: 'Appointment on file',
      from: '2009-01-01',
    });
    await run('recordLocalLaw22EffectiveDate', { effectiveOn: '2009-06-22', filingReference: 'Copy on file' });
    await at('2026-06-15T14:00:00.000Z');
  });

  beforeEach(async () => {
    partyId = await party();
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
  });

  it('closes with a waiver, which a recheck honors', async () => {
    const caseId = await newCase();
    const fineId = await fined(await find(caseId));
    await expect(run('closeCase', { caseId, reason: 'other', note: 'Try' })).rejects.toMatchObject({
      code: 'CASES.CANNOT_CLOSE',
      details: { guards: [{ guard: 'unpaidBalance', subject: fineId }] },
    });
    const waivers = [{ guard: 'unpaidBalance', reason: 'Too small' }];
    await run('closeCase', { caseId, reason: 'other', note: 'Left as it is', waivers });
    expect(await status(caseId)).toBe('closed');
    expect(await ask('getCase', { caseId })).toMatchObject({
      closed: { note: 'Left as it is', waivers: [{ subject: fineId, reason: 'Too small' }] },
    });
  });

  it('is looked at again when what it rested on moves: a fine served after the closing reopens it', async () => {
    const caseId = await newCase();
    const fineId = await fined(await find(caseId), false);
    await run('closeCase', { caseId, reason: 'other', note: 'The fine was never served' });
    expect(await status(caseId)).toBe('closed');
    await served(fineId);
    expect(await ask('getCase', { caseId })).toMatchObject({
      status: 'open',
      closings: [{ reopened: { cause: 'recheck', subject: fineId } }],
    });
  });

  it('lists as a checklist what would keep it open now', async () => {
    const caseId = await newCase();
    await fined(await find(caseId));
    const { guards } = await ask('getClosing', { caseId });
    expect((guards as { guard: string; clear: boolean }[]).filter(({ clear }) => !clear)).toMatchObject([
      { guard: 'unpaidBalance' },
    ]);
  });

  it('forbears by an agreement only what it says, with the agreement as authority', async () => {
    const caseId = await newCase();
    const findingId = await find(caseId, '168-27G');
    await run('observeViolation', { findingId, at: '2026-06-10T10:00-04:00' });
    const { agreementId } = await run('draftConsentAgreement', {
      caseId,
      partyId,
      findingIds: [findingId],
      terms: 'Works in order by July',
      forbears: [{ findingId, from: '2026-06-10', through: '2026-06-12' }],
    });
    await run('signConsentAgreement', {
      agreementId,
      signedByPartyOn: '2026-06-14',
      signedForTownOn: '2026-06-15',
      proof: 'Both pages',
    });
    expect(await ask('getOffenseDays', { findingId })).toMatchObject({
      forborne: 3,
      presumed: 2,
      findings: [{ forbearances: [{ authority: `Consent agreement ${agreementId as string}` }] }],
    });
    await run('recordBreach', { agreementId, breachedOn: '2026-06-15', reason: 'Nothing was done' });
    expect(await ask('getOffenseDays', { findingId })).toMatchObject({ forborne: 3 });
  });

  it('lets findings go on in another case twice over; what arrives then reopens the last one', async () => {
    const [first, second, third] = [await newCase('One'), await newCase('Two'), await newCase('Three')];
    const findingId = await find(first);
    const fineId = await fined(findingId);
    await run('placeLitigationHold', { caseId: first, reason: 'Suit' }, COUNSEL);
    await run('consolidateCases', { caseId: first, intoCaseId: second, reason: 'Same roof' });
    await run('consolidateCases', { caseId: second, intoCaseId: third, reason: 'Same roof again' });
    expect(await ask('getCase', { caseId: third })).toMatchObject({
      findings: [{ findingId, madeInCaseId: first, partyName: 'Example Owner' }],
      findingCount: 1,
    });
    // The hold of the first case came along, though the third never saw it.
    await expect(
      run('closeCase', {
        caseId: third,
        reason: 'other',
        note: 'x',
        waivers: [{ guard: 'unpaidBalance', reason: 'x' }],
      }),
    ).rejects.toMatchObject({ details: { guards: [{ guard: 'litigationHold', subject: `${first}.hold-1` }] } });
    await run('releaseLitigationHold', { holdId: `${first}.hold-1`, reason: 'Settled' }, COUNSEL);
    await run('closeCase', {
      caseId: third,
      reason: 'other',
      note: 'x',
      waivers: [{ guard: 'unpaidBalance', reason: 'x' }],
    });
    const { paymentId } = await run('recordPayment', {
      fineId,
      amountCents: 50000,
      receivedOn: '2026-06-15',
      method: 'check',
    });
    expect(await ask('getCase', { caseId: third })).toMatchObject({
      status: 'open',
      closings: [{ reopened: { cause: 'payment', subject: paymentId } }],
    });
    expect(await status(first)).toBe('consolidated');
    expect(await types(third)).toEqual(
      expect.arrayContaining(['CivilFineImposed', 'PaymentReceived', 'LitigationHoldReleased', 'CaseReopened']),
    );
    const { cases } = await ask('listCases', { premisesId, partyId });
    expect(cases).toMatchObject([{ caseId: third, findingCount: 1 }]);
  });

  it('shows the past of a moved finding on both times', async () => {
    const [from, into] = [await newCase('From'), await newCase('Into')];
    const [stays, goes] = [await find(from), await find(from, '168-27G')];
    const before = clock.now();
    await at('2026-06-18T14:00:00.000Z');
    await run('splitCase', { caseId: from, findingIds: [goes], intoCaseId: into, reason: 'Apart' });
    const held = async (caseId: string, options: object = {}) =>
      ((await ask('getCase', { caseId }, options))['findings'] as { findingId: string }[]).map((one) => one.findingId);
    expect([await held(from), await held(into)]).toEqual([[stays], [goes]]);
    expect([await held(from, { asOf: '2026-06-17' }), await held(into, { asOf: '2026-06-17' })]).toEqual([
      [stays, goes],
      [],
    ]);
    expect([await held(from, { knownAt: before }), await held(into, { knownAt: before })]).toEqual([[stays, goes], []]);
    expect(await types(into)).toEqual(['FindingsReceived', 'FindingMade', 'CaseOpened']);
    expect(await types(into, { asOf: '2026-06-17' })).toEqual(['CaseOpened']);
    expect(await types(from, { asOf: '2026-06-17' })).toEqual(['FindingMade', 'FindingMade', 'CaseOpened']);
  });

  it('seals what people wrote about agreement, closing and move under the key of its own case', async () => {
    const caseId = await newCase();
    await run('closeCase', { caseId, reason: 'noViolation', note: 'Quite private' });
    await run('reopenCase', { caseId, reason: 'Another secret' });
    let log = '';
    for await (const event of store.readStream(caseStream(caseId))) log += JSON.stringify(event.data);
    expect(log).not.toMatch(/private|secret/);
    await keys.destroy(caseStream(caseId));
    expect(await ask('getCase', { caseId })).toMatchObject({
      closings: [{ note: null, reason: 'noViolation', reopened: { cause: 'byHand', reason: null } }],
    });
  });

  it('gives the same rows after a rebuild', async () => {
    expect(await engine.readModel.verify()).toEqual([]);
  });
});

describe('where a finding goes on', () => {
  const streams = new Map<string, CaseEvent[]>();
  const load: FactLoader = (stream, fold) =>
    Promise.resolve(foldEvents(fold, fold.initialState(), (streams.get(stream) ?? []) as never[]));
  const opened = (caseId: string): CaseEvent => ({ ...OPENED, data: { ...OPENED.data, caseId } }) as CaseEvent;
  const consolidated = (caseId: string, intoCaseId: string): CaseEvent => ({
    type: 'CaseConsolidated',
    data: { caseId, intoCaseId, findingIds: [], reason: null, consolidatedOn: '2026-06-12' },
  });

  it('is found by following each case, and a circle of two ends', async () => {
    streams.set(caseStream('a'), [opened('a'), consolidated('a', 'b')]);
    streams.set(caseStream('b'), [opened('b'), consolidated('b', 'c')]);
    streams.set(caseStream('c'), [opened('c')]);
    expect(await caseConcerned({ caseId: 'a' }, load)).toBe('c');
    streams.set(caseStream('c'), [opened('c'), consolidated('c', 'a')]);
    expect(['a', 'b', 'c']).toContain(await caseConcerned({ caseId: 'a' }, load));
    expect(foldEvents(caseFold, caseFold.initialState(), streams.get(caseStream('a'))!).departures).toHaveLength(1);
  });
});
