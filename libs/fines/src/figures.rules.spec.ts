import fc from 'fast-check';

import type { LocalDay } from '#kernel';
import { allocate } from '#kernel';

import { namedAmounts } from './cap.rules.js';
import type { ExposedDay, FineFigures } from './figures.rules.js';
import { exposureOf, fineFigures, findingFigures, sumFigures } from './figures.rules.js';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';
import type { DayKind } from './testing.js';
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

const JUNE = daysFrom('2026-06-01', 30);
const THROUGH = '2026-07-09';

const figuresOf = (
  bench: FinesBench,
  ledgers: readonly LedgerBench[],
  asOf: LocalDay | null = null,
  through: LocalDay = asOf ?? THROUGH,
) =>
  fineFigures(
    bench.state,
    (fine) => ledgers.find(({ ledger }) => ledger === fine.ledger)!.view,
    (fine) => fine.capDecision !== null,
    { through, asOf },
  );

const exposedOf = (ledgers: readonly LedgerBench[], through: LocalDay = THROUGH): ExposedDay[] =>
  ledgers.flatMap(({ ledger, view }) =>
    view
      .daysThrough(through)
      .filter(({ provable }) => provable)
      .map(({ day }) => ({ ledger, day, perLedger: false })),
  );

describe('day figures of a finding (offense-day rules 3)', () => {
  it('counts the four buckets, and holds back what lies before the recorded opinion (G11)', () => {
    const ledger = new LedgerBench()
      .set(JUNE.slice(0, 4), 'observed')
      .set(JUNE.slice(4, 7), 'inferred')
      .set(JUNE.slice(7, 9), 'presumed')
      .set(['2026-06-10'], 'forborne')
      .set(['2026-06-11'], 'voided')
      .set(['2026-06-01'], 'heldBack');
    expect(findingFigures(ledger.view.daysThrough(THROUGH))).toMatchObject({
      recordedDays: 10,
      observed: 4,
      inferred: 3,
      presumed: 2,
      forborne: 1,
      voided: 1,
      heldBackDays: 1,
      provableDays: 6,
      capCents: 6000_00,
    });
  });

  it('says how each figure came about, with its authority', () => {
    const steps = findingFigures(new LedgerBench().set(JUNE, 'observed').view.daysThrough(THROUGH)).explanation;
    expect(steps.find(({ figure }) => figure === 'capCents')).toEqual({
      figure: 'capCents',
      label: '$1,000.00 × 30 provable days, at most',
      authority: '§ 168-30D',
      cents: 30_000_00,
    });
  });

  it('counts 60 forborne days apart and leaves 10 chargeable, at most $10,000 (F01)', () => {
    const days = daysFrom('2026-02-01', 70);
    const ledger = new LedgerBench().set(days, 'inferred').set(days.slice(0, 60), 'forborne');
    expect(findingFigures(ledger.view.daysThrough('2026-04-11'))).toMatchObject({
      recordedDays: 70,
      forborne: 60,
      provableDays: 10,
      capCents: 10_000_00,
    });
  });
});

