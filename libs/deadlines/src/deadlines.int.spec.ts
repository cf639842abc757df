import { FixedClock } from '#kernel';
import { casesCapability } from '#cases';
import { MemoryEventStore } from '#event-store/memory';
import { finesCapability } from '#fines';
import { MemoryKeyStore } from '#key-store';
import { lawCapability } from '#law';
import { noticesCapability } from '#notices';
import { offensesCapability } from '#offenses';
import { registryCapability } from '#registry';
import { Engine, moveClock } from '#runtime';
import { validated } from '#runtime/http';

import { deadlinesCapability } from './index.js';

const officer = { id: 'officer-1', role: 'officer', capacity: 'Town' } as const;

type Answer = Readonly<Record<string, string>>;

const town = async (now: string) => {
  const clock = new FixedClock(now);
  const engine = new Engine({
    store: new MemoryEventStore({ clock }),
    keys: new MemoryKeyStore(),
    clock,
    capabilities: [
      lawCapability,
      registryCapability,
      casesCapability,
      offensesCapability,
      finesCapability,
      noticesCapability,
      deadlinesCapability,
    ],
    zone: 'America/New_York',
    folder: null,
    retryMilliseconds: 10,
  });
  await engine.start();
  await engine.runTicks();
  const run = async (operation: string, body: object): Promise<Answer> =>
    (await engine.execute(operation, body, { actor: officer })).answer as Answer;
  const ask = async (operation: string, query: object, past: { asOf?: string; knownAt?: string } = {}) => {
    const found = engine.operations.get(operation);
    if (found?.kind !== 'query') throw new Error(`no query ${operation}`);
    return (
      await engine.query(operation, validated(found.query as new () => object, query), { actor: officer, ...past })
    ).answer;
  };
  return { engine, clock, run, ask };
};

const openCase = async ({ run }: Awaited<ReturnType<typeof town>>, ruleId: string) => {
  const { partyId } = await run('registerParty', { name: 'Example Owner', partyKind: 'individual' });
  const { premisesId } = await run('registerPremises', {
    address: '1 Example Road',
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'tax map',
  });
  await run('recordOwnership', { premisesId, partyId, from: '2020-01-01', deedReference: 'Liber 1 page 1' });
  const { caseId } = await run('openCase', { premisesId, title: 'Not connected' });
  const { findingId } = await run('makeFinding', {
    caseId,
    partyId,
    ruleId,
    facts: 'The house drains to a cesspool.',
    againstOwner: false,
  });
  return { partyId, premisesId, caseId, findingId } as Readonly<
    Record<'partyId' | 'premisesId' | 'caseId' | 'findingId', string>
  >;
};

