import type { Event, ProcessManager, Recorded } from '#kernel';

import type { HearingAdjourned, HearingNoticed } from './appeal.events.js';

/** Whenever a hearing is noticed, or adjourned to another day, a notice of that day is issued to the appellant. */
export const noticeHearing: ProcessManager = {
  name: 'notice-hearing',
  listensTo: ['HearingNoticed', 'HearingAdjourned'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { type, data } = recorded.event as unknown as HearingNoticed | HearingAdjourned;
    const { hearingId, caseId, partyId } = data;
    const premisesId = recorded.metadata.refs?.['premises'];
    // Each day is a notice of its own, served on its own.
    const documentId = type === 'HearingNoticed' ? hearingId : `${hearingId}.adjourned-to-${data.toOn}`;
    return [{ operationId: 'issueDocumentNotice', body: { documentId, kind: 'hearing', caseId, partyId, premisesId } }];
  },
};
