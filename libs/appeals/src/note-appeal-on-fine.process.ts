import type { Event, ProcessManager, Recorded } from '#kernel';

import type { AppealDismissed, AppealFiled, AppealWithdrawn } from './appeal.events.js';
import { inBody } from './document.rules.js';

/** Whenever an appeal is filed, or ends without a decision, the fine is told: it shows that it is under appeal. */
export const noteAppealOnFine: ProcessManager = {
  name: 'note-appeal-on-fine',
  listensTo: ['AppealFiled', 'AppealWithdrawn', 'AppealDismissed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as AppealFiled | AppealWithdrawn | AppealDismissed;
    const { fineId, appealId } = event.data;
    switch (event.type) {
      case 'AppealFiled': {
        const { number, documents, filedOn } = event.data;
        const body = { fineId, appealId, number, documents: documents.map(inBody), filedOn };
        return [{ operationId: 'noteAppeal', body }];
      }
      case 'AppealWithdrawn': {
        const { withdrawnOn: endedOn } = event.data;
        return [{ operationId: 'noteAppealEnded', body: { fineId, appealId, how: 'withdrawn', endedOn } }];
      }
      case 'AppealDismissed': {
        const { dismissedOn: endedOn } = event.data;
        return [{ operationId: 'noteAppealEnded', body: { fineId, appealId, how: 'dismissed', endedOn } }];
      }
    }
  },
};
