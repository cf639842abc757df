import type { Event, Recorded } from '#kernel';

import { askToReissueNotice } from './ask-to-reissue-notice.process.js';
import { dropFineDaysOfLedger } from './drop-fine-days.process.js';
import { recheckImposition } from './recheck-imposition.process.js';

const recorded = (type: string, data: object, refs: Record<string, string> = { party: 'party-1' }) =>
  ({ event: { type, data }, stream: 'offenses-1', metadata: { refs } }) as unknown as Recorded<Event<string, never>>;

const DROP = [{ operationId: 'dropFineDays', body: { partyId: 'party-1', ledger: 'offenses-1' } }];

describe('drop-fine-days', () => {
  it.each([
    ['OffenseDaysVoided', { days: ['2026-06-01'] }],
    ['ForbearanceRecorded', { from: '2026-06-01' }],
    ['OffenseDaysRebased', { to: 'presumed' }],
    ['CivilFineImposed', { partyId: 'party-1', ledger: 'offenses-1' }],
    ['StatementIssued', { partyId: 'party-1', ledger: 'offenses-1' }],
  ])('asks the fines of the party to look at the ledger after %s (offense-day rules 2 and 5)', (type, data) => {
    expect(dropFineDaysOfLedger.listensTo).toContain(type);
    expect(dropFineDaysOfLedger.react(recorded(type, data))).toEqual(DROP);
  });

  it('leaves alone a day that grew stronger', () => {
    expect(dropFineDaysOfLedger.react(recorded('OffenseDaysRebased', { to: 'inferred' }))).toEqual([]);
  });
});

describe('recheck-imposition', () => {
  it('looks afresh at every imposition and statement (offense-day rules 5, "Races")', () => {
    for (const type of ['CivilFineImposed', 'StatementIssued'])
      expect(recheckImposition.react(recorded(type, { fineId: 'party-1.fine-1' }))).toEqual([
        { operationId: 'recheckFine', body: { fineId: 'party-1.fine-1' } },
      ]);
  });

  it('asks a person about each drift, under a subject of its own', () => {
    const drifted = { caseId: 'case-a', fineId: 'party-1.fine-1', what: 'territory' };
    expect(recheckImposition.react(recorded('FineBasisDrifted', drifted))).toMatchObject([
      {
        operationId: 'openReviewItem',
        body: { caseId: 'case-a', kind: 'fineBasisDrifted', subject: 'party-1.fine-1 territory' },
      },
    ]);
  });
});

describe('ask-to-reissue-notice', () => {
  const served = (droppedBefore: string[]) =>
    recorded('FineNoticeServed', { caseId: 'case-a', fineId: 'party-1.fine-1', statementId: null, droppedBefore });

  it('asks to reissue a document that was served with days that had dropped (offense-day rules 2, "Service")', () => {
    expect(askToReissueNotice.react(served(['2026-06-02']))).toMatchObject([
      { operationId: 'openReviewItem', body: { caseId: 'case-a', kind: 'reissueNotice', subject: 'party-1.fine-1' } },
    ]);
  });

  it('asks nothing where every day stood', () => {
    expect(askToReissueNotice.react(served([]))).toEqual([]);
  });
});
