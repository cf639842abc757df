import type { FineDay } from './figures.rules.js';
import type { DayFact } from './fine.types.js';
import type { CaseSnapshot, MoneyFigure } from './what-changed.rules.js';
import { MONEY_FIGURES, whatChangedBetween } from './what-changed.rules.js';

const fact = (day: string, bucket: DayFact['bucket'], more: Partial<DayFact> = {}): DayFact => ({
  day,
  live: bucket !== null,
  basis: bucket === 'forborne' || bucket === null ? 'presumed' : bucket,
  bucket,
  voidCause: bucket === null ? 'stopped' : null,
  provable: bucket === 'observed' || bucket === 'inferred',
  heldBack: null,
  runId: 'run-1',
  findingId: 'case-1.finding-1',
  caseId: 'case-1',
  leftProvableAt: 0,
  forborneOn: null,
  ...more,
});

const fineDay = (day: string, state: FineDay['state'], cents = 25_000): FineDay => ({
  day,
  cents,
  originalCents: cents,
  namedCents: cents,
  statementId: null,
  state,
  charged: state === 'charged',
  settled: false,
  settledBy: null,
  stayed: false,
  decision: null,
  reason: '',
});

const money = (figures: Partial<Record<MoneyFigure, number>>) =>
  Object.fromEntries(MONEY_FIGURES.map((figure) => [figure, figures[figure] ?? 0])) as Record<MoneyFigure, number>;

const DAYS = ['2026-09-10', '2026-09-11', '2026-09-12', '2026-09-13', '2026-09-14'];
const finding = (days: readonly DayFact[]) => ({ findingId: 'case-1.finding-1', citation: '§ 168-26H', days });

const THEN: CaseSnapshot = {
  findings: [finding(DAYS.map((day) => fact(day, 'inferred')))],
  fines: [
    {
      fineId: 'party-1.fine-1',
      number: 'CF-2026-001',
      days: DAYS.map((day) => fineDay(day, 'charged')),
      figures: money({ chargedCents: 125_000, dueCents: 125_000 }),
    },
  ],
};

describe('what changed between two points (design 1.2; screens, as known on)', () => {
  const now: CaseSnapshot = {
    findings: [
      finding([fact(DAYS[0]!, 'inferred'), fact(DAYS[1]!, 'presumed'), ...DAYS.slice(2).map((day) => fact(day, null))]),
    ],
    fines: [
      {
        ...THEN.fines[0]!,
        days: [fineDay(DAYS[0]!, 'charged'), ...DAYS.slice(1).map((day) => fineDay(day, 'dropped'))],
        figures: money({ chargedCents: 25_000, paidCents: 30_000, creditCents: 5_000 }),
      },
    ],
  };
  const changed = whatChangedBetween(THEN, now);

  it('joins neighboring days that changed alike, and says how each stretch stood then and stands now', () => {
    expect(changed.days.map(({ from, through, days, before, after }) => [from, through, days, before, after])).toEqual([
      ['2026-09-11', '2026-09-11', 1, 'inferred', 'presumed'],
      ['2026-09-12', '2026-09-14', 3, 'inferred', 'voided (stopped)'],
    ]);
    expect(changed.days[1]!.text).toBe(
      '§ 168-26H: 2026-09-12 to 2026-09-14, 3 days: inferred then, voided (stopped) now.',
    );
  });

  it('does not join days over a day that stayed as it was', () => {
    const gap: CaseSnapshot = {
      ...THEN,
      findings: [finding(DAYS.map((day, index) => fact(day, index === 2 ? 'inferred' : 'presumed')))],
    };
    expect(whatChangedBetween(THEN, gap).days.map(({ from, through }) => [from, through])).toEqual([
      ['2026-09-10', '2026-09-11'],
      ['2026-09-13', '2026-09-14'],
    ]);
  });

  it('each sum is the sum of its lines, for days and for every figure of money', () => {
    const { days, fineDays, money: lines, sums } = changed;
    expect(sums.recordedDays).toEqual({ before: 5, after: 2, difference: -3 });
    expect(days.reduce((sum, { recordedDays }) => sum + recordedDays, 0)).toBe(sums.recordedDays.difference);
    expect(days.reduce((sum, { provableDays }) => sum + provableDays, 0)).toBe(sums.provableDays.difference);
    expect(fineDays.reduce((sum, { chargedCents }) => sum + chargedCents, 0)).toBe(sums.chargedCents.difference);
    for (const figure of MONEY_FIGURES)
      expect(lines.filter((line) => line.figure === figure).reduce((sum, { difference }) => sum + difference, 0)).toBe(
        sums[figure].difference,
      );
    expect(lines.map(({ text }) => text)).toContain('CF-2026-001, charged: $1,250.00 then, $250.00 now (−$1,000.00).');
  });

  it('shows a finding and a fine that were not there before, and nothing between two equal points', () => {
    expect(whatChangedBetween({ findings: [], fines: [] }, THEN).sums.recordedDays.difference).toBe(5);
    expect(whatChangedBetween(THEN, THEN)).toMatchObject({ days: [], fineDays: [], money: [] });
  });
});
