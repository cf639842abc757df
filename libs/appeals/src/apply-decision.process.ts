import type { Event, ProcessCommand, ProcessManager, Recorded } from '#kernel';

import type { AppealDecided, FindingOfFact } from './appeal.events.js';

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
    const effects = paragraphs.map(({ number: paragraph, effect, days }) => ({ paragraph, effect, days }));
    const sightings = findingsOfFact.map(({ findingId, kind, day }): ProcessCommand => ({
      operationId: OPERATIONS[kind],
      // Without an offset it is the wall time of the Town's zone, in which every day begins once.
      body: { findingId, at: `${day}T00:00`, evidence: [decisionId] },
    }));
    return [{ operationId: 'applyDecision', body: { fineId, appealId, decisionId, decidedOn, effects } }, ...sightings];
  },
};
