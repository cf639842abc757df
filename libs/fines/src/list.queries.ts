import type { Cents } from '#kernel';
import { caseFold, caseStream } from '#cases/published';
import type { QueryContext } from '#runtime';

import { finesAsOf } from './as-of.rules.js';
import type { ListQuestion, ListRow } from './fine-list.projection.js';
import { decisionsBeingApplied, fineRows, reductionRows, withdrawalIdOf } from './fine-list.projection.js';
import { finesStream } from './fine.events.js';
import type { Fine, NamedDay, Reduction } from './fine.state.js';
import { fineOf, finesFold, isLive, isReversed, paidOf, pendingAppeals, waivedOf } from './fine.state.js';
import type * as dto from './fines.dto.js';
import { findingIdsOf } from './reading.queries.js';

const PAGE = 50;

const questionOf = async (
  { caseId, partyId, limit, cursor }: Pick<dto.ListFinesQuery, 'caseId' | 'partyId' | 'limit' | 'cursor'>,
  context: QueryContext,
): Promise<ListQuestion> => ({
  findingIds:
    caseId === undefined ? null : findingIdsOf(await context.load(caseStream(caseId), caseFold), context.asOf),
  partyId: partyId ?? null,
  limit: limit ?? PAGE,
  cursor: cursor ?? null,
  hidden: context.hidden,
});

const fineOfRow = async ({ fineId, partyId }: ListRow, context: QueryContext): Promise<Fine | null> =>
  fineOf(finesAsOf(await context.load(finesStream(partyId), finesFold), context.asOf), fineId);

const sumOf = (days: readonly NamedDay[], cents: (day: NamedDay) => Cents): Cents =>
  days.reduce((total, day) => total + cents(day), 0);

const listedFine = (fine: Fine, context: QueryContext) => {
  const named = isLive(fine)
    ? fine.days.filter((entry) => !entry.dropped && !(isReversed(entry) && entry.decision!.finalOn !== null))
    : [];
  const { fineId, number, caseId, findingId, partyId, ruleId, how, raises, imposedOn, running, withdrawnOn } = fine;
  return {
    ...{ fineId, number, caseId, findingId, partyId, ruleId, how, raises, imposedOn, withdrawnOn },
    runningCents: running?.rateCents ?? null,
    servedOn: fine.service?.servedOn ?? null,
    /** Days that the cap counts and their amounts; nothing of a withdrawn fine. */
    namedDays: named.length,
    namedCents: sumOf(named, ({ namedCents }) => namedCents),
    waivedCents: waivedOf(fine),
    paidCents: paidOf(fine),
    statements: fine.statements.length,
    unservedStatements: fine.statements.filter(({ service }) => service === null).length,
    underAppeal: pendingAppeals(fine).length > 0,
    decisionBeingApplied: decisionsBeingApplied(context.readModel, fineId, context).length > 0,
  };
};

/** One page of fines by number; `next` is the cursor of the page after, or null. */
export const listFines = async (
  query: Pick<dto.ListFinesQuery, 'caseId' | 'partyId' | 'limit' | 'cursor'>,
  context: QueryContext,
) => {
  const { rows, next } = fineRows(context.readModel, await questionOf(query, context), context);
  const fines: ReturnType<typeof listedFine>[] = [];
  for (const row of rows) {
    const fine = await fineOfRow(row, context);
    if (fine) fines.push(listedFine(fine, context));
  }
  return { fines, next };
};

const ofReduction = (reduction: Reduction) => {
  const { reductionId, kind, days, waivedCents, reason, proposedBy, proposedOn, confirmed, declined } = reduction;
  return {
    ...{ reductionId, kind, days, waivedCents, reason, proposedBy, proposedOn },
    status: confirmed ? 'confirmed' : declined ? 'declined' : 'waiting',
    confirmedBy: confirmed?.by ?? null,
    confirmedOn: confirmed?.on ?? null,
    declinedBy: declined?.by ?? null,
    declinedOn: declined?.on ?? null,
    declineReason: declined?.reason ?? null,
    /** What was charged (amendment) or owed (waiver) before and after it was confirmed; null until then. */
    beforeCents: confirmed?.beforeCents ?? null,
    afterCents: confirmed?.afterCents ?? null,
  };
};

/** A withdrawal is no reduction by two persons, but whoever reads the report must see it (faults.md A09). */
const ofWithdrawal = (fine: Fine) => {
  const live = fine.days.filter(({ dropped }) => !dropped);
  return {
    reductionId: withdrawalIdOf(fine.fineId),
    kind: 'withdrawal',
    days: [],
    waivedCents: null,
    reason: fine.withdrawalReason,
    proposedBy: fine.withdrawnBy,
    proposedOn: fine.withdrawnOn,
    status: 'withdrawn',
    ...{ confirmedBy: null, confirmedOn: null, declinedBy: null, declinedOn: null, declineReason: null },
    /** What the fine named, on days not dropped. */
    beforeCents: sumOf(live, ({ cents }) => cents),
    afterCents: 0,
  };
};

/** Every reduction with who, why, before and after: one report, of a case or party where asked (faults.md A09). */
export const listReductions = async (
  query: Pick<dto.ListReductionsQuery, 'caseId' | 'partyId' | 'limit' | 'cursor'>,
  context: QueryContext,
) => {
  const { rows, next } = reductionRows(context.readModel, await questionOf(query, context), context);
  const reductions: (ReturnType<typeof ofReduction> | ReturnType<typeof ofWithdrawal>)[] = [];
  for (const row of rows) {
    const fine = await fineOfRow(row, context);
    if (!fine) continue;
    const { fineId, number, caseId, partyId } = fine;
    const reduction = fine.reductions.find(({ reductionId }) => reductionId === row.id);
    const shown = reduction ? ofReduction(reduction) : fine.withdrawnOn !== null ? ofWithdrawal(fine) : null;
    if (shown) reductions.push({ ...{ fineId, number, caseId, partyId }, ...shown });
  }
  return { reductions, next };
};
