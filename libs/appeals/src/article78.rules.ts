import type { DecisionContext, LocalDay } from '#kernel';
import type { ExplainedDeadline } from '#legal-time';
import { addDays, monthsPeriod } from '#legal-time';
import type { SettingsState } from '#law/published';
import { specialHolidays } from '#law/published';

import type {
  CertifyArticle78Return,
  FinalizeDecision,
  RecordArticle78Decision,
  RecordArticle78Filed,
  RecordDecisionService,
} from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import type { AppealState, Article78, Decision } from './appeal.state.js';
import { idsOf, known, knownDecision, notBefore, notInFuture, refuse } from './guard.rules.js';

export const ARTICLE_78_MONTHS = 4;
export const ARTICLE_78_AUTHORITY = 'CPLR 217(1)';

/**
 * Last day for an Article 78 proceeding: four months from service of the decision (CPLR 217(1)), the same-numbered day or
 * the last of the month (Gen. Constr. Law § 30), moved on to a business day (§ 25-a; hard case 14).
 */
export const article78Period = (servedOn: LocalDay, settings: SettingsState): ExplainedDeadline =>
  monthsPeriod({
    start: servedOn,
    count: ARTICLE_78_MONTHS,
    extend: true,
    specials: specialHolidays(settings),
    setBy: {
      text: 'A proceeding against a body or officer is commenced within four months after the determination becomes final and binding on the petitioner.',
      authority: ARTICLE_78_AUTHORITY,
    },
  });

/** True where a proceeding was filed after the last day; it is on file all the same, and the court says what follows. */
export const isLate = (decision: Pick<Decision, 'service'>, { filedOn }: Article78, settings: SettingsState): boolean =>
  decision.service !== null && filedOn > article78Period(decision.service.servedOn, settings).lastDay;

/** The first service of a decision starts the four months; the same again adds nothing. @throws APPEALS.UNKNOWN_DECISION */
export const recordDecisionService = (command: RecordDecisionService, state: AppealState): AppealEvent[] => {
  const appeal = known(state);
  const { decisionId, servedOn, noticeId } = command;
  if (knownDecision(appeal, decisionId).service !== null) return [];
  return [{ type: 'DecisionServed', data: { ...idsOf(appeal), decisionId, servedOn, noticeId } }];
};

/** Recorded however late; whether it is late is shown, and never decided here. @throws APPEALS.ARTICLE_78_ON_FILE */
export const recordArticle78Filed = (
  command: RecordArticle78Filed,
  state: AppealState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = known(state);
  const { decisionId, indexNumber } = command;
  const decision = knownDecision(appeal, decisionId);
  if (decision.article78)
    refuse('ARTICLE_78_ON_FILE', `Proceeding ${decision.article78.indexNumber} against this decision is on file.`, {
      field: 'decisionId',
      indexNumber: decision.article78.indexNumber,
    });
  const filedOn = notInFuture(command.filedOn, 'filedOn', context);
  notBefore(filedOn, decision.decidedOn, 'the decision', 'filedOn');
  return [{ type: 'Article78Filed', data: { ...idsOf(appeal), decisionId, indexNumber, filedOn } }];
};

const beforeCourt = (decision: Decision): Article78 => {
  const { article78 } = decision;
  if (!article78)
    return refuse('NO_ARTICLE_78', 'No proceeding against this decision is on file.', { field: 'decisionId' });
  if (article78.decided)
    refuse('ARTICLE_78_DECIDED', `The court decided on ${article78.decided.decidedOn}.`, {
      field: 'decisionId',
      decidedOn: article78.decided.decidedOn,
    });
  return article78;
};

/** @throws APPEALS.NO_ARTICLE_78, APPEALS.ARTICLE_78_DECIDED, APPEALS.RETURN_CERTIFIED */
export const certifyArticle78Return = (
  { decisionId }: CertifyArticle78Return,
  state: AppealState,
  { actor, today }: DecisionContext,
): AppealEvent[] => {
  const appeal = known(state);
  const article78 = beforeCourt(knownDecision(appeal, decisionId));
  if (article78.returned)
    refuse('RETURN_CERTIFIED', `The return was certified on ${article78.returned.certifiedOn}.`, {
      field: 'decisionId',
      authority: 'CPLR 7804(e)',
    });
  return [
    {
      type: 'Article78ReturnCertified',
      data: { ...idsOf(appeal), decisionId, certifiedBy: actor.id, certifiedOn: today },
    },
  ];
};

