import { FixedClock } from '#kernel';
import { casesCapability } from '#cases';
import type { AppendResult, Expectation, NewEvent } from '#event-store';
import { MemoryEventStore, MemoryLog } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import type { Capability } from '#runtime';
import { Engine, moveClock } from '#runtime';

import { finesCapability } from './index.js';

const officer = { id: 'officer-1', role: 'officer', capacity: 'Town' } as const;

/** A log that lets something happen just before an append to the fines, and that can be killed after some appends. */
class RacyStore extends MemoryEventStore {
  beforeFine: (() => Promise<void>) | null = null;
  left = Number.POSITIVE_INFINITY;

  override async append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult> {
    if (stream.startsWith('fines-') && this.beforeFine) {
      const happen = this.beforeFine;
      this.beforeFine = null;
      await happen();
    }
    if (this.left <= 0) throw new Error('killed');
    this.left -= 1;
    return super.append(stream, events, expectation);
  }
}

interface Past {
  asOf?: string;
  knownAt?: string;
}

const start = async (clock: FixedClock, store: MemoryEventStore, keys: MemoryKeyStore, withProcesses = true) => {
  const all: Capability[] = [lawCapability, registryCapability, casesCapability, offensesCapability, finesCapability];
  const engine = new Engine({
    store,
    keys,
    clock,
    capabilities: withProcesses ? all : all.map((capability) => ({ ...capability, processes: [] })),
    zone: 'America/New_York',
    folder: null,
    retryMilliseconds: 5,
  });
  await engine.start();
  return engine;
};

const town = async (now: string) => {
  const clock = new FixedClock(now);
  const log = new MemoryLog();
  const keys = new MemoryKeyStore();
  const store = new RacyStore({ clock, log });
  const engine = await start(clock, store, keys);
  await engine.runTicks();
  const run = async (operation: string, body: object) =>
    (await engine.execute(operation, body, { actor: officer })).answer as Record<string, never>;
  const ask = async (operation: string, query: object, past: Past = {}) =>
    (await engine.query(operation, query, { actor: officer, ...past })).answer as Record<string, never>;
  const code = async (operation: string, body: object) =>
    run(operation, body).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
  const types = async () => {
    const seen: string[] = [];
    for await (const { type } of store.readAll()) seen.push(type);
    return seen;
  };
  return { clock, log, keys, store, engine, run, ask, code, types };
};

type Town = Awaited<ReturnType<typeof town>>;

const openFinding = async ({ run }: Town, ruleId = '168-27G') => {
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
  });
  const { caseId } = await run('openCase', { premisesId, title: 'Pretreatment out of service' });
  const { findingId } = await run('makeFinding', {
    caseId,
    partyId,
    ruleId,
    facts: 'Bypassed.',
    againstOwner: false,
  });
  return { premisesId, partyId, caseId, findingId } as unknown as Record<
    'premisesId' | 'partyId' | 'caseId' | 'findingId',
    string
  >;
};

/** Seen on 1 and 10 June, with the officer's reason: ten provable days on 20 June. */
const tenDays = async (outfall: Town, findingId: string) => {
  await outfall.run('observeViolation', { findingId, at: '2026-06-01T10:00-04:00' });
  await moveClock(outfall.engine, outfall.clock, '2026-06-10T15:00:00.000Z');
  await outfall.run('observeViolation', {
    findingId,
    at: '2026-06-10T10:00-04:00',
    continuityReason: 'Still bypassed; no repair ordered.',
  });
  await moveClock(outfall.engine, outfall.clock, '2026-06-20T15:00:00.000Z');
};

const imposition = (findingId: string, more: object = {}) => ({
  findingId,
  spans: [{ from: '2026-06-01', through: '2026-06-10' }],
  amount: { rateCents: 500_00 },
  reason: 'Bypass left open',
  ...more,
});

const service = (fineId: string, more: { statementId?: string; servedAt?: string } = {}) => ({
  fineId,
  noticeId: `notice-of-${more.statementId ?? fineId}`,
  servedAt: '2026-06-20T10:30-04:00',
  method: 'personal',
  ...more,
});

