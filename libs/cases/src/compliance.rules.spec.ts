import { foldEvents } from '#kernel';
import { contextAt, given } from '#kernel/testing';

import type { CaseCommand } from './case.commands.js';
import { caseDecider } from './case.decider.js';
import type { CaseEvent } from './case.events.js';
import { caseFold } from './case.state.js';
import { dueOnOf } from './compliance.state.js';
import { factsOf, findingFact, made, OPENED } from './testing.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const F1 = 'c1.finding-1';
const FACTS = factsOf(findingFact(F1));
const BEFORE = [OPENED, made(1)];

const set: CaseCommand = {
  type: 'SetComplianceDate',
  findingId: F1,
  dueOn: '2026-07-01',
  demand: 'Disconnect it.',
  noticeId: null,
  setOn: null,
};
const dateSet: CaseEvent = {
  type: 'ComplianceDateSet',
  data: {
    caseId: 'c1',
    complianceId: 'c1.compliance-1',
    findingId: F1,
    partyId: 'party-1',
    dueOn: '2026-07-01',
    demand: 'Disconnect it.',
    noticeId: null,
    setBy: 'officer-1',
    setOn: '2026-06-15',
  },
};
const DATE = 'c1.compliance-1';
const grant = (dueOn: string | null, extensionId: string | null = null): CaseCommand => ({
  type: 'GrantExtension',
  complianceId: DATE,
  extensionId,
  dueOn,
  words: 'Until then.',
  grantedOn: null,
});
const request = (until: string): CaseCommand => ({
  type: 'RequestExtension',
  complianceId: DATE,
  until,
  reason: 'The plumber is ill.',
  requestedOn: null,
});
const granted = (n: number, dueOn: string, grantedOn: string): CaseEvent => ({
  type: 'ExtensionGranted',
  data: {
    caseId: 'c1',
    complianceId: DATE,
    extensionId: `${DATE}.extension-${n}`,
    findingId: F1,
    dueOn,
    grantedBy: 'officer-1',
    grantedOn,
    words: 'Until then.',
  },
});
const requested: CaseEvent = {
  type: 'ExtensionRequested',
  data: {
    caseId: 'c1',
    complianceId: DATE,
    extensionId: `${DATE}.extension-1`,
    until: '2026-07-15',
    reason: 'The plumber is ill.',
    requestedOn: '2026-06-15',
  },
};
const closed: CaseEvent = {
  type: 'CaseClosed',
  data: { caseId: 'c1', reason: 'other', note: null, waivers: [], closedBy: 'officer-1', closedOn: '2026-06-14' },
};

describe('a compliance date (domain.md 5.9)', () => {
  it('is set for a live finding of the case, and says nothing of days (F01)', () => {
    given(caseDecider, BEFORE, FACTS).when(set, NOW).then([dateSet]);
  });

  it('needs a finding that is here and stands', () => {
    given(caseDecider, BEFORE, factsOf())
      .when({ ...set, findingId: 'c1.finding-9' }, NOW)
      .refused('CASES.UNKNOWN_FINDING');
    given(caseDecider, BEFORE, factsOf(findingFact('c2.finding-1')))
      .when({ ...set, findingId: 'c2.finding-1' }, NOW)
      .refused('CASES.UNKNOWN_FINDING');
    given(caseDecider, BEFORE, factsOf(findingFact(F1, { withdrawn: true })))
      .when(set, NOW)
      .refused('CASES.FINDING_WITHDRAWN');
  });

  it('is set on or after the day it is asked on, and not from a day to come', () => {
    const on = (dueOn: string, setOn: string | null) => ({ ...set, dueOn, setOn }) as CaseCommand;
    given(caseDecider, BEFORE, FACTS).when(on('2026-06-14', null), NOW).refused('CASES.DUE_BEFORE_SET');
    given(caseDecider, BEFORE, FACTS).when(on('2026-07-01', '2026-06-16'), NOW).refused('CASES.NOT_YET');
    expect(given(caseDecider, BEFORE, FACTS).when(on('2026-06-15', null), NOW).events()).toHaveLength(1);
    expect(given(caseDecider, BEFORE, FACTS).when(on('2026-06-10', '2026-06-02'), NOW).events()).toHaveLength(1);
  });

  it('holds alone for its finding until it is canceled, so that earlier words stay on record (F05)', () => {
    given(caseDecider, [...BEFORE, dateSet], FACTS)
      .when(set, NOW)
      .refused('CASES.COMPLIANCE_DATE_ON_FILE', { complianceId: DATE });
    const cancel: CaseCommand = { type: 'CancelComplianceDate', complianceId: DATE, reason: 'In error' };
    const canceled = given(caseDecider, [...BEFORE, dateSet], FACTS)
      .when(cancel, NOW)
      .events();
    expect(
      given(caseDecider, [...BEFORE, dateSet, ...canceled], FACTS)
        .when(set, NOW)
        .events(),
    ).toMatchObject([{ data: { complianceId: 'c1.compliance-2' } }]);
    given(caseDecider, [...BEFORE, dateSet, ...canceled], FACTS)
      .when(cancel, NOW)
      .refused('CASES.COMPLIANCE_DATE_CANCELED');
  });

  it('is neither set nor moved in a closed case, and may be canceled there', () => {
    const before = [...BEFORE, dateSet, closed];
    given(caseDecider, before, FACTS).when(set, NOW).refused('CASES.CLOSED', { closedOn: '2026-06-14' });
    given(caseDecider, before, FACTS).when(grant('2026-07-10'), NOW).refused('CASES.CLOSED');
    expect(
      given(caseDecider, before, FACTS)
        .when({ type: 'CancelComplianceDate', complianceId: DATE, reason: 'Settled' }, NOW)
        .events(),
    ).toHaveLength(1);
  });
});

