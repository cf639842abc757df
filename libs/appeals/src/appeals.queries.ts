import type { LocalDay } from '#kernel';
import type { SettingsState } from '#law/published';
import { policyOn, SETTINGS_STREAM, settingsFold } from '#law/published';
import type { Fine } from '#fines/published';
import { fineOf, finesAsOf } from '#fines/published';
import { noticeIdOfDocument } from '#notices/published';
import type { QueryContext } from '#runtime';

import { certificatePositions, listAppeals, type DocketEntry } from './appeal-docket.projection.js';
import { appealStream } from './appeal.events.js';
import { loadFinesOf } from './appeal.facts.js';
import { appealAsOf, appealHistoryFold } from './appeal.history.js';
import type { Appeal, Decision } from './appeal.state.js';
import { isPendingAppeal, isPendingArticle78 } from './appeal.state.js';
import type * as dto from './appeals.dto.js';
import { article78Period, isLate } from './article78.rules.js';
import { adjournmentDocument, hearingDocument } from './document.rules.js';
import { refuse } from './guard.rules.js';
import { publicNoticeWarning } from './hearing.rules.js';
import { SILENCES } from './silences.js';

const PAGE = 50;

/** The appeal as known and as of the day asked for. @throws APPEALS.UNKNOWN_APPEAL */
export const loadAppeal = async (appealId: string, { load, asOf }: QueryContext): Promise<Appeal> =>
  appealAsOf(await load(appealStream(appealId), appealHistoryFold), asOf) ??
  refuse('UNKNOWN_APPEAL', 'There is no such appeal on file at that time.', { kind: 'notFound', field: 'appealId' });

/** What the Board, the appellant and a court are told of the law's silence on time. */
export const deadlineShown = ({ deadline }: Appeal) =>
  deadline ?? {
    lastDay: null,
    answer: 'none written',
    authority: 'No Board policy in force on the day of service; § 168-30D sets none (G7)',
  };

const shownDecision = (decision: Decision, settings: SettingsState, fine: Fine | null, day: LocalDay) => {
  const { service, article78, decidedOn } = decision;
  const period = service && article78Period(service.servedOn, settings);
  const serveWithin = policyOn(settings, 'decision-service-days', decidedOn);
  return {
    ...decision,
    /** True until the process has recorded the decision in the fine's own stream. */
    beingApplied: !(fine?.decisions ?? []).some(({ decisionId }) => decisionId === decision.decisionId),
    serveWithin: { days: serveWithin.value, authority: serveWithin.authority },
    review:
      period === null
        ? {
            lastDay: null,
            answer: 'The decision is not served: the four months have not begun.',
            authority: 'CPLR 217(1)',
          }
        : { ...period, authority: 'CPLR 217(1)', open: decision.final === null && day <= period.lastDay },
    article78: article78 && { ...article78, late: isLate(decision, article78, settings) },
  };
};

/** The place of the record in the log: what the Board sees is the log before it. */
export const certifiedAt = (appeal: Appeal, { readModel }: QueryContext) => {
  const positions = certificatePositions(readModel, appeal.appealId);
  const certificates = appeal.certificates.map((certificate, index) => ({
    ...certificate,
    position: positions[index] ?? null,
  }));
  return { record: appeal.record, certified: certificates.at(-1) ?? null, certificates };
};

/** One appeal as it stood at the end of a local day, as known at an instant. @throws APPEALS.UNKNOWN_APPEAL */
export const getAppeal = async ({ appealId }: Pick<dto.GetAppealQuery, 'appealId'>, context: QueryContext) => {
  const appeal = await loadAppeal(appealId, context);
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const fine = fineOf(finesAsOf(await loadFinesOf(appeal.fineId, context.load), context.asOf), appeal.fineId);
  const day = context.asOf ?? context.today;
  const { certificates: _certificates, stage, ...shown } = appeal;
  return {
    ...shown,
    asOf: context.asOf,
    status: stage.status,
    stage,
    pending: isPendingAppeal(appeal),
    pendingArticle78: isPendingArticle78(appeal),
    fineNumber: fine?.number ?? null,
    ...certifiedAt(appeal, context),
    deadline: deadlineShown(appeal),
    hearings: appeal.hearings.map((hearing) => {
      const warning = publicNoticeWarning(hearing);
      return {
        ...hearing,
        noticeId: noticeIdOfDocument(hearingDocument(hearing.hearingId)),
        adjournments: hearing.adjournments.map((adjournment) => ({
          ...adjournment,
          noticeId: noticeIdOfDocument(adjournmentDocument(hearing.hearingId, adjournment.toAt)),
        })),
        warnings: warning ? [warning] : [],
      };
    }),
    decisions: appeal.decisions.map((decision) => shownDecision(decision, settings, fine, day)),
    daysGoOn: 'An appeal stops no day: what accrues meanwhile is shown in the ledger (hard case 19).',
    silences: SILENCES,
  };
};

/** One page of the docket, as known; as of an earlier day each line is folded anew. */
export const docket = async (question: Omit<dto.ListAppealsQuery, 'asOf' | 'knownAt'>, context: QueryContext) => {
  const { asOf, knownAt, readModel, hidden } = context;
  const { status, limit, ...rest } = question;
  const asked = { ...rest, limit: limit ?? PAGE, knownAt, hidden };
  if (asOf === null) return listAppeals(readModel, { ...asked, ...(status ? { status } : {}) });
  const page = listAppeals(readModel, asked);
  const appeals: DocketEntry[] = [];
  for (const entry of page.appeals.filter(({ filedOn }) => filedOn <= asOf)) {
    const appeal = await loadAppeal(entry.appealId, context);
    if (status === undefined || appeal.stage.status === status) appeals.push(lineOf(entry, appeal));
  }
  return { appeals, next: page.next };
};

const lineOf = (entry: DocketEntry, appeal: Appeal): DocketEntry => {
  const decision = appeal.decisions.at(-1);
  return {
    ...entry,
    status: appeal.stage.status,
    record: appeal.record,
    hearingAt: appeal.hearings.at(-1)?.hearingAt ?? null,
    stays: appeal.stays.filter(({ ended }) => ended === null).length,
    decisionId: decision?.decisionId ?? null,
    decidedOn: decision?.decidedOn ?? null,
    servedOn: decision?.service?.servedOn ?? null,
    article78: decision?.article78 ? (decision.article78.decided?.outcome ?? 'filed') : null,
    finalOn: decision?.final?.finalOn ?? null,
  };
};
