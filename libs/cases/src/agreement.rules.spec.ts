import { foldEvents } from '#kernel';
import { contextAt, given } from '#kernel/testing';

import type { CaseCommand } from './case.commands.js';
import { caseDecider } from './case.decider.js';
import type { CaseEvent } from './case.events.js';
import { caseFold } from './case.state.js';
import type { DraftConsentAgreement, SignConsentAgreement } from './compliance.commands.js';
import { agreementAsOf, agreementOf } from './compliance.state.js';
import { forbearAgreedDays } from './forbear-agreed-days.process.js';
import { factsOf, findingFact, made, OPENED } from './testing.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const F1 = 'c1.finding-1';
const F2 = 'c1.finding-2';
const BEFORE = [OPENED, made(1), made(2, 'c1', 'party-2')];
const FACTS = factsOf(findingFact(F1), findingFact(F2, { partyId: 'party-2' }));
const ID = 'c1.agreement-1';

const draft: DraftConsentAgreement = {
  type: 'DraftConsentAgreement',
  partyId: 'party-1',
  findingIds: [F1],
  terms: 'Disconnected by July.',
  milestones: [
    { title: 'Plumber', dueOn: '2026-06-20' },
    { title: 'Done', dueOn: '2026-07-01' },
  ],
  forbears: [{ findingId: F1, from: '2026-06-10', through: '2026-07-01' }],
  fine: { findingId: F1, days: [{ from: '2026-06-01', through: '2026-06-03' }], saysFineIsAgreed: true, appeal: null },
  payments: [{ dueOn: '2026-07-15', amountCents: 30000 }],
  draftedOn: null,
};
const sign: SignConsentAgreement = {
  type: 'SignConsentAgreement',
  agreementId: ID,
  signedByPartyOn: '2026-06-14',
  signedForTownOn: '2026-06-12',
  signedForTownBy: null,
  proof: 'Both pages',
};

const decided = (events: readonly CaseEvent[], command: CaseCommand, now = NOW) =>
  given(caseDecider, events, FACTS).when(command, now).events();
const DRAFTED = [...BEFORE, ...decided(BEFORE, draft)];
const SIGNED = [...DRAFTED, ...decided(DRAFTED, sign)];
const refused = (events: readonly CaseEvent[], command: CaseCommand, code: string, details = {}) =>
  given(caseDecider, events, FACTS).when(command, NOW).refused(code, details);
const agreement = (events: readonly CaseEvent[]) =>
  agreementOf(foldEvents(caseFold, caseFold.initialState(), events), ID)!;

describe('a draft of a consent agreement (domain.md 2.4, 5.9)', () => {
  it('names findings of this case against one party, and numbers its milestones', () => {
    expect(decided(BEFORE, draft)).toMatchObject([
      {
        type: 'ConsentAgreementDrafted',
        data: {
          agreementId: ID,
          milestones: [{ milestoneId: `${ID}.milestone-1` }, { milestoneId: `${ID}.milestone-2` }],
        },
      },
    ]);
    refused(BEFORE, { ...draft, findingIds: [] }, 'CASES.AGREEMENT_ABOUT_NOTHING');
    refused(BEFORE, { ...draft, findingIds: [F1, F2] }, 'CASES.FINDING_OF_ANOTHER_PARTY', { findingId: F2 });
    refused(BEFORE, { ...draft, findingIds: ['c9.finding-1'] }, 'CASES.UNKNOWN_FINDING');
  });

  it('forbears and fines days of its own findings only, in spans that run forward', () => {
    const forbear = (findingId: string, from: string, through: string) => ({
      ...draft,
      forbears: [{ findingId, from, through }],
    });
    refused(BEFORE, forbear(F2, '2026-06-01', '2026-06-02'), 'CASES.FINDING_NOT_IN_AGREEMENT', {
      field: 'forbears[0].findingId',
    });
    refused(BEFORE, forbear(F1, '2026-06-02', '2026-06-01'), 'CASES.SPAN_BACKWARD', { field: 'forbears[0].through' });
    const fine = { ...draft.fine!, days: [{ from: '2026-06-03', through: '2026-06-01' }] };
    refused(BEFORE, { ...draft, fine }, 'CASES.SPAN_BACKWARD', { field: 'fine.days[0].through' });
    refused(BEFORE, { ...draft, fine: { ...fine, findingId: F2 } }, 'CASES.FINDING_NOT_IN_AGREEMENT');
  });

  it('is given up without having bound anybody; a signed one is not', () => {
    const abandon: CaseCommand = { type: 'AbandonConsentAgreement', agreementId: ID, reason: 'No answer' };
    expect(decided(DRAFTED, abandon)).toMatchObject([{ type: 'ConsentAgreementAbandoned' }]);
    refused(SIGNED, abandon, 'CASES.NOT_A_DRAFT', { stands: 'signed' });
    refused([...DRAFTED, ...decided(DRAFTED, abandon)], sign, 'CASES.NOT_A_DRAFT', { stands: 'abandoned' });
  });
});

