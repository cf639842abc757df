import { FixedClock } from '#kernel';
import { casesCapability } from '#cases';
import { MemoryEventStore } from '#event-store/memory';
import { finesCapability } from '#fines';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import { Engine, moveClock } from '#runtime';
import { validated } from '#runtime/http';

import { noticesCapability } from './index.js';
import { noticeIdOfDocument, noticeStream } from './notice.events.js';

const officer = { id: 'officer-1', role: 'officer', capacity: 'Town' } as const;

interface Past {
  asOf?: string;
  knownAt?: string;
}

const town = async (now = '2026-06-01T15:00:00.000Z') => {
  const clock = new FixedClock(now);
  const keys = new MemoryKeyStore();
  const store = new MemoryEventStore({ clock });
  const engine = new Engine({
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
    ],
    zone: 'America/New_York',
    folder: null,
    retryMilliseconds: 5,
  });
  await engine.start();
  await engine.runTicks();
  const run = async (operation: string, body: object) => {
    const found = engine.operations.get(operation);
    if (found?.kind !== 'command') throw new Error(`no command ${operation}`);
    return (await engine.execute(operation, validated(found.body as new () => object, body), { actor: officer }))
      .answer as Record<string, never>;
  };
  const ask = async (operation: string, query: object, past: Past = {}) =>
    (await engine.query(operation, query, { actor: officer, ...past })).answer as Record<string, never>;
  const problem = (operation: string, body: object) =>
    run(operation, body).then(
      () => ({ code: 'accepted', details: {} }),
      (error: { code: string; details: object }) => ({ code: error.code, details: error.details }),
    );
  const eventsOf = async (stream: string) => {
    const events = [];
    for await (const stored of store.readStream(stream)) events.push(stored);
    return events;
  };
  const at = (instant: string) => moveClock(engine, clock, instant);
  return { engine, keys, run, ask, problem, eventsOf, at };
};

type Town = Awaited<ReturnType<typeof town>>;

const openFinding = async ({ run }: Town, party: object = {}) => {
  await run('appointEnforcer', {
    officerId: 'officer-1',
    office: 'Superintendent of wastewater facilities',
    capacity: 'Town',
    documentReference: 'Resolution 3-2026',
    from: '2026-01-01',
  });
  await run('recordLocalLaw22EffectiveDate', { effectiveOn: '2009-06-22', filingReference: 'Filing receipt' });
  const { premisesId } = await run('registerPremises', {
    address: '1 Example Road',
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'tax map',
  });
  const { partyId } = await run('registerParty', {
    name: 'Example Laundry',
    partyKind: 'organization',
    address: '1 Example Road',
    ...party,
  });
  const { caseId } = await run('openCase', { premisesId, title: 'Low pH' });
  const { findingId } = await run('makeFinding', {
    caseId,
    partyId,
    ruleId: '168-27C(3)',
    facts: 'pH 4.9 in a grab sample.',
    againstOwner: false,
  });
  return { premisesId, partyId, caseId, findingId } as unknown as Record<
    'premisesId' | 'partyId' | 'caseId' | 'findingId',
    string
  >;
};

const draft = (findingId: string, more: object = {}) => ({
  kind: 'noticeOfViolation',
  findingIds: [findingId],
  facts: 'pH 4.9 at the manhole.',
  ...more,
});

const fineOf = async (outfall: Town, findingId: string, day = '2026-06-01', more: object = {}) => {
  await outfall.run('observeViolation', { findingId, at: `${day}T10:00-04:00` });
  await outfall.at('2026-06-02T15:00:00.000Z');
  const { fineId } = await outfall.run('imposeCivilFine', {
    findingId,
    days: [day],
    amount: { rateCents: 500_00 },
    reason: 'One sample',
    ...more,
  });
  return fineId as unknown as string;
};

const service = (what: object, more: object = {}) => ({
  ...what,
  servedAt: '2026-06-02T10:30-04:00',
  method: 'personal',
  proof: 'Affidavit of service',
  ...more,
});

