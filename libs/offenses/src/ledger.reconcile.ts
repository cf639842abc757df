import type { DecisionContext, LocalDay } from '#kernel';
import { fromDayNumber, toDayNumber } from '#legal-time';

import type { LedgerDay, LedgerSighting, LedgerState, Run } from './ledger.state.js';
import { ledgerFold } from './ledger.state.js';
import type { NatureOf, Stretch, Window } from './offense-days.rules.js';
import { liveSightings, stretchesOf, suppressedBy } from './offense-days.rules.js';
import type { Basis, OffenseEvent, VoidCause } from './offense.events.js';

/** Most days recorded in one append, so that no append passes the log's limit; a process records the rest. */
export const DAYS_PER_APPEND = 1000;

/** Most days named by one event: far under the log's limit for an event, also for a lifetime mistyped into the past. */
const DAYS_PER_EVENT = 4000;

/** The days in order, in as many lists as their events need. */
const inParts = (days: readonly LocalDay[]): LocalDay[][] => {
  const sorted = days.toSorted();
  return Array.from({ length: Math.ceil(sorted.length / DAYS_PER_EVENT) }, (_, part) =>
    sorted.slice(part * DAYS_PER_EVENT, (part + 1) * DAYS_PER_EVENT),
  );
};

const addTo = <Key>(groups: Map<Key, LocalDay[]>, key: Key, day: LocalDay): void => {
  const group = groups.get(key);
  if (group) group.push(day);
  else groups.set(key, [day]);
};

interface Placed {
  readonly stretch: Stretch;
  readonly run: Pick<Run, 'runId' | 'findingId' | 'caseId'>;
  readonly known: Run | null;
}

/**
 * Gives every stretch its run. A stretch keeps the earliest-opened run among the days it already holds, as long as the
 * run's finding still has a sighting in it; else its days pass to a run of the finding whose sighting was recorded first.
 */
const placeStretches = (
  state: LedgerState,
  stretches: readonly Stretch[],
  caseOf: (findingId: string) => string,
  newId: (name: string) => string,
): Placed[] => {
  const taken = new Set<string>();
  return stretches.map((stretch, index) => {
    const known = [
      ...new Set(
        [...stretch.days.keys()].map((number) => state.days.get(number)?.runId).filter((runId) => runId !== undefined),
      ),
    ]
      .map((runId) => state.runs.get(runId)!)
      .filter(({ runId }) => !taken.has(runId))
      .sort((a, b) => a.number - b.number);
    const findings = new Set(
      stretch.receivedFor ? [stretch.receivedFor.findingId] : stretch.sightings.map(({ findingId }) => findingId),
    );
    const kept = known.find(({ findingId }) => findings.has(findingId));
    if (kept) {
      taken.add(kept.runId);
      return { stretch, run: kept, known: kept };
    }
    const firstRecorded = state.sightings.find((sighting) =>
      stretch.sightings.some(({ sightingId }) => sightingId === sighting.sightingId),
    );
    const findingId = stretch.receivedFor?.findingId ?? firstRecorded!.findingId;
    const run = {
      runId: newId(`run-${stretch.first}-${index}`),
      findingId,
      caseId: stretch.receivedFor?.caseId ?? caseOf(findingId),
    };
    return { stretch, run, known: null };
  });
};

const causeOfAbsence = (state: LedgerState, number: number, sightings: readonly LedgerSighting[]): VoidCause => {
  const suppressed = suppressedBy(state, number);
  if (suppressed) return suppressed;
  const day = fromDayNumber(number);
  const before = sightings.findLast((sighting) => sighting.day <= day);
  return before?.kind === 'stopped' || before?.kind === 'ended' ? before.kind : 'sightingGone';
};

const byBasis = <T extends { readonly day: LocalDay; readonly basis: Basis }>(
  days: readonly T[],
): Map<Basis, LocalDay[]> => {
  const groups = new Map<Basis, LocalDay[]>();
  for (const { day, basis } of days) addTo(groups, basis, day);
  return groups;
};

export interface ReconcileInputs {
  readonly natureOf: NatureOf;
  readonly window: Window;
  /** Case of a finding that has a sighting here. */
  readonly caseOf: (findingId: string) => string;
  readonly caseId: string;
  readonly context: DecisionContext;
}

/**
 * The differences between what the ledger holds and what its live facts say, as events: runs opened and closed, days
 * recorded, rebased, voided, reinstated. One pure function computes every day; a command appends only the differences.
 */
