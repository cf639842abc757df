import type { Event, Recorded } from '#kernel';
import { ReadModelFile } from '#runtime';

import { findingsOfParty, fineListProjection, listFines } from './fine-list.projection.js';
import { namedDays } from './fine.state.js';
import { daysFrom, FINDING, FinesBench, imposition, impose, LedgerBench, NO_FACTS, OTHER_FINDING } from './testing.js';

const JUNE = daysFrom('2026-06-01', 30);

const projected = (events: readonly Event[]) => {
  const file = new ReadModelFile(':memory:', [fineListProjection]);
  for (const event of events)
    if (fineListProjection.listensTo.includes(event.type))
      fineListProjection.apply(file, { event } as unknown as Recorded<Event<string, never>>);
  return file;
};

const town = () => {
  const bench = new FinesBench();
  const ledger = new LedgerBench().set(JUNE, 'observed');
  const running = bench.impose(ledger, JUNE.slice(0, 3), 100_00, { running: { rateCents: 50_00 } });
  const statementId = bench.bill(running, ledger);
  bench.serve(running);
  bench.pay(running, 60_00);
  bench.pay(running, 40_00);
  const other = new LedgerBench('offenses-2', OTHER_FINDING.findingId).set(JUNE, 'observed');
  bench.do(impose(['2026-06-01'], 900_00), imposition(other, { finding: OTHER_FINDING }));
  ledger.set(['2026-06-02', '2026-06-10'], 'voided');
  bench.drop(ledger);
  bench.do({ type: 'WithdrawCivilFine', fineId: 'party-1.fine-2', reason: 'x' }, NO_FACTS);
  return { bench, running, statementId };
};

describe('the list of fines', () => {
  it('shows what is named, paid, served and withdrawn, by number', () => {
    const { bench, running } = town();
    const { fines, next } = listFines(projected(bench.events), { caseId: 'case-a', limit: 50 });
    expect(next).toBeNull();
    expect(fines).toMatchObject([
      {
        fineId: running,
        number: 'CF-2026-001',
        runningCents: 50_00,
        servedOn: '2026-07-10',
        namedDays: 28,
        namedCents: 2 * 100_00 + 26 * 50_00,
        paidCents: 100_00,
        statements: 1,
        unservedStatements: 1,
      },
      { fineId: 'party-1.fine-2', withdrawnOn: '2026-07-10', namedDays: 0, namedCents: 0 },
    ]);
  });

  it('holds the same named days as the fold of the stream', () => {
    const { bench } = town();
    const rows = projected(bench.events).all<{ fine_id: string; statement_id: string; day: string; cents: number }>(
      `SELECT fine_id, statement_id, day, cents FROM fine_day JOIN fine USING (fine_id)
        WHERE state = 'named' AND withdrawn_on IS NULL ORDER BY fine_id, statement_id, day`,
    );
    const folded = namedDays(bench.state).map(({ fine, entry }) => ({
      fine_id: fine.fineId,
      statement_id: entry.statementId ?? '',
      day: entry.day,
      cents: entry.cents,
    }));
    expect(rows).toEqual(folded);
  });

  it('pages by number, and narrows to a party', () => {
    const { bench, running } = town();
    const file = projected(bench.events);
    const first = listFines(file, { partyId: 'party-1', limit: 1 });
    expect(first.next).toBe(running);
    expect(listFines(file, { partyId: 'party-1', limit: 1, cursor: first.next! })).toMatchObject({
      fines: [{ fineId: 'party-1.fine-2' }],
      next: null,
    });
    expect(listFines(file, { partyId: 'party-2', limit: 1 }).fines).toEqual([]);
  });

  it('marks a statement served, and ends a running rate where another took over', () => {
    const { bench, running, statementId } = town();
    const ledger = new LedgerBench().set(JUNE, 'observed').set(['2026-07-05'], 'observed');
    bench.serve(running, statementId);
    bench.impose(ledger, ['2026-07-05'], 1, { running: { rateCents: 1 } });
    const file = projected(bench.events);
    expect(listFines(file, { limit: 9 }).fines[0]).toMatchObject({ unservedStatements: 0 });
    expect(file.get('SELECT running_through FROM fine WHERE fine_id = ?', running)).toEqual({
      running_through: '2026-07-04',
    });
  });

  it('keeps which findings ever named a party', () => {
    const made = (finding: object): Event => ({ type: 'FindingMade', data: finding });
    expect(findingsOfParty(projected([made(FINDING), made(OTHER_FINDING)]), 'party-1')).toEqual([
      'case-a.finding-1',
      'case-a.finding-2',
    ]);
  });
});
