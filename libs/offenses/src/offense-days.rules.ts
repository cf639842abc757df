import type { LocalDay } from '#kernel';
import type { Nature } from '#law/published';
import { fromDayNumber, toDayNumber } from '#legal-time';

import type { LedgerSighting, LedgerState } from './ledger.state.js';
import { strength } from './ledger.state.js';
import type { Basis, RunClosure } from './offense.events.js';

/** Nature of the ledger's rule on a day, with the version of the rule that says so. */
export type NatureOf = (day: LocalDay) => { readonly nature: Nature; readonly ruleVersion: number };

/** A stretch without a stop or end inside: what a run is made of. */
export interface Stretch {
  /** Its violating and ended sightings, in time order; none for days received from another ledger. */
  readonly sightings: readonly LedgerSighting[];
  readonly first: number;
  /** Why and on which day it closed; null while it is open. */
  readonly closure: { readonly cause: RunClosure; readonly on: number } | null;
  readonly days: ReadonlyMap<number, Basis>;
  /** The finding that brought the days when no sighting did. */
  readonly receivedFor: { readonly findingId: string; readonly caseId: string } | null;
}

const ORDER = { violating: 0, ended: 1, stopped: 2 } as const;

const inTime = (a: LedgerSighting, b: LedgerSighting): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : ORDER[a.kind] - ORDER[b.kind] || (a.sightingId < b.sightingId ? -1 : 1);

/**
 * Live sightings in the order of their time. What was seen on a day that was reattributed speaks under the other key, and
 * opens, bridges or presumes nothing here any more.
 */
export const liveSightings = (state: LedgerState): LedgerSighting[] =>
  state.sightings
    .filter(({ voided, kind, day }) => !voided && (kind === 'stopped' || !state.reattributedAway.has(toDayNumber(day))))
    .sort(inTime);

/**
 * Whether the days between two neighboring sightings are inferred (rule 2): the officer's reason covers the gap, the gap
 * is within the policy, and no cure claim lies between; or a second person has confirmed the continuity.
 */
export const bridges = (state: LedgerState, from: LedgerSighting, to: LedgerSighting): boolean => {
  if (state.confirmations.some((confirmed) => confirmed.from <= from.day && to.day <= confirmed.through)) return true;
  const between = toDayNumber(to.day) - toDayNumber(from.day) - 1;
  if (state.cures.some(({ reportedAt }) => from.at < reportedAt && reportedAt < to.at)) return false;
  const dayOf = (sightingId: string) => state.sightings.find((sighting) => sighting.sightingId === sightingId)?.day;
  return state.sightings.some(({ voided, continuity }) => {
    if (voided || continuity === null || between > continuity.gapDays) return false;
    const first = dayOf(continuity.fromSighting);
    const last = dayOf(continuity.throughSighting);
    return first !== undefined && last !== undefined && first <= from.day && to.day <= last;
  });
};

interface Building {
  sightings: LedgerSighting[];
  first: number;
  closure: Stretch['closure'];
  days: Map<number, Basis>;
}

/** How far the tail of the last stretch may be walked, and from which day days are of interest (for one clock tick). */
export interface Window {
  /** Last local day that the clock has closed; null when it has closed none. */
  readonly closedThrough: number | null;
  /** Days before this one are left out of the answer; null for all. */
  readonly from: number | null;
}

/**
 * The stretches of a ledger and every day they hold, from its live facts (rules 1 to 4 of the ledger). Hand voids,
 * reattribution and the end of liability are laid over the answer by the caller, since they break no continuity.
 */
