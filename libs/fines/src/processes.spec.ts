import type { Event, Recorded } from '#kernel';

import { askAboutSettledDays } from './ask-about-settled-days.process.js';
import { askAboutTwoAppeals } from './ask-about-two-appeals.process.js';
import { askAboutUnfitDecision } from './ask-about-unfit-decision.process.js';
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
    ['CivilFineAgreed', { partyId: 'party-1', ledger: 'offenses-1' }],
    ['StatementIssued', { partyId: 'party-1', ledger: 'offenses-1' }],
  ])('asks the fines of the party to look at the ledger after %s (offense-day rules 2 and 5)', (type, data) => {
    expect(dropFineDaysOfLedger.listensTo).toContain(type);
    expect(dropFineDaysOfLedger.react(recorded(type, data))).toEqual(DROP);
  });

  it('and after what settles or unsettles days, on the ledger of that fine (offense-day rules 2, "Settled and dropped")', () => {
    for (const type of ['DecisionApplied', 'DecisionLapsed']) {
      expect(dropFineDaysOfLedger.listensTo).toContain(type);
      expect(
        dropFineDaysOfLedger.react(recorded(type, { partyId: 'party-1' }, { party: 'party-1', ledger: 'offenses-1' })),
      ).toEqual(DROP);
    }
  });

  it('leaves alone a day that grew stronger', () => {
    expect(dropFineDaysOfLedger.react(recorded('OffenseDaysRebased', { to: 'inferred' }))).toEqual([]);
  });
});

describe('recheck-imposition', () => {
  it('looks afresh at every imposition and statement (offense-day rules 5, "Races")', () => {
    for (const type of ['CivilFineImposed', 'CivilFineAgreed', 'StatementIssued'])
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

describe('ask-about-two-appeals', () => {
  it('asks a person about the second of two appeals against one document, and about no other (offense-day rules 5, "Races")', () => {
    const appealed = { caseId: 'case-a', fineId: 'party-1.fine-1', appealId: 'appeal-2', number: 'A-2026-002' };
    expect(askAboutTwoAppeals.react(recorded('FineAppealed', { ...appealed, alsoPending: [] }))).toEqual([]);
    expect(
      askAboutTwoAppeals.react(recorded('FineAppealed', { ...appealed, alsoPending: ['appeal-1'] })),
    ).toMatchObject([
      {
        operationId: 'openReviewItem',
        body: { caseId: 'case-a', kind: 'documentAppealedTwice', subject: 'appeal-2' },
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

describe('ask-about-settled-days', () => {
  it('asks about settled days that the ledger no longer holds, under a subject for each change (offense-day rules 2)', () => {
    const changed = { caseId: 'case-a', fineId: 'party-1.fine-1', ledgerEventCount: 7, days: [{ day: '2026-06-02' }] };
    expect(askAboutSettledDays.react(recorded('SettledDaysChanged', changed))).toEqual([
      {
        operationId: 'openReviewItem',
        body: {
          caseId: 'case-a',
          kind: 'settledDayChanged',
          subject: 'party-1.fine-1 ledger event 7',
          text: expect.stringContaining('2026-06-02'),
        },
      },
    ]);
  });
});

describe('ask-about-unfit-decision', () => {
  const of = { caseId: 'case-a', decisionId: 'appeal-1.decision-1' };

  it('asks once for each decision with days that no longer fit (offense-day rules 2)', () => {
    const unfit = [
      { paragraph: 1, day: '2026-06-01', why: 'dropped' },
      { paragraph: 2, day: '2026-06-02', why: 'overCap' },
    ];
    expect(askAboutUnfitDecision.react(recorded('DecisionApplied', { ...of, unfit }))).toMatchObject([
      {
        body: {
          kind: 'unfitDecision',
          subject: 'appeal-1.decision-1',
          text: expect.stringMatching(/paragraph 1, 2026-06-01: dropped .*paragraph 2, 2026-06-02: over the cap/),
        },
      },
    ]);
    expect(askAboutUnfitDecision.react(recorded('DecisionApplied', { ...of, unfit: [] }))).toEqual([]);
  });

  it('asks about a lapse that could charge only what the cap left', () => {
    const lowered = [{ day: '2026-06-01', statementId: null, fromCents: 1000_00, toCents: 300_00 }];
    expect(askAboutUnfitDecision.react(recorded('DecisionLapsed', { ...of, paragraphs: [1], lowered }))).toMatchObject([
      { body: { kind: 'lapseOverCap', text: expect.stringContaining('2026-06-01: $300.00 of $1,000.00') } },
    ]);
    expect(askAboutUnfitDecision.react(recorded('DecisionLapsed', { ...of, paragraphs: [1], lowered: [] }))).toEqual(
      [],
    );
  });
});