describe('signing (domain.md 2.4: a unilateral agreement is none)', () => {
  it.each([
    ['signedByPartyOn', { signedByPartyOn: null }],
    ['signedForTownOn', { signedForTownOn: null }],
    ['proof', { proof: null }],
    ['proof', { proof: ' ' }],
    ['signedByPartyOn', { signedByPartyOn: '2026-06-16' }],
    ['signedForTownOn', { signedForTownOn: '2026-06-16' }],
  ])('needs both signatures, already given and shown: %s', (field, change) => {
    refused(DRAFTED, { ...sign, ...change }, 'CASES.BOTH_SIGNATURES', { field });
  });

  it('puts it in force from the later of both, whoever signed first', () => {
    expect(agreement(SIGNED)).toMatchObject({ status: 'signed', inForceOn: '2026-06-14' });
    const other = [...DRAFTED, ...decided(DRAFTED, { ...sign, signedForTownOn: '2026-06-15' })];
    expect(agreement(other)).toMatchObject({ inForceOn: '2026-06-15', signing: { signedForTownBy: 'officer-1' } });
  });

  it('is refused when a finding was withdrawn meanwhile, or the case closed', () => {
    given(caseDecider, DRAFTED, factsOf(findingFact(F1, { withdrawn: true })))
      .when(sign, NOW)
      .refused('CASES.FINDING_WITHDRAWN');
    const closed: CaseEvent = {
      type: 'CaseClosed',
      data: { caseId: 'c1', reason: 'other', note: null, waivers: [], closedBy: 'o', closedOn: '2026-06-15' },
    };
    refused([...DRAFTED, closed], sign, 'CASES.CLOSED');
  });

  it('has the ledger forbear what the agreement says, and nothing else', () => {
    const event = SIGNED.at(-1)!;
    expect(forbearAgreedDays.react({ event } as never)).toEqual([
      {
        operationId: 'forbearOffenseDays',
        body: {
          findingId: F1,
          from: '2026-06-10',
          through: '2026-07-01',
          authority: `Consent agreement ${ID}`,
          reason: `Forborne by the terms of ${ID}.`,
        },
      },
    ]);
    const silent = [...BEFORE, ...decided(BEFORE, { ...draft, forbears: [] })];
    expect(forbearAgreedDays.react({ event: decided(silent, sign)[0]! } as never)).toEqual([]);
  });
});

describe('milestones', () => {
  const meet = (n: number, metOn = '2026-06-15'): CaseCommand => ({
    type: 'RecordMilestoneMet',
    agreementId: ID,
    milestoneId: `${ID}.milestone-${n}`,
    metOn,
    proof: 'Invoice',
  });
  const miss = (n: number): CaseCommand => ({
    type: 'RecordMilestoneMissed',
    agreementId: ID,
    milestoneId: `${ID}.milestone-${n}`,
    note: 'Not done',
  });
  const LATER = contextAt('2026-07-02T14:00:00.000Z');

  it('are met once, while the agreement is in force, on a day that has come', () => {
    refused(DRAFTED, meet(1), 'CASES.NOT_IN_FORCE', { stands: 'draft' });
    refused(SIGNED, meet(1, '2026-06-16'), 'CASES.NOT_YET');
    refused(SIGNED, meet(3), 'CASES.UNKNOWN_MILESTONE');
    const met = [...SIGNED, ...decided(SIGNED, meet(1))];
    refused(met, meet(1), 'CASES.MILESTONE_MET');
    refused(met, miss(1), 'CASES.MILESTONE_MET');
  });

  it('are missed when their day has ended, not on it; what is done later is met late', () => {
    given(caseDecider, SIGNED, FACTS)
      .when(miss(2), contextAt('2026-07-01T14:00:00.000Z'))
      .refused('CASES.MILESTONE_NOT_DUE');
    const missed = [...SIGNED, ...decided(SIGNED, miss(2), LATER)];
    given(caseDecider, missed, FACTS).when(miss(2), LATER).refused('CASES.MILESTONE_MISSED');
    expect(decided(missed, meet(2, '2026-07-02'), LATER)).toHaveLength(1);
  });

  it('are all settled before the agreement is completed', () => {
    const complete: CaseCommand = {
      type: 'CompleteConsentAgreement',
      agreementId: ID,
      completedOn: '2026-07-02',
      note: 'All done',
    };
    given(caseDecider, SIGNED, FACTS)
      .when(complete, LATER)
      .refused('CASES.MILESTONES_UNSETTLED', { milestoneIds: [`${ID}.milestone-1`, `${ID}.milestone-2`] });
    const one = [...SIGNED, ...decided(SIGNED, meet(1), LATER)];
    const both = [...one, ...decided(one, miss(2), LATER)];
    const completed = [...both, ...decided(both, complete, LATER)];
    expect(agreement(completed)).toMatchObject({ status: 'completed', end: { endedOn: '2026-07-02' } });
    given(caseDecider, completed, FACTS).when(complete, LATER).refused('CASES.NOT_IN_FORCE', { stands: 'completed' });
  });
});

describe('a breach', () => {
  const breach = (breachedOn: string): CaseCommand => ({
    type: 'RecordBreach',
    agreementId: ID,
    breachedOn,
    reason: 'Connected again',
  });

  it('is of an agreement in force, from a day on which it was, and not to come', () => {
    refused(DRAFTED, breach('2026-06-15'), 'CASES.NOT_IN_FORCE');
    refused(SIGNED, breach('2026-06-13'), 'CASES.BEFORE_IT_WAS_IN_FORCE', { inForceOn: '2026-06-14' });
    refused(SIGNED, breach('2026-06-16'), 'CASES.NOT_YET');
  });

  it('leaves on record that it was in force, what it forbore and what it says of a fine', () => {
    const breached = agreement([...SIGNED, ...decided(SIGNED, breach('2026-06-15'))]);
    expect(breached).toMatchObject({
      status: 'breached',
      inForceOn: '2026-06-14',
      forbears: draft.forbears,
      fine: draft.fine,
    });
    expect(agreementAsOf(breached, '2026-06-14')).toMatchObject({ status: 'signed', end: null });
    expect(agreementAsOf(breached, '2026-06-13')).toBeNull();
  });
});
