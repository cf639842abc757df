import { foldEvents } from '#kernel';
import { contextAt, given } from '#kernel/testing';

import type { CaseCommand } from './case.commands.js';
import { caseDecider } from './case.decider.js';
import type { CaseEvent } from './case.events.js';
import { caseFold } from './case.state.js';
import type { CloseCase } from './closing.commands.js';
import { CLOSING_GUARDS } from './closing.events.js';
import type { ClosingFacts } from './closing.facts.js';
import { offeredReason, standingGuards } from './closing.rules.js';
import { caseStatusOf } from './closing.state.js';
import { CLEAR, made, OPENED } from './testing.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const COUNSEL = contextAt('2026-06-15T14:00:00.000Z', {
  actor: { id: 'counsel-1', role: 'counsel', capacity: 'Town' },
});
const F1 = 'c1.finding-1';
const BEFORE = [OPENED, made(1)];

const close = (waivers: CloseCase['waivers'] = []): CloseCase => ({
  type: 'CloseCase',
  reason: 'cured',
  note: 'Dye test passed',
  waivers,
});
const waive = (guard: CloseCase['waivers'][number]['guard'], subject: string | null = null) => ({
  guard,
  subject,
  reason: 'Said so',
});
const closed: CaseEvent = {
  type: 'CaseClosed',
  data: {
    caseId: 'c1',
    reason: 'cured',
    note: 'Dye test passed',
    waivers: [],
    closedBy: 'officer-1',
    closedOn: '2026-06-15',
  },
};
const hold: CaseEvent = {
  type: 'LitigationHoldPlaced',
  data: { caseId: 'c1', holdId: 'c1.hold-1', reason: 'Suit', placedBy: 'counsel-1', placedOn: '2026-06-10' },
};
const item: CaseEvent = {
  type: 'ReviewItemOpened',
  data: {
    caseId: 'c1',
    reviewItemId: 'c1.review-1',
    kind: 'reissueNotice',
    subject: 'x',
    text: null,
    openedOn: '2026-06-10',
  },
};
const agreement: CaseEvent[] = [
  {
    type: 'ConsentAgreementDrafted',
    data: {
      caseId: 'c1',
      agreementId: 'c1.agreement-1',
      partyId: 'party-1',
      findingIds: [F1],
      terms: null,
      milestones: [],
      forbears: [],
      fine: null,
      payments: [],
      draftedBy: 'o',
      draftedOn: '2026-06-05',
    },
  },
  {
    type: 'ConsentAgreementSigned',
    data: {
      caseId: 'c1',
      agreementId: 'c1.agreement-1',
      partyId: 'party-1',
      signedByPartyOn: '2026-06-06',
      signedForTownOn: '2026-06-06',
      signedForTownBy: 'o',
      inForceOn: '2026-06-06',
      proof: null,
      forbears: [],
      milestones: [],
      payments: [],
    },
  },
];

const fine = (openCents: number, creditCents: number, paidCents = 0) => ({
  fineId: 'party-1.fine-1',
  number: 'CF-2026-001',
  paidCents,
  openCents,
  creditCents,
});
const appeal = (pending: boolean, article78Pending: boolean) => ({
  appealId: 'a1',
  number: 'A-2026-001',
  pending,
  article78Pending,
});
const run = (openRuns: number) => ({ findingId: F1, withdrawn: false, runs: 1, openRuns });
const facts = (change: Partial<ClosingFacts> = {}) => ({ closing: { ...CLEAR, findings: [run(0)], ...change } });

/** Each guard alone, with what it is about. */
const EACH: readonly [string, string, ReturnType<typeof facts>, readonly CaseEvent[]][] = [
  ['openRun', F1, facts({ findings: [run(1)] }), []],
  ['unpaidBalance', 'party-1.fine-1', facts({ fines: [fine(1, 0)] }), []],
  ['credit', 'party-1.fine-1', facts({ fines: [fine(0, 1)] }), []],
  ['pendingAppeal', 'a1', facts({ appeals: [appeal(true, false)] }), []],
  ['pendingArticle78', 'a1', facts({ appeals: [appeal(false, true)] }), []],
  ['liveAgreement', 'c1.agreement-1', facts(), agreement],
  ['openReviewItem', 'c1.review-1', facts(), [item]],
  ['litigationHold', 'c1.hold-1', facts(), [hold]],
];

