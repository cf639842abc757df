import type { FineCommand, ImposeCivilFine } from './fine.commands.js';
import { finesAggregate } from './fine.decider.js';
import type { FineEvent } from './fine.events.js';
import type { FineFacts, ImpositionFacts } from './fine.types.js';
import { contextAt, given } from '#kernel/testing';
import {
  daysFrom,
  FINDING,
  FinesBench,
  imposition,
  impose,
  LedgerBench,
  NO_FACTS,
  OTHER_FINDING,
  recordService,
} from './testing.js';

const NOW = '2026-07-10T14:00:00.000Z';
const JUNE = daysFrom('2026-06-01', 30);
const june = () => new LedgerBench().set(JUNE, 'observed');
const withFacts = (overrides: Partial<ImpositionFacts>, ledger = june()): FineFacts => imposition(ledger, overrides);
const first = (count: number) => JUNE.slice(0, count);

const refused = (
  command: FineCommand,
  facts: FineFacts,
  code: string,
  details: Record<string, unknown> = {},
  events: readonly FineEvent[] = [],
) => given(finesAggregate, events, facts).when(command, contextAt(NOW)).refused(`FINES.${code}`, details);

describe('who may impose a civil fine, where and since when', () => {
  it('refuses an officer without an appointment on file for the day of the act (domain.md 1.1; § 168-30D)', () => {
    refused(impose(first(1), 100_00, { imposedBy: 'clerk-9' }), withFacts({}), 'NO_APPOINTMENT', {
      field: 'imposedBy',
      officerId: 'clerk-9',
      day: '2026-07-10',
    });
  });

  it('refuses every day while the filing of L.L. 22-2009 is not on file, and says why (L11)', () => {
    refused(impose(first(1), 100_00), withFacts({ powerFrom: null }), 'EFFECTIVE_DATE_NOT_ON_FILE');
  });

  it('refuses a day before 3 June 2009 whatever is on file (hard case 33; L11)', () => {
    const ledger = new LedgerBench().set(daysFrom('2009-05-30', 30), 'observed');
    for (const powerFrom of [null, { effectiveOn: '2009-06-03', filingReference: 'x' }])
      refused(impose(['2009-05-30'], 100), imposition(ledger, { powerFrom }), 'BEFORE_LOCAL_LAW_22_2009', {
        day: '2009-05-30',
      });
  });

  it('refuses a day between adoption and the recorded effective date, and takes the effective day itself (L11)', () => {
    const ledger = new LedgerBench().set(daysFrom('2009-06-03', 30), 'observed');
    refused(impose(['2009-06-21', '2009-06-22'], 100), imposition(ledger), 'BEFORE_LOCAL_LAW_22_2009', {
      day: '2009-06-21',
      effectiveOn: '2009-06-22',
    });
    expect(new FinesBench().try(impose(['2009-06-22'], 100), imposition(ledger))).toBeNull();
  });

  it('refuses the Village part and refers it to the Village (hard case 58; Town Law § 132)', () => {
    refused(impose(first(1), 100), withFacts({ territory: 'villagePart' }), 'OUTSIDE_TOWN_TERRITORY', {
      referTo: 'Village',
    });
  });

  it('refuses what lies outside the Town altogether; harm to the works is for the Commission (hard case 59)', () => {
    refused(impose(first(1), 100), withFacts({ territory: 'elsewhere' }), 'OUTSIDE_TOWN_TERRITORY', {
      referTo: 'Commission',
    });
    refused(impose(first(1), 100), withFacts({ territory: null }), 'OUTSIDE_TOWN_TERRITORY', { referTo: null });
  });

  it('refuses a duplicate party and names the one that goes on; refuses a withdrawn finding', () => {
    refused(impose(first(1), 100), withFacts({ duplicateOf: 'party-2' }), 'PARTY_IS_DUPLICATE', {
      duplicateOf: 'party-2',
    });
    refused(impose(first(1), 100), withFacts({ finding: { ...FINDING, withdrawn: true } }), 'FINDING_WITHDRAWN');
  });

  it('asks for authority before it looks at any day', () => {
    refused(
      impose(['2026-06-30'], 5000_00, { imposedBy: 'nobody' }),
      withFacts({ powerFrom: null, territory: 'elsewhere', duplicateOf: 'x' }, new LedgerBench()),
      'NO_APPOINTMENT',
    );
  });
});

