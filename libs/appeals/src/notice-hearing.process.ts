import type { Event, ProcessManager, Recorded } from '#kernel';

import type { HearingNoticed } from './appeal.events.js';

/** Whenever a hearing is noticed, the notice to the appellant is issued. */
export const noticeHearing: ProcessManager = {
  name: 'notice-hearing',
  listensTo: ['HearingNoticed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { hearingId: documentId, caseId, partyId } = (recorded.event as unknown as HearingNoticed).data;
    const premisesId = recorded.metadata.refs?.['premises'];
    return [{ operationId: 'issueDocumentNotice', body: { documentId, kind: 'hearing', caseId, partyId, premisesId } }];
  },
};
