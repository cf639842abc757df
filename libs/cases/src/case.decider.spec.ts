import type { DecisionContext } from '#kernel';
import { contextAt, given } from '#kernel/testing';
import { ARTICLE_RULES, ruleById, type Rule } from '#law/published';

import type { CaseCommand, MakeFinding } from './case.commands.js';
import { caseDecider } from './case.decider.js';
import type { CaseEvent } from './case.events.js';
import type { CaseFacts, PartyFact, PremisesFact } from './case.facts.js';
import { capDecisionOf, caseFold, caseIdOf, caseIdOfReviewItem, findingOf } from './case.state.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const COUNSEL: DecisionContext = { ...NOW, actor: { id: 'counsel-1', role: 'counsel', capacity: 'Town' } };

const premises: PremisesFact = { onFile: true, owners: [] };
const party: PartyFact = { onFile: true, duplicateOf: null };
const about = (ruleId: string, changes: Partial<NonNullable<CaseFacts['finding']>> = {}): CaseFacts => ({
  finding: { premises, party, rule: ruleById(ruleId), ...changes },
});

const opened: CaseEvent = {
  type: 'CaseOpened',
  data: {
    caseId: 'c1',
    number: 'C-2026-001',
    title: 'Downspout',
    premisesId: 'p1',
    openedOn: '2026-06-15',
    complaintId: null,
  },
};

const find = (ruleId: string, changes: Partial<MakeFinding> = {}): MakeFinding => ({
  type: 'MakeFinding',
  partyId: 'a',
  premisesId: null,
  ruleId,
  test: null,
  facts: 'Roof leader into the building sewer',
  againstOwner: false,
  madeOn: null,
  opinion: null,
  ...changes,
});

const found = (
  ruleId: string,
  changes: Partial<Extract<CaseEvent, { type: 'FindingMade' }>['data']> = {},
): CaseEvent => ({
  type: 'FindingMade',
  data: {
    caseId: 'c1',
    findingId: 'c1.finding-1',
    partyId: 'a',
    premisesId: 'p1',
    ruleId,
    ruleVersion: 1,
    test: 'ABS',
    findingKind: 'absolute',
    facts: 'Roof leader into the building sewer',
    againstOwner: false,
    madeOn: '2026-06-15',
    opinion: null,
    ...changes,
  },
});

const factors = {
  quantityAgainstFlow: 'Small',
  sewerMaterials: 'PVC',
  treatmentProcess: 'Activated sludge',
  plantCapacity: 'Two thirds used',
  treatability: 'Poor',
  otherFactors: 'None',
};

describe('opening a case', () => {
  const open: CaseCommand = {
    type: 'OpenCase',
    caseId: 'c1',
    premisesId: 'p1',
    title: 'Downspout',
    openedOn: null,
    complaintId: null,
  };

  it('carries its gap-free number and today where no day is named', () => {
    given(caseDecider, [], { premises, complaint: null })
      .when(open, { ...NOW, number: 'C-2026-001' })
      .then([opened]);
  });

  it('refuses premises and a complaint that are not on file, and a day to come', () => {
    given(caseDecider, [], { premises: { onFile: false, owners: [] }, complaint: null })
      .when(open, NOW)
      .refused('CASES.UNKNOWN_PREMISES', { field: 'premisesId' });
    given(caseDecider, [], { premises, complaint: { onFile: false } })
      .when({ ...open, complaintId: 'x' }, NOW)
      .refused('CASES.UNKNOWN_COMPLAINT', { field: 'complaintId' });
    given(caseDecider, [], { premises, complaint: null })
      .when({ ...open, openedOn: '2026-06-16' }, NOW)
      .refused('CASES.NOT_YET', { field: 'openedOn' });
  });
});

