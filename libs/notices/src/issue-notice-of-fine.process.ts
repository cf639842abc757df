import type { Event, ProcessManager, Recorded } from '#kernel';
import type { CivilFineImposed, StatementIssued } from '#fines/published';

/**
 * Whenever a fine is imposed or a statement issued, its notice is issued with it, so that it can be served (domain.md
 * 5.11: the code gives the appeal, not the notice; it is sent all the same). An agreed fine is signed, not served.
 */
export const issueNoticeOfFine: ProcessManager = {
  name: 'issue-notice-of-fine',
  listensTo: ['CivilFineImposed', 'StatementIssued'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as CivilFineImposed | StatementIssued;
    const { caseId, partyId, premisesId } = event.data;
    const document =
      event.type === 'StatementIssued'
        ? { documentId: event.data.statementId, kind: 'statement' }
        : { documentId: event.data.fineId, kind: 'civilFine' };
    return [{ operationId: 'issueDocumentNotice', body: { ...document, caseId, partyId, premisesId } }];
  },
};