describe('which days a fine may name', () => {
  it.each([
    ['presumed', 'presumed'],
    ['forborne', 'forborne'],
    ['voided', 'voided'],
    ['heldBack', 'heldBack'],
  ] as const)('refuses a %s day and says so (domain.md 5.10, 5.11, G11)', (kind, reason) => {
    const ledger = june().set(['2026-06-05', '2026-06-06'], kind);
    refused(impose(first(10), 100), imposition(ledger), 'DAY_NOT_PROVABLE', { day: '2026-06-05', reason });
  });

  it('refuses a day that the ledger does not hold', () => {
    refused(impose(['2026-07-02'], 100), withFacts({}), 'DAY_NOT_PROVABLE', {
      day: '2026-07-02',
      reason: 'notRecorded',
    });
  });

  it('takes inferred days: they may be charged in a civil fine (domain.md 5.10)', () => {
    const ledger = june().set(JUNE.slice(1, 29), 'inferred');
    expect(new FinesBench().try(impose(JUNE, 100), imposition(ledger))).toBeNull();
  });

  it('names no day before it has ended, today included', () => {
    const ledger = june().set(['2026-07-10'], 'observed');
    refused(impose(['2026-07-10'], 100), imposition(ledger), 'DAY_NOT_ENDED', { day: '2026-07-10' });
    refused(impose(['2026-08-01'], 100), imposition(ledger), 'DAY_NOT_ENDED', { day: '2026-08-01' });
  });

  it('refuses a day that another finding counts, and names that finding', () => {
    const ledger = new LedgerBench('offenses-1', OTHER_FINDING.findingId).set(JUNE, 'observed');
    refused(impose(first(1), 100), imposition(ledger), 'NOT_THIS_FINDINGS_DAY', {
      findingId: OTHER_FINDING.findingId,
      caseId: 'case-a',
    });
  });

  it('reads days and spans together, each day once', () => {
    const bench = new FinesBench();
    bench.do(
      impose(['2026-06-03', '2026-06-01'], 100, { spans: [{ from: '2026-06-03', through: '2026-06-05' }] }),
      withFacts({}),
    );
    expect(bench.state.fines[0]!.days.map(({ day }) => day)).toEqual([
      '2026-06-01',
      '2026-06-03',
      '2026-06-04',
      '2026-06-05',
    ]);
  });

  it.each<[string, Partial<ImposeCivilFine>]>([
    ['NO_DAYS', { days: [] }],
    ['SPAN_BACKWARD', { spans: [{ from: '2026-06-05', through: '2026-06-04' }] }],
    ['TOO_MANY_DAYS', { spans: [{ from: '2001-01-01', through: '2026-06-04' }] }],
    ['AMOUNT_NOT_CLEAR', { amount: {} }],
    ['AMOUNT_NOT_CLEAR', { amount: { rateCents: 1, totalCents: 1 } }],
    ['ZERO_AMOUNT', { amount: { rateCents: 0 } }],
    ['ZERO_AMOUNT', { amount: { totalCents: 1 } }],
    ['DAYS_DIFFER', { amount: { perDay: [{ day: '2026-06-09', cents: 1 }] } }],
    [
      'DAY_NAMED_TWICE',
      {
        days: [],
        amount: {
          perDay: [
            { day: '2026-06-09', cents: 1 },
            { day: '2026-06-09', cents: 2 },
          ],
        },
      },
    ],
  ])('refuses with FINES.%s what does not say which days and how much: %j', (code, overrides) => {
    refused(impose(first(2), 100, overrides), withFacts({}), code, { kind: 'invalid' });
  });

  it('refuses a day that is already in a live fine, and names the fine; a withdrawn fine holds nothing', () => {
    const bench = new FinesBench();
    const fineId = bench.impose(june(), first(5), 100);
    refused(
      impose(JUNE.slice(4, 6), 100),
      withFacts({}),
      'DAY_ALREADY_CHARGED',
      { day: '2026-06-05', fineId },
      bench.events,
    );
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'Wrong party' }, NO_FACTS);
    expect(bench.try(impose(first(5), 100), withFacts({}))).toBeNull();
  });

  it('raises a day by a new imposition of the difference that names the first (hard case 27)', () => {
    const bench = new FinesBench();
    const fineId = bench.impose(june(), first(2), 400_00);
    expect(bench.try(impose(first(2), 600_00, { raises: fineId }), withFacts({}))).toBeNull();
    expect(bench.state.fines[1]).toMatchObject({ raises: fineId, days: [{ cents: 600_00 }, { cents: 600_00 }] });
    expect(bench.try(impose(first(1), 1, { raises: fineId }), withFacts({}))).toBe('FINES.OVER_DAILY_CAP');
    expect(bench.try(impose(first(1), 1, { raises: bench.state.fines[1]!.fineId }), withFacts({}))).toBe(
      'FINES.DAY_ALREADY_CHARGED',
    );
    expect(bench.try(impose(['2026-06-09'], 1, { raises: fineId }), withFacts({}))).toBe('FINES.NOTHING_TO_RAISE');
    expect(bench.try(impose(first(1), 1, { raises: 'party-1.fine-9' }), withFacts({}))).toBe('FINES.NOTHING_TO_RAISE');
  });
});