describe('closing a case (domain.md 5.7)', () => {
  it('is free when nothing in it is open', () => {
    given(caseDecider, BEFORE, facts()).when(close(), NOW).then([closed]);
    given(caseDecider, BEFORE, facts({ fines: [fine(0, 0, 75000)], appeals: [appeal(false, false)] }))
      .when(close(), NOW)
      .then([closed]);
  });

  it('has a case here for every guard of the list', () => {
    expect(EACH.map(([guard]) => guard)).toEqual([...CLOSING_GUARDS]);
  });

  it.each(EACH)('is refused for %s alone, naming %s', (guard, subject, known, more) => {
    given(caseDecider, [...BEFORE, ...more], known)
      .when(close(), NOW)
      .refused('CASES.CANNOT_CLOSE', { guards: [{ guard, subject, says: expect.any(String) }] });
  });

  it.each(EACH)(
    'for %s is waived with a reason, unless days go on or an appeal is pending',
    (guard, subject, known, more) => {
      const decide = given(caseDecider, [...BEFORE, ...more], known).when(close([waive(guard as 'credit')]), COUNSEL);
      if (guard === 'openRun' || guard === 'pendingAppeal') decide.refused('CASES.NOT_WAIVABLE', { guard });
      else
        expect(decide.events()).toMatchObject([
          { type: 'CaseClosed', data: { waivers: [{ guard, subject, reason: 'Said so' }] } },
        ]);
    },
  );

  it('names everything at once, in the order of the list', () => {
    const known = facts({
      findings: [run(1)],
      fines: [fine(5, 0), { ...fine(0, 7), fineId: 'party-2.fine-1' }],
      appeals: [appeal(true, false)],
    });
    given(caseDecider, [...BEFORE, hold, item, ...agreement], known)
      .when(close(), NOW)
      .refused('CASES.CANNOT_CLOSE', {
        guards: [
          { guard: 'openRun' },
          { guard: 'unpaidBalance' },
          { guard: 'credit' },
          { guard: 'pendingAppeal' },
          { guard: 'liveAgreement' },
          { guard: 'openReviewItem' },
          { guard: 'litigationHold' },
        ],
      });
  });

  it('waives one subject where one is named, and every one of its kind where none is', () => {
    const known = facts({ fines: [fine(5, 0), { ...fine(7, 0), fineId: 'party-2.fine-1' }] });
    given(caseDecider, BEFORE, known)
      .when(close([waive('unpaidBalance', 'party-1.fine-1')]), NOW)
      .refused('CASES.CANNOT_CLOSE', { guards: [{ subject: 'party-2.fine-1' }] });
    expect(
      given(caseDecider, BEFORE, known)
        .when(close([waive('unpaidBalance')]), NOW)
        .events(),
    ).toMatchObject([{ data: { waivers: [{ subject: 'party-1.fine-1' }, { subject: 'party-2.fine-1' }] } }]);
  });

  it('takes no waiver of what does not stand, and of a litigation hold from counsel only', () => {
    given(caseDecider, BEFORE, facts())
      .when(close([waive('credit')]), NOW)
      .refused('CASES.NOTHING_TO_WAIVE');
    given(caseDecider, [...BEFORE, hold], facts())
      .when(close([waive('litigationHold')]), NOW)
      .refused('CASES.COUNSEL_ONLY');
  });

  it('happens once; a closed case takes no new finding (5.7)', () => {
    given(caseDecider, [...BEFORE, closed], facts())
      .when(close(), NOW)
      .refused('CASES.CLOSED');
    const find: CaseCommand = {
      type: 'MakeFinding',
      partyId: 'party-1',
      premisesId: null,
      ruleId: '168-26H',
      test: null,
      facts: 'Dye test',
      againstOwner: false,
      madeOn: null,
      opinion: null,
    };
    given(caseDecider, [...BEFORE, closed], facts())
      .when(find, NOW)
      .refused('CASES.CLOSED');
  });

  it('is offered to a cured case, and nothing is offered where something stands (faults.md W01)', () => {
    const offered = (known: ReturnType<typeof facts>, events: readonly CaseEvent[] = BEFORE) => {
      const state = foldEvents(caseFold, caseFold.initialState(), events);
      return offeredReason(known.closing, standingGuards(state, known.closing));
    };
    expect(offered(facts())).toBe('cured');
    expect(offered(facts({ findings: [run(1)] }))).toBeNull();
    expect(offered(facts({ findings: [] }))).toBeNull();
    expect(offered(facts({ findings: [{ ...run(0), withdrawn: true }] }))).toBe('noViolation');
    expect(offered(facts({ fines: [fine(0, 0, 100)] }))).toBe('paid');
    expect(offered(facts({ fines: [fine(0, 0)], appeals: [appeal(false, false)] }))).toBe('decided');
    expect(offered(facts(), [...BEFORE, hold])).toBeNull();
  });

  it('counts what a case consolidated into it left unsettled; of a split one only agreements about what moved', () => {
    const moved = (type: 'CaseConsolidated' | 'CaseSplit'): CaseEvent =>
      type === 'CaseConsolidated'
        ? {
            type,
            data: { caseId: 'c1', intoCaseId: 'c2', findingIds: [F1], reason: null, consolidatedOn: '2026-06-12' },
          }
        : { type, data: { caseId: 'c1', intoCaseId: 'c2', findingIds: [F1], reason: null, splitOn: '2026-06-12' } };
    const target = foldEvents(caseFold, caseFold.initialState(), [
      { ...OPENED, data: { ...OPENED.data, caseId: 'c2' } } as CaseEvent,
      {
        type: 'FindingsReceived',
        data: { caseId: 'c2', fromCaseId: 'c1', findingIds: [F1], receivedOn: '2026-06-12' },
      },
    ]);
    const guards = (type: 'CaseConsolidated' | 'CaseSplit') => {
      const source = foldEvents(caseFold, caseFold.initialState(), [...BEFORE, hold, item, ...agreement, moved(type)]);
      return standingGuards(target, { ...CLEAR, sources: [source] }).map(({ guard }) => guard);
    };
    expect(guards('CaseConsolidated')).toEqual(['liveAgreement', 'openReviewItem', 'litigationHold']);
    expect(guards('CaseSplit')).toEqual(['liveAgreement']);
  });
});

