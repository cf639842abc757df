import { foldEvents } from '#kernel';
import { contextAt, given } from '#kernel/testing';

import type { CaseCommand } from './case.commands.js';
import { caseDecider } from './case.decider.js';
import type { CaseEvent } from './case.events.js';
import type { MembershipFacts } from './case.facts.js';
import { caseFold } from './case.state.js';
import { caseStatusOf, findingIdsIn } from './closing.state.js';
import { moveFindings } from './move-findings.process.js';
import { factsOf, findingFact, made, OPENED, TOGETHER } from './testing.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const BEFORE = [OPENED, made(1), made(2)];
const [F1, F2] = ['c1.finding-1', 'c1.finding-2'];

const consolidate = (intoCaseId = 'c2'): CaseCommand => ({ type: 'ConsolidateCases', intoCaseId, reason: 'Same roof' });
const split = (findingIds: string[], intoCaseId = 'c2'): CaseCommand => ({
  type: 'SplitCase',
  findingIds,
  intoCaseId,
  reason: 'Apart',
});
const receive = (...findingIds: string[]): CaseCommand => ({ type: 'ReceiveFindings', fromCaseId: 'c1', findingIds });
const other = (change: Partial<MembershipFacts>) => ({ membership: { ...TOGETHER.membership!, ...change } });
const state = (events: readonly CaseEvent[]) => foldEvents(caseFold, caseFold.initialState(), events);
const TARGET: CaseEvent[] = [{ ...OPENED, data: { ...OPENED.data, caseId: 'c2' } } as CaseEvent, made(1, 'c2')];

describe('consolidation (domain.md 5.7: days keep identity)', () => {
  it('lets every finding go on in the other case, under its own id', () => {
    const events = given(caseDecider, BEFORE, TOGETHER).when(consolidate(), NOW).events();
    expect(events).toMatchObject([{ type: 'CaseConsolidated', data: { intoCaseId: 'c2', findingIds: [F1, F2] } }]);
    const after = state([...BEFORE, ...events]);
    expect([caseStatusOf(after), findingIdsIn(after), findingIdsIn(after, '2026-06-14')]).toEqual([
      'consolidated',
      [],
      [F1, F2],
    ]);
    expect(moveFindings.react({ event: events[0]! } as never)).toEqual([
      { operationId: 'receiveFindings', body: { caseId: 'c2', fromCaseId: 'c1', findingIds: [F1, F2] } },
    ]);
  });

  it('is refused into itself, into no case, a closed one, one that went on elsewhere, or one across the Village line', () => {
    const when = (facts: object, intoCaseId = 'c2') =>
      given(caseDecider, BEFORE, facts).when(consolidate(intoCaseId), NOW);
    when(TOGETHER, 'c1').refused('CASES.INTO_ITSELF');
    when(other({ status: null })).refused('CASES.UNKNOWN_CASE', { field: 'intoCaseId' });
    when(other({ status: 'closed' })).refused('CASES.CLOSED', { field: 'intoCaseId' });
    when(other({ status: 'consolidated', consolidatedInto: 'c3' })).refused('CASES.CONSOLIDATED', { intoCaseId: 'c3' });
    when(other({ jurisdiction: 'villagePart' })).refused('CASES.NOT_THE_SAME_TOWN');
  });

  it('happens once, and what is new is refused by the name of the case to use', () => {
    const after = [...BEFORE, ...given(caseDecider, BEFORE, TOGETHER).when(consolidate(), NOW).events()];
    const refused = (command: CaseCommand) =>
      given(caseDecider, after, TOGETHER).when(command, NOW).refused('CASES.CONSOLIDATED', { intoCaseId: 'c2' });
    refused(consolidate('c3'));
    refused(split([F1], 'c3'));
    refused({ type: 'ReopenCase', reason: 'Back' });
    refused({ type: 'CloseCase', reason: 'other', note: 'x', waivers: [] });
    refused({
      type: 'MakeFinding',
      partyId: 'party-1',
      premisesId: null,
      ruleId: '168-26H',
      test: null,
      facts: 'Again',
      againstOwner: false,
      madeOn: null,
      opinion: null,
    });
    given(caseDecider, after, {}).when({ type: 'ReopenIfClosed', cause: 'day', subject: 's' }, NOW).thenNothing();
  });
});

