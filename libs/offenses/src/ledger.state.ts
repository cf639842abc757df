import type { Instant, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever } from '#kernel';
import type { Nature } from '#law/published';
import { toDayNumber } from '#legal-time';

import type { Basis, LedgerKey, OffenseEvent, RunClosure, Sighting, VoidCause } from './offense.events.js';
import { offenseCatalog } from './offense.events.js';

export interface LedgerSighting extends Sighting {
  readonly voided: boolean;
}

/** One recorded day. A voided day stays, out of every total. */
export interface LedgerDay {
  readonly basis: Basis;
  readonly live: boolean;
  readonly voidCause: VoidCause | null;
  readonly runId: string;
  readonly nature: Nature;
  readonly ruleVersion: number;
  /**
   * Count of the ledger's events when the day last stopped being provable by its facts; 0 for never. A fine imposed before
   * drops it. A forbearance is no such fact: it lasts, and is a mark of its own.
   */
  readonly leftProvableAt: number;
}

export interface Run {
  readonly runId: string;
  /** Display order, from 1. */
  readonly number: number;
  readonly findingId: string;
  readonly caseId: string;
  readonly open: boolean;
  readonly closedOn: LocalDay | null;
  readonly closure: RunClosure | null;
}

export interface Cure {
  readonly cureId: string;
  readonly findingId: string;
  readonly reportedAt: Instant;
  readonly reportedOn: LocalDay;
  readonly claimedCuredOn: LocalDay | null;
  readonly status: 'reported' | 'verified' | 'rejected';
}

export interface Forbearance {
  readonly forbearanceId: string;
  readonly from: LocalDay;
  readonly through: LocalDay;
  readonly authority: Personal;
  /** Local day of the act. */
  readonly actedOn: LocalDay;
}

export interface Confirmation {
  readonly confirmationId: string;
  readonly from: LocalDay;
  readonly through: LocalDay;
  readonly confirmedBy: string;
}

/** Days are kept by day number, so that a year of them is cheap to walk. */
export interface LedgerState {
  readonly key: LedgerKey | null;
  readonly sightings: readonly LedgerSighting[];
  readonly confirmations: readonly Confirmation[];
  readonly cures: readonly Cure[];
  readonly forbearances: readonly Forbearance[];
  readonly liabilityEndedOn: LocalDay | null;
  readonly handVoided: ReadonlySet<number>;
  readonly reattributedAway: ReadonlySet<number>;
  readonly received: ReadonlyMap<
    number,
    { readonly basis: Basis; readonly findingId: string; readonly caseId: string }
  >;
  readonly reattributions: ReadonlySet<string>;
  readonly driftNoted: ReadonlySet<number>;
  readonly days: ReadonlyMap<number, LedgerDay>;
  readonly runs: ReadonlyMap<string, Run>;
  /** Last day whose presumption is recorded; the clock has closed at least so far. */
  readonly closedThrough: number | null;
  readonly eventCount: number;
}

export const emptyLedger = (): LedgerState => ({
  key: null,
  sightings: [],
  confirmations: [],
  cures: [],
  forbearances: [],
  liabilityEndedOn: null,
  handVoided: new Set(),
  reattributedAway: new Set(),
  received: new Map(),
  reattributions: new Set(),
  driftNoted: new Set(),
  days: new Map(),
  runs: new Map(),
  closedThrough: null,
  eventCount: 0,
});

/**
 * The ledger for a question "as of" a day: its facts, whatever the date of their evidence, but only the forbearances
 * made by then, since forbearing is an act (offense-day rules 3, As of). Null leaves everything as it is.
 */
export const ledgerAsOf = (state: LedgerState, asOf: LocalDay | null): LedgerState =>
  asOf === null ? state : { ...state, forbearances: state.forbearances.filter(({ actedOn }) => actedOn <= asOf) };

/** Whether a forbearance covers a day: a mark beside the basis, also for days recorded later inside its span. */
export const isForborne = (state: Pick<LedgerState, 'forbearances'>, day: LocalDay): boolean =>
  state.forbearances.some(({ from, through }) => from <= day && day <= through);

type Draft = {
  -readonly [Name in keyof LedgerState]: LedgerState[Name] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : LedgerState[Name] extends ReadonlySet<infer M>
      ? Set<M>
      : LedgerState[Name];
};

const draftOf = (state: LedgerState): Draft => ({
  ...state,
  handVoided: new Set(state.handVoided),
  reattributedAway: new Set(state.reattributedAway),
  received: new Map(state.received),
  reattributions: new Set(state.reattributions),
  driftNoted: new Set(state.driftNoted),
  days: new Map(state.days),
  runs: new Map(state.runs),
});

const isSameDay = (a: LedgerDay, b: LedgerDay): boolean =>
  a.runId === b.runId &&
  a.basis === b.basis &&
  a.live === b.live &&
  a.voidCause === b.voidCause &&
  a.nature === b.nature &&
  a.ruleVersion === b.ruleVersion &&
  a.leftProvableAt === b.leftProvableAt;

const changeDays = (
  draft: Draft,
  days: readonly LocalDay[],
  change: (day: LedgerDay, number: number) => LedgerDay,
): void => {
  for (const day of days) {
    const number = toDayNumber(day);
    const known = draft.days.get(number);
    if (!known) continue;
    const changed = change(known, number);
    const wasProvable = known.live && known.basis !== 'presumed';
    const isProvable = changed.live && changed.basis !== 'presumed';
    draft.days.set(number, wasProvable && !isProvable ? { ...changed, leftProvableAt: draft.eventCount } : changed);
  }
};