export const stretchesOf = (state: LedgerState, natureOf: NatureOf, window: Window): Stretch[] => {
  const nature = (number: number): Nature => state.days.get(number)?.nature ?? natureOf(fromDayNumber(number)).nature;
  const wanted = (number: number) => window.from === null || number >= window.from;
  const stretches: Building[] = [];
  let current: Building | null = null;
  let last: LedgerSighting | null = null;

  const fill = (stretch: Building, after: number, before: number, basis: Basis): void => {
    if (nature(after) !== 'continuing') return;
    const start = window.from !== null && window.from > after + 1 ? window.from : after + 1;
    for (let number = start; number < before; number += 1)
      if (nature(number) === 'continuing') stretch.days.set(number, basis);
  };

  for (const sighting of liveSightings(state)) {
    const day = toDayNumber(sighting.day);
    if (sighting.kind === 'stopped') {
      if (current && last) {
        fill(current, toDayNumber(last.day), day, 'presumed');
        current.closure = { cause: 'stopped', on: day };
      }
      current = null;
      last = null;
      continue;
    }
    const continuing = nature(day) === 'continuing';
    const lastDay = last ? toDayNumber(last.day) : null;
    const joins = current !== null && (continuing ? nature(lastDay!) === 'continuing' : lastDay === day);
    if (!joins) {
      if (current && last) {
        // A condition seen while its rule was continuing, then again while it is not, is presumed in between as far as
        // the rule of each day says so, and its stretch ends there.
        if (nature(lastDay!) === 'continuing') fill(current, lastDay!, day, 'presumed');
        current.closure ??= { cause: 'episodic', on: lastDay! };
      }
      current = { sightings: [], first: day, closure: null, days: new Map() };
      stretches.push(current);
    } else if (last && day > lastDay! + 1) {
      fill(current!, lastDay!, day, bridges(state, last, sighting) ? 'inferred' : 'presumed');
    }
    current!.sightings.push(sighting);
    if (wanted(day)) current!.days.set(day, 'observed');
    last = sighting;
    if (sighting.kind === 'ended') {
      current!.closure = { cause: 'ended', on: day };
      current = null;
      last = null;
    }
  }
  if (current && last) {
    const lastDay = toDayNumber(last.day);
    if (nature(lastDay) !== 'continuing') current.closure = { cause: 'episodic', on: lastDay };
    else if (window.closedThrough !== null) fill(current, lastDay, window.closedThrough + 1, 'presumed');
  }
  // A day on which one stretch ended and the next began is one offense day; it belongs to the later stretch, since an
  // open run must hold the day of its own sighting.
  const later = new Set<number>();
  for (const stretch of stretches.toReversed())
    for (const number of [...stretch.days.keys()])
      if (later.has(number)) stretch.days.delete(number);
      else later.add(number);
  return [
    ...stretches.map((stretch) => ({ ...stretch, receivedFor: null })),
    ...receivedStretches(state, stretches, wanted),
  ];
};

/** Days received from another ledger: each keeps the stronger of the two bases, and stands alone where there is no other. */
const receivedStretches = (
  state: LedgerState,
  stretches: readonly Building[],
  wanted: (number: number) => boolean,
): Stretch[] => {
  const alone: { number: number; basis: Basis; findingId: string; caseId: string }[] = [];
  for (const [number, { basis, findingId, caseId }] of [...state.received].sort(([a], [b]) => a - b)) {
    if (!wanted(number)) continue;
    const holder = stretches.find(({ days }) => days.has(number));
    if (!holder) alone.push({ number, basis, findingId, caseId });
    else if (strength(basis) > strength(holder.days.get(number)!)) holder.days.set(number, basis);
  }
  const groups: Stretch[] = [];
  let group: (typeof alone)[number][] = [];
  const close = () => {
    if (group.length === 0) return;
    const { number: first, findingId, caseId } = group[0]!;
    groups.push({
      sightings: [],
      first,
      closure: { cause: 'received', on: group.at(-1)!.number },
      days: new Map(group.map(({ number, basis }) => [number, basis])),
      receivedFor: { findingId, caseId },
    });
    group = [];
  };
  for (const day of alone) {
    const previous = group.at(-1);
    if (previous && (day.number !== previous.number + 1 || day.findingId !== previous.findingId)) close();
    group.push(day);
  }
  close();
  return groups;
};

/** Whether a day is kept out of the ledger's totals whatever the sightings say (rule 5; ownership; reattribution). */
export const suppressedBy = (state: LedgerState, number: number): 'hand' | 'reattributed' | 'ownershipEnded' | null => {
  if (state.handVoided.has(number)) return 'hand';
  if (state.reattributedAway.has(number)) return 'reattributed';
  if (state.liabilityEndedOn !== null && number > toDayNumber(state.liabilityEndedOn)) return 'ownershipEnded';
  return null;
};