describe('the cap of $1,000 for a person and local day', () => {
  it('refuses $1,500 for one day, names the day and the cents left, and never clips (hard case 31; § 168-30D)', () => {
    refused(impose(first(1), 1500_00), withFacts({}), 'OVER_DAILY_CAP', {
      kind: 'refused',
      day: '2026-06-01',
      centsLeft: 1000_00,
      capCents: 1000_00,
      authority: '§ 168-30D',
    });
  });

  it('takes exactly $1,000 and refuses one cent more', () => {
    expect(new FinesBench().try(impose(first(1), 1000_00), withFacts({}))).toBeNull();
    refused(impose(first(1), 1000_01), withFacts({}), 'OVER_DAILY_CAP', { centsLeft: 1000_00 });
  });

  it('lists every day that would pass the cap, the first one apart', () => {
    const bench = new FinesBench();
    bench.impose(june(), ['2026-06-02', '2026-06-04'], 900_00);
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    refused(
      impose(first(5), 200_00),
      imposition(other, { finding: OTHER_FINDING }),
      'OVER_DAILY_CAP',
      {
        day: '2026-06-02',
        centsLeft: 100_00,
        days: [
          { day: '2026-06-02', cents: 200_00, centsLeft: 100_00 },
          { day: '2026-06-04', cents: 200_00, centsLeft: 100_00 },
        ],
      },
      bench.events,
    );
  });

  it('counts two rules of one day under one cap, unless counsel decided for the case: then each ledger has its own (hard case 30)', () => {
    const bench = new FinesBench();
    bench.impose(june(), first(1), 1000_00);
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const facts = (capDecision: ImpositionFacts['capDecision']) =>
      imposition(other, { finding: OTHER_FINDING, capDecision });
    expect(bench.try(impose(first(1), 1), facts(null))).toBe('FINES.OVER_DAILY_CAP');
    const decision = { reference: 'Letter of counsel', recordedOn: '2026-07-01' };
    expect(bench.try(impose(first(1), 1000_01), facts(decision))).toBe('FINES.OVER_DAILY_CAP');
    expect(bench.try(impose(first(1), 1000_00), facts(decision))).toBeNull();
    expect(bench.state.fines[1]!.capDecision).toBe('Letter of counsel');
  });

  it('counts amounts that are not served, and frees them only by a drop or a withdrawal', () => {
    const bench = new FinesBench();
    const ledger = june();
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const fineId = bench.impose(ledger, first(2), 1000_00);
    ledger.set(['2026-06-01'], 'presumed');
    const second = () => bench.try(impose(['2026-06-01'], 1), imposition(other, { finding: OTHER_FINDING }));
    expect(second()).toBe('FINES.OVER_DAILY_CAP');
    bench.drop(ledger);
    expect(second()).toBeNull();
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'Settled otherwise' }, NO_FACTS);
    expect(bench.try(impose(['2026-06-02'], 1000_00), imposition(other, { finding: OTHER_FINDING }))).toBeNull();
  });

  it('refuses a running rate that could never be billed', () => {
    refused(impose(first(1), 1, { running: { rateCents: 1000_01 } }), withFacts({}), 'OVER_DAILY_CAP', {
      field: 'running.rateCents',
    });
    refused(impose(first(1), 1, { running: { rateCents: 0 } }), withFacts({}), 'ZERO_AMOUNT');
  });
});