describe('reopening (issue 3: what arrives in a closed case)', () => {
  const arrive: CaseCommand = { type: 'ReopenIfClosed', cause: 'payment', subject: 'pay-1' };

  it('happens by what arrives, once, and never in an open case', () => {
    const reopened = given(caseDecider, [...BEFORE, closed], {})
      .when(arrive, NOW)
      .events();
    expect(reopened).toMatchObject([
      { type: 'CaseReopened', data: { cause: 'payment', subject: 'pay-1', reopenedOn: '2026-06-15' } },
    ]);
    given(caseDecider, [...BEFORE, closed, ...reopened], {})
      .when(arrive, NOW)
      .thenNothing();
    given(caseDecider, BEFORE, {}).when(arrive, NOW).thenNothing();
  });

  it('happens by hand to a closed case only', () => {
    const byHand: CaseCommand = { type: 'ReopenCase', reason: 'The owner wrote' };
    given(caseDecider, BEFORE, {}).when(byHand, NOW).refused('CASES.NOT_CLOSED');
    expect(
      given(caseDecider, [...BEFORE, closed], {})
        .when(byHand, NOW)
        .events(),
    ).toMatchObject([{ data: { cause: 'byHand', subject: null } }]);
  });

  it('follows a recheck that finds a guard the closing did not see, and not one that it waived (rules 5, races)', () => {
    const recheck: CaseCommand = { type: 'RecheckClosing' };
    const unpaid = facts({ fines: [fine(500, 0)] });
    given(caseDecider, [...BEFORE, closed], facts())
      .when(recheck, NOW)
      .thenNothing();
    expect(
      given(caseDecider, [...BEFORE, closed], unpaid)
        .when(recheck, NOW)
        .events(),
    ).toMatchObject([{ data: { cause: 'recheck', subject: 'party-1.fine-1' } }]);
    const waived = given(caseDecider, BEFORE, unpaid)
      .when(close([waive('unpaidBalance')]), NOW)
      .events();
    given(caseDecider, [...BEFORE, ...waived], unpaid)
      .when(recheck, NOW)
      .thenNothing();
    given(caseDecider, BEFORE, {}).when(recheck, NOW).thenNothing();
  });

  it('shows the case as it stood on each day', () => {
    const state = foldEvents(caseFold, caseFold.initialState(), [
      ...BEFORE,
      { type: 'CaseClosed', data: { ...closed.data, closedOn: '2026-06-15' } },
      {
        type: 'CaseReopened',
        data: { caseId: 'c1', cause: 'byHand', subject: null, reason: null, reopenedOn: '2026-06-20' },
      },
    ]);
    expect(
      ['2026-06-14', '2026-06-15', '2026-06-19', '2026-06-20', null].map((day) => caseStatusOf(state, day)),
    ).toEqual(['open', 'closed', 'closed', 'open', 'open']);
  });
});

describe('a litigation hold', () => {
  const place: CaseCommand = { type: 'PlaceLitigationHold', reason: 'Suit' };
  const release: CaseCommand = { type: 'ReleaseLitigationHold', holdId: 'c1.hold-1', reason: 'Settled' };

  it('is placed and released by counsel only, each once', () => {
    given(caseDecider, BEFORE, {}).when(place, NOW).refused('CASES.COUNSEL_ONLY');
    const placed = given(caseDecider, BEFORE, {}).when(place, COUNSEL).events();
    expect(placed).toMatchObject([{ data: { holdId: 'c1.hold-1', placedBy: 'counsel-1' } }]);
    given(caseDecider, [...BEFORE, ...placed], {})
      .when(release, NOW)
      .refused('CASES.COUNSEL_ONLY');
    const released = given(caseDecider, [...BEFORE, ...placed], {})
      .when(release, COUNSEL)
      .events();
    given(caseDecider, [...BEFORE, ...placed, ...released], {})
      .when(release, COUNSEL)
      .refused('CASES.HOLD_RELEASED');
    given(caseDecider, BEFORE, {}).when(release, COUNSEL).refused('CASES.UNKNOWN_HOLD');
  });
});
