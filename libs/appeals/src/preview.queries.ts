import type { Cents } from '#kernel';
import { addDays } from '#legal-time';
import { SETTINGS_STREAM, settingsFold } from '#law/published';
import { capDecisionOf, caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import type { LedgerState } from '#offenses/published';
import { ledgerFold, ledgerStream } from '#offenses/published';
import type { Fine, FineFigures, FinesState, LedgerView } from '#fines/published';
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
import { changedBy, finesWithDecision, namedIn, viewWith, type SeenDay } from './preview.facts.js';
import { SILENCES } from './silences.js';
import { boardOn } from './vote.rules.js';

const parsed = (json: string, field: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return refuse('NOT_JSON', 'This is no JSON.', { kind: 'invalid', field, rule: 'is a list written as JSON' });
  }
};

const sightingsOf = ({ sightings }: LedgerState): SeenDay[] =>
  sightings.filter(({ voided }) => !voided).map(({ day, kind }) => ({ day, kind }));

const moneyOf = (figures: readonly FineFigures[]) => {
  const { chargedCents, paidCents, stayedCents, dueCents, creditCents, openCents } = sumFigures(figures);
  return { chargedCents, paidCents, stayedCents, dueCents, creditCents, openCents };
};

interface Money {
  readonly fine: ReturnType<typeof moneyOf> & { readonly days: number };
  readonly case: ReturnType<typeof moneyOf>;
  readonly party: ReturnType<typeof moneyOf>;
}

/**
 * What a decision would change, by the figures and the fold that will apply it: balance before and after, and the ledger
 * days that findings of fact would move. Nothing is recorded.
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
  const after = finesWithDecision(before, appeal, paragraphs, decidedOn);
  const views = new Map<string, LedgerView>();
  const ownCap = new Map<string, boolean>();
  for (const fine of before.fines) {
    if (!views.has(fine.ledger)) views.set(fine.ledger, await loadLedgerOf(fine, settings, today, load));
    ownCap.set(fine.caseId, capDecisionOf(await load(caseStream(fine.caseId), caseFold)) !== null);
  }
  const altered = new Map(views);
  const touched: { ledger: string; findingId: string; changes: ReturnType<typeof changedBy> }[] = [];
  for (const { findingId, kind, day } of findings) {
    const finding = findingOf(await load(caseStream(caseIdOf(findingId)), caseFold), findingId)!;
    const ledger = ledgerStream(finding);
    const view = altered.get(ledger) ?? (await loadLedgerOf({ ledger, findingId }, settings, today, load));
    const changes = changedBy({ kind, day }, sightingsOf(await load(ledger, ledgerFold)), view);
    altered.set(ledger, viewWith(view, changes, findingId, finding.caseId));
    touched.push({ ledger, findingId, changes });
  }

  const horizon = { through: addDays(today, -1), asOf: null };
  const figuresOf = (state: FinesState, of: ReadonlyMap<string, LedgerView>): Money => {
    const viewOf = ({ ledger }: Fine) => of.get(ledger)!;
    const figures = fineFigures(state, viewOf, ({ caseId }) => ownCap.get(caseId)!, horizon);
    const inCase = new Set(state.fines.filter(({ caseId }) => caseId === appeal.caseId).map(({ fineId }) => fineId));
    const own = figures.filter(({ fineId }) => fineId === appeal.fineId);
    return {
      fine: { ...moneyOf(own), days: own.flatMap(({ days }) => days).filter(({ charged }) => charged).length },
      case: moneyOf(figures.filter(({ fineId }) => inCase.has(fineId))),
      party: moneyOf(figures),
    };
  };
  const now = figuresOf(before, views);
  const then = figuresOf(after, altered);
  const named = namedIn(fineOf(before, appeal.fineId)!);
  const ofFine = fineOf(before, appeal.fineId)!.ledger;
  const outside = touched.map(({ ledger, findingId, changes }) => ({
    findingId,
    changes: changes.filter(({ day }) => ledger !== ofFine || !named.has(day)),
  }));
  const difference = (key: 'chargedCents' | 'dueCents'): Cents => then.case[key] - now.case[key];
  return {
    appealId,
    decidedOn,
    paragraphs: paragraphs.map(({ number, effect, days }) => ({
      number,
      effect,
      days: days.length,
      from: days[0]!.day,
      through: days.at(-1)!.day,
    })),
    before: now,
    after: then,
    chargedChangesBy: difference('chargedCents'),
    dueChangesBy: difference('dueCents'),
    alsoTouched: {
      note: 'Ledger days outside this fine that the findings of fact would change, by rules 1, 3 and 4 of the ledger.',
      findings: outside,
      moneyMoves: outside.some(({ changes }) => changes.length > 0) && chargedOutside(before, appeal.fineId, touched),
    },
    vote: boardOn(settings, decidedOn, appeal.recusals, imposingOfficers(appeal, underAppeal)),
    ifServedToday: article78Period(today, settings),
    silences: SILENCES,
  };
};

/** True where a day that a finding would take out of provable is charged, unsettled, by another fine. */
const chargedOutside = (
  { fines }: FinesState,
  fineId: string,
  touched: readonly { readonly ledger: string; readonly changes: ReturnType<typeof changedBy> }[],
): boolean =>
  touched.some(({ ledger, changes }) => {
    const falling = new Set(changes.filter(({ to }) => to !== 'observed').map(({ day }) => day));
    return fines
      .filter((fine) => fine.fineId !== fineId && fine.ledger === ledger && fine.withdrawnOn === null)
      .some((fine) =>
        fine.days.some(({ day, dropped, settledBy }) => !dropped && settledBy === null && falling.has(day)),
      );
  });
