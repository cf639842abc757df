import { eachDay } from '#legal-time';
import { ledgerStream } from '#offenses/published';

import { deadlinesProjection } from './deadlines.projection.js';
import * as around from './testing.around-the-fine.js';
import { CASE, caseEvents, DeadlinesBench, FINE, holiday, imposed, morning, policy, served } from './testing.js';

const STREAM = `case-${CASE}`;
const FINES = 'fines-party-1';
const APPEALS = `appeal-${around.APPEAL_ID}`;
const LEDGER = ledgerStream({ partyId: 'party-1', premisesId: 'premises-1', ruleId: '168-27G' });

const DATE = `compliance:${around.COMPLIANCE}`;
const milestone = (number: number) => `milestone:${around.AGREEMENT}.milestone-${number}`;
const payment = (number: number) => `agreementPayment:${around.AGREEMENT}.payment-${number}`;
const HEARING = `hearing:${around.HEARING}`;
const PUBLIC = `hearingPublicNotice:${around.HEARING}`;
const SERVICE = `decisionService:${around.DECISION}`;
const ARTICLE_78 = `article78:${around.DECISION}`;

const town = (): DeadlinesBench => {
  const bench = new DeadlinesBench();
  bench.record('2023-01-02', STREAM, ...caseEvents());
  return bench;
};

/** Every bench ends in a rebuild that must give the same rows. */
const benches: DeadlinesBench[] = [];
const opened = (): DeadlinesBench => {
  const bench = town();
  benches.push(bench);
  return bench;
};
afterEach(() => {
  for (const bench of benches.splice(0)) {
    const rebuilt = bench.rebuilt();
    expect(rebuilt.contents([deadlinesProjection])).toEqual(bench.file.contents([deadlinesProjection]));
    rebuilt.close();
    bench.file.close();
  }
});

describe('a compliance date (Town practice; the Article sets none, domain.md 5.9)', () => {
  const set = (): DeadlinesBench => {
    const bench = opened();
    bench.record('2026-03-20', STREAM, around.dateSet('2026-03-20', '2026-04-01'));
    return bench;
  };

  it('ends with its day, is overdue from the next one, and stays on a Sunday, since a named date is no period', async () => {
    const bench = opened();
    bench.record('2026-03-20', STREAM, around.dateSet('2026-03-20', '2026-04-05'));
    expect(await bench.one('2026-04-05', DATE)).toMatchObject({
      kind: 'compliance',
      caseId: CASE,
      premisesId: 'premises-1',
      lastDay: '2026-04-05',
      status: 'dueSoon',
      daysLate: 0,
      alert: 'due',
      authority: 'Town practice; the Article sets no compliance date',
      explanation: { kind: 'fixedDate', extended: false },
    });
    expect(await bench.one('2026-04-06', DATE)).toMatchObject({ status: 'overdue', daysLate: 1, alert: 'late' });
    expect(await bench.one('2026-04-07', DATE)).toMatchObject({ status: 'overdue', alert: null });
    expect(JSON.stringify(await bench.one('2026-04-06', DATE))).toContain('the date stays all the same');
  });

  it('extended on 10 April to 20 April shows 1 April as of the 5th and as known on the 9th (F05); list, count and detail agree (F04)', async () => {
    const bench = set();
    bench.record('2026-04-10', STREAM, around.extended('2026-04-10', '2026-04-20'));
    const asked = async (now: string, past = {}) => {
      const { deadlines, counts } = await bench.list(now, { caseId: CASE, kind: 'compliance' }, past);
      const { lastDay, status } = (await bench.one(now, DATE, past)) as { lastDay: string; status: string };
      expect(deadlines).toMatchObject([{ deadlineId: DATE, lastDay, status }]);
      expect(counts).toEqual({ [status]: 1 });
      return [lastDay, status];
    };
    expect(await asked('2026-04-12')).toEqual(['2026-04-20', 'pending']);
    expect(await asked('2026-04-12', { asOf: '2026-04-05' })).toEqual(['2026-04-01', 'overdue']);
    expect(await asked('2026-04-12', { asOf: '2026-04-09' })).toEqual(['2026-04-01', 'overdue']);
    expect(await asked('2026-04-12', { asOf: '2026-04-10' })).toEqual(['2026-04-20', 'pending']);
    expect(await asked('2026-04-12', { knownAt: morning('2026-04-09') })).toEqual(['2026-04-01', 'overdue']);
    expect(await asked('2026-04-21')).toEqual(['2026-04-20', 'overdue']);
  });

  it('is met on the day of the cure, not of its verification, and overdue again when that sighting is struck out', async () => {
    const bench = set();
    bench.record('2026-04-03', LEDGER, around.cured('2026-03-31', '2026-04-03'));
    expect(await bench.one('2026-04-04', DATE)).toMatchObject({
      status: 'met',
      stopped: { on: '2026-03-31', by: 'CureVerified' },
    });
    expect(await bench.one('2026-04-04', DATE, { asOf: '2026-03-30' })).toMatchObject({ status: 'dueSoon' });
    bench.record('2026-04-08', LEDGER, around.sightingVoided('sighting-cure'));
    expect(await bench.one('2026-04-08', DATE)).toMatchObject({ status: 'overdue', stopped: null });
    expect(await bench.one('2026-04-08', DATE, { knownAt: morning('2026-04-04') })).toMatchObject({ status: 'met' });
    bench.record('2026-04-09', LEDGER, around.sighting('violating', '2026-04-09'));
    expect(await bench.one('2026-04-09', DATE)).toMatchObject({ status: 'overdue' });
    bench.record('2026-04-09', LEDGER, around.sighting('ended', '2026-04-09'));
    expect(await bench.one('2026-04-09', DATE)).toMatchObject({ status: 'metLate', daysLate: 8 });
  });

  it('is void when it is canceled or its finding is withdrawn, from that day on', async () => {
    const ends: readonly (readonly [string, (on: string) => Parameters<DeadlinesBench['record']>[2]])[] = [
      ['ComplianceDateCanceled', around.dateCanceled],
      ['FindingWithdrawn', around.findingWithdrawn],
    ];
    for (const [by, end] of ends) {
      const bench = set();
      bench.record('2026-03-25', STREAM, end('2026-03-25'));
      expect(await bench.one('2026-04-04', DATE)).toMatchObject({ status: 'void', voided: { from: '2026-03-25', by } });
      expect(await bench.one('2026-04-04', DATE, { asOf: '2026-03-24' })).toMatchObject({ status: 'pending' });
    }
  });
});

