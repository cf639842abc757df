import fc from 'fast-check';

import type { Event, Recorded } from '#kernel';
import { isDomainError } from '#kernel';
import { addDays, eachDay, fromDayNumber, toDayNumber } from '#legal-time';
import { ReadModelFile } from '#runtime';

import { countDays, dayStandings } from './ledger.figures.js';
import { reconcile } from './ledger.reconcile.js';
import { offenseDaysProjection } from './offense-days.projection.js';
import type { OffenseCommand } from './offense.commands.js';
import type { OffenseEvent } from './offense.events.js';
import { ledgerStream } from './offense.events.js';
import { at, FINDING, LedgerBench, seen } from './testing.js';

const START = '2026-01-01';
const OTHER = { ...FINDING, findingId: 'case-b.finding-1', caseId: 'case-b' };

/** One random act: its kind, how many days later it is done, and which day of the past it speaks of. */
const act = fc.record({
  kind: fc.constantFrom(
    'see',
    'seeWithReason',
    'seeOther',
    'end',
    'stop',
    'voidSighting',
    'correct',
    'voidDays',
    'reinstate',
    'forbear',
    'confirm',
    'reportCure',
    'verifyCure',
    'rejectCure',
    'reattribute',
    'receive',
    'withdraw',
    'endLiability',
    'tick',
    'tick',
    'tick',
  ),
  later: fc.integer({ min: 0, max: 3 }),
  back: fc.integer({ min: 0, max: 20 }),
  pick: fc.integer({ min: 0, max: 50 }),
  hour: fc.integer({ min: 12, max: 20 }),
});
type Act = { kind: string; later: number; back: number; pick: number; hour: number };

const commandOf = (
  bench: LedgerBench,
  today: string,
  { kind, back, pick, hour }: Act,
): [OffenseCommand, string, typeof FINDING | null] => {
  const day = addDays(today, -back);
  const when = back === 0 ? at(today, '11:00') : at(day, `${hour}:00`);
  const sighting = bench.state.sightings[pick % Math.max(1, bench.state.sightings.length)];
  const days = [...bench.state.days.keys()].map(fromDayNumber);
  const someDays = days.filter((_, index) => (index + pick) % 3 === 0).slice(0, 5);
  const { findingId } = FINDING;
  const cureId = bench.state.cures[pick % Math.max(1, bench.state.cures.length)]?.cureId ?? 'none';
  const mine: [string, typeof FINDING | null] = ['officer-1', FINDING];
  switch (kind) {
    case 'see':
    case 'seeWithReason':
      return [
        { type: 'ObserveViolation', ...seen(when, findingId), continuityReason: kind === 'see' ? null : 'concealed' },
        ...mine,
      ];
    case 'seeOther':
      return [{ type: 'ObserveViolation', ...seen(when, OTHER.findingId), continuityReason: null }, 'officer-1', OTHER];
    case 'end':
      return [
        { type: 'RecordEnd', ...seen(when, findingId), continuityReason: pick % 2 ? 'concealed' : null },
        ...mine,
      ];
    case 'stop':
      return [{ type: 'RecordFoundStopped', ...seen(when, findingId) }, ...mine];
    case 'voidSighting':
      return [
        { type: 'VoidSighting', findingId, sightingId: sighting?.sightingId ?? 'none', reason: 'mistake' },
        ...mine,
      ];
    case 'correct':
      return [
        {
          type: 'CorrectSighting',
          ...seen(when, findingId),
          sightingId: sighting?.sightingId ?? 'none',
          evidence: null,
          note: null,
          continuityReason: null,
          reason: 'typed wrong',
        },
        ...mine,
      ];
    case 'voidDays':
      return [{ type: 'VoidOffenseDays', findingId, days: someDays, reason: 'mistake', evidence: [] }, ...mine];
    case 'reinstate':
      return [
        {
          type: 'ReinstateOffenseDays',
          findingId,
          days: [...bench.state.handVoided].map(fromDayNumber),
          reason: 'new photograph',
          evidence: ['photo-1'],
        },
        ...mine,
      ];
    case 'forbear':
      return [
        {
          type: 'ForbearOffenseDays',
          findingId,
          from: day,
          through: addDays(day, pick % 7),
          authority: 'agreement',
          reason: 'agreed',
        },
        ...mine,
      ];
    case 'confirm': {
      const [first = day, last = today] = bench.state.sightings.map((each) => each.day).sort();
      return [
        { type: 'ConfirmContinuity', findingId, from: first, through: last, reason: 'meter log' },
        'officer-2',
        FINDING,
      ];
    }
    case 'reportCure':
      return [
        { type: 'ReportCure', findingId, reportedAt: when, reportedOn: day, claimedCuredOn: null, note: null },
        ...mine,
      ];
    case 'verifyCure':
      return [
        {
          type: 'VerifyCure',
          ...seen(when, findingId),
          cureId,
          found: pick % 2 ? 'ended' : 'stopped',
          verifiedAt: at(today, '11:30'),
          continuityReason: null,
        },
        ...mine,
      ];
    case 'rejectCure':
      return [
        { type: 'RejectCure', findingId, cureId, rejectedAt: at(today, '11:30'), reason: 'still connected' },
        ...mine,
      ];
    case 'reattribute':
      return [
        {
          type: 'ReattributeOffenseDays',
          findingId,
          toFindingId: 'case-a.finding-2',
          days: someDays,
          reason: 'wrong rule',
          evidence: [],
        },
        ...mine,
      ];
    case 'receive':
      return [
        {
          type: 'ReceiveReattributedDays',
          findingId,
          reattributionId: `r-${pick}`,
          fromLedger: 'offenses-x',
          days: eachDay(addDays(day, -(pick % 4)), day).map((each) => ({
            day: each,
            basis: pick % 2 ? 'observed' : 'inferred',
          })),
          evidence: [],
        },
        ...mine,
      ];
    case 'withdraw':
      return [{ type: 'VoidSightingsOfFinding', findingId: OTHER.findingId }, 'process', OTHER];
    case 'endLiability':
      return [
        { type: 'EndLiability', findingId, lastDay: addDays(today, (pick % 5) - 2), deedReference: 'deed' },
        'process',
        FINDING,
      ];
    default:
      return [{ type: 'RecordPresumedDay', ledger: FINDING, day: addDays(today, -1) }, 'clock', null];
  }
};

