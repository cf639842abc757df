import { assertNever, type LocalDay, type Personal } from '#kernel';

import type { CaseClosed, CaseReopened, ClosingEvent } from './closing.events.js';

/** One closing of a case, and how it was undone. */
export interface Closing {
  readonly reason: CaseClosed['data']['reason'];
  readonly note: Personal;
  readonly waivers: CaseClosed['data']['waivers'];
  readonly closedBy: string;
  readonly closedOn: LocalDay;
  readonly reopened: {
    readonly cause: CaseReopened['data']['cause'];
    readonly subject: string | null;
    readonly reason: Personal;
    readonly reopenedOn: LocalDay;
  } | null;
}

export interface LitigationHold {
  readonly holdId: string;
  readonly reason: Personal;
  readonly placedBy: string;
  readonly placedOn: LocalDay;
  readonly released: { readonly reason: Personal; readonly releasedOn: LocalDay } | null;
}

/** A stretch in which a finding goes on in this case. A finding that comes back has two. */
export interface Holding {
  readonly findingId: string;
  readonly from: LocalDay;
  /** The case it came from; null where it was made here. */
  readonly fromCaseId: string | null;
  readonly until: LocalDay | null;
  readonly intoCaseId: string | null;
}

/** Findings that left together, and why. */
export interface Departure {
  readonly how: 'consolidated' | 'split';
  readonly intoCaseId: string;
  readonly findingIds: readonly string[];
  readonly reason: Personal;
  readonly on: LocalDay;
}

export type CaseStatus = 'open' | 'closed' | 'consolidated';

/** The part of a case that closing, consolidation and split are about. */
export interface ClosingState {
  readonly closings: readonly Closing[];
  readonly holds: readonly LitigationHold[];
  readonly holdings: readonly Holding[];
  readonly departures: readonly Departure[];
  /** Cases whose findings were received here, each once, in order. */
  readonly receivedFrom: readonly string[];
}

export const noClosing: ClosingState = { closings: [], holds: [], holdings: [], departures: [], receivedFrom: [] };

const depart = (state: ClosingState, departure: Departure): Partial<ClosingState> => {
  const { findingIds, intoCaseId, on } = departure;
  return {
    departures: [...state.departures, departure],
    holdings: state.holdings.map((holding) =>
      holding.until === null && findingIds.includes(holding.findingId)
        ? { ...holding, until: on, intoCaseId }
        : holding,
    ),
  };
};

/** What an event of closing changes in its case. */
export const evolveClosing = (state: ClosingState, event: ClosingEvent): Partial<ClosingState> => {
  switch (event.type) {
    case 'CaseClosed': {
      const { reason, note, waivers, closedBy, closedOn } = event.data;
      return { closings: [...state.closings, { reason, note, waivers, closedBy, closedOn, reopened: null }] };
    }
    case 'CaseReopened': {
      const { cause, subject, reason, reopenedOn } = event.data;
      const reopened = { cause, subject, reason, reopenedOn };
      return { closings: state.closings.map((one, at, all) => (at === all.length - 1 ? { ...one, reopened } : one)) };
    }
    case 'LitigationHoldPlaced': {
      const { holdId, reason, placedBy, placedOn } = event.data;
      return { holds: [...state.holds, { holdId, reason, placedBy, placedOn, released: null }] };
    }
    case 'LitigationHoldReleased': {
      const { holdId, reason, releasedOn } = event.data;
      const released = { reason, releasedOn };
      return { holds: state.holds.map((hold) => (hold.holdId === holdId ? { ...hold, released } : hold)) };
    }
    case 'CaseConsolidated': {
      const { intoCaseId, findingIds, reason, consolidatedOn } = event.data;
      return depart(state, { how: 'consolidated', intoCaseId, findingIds, reason, on: consolidatedOn });
    }
    case 'CaseSplit': {
      const { intoCaseId, findingIds, reason, splitOn } = event.data;
      return depart(state, { how: 'split', intoCaseId, findingIds, reason, on: splitOn });
    }
    case 'FindingsReceived': {
      const { fromCaseId, findingIds, receivedOn } = event.data;
      const received = findingIds.map((findingId) => ({
        findingId,
        from: receivedOn,
        fromCaseId,
        until: null,
        intoCaseId: null,
      }));
      return {
        holdings: [...state.holdings, ...received],
        receivedFrom: state.receivedFrom.includes(fromCaseId)
          ? state.receivedFrom
          : [...state.receivedFrom, fromCaseId],
      };
    }
    default:
      return assertNever(event);
  }
};

/** The consolidation of this case into another by the end of `asOf` (null = by now); null while it stands alone. */
export const consolidationOf = ({ departures }: ClosingState, asOf: LocalDay | null = null): Departure | null =>
  departures.find(({ how, on }) => how === 'consolidated' && (asOf === null || on <= asOf)) ?? null;

/** The closing that holds at the end of `asOf` (null = now); null while the case is not closed. */
export const closingOf = ({ closings }: ClosingState, asOf: LocalDay | null = null): Closing | null => {
  const last = closings.findLast(({ closedOn }) => asOf === null || closedOn <= asOf);
  if (!last) return null;
  return last.reopened !== null && (asOf === null || last.reopened.reopenedOn <= asOf) ? null : last;
};

/** Whether a case is open, closed, or goes on in another, at the end of `asOf` (null = now). */
export const caseStatusOf = (state: ClosingState, asOf: LocalDay | null = null): CaseStatus =>
  consolidationOf(state, asOf) !== null ? 'consolidated' : closingOf(state, asOf) !== null ? 'closed' : 'open';

/**
 * Ids of the findings that go on in this case at the end of `asOf` (null = now): its own that have not moved away, and
 * those it received; withdrawn ones included. A received finding keeps its id, which names the case it was made in.
 */
export const findingIdsIn = ({ holdings }: ClosingState, asOf: LocalDay | null = null): readonly string[] =>
  holdings
    .filter(({ from, until }) => (asOf === null ? until === null : from <= asOf && (until === null || until > asOf)))
    .map(({ findingId }) => findingId);

/** Litigation holds in place at the end of `asOf` (null = now). */
export const holdsInPlace = ({ holds }: ClosingState, asOf: LocalDay | null = null): readonly LitigationHold[] =>
  holds.filter(
    ({ placedOn, released }) =>
      (asOf === null || placedOn <= asOf) && (released === null || (asOf !== null && released.releasedOn > asOf)),
  );