describe('what an imposition records', () => {
  it('names days, amounts, the ledger as it saw it, its authority and the document as frozen', () => {
    const ledger = june();
    given(finesAggregate, [], imposition(ledger))
      .when(impose(['2026-06-01'], 0, { amount: { totalCents: 500_00 } }), contextAt(NOW, { number: 'CF-2026-006' }))
      .then([
        {
          type: 'CivilFineImposed',
          data: {
            fineId: 'party-1.fine-1',
            number: 'CF-2026-006',
            partyId: 'party-1',
            caseId: 'case-a',
            findingId: 'case-a.finding-1',
            premisesId: 'premises-1',
            ruleId: '168-27G',
            ledger: 'offenses-1',
            days: [{ day: '2026-06-01', cents: 500_00 }],
            ledgerEventCount: 1,
            running: null,
            raises: null,
            reason: 'Bypass left open',
            imposedBy: 'officer-1',
            imposedOn: '2026-07-10',
            appointmentId: 'appointment-1',
            capDecision: null,
            document: {
              recipientName: 'Example Laundry',
              recipientAddress: '1 Example Road',
              addressedOn: '2026-07-10',
            },
            authority: '§ 168-30D',
          },
        },
      ]);
  });

  it('shares a total equally, the odd cents on the earliest days', () => {
    const bench = new FinesBench();
    bench.do(impose(first(3), 0, { amount: { totalCents: 100_00 } }), withFacts({}));
    expect(bench.state.fines[0]!.days.map(({ cents }) => cents)).toEqual([33_34, 33_33, 33_33]);
  });
});

describe('a running fine and its statements', () => {
  const running = { running: { rateCents: 100_00 } };

  it('reserves nothing and bills nothing until a statement names the later days (L05)', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(daysFrom('2026-03-30', 101), 'observed');
    const fineId = bench.impose(ledger, ['2026-03-30'], 100_00, running);
    expect(bench.state.fines[0]!.running).toEqual({
      rateCents: 100_00,
      fromDay: '2026-03-31',
      runId: 'run-1',
      ended: null,
    });
    bench.bill(fineId, ledger);
    const [issued] = bench.events.filter((event) => event.type === 'StatementIssued');
    expect(issued!.data.days).toHaveLength(100);
    expect(bench.try({ type: 'ServeStatement', fineId, days: [], spans: [], issuedBy: null }, imposition(ledger))).toBe(
      'FINES.NOTHING_TO_BILL',
    );
  });

  it('leaves presumed, forborne and voided later days out unless asked, and refuses them when asked', () => {
    const bench = new FinesBench();
    const ledger = june().set(['2026-06-10'], 'forborne').set(['2026-06-11'], 'voided').set(JUNE.slice(20), 'presumed');
    const fineId = bench.impose(ledger, first(8), 100_00, running);
    refused(
      { type: 'ServeStatement', fineId, days: ['2026-06-09', '2026-06-10'], spans: [], issuedBy: null },
      imposition(ledger),
      'DAY_NOT_PROVABLE',
      { day: '2026-06-10', reason: 'forborne' },
      bench.events,
    );
    bench.bill(fineId, ledger);
    const days = bench.state.fines[0]!.days.filter(({ statementId }) => statementId !== null).map(({ day }) => day);
    expect(days).toEqual(['2026-06-09', ...JUNE.slice(11, 20)]);
  });

  it('checks the cap when the statement is issued', () => {
    const bench = new FinesBench();
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const fineId = bench.impose(june(), first(1), 100_00, running);
    bench.do(impose(['2026-06-03'], 950_00), imposition(other, { finding: OTHER_FINDING }));
    const statement: FineCommand = { type: 'ServeStatement', fineId, days: [], spans: [], issuedBy: null };
    refused(statement, withFacts({}), 'OVER_DAILY_CAP', { day: '2026-06-03', centsLeft: 50_00 }, bench.events);
    expect(
      bench.try(
        { ...statement, days: ['2026-06-02'], spans: [{ from: '2026-06-04', through: '2026-06-06' }] },
        withFacts({}),
      ),
    ).toBeNull();
  });

  it('needs a running fine, an appointed officer, and later days of its own run', () => {
    const bench = new FinesBench();
    const ledger = june();
    const plain = bench.impose(ledger, first(1), 100_00);
    const fineId = bench.impose(ledger, ['2026-06-05'], 100_00, running);
    const statement = (over: Partial<Extract<FineCommand, { type: 'ServeStatement' }>>): FineCommand => ({
      type: 'ServeStatement',
      fineId,
      days: [],
      spans: [],
      issuedBy: null,
      ...over,
    });
    refused(statement({ fineId: plain }), imposition(ledger), 'NOT_RUNNING', {}, bench.events);
    refused(statement({ fineId: 'party-1.fine-9' }), NO_FACTS, 'UNKNOWN_FINE', {}, bench.events);
    refused(
      statement({ issuedBy: 'clerk-9' }),
      imposition(ledger),
      'NO_APPOINTMENT',
      { field: 'issuedBy' },
      bench.events,
    );
    refused(
      statement({ days: ['2026-06-04'] }),
      imposition(ledger),
      'NOT_A_LATER_DAY',
      { day: '2026-06-04' },
      bench.events,
    );
    refused(statement({ days: ['2026-06-05'] }), imposition(ledger), 'DAY_ALREADY_CHARGED', {}, bench.events);
  });

  it('ends the earlier rate the day before another one on the same run begins (L10, F10)', () => {
    const bench = new FinesBench();
    const ledger = june();
    const earlier = bench.impose(ledger, first(2), 100_00, running);
    const events = bench.do(impose(['2026-06-11'], 200_00, { running: { rateCents: 200_00 } }), imposition(ledger));
    expect(events[1]).toEqual({
      type: 'RunningRateEnded',
      data: {
        fineId: earlier,
        partyId: 'party-1',
        caseId: 'case-a',
        lastDay: '2026-06-10',
        endedOn: '2026-07-10',
        endedBy: 'party-1.fine-2',
      },
    });
    bench.bill(earlier, ledger);
    bench.bill('party-1.fine-2', ledger);
    const statements = bench.events.filter((event) => event.type === 'StatementIssued').map(({ data }) => data.days);
    expect(statements[0]).toEqual(JUNE.slice(2, 10).map((day) => ({ day, cents: 100_00 })));
    expect(statements[1]).toEqual(JUNE.slice(11).map((day) => ({ day, cents: 200_00 })));
  });

  it('leaves the rate of another run alone', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(first(5), 'observed');
    bench.impose(ledger, first(1), 100_00, running);
    const later = new LedgerBench('offenses-1', FINDING.findingId, 'run-2').set(JUNE.slice(20), 'observed');
    for (const [day, fact] of later.days) ledger.days.set(day, fact);
    expect(bench.do(impose(['2026-06-21'], 200_00, { running: { rateCents: 1 } }), imposition(ledger))).toHaveLength(1);
  });
});

