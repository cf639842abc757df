import type { Event, LocalDay, Recorded, StreamFold } from '#kernel';
import { foldEvents } from '#kernel';
import type { QueryContext } from '#runtime';
import { ReadModelFile } from '#runtime';

import { decisionsBeingApplied, findingsOfParty, fineListProjection } from './fine-list.projection.js';
import { listFines, listReductions } from './list.queries.js';
import { daysFrom, FINDING, FinesBench, imposition, impose, LedgerBench, NO_FACTS, OTHER_FINDING } from './testing.js';

const JUNE = daysFrom('2026-06-01', 30);
const NOW = { asOf: null, knownAt: null };

/** Events as the log would hold them, a minute apart from 10 July on. */
const projected = (events: readonly Event[]) => {
  const file = new ReadModelFile(':memory:', [fineListProjection]);
  events.forEach((event, minute) => {
    const recordedAt = `2026-07-10T14:${String(minute).padStart(2, '0')}:00.000Z`;
    if (fineListProjection.listensTo.includes(event.type))
      fineListProjection.apply(file, { event, recordedAt } as unknown as Recorded<Event<string, never>>);
  });
  return file;
};

const contextOf = (bench: FinesBench, asOf: LocalDay | null = null, more: readonly Event[] = []): QueryContext =>
  ({
    readModel: projected([...bench.events, ...more]),
    load: async (_stream: string, fold: StreamFold<unknown, Event>) =>
      foldEvents(fold, fold.initialState(), fold.name === 'fines' ? (bench.events as readonly Event[]) : []),
    asOf,
    knownAt: null,
  }) as unknown as QueryContext;

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
  return { bench, running, statementId, ledger };
};

describe('the list of fines', () => {
  it('shows what is named, paid, served and withdrawn, by number', async () => {
    const { bench, running } = town();
    const { fines, next } = await listFines({}, contextOf(bench));
    expect(next).toBeNull();
    expect(fines).toMatchObject([
      {
        fineId: running,
        number: 'CF-2026-001',
        how: 'imposed',
        runningCents: 50_00,
        servedOn: '2026-07-10',
        namedDays: 28,
        namedCents: 2 * 100_00 + 26 * 50_00,
        paidCents: 100_00,
        statements: 1,
        unservedStatements: 1,
        underAppeal: false,
        decisionBeingApplied: false,
      },
      { fineId: 'party-1.fine-2', withdrawnOn: '2026-07-10', namedDays: 0, namedCents: 0 },
    ]);
    expect((await listFines({}, contextOf(bench, '2026-07-09'))).fines).toEqual([]);
  });

  it('pages by number, and narrows to a party', async () => {
    const { bench, running } = town();
    const context = contextOf(bench);
    const first = await listFines({ partyId: 'party-1', limit: 1 }, context);
    expect(first.next).toBe(running);
    expect(await listFines({ partyId: 'party-1', limit: 1, cursor: first.next! }, context)).toMatchObject({
      fines: [{ fineId: 'party-1.fine-2' }],
      next: null,
    });
    expect((await listFines({ partyId: 'party-2', limit: 1 }, context)).fines).toEqual([]);
  });

  it('keeps which findings ever named a party', () => {
    const made = (finding: object): Event => ({ type: 'FindingMade', data: finding });
    expect(findingsOfParty(projected([made(FINDING), made(OTHER_FINDING)]), 'party-1')).toEqual([
      'case-a.finding-1',
      'case-a.finding-2',
    ]);
  });
});

describe('the report of reductions (faults.md A09)', () => {
  it('names every one, confirmed, waiting or declined, and withdrawals, with who, why, before and after', async () => {
    const { bench, running, ledger } = town();
    bench.amend(running, [{ day: '2026-06-01', statementId: null, cents: 10_00 }]);
    bench.waive(running, 5_00, ledger);
    bench.waive(running, 6_00, ledger);
    bench.confirm(running, 1, ledger);
    bench.do(
      { type: 'DeclineReduction', fineId: running, reductionId: `${running}.reduction-2`, reason: 'No' },
      NO_FACTS,
    );
    const { reductions } = await listReductions({}, contextOf(bench));
    expect(reductions).toMatchObject([
      { kind: 'withdrawal', status: 'withdrawn', proposedBy: 'officer-1', beforeCents: 900_00, afterCents: 0 },
      {
        kind: 'amendment',
        status: 'confirmed',
        proposedBy: 'officer-1',
        confirmedBy: 'officer-2',
        beforeCents: 200_00,
        afterCents: 110_00,
        reason: 'Agreed to be too much',
      },
      { kind: 'waiver', status: 'declined', waivedCents: 5_00, declinedBy: 'officer-1', declineReason: 'No' },
      { kind: 'waiver', status: 'waiting', waivedCents: 6_00, confirmedBy: null, beforeCents: null },
    ]);
    const page = await listReductions({ limit: 2 }, contextOf(bench));
    expect(page.next).toBe(`${running}.reduction-1`);
    expect((await listReductions({ limit: 2, cursor: page.next! }, contextOf(bench))).reductions).toHaveLength(2);
  });
});

describe('a decision being applied', () => {
  const ids = { fineId: 'party-1.fine-1', appealId: 'appeal-1', decisionId: 'appeal-1.decision-1' };
  const decided = { type: 'AppealDecided', data: { ...ids, decidedOn: '2026-07-09' } };
  const applied = { type: 'DecisionApplied', data: ids };

  it('is shown from the decision until its effect on the fine is recorded, and as it was known then', () => {
    const before = projected([decided]);
    expect(decisionsBeingApplied(before, ids.fineId, NOW)).toEqual([
      { appealId: 'appeal-1', decisionId: 'appeal-1.decision-1', decidedOn: '2026-07-09' },
    ]);
    const after = projected([decided, applied]);
    expect(decisionsBeingApplied(after, ids.fineId, NOW)).toEqual([]);
    const known = (knownAt: string) => decisionsBeingApplied(after, ids.fineId, { asOf: null, knownAt });
    expect(known('2026-07-10T14:00:30.000Z')).toHaveLength(1);
    expect(known('2026-07-10T14:01:00.000Z')).toHaveLength(0);
    expect(known('2026-07-10T13:59:00.000Z')).toHaveLength(0);
    expect(decisionsBeingApplied(before, ids.fineId, { asOf: '2026-07-08', knownAt: null })).toHaveLength(0);
    expect(decisionsBeingApplied(before, 'party-1.fine-2', NOW)).toEqual([]);
  });
});
