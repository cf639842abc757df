import type { Event, ProcessManager, Recorded } from '#kernel';

import type { FineAppealed } from './fine.events.js';

/**
 * Whenever a fine is told of an appeal while another against the same document is pending, a person is asked, once for
 * each such appeal: both were filed in the same instant, both stay on the docket, and none is rejected by the program
 * (offense-day rules 5, "Races").
 */
export const askAboutTwoAppeals: ProcessManager = {
  name: 'ask-about-two-appeals',
  listensTo: ['FineAppealed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, appealId, number, alsoPending } = (recorded.event as unknown as FineAppealed).data;
    if (alsoPending.length === 0) return [];
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'documentAppealedTwice',
          subject: appealId,
          text: `Appeal ${number} was filed in the same instant as another against the same document. Both are on the docket: the Board hears one and dismisses the other, or the appellant withdraws it.`,
        },
      },
    ];
  },
};