describe('days that a consent agreement names (Gen. Constr. Law § 25)', () => {
  it('move off a Saturday to Monday, labeled as for counsel, with the named day beside; a proclaimed holiday moves them on', async () => {
    const bench = opened();
    bench.record('2026-06-01', STREAM, around.signed('2026-06-01', ['2026-06-13', '2026-06-30']));
    expect(await bench.one('2026-06-02', milestone(1))).toMatchObject({
      startedOn: '2026-06-01',
      lastDay: '2026-06-15', // the Sunday is Flag Day, which does not move
      subject: { agreementId: around.AGREEMENT, dueOn: '2026-06-13' },
      authority: `Consent agreement ${around.AGREEMENT}; Gen. Constr. Law § 25`,
      explanation: { rawEnd: '2026-06-13', extended: true, arguable: { lastDay: '2026-06-13' } },
    });
    expect(JSON.stringify(await bench.one('2026-06-02', milestone(1)))).toContain('for counsel to confirm');
    bench.settings('2026-06-10', holiday('2026-06-15'));
    expect(await bench.one('2026-06-10', milestone(1))).toMatchObject({ lastDay: '2026-06-16' });
    expect(await bench.one('2026-06-10', milestone(1), { knownAt: morning('2026-06-09') })).toMatchObject({
      lastDay: '2026-06-15',
    });
    expect(await bench.one('2026-06-10', milestone(2))).toMatchObject({ lastDay: '2026-06-30', status: 'pending' });
  });

  it('stay overdue when only noted as missed, and are void with a breach while what was done stays done', async () => {
    const bench = opened();
    bench.record('2026-06-01', STREAM, around.signed('2026-06-01', ['2026-06-10', '2026-06-30']));
    bench.record('2026-06-09', STREAM, around.milestoneMet(1, '2026-06-09'));
    bench.record('2026-07-02', STREAM, {
      type: 'MilestoneMissed',
      data: {
        caseId: CASE,
        agreementId: around.AGREEMENT,
        milestoneId: `${around.AGREEMENT}.milestone-2`,
        notedOn: '2026-07-02',
        note: null,
      },
    });
    expect(await bench.one('2026-07-02', milestone(2))).toMatchObject({ status: 'overdue', daysLate: 2 });
    bench.record('2026-07-05', STREAM, around.breached('2026-07-05'));
    expect(await bench.one('2026-07-05', milestone(1))).toMatchObject({ status: 'met', void: false });
    expect(await bench.one('2026-07-05', milestone(2))).toMatchObject({
      status: 'void',
      voided: { from: '2026-07-05', by: 'ConsentAgreementBreached' },
    });
    expect(await bench.one('2026-07-05', milestone(2), { asOf: '2026-07-04' })).toMatchObject({ status: 'overdue' });
  });
});

