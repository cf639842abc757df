import type { LocalDay } from '#kernel';
import { fromDayNumber, toDayNumber } from '#legal-time';

import type { LedgerDay, LedgerState, Run } from './ledger.state.js';
import { isForborne } from './ledger.state.js';
import { liveSightings } from './offense-days.rules.js';
import type { Basis, VoidCause } from './offense.events.js';

/** A live day sits in one bucket: forborne if marked, else its basis. */
export type Bucket = Basis | 'forborne';

/** Why days of a finding are held back, and up to which day (domain.md G11). */
export interface HeldBack {
  /** Days before this one are shown, not chargeable. */
  readonly before: LocalDay;
  readonly reason: string;
}

/** One recorded day with everything a reader or a fine needs of it. */
export interface DayStanding {
  readonly day: LocalDay;
  readonly live: boolean;
  readonly basis: Basis;
  /** Null for a voided day. */
  readonly bucket: Bucket | null;
  readonly voidCause: VoidCause | null;
  readonly provable: boolean;
  readonly heldBack: string | null;
  readonly runId: string;
  readonly findingId: string;
  readonly caseId: string;
  readonly leftProvableAt: number;
  /** A cure was reported before this day and is not verified: it stops nothing. */
  readonly cureClaimed: boolean;
  readonly ruleVersion: number;
  /** Local day of the earliest act that forbears this day; null when none does. */
  readonly forborneOn: LocalDay | null;
}

export interface DayCounts {
  readonly recordedDays: number;
  readonly observed: number;
  readonly inferred: number;
  readonly presumed: number;
  readonly forborne: number;
  readonly voided: number;
  readonly heldBackDays: number;
  readonly provableDays: number;
}

const forborneOn = ({ forbearances }: LedgerState, day: LocalDay): LocalDay | null => {
  if (forbearances.length === 0) return null;
  const acts = forbearances.filter(({ from, through }) => from <= day && day <= through).map(({ actedOn }) => actedOn);
  return acts.sort()[0] ?? null;
};

const standing = (state: LedgerState, number: number, day: LedgerDay, heldBack: HeldBack | null): DayStanding => {
  const text = fromDayNumber(number);
  const run = state.runs.get(day.runId)!;
  const bucket = !day.live ? null : isForborne(state, text) ? 'forborne' : day.basis;
  const counts = bucket === 'observed' || bucket === 'inferred';
  const held = counts && heldBack !== null && text < heldBack.before ? heldBack.reason : null;
  return {
    day: text,
    live: day.live,
    basis: day.basis,
    bucket,
    voidCause: day.voidCause,
    provable: counts && held === null,
    heldBack: held,
    runId: day.runId,
    findingId: run.findingId,
    caseId: run.caseId,
    leftProvableAt: day.leftProvableAt,
    cureClaimed:
      day.live &&
      day.basis !== 'observed' &&
      state.cures.some(({ status, reportedOn }) => status === 'reported' && reportedOn < text),
    ruleVersion: day.ruleVersion,
    forborneOn: forborneOn(state, text),
  };
};

/** How one day stands; null when it was never recorded. */
export const dayStanding = (state: LedgerState, day: LocalDay, heldBack: HeldBack | null): DayStanding | null => {
  const number = toDayNumber(day);
  const known = state.days.get(number);
  return known ? standing(state, number, known, heldBack) : null;
};

/** Every recorded day of a finding (or of the whole ledger) through a day, in order. */
export const dayStandings = (
  state: LedgerState,
  options: { findingId?: string; through: LocalDay; heldBack: HeldBack | null },
): DayStanding[] => {
  const last = toDayNumber(options.through);
  return [...state.days]
    .filter(
      ([number, { runId }]) =>
        number <= last && (options.findingId === undefined || state.runs.get(runId)!.findingId === options.findingId),
    )
    .sort(([a], [b]) => a - b)
    .map(([number, day]) => standing(state, number, day, options.heldBack));
};

/** Figures of offense-day rules 3 that are counts: recorded is the sum of the four buckets. */
export const countDays = (days: readonly DayStanding[]): DayCounts => {
  const count = (test: (day: DayStanding) => boolean) => days.filter(test).length;
  const observed = count(({ bucket }) => bucket === 'observed');
  const inferred = count(({ bucket }) => bucket === 'inferred');
  const presumed = count(({ bucket }) => bucket === 'presumed');
  const forborne = count(({ bucket }) => bucket === 'forborne');
  return {
    recordedDays: observed + inferred + presumed + forborne,
    observed,
    inferred,
    presumed,
    forborne,
    voided: count(({ live }) => !live),
    heldBackDays: count(({ heldBack }) => heldBack !== null),
    provableDays: count(({ provable }) => provable),
  };
};

const VOID_WORDS: Record<VoidCause, string> = {
  hand: 'Voided by a recorded decision.',
  stopped: 'Voided: the condition was found stopped before, and not seen again until later.',
  ended: 'Voided: the moment the condition ended is known, and lies before this day.',
  sightingGone: 'Voided: the sighting that held it was withdrawn.',
  ownershipEnded: 'Voided: liability as owner had ended with the deed.',
  reattributed: 'Voided here: moved to another ledger.',
};

/** One sentence that says why a day is held as it is, from the sightings around it. */
export const explainDay = (
  state: LedgerState,
  { day, live, basis, voidCause }: Pick<DayStanding, 'day' | 'live' | 'basis' | 'voidCause'>,
  sightings = liveSightings(state),
): string => {
  if (!live) return VOID_WORDS[voidCause!];
  const seen = sightings.filter(({ kind }) => kind !== 'stopped');
  const before = seen.findLast((sighting) => sighting.day < day);
  const later = sightings.find((sighting) => sighting.day > day);
  switch (basis) {
    case 'observed': {
      const here = seen.filter((sighting) => sighting.day === day).map(({ sightingId }) => sightingId);
      return here.length > 0
        ? `Observed: seen on that day (${here.join(', ')}).`
        : 'Observed: received with its evidence from another ledger.';
    }
    case 'inferred':
      return before && later
        ? `Inferred: a continuing condition seen on ${before.day} and again on ${later.day}, with the officer's reason or a second person's confirmation on record.`
        : 'Inferred: received with its evidence from another ledger.';
    case 'presumed': {
      if (!before) return 'Presumed: received from another ledger.';
      if (!later) return `Presumed: a continuing condition last seen on ${before.day}, no cure shown since.`;
      return later.kind === 'stopped'
        ? `Presumed: last seen on ${before.day}, found stopped on ${later.day}; when it stopped is not known.`
        : `Presumed: seen on ${before.day} and again on ${later.day}, but nothing on record carries the days between.`;
    }
  }
};

/** Whether any run is open, and of which findings. */
export const openRuns = (state: LedgerState): Run[] => [...state.runs.values()].filter(({ open }) => open);
