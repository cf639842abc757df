import fc from 'fast-check';

import type { LocalDay } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';
import { addDays } from '#legal-time';

import { finesAsOf, reversedDays } from './as-of.rules.js';
import { namedAmounts } from './cap.rules.js';
import type { ExposedDay, FineFigures } from './figures.rules.js';
import { exposureOf, fineFigures, sumFigures } from './figures.rules.js';
import type { FineCommand } from './fine.commands.js';
import { isReversed } from './fine.state.js';
import type { FineFacts } from './fine.types.js';
import type { DayKind } from './testing.js';
import {
  agreementOn,
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

const DAYS = daysFrom('2026-06-01', 6);
const LAST_DAY = DAYS.at(-1)!;
const FINDINGS = [FINDING, OTHER_FINDING];

const kind = fc.constantFrom<DayKind>('observed', 'observed', 'inferred', 'presumed', 'forborne', 'voided', 'heldBack');
const someDays = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 6 });
const which = fc.constantFrom(0, 1);
const fine = fc.nat(3);
const n = fc.nat(3);
const cents = fc.oneof(fc.integer({ min: 1, max: 400_00 }), fc.integer({ min: 1, max: 1100_00 }), fc.constant(1000_00));
const document = fc.option(fc.constant(1), { freq: 4 });
const effect = fc.constantFrom('affirmed' as const, 'modified' as const, 'reversed' as const, 'remanded' as const);
const is = <Name extends string>(name: Name) => fc.constant(name);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: is('ledger'), which, days: someDays, kind }) },
  { weight: 3, arbitrary: fc.record({ do: is('impose'), which, days: someDays, cents, running: fc.option(cents) }) },
  { weight: 2, arbitrary: fc.record({ do: is('agree'), which, days: someDays, cents, wanting: fc.boolean() }) },
  fc.record({ do: is('raise'), fine, days: someDays, cents }),
  fc.record({ do: is('statement'), fine }),
  { weight: 3, arbitrary: fc.record({ do: is('serve'), fine, document }) },
  { weight: 2, arbitrary: fc.record({ do: is('pay'), fine, cents, daysAgo: fc.nat(2) }) },
  fc.record({ do: is('amend'), fine, days: someDays, cents }),
  fc.record({ do: is('waive'), fine, cents }),
  { weight: 2, arbitrary: fc.record({ do: is('confirm'), fine, n }) },
  fc.record({ do: is('refund'), fine, cents, daysAgo: fc.nat(3) }),
  fc.record({ do: is('credit'), fine, to: fine, cents }),
  fc.record({ do: is('appeal'), fine, n }),
  { weight: 2, arbitrary: fc.record({ do: is('stay'), fine, n, days: fc.option(someDays), document }) },
  fc.record({ do: is('endStay'), fine, n }),
  fc.record({ do: is('endAppeal'), fine, n }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('decide'),
      fine,
      n,
      paragraphs: fc.array(fc.record({ effect, days: someDays, cents, document }), { minLength: 1, maxLength: 3 }),
      mayRaise: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('annul'),
      fine,
      n,
      paragraphs: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('final'), fine, n }) },
  fc.record({ do: is('reverse'), fine, n }),
  fc.record({ do: is('judgment'), fine, cents }),
  { weight: 2, arbitrary: fc.record({ do: is('drop'), which }) },
  fc.record({ do: is('withdraw'), fine }),
  { weight: 2, arbitrary: fc.record({ do: is('nextDay') }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What an appeal's process would send, decided on the same facts twice. */
const REPEATED: ReadonlySet<FineCommand['type']> = new Set([
  'RecordFineService',
  'DropFineDays',
  'NoteAppeal',
  'NoteAppealEnded',
  'ApplyStay',
  'EndStay',
  'ApplyDecision',
  'LapseDecision',
  'FinishDecision',
]);

class Town {
  readonly bench = new FinesBench();
  readonly ledgers = FINDINGS.map(({ findingId }, index) =>
    new LedgerBench(`offenses-${index + 1}`, findingId).set(DAYS, 'observed'),
  );
  readonly reached = new Set<string>();

  get today(): LocalDay {
    return this.bench.now.slice(0, 10);
  }

  /** Refused or not: a refusal changes nothing. What a process sends adds nothing when it comes again. */
  private send(name: string, command: FineCommand, facts: FineFacts): void {
    const before = this.bench.state;
    if (this.bench.try(command, facts) !== null) {
      expect(this.bench.state).toBe(before);
      return;
    }
    this.reached.add(name);
    if (REPEATED.has(command.type)) expect(this.bench.do(command, facts)).toEqual([]);
  }

  take(one: Step): void {
    const { bench, ledgers, today } = this;
    const nth = (index: number) => `party-1.fine-${(index % Math.max(1, bench.state.fines.length)) + 1}`;
    const fineId = 'fine' in one ? nth(one.fine) : '';
    const target = bench.state.fines.find((known) => known.fineId === fineId);
    const statement = (document: number | null) => (document === null ? null : `${fineId}.statement-${document}`);
    const at = target?.ledger === 'offenses-2' ? 1 : 0;
    const facts = (index: number, more: Partial<FineFacts> = {}): FineFacts => ({
      ...imposition(ledgers[index]!, { finding: FINDINGS[index]! }),
      ...more,
    });
    const appeal = 'n' in one ? `${fineId}-appeal-${one.n}` : '';
    const of = { fineId, appealId: appeal };
    const decisionId = `${appeal}.decision-1`;
    const stayId = `${appeal}.stay-1`;
    const decision = (boardMayRaise: boolean): FineFacts => ({
      ...NO_FACTS,
      decision: { perLedger: false, boardMayRaise },
    });
    switch (one.do) {
      case 'ledger':
        ledgers[one.which]!.set(one.days, one.kind);
        return;
      case 'nextDay':
        bench.now = `${addDays(today, 1)}T14:00:00.000Z`;
        return;
      case 'impose': {
        const running = one.running === null ? null : { rateCents: one.running };
        return this.send('impose', impose(one.days, one.cents, { running }), facts(one.which));
      }
      case 'agree': {
        const agreement = agreementOn(DAYS[0]!, LAST_DAY);
        const { findingId } = FINDINGS[one.which]!;
        const terms = { ...agreement.fine!, findingId, appeal: one.wanting ? null : ('reserved' as const) };
        return this.send(
          one.wanting ? 'agree, wanting' : 'agree',
          {
            ...{ type: 'AgreeCivilFine', findingId, days: one.days, spans: [], amount: { rateCents: one.cents } },
            ...{ agreementId: agreement.agreementId, reason: 'Agreed' },
          },
          facts(one.which, { agreement: { ...agreement, fine: terms } }),
        );
      }
      case 'raise':
        return this.send('raise', impose(one.days, one.cents, { raises: fineId }), facts(at));
      case 'statement':
        return this.send(
          'statement',
          { type: 'ServeStatement', fineId, days: [], spans: [], issuedBy: null },
          facts(at),
        );
      case 'serve':
        return this.send('serve', recordService(fineId, bench.now, statement(one.document)), {
          ...NO_FACTS,
          ledger: ledgers[at]!.view,
        });
      case 'pay': {
        const receivedOn = addDays(today, -one.daysAgo);
        const payment = { fineId, amountCents: one.cents, receivedOn, method: 'check', reference: null } as const;
        return this.send('pay', { type: 'RecordPayment', ...payment }, NO_FACTS);
      }
      case 'amend': {
        const days = one.days.map((day) => ({ day, statementId: null, cents: one.cents }));
        return this.send('amend', { type: 'AmendCivilFine', fineId, days, reason: 'x' }, NO_FACTS);
      }
      case 'waive':
        return this.send(
          'waive',
          { type: 'WaiveCivilFine', fineId, cents: one.cents, reason: 'x' },
          bench.money(...ledgers),
        );
      case 'confirm': {
        const waiting =
          target?.reductions.filter(({ confirmed, declined }) => confirmed === null && declined === null) ?? [];
        const { reductionId } = waiting[one.n % Math.max(1, waiting.length)] ?? { reductionId: 'none' };
        return bench.as('officer-2', () =>
          this.send('confirm', { type: 'ConfirmReduction', fineId, reductionId }, bench.money(...ledgers)),
        );
      }
      case 'refund': {
        const refundedOn = addDays(today, -one.daysAgo);
        const refund = { fineId, amountCents: one.cents, refundedOn, method: 'check', reference: null } as const;
        return this.send('refund', { type: 'RefundCredit', ...refund }, bench.money(...ledgers));
      }
      case 'credit': {
        // Picked among the fines that have credit and those that are open, or it would hardly ever be accepted.
        const figures = this.figures();
        const pick = (wanted: readonly FineFigures[], index: number) => wanted[index % Math.max(1, wanted.length)];
        const from = pick(
          figures.filter(({ creditCents }) => creditCents > 0),
          one.fine,
        );
        const open = pick(
          figures.filter(({ openCents }) => openCents > 0),
          one.to,
        );
        const amountCents = Math.max(1, Math.min(one.cents, from?.creditCents ?? 0, open?.openCents ?? 0));
        const move = { fineId: from?.fineId ?? fineId, toFineId: open?.fineId ?? nth(one.to), amountCents };
        return this.send('credit', { type: 'ApplyCredit', ...move }, bench.money(...ledgers));
      }
      case 'appeal':
        return this.send(
          'appeal',
          { type: 'NoteAppeal', ...of, number: 'A-2026-001', documents: [null], filedOn: today },
          NO_FACTS,
        );
      case 'stay': {
        const stay = { stayId, days: one.days, documents: [statement(one.document)], stayedOn: today, authority: 'x' };
        return this.send('stay', { type: 'ApplyStay', ...of, ...stay }, NO_FACTS);
      }
      case 'endStay':
        return this.send('endStay', { type: 'EndStay', ...of, stayId, endedOn: today, cause: 'lifted' }, NO_FACTS);
      case 'endAppeal':
        return this.send('endAppeal', { type: 'NoteAppealEnded', ...of, how: 'withdrawn', endedOn: today }, NO_FACTS);
      case 'decide': {
        const effects = one.paragraphs.map((paragraph, index) => ({
          paragraph: index + 1,
          effect: paragraph.effect,
          days: paragraph.days.map((day) => ({
            day,
            statementId: statement(paragraph.document),
            cents: paragraph.effect === 'modified' ? paragraph.cents : null,
          })),
        }));
        return this.send(
          'decide',
          { type: 'ApplyDecision', ...of, decisionId, decidedOn: today, effects },
          decision(one.mayRaise),
        );
      }
      case 'annul': {
        const { decision: known, ...ids } = this.someDecision(one.n, of, decisionId);
        const lapse = { decisionId: known, paragraphs: one.paragraphs, lapsedOn: today, reference: 'Index 2026-1' };
        return this.send('annul', { type: 'LapseDecision', ...ids, ...lapse }, decision(false));
      }
      case 'final': {
        const { decision: known, ...ids } = this.someDecision(one.n, of, decisionId);
        const command = { type: 'FinishDecision', ...ids, decisionId: known, finalOn: today } as const;
        return this.send('final', command, NO_FACTS);
      }
      case 'reverse': {
        const days = target?.days.map(({ day, statementId }) => ({ day, statementId, cents: null })) ?? [];
        const effects = [{ paragraph: 1, effect: 'reversed' as const, days }];
        const command = { type: 'ApplyDecision', ...of, decisionId, decidedOn: today, effects } as const;
        this.send('decide', command, decision(false));
        return this.send('final', { type: 'FinishDecision', ...of, decisionId, finalOn: today }, NO_FACTS);
      }
      case 'judgment':
        return this.send(
          'judgment',
          { type: 'RecordJudgment', fineId, court: 'x', indexNumber: '1', enteredOn: today, amountCents: one.cents },
          bench.money(...ledgers),
        );
      case 'drop':
        return this.send(
          'drop',
          { type: 'DropFineDays', ledger: ledgers[one.which]!.ledger },
          { ...NO_FACTS, ledger: ledgers[one.which]!.view },
        );
      case 'withdraw':
        return this.send('withdraw', { type: 'WithdrawCivilFine', fineId, reason: 'x' }, NO_FACTS);
    }
  }

  /** A decision that was applied, where there is one. */
  private someDecision(n: number, of: { fineId: string; appealId: string }, none: string) {
    const all = this.bench.state.fines.flatMap(({ fineId, decisions }) =>
      decisions.map(({ appealId, decisionId: decision }) => ({ fineId, appealId, decision })),
    );
    return all[n % Math.max(1, all.length)] ?? { ...of, decision: none };
  }

  figures(asOf: LocalDay | null = null): FineFigures[] {
    return fineFigures(
      this.bench.state,
      (one) => this.ledgers.find(({ ledger }) => ledger === one.ledger)!.view,
      () => false,
      { through: asOf ?? LAST_DAY, asOf },
    );
  }

  get exposed(): ExposedDay[] {
    return this.ledgers.flatMap(({ ledger, view }) =>
      view
        .daysThrough(LAST_DAY)
        .filter(({ provable }) => provable)
        .map(({ day }) => ({ ledger, day, perLedger: false })),
    );
  }
}

const lived = (steps: readonly Step[], each: (town: Town) => void = () => undefined): Town => {
  const town = new Town();
  for (const one of steps) {
    town.take(one);
    each(town);
  }
  return town;
};

/** Identities of one fine (offense-day rules 3). */
const holds = (town: Town, figure: FineFigures): void => {
  const { chargedCents, accruedCents, waivedCents, paidCents, creditCents, openCents, stayedCents, dueCents } = figure;
  expect(chargedCents).toBeLessThanOrEqual(accruedCents);
  expect(dueCents - creditCents).toBe(chargedCents - Math.min(waivedCents, chargedCents) - paidCents - stayedCents);
  expect(dueCents * creditCents).toBe(0);
  expect(stayedCents).toBeLessThanOrEqual(openCents);
  expect(
    Math.min(dueCents, creditCents, chargedCents, stayedCents, paidCents, figure.namedCents),
  ).toBeGreaterThanOrEqual(0);
  const { ledger } = town.bench.state.fines.find(({ fineId }) => fineId === figure.fineId)!;
  const { view } = town.ledgers.find((one) => one.ledger === ledger)!;
  for (const { day, charged, settled, state } of figure.days.filter((entry) => entry.charged)) {
    expect([day, charged, settled || view.dayOf(day)!.provable]).toEqual([day, true, true]);
    expect(state).toBe('charged');
  }
};

const identities = (town: Town): void => {
  const { state } = town.bench;
  const named = namedAmounts(state);
  for (const day of DAYS) expect([day, named.ofPerson(day) <= CIVIL_FINE_CAP_CENTS]).toEqual([day, true]);
  const figures = town.figures();
  const chargedOn = new Map<string, number>();
  for (const figure of figures) {
    holds(town, figure);
    for (const { day, cents: charged } of figure.days.filter((entry) => entry.charged))
      chargedOn.set(day, (chargedOn.get(day) ?? 0) + charged);
  }
  for (const charged of chargedOn.values()) expect(charged).toBeLessThanOrEqual(CIVIL_FINE_CAP_CENTS);
  const total = sumFigures(figures);
  for (const figure of ['chargedCents', 'waivedCents', 'paidCents', 'creditCents', 'stayedCents', 'dueCents'] as const)
    expect(total[figure]).toBe(figures.reduce((sum, one) => sum + one[figure], 0));
  const unreversed = town.exposed.filter(({ ledger, day }) => !reversedDays(state, ledger).has(day));
  const left = [...new Set(unreversed.map(({ day }) => day))].map((day) => CIVIL_FINE_CAP_CENTS - named.ofPerson(day));
  expect(exposureOf(state, town.exposed, null).exposureCents).toBe(left.reduce((sum, one) => sum + one, 0));
};

describe('identities over every interleaving of acts on fines (offense-day rules 3)', () => {
  it('hold after every step, now and as of each day; what a process sends again adds nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 45, size: 'max' }), (steps) => {
        const town = lived(steps, identities);
        for (let day = '2026-07-04'; day <= town.today; day = addDays(day, 1))
          for (const figure of town.figures(day)) holds(town, figure);
      }),
      { numRuns: 120 },
    );
  });

  it('a drop and a note on settled days change no money', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 35, size: 'max' }), (steps) => {
        const town = lived(steps);
        const money = () =>
          town
            .figures()
            .map(({ chargedCents, creditCents, stayedCents, dueCents }) => [
              ...[chargedCents, creditCents, stayedCents, dueCents],
            ]);
        const before = money();
        for (const ledger of town.ledgers) town.bench.drop(ledger);
        expect(money()).toEqual(before);
        for (const ledger of town.ledgers) expect(town.bench.drop(ledger)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('a settled day is never dropped, a reversed one never charged, and a remand leaves charge and stay as they were', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const town = new Town();
        for (const one of steps) {
          const before = town.bench.state;
          const known = town.bench.events.length;
          const money = town.figures();
          town.take(one);
          for (const event of town.bench.events.slice(known))
            if (event.type === 'FineDaysDropped') {
              const { days } = before.fines.find(({ fineId }) => fineId === event.data.fineId)!;
              for (const dropped of event.data.days)
                expect(
                  days.find(({ day, statementId }) => day === dropped.day && statementId === dropped.statementId)!
                    .settledBy,
                ).toBeNull();
            }
          if (one.do === 'decide' && one.paragraphs.every((paragraph) => paragraph.effect === 'remanded'))
            expect(town.figures()).toEqual(money);
          for (const figure of town.figures())
            for (const { state, charged, decision } of figure.days)
              if (decision?.effect === 'reversed') expect([state, charged]).toEqual([expect.any(String), false]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('a decision annulled wholly leaves every amount and the cap as if it had not been made, where nothing used what it freed', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30, size: 'max' }),
        someDays,
        effect,
        cents,
        (steps, days, what, amount) => {
          const town = lived(steps);
          const amounts = () =>
            town.bench.state.fines.map((one) =>
              one.days.map((entry) => [entry.cents, entry.namedCents, entry.settledBy]),
            );
          const before = amounts();
          for (const { fineId } of town.bench.state.fines) {
            const decisionId = 'appeal-last.decision-1';
            const paragraph = { paragraph: 1, effect: what };
            const named = days.map((day) => ({ day, statementId: null, cents: what === 'modified' ? amount : null }));
            town.bench.decideAppeal(fineId, [{ ...paragraph, days: named }], decisionId, { boardMayRaise: true });
            town.bench.finish(fineId, decisionId);
            town.bench.lapse(fineId, [1], decisionId);
          }
          expect(amounts()).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('such histories reach every act: shown on a fixed sample, so that chance fails nobody', () => {
    const sample = fc.sample(fc.array(step, { minLength: 30, maxLength: 45, size: 'max' }), { seed: 1, numRuns: 300 });
    const towns = sample.map((steps) => lived(steps));
    const reached = new Set(towns.flatMap((town) => [...town.reached]));
    expect([...reached].sort()).toEqual([
      'agree',
      'agree, wanting',
      'amend',
      'annul',
      'appeal',
      'confirm',
      'credit',
      'decide',
      'drop',
      'endAppeal',
      'endStay',
      'final',
      'impose',
      'judgment',
      'pay',
      'raise',
      'refund',
      'serve',
      'statement',
      'stay',
      'waive',
      'withdraw',
    ]);
    const events = towns.flatMap(({ bench }) => bench.events);
    expect(events.some((event) => event.type === 'SettledDaysChanged')).toBe(true);
    expect(events.some((event) => event.type === 'DecisionLapsed' && event.data.lowered.length > 0)).toBe(true);
    const unfit = new Set(
      events.flatMap((event) => (event.type === 'DecisionApplied' ? event.data.unfit.map(({ why }) => why) : [])),
    );
    expect([...unfit].sort()).toEqual(['dropped', 'fineWithdrawn', 'notNamed', 'overCap', 'raised']);
    expect(events.some((event) => event.type === 'StayEnded' && event.data.days !== null)).toBe(true);
    expect(towns.some(({ bench }) => finesAsOf(bench.state, null).fines.some((one) => one.days.some(isReversed)))).toBe(
      true,
    );
  });
});