describe('payment dates of an agreement', () => {
  const agreed = (): DeadlinesBench => {
    const bench = opened();
    const payments = [
      ['2026-07-01', 30_000],
      ['2026-08-03', 20_000],
    ] as const;
    bench.record('2026-06-01', STREAM, around.signed('2026-06-01', [], payments));
    return bench;
  };

  it('are met on the day whose money reached the sum, money received before the fine is linked counted too', async () => {
    const bench = agreed();
    bench.record('2026-06-05', FINES, around.paid('2026-06-03', 10_000));
    expect(await bench.one('2026-06-05', payment(1))).toMatchObject({ status: 'pending', receivedCents: 0 });
    bench.record('2026-06-10', FINES, around.agreedFine(LEDGER, '2026-06-10', ['2026-05-01']));
    expect(await bench.one('2026-06-10', payment(1))).toMatchObject({
      receivedCents: 10_000,
      subject: { payment: 1, amountCents: 30_000, throughCents: 30_000 },
    });
    bench.record('2026-07-03', FINES, around.paid('2026-06-30', 20_000));
    expect(await bench.one('2026-07-03', payment(1))).toMatchObject({
      status: 'met',
      stopped: { on: '2026-06-30', by: 'PaymentReceived', position: '00000000000000000006' },
    });
    expect(await bench.one('2026-07-03', payment(1), { knownAt: morning('2026-07-02') })).toMatchObject({
      status: 'overdue',
    });
    expect(await bench.one('2026-07-03', payment(1), { asOf: '2026-06-29' })).toMatchObject({ receivedCents: 10_000 });
    expect(await bench.one('2026-08-05', payment(2))).toMatchObject({
      status: 'overdue',
      daysLate: 2,
      receivedCents: 30_000,
      subject: { throughCents: 50_000 },
    });
  });

  it('count a refund out and credit of another fine in, each from its own day', async () => {
    const bench = agreed();
    bench.record('2026-06-10', FINES, around.agreedFine(LEDGER, '2026-06-10', ['2026-05-01']));
    bench.record('2026-06-20', FINES, around.paid('2026-06-20', 30_000));
    bench.record('2026-06-25', FINES, around.refunded('2026-06-25', 5_000));
    expect(await bench.one('2026-07-10', payment(1))).toMatchObject({ status: 'overdue', receivedCents: 25_000 });
    expect(await bench.one('2026-07-10', payment(1), { asOf: '2026-06-24' })).toMatchObject({ status: 'met' });
    bench.record('2026-07-10', FINES, around.creditApplied('2026-07-10', 5_000, 'party-1.fine-2'));
    expect(await bench.one('2026-07-10', payment(1))).toMatchObject({
      status: 'metLate',
      daysLate: 9,
      stopped: { by: 'CreditApplied' },
    });
  });

  it('give an alert on the due day and on the first late day, once each (W13)', async () => {
    const bench = agreed();
    const alerts = await Promise.all(
      eachDay('2026-06-29', '2026-07-05').map(async (day) => (await bench.list(day, { caseId: CASE })).alerts),
    );
    const one = (alert: string) => [{ deadlineId: payment(1), kind: 'agreementPayment', alert }];
    expect(alerts).toEqual([[], [], one('due'), one('late'), [], [], []]);
  });

  it('not met by the day of a breach are void; a payment made by then stays made', async () => {
    const bench = agreed();
    bench.record('2026-06-10', FINES, around.agreedFine(LEDGER, '2026-06-10', ['2026-05-01']));
    bench.record('2026-06-20', FINES, around.paid('2026-06-20', 30_000));
    bench.record('2026-08-10', STREAM, around.breached('2026-08-10'));
    bench.record('2026-08-12', FINES, around.paid('2026-08-12', 20_000));
    expect(await bench.one('2026-08-15', payment(1))).toMatchObject({ status: 'met', void: false });
    expect(await bench.one('2026-08-15', payment(2))).toMatchObject({ status: 'void', receivedCents: 50_000 });
    expect(await bench.one('2026-08-15', payment(2), { asOf: '2026-08-09' })).toMatchObject({ status: 'overdue' });
  });
});

