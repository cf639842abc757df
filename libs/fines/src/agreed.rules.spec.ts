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
import type { AgreeCivilFine } from './fine.commands.js';
import { fineFigures } from './figures.rules.js';
import type { AgreementFact, FineFacts } from './fine.types.js';

const JUNE = daysFrom('2026-06-01', 30);
const june = () => new LedgerBench().set(JUNE, 'observed');

const agree = (days = JUNE.slice(0, 3), cents = 200_00): AgreeCivilFine => ({
  ...{ type: 'AgreeCivilFine', findingId: FINDING.findingId, days, spans: [], amount: { rateCents: cents } },
  ...{ agreementId: 'case-a.agreement-1', reason: 'Settled at the table' },
});

const under = (ledger: LedgerBench, changes: Partial<AgreementFact> = {}): FineFacts => ({
  ...imposition(ledger),
  agreement: agreementOn('2026-06-01', '2026-06-10', changes),
});

const figuresOf = (bench: FinesBench, ledger: LedgerBench, asOf: string | null = null) =>
  fineFigures(
    bench.state,
    () => ledger.view,
    () => false,
    { through: asOf ?? '2026-07-09', asOf },
  );

describe('a fine that both agreed to (domain.md 2.4, 5.11)', () => {
  it('is charged and settled from the day the agreement came into force, with no service', () => {
    const bench = new FinesBench();
    const ledger = june();
    expect(bench.do(agree(), under(ledger))).toMatchObject([
      {
        type: 'CivilFineAgreed',
        data: { agreedOn: '2026-07-05', appeal: 'waived', agreedBy: 'officer-1', recordedOn: '2026-07-10' },
      },
    ]);
    expect(bench.state.fines[0]).toMatchObject({ how: 'agreed', imposedOn: '2026-07-05', running: null });
    expect(figuresOf(bench, ledger)).toMatchObject([
      { chargedCents: 600_00, dueCents: 600_00, days: [{ settled: true }, {}, {}] },
    ]);
    expect(figuresOf(bench, ledger, '2026-07-04')).toEqual([]);
    expect(figuresOf(bench, ledger, '2026-07-05')).toMatchObject([{ chargedCents: 600_00 }]);
    expect(bench.try(recordService('party-1.fine-1', bench.now), NO_FACTS)).toBe('FINES.AGREED_NEEDS_NO_SERVICE');
  });

  it('stays charged when the ledger changes its mind, and a person is asked once for each fall', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.do(agree(), under(ledger));
    ledger.set(['2026-06-02'], 'voided');
    expect(figuresOf(bench, ledger)).toMatchObject([{ chargedCents: 600_00 }]);
    expect(bench.drop(ledger)).toMatchObject([
      { type: 'SettledDaysChanged', data: { days: [{ day: '2026-06-02', statementId: null }] } },
    ]);
    expect(bench.drop(ledger)).toEqual([]);
    ledger.set(['2026-06-02'], 'observed').set(['2026-06-02'], 'presumed');
    expect(bench.drop(ledger)).toMatchObject([{ type: 'SettledDaysChanged' }]);
    ledger.set(['2026-06-02'], 'observed').set(['2026-06-02'], 'forborne');
    expect(bench.drop(ledger)).toMatchObject([{ type: 'SettledDaysChanged' }]);
    expect(bench.drop(ledger)).toEqual([]);
  });

  it.each<[string, Partial<AgreementFact>]>([
    ['signatures', { inForceOn: null }],
    ['saysFineIsAgreed', { fine: { ...agreementOn('2026-06-01', '2026-06-10').fine!, saysFineIsAgreed: false } }],
    ['days', { fine: { ...agreementOn('2026-06-01', '2026-06-02').fine! } }],
    ['days', { fine: { ...agreementOn('2026-06-01', '2026-06-10').fine!, findingId: OTHER_FINDING.findingId } }],
    ['appeal', { fine: { ...agreementOn('2026-06-01', '2026-06-10').fine!, appeal: null } }],
  ])('is an imposed fine where the agreement lacks %s: a unilateral "agreed" fine is imposed', (word, changes) => {
    const bench = new FinesBench();
    const ledger = june();
    expect(bench.do(agree(), under(ledger, changes))).toMatchObject([
      { type: 'CivilFineImposed', data: { imposedBy: 'officer-1', running: null } },
      { type: 'AgreementFoundWanting', data: { agreementId: 'case-a.agreement-1', missing: [word] } },
    ]);
    expect(bench.state.fines[0]).toMatchObject({ how: 'imposed', agreement: null, wanting: { missing: [word] } });
    expect(figuresOf(bench, ledger)).toMatchObject([{ accruedCents: 600_00, chargedCents: 0 }]);
    bench.serve('party-1.fine-1');
    expect(figuresOf(bench, ledger)).toMatchObject([{ chargedCents: 600_00, days: [{ settled: false }, {}, {}] }]);
  });

  it('lacks everything where the agreement speaks of no fine and nobody signed', () => {
    const facts = under(june(), { fine: null, inForceOn: null });
    expect(new FinesBench().do(agree(), facts)[1]).toMatchObject({
      data: { missing: ['signatures', 'saysFineIsAgreed', 'days', 'appeal'] },
    });
  });

  it('counts under the cap like any other, and passes the same guards (§ 168-30D: impose or agree to)', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.do(agree(JUNE.slice(0, 1), 700_00), under(ledger));
    const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
    const facts = imposition(other, { finding: OTHER_FINDING });
    expect(bench.try(impose(['2026-06-01'], 300_01), facts)).toBe('FINES.OVER_DAILY_CAP');
    expect(bench.try(agree(JUNE.slice(0, 1)), under(ledger))).toBe('FINES.DAY_ALREADY_CHARGED');
    expect(bench.try(agree(JUNE.slice(1, 2), 1000_01), under(ledger))).toBe('FINES.OVER_DAILY_CAP');
    ledger.set(['2026-06-03'], 'presumed');
    expect(bench.try(agree(['2026-06-03']), under(ledger))).toBe('FINES.DAY_NOT_PROVABLE');
    expect(bench.as('clerk-9', () => bench.try(agree(['2026-06-04']), under(ledger)))).toBe('FINES.NO_APPOINTMENT');
  });

  it('refuses an agreement that is not there, or is with somebody else', () => {
    const facts = under(june());
    expect(new FinesBench().try(agree(), { ...facts, agreement: null })).toBe('FINES.UNKNOWN_AGREEMENT');
    expect(new FinesBench().try(agree(), under(june(), { partyId: 'party-2' }))).toBe(
      'FINES.NOT_THIS_PERSONS_AGREEMENT',
    );
  });

  it('takes a payment from the day it was agreed on, and is looked at afresh like an imposed one', () => {
    const bench = new FinesBench();
    const ledger = june();
    bench.do(agree(), under(ledger));
    expect(() => bench.pay('party-1.fine-1', 1, '2026-07-04')).toThrow(/agreed on 2026-07-05/);
    bench.pay('party-1.fine-1', 600_00, '2026-07-05');
    expect(figuresOf(bench, ledger)).toMatchObject([{ dueCents: 0 }]);
    const recheck = { type: 'RecheckFine', fineId: 'party-1.fine-1' } as const;
    expect(bench.do(recheck, imposition(ledger))).toEqual([]);
    expect(bench.do(recheck, imposition(ledger, { territory: 'villagePart' }))).toMatchObject([
      { type: 'FineBasisDrifted', data: { what: 'territory' } },
    ]);
  });
});
