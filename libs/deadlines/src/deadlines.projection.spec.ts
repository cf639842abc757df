import fc from 'fast-check';

import { addDays, eachDay } from '#legal-time';
import { ledgerStream } from '#offenses/published';

import { deadlinesProjection } from './deadlines.projection.js';
import {
  availability,
  CASE,
  caseEvents,
  connection,
  DeadlinesBench,
  dropped,
  FINDING,
  FINE,
  holiday,
  imposed,
  ledgerOpens,
  morning,
  offenseDay,
  policy,
  reinstated,
  served,
  voided,
  withdrawn,
} from './testing.js';

const PREMISES = 'premises-premises-1';
const CONNECTION = 'sewerConnection:premises-1.availability-1';
const LEDGER = ledgerStream({ partyId: 'party-1', premisesId: 'premises-1', ruleId: '168-27G' });
const APPEAL = `appealWindow:${FINE}`;

const available = (availableOn: string, recordedOn = availableOn): DeadlinesBench => {
  const bench = new DeadlinesBench();
  bench.record(recordedOn, PREMISES, availability('premises-1', availableOn, { determinedOn: recordedOn }));
  return bench;
};

/** A ledger with days recorded each on its own morning. */
const withDays = (days: readonly string[], ruleId = '168-27G'): DeadlinesBench => {
  const bench = new DeadlinesBench();
  const ledger = ledgerStream({ partyId: 'party-1', premisesId: 'premises-1', ruleId });
  bench.record('2008-01-02', `case-${CASE}`, ...caseEvents(ruleId));
  bench.record(days[0]!, ledger, ...ledgerOpens(ruleId, 'run-1', days[0]));
  for (const day of days) bench.record(day, ledger, offenseDay(day));
  return bench;
};