describe('service, drops, withdrawal and payment', () => {
  it('keeps the fact of service when a named day dropped after the document was frozen (offense-day rules 2)', () => {
    const bench = new FinesBench();
    const ledger = june();
    const fineId = bench.impose(ledger, first(5), 100_00);
    ledger.set(['2026-06-02'], 'voided');
    bench.drop(ledger);
    ledger.set(['2026-06-03'], 'presumed');
    const [served] = bench.serve(fineId, null, ledger);
    expect(served).toMatchObject({
      type: 'FineNoticeServed',
      data: { servedOn: '2026-07-10', droppedBefore: ['2026-06-02', '2026-06-03'] },
    });
  });

  it('records service once, not before the document and not in the future', () => {
    const bench = new FinesBench();
    const fineId = bench.impose(june(), first(1), 100);
    const service = (servedAt: string, statementId: string | null = null, noticeId = 'notice-1') =>
      recordService(fineId, servedAt, statementId, noticeId);
    expect(bench.try(service('2026-07-10T14:00:01.000Z'), NO_FACTS)).toBe('FINES.IN_THE_FUTURE');
    expect(bench.try(service('2026-07-10T03:59:00.000Z'), NO_FACTS)).toBe('FINES.SERVED_BEFORE_MADE');
    expect(bench.try(service(NOW, `${fineId}.statement-1`), NO_FACTS)).toBe('FINES.UNKNOWN_STATEMENT');
    expect(bench.try(service(NOW), NO_FACTS)).toBeNull();
    expect(bench.do(service(NOW), NO_FACTS)).toEqual([]);
    expect(bench.try(service(NOW, null, 'notice-2'), NO_FACTS)).toBe('FINES.ALREADY_SERVED');
  });

  it('drops a day that left provable after it was named, whatever came later, and once', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.impose(ledger, first(4), 100_00);
    ledger.set(['2026-06-02'], 'voided').set(['2026-06-02'], 'observed').set(['2026-06-03'], 'forborne');
    expect(bench.drop(ledger)).toMatchObject([
      {
        type: 'FineDaysDropped',
        data: {
          days: [
            { day: '2026-06-02', cents: 100_00, statementId: null },
            { day: '2026-06-03', cents: 100_00, statementId: null },
          ],
          ledgerEventCount: 4,
        },
      },
    ]);
    expect(bench.drop(ledger)).toEqual([]);
  });

  it('charges a dropped day again only by a new imposition', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.impose(ledger, first(2), 1000_00);
    ledger.set(['2026-06-02'], 'voided');
    bench.drop(ledger);
    ledger.set(['2026-06-02'], 'observed');
    expect(bench.drop(ledger)).toEqual([]);
    expect(bench.try(impose(['2026-06-02'], 1000_00), imposition(ledger))).toBeNull();
    expect(bench.drop(ledger)).toEqual([]);
  });

  it('drops nothing for days that are only held back: a reading of counsel is no change of the ledger', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.impose(ledger, first(2), 100);
    ledger.set(first(2), 'heldBack');
    expect(bench.drop(ledger)).toEqual([]);
  });

  it('keeps the day of receipt beside the day of entry, and refuses the future and nothing (A01)', () => {
    const bench = new FinesBench();
    const fineId = bench.impose(june(), first(1), 100_00);
    expect(bench.pay(fineId, 150_00, '2026-07-10')).toMatchObject([
      { data: { paymentId: `${fineId}.payment-1`, receivedOn: '2026-07-10', enteredOn: '2026-07-10' } },
    ]);
    const payment: FineCommand = {
      type: 'RecordPayment',
      fineId,
      amountCents: 1,
      receivedOn: '2026-07-11',
      method: 'cash',
      reference: null,
    };
    expect(bench.try(payment, NO_FACTS)).toBe('FINES.IN_THE_FUTURE');
    expect(bench.try({ ...payment, receivedOn: '2026-07-09' }, NO_FACTS)).toBe('FINES.RECEIVED_BEFORE_IMPOSED');
    expect(bench.try({ ...payment, receivedOn: '2026-07-10', amountCents: 0 }, NO_FACTS)).toBe('FINES.ZERO_AMOUNT');
  });

  it('withdraws once; takes money for a withdrawn fine, and serves nothing of it', () => {
    const bench = new FinesBench();
    const fineId = bench.impose(june(), first(1), 100_00);
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'Mistake' }, NO_FACTS);
    expect(bench.try({ type: 'WithdrawCivilFine', fineId, reason: 'Again' }, NO_FACTS)).toBe('FINES.FINE_WITHDRAWN');
    expect(() => bench.serve(fineId)).toThrow(/withdrawn/);
    bench.pay(fineId, 10_00);
    expect(bench.state.fines[0]!.payments).toHaveLength(1);
  });
});

