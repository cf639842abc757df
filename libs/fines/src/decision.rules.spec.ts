import { namedAmounts } from './cap.rules.js';
import { exposureOf, fineFigures } from './figures.rules.js';
import { pendingAppeals } from './fine.state.js';
import { laterDays } from './imposition.rules.js';
import {
  daysFrom,
  FinesBench,
  imposition,
  impose,
  LedgerBench,
  NO_FACTS,
  OTHER_FINDING,
  paragraph,
} from './testing.js';

const JUNE = daysFrom('2026-06-01', 30);

/** Five days at $1,000 of one fine, served on 1 July, appealed on 5 July. */
const appealed = (days = JUNE.slice(0, 5), cents = 1000_00, running = false) => {
  const bench = new FinesBench();
  const ledger = new LedgerBench().set(JUNE, 'observed');
  const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
  bench.now = '2026-07-01T14:00:00.000Z';
  const fineId = bench.impose(ledger, days, cents, running ? { running: { rateCents: 100_00 } } : {});
  bench.serve(fineId);
  bench.now = '2026-07-05T14:00:00.000Z';
  bench.appeal(fineId);
  const figures = (asOf: string | null = null) =>
    fineFigures(
      bench.state,
      (fine) => (fine.ledger === ledger.ledger ? ledger.view : other.view),
      () => false,
      { through: asOf ?? '2026-07-09', asOf },
    );
  const elsewhere = (day: string, amount: number) =>
    bench.try(impose([day], amount), imposition(other, { finding: OTHER_FINDING }));
  const next = (day: string) => {
    bench.now = `${day}T14:00:00.000Z`;
  };
  return { bench, ledger, other, fineId, figures, elsewhere, next };
};

describe('an appeal and a stay (domain.md 2.4; hard case 19)', () => {
  it('an appeal by itself stays nothing: the fine shows it, days and money go on', () => {
    const { bench, fineId, figures } = appealed();
    expect(pendingAppeals(bench.state.fines[0]!)).toMatchObject([{ appealId: 'appeal-1', number: 'A-2026-001' }]);
    expect(figures()[0]).toMatchObject({ stayedCents: 0, dueCents: 5000_00 });
    expect(bench.appeal(fineId)).toEqual([]);
  });

  it('names an appeal against the same document that is pending, since neither saw the other (offense-day rules 5, "Races")', () => {
    const { bench, ledger, fineId } = appealed(JUNE.slice(0, 5), 100_00, true);
    const statement = bench.bill(fineId, ledger, JUNE.slice(5, 6));
    const noted = (appealId: string, documents: readonly (string | null)[]) =>
      bench.appeal(fineId, appealId, documents).map(({ data }) => (data as { alsoPending?: unknown }).alsoPending);
    expect(bench.events.findLast(({ type }) => type === 'FineAppealed')).toMatchObject({ data: { alsoPending: [] } });
    expect(noted('appeal-2', [statement])).toEqual([[]]);
    expect(noted('appeal-3', [null, statement])).toEqual([['appeal-1', 'appeal-2']]);
    expect(noted('appeal-3', [null, statement])).toEqual([]);
    for (const appealId of ['appeal-1', 'appeal-3'])
      bench.do({ type: 'NoteAppealEnded', fineId, appealId, how: 'withdrawn', endedOn: '2026-07-05' }, NO_FACTS);
    expect(noted('appeal-4', [null])).toEqual([[]]);
    expect(pendingAppeals(bench.state.fines[0]!).map(({ appealId }) => appealId)).toEqual(['appeal-2', 'appeal-4']);
  });

  it('a stay takes the stayed days out of due, up to what is open, and no further', () => {
    const { bench, fineId, figures, next } = appealed();
    next('2026-07-06');
    bench.stay(fineId, JUNE.slice(0, 3));
    expect(figures()[0]).toMatchObject({ openCents: 5000_00, stayedCents: 3000_00, dueCents: 2000_00 });
    bench.pay(fineId, 2500_00);
    expect(figures()[0]).toMatchObject({ openCents: 2500_00, stayedCents: 2500_00, dueCents: 0, creditCents: 0 });
    expect(figures('2026-07-05')[0]).toMatchObject({ stayedCents: 0, dueCents: 5000_00 });
    expect(bench.stay(fineId)).toEqual([]);
    const lift = { fineId, appealId: 'appeal-1', stayId: 'appeal-1.stay-1', endedOn: '2026-07-06', cause: 'lifted' };
    expect(bench.do({ type: 'EndStay', ...lift } as never, NO_FACTS)).toMatchObject([{ data: { days: null } }]);
    expect(bench.do({ type: 'EndStay', ...lift } as never, NO_FACTS)).toEqual([]);
    expect(figures()[0]).toMatchObject({ stayedCents: 0 });
  });

  it('the end of the appeal ends its stay, once, and another stay of it that comes late', () => {
    const { bench, fineId, figures } = appealed();
    bench.stay(fineId);
    const ended = { type: 'NoteAppealEnded', fineId, appealId: 'appeal-1', how: 'withdrawn', endedOn: '2026-07-07' };
    expect(bench.do(ended as never, NO_FACTS)).toMatchObject([
      { type: 'FineAppealEnded' },
      { type: 'StayEnded', data: { endedOn: '2026-07-07', cause: 'appealEnded', days: null } },
    ]);
    expect(bench.do(ended as never, NO_FACTS)).toEqual([]);
    expect(pendingAppeals(bench.state.fines[0]!)).toEqual([]);
    expect(bench.stay(fineId, null, 'appeal-1.stay-2').map(({ type }) => type)).toEqual(['StayApplied', 'StayEnded']);
    expect(figures()[0]).toMatchObject({ stayedCents: 0, dueCents: 5000_00 });
  });
});

