import type { Event, Recorded } from '#kernel';

import { askAboutReturnedMail } from './ask-about-returned-mail.process.js';
import { chargeFineOnService } from './charge-fine-on-service.process.js';
import { issueNoticeOfFine } from './issue-notice-of-fine.process.js';

const recorded = (type: string, data: object) =>
  ({ event: { type, data } }) as unknown as Recorded<Event<string, never>>;

const of = { caseId: 'case-1', partyId: 'party-1', premisesId: 'premises-1' };
const FINE = 'party-1.fine-1';

describe('processes of notices', () => {
  it('issue a notice for an imposition and for each statement (offense-day rules 5), and listen to no agreed fine', () => {
    const { react, listensTo } = issueNoticeOfFine;
    expect(listensTo).not.toContain('CivilFineAgreed');
    expect(react(recorded('CivilFineImposed', { ...of, fineId: FINE }))).toEqual([
      { operationId: 'issueDocumentNotice', body: { ...of, documentId: FINE, kind: 'civilFine' } },
    ]);
    const statementId = `${FINE}.statement-2`;
    expect(react(recorded('StatementIssued', { ...of, fineId: FINE, statementId }))).toEqual([
      { operationId: 'issueDocumentNotice', body: { ...of, documentId: statementId, kind: 'statement' } },
    ]);
  });

  it('charge the document that was served, and nothing for a notice that imposes nothing (offense-day rules 2)', () => {
    const served = { noticeId: 'notice-1', servedAt: '2026-06-05T14:00:00.000Z', method: 'personal' };
    const sent = (kind: string, documentId: string | null) =>
      chargeFineOnService.react(recorded('NoticeServed', { ...of, ...served, kind, documentId }));
    expect(sent('civilFine', FINE)).toEqual([{ operationId: 'recordFineService', body: { fineId: FINE, ...served } }]);
    expect(sent('statement', `${FINE}.statement-1`)).toEqual([
      {
        operationId: 'recordFineService',
        body: { fineId: FINE, statementId: `${FINE}.statement-1`, ...served },
      },
    ]);
    expect(sent('demand', FINE)).toEqual([]);
    expect(sent('decision', 'appeal-1.decision-1')).toEqual([]);
    expect(sent('noticeOfViolation', null)).toEqual([]);
  });

  it('ask about mail that came back only where a service rests on it', () => {
    const back = (servedOn: string | null) =>
      askAboutReturnedMail.react(
        recorded('MailReturned', {
          ...of,
          noticeId: 'notice-1',
          attemptId: 'notice-1.attempt-1',
          reason: 'unclaimed',
          returnedOn: '2026-06-20',
          servedOn,
        }),
      );
    expect(back(null)).toEqual([]);
    expect(back('2026-06-05')).toMatchObject([
      { operationId: 'openReviewItem', body: { caseId: 'case-1', kind: 'mailReturned', subject: 'notice-1' } },
    ]);
  });
});