describe('a finding', () => {
  it('under an absolute rule rests on the fact alone (§ 168-26H)', () => {
    given(caseDecider, [opened], about('168-26H'))
      .when(find('168-26H'), NOW)
      .then([found('168-26H')]);
  });

  it('under a rule of quality is qualitative (§ 168-25F)', () => {
    given(caseDecider, [opened], about('168-25F'))
      .when(find('168-25F'), NOW)
      .then([found('168-25F', { test: 'QUAL', findingKind: 'qualitative' })]);
  });

  it('may rest on another test that the rule has, and on no other (§ 168-27C(2): cyanide ABS, the rest QUAL)', () => {
    given(caseDecider, [opened], about('168-27C(2)'))
      .when(find('168-27C(2)', { test: 'QUAL' }), NOW)
      .then([found('168-27C(2)', { test: 'QUAL', findingKind: 'qualitative' })]);
    given(caseDecider, [opened], about('168-27C(2)'))
      .when(find('168-27C(2)', { test: 'OPIN' }), NOW)
      .refused('CASES.NOT_A_TEST_OF_THE_RULE', { field: 'test' });
  });

  it('is numbered from 1 in its case and names another premises where told', () => {
    given(caseDecider, [opened, found('168-26H')], about('168-27A'))
      .when(find('168-27A', { premisesId: 'p2' }), NOW)
      .then([found('168-27A', { findingId: 'c1.finding-2', premisesId: 'p2' })]);
  });

  it('pH 9.8 without an opinion is no violation yet; pH 5.2 is one (hard case 40)', () => {
    given(caseDecider, [opened], about('168-27D(8)'))
      .when(find('168-27D(8)'), NOW)
      .refused('CASES.OPINION_REQUIRED', {
        authority: '§ 168-27D, lead-in (rule 45)',
        missing: [
          'opinion.formedOn',
          'opinion.factors.quantityAgainstFlow',
          'opinion.factors.sewerMaterials',
          'opinion.factors.treatmentProcess',
          'opinion.factors.plantCapacity',
          'opinion.factors.treatability',
          'opinion.factors.otherFactors',
        ],
      });
    given(caseDecider, [opened], about('168-27C(3)'))
      .when(find('168-27C(3)'), NOW)
      .then([found('168-27C(3)')]);
  });

  it('names each factor of the opinion that is missing or blank (rule 45)', () => {
    given(caseDecider, [opened], about('168-27D(8)'))
      .when(
        find('168-27D(8)', {
          opinion: { formedOn: '2026-06-14', factors: { ...factors, plantCapacity: ' ', treatability: undefined } },
        }),
        NOW,
      )
      .refused('CASES.OPINION_REQUIRED', {
        field: 'opinion.factors.plantCapacity',
        missing: ['opinion.factors.plantCapacity', 'opinion.factors.treatability'],
      });
  });

  it('keeps the day on which the opinion was recorded beside the day it was formed (conflict register G11; hard case 62)', () => {
    const made = given(caseDecider, [opened], about('168-27D(8)')).when(
      find('168-27D(8)', { madeOn: '2026-06-10', opinion: { formedOn: '2026-06-08', factors } }),
      NOW,
    );
    made.then([
      found('168-27D(8)', {
        test: 'OPIN',
        findingKind: 'opinion',
        madeOn: '2026-06-10',
        opinion: { formedOn: '2026-06-08', recordedOn: '2026-06-15', factors },
      }),
    ]);
    const state = [opened, ...made.events()].reduce(caseFold.evolve, caseFold.initialState());
    expect(findingOf(state, 'c1.finding-1')).toMatchObject({ opinionRecordedOn: '2026-06-15', withdrawn: false });
  });

  it('rests on no opinion younger than itself, nor on one of tomorrow', () => {
    const attempt = (formedOn: string, madeOn: string) =>
      given(caseDecider, [opened], about('168-27D(8)')).when(
        find('168-27D(8)', { madeOn, opinion: { formedOn, factors } }),
        NOW,
      );
    attempt('2026-06-12', '2026-06-10').refused('CASES.OPINION_AFTER_FINDING');
    attempt('2026-06-16', '2026-06-15').refused('CASES.NOT_YET', { field: 'opinion.formedOn' });
  });

  it('of fact takes no opinion: it would hold back days without cause', () => {
    given(caseDecider, [opened], about('168-26H'))
      .when(find('168-26H', { opinion: { formedOn: '2026-06-14', factors } }), NOW)
      .refused('CASES.OPINION_NOT_CALLED_FOR');
  });

  it('needs no opinion for the approval part of an opinion-based rule (§ 168-27D(3), grinder motors)', () => {
    given(caseDecider, [opened], about('168-27D(3)'))
      .when(find('168-27D(3)', { test: 'DISC' }), NOW)
      .then([found('168-27D(3)', { test: 'DISC', findingKind: 'absolute' })]);
  });

  it.each(ARTICLE_RULES.filter(({ createsOffense }) => !createsOffense).map(({ ruleId }) => ruleId))(
    'is never made under %s, which requires and forbids nothing',
    (ruleId) => {
      given(caseDecider, [opened], about(ruleId)).when(find(ruleId), NOW).refused('CASES.NOT_A_RULE_OF_CONDUCT');
    },
  );

  it.each(ARTICLE_RULES.filter(({ createsOffense }) => createsOffense).map(({ ruleId }) => ruleId))(
    'can be made under %s',
    (ruleId) => {
      const opinion = ruleById(ruleId).testType === 'OPIN' ? { formedOn: '2026-06-14', factors } : null;
      expect(given(caseDecider, [opened], about(ruleId)).when(find(ruleId, { opinion }), NOW).events()).toHaveLength(1);
    },
  );

  it('carries the version of the rule in force on its day (hard case 68)', () => {
    const amended: Rule = { ...ruleById('168-26H'), version: 3 };
    given(caseDecider, [opened], about('168-26H', { rule: amended }))
      .when(find('168-26H'), NOW)
      .then([found('168-26H', { ruleVersion: 3 })]);
  });

  it('refuses unknown premises and parties, a duplicate party and a day to come', () => {
    const attempt = (facts: CaseFacts, changes: Partial<MakeFinding> = {}) =>
      given(caseDecider, [opened], facts).when(find('168-26H', changes), NOW);
    attempt(about('168-26H', { premises: { onFile: false, owners: [] } })).refused('CASES.UNKNOWN_PREMISES');
    attempt(about('168-26H', { party: { onFile: false, duplicateOf: null } })).refused('CASES.UNKNOWN_PARTY');
    attempt(about('168-26H', { party: { ...party, duplicateOf: 'b' } })).refused('CASES.PARTY_IS_DUPLICATE', {
      duplicateOf: 'b',
    });
    attempt(about('168-26H'), { madeOn: '2026-06-16' }).refused('CASES.NOT_YET', { field: 'madeOn' });
  });

  it('against the owner as such names an owner on file, past or present', () => {
    const attempt = (partyId: string) =>
      given(caseDecider, [opened], about('168-26H', { premises: { ...premises, owners: [partyId] } })).when(
        find('168-26H', { againstOwner: true }),
        NOW,
      );
    attempt('b').refused('CASES.NOT_THE_OWNER', { owners: ['b'] });
    attempt('a').then([found('168-26H', { againstOwner: true })]);
  });

  it('is withdrawn once, with its ledger key in the event, and stays visible', () => {
    const withdrawn: CaseEvent = {
      type: 'FindingWithdrawn',
      data: {
        caseId: 'c1',
        findingId: 'c1.finding-1',
        partyId: 'a',
        premisesId: 'p1',
        ruleId: '168-26H',
        againstOwner: false,
        reason: 'Wrong pipe',
        withdrawnOn: '2026-06-15',
      },
    };
    const withdraw: CaseCommand = { type: 'WithdrawFinding', findingId: 'c1.finding-1', reason: 'Wrong pipe' };
    given(caseDecider, [opened, found('168-26H')], {})
      .when(withdraw, NOW)
      .then([withdrawn]);
    given(caseDecider, [opened, found('168-26H'), withdrawn], {})
      .when(withdraw, NOW)
      .refused('CASES.FINDING_WITHDRAWN');
    given(caseDecider, [opened], {}).when(withdraw, NOW).refused('CASES.UNKNOWN_FINDING', { kind: 'notFound' });
    const state = [opened, found('168-26H'), withdrawn].reduce(caseFold.evolve, caseFold.initialState());
    expect(findingOf(state, 'c1.finding-1')).toMatchObject({ withdrawn: true, ruleId: '168-26H' });
  });
});