describe("the Board's decision on a fine (offense-day rules 2)", () => {
  it('affirms, modifies and reverses day by day; each is settled, and a reversed one is charged no more', () => {
    const { bench, ledger, fineId, figures, next } = appealed();
    next('2026-07-08');
    bench.decideAppeal(fineId, [
      paragraph(1, 'affirmed', JUNE.slice(0, 2)),
      paragraph(2, 'modified', JUNE.slice(2, 3), 400_00),
      paragraph(3, 'reversed', JUNE.slice(3, 5)),
    ]);
    expect(figures()[0]).toMatchObject({
      namedCents: 5000_00,
      accruedCents: 2400_00,
      chargedCents: 2400_00,
      days: [
        { state: 'charged', settled: true },
        { state: 'charged' },
        { state: 'charged', cents: 400_00, originalCents: 1000_00, namedCents: 1000_00 },
        { state: 'reversed', charged: false, decision: { effect: 'reversed', finalOn: null } },
        { state: 'reversed', reason: expect.stringContaining('open to Article 78') },
      ],
    });
    expect(figures('2026-07-07')[0]).toMatchObject({
      chargedCents: 5000_00,
      days: [{ settled: false }, {}, {}, {}, {}],
    });
    expect(pendingAppeals(bench.state.fines[0]!)).toEqual([]);
    ledger.set(JUNE.slice(0, 5), 'voided');
    expect(bench.drop(ledger)).toMatchObject([
      { type: 'SettledDaysChanged', data: { days: JUNE.slice(0, 3).map((day) => ({ day })) } },
    ]);
    expect(figures()[0]).toMatchObject({ chargedCents: 2400_00 });
  });

  it('is applied once, whatever comes again', () => {
    const { bench, fineId } = appealed();
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', JUNE.slice(0, 5))]);
    expect(bench.decideAppeal(fineId, [paragraph(1, 'reversed', JUNE.slice(0, 5))])).toEqual([]);
  });

  it('ends the stay of what it decides; a remand settles nothing and leaves charge and stay as they were', () => {
    const { bench, ledger, fineId, figures } = appealed();
    bench.stay(fineId);
    const events = bench.decideAppeal(fineId, [
      paragraph(1, 'affirmed', JUNE.slice(0, 2)),
      paragraph(2, 'remanded', JUNE.slice(2, 5)),
    ]);
    expect(events[1]).toMatchObject({
      type: 'StayEnded',
      data: { cause: 'appealEnded', days: JUNE.slice(0, 2).map((day) => ({ day, statementId: null })) },
    });
    expect(figures()[0]).toMatchObject({ chargedCents: 5000_00, stayedCents: 3000_00, dueCents: 2000_00 });
    ledger.set(['2026-06-03'], 'voided');
    expect(bench.drop(ledger)).toMatchObject([{ type: 'FineDaysDropped', data: { days: [{ day: '2026-06-03' }] } }]);
    bench.appeal(fineId, 'appeal-2');
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', JUNE.slice(3, 5))], 'appeal-2.decision-1');
    expect(figures()[0]).toMatchObject({ stayedCents: 2000_00 });
  });

  it('ends the whole stay where it decides every stayed day, also when the stay is noted after it', () => {
    const { bench, fineId, figures } = appealed();
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', JUNE.slice(0, 5))]);
    expect(bench.stay(fineId, JUNE.slice(0, 2))).toMatchObject([
      { type: 'StayApplied' },
      { type: 'StayEnded', data: { days: null, endedOn: '2026-07-05' } },
    ]);
    expect(figures()[0]).toMatchObject({ stayedCents: 0 });
  });

  it('is never refused: what no longer fits is named with the reason', () => {
    const { bench, ledger, fineId, figures } = appealed(JUNE.slice(0, 3), 400_00);
    ledger.set(['2026-06-01'], 'voided');
    bench.drop(ledger);
    const [applied] = bench.decideAppeal(fineId, [
      paragraph(1, 'affirmed', ['2026-06-01', '2026-06-09']),
      paragraph(2, 'modified', ['2026-06-02'], 500_00),
      paragraph(3, 'modified', ['2026-06-03'], 300_00),
    ]);
    expect(applied).toMatchObject({
      data: {
        unfit: [
          { paragraph: 1, day: '2026-06-01', why: 'dropped' },
          { paragraph: 1, day: '2026-06-09', why: 'notNamed' },
          { paragraph: 2, day: '2026-06-02', why: 'raised' },
        ],
      },
    });
    expect(figures()[0]!.days.map(({ state, settled, cents }) => [state, settled, cents])).toEqual([
      ['dropped', false, 400_00],
      ['charged', false, 400_00],
      ['charged', true, 300_00],
    ]);
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'x' }, NO_FACTS);
    bench.appeal(fineId, 'appeal-2');
    expect(bench.decideAppeal(fineId, [paragraph(1, 'reversed', ['2026-06-02'])], 'appeal-2.decision-1')).toMatchObject(
      [{ data: { unfit: [{ why: 'fineWithdrawn' }] } }],
    );
  });

  it('raises only where a policy lets the Board, and then what is named too, within the cap (domain.md 2.4)', () => {
    const { bench, fineId, figures, elsewhere } = appealed(JUNE.slice(0, 2), 400_00);
    expect(elsewhere('2026-06-02', 300_00)).toBeNull();
    const [applied] = bench.decideAppeal(
      fineId,
      [paragraph(1, 'modified', JUNE.slice(0, 2), 900_00)],
      'appeal-1.decision-1',
      { boardMayRaise: true },
    );
    expect(applied).toMatchObject({ data: { unfit: [{ day: '2026-06-02', why: 'overCap' }] } });
    expect(figures()[0]).toMatchObject({ chargedCents: 1300_00, namedCents: 1300_00 });
    expect(elsewhere('2026-06-01', 100_01)).toBe('FINES.OVER_DAILY_CAP');
    bench.lapse(fineId, [1]);
    expect(elsewhere('2026-06-01', 600_00)).toBeNull();
  });

  it('ends a running rate with the reversal of its imposition, as long as that is in force', () => {
    const { bench, ledger, fineId, figures } = appealed(JUNE.slice(0, 2), 100_00, true);
    const reached = () =>
      laterDays(bench.state, bench.state.fines[0]!, ledger.view.daysThrough('2026-07-04'), ledger.view.dayOf).length;
    expect(reached()).toBe(28);
    bench.decideAppeal(fineId, [
      paragraph(1, 'reversed', JUNE.slice(0, 1)),
      paragraph(2, 'reversed', JUNE.slice(1, 2)),
    ]);
    expect(reached()).toBe(0);
    expect(figures()[0]).toMatchObject({ accruedCents: 0 });
    bench.lapse(fineId, [2]);
    expect(reached()).toBe(28);
  });
});

