import type { LocalDay } from '#kernel';

import type { FineEvent } from './fine.events.js';
import type { Fine, FinesState, NamedDay } from './fine.state.js';
import { isLive, isReversed } from './fine.state.js';
import type { DayFall, DayFact, LedgerView } from './fine.types.js';
import { fellByForbearance, hasFallen } from './imposition.rules.js';
import { inFine } from './known-fine.rules.js';

/** Which fall of a day this is, so that a person is asked about it once. */
const fallOf = (fact: DayFact | null): DayFall => ({
  leftProvableAt: fact?.leftProvableAt ?? 0,
  forborneOn: fact?.forborneOn ?? null,
});

const isNoted = ({ settledChanges }: Fine, { day, statementId }: NamedDay, fall: DayFall): boolean =>
  settledChanges.some(
    (noted) =>
      noted.day === day &&
      noted.statementId === statementId &&
      noted.leftProvableAt === fall.leftProvableAt &&
      noted.forborneOn === fall.forborneOn,
  );

/**
 * Every live, named day of a ledger that no longer stands as it stood when it was named: an unsettled one is dropped, a
 * settled one stays charged and is noted once for each fall. A reversed day is charged no more, so that nobody is asked
 * about it: the Board's own finding of fact may be what voided it. Nothing new, no event.
 */
export const drop = (state: FinesState, ledger: LedgerView, today: LocalDay): FineEvent[] =>
  state.fines
    .filter((fine) => isLive(fine) && fine.ledger === ledger.ledger)
    .flatMap((fine): FineEvent[] => {
      const fallen = fine.days
        .filter((entry) => !entry.dropped && hasFallen(entry, ledger.dayOf(entry.day)))
        .map((entry) => ({ entry, fact: ledger.dayOf(entry.day) }));
      const unsettled = fallen.filter(({ entry }) => entry.settledBy === null);
      const changed = fallen.filter(
        ({ entry, fact }) => entry.settledBy !== null && !isReversed(entry) && !isNoted(fine, entry, fallOf(fact)),
      );
      const events: FineEvent[] = [];
      if (unsettled.length > 0)
        events.push({
          type: 'FineDaysDropped',
          data: {
            ...inFine(fine),
            findingId: fine.findingId,
            ledger: ledger.ledger,
            days: unsettled.map(({ entry, fact }) => ({
              day: entry.day,
              cents: entry.cents,
              statementId: entry.statementId,
              forborneOn: fellByForbearance(entry, fact),
            })),
            ledgerEventCount: ledger.eventCount,
            droppedOn: today,
          },
        });
      if (changed.length > 0)
        events.push({
          type: 'SettledDaysChanged',
          data: {
            ...inFine(fine),
            ledger: ledger.ledger,
            days: changed.map(({ entry, fact }) => ({
              day: entry.day,
              statementId: entry.statementId,
              ...fallOf(fact),
            })),
            ledgerEventCount: ledger.eventCount,
            notedOn: today,
          },
        });
      return events;
    });