describe('civil fines in the running program', () => {
  it('imposes, serves, bills added days, is paid, and shows each figure as of a day and as known then', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId, partyId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    const imposed = await outfall.run('imposeCivilFine', imposition(findingId, { running: { rateCents: 500_00 } }));
    expect(imposed).toMatchObject({
      fineId: `${partyId}.fine-1`,
      number: 'CF-2026-001',
      days: 10,
      totalCents: 5000_00,
    });
    const fineId = imposed['fineId'] as unknown as string;
    expect((await outfall.ask('getCaseFines', { caseId }))['totals']).toMatchObject({
      recordedDays: 19,
      provableDays: 10,
      capCents: 10_000_00,
      exposureCents: 5000_00,
      namedCents: 5000_00,
      accruedCents: 19 * 500_00,
      chargedCents: 0,
      dueCents: 0,
    });
    await outfall.run('recordFineService', service(fineId));
    await moveClock(outfall.engine, outfall.clock, '2026-06-30T15:00:00.000Z');
    await outfall.run('observeViolation', {
      findingId,
      at: '2026-06-29T10:00-04:00',
      continuityReason: 'Bypass seen open again.',
    });
    const { statementId } = await outfall.run('serveStatement', { fineId });
    await outfall.run('recordFineService', service(fineId, { statementId, servedAt: '2026-06-30T10:45-04:00' }));
    await outfall.run('recordPayment', { fineId, amountCents: 2000_00, receivedOn: '2026-06-29', method: 'check' });
    const totals = async (past: Past = {}) => (await outfall.ask('getCaseFines', { caseId }, past))['totals'];
    expect(await totals()).toMatchObject({ chargedCents: 29 * 500_00, paidCents: 2000_00, dueCents: 12_500_00 });
    expect(await totals({ asOf: '2026-06-25' })).toMatchObject({
      chargedCents: 5000_00,
      paidCents: 0,
      dueCents: 5000_00,
    });
    expect(await totals({ asOf: '2026-06-29' })).toMatchObject({ chargedCents: 5000_00, dueCents: 3000_00 });
    expect(await totals({ knownAt: '2026-06-29T12:00:00.000Z' })).toMatchObject({
      provableDays: 10,
      chargedCents: 5000_00,
    });
    expect(await outfall.ask('getPartyFines', { partyId })).toMatchObject({
      totals: { chargedCents: 14_500_00, exposureCents: 29 * 500_00 },
    });
    expect((await outfall.ask('getPartyFines', { partyId }))['byDay']).toHaveLength(29);
    expect(await outfall.ask('explainFigure', { caseId, figure: 'dueCents' })).toMatchObject({ value: 12_500_00 });
    expect(await outfall.ask('listFines', { caseId })).toMatchObject({
      fines: [{ number: 'CF-2026-001', namedDays: 29, paidCents: 2000_00, unservedStatements: 0 }],
    });
    await outfall.engine.stop();
  });

  it('freezes the recipient, and says when the register has moved on (L08)', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, partyId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    const { fineId } = await outfall.run('imposeCivilFine', imposition(findingId));
    const frozen = { document: { recipientName: 'Example Laundry', recipientAddress: '1 Example Road' } };
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({ ...frozen, recipientChangedSince: false });
    await outfall.run('recordPartyAddress', { partyId, address: '2 Other Street', from: '2026-06-01' });
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({ ...frozen, recipientChangedSince: true });
    let stored = '';
    for await (const event of outfall.store.readAll())
      if (event.type === 'CivilFineImposed') stored = JSON.stringify(event.data);
    expect(stored).not.toMatch(/Example|Bypass/);
    await outfall.engine.stop();
  });

  it('drops named days when the ledger does, in the same answer; a paid excess shows as credit (hard case 28, F02)', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    const { fineId } = await outfall.run('imposeCivilFine', imposition(findingId));
    await outfall.run('recordFineService', service(fineId as never));
    await outfall.run('recordPayment', { fineId, amountCents: 5000_00, receivedOn: '2026-06-20', method: 'check' });
    await outfall.run('voidOffenseDays', { findingId, days: ['2026-06-04', '2026-06-05'], reason: 'Works were shut.' });
    expect((await outfall.types()).filter((type) => type === 'FineDaysDropped')).toHaveLength(1);
    expect(await outfall.ask('getCaseFines', { caseId })).toMatchObject({
      totals: { namedCents: 4000_00, chargedCents: 4000_00, paidCents: 5000_00, creditCents: 1000_00, dueCents: 0 },
    });
    expect(await outfall.ask('listFines', { caseId })).toMatchObject({ fines: [{ namedDays: 8 }] });
    await outfall.run('forbearOffenseDays', {
      findingId,
      from: '2026-06-01',
      through: '2026-06-03',
      authority: 'Agreement',
      reason: 'Agreed',
    });
    await outfall.run('withdrawFinding', { findingId, reason: 'Wrong rule' });
    expect(await outfall.ask('getCaseFines', { caseId })).toMatchObject({
      totals: { namedCents: 0, accruedCents: 0, chargedCents: 0, creditCents: 5000_00, exposureCents: 0 },
    });
    await outfall.engine.stop();
  });

  it('asks to reissue a document served after a named day had dropped, and charges the rest', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    const { fineId } = await outfall.run('imposeCivilFine', imposition(findingId));
    await outfall.run('voidOffenseDays', { findingId, days: ['2026-06-04'], reason: 'Works were shut.' });
    expect(await outfall.run('recordFineService', service(fineId as never))).toMatchObject({
      droppedBefore: ['2026-06-04'],
    });
    expect((await outfall.ask('getCaseFines', { caseId }))['totals']).toMatchObject({ chargedCents: 4500_00 });
    expect(await outfall.ask('listReviewItems', { caseId })).toMatchObject({
      reviewItems: [{ kind: 'reissueNotice', subject: fineId }],
    });
    await outfall.engine.stop();
  });

  it('takes no number for a refused imposition, and counts on without a gap', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    expect(await outfall.code('imposeCivilFine', imposition(findingId, { amount: { rateCents: 1500_00 } }))).toBe(
      'FINES.OVER_DAILY_CAP',
    );
    const one = (day: string) => ({ ...imposition(findingId), spans: [], days: [day] });
    expect(await outfall.run('imposeCivilFine', one('2026-06-01'))).toMatchObject({ number: 'CF-2026-001' });
    expect(await outfall.code('imposeCivilFine', one('2026-06-01'))).toBe('FINES.DAY_ALREADY_CHARGED');
    expect(await outfall.run('imposeCivilFine', one('2026-06-02'))).toMatchObject({ number: 'CF-2026-002' });
    expect(await outfall.code('imposeCivilFine', one('2026-06-15'))).toBe('FINES.DAY_NOT_PROVABLE');
    await outfall.engine.stop();
  });

  it('answers a supposition and the separate misdemeanor counts, and stores nothing (L01, hard case 34)', async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    const { fineId } = await outfall.run('imposeCivilFine', imposition(findingId));
    await outfall.run('recordFineService', service(fineId as never));
    const before = (await outfall.types()).length;
    expect(await outfall.ask('whatIfFine', { findingId, voidedDays: ['2026-06-04'], rateCents: 200_00 })).toMatchObject(
      {
        asItIs: { provableDays: 10, chargedCents: 5000_00 },
        supposed: { provableDays: 9, chargedCents: 1800_00 },
        difference: { provableDays: -1, chargedCents: -3200_00 },
      },
    );
    expect(await outfall.ask('getMisdemeanorExposure', { caseId })).toMatchObject({
      counts: 2,
      countsInTime: 2,
      findings: [{ track: { standing: 'open' }, corporateMaximum: { maxFineCents: 40_000_00 } }],
    });
    const draft = { findingId, from: '2026-06-01', through: '2026-06-10', fineCents: 5000_00 };
    await expect(outfall.ask('checkMisdemeanorCount', draft)).rejects.toMatchObject({
      code: 'FINES.ONE_MAXIMUM_PER_COUNT',
      details: { separateCounts: 2 },
    });
    expect((await outfall.types()).length).toBe(before);
    await outfall.engine.stop();
  });
});

