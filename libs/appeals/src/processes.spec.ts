import type { Event, Recorded } from '#kernel';

import { applyDecision } from './apply-decision.process.js';
import { applyStay } from './apply-stay.process.js';
import { askCounselOnAgreedFine } from './ask-counsel-on-agreed-fine.process.js';
import { finishDecision } from './finish-decision.process.js';
import { lapseDecision } from './lapse-decision.process.js';
import { noteAppealOnFine } from './note-appeal-on-fine.process.js';
import { noticeDecision } from './notice-decision.process.js';
import { noticeHearing } from './notice-hearing.process.js';
import { recordDecisionService } from './record-decision-service.process.js';
import { APPEAL, filed, FINDING, IDS, noticed } from './testing.js';

const recorded = (event: { readonly type: string; readonly data: object }) =>
  ({ event, stream: `appeal-${APPEAL}`, metadata: { refs: { premises: 'premises-1' } } }) as unknown as Recorded<
    Event<string, never>
  >;
const { appealId, caseId, partyId, fineId } = IDS;
const decisionId = `${APPEAL}.decision-1`;
const paragraphs = [
  { number: 1, effect: 'reversed', days: [{ day: '2026-05-16', statementId: null, cents: null }], text: 'Secret' },
];
const decidedEvent = (findingsOfFact: object[] = []) => ({
  type: 'AppealDecided',
  data: { ...IDS, decisionId, decidedOn: '2026-11-30', paragraphs, findingsOfFact },
});