describe('money of a fine (offense-day rules 3)', () => {
  it('charges nothing before service, and every provable day after it', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    const fineId = bench.impose(ledger, JUNE.slice(0, 10), 100_00);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({
      namedCents: 1000_00,
      accruedCents: 1000_00,
      chargedCents: 0,
      dueCents: 0,
    });
    bench.serve(fineId);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({ chargedCents: 1000_00, dueCents: 1000_00 });
  });

  it('takes a day out of charged at once when the ledger does, before the drop is recorded and after (F02)', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    bench.serve(bench.impose(ledger, JUNE.slice(0, 5), 1000_00));
    ledger.set(JUNE.slice(0, 5), 'voided');
    const before = figuresOf(bench, [ledger])[0]!;
    expect(before).toMatchObject({ namedCents: 5000_00, accruedCents: 0, chargedCents: 0, dueCents: 0 });
    bench.drop(ledger);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({
      namedCents: 0,
      accruedCents: 0,
      chargedCents: 0,
      dueCents: 0,
    });
  });

  it('does not charge again a day that came back: only a new imposition does', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    bench.serve(bench.impose(ledger, JUNE.slice(0, 2), 1000_00));
    ledger.set(['2026-06-02'], 'voided').set(['2026-06-02'], 'observed');
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({ chargedCents: 1000_00 });
    bench.drop(ledger);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({ chargedCents: 1000_00 });
    bench.serve(bench.impose(ledger, ['2026-06-02'], 1000_00));
    expect(sumFigures(figuresOf(bench, [ledger]))).toMatchObject({ chargedCents: 2000_00 });
  });

  it('is not due until the statement that names the days is served: then 101 × $100 (L05)', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(daysFrom('2026-03-30', 101), 'observed');
    const fineId = bench.impose(ledger, ['2026-03-30'], 100_00, { running: { rateCents: 100_00 } });
    bench.serve(fineId);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({
      accruedCents: 10_100_00,
      chargedCents: 100_00,
      dueCents: 100_00,
    });
    const statementId = bench.bill(fineId, ledger);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({ accruedCents: 10_100_00, dueCents: 100_00 });
    bench.serve(fineId, statementId);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({ chargedCents: 10_100_00, dueCents: 10_100_00 });
  });

  it('accrues a running rate on presumed days too, and no more than the cap leaves', () => {
    const bench = new FinesBench();
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const ledger = new LedgerBench()
      .set(JUNE.slice(0, 2), 'observed')
      .set(JUNE.slice(2, 5), 'presumed')
      .set(['2026-06-06'], 'forborne');
    bench.impose(ledger, JUNE.slice(0, 2), 300_00, { running: { rateCents: 300_00 } });
    bench.do(impose(['2026-06-03'], 900_00), imposition(other, { finding: OTHER_FINDING }));
    expect(figuresOf(bench, [ledger, other])[0]).toMatchObject({
      accruedCents: 600_00 + 100_00 + 300_00 + 300_00,
      chargedCents: 0,
    });
  });

  it('lets two running fines share what is left of a day, the earlier first', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE.slice(0, 2), 'observed');
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE.slice(0, 2), 'observed');
    bench.impose(ledger, ['2026-06-01'], 500_00, { running: { rateCents: 800_00 } });
    bench.do(
      impose(['2026-06-01'], 500_00, { running: { rateCents: 800_00 } }),
      imposition(other, { finding: OTHER_FINDING }),
    );
    expect(figuresOf(bench, [ledger, other]).map(({ accruedCents }) => accruedCents)).toEqual([1300_00, 700_00]);
  });

  it('shows what was paid beyond what is owed as credit, of that fine alone (F12)', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    const paid = bench.impose(ledger, ['2026-06-01'], 100_00);
    const open = bench.impose(ledger, ['2026-06-02'], 100_00);
    bench.serve(paid);
    bench.serve(open);
    bench.pay(paid, 100_00);
    bench.pay(paid, 100_00);
    expect(figuresOf(bench, [ledger])).toMatchObject([
      { paidCents: 200_00, creditCents: 100_00, dueCents: 0 },
      { paidCents: 0, creditCents: 0, dueCents: 100_00 },
    ]);
    expect(sumFigures(figuresOf(bench, [ledger]))).toMatchObject({ creditCents: 100_00, dueCents: 100_00 });
  });

  it('turns the payments of a withdrawn fine into credit and frees its cap', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    const fineId = bench.impose(ledger, ['2026-06-01'], 1000_00);
    bench.serve(fineId);
    bench.pay(fineId, 400_00);
    bench.do({ type: 'WithdrawCivilFine', fineId, reason: 'Mistake' }, NO_FACTS);
    expect(figuresOf(bench, [ledger])[0]).toMatchObject({
      namedCents: 0,
      accruedCents: 0,
      chargedCents: 0,
      creditCents: 400_00,
      dueCents: 0,
    });
    expect(namedAmounts(bench.state).left('offenses-1', '2026-06-01', false)).toBe(1000_00);
  });

  it('reads acts up to the day asked for, and the ledger whole', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    bench.now = '2026-07-01T14:00:00.000Z';
    const fineId = bench.impose(ledger, JUNE.slice(0, 3), 100_00);
    bench.now = '2026-07-05T14:00:00.000Z';
    bench.serve(fineId);
    bench.now = '2026-07-08T14:00:00.000Z';
    bench.pay(fineId, 300_00, '2026-07-06');
    const on = (day: LocalDay) => figuresOf(bench, [ledger], day)[0];
    expect(on('2026-06-30')).toBeUndefined();
    expect(on('2026-07-04')).toMatchObject({ accruedCents: 300_00, chargedCents: 0 });
    expect(on('2026-07-05')).toMatchObject({ chargedCents: 300_00, paidCents: 0, dueCents: 300_00 });
    expect(on('2026-07-06')).toMatchObject({ paidCents: 300_00, dueCents: 0 });
    ledger.set(['2026-06-03'], 'voided');
    bench.drop(ledger);
    expect(on('2026-07-05')).toMatchObject({ chargedCents: 200_00 });
  });

  it('gives each named day its reason', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(JUNE, 'observed');
    bench.serve(bench.impose(ledger, JUNE.slice(0, 3), 100_00));
    ledger.set(['2026-06-01'], 'voided');
    bench.drop(ledger);
    ledger.set(['2026-06-02'], 'heldBack');
    expect(figuresOf(bench, [ledger])[0]!.days).toMatchObject([
      { day: '2026-06-01', state: 'dropped', charged: false },
      { day: '2026-06-02', state: 'heldBack', charged: false },
      { day: '2026-06-03', state: 'charged', charged: true, reason: expect.stringContaining('2026-07-10') },
    ]);
  });
});