/** What the processes of the appeals would send. */
const decision = (fineId: string, effects: object[], more: object = {}) => ({
  fineId,
  appealId: 'appeal-1',
  decisionId: 'appeal-1.decision-1',
  decidedOn: '2026-06-20',
  effects,
  ...more,
});
const paragraph = (number: number, effect: string, days: string[], cents: number | null = null) => ({
  paragraph: number,
  effect,
  days: days.map((day) => ({ day, statementId: null, cents })),
});

describe('what the Board and the officers do to a fine, in the running program', () => {
  const served = async () => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const ids = await openFinding(outfall);
    await tenDays(outfall, ids.findingId);
    const { fineId } = (await outfall.run('imposeCivilFine', imposition(ids.findingId))) as unknown as {
      fineId: string;
    };
    await outfall.run('recordFineService', service(fineId));
    const totals = async (past: Past = {}) =>
      (await outfall.ask('getCaseFines', { caseId: ids.caseId }, past))['totals'];
    return { outfall, ...ids, fineId, totals };
  };

  it('stays, decides and lapses day by day; a settled day that falls stays charged and is asked about, an unsettled one drops', async () => {
    const { outfall, findingId, caseId, fineId, totals } = await served();
    const of = { fineId, appealId: 'appeal-1' };
    await outfall.run('noteAppeal', { ...of, number: 'A-2026-001', documents: ['imposition'], filedOn: '2026-06-20' });
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({
      underAppeal: true,
      pendingAppeals: [{ documents: [null] }],
      decisionBeingApplied: false,
    });
    const stay = { stayId: 'appeal-1.stay-1', documents: ['imposition'], stayedOn: '2026-06-20', authority: 'Res. 50' };
    await outfall.run('applyStay', { ...of, ...stay });
    expect(await totals()).toMatchObject({ chargedCents: 5000_00, stayedCents: 5000_00, dueCents: 0 });
    await moveClock(outfall.engine, outfall.clock, '2026-06-22T15:00:00.000Z');
    const effects = [
      paragraph(1, 'affirmed', ['2026-06-01', '2026-06-02', '2026-06-03']),
      paragraph(2, 'reversed', ['2026-06-04', '2026-06-12']),
      paragraph(3, 'modified', ['2026-06-05'], 900_00),
    ];
    await outfall.run('applyDecision', decision(fineId, effects, { decidedOn: '2026-06-22' }));
    expect(await outfall.run('applyDecision', decision(fineId, effects, { decidedOn: '2026-06-22' }))).toEqual({});
    expect(await totals()).toMatchObject({ chargedCents: 4500_00, stayedCents: 3000_00, dueCents: 1500_00 });
    expect(await totals({ asOf: '2026-06-21' })).toMatchObject({ chargedCents: 5000_00, stayedCents: 5000_00 });
    expect(await outfall.ask('listReviewItems', { caseId })).toMatchObject({
      reviewItems: [{ kind: 'unfitDecision', subject: 'appeal-1.decision-1' }],
    });
    await outfall.run('voidOffenseDays', { findingId, days: ['2026-06-02', '2026-06-09'], reason: 'Works were shut.' });
    expect(await totals()).toMatchObject({ chargedCents: 4000_00 });
    expect(await outfall.ask('listReviewItems', { caseId })).toMatchObject({
      reviewItems: { length: 2 },
    });
    await moveClock(outfall.engine, outfall.clock, '2026-06-24T15:00:00.000Z');
    const lapse = { decisionId: 'appeal-1.decision-1', paragraphs: [1], lapsedOn: '2026-06-24', reference: 'Index 7' };
    await outfall.run('lapseDecision', { ...of, ...lapse });
    expect((await outfall.types()).filter((type) => type === 'FineDaysDropped')).toHaveLength(2);
    expect(await totals()).toMatchObject({ chargedCents: 3500_00, namedCents: 4000_00 });
    expect(await totals({ asOf: '2026-06-23' })).toMatchObject({ chargedCents: 4000_00 });
    expect(await totals({ knownAt: '2026-06-21T12:00:00.000Z' })).toMatchObject({ chargedCents: 5000_00, dueCents: 0 });
    await outfall.run('finishDecision', { ...of, decisionId: 'appeal-1.decision-1', finalOn: '2026-06-24' });
    expect(await totals()).toMatchObject({ namedCents: 3500_00 });
    expect(await outfall.ask('explainFigure', { caseId, figure: 'stayedCents' })).toMatchObject({
      fines: [{ steps: [{ authority: 'Res. 50' }] }],
    });
    await outfall.engine.stop();
  });

  it('reduces by two persons, refunds and applies credit; one report shows every reduction (A09, F12)', async () => {
    const { outfall, findingId, caseId, partyId, fineId, totals } = await served();
    const days = ['2026-06-01', '2026-06-02'].map((day) => ({ day, cents: 100_00 }));
    const { reductionId } = (await outfall.run('amendCivilFine', { fineId, days, reason: 'Works half open' })) as never;
    expect(await outfall.code('confirmReduction', { fineId, reductionId })).toBe('FINES.SECOND_PERSON_NEEDED');
    expect(await outfall.ask('listReductions', { caseId })).toMatchObject({
      reductions: [{ reductionId, status: 'waiting', reason: 'Works half open', number: 'CF-2026-001' }],
    });
    await moveClock(outfall.engine, outfall.clock, '2026-06-21T15:00:00.000Z');
    const confirmed = await outfall.engine.execute(
      'confirmReduction',
      { fineId, reductionId },
      { actor: { ...officer, id: 'officer-2' } },
    );
    expect(confirmed.answer).toMatchObject({ beforeCents: 5000_00, afterCents: 4200_00 });
    expect(await totals()).toMatchObject({ namedCents: 5000_00, chargedCents: 4200_00 });
    const report = async (past: Past = {}) => (await outfall.ask('listReductions', { partyId }, past))['reductions'];
    expect(await report()).toMatchObject([{ status: 'confirmed', confirmedBy: 'officer-2', beforeCents: 5000_00 }]);
    expect(await report({ asOf: '2026-06-20' })).toMatchObject([{ status: 'waiting', confirmedBy: null }]);
    expect(await report({ asOf: '2026-06-19' })).toEqual([]);
    expect(await report({ knownAt: '2026-06-20T12:00:00.000Z' })).toEqual([]);
    await outfall.run('recordPayment', { fineId, amountCents: 4500_00, receivedOn: '2026-06-21', method: 'check' });
    await outfall.run('refundCredit', { fineId, amountCents: 100_00, refundedOn: '2026-06-21', method: 'check' });
    await moveClock(outfall.engine, outfall.clock, '2026-06-30T15:00:00.000Z');
    await outfall.run('observeViolation', {
      findingId,
      at: '2026-06-29T10:00-04:00',
      continuityReason: 'Bypass seen open again.',
    });
    const later = { ...imposition(findingId), spans: [], days: ['2026-06-25'] };
    const { fineId: second } = (await outfall.run('imposeCivilFine', later)) as unknown as { fineId: string };
    await outfall.run('recordFineService', service(second, { servedAt: '2026-06-30T10:30-04:00' }));
    await outfall.run('applyCredit', { fineId, toFineId: second, amountCents: 200_00 });
    expect(await outfall.ask('getFine', { fineId })).toMatchObject({ paidCents: 4200_00, creditCents: 0, dueCents: 0 });
    expect(await outfall.ask('getFine', { fineId: second })).toMatchObject({ paidCents: 200_00, dueCents: 300_00 });
    const judgment = { court: 'Justice Court', indexNumber: '7', enteredOn: '2026-06-30', amountCents: 300_00 };
    expect(await outfall.run('recordJudgment', { fineId: second, ...judgment })).toMatchObject({ settledDays: 1 });
    await outfall.run('voidOffenseDays', { findingId, days: ['2026-06-25'], reason: 'Works were shut.' });
    expect(await outfall.ask('getFine', { fineId: second })).toMatchObject({ dueCents: 300_00 });
    let stored = '';
    for await (const event of outfall.store.readAll())
      if (event.type === 'FineReductionProposed') stored = JSON.stringify(event.data);
    expect(stored).not.toMatch(/half open/);
    await outfall.engine.stop();
  });
});

