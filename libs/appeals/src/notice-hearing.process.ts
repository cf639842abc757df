import type { Event, ProcessManager, Recorded } from '#kernel';

import { adjournmentDocument, hearingDocument } from './document.rules.js';
import type { HearingAdjourned, HearingNoticed } from './appeal.events.js';

/** Whenever a hearing is noticed, or adjourned to another time, a notice of that time is issued to the appellant. */
export const noticeHearing: ProcessManager = {
  name: 'notice-hearing',
  listensTo: ['HearingNoticed', 'HearingAdjourned'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { type, data } = recorded.event as unknown as HearingNoticed | HearingAdjourned;
    const { hearingId, caseId, partyId } = data;
    const premisesId = recorded.metadata.refs?.['premises'];
    // Each time is a notice of its own, served on its own.
    const documentId =
      type === 'HearingNoticed' ? hearingDocument(hearingId) : adjournmentDocument(hearingId, data.toAt);
    return [{ operationId: 'issueDocumentNotice', body: { documentId, kind: 'hearing', caseId, partyId, premisesId } }];
  },
};
