import type { Cents } from '#kernel';
import { addDays } from '#legal-time';
import { SETTINGS_STREAM, settingsFold } from '#law/published';
import { capDecisionOf, caseGoingOn } from '#cases/published';
import type { FineFigures, FinesState, LedgerView } from '#fines/published';
import { fineFigures, fineOf, sumFigures } from '#fines/published';
import type { QueryContext } from '#runtime';
import { validated } from '#runtime/http';

import { appealStream } from './appeal.events.js';
import { liveFindingsBeside, loadFinesOf, loadFineUnderAppeal, loadLedgerOf } from './appeal.facts.js';
import { appealFold } from './appeal.state.js';
import { DraftDecisionDto, type PreviewDecisionQuery } from './appeals.dto.js';
import { article78Period } from './article78.rules.js';
import { findingsOf, imposingOfficers, paragraphsOf } from './decision.rules.js';
import { draftFindings, draftParagraphs } from './draft.rules.js';
import { beforeBoard, refuse } from './guard.rules.js';
import { finesWithDecision, ledgersWithFindings } from './preview.facts.js';
import { SILENCES } from './silences.js';
import { boardOn } from './vote.rules.js';

const parsed = (json: string, field: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return refuse('NOT_JSON', 'This is no JSON.', { kind: 'invalid', field, rule: 'is a list written as JSON' });
  }
};

const moneyOf = (figures: readonly FineFigures[]) => {
  const { chargedCents, paidCents, stayedCents, dueCents, creditCents, openCents } = sumFigures(figures);
  return { chargedCents, paidCents, stayedCents, dueCents, creditCents, openCents };
};

interface Money {
  readonly fine: ReturnType<typeof moneyOf> & { readonly days: number };
  readonly case: ReturnType<typeof moneyOf>;
  readonly party: ReturnType<typeof moneyOf>;
}

/** True where a day of another fine would stand otherwise. */
const othersMove = (now: readonly FineFigures[], then: readonly FineFigures[], fineId: string): boolean => {
  const standing = (figures: readonly FineFigures[]): string =>
    JSON.stringify(
      figures
        .filter((figure) => figure.fineId !== fineId)
        .map(({ days }) => days.map(({ day, statementId, state, cents }) => [day, statementId, state, cents])),
    );
  return standing(now) !== standing(then);
};

/**
 * What a decision would change: balance before and after, by the events, the fold and the figures of the fines that will
 * apply it; and the ledger days that its findings of fact would move, by the rules that will record them, or why a ledger
 * would not take them. Nothing is recorded.
 * @throws APPEALS.UNKNOWN_APPEAL, APPEALS.NOT_PENDING, APPEALS.NOT_JSON and every refusal of the decision's own paragraphs
 */
export const previewDecision = async (
  { appealId, decidedOn: asked, paragraphs: json, findingsOfFact }: PreviewDecisionQuery,
  context: QueryContext,
) => {
  const { load, today } = context;
  const draft = validated(DraftDecisionDto, {
    paragraphs: parsed(json, 'paragraphs'),
    ...(findingsOfFact ? { findingsOfFact: parsed(findingsOfFact, 'findingsOfFact') } : {}),
  });
  const appeal = beforeBoard(await load(appealStream(appealId), appealFold));
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const underAppeal = (await loadFineUnderAppeal(appeal.fineId, settings, today, load))!;
  const decidedOn = asked ?? today;
  const paragraphs = paragraphsOf(appeal, underAppeal, settings, draftParagraphs(draft.paragraphs), decidedOn);
  const live = await liveFindingsBeside(appeal.findingId, load);
  const findings = findingsOf(appeal, draftFindings(draft.findingsOfFact), live, decidedOn);

  const before = await loadFinesOf(appeal.fineId, load);
  const after = await finesWithDecision(before, appeal, paragraphs, decidedOn, context, load);
  const { ledgers, effects } = await ledgersWithFindings(findings, context, load);
  const views = new Map<string, LedgerView>();
  const altered = new Map<string, LedgerView>();
  const ownCap = new Map<string, boolean>();
  const goesOnIn = new Map<string, string | null>();
  for (const fine of before.fines) {
    const { fineId, ledger, findingId } = fine;
    views.set(fineId, await loadLedgerOf(fine, settings, today, load));
    altered.set(fineId, await loadLedgerOf(fine, settings, today, load, ledgers.get(ledger)));
    const { state } = await caseGoingOn({ findingId }, load);
    ownCap.set(fineId, capDecisionOf(state) !== null);
    goesOnIn.set(fineId, state.caseId);
  }

  const horizon = { through: addDays(today, -1), asOf: null };
  const figuresOf = (state: FinesState, of: ReadonlyMap<string, LedgerView>): FineFigures[] =>
    fineFigures(
      state,
      ({ fineId }) => of.get(fineId)!,
      ({ fineId }) => ownCap.get(fineId)!,
      horizon,
    );
  const sums = (figures: readonly FineFigures[]): Money => {
    const own = figures.filter(({ fineId }) => fineId === appeal.fineId);
    const inCase = figures.filter(({ fineId }) => goesOnIn.get(fineId) === goesOnIn.get(appeal.fineId));
    return {
      fine: { ...moneyOf(own), days: own.flatMap(({ days }) => days).filter(({ charged }) => charged).length },
      case: moneyOf(inCase),
      party: moneyOf(figures),
    };
  };
  const [figuresNow, figuresThen] = [figuresOf(before, views), figuresOf(after, altered)];
  const [now, then] = [sums(figuresNow), sums(figuresThen)];
  const { ledger: ofFine, days } = fineOf(before, appeal.fineId)!;
  const named = new Set(days.filter(({ dropped }) => !dropped).map(({ day }) => day));
  const difference = (key: 'chargedCents' | 'dueCents'): Cents => then.case[key] - now.case[key];
  return {
    appealId,
    decidedOn,
    paragraphs: paragraphs.map(({ number, effect, days: ofParagraph }) => ({
      number,
      effect,
      days: ofParagraph.length,
      from: ofParagraph[0]!.day,
      through: ofParagraph.at(-1)!.day,
    })),
    before: now,
    after: then,
    chargedChangesBy: difference('chargedCents'),
    dueChangesBy: difference('dueCents'),
    ledgerDays: {
      note: 'Ledger days that each finding of fact would change, by the rules of the ledger, in the order recorded.',
      findings: effects.map(({ ledger: _ledger, ...effect }) => effect),
    },
    alsoTouched: {
      note: 'Those of the ledger days that this fine does not name.',
      findings: effects.map(({ ledger, findingId, changes }) => ({
        findingId,
        changes: changes.filter(({ day }) => ledger !== ofFine || !named.has(day)),
      })),
      moneyMoves: othersMove(figuresNow, figuresThen, appeal.fineId),
    },
    vote: boardOn(settings, decidedOn, appeal.recusals, imposingOfficers(appeal, underAppeal)),
    ifServedToday: article78Period(today, settings),
    silences: SILENCES,
  };
};