describe('split', () => {
  it('lets the named findings go on in the other case, and the others stay', () => {
    const events = given(caseDecider, BEFORE, TOGETHER)
      .when(split([F2, F2]), NOW)
      .events();
    expect(events).toMatchObject([{ type: 'CaseSplit', data: { findingIds: [F2] } }]);
    expect(findingIdsIn(state([...BEFORE, ...events]))).toEqual([F1]);
    expect(caseStatusOf(state([...BEFORE, ...events]))).toBe('open');
  });

  it('names findings that are here', () => {
    given(caseDecider, BEFORE, TOGETHER).when(split([]), NOW).refused('CASES.NOTHING_TO_SPLIT');
    given(caseDecider, BEFORE, TOGETHER)
      .when(split([F1, 'c9.finding-1']), NOW)
      .refused('CASES.UNKNOWN_FINDING', { absent: ['c9.finding-1'] });
    const after = [
      ...BEFORE,
      ...given(caseDecider, BEFORE, TOGETHER)
        .when(split([F2]), NOW)
        .events(),
    ];
    given(caseDecider, after, TOGETHER)
      .when(split([F2]), NOW)
      .refused('CASES.UNKNOWN_FINDING');
    given(caseDecider, after, factsOf(findingFact(F2)))
      .when(
        { type: 'SetComplianceDate', findingId: F2, dueOn: '2026-07-01', demand: 'x', noticeId: null, setOn: null },
        NOW,
      )
      .refused('CASES.FINDING_MOVED', { intoCaseId: 'c2' });
  });
});

describe('receiving findings', () => {
  it('adds them to those of the case, once', () => {
    const events = given(caseDecider, TARGET, {}).when(receive(F1, F2), NOW).events();
    expect(findingIdsIn(state([...TARGET, ...events]))).toEqual(['c2.finding-1', F1, F2]);
    given(caseDecider, [...TARGET, ...events], {})
      .when(receive(F1, F2), NOW)
      .thenNothing();
  });

  it('also in a case that was closed meanwhile: nothing is lost on the way', () => {
    const closed: CaseEvent = {
      type: 'CaseClosed',
      data: { caseId: 'c2', reason: 'other', note: null, waivers: [], closedBy: 'o', closedOn: '2026-06-15' },
    };
    expect(
      given(caseDecider, [...TARGET, closed], {})
        .when(receive(F1), NOW)
        .events(),
    ).toHaveLength(1);
  });

  it('lets a received finding be worked with here, though it carries the id of another case', () => {
    const after = [...TARGET, ...given(caseDecider, TARGET, {}).when(receive(F1), NOW).events()];
    expect(
      given(caseDecider, after, factsOf(findingFact(F1)))
        .when(
          { type: 'SetComplianceDate', findingId: F1, dueOn: '2026-07-01', demand: 'x', noticeId: null, setOn: null },
          NOW,
        )
        .events(),
    ).toMatchObject([{ data: { caseId: 'c2', complianceId: 'c2.compliance-1', findingId: F1 } }]);
  });

  it('takes a finding back that had gone, with its days of absence on record', () => {
    const gone = [
      ...BEFORE,
      ...given(caseDecider, BEFORE, TOGETHER)
        .when(split([F2]), NOW)
        .events(),
    ];
    const later = contextAt('2026-06-20T14:00:00.000Z');
    const back = given(caseDecider, gone, {})
      .when({ type: 'ReceiveFindings', fromCaseId: 'c2', findingIds: [F2] }, later)
      .events();
    const after = state([...gone, ...back]);
    expect(['2026-06-14', '2026-06-17', '2026-06-20'].map((day) => findingIdsIn(after, day))).toEqual([
      [F1, F2],
      [F1],
      [F1, F2],
    ]);
  });
});