describe('the processes of an appeal', () => {
  it('tell the fine of an appeal, and of one that ended without a decision; the imposition is named in words', () => {
    expect(noteAppealOnFine.react(recorded(filed()))).toEqual([
      {
        operationId: 'noteAppeal',
        body: { fineId, appealId, number: 'A-2026-004', documents: ['imposition'], filedOn: '2026-11-02' },
      },
    ]);
    const withdrawn = { type: 'AppealWithdrawn', data: { ...IDS, reason: 'Paid', withdrawnOn: '2026-11-20' } };
    expect(noteAppealOnFine.react(recorded(withdrawn))).toEqual([
      { operationId: 'noteAppealEnded', body: { fineId, appealId, how: 'withdrawn', endedOn: '2026-11-20' } },
    ]);
  });

  it('ask counsel about an agreed fine, and nobody about an imposed one (domain.md 2.4)', () => {
    expect(askCounselOnAgreedFine.react(recorded(filed()))).toEqual([]);
    expect(askCounselOnAgreedFine.react(recorded(filed({ route: 'counsel' })))).toMatchObject([
      { operationId: 'openReviewItem', body: { caseId, kind: 'agreedFineAppealed', subject: appealId } },
    ]);
  });

  it('apply and end a stay; one that ended with its appeal names no resolution', () => {
    const stayId = `${APPEAL}.stay-1`;
    const grantedData = {
      ...IDS,
      stayId,
      days: null,
      documents: [null],
      grantedOn: '2026-11-16',
      resolutionNumber: '128',
    };
    expect(applyStay.react(recorded({ type: 'StayGranted', data: grantedData }))).toEqual([
      {
        operationId: 'applyStay',
        body: {
          ...{ fineId, appealId, stayId, days: null, documents: ['imposition'] },
          stayedOn: '2026-11-16',
          authority: 'Resolution 128',
        },
      },
    ]);
    const lifted = { ...IDS, stayId, liftedOn: '2026-11-20', reason: 'Ended', resolutionNumber: null };
    expect(applyStay.react(recorded({ type: 'StayLifted', data: lifted }))).toMatchObject([
      { operationId: 'endStay', body: { stayId, endedOn: '2026-11-20', cause: 'appealEnded' } },
    ]);
  });

  it('apply a decision to the fine first and then each finding of fact to its ledger, with no personal text', () => {
    const finding = { findingId: FINDING, kind: 'stopped', day: '2026-05-16', text: 'Secret' };
    const commands = applyDecision.react(recorded(decidedEvent([finding, { ...finding, kind: 'ended' }])));
    expect(commands).toEqual([
      {
        operationId: 'applyDecision',
        body: {
          ...{ fineId, appealId, decisionId, decidedOn: '2026-11-30' },
          effects: [{ paragraph: 1, effect: 'reversed', days: paragraphs[0]!.days }],
        },
      },
      {
        operationId: 'recordFoundStopped',
        body: { findingId: FINDING, at: '2026-05-16T00:00', evidence: [decisionId] },
      },
      { operationId: 'recordEnd', body: { findingId: FINDING, at: '2026-05-16T00:00', evidence: [decisionId] } },
    ]);
    expect(JSON.stringify(commands)).not.toContain('Secret');
  });

  it('lapse the annulled paragraphs alone, and ask about findings of fact where the whole decision fell', () => {
    const court = (outcome: string, annulledParagraphs: number[], annulledFindings: object[] = []) =>
      recorded({
        type: 'Article78Decided',
        data: {
          ...IDS,
          decisionId,
          outcome,
          annulledParagraphs,
          annulledFindings,
          decidedOn: '2027-05-20',
          reference: 'X',
        },
      });
    expect(lapseDecision.react(court('annulled', [1]))).toEqual([
      {
        operationId: 'lapseDecision',
        body: { fineId, appealId, decisionId, paragraphs: [1], lapsedOn: '2027-05-20', reference: 'X' },
      },
    ]);
    expect(lapseDecision.react(court('annulled', [1, 2], [{ findingId: FINDING, day: '2026-05-16' }]))).toMatchObject([
      { operationId: 'lapseDecision' },
      { operationId: 'openReviewItem', body: { kind: 'findingOfAnnulledDecision' } },
    ]);
    expect(lapseDecision.react(court('confirmed', []))).toEqual([]);
    expect(lapseDecision.react(court('remanded', [1]))).toEqual([]);
  });

  it('free the cap once a decision is final', () => {
    const data = { ...IDS, decisionId, finalOn: '2027-04-02', because: 'timePassed' };
    expect(finishDecision.react(recorded({ type: 'DecisionBecameFinal', data }))).toEqual([
      { operationId: 'finishDecision', body: { fineId, appealId, decisionId, finalOn: '2027-04-02' } },
    ]);
  });

  it('issue the notice of a hearing and of a decision, at the premises of the fine', () => {
    const body = { caseId, partyId, premisesId: 'premises-1' };
    expect(noticeHearing.react(recorded(noticed))).toEqual([
      { operationId: 'issueDocumentNotice', body: { documentId: `${APPEAL}.hearing-1`, kind: 'hearing', ...body } },
    ]);
    const toAt = (time: string) => ({
      type: 'HearingAdjourned',
      data: { ...IDS, hearingId: `${APPEAL}.hearing-1`, toAt: `2026-12-07T${time}:00.000Z`, toOn: '2026-12-07' },
    });
    const documents = [toAt('22:00'), toAt('23:00')].map(
      (adjourned) => noticeHearing.react(recorded(adjourned))[0]!.body['documentId'],
    );
    expect(documents).toEqual([
      `${APPEAL}.hearing-1.adjourned-to-2026-12-07T22:00:00.000Z`,
      `${APPEAL}.hearing-1.adjourned-to-2026-12-07T23:00:00.000Z`,
    ]);
    expect(noticeDecision.react(recorded(decidedEvent()))).toEqual([
      { operationId: 'issueDocumentNotice', body: { documentId: decisionId, kind: 'decision', ...body } },
    ]);
  });

  it('start the four months when the notice of a decision was served, and on no other notice', () => {
    const served = (kind: string, documentId: string | null) =>
      recorded({ type: 'NoticeServed', data: { kind, documentId, noticeId: 'notice-1', servedOn: '2026-12-01' } });
    expect(recordDecisionService.react(served('decision', decisionId))).toEqual([
      {
        operationId: 'recordDecisionService',
        body: { appealId, decisionId, servedOn: '2026-12-01', noticeId: 'notice-1' },
      },
    ]);
    expect(recordDecisionService.react(served('hearing', `${APPEAL}.hearing-1`))).toEqual([]);
    expect(recordDecisionService.react(served('decision', null))).toEqual([]);
  });
});
