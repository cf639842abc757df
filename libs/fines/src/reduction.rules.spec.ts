import type { ConfirmReduction } from './fine.commands.js';
import { fineFigures } from './figures.rules.js';
import { daysFrom, FinesBench, imposition, impose, LedgerBench, NO_FACTS, paragraph } from './testing.js';

const JUNE = daysFrom('2026-06-01', 30);
const on = (day: string, cents: number, statementId: string | null = null) => ({ day, statementId, cents });

const served = (days = JUNE.slice(0, 5), cents = 1000_00) => {
  const bench = new FinesBench();
  const ledger = new LedgerBench().set(JUNE, 'observed');
  const fineId = bench.impose(ledger, days, cents);
  bench.serve(fineId);
  const figures = () =>
    fineFigures(
      bench.state,
      () => ledger.view,
      () => false,
      { through: '2026-07-09', asOf: null },
    )[0]!;
  return { bench, ledger, fineId, figures };
};

const confirming = (fineId: string, n = 1): ConfirmReduction => ({
  type: 'ConfirmReduction',
  fineId,
  reductionId: `${fineId}.reduction-${n}`,
});

describe('a reduction waits for a second person (faults.md A09)', () => {
  it('changes nothing when an officer cuts the own case from $5,000 to $500, until another confirms', () => {
    const { bench, ledger, fineId, figures } = served();
    bench.amend(
      fineId,
      JUNE.slice(0, 5).map((day) => on(day, 100_00)),
    );
    expect(figures()).toMatchObject({ chargedCents: 5000_00 });
    expect(bench.try(confirming(fineId), bench.money(ledger))).toBe('FINES.SECOND_PERSON_NEEDED');
    expect(bench.confirm(fineId, 1, ledger)).toMatchObject([
      {
        type: 'CivilFineAmended',
        data: { confirmedBy: 'officer-2', chargedBeforeCents: 5000_00, chargedAfterCents: 500_00 },
      },
    ]);
    expect(figures()).toMatchObject({ chargedCents: 500_00, namedCents: 5000_00, dueCents: 500_00 });
    expect(bench.state.fines[0]!.reductions).toMatchObject([
      { proposedBy: 'officer-1', confirmed: { by: 'officer-2' }, declined: null },
    ]);
  });

  it('frees nothing of the cap: what was named stays named (offense-day rules 2)', () => {
    const { bench, ledger, fineId } = served(JUNE.slice(0, 1));
    bench.amend(fineId, [on('2026-06-01', 100_00)]);
    bench.confirm(fineId, 1, ledger);
    expect(bench.try(impose(['2026-06-01'], 1, { raises: fineId }), imposition(ledger))).toBe('FINES.OVER_DAILY_CAP');
  });

  it('refuses a change upward: it is a new imposition with an appeal right (domain.md 5.11, hard case 27)', () => {
    const { bench, fineId } = served(JUNE.slice(0, 1), 500_00);
    const amend = (days: ReturnType<typeof on>[]) =>
      bench.try({ type: 'AmendCivilFine', fineId, days, reason: 'x' }, NO_FACTS);
    expect(amend([on('2026-06-01', 500_01)])).toBe('FINES.UPWARD_IS_A_NEW_IMPOSITION');
    expect(amend([on('2026-06-01', 500_00)])).toBe('FINES.NOTHING_REDUCED');
    expect(amend([on('2026-06-02', 1)])).toBe('FINES.DAY_NOT_IN_FINE');
    expect(amend([on('2026-06-01', 1), on('2026-06-01', 2)])).toBe('FINES.DAY_NAMED_TWICE');
    expect(amend([])).toBe('FINES.NO_DAYS');
  });

  it('is decided afresh: what no longer fits is refused', () => {
    const { bench, ledger, fineId } = served();
    bench.amend(fineId, [on('2026-06-01', 100_00)]);
    bench.amend(fineId, [on('2026-06-01', 200_00)]);
    bench.confirm(fineId, 2, ledger);
    expect(() => bench.confirm(fineId, 1, ledger)).toThrow(/\$200\.00 by now/);
    bench.amend(fineId, [on('2026-06-02', 1)]);
    ledger.set(['2026-06-02'], 'voided');
    bench.drop(ledger);
    expect(() => bench.confirm(fineId, 3, ledger)).toThrow(/not in fine/);
    bench.amend(fineId, [on('2026-06-03', 1)]);
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', ['2026-06-03'])]);
    expect(() => bench.confirm(fineId, 4, ledger)).toThrow(/settled by decision/);
    expect(bench.try({ type: 'AmendCivilFine', fineId, days: [on('2026-06-03', 1)], reason: 'x' }, NO_FACTS)).toBe(
      'FINES.DAY_SETTLED',
    );
  });

  it('is confirmed or declined once; anybody may decline', () => {
    const { bench, ledger, fineId } = served();
    bench.waive(fineId, 10_00, ledger);
    const decline = { type: 'DeclineReduction', fineId, reductionId: `${fineId}.reduction-1`, reason: 'No' } as const;
    expect(bench.do(decline, NO_FACTS)).toMatchObject([
      { data: { declinedBy: 'officer-1', declinedOn: '2026-07-10' } },
    ]);
    expect(bench.try(decline, NO_FACTS)).toBe('FINES.REDUCTION_DONE');
    expect(() => bench.confirm(fineId, 1, ledger)).toThrow(/declined already/);
    expect(() => bench.confirm(fineId, 9, ledger)).toThrow(/no such reduction/);
  });
});

describe('a waiver (domain.md 5.11)', () => {
  it('lowers what is owed, and never below zero; what was paid of it becomes credit', () => {
    const { bench, ledger, fineId, figures } = served();
    bench.pay(fineId, 4500_00);
    bench.waive(fineId, 800_00, ledger);
    expect(figures()).toMatchObject({ waivedCents: 0, openCents: 500_00 });
    expect(bench.confirm(fineId, 1, ledger)).toMatchObject([
      { type: 'CivilFineWaived', data: { owedBeforeCents: 5000_00, owedAfterCents: 4200_00 } },
    ]);
    expect(figures()).toMatchObject({
      chargedCents: 5000_00,
      waivedCents: 800_00,
      owedCents: 4200_00,
      creditCents: 300_00,
      dueCents: 0,
    });
    ledger.set(JUNE.slice(0, 5), 'voided');
    expect(figures()).toMatchObject({ chargedCents: 0, owedCents: 0, creditCents: 4500_00 });
  });

  it('is no more than is owed, when proposed and when confirmed', () => {
    const { bench, ledger, fineId } = served();
    const waive = (cents: number) =>
      bench.try({ type: 'WaiveCivilFine', fineId, cents, reason: 'x' }, bench.money(ledger));
    expect(waive(5000_01)).toBe('FINES.MORE_THAN_OWED');
    expect(waive(0)).toBe('FINES.ZERO_AMOUNT');
    expect(waive(5000_00)).toBeNull();
    ledger.set(['2026-06-01'], 'voided');
    expect(() => bench.confirm(fineId, 1, ledger)).toThrow(/\$4,000\.00 is owed/);
  });

  it('is the way to give up a settled day', () => {
    const { bench, ledger, fineId, figures } = served(JUNE.slice(0, 1));
    bench.decideAppeal(fineId, [paragraph(1, 'affirmed', ['2026-06-01'])]);
    bench.waive(fineId, 1000_00, ledger);
    bench.confirm(fineId, 1, ledger);
    expect(figures()).toMatchObject({ chargedCents: 1000_00, owedCents: 0, dueCents: 0 });
  });
});
