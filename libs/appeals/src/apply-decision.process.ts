import type { Event, ProcessCommand, ProcessManager, Recorded } from '#kernel';

import type { AppealDecided, FindingOfFact } from './appeal.events.js';
import { beginningOf, effectsOf } from './effect.rules.js';

const OPERATIONS: Readonly<Record<FindingOfFact['kind'], string>> = {
  violating: 'observeViolation',
  ended: 'recordEnd',
  stopped: 'recordFoundStopped',
};

/**
 * Whenever the Board has decided, the fine takes the effect of each paragraph, and then the ledger each finding of fact, as
 * a sighting at the beginning of its local day with the decision as evidence (offense-day rules 2, "The Board's
 * decision"). First the fine, so that what is decided is settled when the ledger moves.
 */
export const applyDecision: ProcessManager = {
  name: 'apply-decision',
  listensTo: ['AppealDecided'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { fineId, appealId, decisionId, decidedOn, paragraphs, findingsOfFact } = (
      recorded.event as unknown as AppealDecided
    ).data;
    const sightings = findingsOfFact.map(({ findingId, kind, day }): ProcessCommand => ({
      operationId: OPERATIONS[kind],
      body: { findingId, at: beginningOf(day), evidence: [decisionId] },
    }));
    const body = { fineId, appealId, decisionId, decidedOn, effects: effectsOf(paragraphs) };
    return [{ operationId: 'applyDecision', body }, ...sightings];
  },
};