describe('the recheck of an imposition (offense-day rules 5, "Races")', () => {
  const recheck = (facts: Partial<ImpositionFacts>, bench = new FinesBench()) => {
    const ledger = june();
    const fineId = bench.impose(ledger, first(2), 100_00);
    return { bench, again: () => bench.do({ type: 'RecheckFine', fineId }, imposition(ledger, facts)) };
  };

  it.each<[string, Partial<ImpositionFacts>]>([
    ['appointment', { appointmentOf: () => null }],
    ['power', { powerFrom: null }],
    ['power', { powerFrom: { effectiveOn: '2026-06-02', filingReference: 'x' } }],
    ['territory', { territory: 'villagePart' }],
    ['findingWithdrawn', { finding: { ...FINDING, withdrawn: true } }],
    ['partyDuplicate', { duplicateOf: 'party-2' }],
  ])('notes a drift of %s once', (what, facts) => {
    const { again } = recheck(facts);
    expect(again()).toMatchObject([{ type: 'FineBasisDrifted', data: { what } }]);
    expect(again()).toEqual([]);
  });

  it('says nothing where everything still holds', () => {
    expect(recheck({}).again()).toEqual([]);
  });

  it("notes amounts that pass the cap once counsel's decision is gone", () => {
    const bench = new FinesBench();
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const decided = { finding: OTHER_FINDING, capDecision: { reference: 'Letter', recordedOn: '2026-07-01' } };
    bench.impose(june(), first(1), 1000_00);
    bench.do(impose(first(1), 1000_00), imposition(other, decided));
    const again = (capDecision: ImpositionFacts['capDecision']) =>
      bench.do({ type: 'RecheckFine', fineId: 'party-1.fine-2' }, imposition(other, { ...decided, capDecision }));
    expect(again(decided.capDecision)).toEqual([]);
    expect(again(null)).toMatchObject([{ data: { what: 'capDecision' } }]);
  });
});
