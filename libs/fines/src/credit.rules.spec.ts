import { fineFigures } from './figures.rules.js';
import { daysFrom, FinesBench, LedgerBench, NO_FACTS } from './testing.js';

const JUNE = daysFrom('2026-06-01', 30);

const town = () => {
  const bench = new FinesBench();
  const ledger = new LedgerBench().set(JUNE, 'observed');
  bench.now = '2026-07-01T14:00:00.000Z';
  const paid = bench.impose(ledger, ['2026-06-01'], 100_00);
  const open = bench.impose(ledger, ['2026-06-02'], 100_00);
  bench.serve(paid);
  bench.serve(open);
  bench.now = '2026-07-10T14:00:00.000Z';
  const figures = (asOf: string | null = null) =>
    fineFigures(
      bench.state,
      () => ledger.view,
      () => false,
      { through: asOf ?? '2026-07-09', asOf },
    );
  const refund = (amountCents: number, refundedOn = '2026-07-10', fineId = paid) =>
    bench.try(
      { type: 'RefundCredit', fineId, amountCents, refundedOn, method: 'check', reference: null },
      bench.money(ledger),
    );
  const apply = (amountCents: number, toFineId = open, fineId = paid) =>
    bench.try({ type: 'ApplyCredit', fineId, toFineId, amountCents }, bench.money(ledger));
  return { bench, ledger, paid, open, figures, refund, apply };
};

describe('credit of a fine (faults.md F12; offense-day rules 3)', () => {
  it('comes back by a recorded refund alone, so that no balance goes below zero without one', () => {
    const { bench, paid, figures, refund } = town();
    bench.pay(paid, 100_00);
    bench.pay(paid, 100_00);
    expect(figures()[0]).toMatchObject({ paidCents: 200_00, creditCents: 100_00, dueCents: 0 });
    expect(refund(100_01)).toBe('FINES.MORE_THAN_CREDIT');
    expect(refund(0)).toBe('FINES.ZERO_AMOUNT');
    expect(refund(60_00)).toBeNull();
    expect(refund(40_01)).toBe('FINES.MORE_THAN_CREDIT');
    expect(refund(40_00)).toBeNull();
    expect(figures()[0]).toMatchObject({ paidCents: 100_00, creditCents: 0, dueCents: 0 });
    expect(bench.state.fines[0]!.refunds).toMatchObject([
      { refundId: `${paid}.refund-1`, refundedBy: 'officer-1', enteredOn: '2026-07-10' },
      { refundId: `${paid}.refund-2` },
    ]);
  });

  it('was there on the day it went out, and on every later day on which some of it had gone', () => {
    const { bench, paid, refund } = town();
    bench.pay(paid, 200_00, '2026-07-05');
    expect(refund(50_00, '2026-07-04')).toBe('FINES.MORE_THAN_CREDIT');
    expect(refund(50_00, '2026-07-11')).toBe('FINES.IN_THE_FUTURE');
    expect(refund(100_00, '2026-07-07')).toBeNull();
    bench.pay(paid, 100_00, '2026-07-10');
    expect(refund(100_00, '2026-07-06')).toBe('FINES.MORE_THAN_CREDIT');
    expect(refund(100_00, '2026-07-10')).toBeNull();
  });

  it('is used for another fine of the same person by a recorded act, up to what is open there', () => {
    const { bench, paid, open, figures, apply, refund } = town();
    bench.pay(paid, 250_00);
    bench.pay(open, 30_00);
    expect(apply(150_01)).toBe('FINES.MORE_THAN_CREDIT');
    expect(apply(70_01)).toBe('FINES.MORE_THAN_OPEN');
    expect(apply(10_00, paid)).toBe('FINES.THE_SAME_FINE');
    expect(apply(10_00, 'party-2.fine-1')).toBe('FINES.NOT_THE_SAME_PERSON');
    expect(apply(10_00, 'party-1.fine-9')).toBe('FINES.UNKNOWN_FINE');
    expect(apply(70_00)).toBeNull();
    expect(figures()).toMatchObject([
      { paidCents: 180_00, creditCents: 80_00 },
      { paidCents: 100_00, openCents: 0, dueCents: 0 },
    ]);
    expect(figures('2026-07-09')).toMatchObject([{ paidCents: 0 }, { paidCents: 0 }]);
    expect(bench.state.fines[1]!.creditIn).toEqual([
      { fineId: paid, amountCents: 70_00, appliedOn: '2026-07-10', appliedBy: 'officer-1' },
    ]);
    expect(refund(80_00)).toBeNull();
    const steps = figures()[0]!.explanation.filter(({ figure }) => figure === 'paidCents');
    expect(steps[0]!.label).toBe(
      'Paid: 1 payment(s) received, $250.00 − refunded $80.00 − credit applied to other fines $70.00',
    );
  });

  it('of a withdrawn fine is all that was paid on it', () => {
    const { bench, paid, refund, apply } = town();
    bench.pay(paid, 100_00);
    bench.do({ type: 'WithdrawCivilFine', fineId: paid, reason: 'Mistake' }, NO_FACTS);
    expect(refund(40_00)).toBeNull();
    expect(apply(60_00)).toBeNull();
    expect(apply(1)).toBe('FINES.MORE_THAN_CREDIT');
  });
});

