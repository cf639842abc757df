import type { LocalDay } from '#kernel';
import { formatCents, sumCents } from '#kernel';
import { SETTINGS_STREAM, settingsFold } from '#law/published';
import type { Fine, LedgerView } from '#fines/published';
import { fineOf, finesAsOf } from '#fines/published';
import type { QueryContext } from '#runtime';

import { documentsOf, loadFinesOf, loadLedgerOf } from './appeal.facts.js';
import type { Appeal } from './appeal.state.js';
import type * as dto from './appeals.dto.js';
import { certifiedAt, deadlineShown, loadAppeal } from './appeals.queries.js';
import { publicNoticeWarning } from './hearing.rules.js';
import { SILENCES } from './silences.js';
import { boardOn } from './vote.rules.js';

const daysOf = (appeal: Appeal, fine: Fine, view: LedgerView) =>
  fine.days
    .filter(({ statementId, dropped }) => appeal.documents.includes(statementId) && !dropped)
    .map(({ day, statementId, cents, stayed, decision }) => {
      const fact = view.dayOf(day);
      return {
        ...{ day, statementId, cents, stayed, decision },
        basis: fact?.basis ?? null,
        bucket: fact?.bucket ?? null,
        provable: fact?.provable ?? false,
        runId: fact?.runId ?? null,
      };
    });

type ShownDay = ReturnType<typeof daysOf>[number];

const amountsIn = (days: readonly ShownDay[]): string => {
  const amounts = [...new Set(days.map(({ cents }) => cents))].sort((one, other) => one - other);
  const [least, most] = [amounts[0]!, amounts.at(-1)!];
  return least === most ? `${formatCents(least)} a day` : `from ${formatCents(least)} to ${formatCents(most)} a day`;
};

/** The question in plain words, with its sum. */
const questionOf = (fine: Fine, days: readonly ShownDay[]): string => {
  if (days.length === 0) return `Fine ${fine.number} names no day any more: there is nothing for the Board to decide.`;
  const count = (bucket: string) => days.filter((day) => day.bucket === bucket).length;
  const [seen, inferred] = [count('observed'), count('inferred')];
  const others = days.length - seen - inferred;
  const span: readonly [LocalDay, LocalDay] = [days[0]!.day, days.at(-1)!.day];
  return [
    `The officer fined ${amountsIn(days)} for ${days.length} day(s), ${span[0]} to ${span[1]}: ${formatCents(sumCents(days.map(({ cents }) => cents)))} in all (fine ${fine.number}).`,
    `The condition was seen on ${seen} of those days and is inferred on ${inferred}${others > 0 ? `; ${others} day(s) have no such proof now` : ''}.`,
    'For each day: is it affirmed, modified, reversed or remanded?',
  ].join(' ');
};

/**
 * The log as the certificate froze it, or as it is while no certificate stands. What was recorded at the certificate's own
 * instant is the certificate.
 */
const recordContext = (appeal: Appeal, context: QueryContext): Promise<QueryContext> | QueryContext => {
  const certificate = appeal.certificates.at(-1);
  return appeal.record === 'certified' && certificate && context.knownAt === null
    ? context.at({ asOf: context.asOf, knownAt: certificate.certifiedAt })
    : context;
};

/** What the Board reads: the days stand as on the certified record. @throws APPEALS.UNKNOWN_APPEAL */
export const getAppealPacket = async (
  { appealId }: Pick<dto.GetAppealPacketQuery, 'appealId'>,
  context: QueryContext,
) => {
  const appeal = await loadAppeal(appealId, context);
  const on = context.asOf ?? context.today;
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const record = await recordContext(appeal, context);
  const fine = fineOf(finesAsOf(await loadFinesOf(appeal.fineId, record.load), record.asOf), appeal.fineId)!;
  const view = await loadLedgerOf(fine, settings, on, record.load);
  const days = daysOf(appeal, fine, view);
  const documents = documentsOf(fine).filter(({ statementId }) => appeal.documents.includes(statementId));
  const officers = new Set([appeal.imposedBy, ...documents.map(({ officerId }) => officerId)]);
  const hearing = appeal.hearings.at(-1) ?? null;
  return {
    appealId,
    number: appeal.number,
    caseId: appeal.caseId,
    fineId: appeal.fineId,
    fineNumber: fine.number,
    asOf: context.asOf,
    question: questionOf(fine, days),
    authority: '§ 168-30D (letter inferred)',
    grounds: appeal.grounds,
    filedOn: appeal.filedOn,
    route: appeal.route,
    routing: appeal.routing,
    marks: appeal.marks,
    deadline: deadlineShown(appeal),
    deficiencies: appeal.deficiencies,
    documents,
    ...certifiedAt(appeal, context),
    daysAsOfRecord: record === context ? null : record.knownAt,
    days,
    counts: {
      days: days.length,
      seen: days.filter(({ bucket }) => bucket === 'observed').length,
      inferred: days.filter(({ bucket }) => bucket === 'inferred').length,
      cents: sumCents(days.map(({ cents }) => cents)),
    },
    evidence: appeal.evidence,
    reopenings: appeal.reopenings,
    hearing: hearing && { ...hearing, warnings: [publicNoticeWarning(hearing)].filter((warning) => warning !== null) },
    stays: appeal.stays,
    board: { on, ...boardOn(settings, on, appeal.recusals, officers) },
    votesFallenShort: appeal.votesFallenShort,
    decisions: appeal.decisions,
    silences: SILENCES,
  };
};