describe('a reversed day (offense-day rules 2 and 3)', () => {
  it('is not charged again in the same ledger while the reversal is in force; the refusal names the decision', () => {
    const { bench, ledger, fineId, elsewhere } = appealed(JUNE.slice(0, 1), 400_00);
    bench.decideAppeal(fineId, [paragraph(1, 'reversed', ['2026-06-01'])]);
    const again = (overrides = {}) => bench.try(impose(['2026-06-01'], 100_00, overrides), imposition(ledger));
    expect(again()).toBe('FINES.DAY_REVERSED');
    expect(again({ raises: fineId })).toBe('FINES.DAY_REVERSED');
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'x' }, NO_FACTS);
    expect(again()).toBe('FINES.DAY_REVERSED');
    expect(elsewhere('2026-06-01', 1000_00)).toBeNull();
    bench.lapse(fineId, [1]);
    expect(again()).toBe('FINES.OVER_DAILY_CAP');
  });

  it('is charged as before once a later decision finds otherwise', () => {
    const { bench, fineId, figures } = appealed(JUNE.slice(0, 1), 400_00);
    bench.decideAppeal(fineId, [paragraph(1, 'reversed', ['2026-06-01'])]);
    bench.appeal(fineId, 'appeal-2');
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', ['2026-06-01'])], 'appeal-2.decision-1');
    expect(figures()[0]).toMatchObject({ chargedCents: 400_00, days: [{ settled: true }] });
  });

  it('leaves exposure, and frees the cap only when no longer open to Article 78', () => {
    const { bench, ledger, fineId, elsewhere } = appealed(JUNE.slice(0, 1), 1000_00);
    const exposed = JUNE.slice(0, 2).map((day) => ({ ledger: ledger.ledger, day, perLedger: false }));
    const exposure = () => exposureOf(bench.state, exposed, null).exposureCents;
    expect(exposure()).toBe(1000_00);
    bench.decideAppeal(fineId, [paragraph(1, 'reversed', ['2026-06-01'])]);
    expect(exposure()).toBe(1000_00);
    expect(elsewhere('2026-06-01', 1)).toBe('FINES.OVER_DAILY_CAP');
    expect(bench.finish(fineId)).toMatchObject([{ type: 'DecisionFinal', data: { finalOn: '2026-07-05' } }]);
    expect(bench.finish(fineId)).toEqual([]);
    expect(elsewhere('2026-06-01', 600_00)).toBeNull();
    expect(exposure()).toBe(1000_00);
  });
});

