import type { Event, ProcessManager, Recorded } from '#kernel';

import type { Article78Decided } from './appeal.events.js';

/**
 * Whenever a court has annulled a decision, the effects of the paragraphs annulled lapse in the fine, and of those alone.
 * Findings of fact stay in the ledger; where the whole decision fell, a person is asked about each. What a court sends
 * back keeps its effect until the Board decides anew: the reading that charges less.
 */
export const lapseDecision: ProcessManager = {
  name: 'lapse-decision',
  listensTo: ['Article78Decided'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const {
      caseId,
      fineId,
      appealId,
      decisionId,
      outcome,
      annulledParagraphs,
      annulledFindings,
      decidedOn,
      reference,
    } = (recorded.event as unknown as Article78Decided).data;
    if (outcome !== 'annulled') return [];
    const body = { fineId, appealId, decisionId, paragraphs: annulledParagraphs, lapsedOn: decidedOn, reference };
    return [
      { operationId: 'lapseDecision', body },
      ...annulledFindings.map(({ findingId, day }) => ({
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'findingOfAnnulledDecision',
          subject: `${decisionId} ${findingId} ${day}`,
          text: `A court annulled the decision on which the sighting of ${day} rests. Is the sighting to be voided?`,
        },
      })),
    ];
  },
};