describe('the 60 days to connect to a public sewer (§ 168-25E, H; conflict register G1, G3)', () => {
  it('end on Monday 31 August for a sewer available on 1 July 2026, and the first offense day is 1 September (hard case 10)', async () => {
    const bench = available('2026-07-01');
    expect(await bench.one('2026-08-30', CONNECTION)).toMatchObject({
      kind: 'sewerConnection',
      caseId: null,
      premisesId: 'premises-1',
      partyId: 'party-1',
      startedOn: '2026-07-01',
      startedAt: '00000000000000000001',
      lastDay: '2026-08-31',
      firstOffenseDay: '2026-09-01',
      status: 'dueSoon',
      daysLeft: 1,
      stopped: null,
      void: false,
      authority: '§ 168-25H with § 168-25E (conflict register G1, G3)',
      explanation: { rawEnd: '2026-08-30', lastDay: '2026-08-31', extended: true },
    });
  });

  it('pass over Labor Day: a sewer available on 9 July 2026 leaves until Tuesday 8 September (hard case 11)', async () => {
    const bench = available('2026-07-09');
    const deadline = await bench.one('2026-07-10', CONNECTION);
    expect(deadline).toMatchObject({ lastDay: '2026-09-08', firstOffenseDay: '2026-09-09', status: 'pending' });
    expect(JSON.stringify(deadline)).toContain('Labor Day');
  });

  it('run for nobody where no determination is on file (hard case 13)', async () => {
    expect((await new DeadlinesBench().list('2026-07-10', { premisesId: 'premises-1' })).deadlines).toEqual([]);
  });

  it('are not overdue on the last day and are by one day on the next, in list, detail and count alike (faults.md T18, T10, F04)', async () => {
    const bench = available('2026-07-01');
    for (const [now, status, daysLate] of [
      ['2026-08-31T12:00:00.000Z', 'dueSoon', 0],
      ['2026-09-01T03:59:59.999Z', 'dueSoon', 0],
      ['2026-09-01T04:00:00.000Z', 'overdue', 1],
      ['2026-09-03T12:00:00.000Z', 'overdue', 3],
    ] as const) {
      const { deadlines, counts } = await bench.list(now);
      expect(deadlines).toMatchObject([{ status, daysLate }]);
      expect(counts).toEqual({ [status]: 1 });
      expect(await bench.one(now, CONNECTION)).toMatchObject({ status, daysLate });
      expect((await bench.list(now, { status: 'pending' })).deadlines).toEqual([]);
    }
  });

  it('are met on the last day and met late after it, by the day of the connection whatever the day it was entered', async () => {
    const met = available('2026-07-01');
    met.record('2026-10-05', PREMISES, connection('premises-1', '2026-08-31'));
    expect(await met.one('2026-10-06', CONNECTION)).toMatchObject({
      status: 'met',
      stopped: { on: '2026-08-31', by: 'SewerConnectionRecorded', position: '00000000000000000002' },
    });
    const late = available('2026-07-01');
    late.record('2026-10-05', PREMISES, connection('premises-1', '2026-09-04'));
    expect(await late.one('2026-10-06', CONNECTION)).toMatchObject({ status: 'metLate', daysLate: 4 });
  });

  it('show as of an earlier day the clock as it ran then, and nothing before it started (design 1.2)', async () => {
    const bench = available('2026-07-01');
    bench.record('2026-09-10', PREMISES, connection('premises-1', '2026-09-04'));
    expect(await bench.one('2026-09-20', CONNECTION, { asOf: '2026-09-02' })).toMatchObject({
      status: 'overdue',
      daysLate: 2,
      stopped: null,
    });
    expect(await bench.one('2026-09-20', CONNECTION, { asOf: '2026-08-31' })).toMatchObject({
      status: 'dueSoon',
      daysLeft: 0,
    });
    expect(await bench.one('2026-09-20', CONNECTION, { knownAt: morning('2026-09-09') })).toMatchObject({
      status: 'overdue',
    });
    await expect(bench.one('2026-09-20', CONNECTION, { asOf: '2026-06-30' })).rejects.toMatchObject({
      code: 'DEADLINES.UNKNOWN_DEADLINE',
    });
  });

  it('are void from their first day when a corrected determination replaces them; the earlier answer stays as known then', async () => {
    const bench = available('2026-07-01');
    bench.record(
      '2026-08-10',
      PREMISES,
      availability('premises-1', '2026-07-09', {
        determinationId: 'premises-1.availability-2',
        supersedes: 'premises-1.availability-1',
      }),
    );
    const { deadlines } = await bench.list('2026-08-11', { premisesId: 'premises-1' });
    expect(deadlines).toMatchObject([
      { deadlineId: 'sewerConnection:premises-1.availability-2', status: 'pending', lastDay: '2026-09-08' },
      { deadlineId: CONNECTION, status: 'void', void: true, voided: { from: '2026-07-01' } },
    ]);
    expect((await bench.list('2026-08-11', {}, { knownAt: morning('2026-08-09') })).deadlines).toMatchObject([
      { deadlineId: CONNECTION, status: 'pending', void: false },
    ]);
  });

  it('belong to every case about the premises, and to the owner', async () => {
    const bench = available('2023-01-02');
    bench.record('2023-01-03', `case-${CASE}`, ...caseEvents());
    expect((await bench.list('2023-01-10', { caseId: CASE })).deadlines).toMatchObject([{ deadlineId: CONNECTION }]);
    expect((await bench.list('2023-01-10', { partyId: 'party-1' })).deadlines).toHaveLength(1);
    expect((await bench.list('2023-01-10', { partyId: 'party-2' })).deadlines).toEqual([]);
    await expect(bench.list('2023-01-10', { caseId: 'case-9' })).rejects.toMatchObject({ code: 'CASES.UNKNOWN_CASE' });
  });
});

