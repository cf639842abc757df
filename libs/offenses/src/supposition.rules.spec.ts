import { changedDays, ledgerWithSighting } from './supposition.rules.js';
import { at, FINDING, LedgerBench, seen } from './testing.js';

const NOW = at('2026-06-20');

/** Seen on 1 and 10 June, the days between carried by the officer's reason; the clock has closed 19 June. */
const bench = () => {
  const ledger = new LedgerBench();
  ledger.see(at('2026-06-01'));
  ledger.see(at('2026-06-10'), { reason: 'Rigid pipe' });
  ledger.closeThrough('2026-06-10', '2026-06-19');
  return ledger;
};

const supposed = (ledger: LedgerBench, kind: 'violating' | 'ended' | 'stopped', day: string, finding = FINDING) =>
  ledgerWithSighting(
    ledger.state,
    { findingId: finding.findingId, kind, at: `${day}T04:00:00.000Z`, day },
    ledger.facts(NOW, finding),
    ledger.context(NOW, 'clerk-1'),
  );

describe('a ledger as it would stand with one more sighting', () => {
  it.each([
    ['stopped', 'RecordFoundStopped'],
    ['ended', 'RecordEnd'],
    ['violating', 'ObserveViolation'],
  ] as const)('%s: is what recording it then makes of the days (offense-day rules 1, rules 1 to 4)', (kind, type) => {
    for (const day of ['2026-06-01', '2026-06-05', '2026-06-10', '2026-06-15']) {
      const ledger = bench();
      const command = { ...seen(`${day}T04:00:00.000Z`, FINDING.findingId), continuityReason: null };
      const fresh = ledger.refusal(NOW, { type, ...command });
      if (fresh !== 'accepted') {
        expect(() => supposed(ledger, kind, day)).toThrow(expect.objectContaining({ code: fresh }));
        continue;
      }
      const then = supposed(ledger, kind, day);
      ledger.do(NOW, { type, ...command });
      expect(changedDays(then, ledger.state)).toEqual([]);
      expect(then.eventCount).toBe(ledger.state.eventCount);
    }
  });

  it('names the days that change: back to the last sighting presumed, what follows voided up to the next one', () => {
    const ledger = bench();
    const stopped = changedDays(ledger.state, supposed(ledger, 'stopped', '2026-06-05'));
    expect(stopped).toEqual([
      ...['02', '03', '04'].map((day) => ({ day: `2026-06-${day}`, from: 'inferred', to: 'presumed' })),
      ...['05', '06', '07', '08', '09'].map((day) => ({ day: `2026-06-${day}`, from: 'inferred', to: 'voided' })),
    ]);
    expect(changedDays(ledger.state, supposed(ledger, 'violating', '2026-05-30'))).toEqual([
      { day: '2026-05-30', from: 'absent', to: 'observed' },
      { day: '2026-05-31', from: 'absent', to: 'presumed' },
    ]);
    expect(changedDays(ledger.state, ledger.state)).toEqual([]);
  });

  it('changes nothing of the ledger it was given', () => {
    const ledger = bench();
    const before = ledger.picture('2026-06-01', '2026-06-19');
    supposed(ledger, 'stopped', '2026-06-05');
    expect(ledger.picture('2026-06-01', '2026-06-19')).toBe(before);
  });

  it('records whatever a long span needs, beyond the days of one append', () => {
    const ledger = bench();
    const then = supposed(ledger, 'violating', '2020-01-01');
    expect(changedDays(ledger.state, then)).toHaveLength(2343);
  });

  it('is refused for the reasons of the act itself', () => {
    const ledger = bench();
    expect(() => supposed(ledger, 'stopped', '2026-05-01')).toThrow(
      expect.objectContaining({ code: 'OFFENSES.NOTHING_TO_STOP' }),
    );
    expect(() => supposed(ledger, 'ended', '2026-06-05', { ...FINDING, withdrawn: true })).toThrow(
      expect.objectContaining({ code: 'OFFENSES.FINDING_WITHDRAWN' }),
    );
  });
});