describe('an extension (domain.md 5.9; faults.md F05)', () => {
  const before = [...BEFORE, dateSet];

  it('answers a request, or is granted without one', () => {
    given(caseDecider, before, FACTS).when(request('2026-07-15'), NOW).then([requested]);
    given(caseDecider, [...before, requested], FACTS)
      .when(grant(null, `${DATE}.extension-1`), NOW)
      .then([granted(1, '2026-07-15', '2026-06-15')]);
    given(caseDecider, before, FACTS)
      .when(grant('2026-07-10'), NOW)
      .then([granted(1, '2026-07-10', '2026-06-15')]);
    given(caseDecider, before, FACTS).when(grant(null), NOW).refused('CASES.EXTENSION_NEEDS_A_DAY');
  });

  it.each(['2026-06-30', '2026-07-01'])('only moves the date later: %s is refused', (dueOn) => {
    given(caseDecider, before, FACTS).when(grant(dueOn), NOW).refused('CASES.EXTENSION_NOT_LATER');
    given(caseDecider, before, FACTS).when(request(dueOn), NOW).refused('CASES.EXTENSION_NOT_LATER');
  });

  it('is later than the extension before it', () => {
    given(caseDecider, [...before, granted(1, '2026-07-15', '2026-06-15')], FACTS)
      .when(grant('2026-07-10'), NOW)
      .refused('CASES.EXTENSION_NOT_LATER', { dueOn: '2026-07-15' });
  });

  it('is answered once', () => {
    const deny: CaseCommand = {
      type: 'DenyExtension',
      complianceId: DATE,
      extensionId: `${DATE}.extension-1`,
      reason: 'Enough time was given.',
    };
    const denied = given(caseDecider, [...before, requested], FACTS)
      .when(deny, NOW)
      .events();
    given(caseDecider, [...before, requested, ...denied], FACTS)
      .when(deny, NOW)
      .refused('CASES.EXTENSION_ANSWERED');
    given(caseDecider, [...before, requested, ...denied], FACTS)
      .when(grant(null, `${DATE}.extension-1`), NOW)
      .refused('CASES.EXTENSION_ANSWERED');
    given(caseDecider, before, FACTS).when(deny, NOW).refused('CASES.UNKNOWN_EXTENSION');
  });

  it('changes nothing before its own day: as of the day before, the old date holds', () => {
    const { complianceDates } = foldEvents(caseFold, caseFold.initialState(), [
      ...before,
      granted(1, '2026-07-15', '2026-06-20'),
      granted(2, '2026-08-01', '2026-07-10'),
    ]);
    const dueOn = (asOf: string | null) => dueOnOf(complianceDates[0]!, asOf);
    expect(dueOn('2026-06-19')).toBe('2026-07-01');
    expect(dueOn('2026-06-20')).toBe('2026-07-15');
    expect(dueOn('2026-07-09')).toBe('2026-07-15');
    expect(dueOn(null)).toBe('2026-08-01');
  });
});
