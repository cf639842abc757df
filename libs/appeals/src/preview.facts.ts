import type { FactLoader, Instant, LocalDay } from '#kernel';
import { foldEvents, isDomainError } from '#kernel';
import { parseInstant } from '#legal-time';
import type { ChangedDay, LedgerState } from '#offenses/published';
import { changedDays, factsOfFinding, ledgerFold, ledgerStream, ledgerWithSighting } from '#offenses/published';
import type { FinesState } from '#fines/published';
import { applyDecision, decisionFacts, finesFold } from '#fines/published';

import type { DecisionParagraph, FindingOfFact } from './appeal.events.js';
import type { Appeal } from './appeal.state.js';
import { beginningOf, effectsOf } from './effect.rules.js';

/** When a decision is previewed, and who asks. */
export type PreviewContext = Pick<Parameters<typeof ledgerWithSighting>[3], 'now' | 'today' | 'zone' | 'actor'>;

/** The fines as they would stand with the decision: by the events and the fold of the fines that will apply it. */
export const finesWithDecision = async (
  state: FinesState,
  { appealId, fineId, decisions }: Pick<Appeal, 'appealId' | 'fineId' | 'decisions'>,
  paragraphs: readonly DecisionParagraph[],
  decidedOn: LocalDay,
  { today }: Pick<PreviewContext, 'today'>,
  load: FactLoader,
): Promise<FinesState> => {
  const decisionId = `${appealId}.decision-${decisions.length + 1}`;
  const command = { fineId, appealId, decisionId, decidedOn, effects: effectsOf(paragraphs) };
  const facts = await decisionFacts(fineId, decidedOn, state, load);
  return foldEvents(finesFold, state, applyDecision(command, state, facts, { today }));
};

/** What one finding of fact would do to its ledger. */
export interface LedgerEffect {
  readonly findingId: string;
  readonly kind: FindingOfFact['kind'];
  readonly day: LocalDay;
  readonly ledger: string;
  readonly changes: readonly ChangedDay[];
  /** Why the ledger would not take it; null where it would. */
  readonly notTaken: { readonly code: string; readonly message: string } | null;
}

/** The ledgers that findings of fact would change, and what each finding does, in the order in which they are recorded. */
export const ledgersWithFindings = async (
  findings: readonly Pick<FindingOfFact, 'findingId' | 'kind' | 'day'>[],
  { now, ...context }: PreviewContext,
  load: FactLoader,
): Promise<{ readonly ledgers: ReadonlyMap<string, LedgerState>; readonly effects: readonly LedgerEffect[] }> => {
  const ledgers = new Map<string, LedgerState>();
  const effects: LedgerEffect[] = [];
  for (const { findingId, kind, day } of findings) {
    const facts = await factsOfFinding(findingId, load);
    const ledger = ledgerStream(facts.finding!);
    const before = ledgers.get(ledger) ?? (await load(ledger, ledgerFold));
    const at: Instant = parseInstant(beginningOf(day), 'day', context.zone).instant;
    const effect = { findingId, kind, day, ledger };
    try {
      // A decision that is drafted for a later day is recorded then.
      const when = { ...context, now: at > now ? at : now };
      const then = ledgerWithSighting(before, { findingId, kind, at, day }, facts, when);
      ledgers.set(ledger, then);
      effects.push({ ...effect, changes: changedDays(before, then), notTaken: null });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const { code, message } = error;
      effects.push({ ...effect, changes: [], notTaken: { code, message } });
    }
  }
  return { ledgers, effects };
};