describe('a proclaimed holiday (Gen. Constr. Law § 24)', () => {
  it('moves a date that has not been reached, and the earlier answer stays as known before', async () => {
    const bench = available('2026-07-01');
    bench.settings('2026-08-20', holiday('2026-08-31'));
    const moved = await bench.one('2026-08-21', CONNECTION);
    expect(moved).toMatchObject({ lastDay: '2026-09-01', firstOffenseDay: '2026-09-02' });
    expect(JSON.stringify(moved)).toContain('Day of thanksgiving');
    const before = await bench.one('2026-08-21', CONNECTION, { knownAt: morning('2026-08-19') });
    expect(before).toMatchObject({ lastDay: '2026-08-31', firstOffenseDay: '2026-09-01' });
    expect(JSON.stringify(before)).not.toContain('Day of thanksgiving');
  });

  it('recorded on the last day itself still moves it, since the period has not ended', async () => {
    const bench = available('2026-07-01');
    bench.settings('2026-08-31', holiday('2026-08-31'));
    expect(await bench.one('2026-08-31', CONNECTION)).toMatchObject({ lastDay: '2026-09-01' });
  });

  it('recorded after the last day moves nothing', async () => {
    const bench = available('2026-07-01');
    bench.settings('2026-09-01', holiday('2026-08-31'));
    expect(await bench.one('2026-09-02', CONNECTION)).toMatchObject({ lastDay: '2026-08-31', status: 'overdue' });
  });

  it('on file when a clock starts is counted from the start', async () => {
    const bench = new DeadlinesBench();
    bench.settings('2026-06-01', holiday('2026-08-31'));
    bench.record('2026-07-01', PREMISES, availability('premises-1', '2026-07-01'));
    expect(await bench.one('2026-07-02', CONNECTION)).toMatchObject({ lastDay: '2026-09-01' });
  });

  it('never moves a limitation, only its arguable end, and that not once it was over (CPLR 201; § 25-a)', async () => {
    const bench = withDays(['2024-08-31']);
    const clock = `misdemeanorLimitation:${LEDGER}:2024-08-31`;
    bench.settings('2026-08-20', holiday('2026-08-31'));
    expect(await bench.one('2026-08-21', clock)).toMatchObject({
      lastDay: '2026-08-31',
      arguableLastDay: '2026-09-01',
    });
    expect(await bench.one('2026-08-21', clock, { knownAt: morning('2026-08-19') })).toMatchObject({
      arguableLastDay: '2026-08-31',
    });
    bench.settings('2026-09-02', holiday('2026-09-01'));
    expect(await bench.one('2026-09-03', clock)).toMatchObject({ arguableLastDay: '2026-09-01', status: 'overdue' });
  });
});