describe("counsel's decision on the cap (domain.md 2.4; hard case 30)", () => {
  const record: CaseCommand = { type: 'RecordCounselCapDecision', reference: 'Memo 7', reading: 'Each violation' };
  const recorded: CaseEvent = {
    type: 'CounselCapDecisionRecorded',
    data: { caseId: 'c1', reference: 'Memo 7', reading: 'Each violation', recordedOn: '2026-06-15' },
  };
  const withdraw: CaseCommand = { type: 'WithdrawCounselCapDecision', reason: 'Reconsidered' };

  it('is for counsel alone to record and to withdraw', () => {
    given(caseDecider, [opened], {}).when(record, NOW).refused('CASES.COUNSEL_ONLY');
    given(caseDecider, [opened], {}).when(record, COUNSEL).then([recorded]);
    given(caseDecider, [opened, recorded], {}).when(withdraw, NOW).refused('CASES.COUNSEL_ONLY');
  });

  it('holds until it is withdrawn, one at a time', () => {
    given(caseDecider, [opened, recorded], {}).when(record, COUNSEL).refused('CASES.CAP_DECISION_ON_FILE');
    given(caseDecider, [opened], {}).when(withdraw, COUNSEL).refused('CASES.NO_CAP_DECISION');
    const state = [opened, recorded].reduce(caseFold.evolve, caseFold.initialState());
    expect(capDecisionOf(state)).toEqual({ reference: 'Memo 7', recordedOn: '2026-06-15' });
    const after = given(caseDecider, [opened, recorded], {})
      .when(withdraw, COUNSEL)
      .events()
      .reduce(caseFold.evolve, state);
    expect(capDecisionOf(after)).toBeNull();
  });
});

