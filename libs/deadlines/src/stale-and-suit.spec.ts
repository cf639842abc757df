import { addDays, eachDay } from '#legal-time';
import { ledgerStream } from '#offenses/published';

import * as around from './testing.around-the-fine.js';
import {
  CASE,
  caseEvents,
  DeadlinesBench,
  dropped,
  FINDING,
  FINE,
  imposed,
  ledgerOpens,
  morning,
  offenseDay,
  policy,
} from './testing.js';

const STREAM = `case-${CASE}`;
const FINES = 'fines-party-1';
const LEDGER = ledgerStream({ partyId: 'party-1', premisesId: 'premises-1', ruleId: '168-27G' });
const STALE = 'staleAccrual:run-1';

/** A run open since 2 January 2025, with a day recorded for each day of it. */
const running = (days = 400): DeadlinesBench => {
  const bench = new DeadlinesBench();
  bench.record('2023-01-02', STREAM, ...caseEvents());
  bench.record('2025-01-02', LEDGER, ...ledgerOpens('168-27G', 'run-1', '2025-01-02'));
  for (const day of eachDay('2025-01-02', addDays('2025-01-02', days - 1))) bench.record(day, LEDGER, offenseDay(day));
  return bench;
};

describe('an open run that nobody acts on (faults.md A07)', () => {
  it('of 400 days with no step is overdue from day 91 on by the product default, alerts once, and goes on', async () => {
    const bench = running();
    expect(await bench.one('2025-04-02', STALE)).toMatchObject({ lastDay: '2025-04-02', status: 'dueSoon' });
    expect(await bench.one('2025-04-03', STALE)).toMatchObject({ status: 'overdue', alert: 'late' });
    expect(await bench.list('2026-02-05', { caseId: CASE, kind: 'staleAccrual' })).toMatchObject({
      counts: { overdue: 1 },
      alerts: [],
      deadlines: [
        {
          status: 'overdue',
          lastStep: { on: '2025-01-02', by: 'SightingRecorded' },
          ifMissed: expect.stringContaining('choose the next step'),
          partyId: 'party-1',
          premisesId: 'premises-1',
        },
      ],
    });
    expect(bench.file.all('SELECT * FROM deadline_step')).toHaveLength(1); // offense days are no steps
  });

  it('moves with each step in its case, read by both times; steps of another case are none', async () => {
    const bench = running(10);
    bench.record('2025-02-01', 'notice-1', around.noticeIssued('2025-02-01'));
    bench.record('2025-03-01', 'notice-2', around.noticeIssued('2025-03-01', 'case-2'));
    expect(await bench.one('2025-04-01', STALE)).toMatchObject({
      lastStep: { on: '2025-02-01', by: 'NoticeIssued' },
      lastDay: '2025-05-02',
    });
    expect(await bench.one('2025-04-01', STALE, { asOf: '2025-01-31' })).toMatchObject({ lastDay: '2025-04-02' });
    expect(await bench.one('2025-04-01', STALE, { knownAt: morning('2025-01-31') })).toMatchObject({
      lastDay: '2025-04-02',
    });
    bench.record('2025-04-02', LEDGER, around.sighting('violating', '2025-04-02', 'struck'));
    expect(await bench.one('2025-04-03', STALE)).toMatchObject({ lastStep: { on: '2025-04-02' } });
    bench.record('2025-04-05', LEDGER, around.sightingVoided('struck'));
    expect(await bench.one('2025-04-06', STALE)).toMatchObject({ lastStep: { on: '2025-02-01' } });
    expect(await bench.one('2025-04-06', STALE, { knownAt: morning('2025-04-03') })).toMatchObject({
      lastStep: { on: '2025-04-02' },
    });
  });

  it('is judged by the policy of the day of reading, and says so', async () => {
    const bench = running(10);
    bench.settings('2025-02-01', policy('stale-accrual-days', 20, '2025-02-01', '2025-9'));
    expect(await bench.one('2025-01-31', STALE)).toMatchObject({ lastDay: '2025-04-02' });
    expect(await bench.one('2025-02-01', STALE)).toMatchObject({ lastDay: '2025-01-22', status: 'overdue' });
    expect(JSON.stringify(await bench.one('2025-02-01', STALE))).toContain('Town resolution 2025-9');
  });

  it('stops with its run, goes on when the run is opened again, and never runs for one that is closed at once', async () => {
    const bench = running(10);
    bench.record('2025-01-20', LEDGER, around.runClosed('2025-01-12'));
    expect(await bench.one('2025-05-01', STALE)).toMatchObject({ status: 'met', stopped: { on: '2025-01-12' } });
    bench.record('2025-05-02', LEDGER, {
      type: 'RunOpened',
      data: { runId: 'run-1', findingId: FINDING, caseId: CASE, from: '2025-01-02', reopened: true },
    });
    expect(await bench.one('2025-05-03', STALE)).toMatchObject({ status: 'overdue', stopped: null });
    expect(await bench.one('2025-05-03', STALE, { knownAt: morning('2025-05-01') })).toMatchObject({ status: 'met' });
    bench.record(
      '2025-05-03',
      LEDGER,
      ...ledgerOpens('168-27G', 'run-2', '2025-05-03'),
      around.runClosed('2025-05-03', 'run-2'),
    );
    await expect(bench.one('2025-05-04', 'staleAccrual:run-2')).rejects.toMatchObject({
      code: 'DEADLINES.UNKNOWN_DEADLINE',
    });
  });

  it('follows a finding into the case it goes on in: its clocks show there, and steps there count', async () => {
    const bench = running(10);
    const other = (data: object, type: string) => ({ type, data: { caseId: 'case-2', ...data } }) as never;
    bench.record(
      '2025-01-10',
      'case-case-2',
      other(
        { number: 'C-2', title: 'Other', premisesId: 'premises-1', openedOn: '2025-01-10', complaintId: null },
        'CaseOpened',
      ),
    );
    bench.record('2025-02-01', 'notice-2', around.noticeIssued('2025-02-01', 'case-2'));
    bench.record('2025-02-10', STREAM, {
      type: 'CaseSplit',
      data: { caseId: CASE, intoCaseId: 'case-2', findingIds: [FINDING], reason: 'One file', splitOn: '2025-02-10' },
    });
    bench.record(
      '2025-02-10',
      'case-case-2',
      other({ fromCaseId: CASE, findingIds: [FINDING], receivedOn: '2025-02-10' }, 'FindingsReceived'),
    );
    expect(await bench.one('2025-02-11', STALE)).toMatchObject({ lastStep: { on: '2025-01-02' } });
    bench.record('2025-02-20', 'notice-3', around.noticeIssued('2025-02-20', 'case-2'));
    expect(await bench.one('2025-02-21', STALE)).toMatchObject({ lastStep: { on: '2025-02-20' } });
    const kinds = async (caseId: string, past = {}) =>
      (await bench.list('2025-02-21', { caseId }, past)).deadlines.map(({ kind }) => kind);
    expect(await kinds('case-2')).toEqual(['staleAccrual', 'misdemeanorLimitation', 'penaltySuitLimitation']);
    expect(await kinds(CASE)).toEqual([]);
    expect(await kinds(CASE, { asOf: '2025-02-09' })).toHaveLength(3);
  });
});