describe('the Town Board’s appeal', () => {
  const heard = (publicNoticeAt: string | null = null): DeadlinesBench => {
    const bench = opened();
    bench.record('2026-06-01', FINES, imposed(LEDGER, '2026-06-01', ['2026-05-01']));
    bench.record(
      '2026-06-05',
      APPEALS,
      around.hearingNoticed('2026-06-05', '2026-06-16T23:00:00.000Z', publicNoticeAt),
    );
    return bench;
  };

  it('has a hearing date that an adjournment moves from its own day, that opening meets and withdrawal voids', async () => {
    const bench = heard();
    bench.record('2026-06-15', APPEALS, around.adjourned('2026-06-15', '2026-06-30T23:00:00.000Z'));
    expect(await bench.one('2026-06-20', HEARING)).toMatchObject({
      lastDay: '2026-06-30',
      status: 'pending',
      subject: { fineId: FINE, fineNumber: 'CF-2026-001' },
    });
    expect(await bench.one('2026-06-20', HEARING, { asOf: '2026-06-14' })).toMatchObject({ lastDay: '2026-06-16' });
    bench.record('2026-06-30', APPEALS, around.hearingOpened('2026-06-30'));
    expect(await bench.one('2026-06-30', HEARING)).toMatchObject({ status: 'met' });
    // Opened and continued on another day: a date of its own.
    bench.record('2026-06-30', APPEALS, around.adjourned('2026-06-30', '2026-07-14T23:00:00.000Z'));
    expect(await bench.one('2026-07-01', HEARING)).toMatchObject({ status: 'met', lastDay: '2026-06-30' });
    expect(await bench.one('2026-07-01', `${HEARING}.continued-1`)).toMatchObject({
      lastDay: '2026-07-14',
      status: 'pending',
    });
    bench.record('2026-07-02', APPEALS, around.appealWithdrawn('2026-07-02'));
    expect(await bench.one('2026-07-15', `${HEARING}.continued-1`)).toMatchObject({ status: 'void' });
    expect(await bench.one('2026-07-15', HEARING)).toMatchObject({ status: 'met' });
  });

  it('is announced 72 hours before, to the hour, where it is set a week ahead (Pub. Off. Law § 104)', async () => {
    const inTime = heard('2026-06-13T23:00:00.000Z');
    expect(await inTime.one('2026-06-14', PUBLIC)).toMatchObject({
      kind: 'hearingPublicNotice',
      lastDay: '2026-06-13',
      explanation: { dueInstant: '2026-06-13T23:00:00.000Z' },
      status: 'met',
    });
    expect(await heard('2026-06-13T23:01:00.000Z').one('2026-06-14', PUBLIC)).toMatchObject({
      status: 'metLate',
      daysLate: 0,
    });
    expect(await heard().one('2026-06-14', PUBLIC)).toMatchObject({ status: 'overdue', alert: 'late' });
    const soon = opened();
    soon.record('2026-06-05', APPEALS, around.hearingNoticed('2026-06-05', '2026-06-09T23:00:00.000Z', null));
    expect(await soon.one('2026-06-08', PUBLIC)).toMatchObject({ lastDay: '2026-06-09', status: 'dueSoon' });
    expect(JSON.stringify(await soon.one('2026-06-08', PUBLIC))).toContain('reasonable notice');
  });

  it('meets the appeal period of the document it names, late where it is late, only where the Board wrote one (hard case 17; G7)', async () => {
    const served30 = (): DeadlinesBench => {
      const bench = opened();
      bench.settings('2026-01-01', policy('appeal-deadline-days', 30, '2026-01-01'));
      bench.record('2026-06-05', FINES, imposed(LEDGER, '2026-06-05', ['2026-05-01']), served('2026-06-05'));
      bench.record('2026-06-06', FINES, served('2026-06-06', `${FINE}.statement-1`));
      return bench;
    };
    const monday = served30();
    monday.record('2026-07-06', APPEALS, around.appealFiled('2026-07-06'));
    expect(await monday.one('2026-07-07', `appealWindow:${FINE}`)).toMatchObject({
      status: 'met',
      lastDay: '2026-07-06',
    });
    expect(await monday.one('2026-07-07', `appealWindow:${FINE}.statement-1`)).toMatchObject({ status: 'overdue' });
    const tuesday = served30();
    tuesday.record('2026-07-07', APPEALS, around.appealFiled('2026-07-07'));
    expect(await tuesday.one('2026-07-07', `appealWindow:${FINE}`)).toMatchObject({ status: 'metLate', daysLate: 1 });
    const early = opened();
    early.record('2026-06-05', FINES, imposed(LEDGER, '2026-06-05', ['2026-05-01']));
    early.record('2026-06-06', APPEALS, around.appealFiled('2026-06-06'));
    early.record('2026-06-09', FINES, served('2026-06-08'));
    expect(await early.one('2026-06-09', `appealWindow:${FINE}`)).toMatchObject({
      answer: 'none written',
      stopped: { on: '2026-06-06', by: 'AppealFiled' },
    });
  });

  it('is decided, and the decision served by a period of Town policy alone; none written otherwise', async () => {
    const silent = opened();
    silent.record('2026-06-20', APPEALS, around.decided('2026-06-20'));
    expect(await silent.one('2026-06-21', SERVICE)).toMatchObject({ answer: 'none written', lastDay: null });
    expect(await silent.list('2026-06-21', { kind: 'decisionService' })).toMatchObject({ noneWritten: { count: 1 } });
    const bench = opened();
    bench.settings('2026-01-01', policy('decision-service-days', 10, '2026-01-01'));
    bench.record('2026-06-18', APPEALS, around.decided('2026-06-18'));
    expect(await bench.one('2026-06-19', SERVICE)).toMatchObject({
      lastDay: '2026-06-29',
      explanation: { extended: true },
    });
    bench.record('2026-06-25', APPEALS, around.decisionServed('2026-06-25'));
    expect(await bench.one('2026-06-25', SERVICE)).toMatchObject({ status: 'met', stopped: { on: '2026-06-25' } });
  });

  it('served on 31 October 2026 is open to Article 78 through Monday 1 March 2027 (hard case 14; CPLR 217(1))', async () => {
    const bench = opened();
    bench.record('2026-10-20', APPEALS, around.decided('2026-10-20'));
    expect(await bench.list('2026-10-25', { kind: 'article78' })).toMatchObject({ deadlines: [] });
    bench.record('2026-10-31', APPEALS, around.decisionServed('2026-10-31'));
    expect(await bench.one('2027-03-01', ARTICLE_78)).toMatchObject({
      startedOn: '2026-10-31',
      lastDay: '2027-03-01',
      status: 'dueSoon',
      explanation: { kind: 'months', rawEnd: '2027-02-28', extended: true },
    });
    expect(await bench.one('2027-03-02', ARTICLE_78)).toMatchObject({ status: 'overdue', daysLate: 1 });
    // It runs against the petitioner: past help, it comes after what can still be done.
    bench.record('2026-11-01', STREAM, around.dateSet('2026-11-01', '2027-02-28'));
    const { deadlines } = await bench.list('2027-03-02', { status: 'overdue' });
    expect(deadlines.map(({ kind }) => kind)).toEqual(['compliance', 'article78']);
    bench.record('2027-03-01', APPEALS, around.article78Filed('2027-02-26'));
    expect(await bench.one('2027-03-02', ARTICLE_78)).toMatchObject({ status: 'met', stopped: { on: '2027-02-26' } });
  });
});