export const reconcile = (state: LedgerState, inputs: ReconcileInputs): OffenseEvent[] => {
  const { natureOf, window, caseId, context } = inputs;
  const stretches = stretchesOf(state, natureOf, window);
  const events: OffenseEvent[] = [];
  const recorded: { number: number; basis: Basis; placed: Placed }[] = [];
  const rebased = new Map<string, { from: Basis; to: Basis; days: LocalDay[] }>();
  const reinstated: { day: LocalDay; basis: Basis }[] = [];
  const moved = new Map<string, LocalDay[]>();
  const placed =
    window.from === null ? placeStretches(state, stretches, inputs.caseOf, context.newId) : placeTail(state, stretches);
  const wanted = new Set<number>();

  for (const place of placed)
    for (const [number, basis] of place.stretch.days) {
      if (suppressedBy(state, number)) continue;
      wanted.add(number);
      const known = state.days.get(number);
      if (!known) {
        recorded.push({ number, basis, placed: place });
        continue;
      }
      const day = fromDayNumber(number);
      if (!known.live) reinstated.push({ day, basis });
      else if (known.basis !== basis) {
        const key = `${known.basis}>${basis}`;
        const group = rebased.get(key) ?? { from: known.basis, to: basis, days: [] };
        group.days.push(day);
        rebased.set(key, group);
      }
      if (known.runId !== place.run.runId) addTo(moved, place.run.runId, day);
    }

  for (const { stretch, run, known } of placed) {
    const holdsDays = known !== null || [...stretch.days.keys()].some((number) => !suppressedBy(state, number));
    if (
      holdsDays &&
      (known === null || (!known.open && closureOf(state, stretch, window) === null && window.from === null))
    )
      events.push({
        type: 'RunOpened',
        data: { ...runData(run), from: fromDayNumber(stretch.first), reopened: known !== null },
      });
  }
  for (const [toRun, days] of moved)
    for (const part of inParts(days)) events.push({ type: 'DaysMovedToRun', data: { days: part, toRun } });

  recorded.sort((a, b) => a.number - b.number);
  for (const { number, basis, placed: place } of recorded.slice(0, DAYS_PER_APPEND)) {
    const day = fromDayNumber(number);
    const { nature, ruleVersion } = natureOf(day);
    events.push({ type: 'OffenseDayRecorded', data: { day, basis, ...runData(place.run), nature, ruleVersion } });
  }
  for (const { from, to, days } of rebased.values())
    for (const part of inParts(days))
      events.push({ type: 'OffenseDaysRebased', data: { days: part, from, to, cause: context.commandId } });
  for (const [basis, days] of byBasis(reinstated))
    for (const part of inParts(days))
      events.push({
        type: 'OffenseDaysReinstated',
        data: { caseId, days: part, basis, cause: 'newFacts', reason: null, evidence: [] },
      });
  if (window.from === null) events.push(...voidedDays(state, wanted, caseId), ...closedRuns(state, placed, window));
  const remaining = recorded.length - DAYS_PER_APPEND;
  if (remaining > 0) events.push({ type: 'DayRecordingContinues', data: { caseId, ledger: state.key!, remaining } });
  return events;
};

const runData = ({ runId, findingId, caseId }: Placed['run']) => ({ runId, findingId, caseId });

/** For one clock tick only the tail of the last stretch matters, and it belongs to the one open run. */
const placeTail = (state: LedgerState, stretches: readonly Stretch[]): Placed[] => {
  const open = [...state.runs.values()].find((run) => run.open);
  const tail = stretches.find(({ closure, receivedFor }) => closure === null && receivedFor === null);
  return open && tail ? [{ stretch: tail, run: open, known: open }] : [];
};

const voidedDays = (state: LedgerState, wanted: ReadonlySet<number>, caseId: string): OffenseEvent[] => {
  const byCause = new Map<VoidCause, LocalDay[]>();
  const sightings = liveSightings(state);
  for (const [number, day] of state.days) {
    if (!day.live || wanted.has(number)) continue;
    const cause = causeOfAbsence(state, number, sightings);
    addTo(byCause, cause, fromDayNumber(number));
  }
  return [...byCause].flatMap(([cause, days]) =>
    inParts(days).map((part): OffenseEvent => ({
      type: 'OffenseDaysVoided',
      data: { caseId, days: part, cause, reason: null, evidence: [] },
    })),
  );
};

/** A stretch closes by its facts, or with the owner's liability once the clock has closed the day of the deed. */
const closureOf = (state: LedgerState, stretch: Stretch, { closedThrough }: Window): Stretch['closure'] => {
  if (stretch.closure !== null || state.liabilityEndedOn === null) return stretch.closure;
  const on = toDayNumber(state.liabilityEndedOn);
  return closedThrough !== null && closedThrough >= on ? { cause: 'ownershipEnded', on } : null;
};

const closedRuns = (state: LedgerState, placed: readonly Placed[], window: Window): OffenseEvent[] => {
  const events: OffenseEvent[] = [];
  const held = new Map(placed.map((place) => [place.run.runId, place]));
  for (const [runId, { stretch, known }] of held) {
    const closure = closureOf(state, stretch, window);
    if (closure === null) continue;
    const on = fromDayNumber(closure.on);
    const opened = known === null && [...stretch.days.keys()].some((number) => !suppressedBy(state, number));
    if (opened || (known !== null && (known.open || known.closure !== closure.cause || known.closedOn !== on)))
      events.push({ type: 'RunClosed', data: { runId, on, cause: closure.cause } });
  }
  for (const run of state.runs.values()) {
    if (held.has(run.runId) || !run.open) continue;
    const joined = [...state.days].some(
      ([number, day]) => day.runId === run.runId && placed.some(({ stretch }) => stretch.days.has(number)),
    );
    const lastDay = lastDayOf(state, run);
    events.push({
      type: 'RunClosed',
      data: { runId: run.runId, on: lastDay, cause: joined ? 'joinedAnother' : 'noSighting' },
    });
  }
  return events;
};

const lastDayOf = (state: LedgerState, { runId }: Run): LocalDay => {
  let last = 0;
  state.days.forEach((day: LedgerDay, number) => {
    if (day.runId === runId && number > last) last = number;
  });
  return fromDayNumber(last);
};

/** The state after events that were decided but not yet appended. */
export const after = (state: LedgerState, events: readonly OffenseEvent[]): LedgerState =>
  ledgerFold.evolveAll(state, events);