describe('a suit for a fine (CPLR 214(2))', () => {
  const PENALTY = 'penaltySuitLimitation';
  const fined = (...days: readonly string[]): DeadlinesBench => {
    const bench = running(5); // 2 to 6 January 2025
    bench.record('2025-02-01', FINES, imposed(LEDGER, '2025-02-01', days));
    return bench;
  };
  const groups = async (bench: DeadlinesBench, now: string, past = {}) =>
    (await bench.list(now, { kind: PENALTY }, past)).deadlines.map((entry) => {
      const { subject, group, status } = entry as unknown as {
        subject: { day: string };
        group: { state: string; days: number };
        status: string;
      };
      return [subject.day, group.state, group.days, status];
    });

  it('stops the limitation of the days that its fine names; the others run on, each group with its own first day', async () => {
    const bench = fined('2025-01-02', '2025-01-03');
    bench.record('2028-01-02', FINES, around.sued('2028-01-02'));
    expect(await bench.one('2028-06-01', `${PENALTY}:${LEDGER}:2025-01-02`)).toMatchObject({
      status: 'met',
      stopped: { on: '2028-01-02', by: 'CollectionActionCommenced', fineId: FINE, indexNumber: '2028-7' },
    });
    expect(await bench.one('2028-06-01', `${PENALTY}:${LEDGER}:2025-01-04`)).toMatchObject({ status: 'overdue' });
    expect(await bench.one('2028-06-01', `misdemeanorLimitation:${LEDGER}:2025-01-02`)).toMatchObject({
      stopped: null,
    });
    expect(await groups(bench, '2028-01-04')).toEqual([
      ['2025-01-04', 'running', 3, 'dueSoon'],
      ['2025-01-02', 'inSuit', 2, 'met'],
    ]);
    expect(await groups(bench, '2028-01-05')).toEqual([
      ['2025-01-05', 'running', 2, 'dueSoon'],
      ['2025-01-04', 'runOut', 1, 'overdue'],
      ['2025-01-02', 'inSuit', 2, 'met'],
    ]);
    expect(await groups(bench, '2028-01-05', { asOf: '2028-01-01' })).toEqual([
      ['2025-01-02', 'running', 5, 'dueSoon'],
    ]);
    expect(await groups(bench, '2028-01-05', { knownAt: morning('2028-01-01') })).toEqual([
      ['2025-01-05', 'running', 2, 'dueSoon'],
      ['2025-01-02', 'runOut', 3, 'overdue'],
    ]);
    expect(await bench.day('2028-06-01', FINDING, '2025-01-02')).toMatchObject({ deadlines: [{}, { status: 'met' }] });
  });

  it('revives nothing that had run out when it was begun, and stops no day that the fine no longer names', async () => {
    const late = fined('2025-01-02');
    late.record('2028-01-03', FINES, around.sued('2028-01-03'));
    expect(await late.one('2028-01-04', `${PENALTY}:${LEDGER}:2025-01-02`)).toMatchObject({
      status: 'overdue',
      stopped: null,
    });
    const freed = fined('2025-01-02', '2025-01-03');
    freed.record('2025-03-01', FINES, dropped(LEDGER, '2025-03-01', '2025-01-03'));
    freed.record('2027-06-01', FINES, around.sued('2027-06-01'));
    expect(await groups(freed, '2027-06-02')).toMatchObject(
      [
        ['2025-01-03', 'running', 4, 'pending'],
        ['2025-01-02', 'inSuit', 1, 'met'],
      ].map((entry) => [entry[0], entry[1], entry[2], expect.anything()]),
    );
  });

  it('reaches the days of an agreed fine, which names its days as an imposed one does', async () => {
    const bench = running(5);
    bench.record('2025-02-01', FINES, around.agreedFine(LEDGER, '2025-02-01', ['2025-01-02']));
    bench.record('2027-06-01', FINES, around.sued('2027-06-01'));
    expect(await bench.one('2027-06-02', `${PENALTY}:${LEDGER}:2025-01-02`)).toMatchObject({
      namedInFine: true,
      status: 'met',
    });
  });
});
