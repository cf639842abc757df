import type { Event, ProcessManager, Recorded } from '#kernel';

import type { MailReturned } from './notice.events.js';

/**
 * Whenever mail comes back that a recorded service rests on, a person is asked what follows. The service stands until
 * then: no rule of service says otherwise (conflict register G7).
 */
export const askAboutReturnedMail: ProcessManager = {
  name: 'ask-about-returned-mail',
  listensTo: ['MailReturned'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, noticeId, servedOn, returnedOn, reason } = (recorded.event as unknown as MailReturned).data;
    if (servedOn === null) return [];
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'mailReturned',
          subject: noticeId,
          text: `Service was recorded for ${servedOn}; the mailing it rests on came back on ${returnedOn} (${reason}). The service stands. Decide whether to reach the recipient in another way.`,
        },
      },
    ];
  },
};