describe('collection (domain.md 2.4, 5.11: payment or civil action; no lien, no interest)', () => {
  const collected = () => {
    const all = town();
    const { bench, ledger, open } = all;
    const act = (command: object) => bench.try({ fineId: open, ...command } as never, bench.money(ledger));
    return {
      ...all,
      commence: (commencedOn = '2026-07-09') =>
        act({ type: 'RecordCollectionAction', court: 'Justice Court', indexNumber: '12/2026', commencedOn }),
      judgment: (enteredOn = '2026-07-10') =>
        act({ type: 'RecordJudgment', court: 'Justice Court', indexNumber: '12/2026', enteredOn, amountCents: 100_00 }),
      satisfy: (satisfiedOn = '2026-07-10') => act({ type: 'RecordSatisfaction', satisfiedOn, reference: 'Filed' }),
    };
  };

  it('is commenced where something is open, and not before the fine', () => {
    const { bench, open, commence } = collected();
    expect(commence('2026-06-30')).toBe('FINES.BEFORE_THE_FINE');
    expect(commence('2026-07-11')).toBe('FINES.IN_THE_FUTURE');
    expect(commence()).toBeNull();
    bench.pay(open, 100_00);
    expect(commence()).toBe('FINES.NOTHING_TO_COLLECT');
  });

  it('a judgment settles the days charged then, and changes no figure', () => {
    const { bench, ledger, open, figures, judgment } = collected();
    expect(judgment('2026-06-30')).toBe('FINES.NOTHING_CHARGED');
    expect(judgment()).toBeNull();
    expect(judgment()).toBe('FINES.ALREADY_IN_JUDGMENT');
    ledger.set(['2026-06-02'], 'voided');
    expect(figures()[1]).toMatchObject({ chargedCents: 100_00, days: [{ settledBy: 'judgment' }] });
    expect(bench.drop(ledger)).toMatchObject([{ type: 'SettledDaysChanged', data: { fineId: open } }]);
    expect(figures('2026-07-09')[1]).toMatchObject({ chargedCents: 0 });
  });

  it('is satisfied when every cent is accounted for by payment, credit or waiver', () => {
    const { bench, open, judgment, satisfy } = collected();
    expect(satisfy()).toBe('FINES.NO_JUDGMENT');
    judgment();
    expect(satisfy()).toBe('FINES.STILL_OPEN');
    bench.pay(open, 100_00);
    expect(satisfy('2026-07-09')).toBe('FINES.BEFORE_THE_JUDGMENT');
    expect(satisfy()).toBeNull();
    expect(satisfy()).toBe('FINES.ALREADY_SATISFIED');
  });
});