describe('exposure of a person (offense-day rules 3)', () => {
  const ledger = new LedgerBench().set(JUNE.slice(0, 2), 'observed').set(['2026-06-03'], 'presumed');
  const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE.slice(0, 1), 'observed');

  it('is the cap of each local day less what is named, never added over findings', () => {
    const bench = new FinesBench();
    expect(exposureOf(bench.state, exposedOf([ledger, other]), null).exposureCents).toBe(2000_00);
    bench.impose(ledger, ['2026-06-01'], 400_00);
    expect(exposureOf(bench.state, exposedOf([ledger, other]), null).exposureCents).toBe(1600_00);
  });

  it("gives each ledger a cap of its own under counsel's decision (hard case 30)", () => {
    const bench = new FinesBench();
    const own = exposedOf([ledger, other]).map((entry) => ({ ...entry, perLedger: true }));
    expect(exposureOf(bench.state, own, null).exposureCents).toBe(3000_00);
  });
});

describe('identities over random ledgers and fines (offense-day rules 3)', () => {
  const DAYS = daysFrom('2026-06-01', 8);
  const kind = fc.constantFrom<DayKind>('observed', 'inferred', 'presumed', 'forborne', 'voided', 'heldBack');
  const someDays = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 8 });
  const which = fc.constantFrom(0, 1);
  const cents = fc.oneof(
    fc.integer({ min: 1, max: 300_00 }),
    fc.integer({ min: 1, max: 1100_00 }),
    fc.constant(1000_00),
  );
  const step = fc.oneof(
    fc.record({ do: fc.constant('ledger' as const), which, days: someDays, kind }),
    fc.record({
      do: fc.constant('impose' as const),
      which,
      days: someDays,
      cents,
      total: fc.boolean(),
      running: fc.option(cents),
    }),
    fc.record({ do: fc.constant('raise' as const), which, days: someDays, cents, of: fc.nat(2) }),
    fc.record({ do: fc.constant('statement' as const), of: fc.nat(2) }),
    fc.record({ do: fc.constant('serve' as const), of: fc.nat(2), statement: fc.option(fc.nat(2)) }),
    fc.record({ do: fc.constant('pay' as const), of: fc.nat(2), cents }),
    fc.record({ do: fc.constant('drop' as const), which }),
    fc.record({ do: fc.constant('withdraw' as const), of: fc.nat(2) }),
  );

  /** Whatever the steps, refused ones change nothing. */
  const history = (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
    const bench = new FinesBench();
    const findings = [FINDING, OTHER_FINDING];
    const ledgers = findings.map(({ findingId }, index) =>
      new LedgerBench(`offenses-${index + 1}`, findingId).set(DAYS, 'observed'),
    );
    const accepted = new Set<string>();
    for (const one of steps) {
      const fineId = 'of' in one ? `party-1.fine-${one.of + 1}` : '';
      const facts = (index: number) => imposition(ledgers[index]!, { finding: findings[index]! });
      const ledgerOf = () =>
        bench.state.fines.find((fine) => fine.fineId === fineId)?.ledger === 'offenses-2' ? 1 : 0;
      let refusal: string | null = null;
      switch (one.do) {
        case 'ledger':
          ledgers[one.which]!.set(one.days, one.kind);
          break;
        case 'impose': {
          const amount = one.total ? { totalCents: one.cents } : { rateCents: one.cents };
          refusal = bench.try(
            impose(one.days, 0, { amount, running: one.running === null ? null : { rateCents: one.running } }),
            facts(one.which),
          );
          break;
        }
        case 'raise': {
          const held = bench.state.fines.find((fine) => fine.fineId === fineId)?.days.map(({ day }) => day) ?? [];
          const days = one.days.filter((day) => held.includes(day));
          refusal = bench.try(impose(days, one.cents, { raises: fineId }), facts(ledgerOf()));
          break;
        }
        case 'statement':
          refusal = bench.try(
            { type: 'ServeStatement', fineId, days: [], spans: [], issuedBy: null },
            facts(ledgerOf()),
          );
          break;
        case 'serve': {
          const statementId = one.statement === null ? null : `${fineId}.statement-${one.statement + 1}`;
          refusal = bench.try(recordService(fineId, bench.now, statementId), NO_FACTS);
          break;
        }
        case 'pay':
          refusal = bench.try(
            {
              type: 'RecordPayment',
              fineId,
              amountCents: one.cents,
              receivedOn: '2026-07-10',
              method: 'check',
              reference: null,
            },
            NO_FACTS,
          );
          break;
        case 'drop':
          bench.drop(ledgers[one.which]!);
          break;
        case 'withdraw':
          refusal = bench.try({ type: 'WithdrawCivilFine', fineId, reason: 'x' }, NO_FACTS);
      }
      if (refusal === null) accepted.add(one.do);
    }
    return { bench, ledgers, accepted };
  };

  const holds = (figure: FineFigures) => {
    expect(figure.chargedCents).toBeLessThanOrEqual(figure.accruedCents);
    expect(figure.dueCents - figure.creditCents).toBe(figure.chargedCents - figure.paidCents);
    expect(figure.dueCents * figure.creditCents).toBe(0);
    expect(
      Math.min(figure.dueCents, figure.creditCents, figure.chargedCents, figure.accruedCents, figure.namedCents),
    ).toBeGreaterThanOrEqual(0);
  };

  it('hold after every history of ledger changes, impositions, statements, service, drops, payments and withdrawals', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { bench, ledgers } = history(steps);
        for (const ledger of ledgers) {
          const days = findingFigures(ledger.view.daysThrough(THROUGH));
          expect(days.recordedDays).toBe(days.observed + days.inferred + days.presumed + days.forborne);
          expect(days.provableDays).toBeLessThanOrEqual(days.observed + days.inferred);
        }
        const named = namedAmounts(bench.state);
        for (const day of DAYS) expect(named.ofPerson(day)).toBeLessThanOrEqual(CIVIL_FINE_CAP_CENTS);
        const figures = figuresOf(bench, ledgers);
        const byDay = new Map<string, number>();
        for (const figure of figures) {
          holds(figure);
          const fine = bench.state.fines.find(({ fineId }) => fineId === figure.fineId)!;
          const view = ledgers.find(({ ledger }) => ledger === fine.ledger)!.view;
          for (const { day, cents, charged } of figure.days.filter((entry) => entry.charged)) {
            expect([day, charged, view.dayOf(day)!.provable]).toEqual([day, true, true]);
            byDay.set(day, (byDay.get(day) ?? 0) + cents);
          }
        }
        for (const charged of byDay.values()) expect(charged).toBeLessThanOrEqual(CIVIL_FINE_CAP_CENTS);
        const total = sumFigures(figures);
        const plain = (name: 'dueCents' | 'creditCents' | 'chargedCents') =>
          figures.reduce((sum, figure) => sum + figure[name], 0);
        expect([total.dueCents, total.creditCents, total.chargedCents]).toEqual([
          plain('dueCents'),
          plain('creditCents'),
          plain('chargedCents'),
        ]);
        const exposed = exposedOf(ledgers);
        const left = [...new Set(exposed.map(({ day }) => day))].reduce(
          (sum, day) => sum + CIVIL_FINE_CAP_CENTS - named.ofPerson(day),
          0,
        );
        expect(exposureOf(bench.state, exposed, null).exposureCents).toBe(left);
      }),
      { numRuns: 400 },
    );
    // Such histories do reach what they are about: shown on a fixed sample, so that chance fails nobody.
    const sample = fc.sample(fc.array(step, { minLength: 20, maxLength: 40 }), { seed: 1, numRuns: 400 });
    const reached = new Set(sample.flatMap((steps) => [...history(steps).accepted]));
    expect([...reached].sort()).toEqual(['drop', 'impose', 'ledger', 'pay', 'raise', 'serve', 'statement', 'withdraw']);
  });

  it('the drop changes no figure but what is named: charged, accrued and due have followed the ledger already', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { bench, ledgers } = history(steps);
        const money = () =>
          figuresOf(bench, ledgers).map(({ chargedCents, dueCents, creditCents }) => [
            chargedCents,
            dueCents,
            creditCents,
          ]);
        const before = money();
        for (const ledger of ledgers) bench.drop(ledger);
        expect(money()).toEqual(before);
        for (const ledger of ledgers) expect(bench.drop(ledger)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('exposure is zero where the cap is used up', () => {
    const bench = new FinesBench();
    const ledger = new LedgerBench().set(DAYS, 'observed');
    bench.impose(ledger, DAYS, 1000_00);
    expect(exposureOf(bench.state, exposedOf([ledger]), null).exposureCents).toBe(0);
  });

  it('a shared total sums exactly, whatever the number of days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000_00 }), fc.integer({ min: 1, max: 4000 }), (total, count) => {
        const shares = allocate(total, count);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(shares[0]! - shares.at(-1)!).toBeLessThanOrEqual(1);
      }),
    );
  });
});