describe('limitations of each offense day (CPL 30.10(2); CPLR 214(2))', () => {
  it('end on the same date two and three years on, § 25-a shown as arguable only', async () => {
    const bench = withDays(['2024-02-29', '2024-11-29']);
    const { deadlines } = await bench.day('2024-12-01', FINDING, '2024-02-29');
    expect(deadlines).toMatchObject([
      {
        kind: 'misdemeanorLimitation',
        caseId: CASE,
        partyId: 'party-1',
        lastDay: '2026-02-28',
        arguableLastDay: '2026-03-02',
        authority: 'CPL § 30.10(2)',
        confidence: 'H',
        startedAt: '00000000000000000005',
      },
      {
        kind: 'penaltySuitLimitation',
        lastDay: '2027-02-28',
        arguableLastDay: '2027-03-01',
        authority: 'CPLR 214(2)',
        confidence: 'L',
      },
    ]);
  });

  it('are over for a misdemeanor after 25 months while a penalty suit is still in time (hard case 35)', async () => {
    const bench = withDays(['2024-07-15']);
    const { deadlines } = await bench.day('2026-08-15', FINDING, '2024-07-15');
    expect(deadlines).toMatchObject([
      { kind: 'misdemeanorLimitation', status: 'overdue', daysLate: 31, ifMissed: expect.stringContaining('Too late') },
      { kind: 'penaltySuitLimitation', status: 'pending', lastDay: '2027-07-15' },
    ]);
  });

  it('warn of a penalty suit 30 months after the day, or as a resolution in force on the day of reading says', async () => {
    const bench = withDays(['2024-01-15']);
    const penalty = `penaltySuitLimitation:${LEDGER}:2024-01-15`;
    expect(await bench.one('2026-07-14', penalty)).toMatchObject({
      status: 'pending',
      warning: { from: '2026-07-15', months: 30 },
    });
    expect(await bench.one('2026-07-15', penalty)).toMatchObject({ status: 'dueSoon', daysLeft: 184 });
    bench.settings('2026-07-16', policy('penalty-suit-warning-months', 33, '2026-07-16'));
    expect(await bench.one('2026-07-16', penalty)).toMatchObject({
      status: 'pending',
      warning: { from: '2026-10-15', authority: expect.stringContaining('2026-11') },
    });
    expect(await bench.one('2026-07-16', penalty, { asOf: '2026-07-15' })).toMatchObject({ status: 'dueSoon' });
    bench.settings('2026-07-17', policy('penalty-suit-warning-months', 90_000, '2026-07-17'));
    expect(await bench.one('2026-07-17', penalty)).toMatchObject({
      status: 'pending',
      warning: { from: '2027-01-15' },
    });
  });

  it('are void with the day and run again, to the same last day, once it is reinstated; each as known then', async () => {
    const bench = withDays(['2026-03-02', '2026-03-03']);
    bench.record('2026-04-01', LEDGER, voided('2026-03-02'));
    const clock = `misdemeanorLimitation:${LEDGER}:2026-03-02`;
    expect(await bench.one('2026-04-02', clock)).toMatchObject({ status: 'void', void: true });
    expect(await bench.day('2026-04-02', FINDING, '2026-03-02')).toMatchObject({ live: false, voidCause: 'hand' });
    expect((await bench.list('2026-04-02', { kind: 'misdemeanorLimitation' })).deadlines).toMatchObject([
      { subject: { day: '2026-03-03' }, group: { days: 1 } },
    ]);
    bench.record('2026-05-01', LEDGER, reinstated('2026-03-02'));
    expect(await bench.one('2026-05-02', clock)).toMatchObject({
      status: 'pending',
      lastDay: '2028-03-02',
      startedAt: '00000000000000000008',
    });
    expect(await bench.one('2026-05-02', clock, { knownAt: morning('2026-04-15') })).toMatchObject({ status: 'void' });
    expect(await bench.one('2026-05-02', clock, { knownAt: morning('2026-03-15') })).toMatchObject({
      status: 'pending',
    });
    expect(await bench.day('2026-05-02', FINDING, '2026-03-03', { knownAt: morning('2026-03-02') })).toMatchObject({
      recorded: false,
    });
  });

  it('come in a list as the earliest live day of each run still running, with how many follow and how many have run out', async () => {
    const bench = withDays(eachDay('2024-06-01', '2024-06-10'));
    const { deadlines, counts } = await bench.list('2026-06-04', { caseId: CASE });
    expect(deadlines).toMatchObject([
      { kind: 'staleAccrual', status: 'overdue' },
      {
        kind: 'misdemeanorLimitation',
        subject: { day: '2024-06-04', runId: 'run-1' },
        status: 'dueSoon',
        daysLeft: 0,
        group: { state: 'running', days: 7, daysFollowing: 6, throughDay: '2024-06-10' },
      },
      { kind: 'penaltySuitLimitation', subject: { day: '2024-06-01' }, group: { state: 'running', days: 10 } },
      {
        kind: 'misdemeanorLimitation',
        subject: { day: '2024-06-01' },
        status: 'overdue',
        group: { state: 'runOut', days: 3, throughDay: '2024-06-03' },
      },
    ]);
    expect(counts).toEqual({ dueSoon: 1, pending: 1, overdue: 2 });
    for (const { deadlineId, status } of deadlines)
      expect(await bench.one('2026-06-04', deadlineId)).toMatchObject({ deadlineId, status });
  });

  it('follow a day that moves to another run', async () => {
    const bench = withDays(eachDay('2026-03-01', '2026-03-04'));
    bench.record('2026-04-01', LEDGER, ...ledgerOpens('168-27G', 'run-2', '2026-03-03'), {
      type: 'DaysMovedToRun',
      data: { days: ['2026-03-03', '2026-03-04'], toRun: 'run-2' },
    });
    const runs = async (past = {}) =>
      (await bench.list('2026-04-02', { kind: 'misdemeanorLimitation' }, past)).deadlines.map((entry) =>
        'group' in entry ? [entry.subject.day, entry.group!.days] : [],
      );
    expect(await runs()).toEqual([
      ['2026-03-01', 2],
      ['2026-03-03', 2],
    ]);
    expect(await runs({ knownAt: morning('2026-03-31') })).toEqual([['2026-03-01', 4]]);
  });

  it('count offense days to the last ended day, or to the day asked about', async () => {
    const bench = withDays(['2026-03-01', '2026-03-02']);
    const days = async (past = {}) => {
      const [entry] = (await bench.list('2026-03-02', { kind: 'misdemeanorLimitation' }, past)).deadlines;
      return entry && 'group' in entry ? entry.group!.days : 0;
    };
    expect(await days()).toBe(1);
    expect(await days({ asOf: '2026-03-02' })).toBe(2);
    expect(await days({ asOf: '2026-02-28' })).toBe(0);
    expect(await bench.day('2026-03-02', FINDING, '2026-03-02')).toMatchObject({ recorded: true });
    expect(await bench.day('2026-03-02', FINDING, '2026-03-02', { asOf: '2026-03-01' })).toMatchObject({
      recorded: false,
    });
  });

  it('say whether a fine names the day, on the day asked about and as known then', async () => {
    const bench = withDays(eachDay('2026-03-01', '2026-03-04'));
    bench.record('2026-04-01', 'fines-party-1', imposed(LEDGER, '2026-04-01', ['2026-03-01', '2026-03-02']));
    bench.record('2026-05-01', 'fines-party-1', dropped(LEDGER, '2026-05-01', '2026-03-02'));
    const penalty = async (past = {}) =>
      (await bench.list('2026-05-10', { kind: 'penaltySuitLimitation' }, past)).deadlines[0];
    expect(await penalty()).toMatchObject({
      namedInFine: true,
      fines: [{ fineId: FINE, number: 'CF-2026-001', statementId: null, namedOn: '2026-04-01' }],
      group: { days: 4, unfinedDays: 3, firstUnfinedDay: '2026-03-02' },
    });
    expect(await penalty({ asOf: '2026-04-15' })).toMatchObject({
      group: { unfinedDays: 2, firstUnfinedDay: '2026-03-03' },
    });
    expect(await penalty({ asOf: '2026-03-31' })).toMatchObject({ namedInFine: false, group: { unfinedDays: 4 } });
    expect(await penalty({ knownAt: morning('2026-04-15') })).toMatchObject({ group: { unfinedDays: 2 } });
    bench.record('2026-05-05', 'fines-party-1', withdrawn('2026-05-05'));
    expect(await bench.day('2026-05-10', FINDING, '2026-03-01')).toMatchObject({ namedInFine: false, fines: [] });
    expect(await bench.day('2026-05-10', FINDING, '2026-03-01', { asOf: '2026-05-04' })).toMatchObject({
      namedInFine: true,
    });
  });

  it('do not exist where the track does not: § 168-28 has no misdemeanor (hard case 37), May 2009 no fine (hard case 33)', async () => {
    const damage = withDays(['2026-03-02'], '168-28');
    expect(await damage.day('2026-03-10', FINDING, '2026-03-02')).toMatchObject({
      deadlines: [{ kind: 'penaltySuitLimitation' }],
      noClock: [{ kind: 'misdemeanorLimitation', authority: '§ 168-30A excepts § 168-28' }],
    });
    expect((await damage.list('2026-03-10')).deadlines).toMatchObject([
      { kind: 'staleAccrual' },
      { kind: 'penaltySuitLimitation' },
    ]);
    const early = withDays(['2009-05-30']);
    expect(await early.day('2009-06-10', FINDING, '2009-05-30')).toMatchObject({
      deadlines: [{ kind: 'misdemeanorLimitation' }],
      noClock: [{ kind: 'penaltySuitLimitation' }],
    });
  });

  it('refuse ids that name nothing, and findings that are not on file', async () => {
    const bench = withDays(['2026-03-02']);
    for (const id of [`misdemeanorLimitation:${LEDGER}:2026-03-03`, 'misdemeanorLimitation:', 'appealWindow:x', 'x'])
      await expect(bench.one('2026-03-10', id)).rejects.toMatchObject({ code: 'DEADLINES.UNKNOWN_DEADLINE' });
    await expect(bench.day('2026-03-10', `${CASE}.finding-7`, '2026-03-02')).rejects.toMatchObject({
      code: 'CASES.UNKNOWN_FINDING',
    });
  });
});

