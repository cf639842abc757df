import type { Cents, FactLoader, LocalDay } from '#kernel';
import { appealFold, appealStream, isPendingAppeal, isPendingArticle78, type Appeal } from '#appeals/published';
import {
  fineFigures,
  fineOf,
  finesAsOf,
  finesFold,
  finesStream,
  ledgerViewOf,
  partyIdOf,
  type Fine,
  type LedgerView,
} from '#fines/published';
import { SETTINGS_STREAM, settingsFold } from '#law/published';
import { addDays, fromDayNumber } from '#legal-time';
import { heldBackOf, ledgerAsOf, ledgerFold, ledgerStream, loadFinding, type LedgerState } from '#offenses/published';

import { caseStream } from './case.events.js';
import { caseFold, isKnownCase, type CaseState } from './case.state.js';
import { findingIdsIn } from './closing.state.js';
import { caseGoingOn } from './going-on.facts.js';

/** What closing rests on in other streams; never a read model (design.md 5). */
export interface ClosingFacts {
  /** Findings going on in the case with how many live runs each has, and how many of them are open. */
  readonly findings: readonly {
    readonly findingId: string;
    readonly withdrawn: boolean;
    readonly runs: number;
    readonly openRuns: number;
  }[];
  readonly fines: readonly {
    readonly fineId: string;
    readonly number: string;
    readonly paidCents: Cents;
    readonly openCents: Cents;
    readonly creditCents: Cents;
  }[];
  readonly appeals: readonly {
    readonly appealId: string;
    readonly number: string;
    readonly pending: boolean;
    readonly article78Pending: boolean;
  }[];
  /** Cases that findings came from: their agreements, review items and holds may keep this one open. */
  readonly sources: readonly CaseState[];
}

/** The case that something concerns, by what is known of it: a finding, a fine of a finding, or only a case. */
export interface Concerned {
  readonly caseId: string;
  readonly findingId?: string | null;
  readonly fineId?: string | null;
}

/** The case that an act concerns: where its finding, that of its fine, or the case itself goes on now. */
export const caseConcerned = async ({ caseId, findingId, fineId }: Concerned, load: FactLoader): Promise<string> => {
  const finding =
    findingId ??
    (fineId ? (fineOf(await load(finesStream(partyIdOf(fineId)), finesFold), fineId)?.findingId ?? null) : null);
  return (await caseGoingOn(finding === null ? { caseId } : { findingId: finding }, load)).caseId;
};

/** Every case that findings came here from, by whatever detour, each once. */
export const sourcesOf = async (state: CaseState, load: FactLoader): Promise<readonly CaseState[]> => {
  const sources = new Map<string, CaseState>();
  const ask = [...state.receivedFrom];
  for (let caseId = ask.shift(); caseId !== undefined; caseId = ask.shift()) {
    if (caseId === state.caseId || sources.has(caseId)) continue;
    const source = await load(caseStream(caseId), caseFold);
    if (!isKnownCase(source)) continue;
    sources.set(caseId, source);
    ask.push(...source.receivedFrom);
  }
  return [...sources.values()];
};

/** How many live runs of a finding a ledger holds, and how many of them are open, at the end of `asOf` (null = now). */
const runsOf = (ledger: LedgerState, findingId: string, asOf: LocalDay | null) => {
  const begun = new Set<string>();
  for (const [number, { runId, live }] of ledger.days)
    if (live && (asOf === null || fromDayNumber(number) <= asOf)) begun.add(runId);
  const runs = [...ledger.runs.values()].filter((run) => run.findingId === findingId && begun.has(run.runId));
  const isOpen = ({ open, closedOn }: (typeof runs)[number]): boolean =>
    open || (asOf !== null && closedOn !== null && closedOn > asOf);
  return { runs: runs.length, openRuns: runs.filter(isOpen).length };
};

/** Whether an appeal, or an Article 78 proceeding about it, is pending at the end of `asOf` (null = now). */
const standingOf = (appeal: Appeal, asOf: LocalDay | null) => {
  if (asOf === null) return { pending: isPendingAppeal(appeal), article78Pending: isPendingArticle78(appeal) };
  const decisions = appeal.decisions.filter(({ decidedOn }) => decidedOn <= asOf);
  const last = decisions.at(-1);
  const ended = appeal.ended !== null && appeal.ended.on <= asOf;
  const decided = last?.article78?.decided ?? null;
  const sentBack =
    last?.paragraphs.some(({ effect }) => effect === 'remanded') ||
    (decided?.outcome === 'remanded' && decided.decidedOn <= asOf);
  return {
    pending: !ended && (last === undefined || sentBack === true),
    article78Pending: decisions.some(
      ({ article78 }) =>
        article78 !== null &&
        article78.filedOn <= asOf &&
        (article78.decided === null || article78.decided.decidedOn > asOf),
    ),
  };
};

/**
 * Folds what keeps a case open, or kept it open at the end of a local day: ledgers and fines of its findings, appeals
 * against those fines, and the cases its findings came from.
 * @param today the local day of the question; money counts offense days to the last ended one
 * @param asOf last day of an act; null = now
 */
export const closingFacts = async (
  state: CaseState,
  load: FactLoader,
  today: LocalDay,
  asOf: LocalDay | null = null,
): Promise<ClosingFacts> => {
  const settings = await load(SETTINGS_STREAM, settingsFold);
  const held = findingIdsIn(state, asOf);
  const findings: ClosingFacts['findings'][number][] = [];
  const parties = new Set<string>();
  for (const findingId of held) {
    const finding = await loadFinding(findingId, load);
    parties.add(finding.partyId);
    const ledger = await load(ledgerStream(finding), ledgerFold);
    findings.push({ findingId, withdrawn: finding.withdrawn, ...runsOf(ledger, findingId, asOf) });
  }
  const fines: ClosingFacts['fines'][number][] = [];
  const appeals: ClosingFacts['appeals'][number][] = [];
  for (const partyId of parties) {
    const ofParty = await load(finesStream(partyId), finesFold);
    if (!ofParty.fines.some(({ findingId }) => held.includes(findingId))) continue;
    const views = new Map<string, LedgerView>();
    for (const { findingId, ledger } of ofParty.fines) {
      if (views.has(findingId)) continue;
      const heldBack = heldBackOf(await loadFinding(findingId, load), settings, today);
      views.set(findingId, ledgerViewOf(ledger, ledgerAsOf(await load(ledger, ledgerFold), asOf), heldBack));
    }
    const figures = fineFigures(
      ofParty,
      ({ findingId }: Fine) => views.get(findingId)!,
      // A running rate is part of accrued money alone; what is open or in credit asks for no cap.
      () => false,
      { through: asOf ?? addDays(today, -1), asOf },
    );
    for (const { fineId, number, findingId, appeals: filed } of finesAsOf(ofParty, asOf).fines) {
      if (!held.includes(findingId)) continue;
      const { paidCents, openCents, creditCents } = figures.find((figure) => figure.fineId === fineId)!;
      fines.push({ fineId, number, paidCents, openCents, creditCents });
      for (const { appealId } of filed) {
        const appeal = await load(appealStream(appealId), appealFold);
        if (appeal) appeals.push({ appealId, number: appeal.number, ...standingOf(appeal, asOf) });
      }
    }
  }
  return { findings, fines, appeals, sources: await sourcesOf(state, load) };
};