describe('a court annuls paragraphs of a decision (domain.md 5.12)', () => {
  it('only their effects lapse: an unsettled day that has fallen meanwhile drops, the others stand', () => {
    const { bench, ledger, fineId, figures, next } = appealed();
    bench.decideAppeal(fineId, [
      paragraph(1, 'affirmed', JUNE.slice(0, 3)),
      paragraph(2, 'modified', ['2026-06-04'], 100_00),
      paragraph(3, 'reversed', ['2026-06-05']),
    ]);
    ledger.set(['2026-06-01', '2026-06-02'], 'voided');
    expect(bench.drop(ledger)).toMatchObject([{ type: 'SettledDaysChanged' }]);
    expect(figures()[0]).toMatchObject({ chargedCents: 3100_00 });
    next('2026-07-08');
    expect(bench.lapse(fineId, [1, 2, 9])).toMatchObject([{ data: { paragraphs: [1, 2], lowered: [] } }]);
    expect(bench.lapse(fineId, [1, 2])).toEqual([]);
    expect(figures()[0]).toMatchObject({ chargedCents: 2000_00 });
    expect(bench.drop(ledger)).toMatchObject([
      { type: 'FineDaysDropped', data: { days: [{ day: '2026-06-01' }, { day: '2026-06-02' }] } },
    ]);
    expect(figures()[0]!.days.map(({ state, settled }) => [state, settled])).toEqual([
      ['dropped', false],
      ['dropped', false],
      ['charged', false],
      ['charged', false],
      ['reversed', true],
    ]);
    // On the days before, the decision was in force: what it settled stayed charged.
    expect(figures('2026-07-07')[0]).toMatchObject({ chargedCents: 3100_00 });
  });

  it('reinstates an amount as it was, and charges only what is left where the cap was freed and used meanwhile', () => {
    const { bench, fineId, figures, elsewhere } = appealed(JUNE.slice(0, 2), 1000_00);
    bench.decideAppeal(fineId, [paragraph(1, 'reversed', JUNE.slice(0, 2))]);
    bench.finish(fineId);
    expect(elsewhere('2026-06-01', 700_00)).toBeNull();
    expect(bench.lapse(fineId, [1])).toMatchObject([
      { data: { lowered: [{ day: '2026-06-01', fromCents: 1000_00, toCents: 300_00 }] } },
    ]);
    expect(figures()[0]).toMatchObject({ chargedCents: 1300_00, namedCents: 1300_00 });
    expect(namedAmounts(bench.state).ofPerson('2026-06-01')).toBe(1000_00);
  });

  it('waits where the decision has not been applied yet: the process tries again', () => {
    const { bench, fineId } = appealed();
    expect(() => bench.lapse(fineId, [1])).toThrow(/not been applied/);
    expect(() => bench.finish(fineId)).toThrow(/not been applied/);
  });
});
