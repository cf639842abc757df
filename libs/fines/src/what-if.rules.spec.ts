import { fineFigures, findingFigures } from './figures.rules.js';
import { daysFrom, FINDING, FinesBench, LedgerBench } from './testing.js';
import type { SupposedLaw } from './what-if.rules.js';
import { ifImposed, supposedDays, supposedFines, supposedView } from './what-if.rules.js';

const JUNE = daysFrom('2026-06-01', 10);
const THROUGH = '2026-07-09';
const ledger = () => new LedgerBench().set(JUNE, 'observed');
const CONTINUING: SupposedLaw = { continuingOn: () => true, heldBack: null };
const EPISODIC: SupposedLaw = { ...CONTINUING, continuingOn: () => false };
const days = () => ledger().view.daysThrough(THROUGH);

describe('suppositions', () => {
  it('a later first day leaves the earlier days out', () => {
    expect(findingFigures(supposedDays(days(), { firstDay: '2026-06-04' }, CONTINUING)).provableDays).toBe(7);
  });

  it('an earlier first day supposes the days before as inferred', () => {
    expect(findingFigures(supposedDays(days(), { firstDay: '2026-05-30' }, CONTINUING))).toMatchObject({
      observed: 10,
      inferred: 2,
      capCents: 12_000_00,
    });
  });

  it('supposes the first day alone, as seen, where the rule is not continuing (§ 168-27C(3), offense-day rules 1)', () => {
    const grabs = new LedgerBench().set(['2026-06-05', '2026-06-08'], 'observed').view.daysThrough(THROUGH);
    const supposed = supposedDays(grabs, { firstDay: '2026-05-20' }, EPISODIC);
    expect(supposed.map(({ day }) => day)).toEqual(['2026-05-20', '2026-06-05', '2026-06-08']);
    expect(findingFigures(supposed)).toMatchObject({ observed: 3, inferred: 0, provableDays: 3 });
  });

  it('supposes days between only where the rule is continuing on each of them (G10)', () => {
    const until = { ...CONTINUING, continuingOn: (day: string) => day < '2026-05-28' };
    const supposed = supposedDays(days(), { firstDay: '2026-05-25' }, until);
    expect(supposed.slice(0, 4).map(({ day, basis }) => [day, basis])).toEqual([
      ['2026-05-25', 'inferred'],
      ['2026-05-26', 'inferred'],
      ['2026-05-27', 'inferred'],
      ['2026-06-01', 'observed'],
    ]);
    const from = { ...CONTINUING, continuingOn: (day: string) => day >= '2026-05-28' };
    expect(findingFigures(supposedDays(days(), { firstDay: '2026-05-25' }, from))).toMatchObject({
      observed: 11,
      inferred: 0,
    });
  });

  it('holds back supposed days before the recorded opinion, as real ones are (G11)', () => {
    const heldBack = { before: '2026-05-31', reason: 'Held back: before the opinion was recorded (G11).' };
    const supposed = supposedDays(days(), { firstDay: '2026-05-29' }, { ...CONTINUING, heldBack });
    expect(supposed.slice(0, 3)).toMatchObject([
      { day: '2026-05-29', provable: false, heldBack: heldBack.reason },
      { day: '2026-05-30', provable: false, heldBack: heldBack.reason },
      { day: '2026-05-31', provable: true, heldBack: null },
    ]);
    expect(findingFigures(supposed)).toMatchObject({ provableDays: 11, heldBackDays: 2 });
    expect(ifImposed(new FinesBench().state, 'offenses-1', supposed, 100_00, false)).toMatchObject({
      days: 11,
      totalCents: 1100_00,
    });
  });

  it('holds back a supposed first day of an episodic rule, even where the first recorded day is held back too', () => {
    const heldBack = { before: '2026-06-08', reason: 'Held back: before the opinion was recorded (G11).' };
    const grabs = new LedgerBench().set(['2026-06-05'], 'heldBack').set(['2026-06-10'], 'observed');
    const law = { ...EPISODIC, heldBack };
    const supposed = supposedDays(grabs.view.daysThrough(THROUGH), { firstDay: '2026-05-20' }, law);
    expect(findingFigures(supposed)).toMatchObject({ observed: 3, provableDays: 1, heldBackDays: 2 });
  });

  it('voided days leave every figure, by the same functions that reckon the real ones', () => {
    const bench = new FinesBench();
    const real = ledger();
    bench.serve(bench.impose(real, JUNE, 100_00));
    const view = supposedView(
      real.view,
      FINDING.findingId,
      supposedDays(days(), { voidedDays: JUNE.slice(0, 4) }, CONTINUING),
    );
    const horizon = { through: THROUGH, asOf: null };
    const figures = (of: typeof view, state = bench.state) =>
      fineFigures(
        state,
        () => of,
        () => false,
        horizon,
      )[0]!;
    expect(figures(view).chargedCents).toBe(600_00);
    expect(figures(view, supposedFines(bench.state, FINDING.findingId, { rateCents: 250_00 })).chargedCents).toBe(
      1500_00,
    );
    expect(figures(real.view).chargedCents).toBe(1000_00);
  });

  it('says what a rate on every free provable day would come to, and where it would pass the cap', () => {
    const bench = new FinesBench();
    const real = ledger();
    bench.impose(real, JUNE.slice(0, 2), 100_00);
    expect(ifImposed(bench.state, 'offenses-1', days(), 1200_00, false)).toMatchObject({
      days: 8,
      totalCents: 9600_00,
      overCap: expect.arrayContaining([{ day: '2026-06-03', centsLeft: 1000_00 }]),
    });
  });

  it('stays within what can be reckoned', () => {
    expect(() => supposedDays(days(), { firstDay: '1990-01-01' }, CONTINUING)).toThrow(/4000/);
  });
});