const replaceSighting = (
  draft: Draft,
  sightingId: string,
  change: (sighting: LedgerSighting) => LedgerSighting,
): void => {
  draft.sightings = draft.sightings.map((sighting) =>
    sighting.sightingId === sightingId ? change(sighting) : sighting,
  );
};

const settleCure = (draft: Draft, cureId: string, status: Cure['status']): void => {
  draft.cures = draft.cures.map((cure) => (cure.cureId === cureId ? { ...cure, status } : cure));
};

const apply = (draft: Draft, event: OffenseEvent): void => {
  draft.eventCount += 1;
  switch (event.type) {
    case 'SightingRecorded':
      draft.key = event.data.ledger;
      draft.sightings = [...draft.sightings, { ...event.data.sighting, voided: false }];
      return;
    case 'SightingCorrected':
      replaceSighting(draft, event.data.sighting.sightingId, () => ({ ...event.data.sighting, voided: false }));
      return;
    case 'SightingVoided':
      replaceSighting(draft, event.data.sightingId, (sighting) => ({ ...sighting, voided: true }));
      return;
    case 'OffenseDayRecorded': {
      const { day, basis, runId, nature, ruleVersion } = event.data;
      const number = toDayNumber(day);
      const recorded = { basis, live: true, voidCause: null, runId, nature, ruleVersion, leftProvableAt: 0 };
      const yesterday = draft.days.get(number - 1);
      // A run of presumed days holds one value, not one a day: it is most of what a ledger takes up in memory.
      draft.days.set(number, yesterday && isSameDay(yesterday, recorded) ? yesterday : recorded);
      if (basis === 'presumed' && (draft.closedThrough === null || number > draft.closedThrough))
        draft.closedThrough = number;
      return;
    }
    case 'OffenseDaysRebased':
      changeDays(draft, event.data.days, (day) => ({ ...day, basis: event.data.to }));
      return;
    case 'OffenseDaysVoided':
      changeDays(draft, event.data.days, (day, number) => {
        if (event.data.cause === 'hand') draft.handVoided.add(number);
        return { ...day, live: false, voidCause: event.data.cause };
      });
      return;
    case 'OffenseDaysReinstated':
      changeDays(draft, event.data.days, (day, number) => {
        draft.handVoided.delete(number);
        return { ...day, live: true, voidCause: null, basis: event.data.basis };
      });
      return;
    case 'ForbearanceRecorded': {
      const { forbearanceId, from, through, authority, actedOn } = event.data;
      draft.forbearances = [...draft.forbearances, { forbearanceId, from, through, authority, actedOn }];
      return;
    }
    case 'ContinuityConfirmed': {
      const { confirmationId, from, through, confirmedBy } = event.data;
      draft.confirmations = [...draft.confirmations, { confirmationId, from, through, confirmedBy }];
      return;
    }
    case 'CureReported': {
      const { cureId, findingId, reportedAt, reportedOn, claimedCuredOn } = event.data;
      draft.cures = [...draft.cures, { cureId, findingId, reportedAt, reportedOn, claimedCuredOn, status: 'reported' }];
      return;
    }
    case 'CureVerified':
      settleCure(draft, event.data.cureId, 'verified');
      return;
    case 'CureRejected':
      settleCure(draft, event.data.cureId, 'rejected');
      return;
    case 'RunOpened': {
      const { runId, findingId, caseId } = event.data;
      const number = draft.runs.get(runId)?.number ?? draft.runs.size + 1;
      draft.runs.set(runId, { runId, number, findingId, caseId, open: true, closedOn: null, closure: null });
      return;
    }
    case 'RunClosed': {
      const run = draft.runs.get(event.data.runId);
      if (run) draft.runs.set(run.runId, { ...run, open: false, closedOn: event.data.on, closure: event.data.cause });
      return;
    }
    case 'DaysMovedToRun':
      changeDays(draft, event.data.days, (day) => ({ ...day, runId: event.data.toRun }));
      return;
    case 'OffenseDaysReattributed':
      for (const { day } of event.data.days) draft.reattributedAway.add(toDayNumber(day));
      return;
    case 'ReattributedDaysReceived': {
      draft.key = event.data.ledger;
      draft.reattributions.add(event.data.reattributionId);
      for (const { day, basis } of event.data.days) {
        const number = toDayNumber(day);
        const known = draft.received.get(number);
        if (!known || strength(basis) > strength(known.basis))
          draft.received.set(number, { basis, findingId: event.data.findingId, caseId: event.data.caseId });
        draft.reattributedAway.delete(number);
      }
      return;
    }
    case 'DayRecordingContinues':
      return;
    case 'RuleNatureDrifted':
      for (const day of event.data.days) draft.driftNoted.add(toDayNumber(day));
      return;
    case 'LiabilityEnded':
      if (draft.liabilityEndedOn === null || event.data.lastDay < draft.liabilityEndedOn)
        draft.liabilityEndedOn = event.data.lastDay;
      return;
    default:
      assertNever(event);
  }
};

/** Observed beats inferred, inferred beats presumed: a day already there keeps the stronger basis. */
export const strength = (basis: Basis): number => (basis === 'observed' ? 3 : basis === 'inferred' ? 2 : 1);

/** The ledger as a fold of its events; one copy for any number of them. */
export const ledgerFold = {
  name: 'ledger',
  catalog: offenseCatalog,
  initialState: emptyLedger,
  evolve: (state: LedgerState, event: OffenseEvent): LedgerState => {
    const draft = draftOf(state);
    apply(draft, event);
    return draft;
  },
  evolveAll: (state: LedgerState, events: readonly OffenseEvent[]): LedgerState => {
    const draft = draftOf(state);
    for (const event of events) apply(draft, event);
    return draft;
  },
} satisfies StreamFold<LedgerState, OffenseEvent>;
