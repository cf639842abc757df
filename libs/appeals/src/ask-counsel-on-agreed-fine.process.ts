import type { Event, ProcessManager, Recorded } from '#kernel';

import type { AppealFiled } from './appeal.events.js';

/** Whenever an appeal is taken against an agreed fine, counsel is asked whether the Board hears it (domain.md 2.4). */
export const askCounselOnAgreedFine: ProcessManager = {
  name: 'ask-counsel-on-agreed-fine',
  listensTo: ['AppealFiled'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, appealId, number, route } = (recorded.event as unknown as AppealFiled).data;
    if (route !== 'counsel') return [];
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'agreedFineAppealed',
          subject: appealId,
          text: `Appeal ${number} is against an agreed fine, for which no appeal is written. Counsel says whether the Board hears it.`,
        },
      },
    ];
  },
};