describe('the period to appeal an imposed fine (§ 168-30D writes none; conflict register G7)', () => {
  const fined = (...before: readonly Parameters<typeof policy>[]): DeadlinesBench => {
    const bench = withDays(['2026-05-01']);
    for (const [name, value, from, number] of before) bench.settings(from, policy(name, value, from, number));
    bench.record('2026-06-05', 'fines-party-1', imposed(LEDGER, '2026-06-05', ['2026-05-01']));
    return bench;
  };

  it('is "none written" while no resolution is in force on the day of service, and that is no deadline', async () => {
    const bench = fined();
    bench.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    const { deadlines, noneWritten } = await bench.list('2026-06-20', { kind: 'appealWindow' });
    expect(deadlines).toEqual([]);
    expect(noneWritten).toMatchObject({
      count: 1,
      entries: [
        {
          deadlineId: APPEAL,
          answer: 'none written',
          authority: expect.stringContaining('None written'),
          subject: { fineId: FINE, number: 'CF-2026-001', statementId: null },
        },
      ],
    });
    expect(await bench.one('2026-06-20', APPEAL)).toMatchObject({ answer: 'none written', lastDay: null });
  });

  it('under a 30-day rule of the Board ends on Monday where day 30 is a Sunday, and says whose rule it is (hard case 17)', async () => {
    const bench = fined(['appeal-deadline-days', 30, '2026-01-01', '2026-3']);
    bench.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    expect(await bench.one('2026-07-13', APPEAL)).toMatchObject({
      kind: 'appealWindow',
      caseId: CASE,
      premisesId: 'premises-1',
      partyId: 'party-1',
      startedOn: '2026-06-12',
      lastDay: '2026-07-13',
      status: 'dueSoon',
      daysLeft: 0,
      authority: 'Town resolution 2026-3, effective 2026-01-01',
      explanation: {
        rawEnd: '2026-07-12',
        rule: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('Board policy') })]),
      },
    });
    expect(await bench.one('2026-07-14', APPEAL)).toMatchObject({
      status: 'overdue',
      daysLate: 1,
      ifMissed: expect.stringContaining('the Article sets no period'),
    });
  });

  it('is not moved, nor made, by a resolution recorded after service, whatever day it claims to speak for', async () => {
    const written = fined(['appeal-deadline-days', 30, '2026-01-01', '2026-3']);
    written.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    written.settings('2026-06-20', policy('appeal-deadline-days', 60, '2026-06-01'));
    expect(await written.one('2026-06-21', APPEAL)).toMatchObject({ lastDay: '2026-07-13' });
    const silent = fined();
    silent.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    silent.settings('2026-06-20', policy('appeal-deadline-days', 30, '2026-06-01'));
    expect(await silent.one('2026-06-21', APPEAL)).toMatchObject({ answer: 'none written' });
  });

  it('goes by the rule in force on the day of service, not on the day service was entered', async () => {
    const bench = fined(['appeal-deadline-days', 30, '2026-06-15', '2026-3']);
    bench.record('2026-06-20', 'fines-party-1', served('2026-06-12'));
    expect(await bench.one('2026-06-21', APPEAL)).toMatchObject({ answer: 'none written' });
    bench.record('2026-06-20', 'fines-party-1', served('2026-06-16', `${FINE}.statement-1`));
    expect(await bench.one('2026-06-21', `${APPEAL}.statement-1`)).toMatchObject({ lastDay: '2026-07-16' });
  });

  it('is moved by a proclaimed holiday like any date not reached', async () => {
    const bench = fined(['appeal-deadline-days', 30, '2026-01-01', '2026-3']);
    bench.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    bench.settings('2026-07-01', holiday('2026-07-13'));
    expect(await bench.one('2026-07-02', APPEAL)).toMatchObject({
      lastDay: '2026-07-14',
      authority: 'Town resolution 2026-3, effective 2026-01-01',
    });
  });

  it('is void from the day the fine is withdrawn', async () => {
    const bench = fined(['appeal-deadline-days', 30, '2026-01-01', '2026-3']);
    bench.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    bench.record('2026-06-25', 'fines-party-1', withdrawn('2026-06-25'));
    expect(await bench.one('2026-07-30', APPEAL)).toMatchObject({
      status: 'void',
      voided: { by: 'CivilFineWithdrawn' },
    });
    expect(await bench.one('2026-07-30', APPEAL, { asOf: '2026-06-24' })).toMatchObject({
      status: 'pending',
      void: false,
    });
  });

  it('of a length that cannot be counted is said to be so, and stops nothing', async () => {
    const bench = fined(['appeal-deadline-days', 50_000, '2026-01-01', '2026-3']);
    bench.record('2026-06-12', 'fines-party-1', served('2026-06-12'));
    expect(await bench.one('2026-06-20', APPEAL)).toMatchObject({
      lastDay: null,
      answer: expect.stringContaining('longer'),
    });
  });
});

