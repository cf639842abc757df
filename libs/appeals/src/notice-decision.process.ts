import type { Event, ProcessManager, Recorded } from '#kernel';

import type { AppealDecided } from './appeal.events.js';

/** Whenever the Board has decided, the notice that carries the decision to the appellant is issued. */
export const noticeDecision: ProcessManager = {
  name: 'notice-decision',
  listensTo: ['AppealDecided'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { decisionId: documentId, caseId, partyId } = (recorded.event as unknown as AppealDecided).data;
    const premisesId = recorded.metadata.refs?.['premises'];
    const body = { documentId, kind: 'decision', caseId, partyId, premisesId };
    return [{ operationId: 'issueDocumentNotice', body }];
  },
};