describe('races between a ledger and a fine (offense-day rules 5)', () => {
  const raced = async (left = Number.POSITIVE_INFINITY, drift = true) => {
    const outfall = await town('2026-06-01T15:00:00.000Z');
    const { findingId, caseId, premisesId } = await openFinding(outfall);
    await tenDays(outfall, findingId);
    await outfall.engine.drain();
    await outfall.engine.stop();
    // Another server without processes of its own corrects the ledger and the place between read and append.
    const other = await start(
      outfall.clock,
      new MemoryEventStore({ clock: outfall.clock, log: outfall.log }),
      outfall.keys,
      false,
    );
    const racing = new RacyStore({ clock: outfall.clock, log: outfall.log });
    const engine = await start(outfall.clock, racing, outfall.keys);
    racing.beforeFine = async () => {
      if (drift) {
        await other.send(
          'voidOffenseDays',
          { findingId, days: ['2026-06-04'], reason: 'Works were shut.' },
          { actor: officer },
        );
        const basis = 'Survey of the boundary';
        await other.send('correctJurisdiction', { premisesId, jurisdiction: 'villagePart', basis }, { actor: officer });
      }
      racing.left = left;
    };
    const envelope = { actor: officer, key: 'the-imposition' };
    const sent = await engine.send('imposeCivilFine', imposition(findingId), envelope).then(
      ({ answer }) => answer,
      (error: Error) => error.message,
    );
    return { outfall, engine, other, racing, sent, findingId, caseId, envelope };
  };

  const outcome = async (log: MemoryLog, clock: FixedClock) => {
    const count: Record<string, number> = {
      CivilFineImposed: 0,
      FineDaysDropped: 0,
      FineBasisDrifted: 0,
      ReviewItemOpened: 0,
    };
    for await (const { type } of new MemoryEventStore({ clock, log }).readAll()) if (type in count) count[type]! += 1;
    return count;
  };
  const ONCE = { CivilFineImposed: 1, FineDaysDropped: 1, FineBasisDrifted: 1, ReviewItemOpened: 1 };

  it('the append succeeds, the recheck follows, and the correction and the review item exist once', async () => {
    const { outfall, engine, other, sent, caseId } = await raced();
    expect(sent).toMatchObject({ number: 'CF-2026-001', days: 10 });
    await engine.drain();
    expect(await outcome(outfall.log, outfall.clock)).toEqual(ONCE);
    const items = (await engine.query('listReviewItems', { caseId }, { actor: officer })).answer;
    expect(items).toMatchObject({ reviewItems: [{ kind: 'fineBasisDrifted' }] });
    await other.stop();
    await engine.stop();
  });

  it('and once also after a kill between the imposition and its recheck', async () => {
    const { outfall, engine, other } = await raced(1);
    await engine.stop();
    const after = await outcome(outfall.log, outfall.clock);
    expect(after).toEqual({ ...ONCE, FineDaysDropped: 0, FineBasisDrifted: 0, ReviewItemOpened: 0 });
    const again = await start(
      outfall.clock,
      new MemoryEventStore({ clock: outfall.clock, log: outfall.log }),
      outfall.keys,
    );
    await again.drain();
    expect(await outcome(outfall.log, outfall.clock)).toEqual(ONCE);
    await other.stop();
    await again.stop();
  });

  it('and once wherever the kill falls while the processes react', async () => {
    for (let left = 2; left <= 14; left += 1) {
      const { outfall, engine, other, racing } = await raced(left);
      // The killed server gets as far as its log lets it.
      const end = Date.now() + 2000;
      while (
        racing.left > 0 &&
        (await outcome(outfall.log, outfall.clock))['ReviewItemOpened'] === 0 &&
        Date.now() < end
      )
        await new Promise((resolve) => setTimeout(resolve, 2));
      await engine.stop();
      const again = await start(
        outfall.clock,
        new MemoryEventStore({ clock: outfall.clock, log: outfall.log }),
        outfall.keys,
      );
      await again.drain();
      expect([left, await outcome(outfall.log, outfall.clock)]).toEqual([left, ONCE]);
      await other.stop();
      await again.stop();
    }
  });

  it('a retry after a kill before the append finds its number again and imposes once (offense-day rules 5, "Numbers")', async () => {
    const { outfall, engine, other, sent, findingId, envelope } = await raced(0, false);
    expect(sent).toBe('killed');
    await engine.stop();
    const again = await start(
      outfall.clock,
      new MemoryEventStore({ clock: outfall.clock, log: outfall.log }),
      outfall.keys,
    );
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await again.send('imposeCivilFine', imposition(findingId), envelope)).answer).toMatchObject({
        number: 'CF-2026-001',
      });
    expect((await outcome(outfall.log, outfall.clock))['CivilFineImposed']).toBe(1);
    await other.stop();
    await again.stop();
  });

  it('a retry decides on what is so by then: the corrected place refuses it', async () => {
    const { outfall, engine, other, sent, findingId, envelope } = await raced(0);
    expect(sent).toBe('killed');
    await engine.stop();
    const again = await start(
      outfall.clock,
      new MemoryEventStore({ clock: outfall.clock, log: outfall.log }),
      outfall.keys,
    );
    await expect(again.send('imposeCivilFine', imposition(findingId), envelope)).rejects.toMatchObject({
      code: 'FINES.OUTSIDE_TOWN_TERRITORY',
    });
    await other.stop();
    await again.stop();
  });
});