describe('notices in the running program', () => {
  it('refuse an incomplete draft naming every field that is missing (faults.md W06)', async () => {
    const outfall = await town();
    const { findingId } = await openFinding(outfall);
    const fieldsOf = async (body: object) =>
      ((await outfall.problem('draftNotice', body)).details as { errors: { field: string }[] }).errors
        .map(({ field }) => field)
        .sort();
    expect(await fieldsOf({ kind: 'noticeOfViolation', complyBy: '2026-07-01' })).toEqual(['facts', 'findingIds']);
    expect(await fieldsOf({ kind: 'noticeOfViolation', complyBy: '2026-07-01', findingIds: [] })).toEqual([
      'facts',
      'findingIds',
    ]);
    expect(await fieldsOf({})).toEqual(['facts', 'findingIds', 'kind']);
    expect(await outfall.problem('draftNotice', draft(findingId, { facts: '   ' }))).toMatchObject({
      code: 'REQUEST.INVALID_FIELDS',
      details: { field: 'facts' },
    });
    await outfall.engine.stop();
  });

  it('take gap-free numbers, keep marks and capitals, and show the sections cited (faults.md N04)', async () => {
    const outfall = await town();
    const { findingId, partyId } = await openFinding(outfall, { name: "O'Example McPIPE" });
    const { noticeId } = await outfall.run('draftNotice', draft(findingId, { demand: "Stop by the 30th; don't wait" }));
    expect(await outfall.run('issueNotice', { noticeId })).toMatchObject({ number: 'NOV-2026-001', version: 1 });
    const { noticeId: demandId } = await outfall.run('draftNotice', draft(findingId, { kind: 'demand' }));
    expect(await outfall.problem('issueNotice', { noticeId: demandId })).toMatchObject({ code: 'NOTICES.OTHER_KIND' });
    expect(await outfall.run('issueDemand', { noticeId: demandId })).toMatchObject({ number: 'DEM-2026-001' });
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({
      status: 'issued',
      number: 'NOV-2026-001',
      recipient: { recipientName: "O'Example McPIPE", recipientAddress: '1 Example Road', addressedOn: '2026-06-01' },
      content: {
        sections: [{ citation: expect.stringContaining('168-27C(3)') }],
        demand: "Stop by the 30th; don't wait",
      },
      service: { status: 'notServed', servedOn: null },
      warnings: [],
      rightOfAppeal: null,
    });
    const stored = JSON.stringify((await outfall.eventsOf(noticeStream(noticeId!))).map(({ data }) => data));
    for (const text of ["O'Example", '1 Example Road', 'manhole', 'the 30th']) expect(stored).not.toContain(text);
    expect(await outfall.ask('listNotices', { partyId })).toMatchObject({
      notices: [{ number: 'DEM-2026-001' }, { number: 'NOV-2026-001' }],
    });
    await outfall.engine.stop();
  });

  it('stop where no address is on file, and go on once one is recorded (faults.md N07)', async () => {
    const outfall = await town();
    const { findingId, partyId } = await openFinding(outfall, { address: undefined });
    const { noticeId } = await outfall.run('draftNotice', draft(findingId));
    expect(await outfall.problem('issueNotice', { noticeId })).toMatchObject({
      code: 'NOTICES.NO_ADDRESS',
      details: { record: 'recordPartyAddress', partyId },
    });
    await outfall.run('recordPartyAddress', { partyId, address: '2 Example Road', from: '2026-06-01' });
    expect(await outfall.run('issueNotice', { noticeId })).toMatchObject({ number: 'NOV-2026-001' });
    await outfall.engine.stop();
  });

  it('carry the address of their day, frozen, and warn when the roll says another one (faults.md L08)', async () => {
    const outfall = await town();
    const { findingId, partyId } = await openFinding(outfall);
    const { noticeId } = await outfall.run('draftNotice', draft(findingId));
    await outfall.run('issueNotice', { noticeId });
    await outfall.at('2026-06-20T15:00:00.000Z');
    await outfall.run('recordPartyAddress', { partyId, address: '9 Third Street', from: '2026-06-10' });
    const warned = async (past: Past = {}) =>
      ((await outfall.ask('getNotice', { noticeId }, past))['warnings'] as unknown as { code: string }[]).map(
        ({ code }) => code,
      );
    expect(await warned()).toEqual(['ROLL_DIFFERS']);
    expect(await warned({ asOf: '2026-06-09' })).toEqual([]);
    expect(await warned({ knownAt: '2026-06-19T15:00:00.000Z' })).toEqual([]);
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({
      recipient: { recipientAddress: '1 Example Road' },
    });
    await outfall.engine.stop();
  });

  it('of a fine are issued with the fine, state the right of appeal, and charge it once served', async () => {
    const outfall = await town();
    const { findingId, caseId } = await openFinding(outfall);
    const fineId = await fineOf(outfall, findingId);
    const noticeId = noticeIdOfDocument(fineId);
    expect(await outfall.ask('getNotice', { documentId: fineId })).toMatchObject({
      noticeId,
      kind: 'civilFine',
      caseId,
      status: 'issued',
      number: null,
      issuedOn: '2026-06-02',
      recipient: { recipientName: 'Example Laundry', recipientAddress: '1 Example Road' },
      warnings: [],
      rightOfAppeal: {
        authority: '§ 168-30D',
        silences: [{ about: 'deadline' }, { about: 'stay' }, { about: 'standard' }, { about: 'raising' }],
        boardDeadline: null,
      },
    });
    const fine = () => outfall.ask('getFine', { fineId });
    expect(await fine()).toMatchObject({ chargedCents: 0 });
    expect(await outfall.run('recordService', service({ fineId }))).toMatchObject({
      noticeId,
      fineId,
      statementId: null,
      servedOn: '2026-06-02',
      warnings: [],
    });
    expect(await fine()).toMatchObject({ chargedCents: 500_00, dueCents: 500_00 });
    expect(await outfall.problem('recordService', service({ fineId }))).toMatchObject({
      code: 'NOTICES.ALREADY_SERVED',
    });
    // Stored and shown alike (faults.md D14).
    const stored = (await outfall.eventsOf(noticeStream(noticeId))).find(({ type }) => type === 'NoticeServed');
    expect(stored?.data).toMatchObject({ servedOn: '2026-06-02', servedAt: '2026-06-02T14:30:00.000Z' });
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({
      service: { status: 'served', servedOn: '2026-06-02', proof: 'Affidavit of service' },
    });
    await outfall.engine.stop();
  });

  it('are named once when they are served, and are of a fine or statement on file', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId } = await openFinding(outfall);
    const fineId = await fineOf(outfall, findingId, '2026-06-01');
    await outfall.run('recordService', service({ fineId }));
    expect(
      await outfall.problem('recordService', service({ fineId, statementId: `${fineId}.statement-1` })),
    ).toMatchObject({
      code: 'FINES.UNKNOWN_STATEMENT',
    });
    expect(await outfall.problem('recordService', service({ fineId: 'no-party.fine-1' }))).toMatchObject({
      code: 'FINES.UNKNOWN_FINE',
    });
    expect(await outfall.problem('recordService', service({}))).toMatchObject({ code: 'NOTICES.WHICH_NOTICE' });
    expect(
      await outfall.problem('recordService', service({ fineId, statementId: 'other.fine-1.statement-1' })),
    ).toMatchObject({ code: 'NOTICES.OTHER_FINE' });
    await outfall.engine.stop();
  });

  it('of a withdrawn fine are served on nobody, and say so', async () => {
    const outfall = await town();
    const { findingId } = await openFinding(outfall);
    const fineId = await fineOf(outfall, findingId);
    await outfall.run('withdrawCivilFine', { fineId, reason: 'Wrong day.' });
    expect(await outfall.problem('recordService', service({ fineId }))).toMatchObject({ code: 'FINES.FINE_WITHDRAWN' });
    expect(await outfall.ask('getNotice', { documentId: fineId })).toMatchObject({
      documentWithdrawnOn: '2026-06-02',
      warnings: [{ code: 'FINE_WITHDRAWN' }],
    });
    expect(await outfall.ask('listNotices', {})).toMatchObject({ notices: [{ documentWithdrawnOn: '2026-06-02' }] });
    await outfall.engine.stop();
  });

  it('of a fine without an address are issued all the same, and warn (the fine exists)', async () => {
    const outfall = await town();
    const { findingId } = await openFinding(outfall, { address: undefined });
    const fineId = await fineOf(outfall, findingId);
    expect(await outfall.ask('getNotice', { documentId: fineId })).toMatchObject({
      status: 'issued',
      warnings: [{ code: 'noAddress' }],
    });
    expect(await outfall.run('recordService', service({ fineId }))).toMatchObject({
      warnings: [{ code: 'noAddress', authority: expect.stringContaining('Town practice') }],
    });
    await outfall.engine.stop();
  });

  it('whose mail comes back after service keep the service and ask a person, once', async () => {
    const outfall = await town();
    const { findingId, caseId } = await openFinding(outfall);
    const fineId = await fineOf(outfall, findingId);
    const noticeId = noticeIdOfDocument(fineId);
    const mailed = async (method: string) =>
      (
        await outfall.run('recordServiceAttempt', {
          noticeId,
          method,
          at: '2026-06-02T10:00-04:00',
          result: 'mailed',
          place: '1 Example Road',
        })
      )['attemptId'] as unknown as string;
    const certified = await mailed('certifiedMail');
    const firstClass = await mailed('firstClassMail');
    await outfall.run('recordService', service({ noticeId }, { method: 'firstClassMail' }));
    await outfall.at('2026-06-20T15:00:00.000Z');
    const back = (attemptId: string) => ({ attemptId, reason: 'unclaimed', returnedOn: '2026-06-20' });
    await outfall.run('recordMailReturned', back(certified));
    const items = () => outfall.ask('listReviewItems', { caseId });
    expect(await items()).toMatchObject({ reviewItems: [] });
    await outfall.run('recordMailReturned', back(firstClass));
    expect(await items()).toMatchObject({ reviewItems: [{ kind: 'mailReturned', subject: noticeId }] });
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({ service: { status: 'servedMailReturned' } });
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({ chargedCents: 500_00 });
    await outfall.engine.stop();
  });

  it('demand payment of a fine under a number of their own, and are served like any other', async () => {
    const outfall = await town();
    const { findingId, partyId } = await openFinding(outfall);
    const fineId = await fineOf(outfall, findingId);
    const { noticeId } = await outfall.run('draftNotice', {
      kind: 'demand',
      documentId: fineId,
      facts: 'The fine is unpaid.',
      demand: 'Pay it.',
    });
    await outfall.run('issueDemand', { noticeId });
    await outfall.run('recordService', service({ noticeId }));
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({
      kind: 'demand',
      number: 'DEM-2026-001',
      partyId,
      documentId: fineId,
      service: { status: 'served' },
      content: { sections: [{ ruleId: '168-27C(3)' }] },
      rightOfAppeal: null,
    });
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({ chargedCents: 0 });
    await outfall.engine.stop();
  });

  it('lose name, address and place with the key of the person, and nothing else', async () => {
    const outfall = await town();
    const { findingId, partyId } = await openFinding(outfall);
    const { noticeId } = await outfall.run('draftNotice', draft(findingId));
    await outfall.run('issueNotice', { noticeId });
    await outfall.keys.destroy(`party-${partyId}`);
    expect(await outfall.ask('getNotice', { noticeId })).toMatchObject({
      recipient: { recipientName: null, recipientAddress: null },
      content: { facts: 'pH 4.9 at the manhole.' },
    });
    await outfall.engine.stop();
  });
});