/**
 * What the court did. Confirmed makes the decision final; annulled ends the effect of the paragraphs named, all where none
 * is named, and makes the others final; remanded sends the days of the paragraphs named back to the Board.
 * @throws APPEALS.NO_ARTICLE_78, APPEALS.ARTICLE_78_DECIDED, APPEALS.UNKNOWN_PARAGRAPH, APPEALS.CONFIRMED_ANNULS_NOTHING
 */
export const recordArticle78Decision = (
  command: RecordArticle78Decision,
  state: AppealState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = known(state);
  const { decisionId, outcome, reference } = command;
  const decision = knownDecision(appeal, decisionId);
  const article78 = beforeCourt(decision);
  const decidedOn = notInFuture(command.decidedOn, 'decidedOn', context);
  notBefore(decidedOn, article78.filedOn, 'the petition', 'decidedOn');
  const all = decision.paragraphs.map(({ number }) => number);
  const named = command.annulledParagraphs;
  if (outcome === 'confirmed' && named !== null && named.length > 0)
    refuse('CONFIRMED_ANNULS_NOTHING', 'A decision that is confirmed loses no paragraph.', {
      kind: 'invalid',
      field: 'annulledParagraphs',
    });
  for (const [index, number] of (named ?? []).entries())
    if (!all.includes(number))
      refuse('UNKNOWN_PARAGRAPH', `The decision has no paragraph ${number}.`, {
        kind: 'invalid',
        field: `annulledParagraphs[${index}]`,
      });
  const touched = named === null || named.length === 0 ? all : [...new Set(named)].sort((one, other) => one - other);
  const annulledParagraphs = outcome === 'confirmed' ? [] : touched;
  const annulledFindings =
    outcome === 'annulled' && annulledParagraphs.length === all.length
      ? decision.findingsOfFact.map(({ findingId, day }) => ({ findingId, day }))
      : [];
  const decided: AppealEvent = {
    type: 'Article78Decided',
    data: { ...idsOf(appeal), decisionId, outcome, annulledParagraphs, annulledFindings, decidedOn, reference },
  };
  // What the court left standing is no longer open to review either; what it sent back is.
  const stands = decision.paragraphs.some(
    ({ number, effect }) => effect !== 'remanded' && !annulledParagraphs.includes(number),
  );
  const because = 'confirmed' as const;
  return outcome !== 'remanded' && stands && decision.final === null
    ? [decided, { type: 'DecisionBecameFinal', data: { ...idsOf(appeal), decisionId, finalOn: decidedOn, because } }]
    : [decided];
};

/**
 * The day from which a served decision is no longer open to Article 78, or null while it is: not served, a proceeding on
 * file, final already, or a last day that has not passed. A decision that only sends days back decides nothing and never
 * becomes final.
 */
export const finalFrom = (decision: Decision, settings: SettingsState, today: LocalDay): LocalDay | null => {
  if (decision.service === null || decision.article78 !== null || decision.final !== null) return null;
  if (decision.paragraphs.every(({ effect }) => effect === 'remanded')) return null;
  const { lastDay } = article78Period(decision.service.servedOn, settings);
  return today > lastDay ? addDays(lastDay, 1) : null;
};

/** Harmless to decide twice: adds nothing while the decision is open to review. @throws APPEALS.UNKNOWN_DECISION */
export const finalizeDecision = (
  { decisionId }: FinalizeDecision,
  state: AppealState,
  settings: SettingsState,
  { today }: DecisionContext,
): AppealEvent[] => {
  const appeal = known(state);
  const finalOn = finalFrom(knownDecision(appeal, decisionId), settings, today);
  if (finalOn === null) return [];
  const because = 'timePassed' as const;
  return [{ type: 'DecisionBecameFinal', data: { ...idsOf(appeal), decisionId, finalOn, because } }];
};