describe('review items', () => {
  const open = (subject: string): CaseCommand => ({
    type: 'OpenReviewItem',
    kind: 'settledDayChanged',
    subject,
    text: null,
  });
  const item = (n: number, subject: string): CaseEvent => ({
    type: 'ReviewItemOpened',
    data: {
      caseId: 'c1',
      reviewItemId: `c1.review-${n}`,
      kind: 'settledDayChanged',
      subject,
      text: null,
      openedOn: '2026-06-15',
    },
  });
  const settle: CaseCommand = { type: 'SettleReviewItem', reviewItemId: 'c1.review-1', resolution: 'Left as it is' };

  it('are open once for each kind and subject, and open again after they were settled', () => {
    given(caseDecider, [opened], {})
      .when(open('fine-1'), NOW)
      .then([item(1, 'fine-1')]);
    given(caseDecider, [opened, item(1, 'fine-1')], {})
      .when(open('fine-1'), NOW)
      .thenNothing();
    given(caseDecider, [opened, item(1, 'fine-1')], {})
      .when(open('fine-2'), NOW)
      .then([item(2, 'fine-2')]);
    const settled = given(caseDecider, [opened, item(1, 'fine-1')], {})
      .when(settle, NOW)
      .events();
    given(caseDecider, [opened, item(1, 'fine-1'), ...settled], {})
      .when(open('fine-1'), NOW)
      .then([item(2, 'fine-1')]);
    given(caseDecider, [opened, item(1, 'fine-1'), ...settled], {})
      .when(settle, NOW)
      .refused('CASES.REVIEW_ITEM_SETTLED');
  });

  it('belong to a case on file', () => {
    given(caseDecider, [], {}).when(open('fine-1'), NOW).refused('CASES.UNKNOWN_CASE', { kind: 'notFound' });
    given(caseDecider, [opened], {}).when(settle, NOW).refused('CASES.UNKNOWN_REVIEW_ITEM', { kind: 'notFound' });
  });
});

describe('ids that carry their case', () => {
  it('name it without a look into any read model', () => {
    expect(caseIdOf('c1.finding-12')).toBe('c1');
    expect(caseIdOfReviewItem('c1.review-3')).toBe('c1');
  });

  it.each(['', 'c1', '.finding-1', 'c1.finding-', 'c1.finding-x', 'c1.review-1'])('refuse "%s"', (text) => {
    expect(() => caseIdOf(text)).toThrow(expect.objectContaining({ code: 'CASES.BAD_CHILD_ID' }));
  });
});
