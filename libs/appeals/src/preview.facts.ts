import type { LocalDay } from '#kernel';
import { foldEvents } from '#kernel';
import { addDays, daysBetween, eachDay } from '#legal-time';
import type { Fine, FineEvent, FinesState, LedgerView } from '#fines/published';
import { fineOf, finesFold } from '#fines/published';

import type { DecisionParagraph, FindingOfFact } from './appeal.events.js';
import type { Appeal } from './appeal.state.js';

/** The fines as they would stand with the decision: the fine's own fold over the events that it would bring. */
export const finesWithDecision = (
  state: FinesState,
  appeal: Pick<Appeal, 'appealId' | 'fineId'>,
  paragraphs: readonly DecisionParagraph[],
  decidedOn: LocalDay,
): FinesState => {
  const fine = fineOf(state, appeal.fineId)!;
  const ids = { fineId: fine.fineId, partyId: fine.partyId, caseId: fine.caseId, appealId: appeal.appealId };
  const decided = new Set(
    paragraphs
      .filter(({ effect }) => effect !== 'remanded')
      .flatMap(({ days }) => days.map(({ day, statementId }) => `${day} ${statementId ?? ''}`)),
  );
  const stayed = fine.days.filter(({ day, statementId }) => decided.has(`${day} ${statementId ?? ''}`));
  const ended = stayed.map(({ day, statementId }) => ({ day, statementId }));
  const events: FineEvent[] = [
    {
      type: 'DecisionApplied',
      data: {
        ...ids,
        decisionId: 'preview',
        decidedOn,
        effects: paragraphs.map(({ number: paragraph, effect, days }) => ({ paragraph, effect, days })),
        unfit: [],
        appliedOn: decidedOn,
      },
    },
    ...fine.stays
      .filter(({ appealId }) => appealId === appeal.appealId)
      .map(({ stayId }): FineEvent => ({
        type: 'StayEnded',
        data: { ...ids, stayId, days: ended, endedOn: decidedOn, cause: 'appealEnded' },
      })),
  ];
  return foldEvents(finesFold, state, events);
};

/** A live sighting of a ledger, as far as a preview needs it. */
export interface SeenDay {
  readonly day: LocalDay;
  readonly kind: 'violating' | 'ended' | 'stopped';
}

type DayFact = NonNullable<ReturnType<LedgerView['dayOf']>>;

/** How a finding of fact would change one ledger day (offense-day rules 1, rules 1, 3 and 4). */
export interface ChangedDay {
  readonly day: LocalDay;
  readonly from: DayFact['bucket'] | 'absent';
  readonly to: 'observed' | 'presumed' | 'voided';
}

/**
 * Days of a ledger that a finding of fact would change: the days back to the last sighting fall to presumed for a stop,
 * what follows a stop or an end is voided up to the next sighting of the violation, and a day seen is observed. Days that
 * a new sighting would bridge are left as they are, since no reason for continuity comes with the finding.
 */
export const changedBy = (
  finding: Pick<FindingOfFact, 'kind' | 'day'>,
  sightings: readonly SeenDay[],
  view: LedgerView,
): ChangedDay[] => {
  const { kind, day } = finding;
  const sorted = sightings.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const before = sorted.findLast((seen) => seen.day < day && seen.kind !== 'stopped')?.day ?? null;
  const next = sorted.find((seen) => seen.day >= day && seen.kind === 'violating')?.day ?? null;
  const stretch = (from: LocalDay, through: LocalDay): LocalDay[] =>
    daysBetween(from, through) < 0 ? [] : eachDay(from, through);
  const changes: ChangedDay[] = [];
  const change = (of: LocalDay, to: ChangedDay['to']): void => {
    const fact = view.dayOf(of);
    const from = fact?.bucket ?? (fact ? null : 'absent');
    if (to !== 'observed' && (fact === null || !fact.live)) return;
    // A day forborne stays in its bucket whatever its basis.
    if (to === 'presumed' && fact!.bucket !== 'inferred') return;
    if (from !== to) changes.push({ day: of, from, to });
  };
  const last = view.daysThrough('9999-12-31').at(-1)?.day ?? day;
  if (kind === 'stopped' && before !== null)
    for (const of of stretch(addDays(before, 1), addDays(day, -1))) change(of, 'presumed');
  if (kind !== 'stopped') change(day, 'observed');
  if (kind !== 'violating')
    for (const of of stretch(kind === 'ended' ? addDays(day, 1) : day, next === null ? last : addDays(next, -1)))
      change(of, 'voided');
  return changes;
};

/** The ledger with the days changed: what leaves provable does so after everything recorded until now. */
export const viewWith = (
  view: LedgerView,
  changes: readonly ChangedDay[],
  findingId: string,
  caseId: string,
): LedgerView => {
  if (changes.length === 0) return view;
  const changed = new Map(changes.map((entry) => [entry.day, entry.to]));
  const altered = (day: LocalDay, fact: DayFact | null): DayFact | null => {
    const to = changed.get(day);
    if (to === undefined) return fact;
    const base: DayFact = fact ?? {
      ...{ day, live: true, basis: 'observed', bucket: 'observed', voidCause: null, provable: true, heldBack: null },
      ...{ runId: 'preview', findingId, caseId, leftProvableAt: 0, forborneOn: null },
    };
    if (to === 'observed')
      return {
        ...base,
        live: true,
        basis: 'observed',
        bucket: base.bucket === 'forborne' ? 'forborne' : 'observed',
        voidCause: null,
      };
    const leftProvableAt = view.eventCount + 1;
    return to === 'voided'
      ? { ...base, live: false, bucket: null, voidCause: 'stopped', provable: false, leftProvableAt }
      : {
          ...base,
          basis: 'presumed',
          bucket: base.bucket === 'forborne' ? 'forborne' : 'presumed',
          provable: false,
          leftProvableAt,
        };
  };
  return {
    ledger: view.ledger,
    eventCount: view.eventCount + 1,
    dayOf: (day) => altered(day, view.dayOf(day)),
    daysThrough: (through) => {
      const days = view.daysThrough(through).map((fact) => altered(fact.day, fact)!);
      const known = new Set(days.map(({ day }) => day));
      const more = [...changed.keys()]
        .filter((day) => day <= through && !known.has(day))
        .map((day) => altered(day, null)!);
      return [...days, ...more].sort((one, other) => (one.day < other.day ? -1 : 1));
    },
  };
};

/** Days named by a live fine, by day: what is "in this fine" and what is not. */
export const namedIn = (fine: Fine): ReadonlySet<LocalDay> =>
  new Set(fine.days.filter(({ dropped }) => !dropped).map(({ day }) => day));