/** Plays random acts; a refused act writes nothing, like in life. Between acts the clock closes the days that ended. */
const play = (
  acts: readonly Act[],
  after: (bench: LedgerBench, today: string) => void = () => undefined,
): LedgerBench => {
  const bench = new LedgerBench();
  let today = addDays(START, 30);
  for (const each of acts) {
    for (let step = 0; step < each.later; step += 1) {
      bench.close(today);
      today = addDays(today, 1);
    }
    const [command, actor, finding] = commandOf(bench, today, each);
    try {
      bench.do(at(today), command, actor, finding);
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
    after(bench, today);
  }
  return bench;
};

const recorded = (event: OffenseEvent, index: number): Recorded<Event<string, never>> => ({
  event: event as never,
  id: String(index),
  stream: ledgerStream(FINDING),
  revision: BigInt(index),
  position: String(index).padStart(20, '0'),
  recordedAt: '2026-01-01T00:00:00.000Z',
  metadata: { refs: { party: FINDING.partyId, premises: FINDING.premisesId, rule: FINDING.ruleId } } as never,
});

describe('the ledger over random histories of all its commands', () => {
  const histories = fc.array(act, { minLength: 1, maxLength: 25 });

  it('is a fold that equals the SQL projection, day by day and run by run', () => {
    fc.assert(
      fc.property(histories, (acts) => {
        const { state, events } = play(acts);
        const file = new ReadModelFile(':memory:', [offenseDaysProjection]);
        events.forEach((event, index) => offenseDaysProjection.apply(file, recorded(event, index)));
        const rows = file.all<{ day: string; basis: string; live: number; void_cause: string | null; run_id: string }>(
          'SELECT day, basis, live, void_cause, run_id FROM offense_day ORDER BY day',
        );
        const runs = file.all<{ run_id: string; finding_id: string; open: number; closed_on: string | null }>(
          'SELECT run_id, finding_id, open, closed_on FROM offense_run ORDER BY run_id',
        );
        file.close();
        expect(rows).toEqual(
          [...state.days]
            .sort(([a], [b]) => a - b)
            .map(([number, day]) => ({
              day: fromDayNumber(number),
              basis: day.basis,
              live: day.live ? 1 : 0,
              void_cause: day.voidCause,
              run_id: day.runId,
            })),
        );
        expect(runs).toEqual(
          [...state.runs.values()]
            .map((run) => ({
              run_id: run.runId,
              finding_id: run.findingId,
              open: run.open ? 1 : 0,
              closed_on: run.closedOn,
            }))
            .sort((a, b) => (a.run_id < b.run_id ? -1 : 1)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with its own facts after every act: recomputing everything finds no difference', () => {
    fc.assert(
      fc.property(histories, (acts) => {
        play(acts, (bench, today) => {
          if (bench.state.key === null) return;
          const facts = bench.facts(at(today));
          const again = reconcile(bench.state, {
            natureOf: () => ({ nature: 'continuing', ruleVersion: 1 }),
            window: {
              closedThrough: Math.max(toDayNumber(facts.clockClosed!), bench.state.closedThrough ?? 0),
              from: null,
            },
            caseOf: (findingId) => findingId.slice(0, findingId.lastIndexOf('.')),
            caseId: 'case-a',
            context: bench.context(at(today), 'nobody'),
          });
          expect(again).toEqual([]);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('holds a day once, sums its buckets to the recorded days, and never proves a presumed, forborne or voided day', () => {
    fc.assert(
      fc.property(histories, (acts) => {
        const { state, events } = play(acts);
        const days = events.flatMap((event) => (event.type === 'OffenseDayRecorded' ? [event.data.day] : []));
        expect(new Set(days).size).toBe(days.length);
        const standings = dayStandings(state, { through: '2027-12-31', heldBack: null });
        const counts = countDays(standings);
        expect(counts.recordedDays).toBe(counts.observed + counts.inferred + counts.presumed + counts.forborne);
        expect(counts.recordedDays + counts.voided).toBe(standings.length);
        expect(counts.provableDays).toBeLessThanOrEqual(counts.observed + counts.inferred);
        for (const day of standings) if (day.provable) expect(['observed', 'inferred']).toContain(day.bucket);
      }),
      { numRuns: 200 },
    );
  });
});
