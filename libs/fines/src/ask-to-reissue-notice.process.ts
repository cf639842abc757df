import type { Event, ProcessManager, Recorded } from '#kernel';

import type { FineNoticeServed } from './fine.events.js';

/**
 * Whenever a document was served that still named days which had dropped, a person is asked to reissue it. The fact of
 * service stands and the remaining days are charged (offense-day rules 2, "Service").
 */
export const askToReissueNotice: ProcessManager = {
  name: 'ask-to-reissue-notice',
  listensTo: ['FineNoticeServed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, fineId, statementId, droppedBefore } = (recorded.event as unknown as FineNoticeServed).data;
    if (droppedBefore.length === 0) return [];
    const [first] = droppedBefore;
    const days = droppedBefore.length === 1 ? `${first}` : `${droppedBefore.length} days from ${first} on`;
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'reissueNotice',
          subject: statementId ?? fineId,
          text: `The document as served names ${days} that had dropped by then. Reissue it without them.`,
        },
      },
    ];
  },
};
