import type { Event, ProcessManager, Recorded } from '#kernel';
import { fineIdOfStatement } from '#fines/published';

import type { NoticeServed } from './notice.events.js';

/** Whenever the notice of a fine or a statement is served, the fine is charged (offense-day rules 2, "Service"). */
export const chargeFineOnService: ProcessManager = {
  name: 'charge-fine-on-service',
  listensTo: ['NoticeServed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { kind, documentId, noticeId, servedAt, method } = (recorded.event as unknown as NoticeServed).data;
    if (documentId === null || (kind !== 'civilFine' && kind !== 'statement')) return [];
    const document =
      kind === 'statement'
        ? { fineId: fineIdOfStatement(documentId), statementId: documentId }
        : { fineId: documentId };
    return [{ operationId: 'recordFineService', body: { ...document, noticeId, servedAt, method } }];
  },
};