describe('the list', () => {
  it('puts first what is late and can still be done, then what ends soonest; what has run out and what is settled last', async () => {
    const bench = withDays(['2024-06-01', '2026-07-30']);
    bench.settings('2026-01-01', policy('appeal-deadline-days', 30, '2026-01-01'));
    bench.record('2026-06-01', 'premises-late', availability('late', '2026-05-01'));
    bench.record('2026-06-01', 'premises-later', availability('later', '2026-04-01'));
    bench.record('2026-06-01', 'premises-done', availability('done', '2026-05-01'), connection('done', '2026-05-20'));
    bench.record('2026-06-01', 'premises-soon', availability('soon', '2026-06-05'));
    bench.record('2026-07-20', 'fines-party-1', imposed(LEDGER, '2026-07-20', ['2024-06-01']), served('2026-07-20'));
    const { deadlines, counts } = await bench.list('2026-07-31');
    expect(deadlines.map(({ deadlineId, status }) => [deadlineId.replace(LEDGER, 'ledger'), status])).toEqual([
      ['sewerConnection:later.availability-1', 'overdue'],
      ['sewerConnection:late.availability-1', 'overdue'],
      ['sewerConnection:soon.availability-1', 'dueSoon'],
      [APPEAL, 'pending'],
      ['staleAccrual:run-1', 'pending'],
      ['penaltySuitLimitation:ledger:2024-06-01', 'pending'],
      ['misdemeanorLimitation:ledger:2026-07-30', 'pending'],
      ['misdemeanorLimitation:ledger:2024-06-01', 'overdue'],
      ['sewerConnection:done.availability-1', 'met'],
    ]);
    expect(counts).toEqual({ overdue: 3, dueSoon: 1, pending: 4, met: 1 });
    for (const { explanation, lastDay } of deadlines as { explanation: { lastDay: string }; lastDay: string }[])
      expect(explanation.lastDay).toBe(lastDay);
  });

  it('shows as due soon by the policy in force on the day of reading', async () => {
    const bench = available('2026-07-01');
    expect((await bench.list('2026-08-20')).deadlines).toMatchObject([
      { status: 'pending', dueSoonFrom: '2026-08-24' },
    ]);
    bench.settings('2026-08-20', policy('deadline-due-soon-days', 14, '2026-08-20'));
    expect((await bench.list('2026-08-20')).deadlines).toMatchObject([
      { status: 'dueSoon', dueSoonFrom: '2026-08-17' },
    ]);
    expect((await bench.list('2026-08-20', {}, { asOf: '2026-08-19' })).deadlines).toMatchObject([
      { status: 'pending' },
    ]);
  });

  it('pages without gap or overlap, and refuses a cursor that is no longer there', async () => {
    const bench = new DeadlinesBench();
    for (let n = 1; n <= 7; n += 1)
      bench.record('2026-07-01', `premises-p${n}`, availability(`p${n}`, addDays('2026-07-01', n % 3)));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { deadlines: { deadlineId: string }[]; next: string | null } = await bench.list('2026-07-10', {
        limit: 3,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...page.deadlines.map(({ deadlineId }) => deadlineId));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual((await bench.list('2026-07-10')).deadlines.map(({ deadlineId }) => deadlineId));
    expect(new Set(seen).size).toBe(7);
    await expect(bench.list('2026-07-10', { cursor: 'gone' })).rejects.toMatchObject({
      code: 'DEADLINES.UNKNOWN_CURSOR',
    });
  });
});

describe('the record as known on an instant', () => {
  it('ends before the first event stamped later, though a cluster clock stepped back after it (design 1.2)', async () => {
    const bench = new DeadlinesBench();
    bench.record('2026-07-03T12:00:00.000Z', 'premises-a', availability('a', '2026-07-01'));
    bench.record('2026-07-03T11:59:00.000Z', 'premises-b', availability('b', '2026-07-01'));
    const known = async (knownAt: string) => (await bench.list('2026-07-10', {}, { knownAt })).deadlines.length;
    expect(await known('2026-07-03T11:59:30.000Z')).toBe(0);
    expect(await known('2026-07-03T12:00:00.000Z')).toBe(2);
  });

  it('agrees, for random histories of a day, with the log cut at that instant; a rebuild gives the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('void', 'reinstate', 'move'), fc.nat({ max: 2 })), { maxLength: 12 }),
        fc.nat({ max: 30 }),
        async (steps, cut) => {
          const bench = withDays(['2026-03-02']);
          const knownAt = morning(addDays('2026-03-02', cut));
          let at = '2026-03-02';
          let expected = { live: true, runId: 'run-1' };
          steps.forEach(([step, gap], index) => {
            at = addDays(at, gap);
            const runId = `run-${index + 2}`;
            if (step === 'void') bench.record(at, LEDGER, voided('2026-03-02'));
            if (step === 'reinstate') bench.record(at, LEDGER, reinstated('2026-03-02'));
            if (step === 'move')
              bench.record(at, LEDGER, ...ledgerOpens('168-27G', runId), {
                type: 'DaysMovedToRun',
                data: { days: ['2026-03-02'], toRun: runId },
              });
            if (morning(at) > knownAt) return;
            expected = step === 'move' ? { ...expected, runId } : { ...expected, live: step === 'reinstate' };
          });
          const answer = await bench.day('2026-06-01', FINDING, '2026-03-02', { knownAt });
          expect(answer).toMatchObject({
            live: expected.live,
            deadlines: [{ subject: { runId: expected.runId } }, {}],
          });
          const rebuilt = bench.rebuilt();
          expect(rebuilt.contents([deadlinesProjection])).toEqual(bench.file.contents([deadlinesProjection]));
          rebuilt.close();
          bench.file.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});
