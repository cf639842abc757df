import { fineFigures, findingFigures } from './figures.rules.js';
import { daysFrom, FINDING, FinesBench, LedgerBench } from './testing.js';
import { ifImposed, supposedDays, supposedFines, supposedView } from './what-if.rules.js';

const JUNE = daysFrom('2026-06-01', 10);
const THROUGH = '2026-07-09';
const ledger = () => new LedgerBench().set(JUNE, 'observed');
const days = () => ledger().view.daysThrough(THROUGH);

describe('suppositions', () => {
  it('a later first day leaves the earlier days out', () => {
    expect(findingFigures(supposedDays(days(), { firstDay: '2026-06-04' })).provableDays).toBe(7);
  });

  it('an earlier first day supposes the days before as inferred', () => {
    expect(findingFigures(supposedDays(days(), { firstDay: '2026-05-30' }))).toMatchObject({
      observed: 10,
      inferred: 2,
      capCents: 12_000_00,
    });
  });

  it('voided days leave every figure, by the same functions that reckon the real ones', () => {
    const bench = new FinesBench();
    const real = ledger();
    bench.serve(bench.impose(real, JUNE, 100_00));
    const view = supposedView(real.view, FINDING.findingId, supposedDays(days(), { voidedDays: JUNE.slice(0, 4) }));
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
    expect(() => supposedDays(days(), { firstDay: '1990-01-01' })).toThrow(/4000/);
  });
});
