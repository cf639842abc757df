import type { LocalDay } from '#kernel';

import type { Fine, FinesState } from './fine.state.js';
import { restated } from './named-day.rules.js';

/** One fine as it stood when a local day ended: acts of later days are left out, and its days restated. */
const fineAsOf = (fine: Fine, asOf: LocalDay): Fine => {
  const until = (day: LocalDay) => day <= asOf;
  const kept = <Act>(act: Act | null, day: (act: Act) => LocalDay): Act | null =>
    act !== null && until(day(act)) ? act : null;
  const served = <Served extends { readonly servedOn: LocalDay }>(service: Served | null) =>
    kept(service, ({ servedOn }) => servedOn);
  const statements = fine.statements
    .filter(({ issuedOn }) => until(issuedOn))
    .map((statement) => ({ ...statement, service: served(statement.service) }));
  const issued = new Set(statements.map(({ statementId }) => statementId));
  const then = restated({
    ...fine,
    statements,
    days: fine.days.filter(({ statementId }) => statementId === null || issued.has(statementId)),
    wanting: kept(fine.wanting, ({ notedOn }) => notedOn),
    running: fine.running && { ...fine.running, ended: kept(fine.running.ended, ({ endedOn }) => endedOn) },
    service: served(fine.service),
    payments: fine.payments.filter(({ receivedOn }) => until(receivedOn)),
    refunds: fine.refunds.filter(({ refundedOn }) => until(refundedOn)),
    creditIn: fine.creditIn.filter(({ appliedOn }) => until(appliedOn)),
    creditOut: fine.creditOut.filter(({ appliedOn }) => until(appliedOn)),
    reductions: fine.reductions
      .filter(({ proposedOn }) => until(proposedOn))
      .map((reduction) => ({
        ...reduction,
        confirmed: kept(reduction.confirmed, ({ on }) => on),
        declined: kept(reduction.declined, ({ on }) => on),
      })),
    appeals: fine.appeals
      .filter(({ filedOn }) => until(filedOn))
      .map((appeal) => ({ ...appeal, ended: kept(appeal.ended, ({ endedOn }) => endedOn) })),
    stays: fine.stays
      .filter(({ stayedOn }) => until(stayedOn))
      .map((stay) => ({ ...stay, endings: stay.endings.filter(({ endedOn }) => until(endedOn)) })),
    decisions: fine.decisions
      .filter(({ decidedOn }) => until(decidedOn))
      .map((decision) => ({
        ...decision,
        lapses: decision.lapses.filter(({ lapsedOn }) => until(lapsedOn)),
        finalOn: kept(decision.finalOn, (day) => day),
      })),
    settledChanges: fine.settledChanges.filter(({ notedOn }) => until(notedOn)),
    collection: fine.collection.filter(({ commencedOn }) => until(commencedOn)),
    judgment: kept(fine.judgment, ({ enteredOn }) => enteredOn),
    satisfaction: kept(fine.satisfaction, ({ satisfiedOn }) => satisfiedOn),
    withdrawnOn: kept(fine.withdrawnOn, (day) => day),
    withdrawnBy: fine.withdrawnOn !== null && until(fine.withdrawnOn) ? fine.withdrawnBy : null,
    withdrawalReason: fine.withdrawnOn !== null && until(fine.withdrawnOn) ? fine.withdrawalReason : null,
  });
  // A drop follows the ledger and is no act; but a day dropped later was not dropped while something settled it.
  const undropped = then.days.map((entry) =>
    entry.dropped &&
    ((entry.forborneOn !== null && !until(entry.forborneOn)) || (!until(entry.droppedOn!) && entry.settledBy !== null))
      ? { ...entry, dropped: false, droppedOn: null, forborneOn: null }
      : entry,
  );
  return { ...then, days: undropped };
};

/**
 * The fines as they stood when a local day ended (offense-day rules 3, "As of"): every act counts from its own local day
 * on, an agreement from the day it came into force, a decision from the day it was made. A drop is no act of its own but
 * follows the ledger, which is read whole, whatever the date of its evidence.
 */
export const finesAsOf = (state: FinesState, asOf: LocalDay | null): FinesState =>
  asOf === null
    ? state
    : {
        fines: state.fines.filter(({ imposedOn }) => imposedOn <= asOf).map((fine) => fineAsOf(fine, asOf)),
      };

/** Days that the Board reversed by a decision in force, in one ledger of this person. */
export const reversedDays = (
  state: FinesState,
  ledger: string,
): ReadonlyMap<LocalDay, { fine: Fine; decisionId: string }> =>
  new Map(
    state.fines
      .filter((fine) => fine.ledger === ledger)
      .flatMap((fine) =>
        fine.days
          .filter(({ decision }) => decision?.effect === 'reversed')
          .map((entry) => [entry.day, { fine, decisionId: entry.decision!.decisionId }] as const),
      ),
  );
