import type { Event, ProcessManager, Recorded } from '#kernel';
import type { NoticeServed } from '#notices/published';

import { appealIdOfDecision } from './appeal.state.js';

/** Whenever the notice of a decision was served, four months begin for an Article 78 proceeding (CPLR 217(1)). */
export const recordDecisionService: ProcessManager = {
  name: 'record-decision-service',
  listensTo: ['NoticeServed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { kind, documentId, noticeId, servedOn } = (recorded.event as unknown as NoticeServed).data;
    if (kind !== 'decision' || documentId === null) return [];
    const body = { appealId: appealIdOfDecision(documentId), decisionId: documentId, servedOn, noticeId };
    return [{ operationId: 'recordDecisionService', body }];
  },
};