describe('deadlines in the running program', () => {
  it('start with the availability determination, move with a proclamation, stop with the connection (hard case 10)', async () => {
    const outfall = await town('2026-07-01T14:00:00.000Z');
    const { premisesId, partyId, caseId } = await openCase(outfall, '168-25H');
    await outfall.run('determineSewerAvailability', {
      premisesId,
      availableOn: '2026-07-01',
      determinedBy: 'Superintendent',
      basis: 'The main in the street was accepted.',
    });
    const connection = async (past = {}) =>
      (await outfall.ask('listDeadlines', { premisesId, kind: 'sewerConnection' }, past)) as object;
    expect(await connection()).toMatchObject({
      deadlines: [
        { partyId, startedOn: '2026-07-01', lastDay: '2026-08-31', firstOffenseDay: '2026-09-01', status: 'pending' },
      ],
    });
    await moveClock(outfall.engine, outfall.clock, '2026-08-20T14:00:00.000Z');
    await outfall.run('proclaimSpecialHoliday', {
      day: '2026-08-31',
      name: 'Day of thanksgiving',
      proclaimedBy: 'Governor',
      reference: 'Proclamation 7',
    });
    expect(await connection()).toMatchObject({ deadlines: [{ lastDay: '2026-09-01' }] });
    expect(await connection({ knownAt: '2026-08-19T14:00:00.000Z' })).toMatchObject({
      deadlines: [{ lastDay: '2026-08-31' }],
    });
    await moveClock(outfall.engine, outfall.clock, '2026-09-04T14:00:00.000Z');
    expect(await connection()).toMatchObject({
      deadlines: [{ status: 'overdue', daysLate: 3 }],
      counts: { overdue: 1 },
    });
    await outfall.run('recordSewerConnection', { premisesId, connectedOn: '2026-09-03', basis: 'Seen in the trench.' });
    expect(await connection()).toMatchObject({ deadlines: [{ status: 'metLate', daysLate: 2 }] });
    expect(await connection({ asOf: '2026-09-02' })).toMatchObject({
      deadlines: [{ status: 'overdue', daysLate: 1, stopped: null }],
    });
    expect(await outfall.ask('listDeadlines', { caseId })).toMatchObject({ deadlines: [{ kind: 'sewerConnection' }] });
    await outfall.engine.stop();
  });

  it('run for every live offense day, stop standing with a voided one, and read the same after a rebuild (hard case 35)', async () => {
    const outfall = await town('2026-03-02T16:00:00.000Z');
    const { findingId, caseId, partyId } = await openCase(outfall, '168-27G');
    await outfall.run('observeViolation', { findingId, at: '2026-03-02T10:00-05:00' });
    await moveClock(outfall.engine, outfall.clock, '2026-03-12T16:00:00.000Z');
    const list = (past = {}) => outfall.ask('listDeadlines', { caseId, partyId }, past);
    expect(await list()).toMatchObject({
      deadlines: [
        { kind: 'staleAccrual', lastDay: '2026-05-31', lastStep: { on: '2026-03-02' } },
        {
          kind: 'misdemeanorLimitation',
          subject: { day: '2026-03-02' },
          lastDay: '2028-03-02',
          group: { daysFollowing: 9 },
        },
        { kind: 'penaltySuitLimitation', lastDay: '2029-03-02', namedInFine: false, group: { unfinedDays: 10 } },
      ],
    });
    await outfall.run('voidOffenseDays', { findingId, days: ['2026-03-02'], reason: 'The wrong tank.' });
    expect(await list()).toMatchObject({
      deadlines: [{}, { subject: { day: '2026-03-03' }, group: { daysFollowing: 8 } }, {}],
    });
    expect(await list({ knownAt: '2026-03-12T15:00:00.000Z' })).toMatchObject({
      deadlines: [{}, { subject: { day: '2026-03-02' } }, {}],
    });
    await moveClock(outfall.engine, outfall.clock, '2026-03-13T16:00:00.000Z');
    await outfall.run('reinstateOffenseDays', {
      findingId,
      days: ['2026-03-02'],
      reason: 'The right tank after all.',
      evidence: ['exhibit-1'],
    });
    expect(await outfall.ask('getDayDeadlines', { findingId, day: '2026-03-02' })).toMatchObject({
      live: true,
      countedIn: { findingId, caseId },
      deadlines: [
        { status: 'pending', lastDay: '2028-03-02' },
        { status: 'pending', lastDay: '2029-03-02' },
      ],
    });
    expect(await outfall.engine.readModel.verify()).toEqual([]);
    outfall.clock.set('2028-04-02T16:00:00.000Z');
    expect(await outfall.ask('getDayDeadlines', { findingId, day: '2026-03-02' })).toMatchObject({
      deadlines: [{ status: 'overdue', daysLate: 31 }, { status: 'pending' }],
    });
    await outfall.engine.stop();
  });

  it('tell a fined day from an unfined one, and have no appeal period until the Board writes one (hard case 17; G7)', async () => {
    const outfall = await town('2026-06-01T16:00:00.000Z');
    const { findingId, caseId } = await openCase(outfall, '168-27G');
    await outfall.run('appointEnforcer', {
      officerId: 'officer-1',
      office: 'Superintendent of wastewater facilities',
      capacity: 'Town',
      documentReference: 'Resolution 3-2026',
      from: '2026-01-01',
    });
    await outfall.run('recordLocalLaw22EffectiveDate', {
      effectiveOn: '2009-06-22',
      filingReference: 'Filing receipt',
    });
    await outfall.run('observeViolation', { findingId, at: '2026-06-01T10:00-04:00' });
    await moveClock(outfall.engine, outfall.clock, '2026-06-12T16:00:00.000Z');
    const fine = async () => {
      const day = outfall.clock.now().slice(0, 10);
      const { fineId } = await outfall.run('imposeCivilFine', {
        findingId,
        days: ['2026-06-01'],
        amount: { rateCents: 40_000 },
        reason: 'Bypass.',
      });
      await outfall.run('recordService', {
        fineId,
        servedAt: `${day}T11:00-04:00`,
        method: 'personal',
        proof: 'Affidavit of service.',
      });
      return fineId;
    };
    const first = await fine();
    const appeals = () => outfall.ask('listDeadlines', { caseId, kind: 'appealWindow' });
    expect(await appeals()).toMatchObject({
      deadlines: [],
      noneWritten: { entries: [{ subject: { fineId: first, statementId: null }, answer: 'none written' }] },
    });
    expect(await outfall.ask('listDeadlines', { caseId, kind: 'penaltySuitLimitation' })).toMatchObject({
      deadlines: [{ namedInFine: true, fines: [{ fineId: first }], group: { days: 11, unfinedDays: 10 } }],
    });
    await outfall.run('adoptPolicy', {
      policy: 'appeal-deadline-days',
      value: 30,
      resolutionNumber: '2026-41',
      adoptedOn: '2026-06-12',
      effectiveFrom: '2026-06-13',
    });
    expect(await appeals()).toMatchObject({ deadlines: [], noneWritten: { count: 1 } });
    await outfall.run('withdrawCivilFine', { fineId: first, reason: 'Served at an old address.' });
    await moveClock(outfall.engine, outfall.clock, '2026-07-10T16:00:00.000Z');
    const second = await fine();
    expect(await appeals()).toMatchObject({
      deadlines: [
        {
          subject: { fineId: second },
          lastDay: '2026-08-10',
          authority: 'Town resolution 2026-41, effective 2026-06-13',
          explanation: { rawEnd: '2026-08-09', extended: true },
        },
      ],
      noneWritten: { count: 0 },
    });
    expect(await outfall.engine.readModel.verify()).toEqual([]);
    await outfall.engine.stop();
  });

  it('refuse questions they cannot read, naming the field', async () => {
    const outfall = await town('2026-03-02T16:00:00.000Z');
    await expect(outfall.ask('listDeadlines', { kind: 'parking' })).rejects.toMatchObject({
      details: { field: 'kind' },
    });
    await expect(
      outfall.ask('getDayDeadlines', { findingId: 'case-1.finding-1', day: '2026-02-30' }),
    ).rejects.toMatchObject({
      code: 'LEGAL_TIME.NOT_A_DAY',
      details: { field: 'day' },
    });
    await outfall.engine.stop();
  });
});
