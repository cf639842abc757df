import { contextAt, given } from '#kernel/testing';

import type { SealCommand } from './seal.commands.js';
import { sealDecider } from './seal.decider.js';
import type { SealEvent } from './seal.events.js';
import { mayKnow, sealsFold, type SealFacts } from './seal.facts.js';

const NOW = contextAt('2026-06-15T14:00:00.000Z');
const ON_FILE: SealFacts = { onFile: true, goesOnIn: null, unknownUsers: [] };

const seal: SealCommand = {
  type: 'SealCase',
  caseId: 'c1',
  reason: 'Trade secrets in the samples',
  authority: 'Order of the court',
  visibleTo: ['user-1', 'user-1'],
};
const sealed: SealEvent = {
  type: 'CaseSealed',
  data: {
    caseId: 'c1',
    reason: 'Trade secrets in the samples',
    authority: 'Order of the court',
    visibleTo: ['user-1'],
    sealedOn: '2026-06-15',
  },
};
const access = (type: 'GrantSealedAccess' | 'EndSealedAccess', userId: string): SealCommand => ({
  type,
  caseId: 'c1',
  userId,
  reason: 'Works on it',
});
const granted: SealEvent = {
  type: 'SealedAccessGranted',
  data: { caseId: 'c1', userId: 'user-2', reason: 'Works on it', grantedOn: '2026-06-15' },
};
const ended: SealEvent = {
  type: 'SealedAccessEnded',
  data: { caseId: 'c1', userId: 'user-1', reason: 'Works on it', endedOn: '2026-06-15' },
};
const unsealed: SealEvent = {
  type: 'CaseUnsealed',
  data: { caseId: 'c1', reason: 'The order was lifted', unsealedOn: '2026-06-15' },
};

describe('the seals of the town (issue 4, deliverable 5; design section 4)', () => {
  it('a case on file is sealed once, each person named once', () => {
    given(sealDecider, [], ON_FILE).when(seal, NOW).then([sealed]);
    given(sealDecider, [sealed], ON_FILE).when(seal, NOW).refused('IDENTITY.SEALED');
    given(sealDecider, [], { ...ON_FILE, onFile: false })
      .when(seal, NOW)
      .refused('CASES.UNKNOWN_CASE');
  });

  it('a case that goes on in another is sealed there, and the refusal names it', () => {
    given(sealDecider, [], { ...ON_FILE, goesOnIn: 'c2' })
      .when(seal, NOW)
      .refused('IDENTITY.CASE_GOES_ON', { intoCaseId: 'c2' });
  });

  it('access goes to users with an account only: a mistyped id would let nobody in and look as if it did', () => {
    const facts = { ...ON_FILE, unknownUsers: ['user-7'] };
    given(sealDecider, [], facts).when(seal, NOW).refused('IDENTITY.UNKNOWN_USER', { field: 'visibleTo' });
    given(sealDecider, [sealed], facts)
      .when(access('GrantSealedAccess', 'user-7'), NOW)
      .refused('IDENTITY.UNKNOWN_USER', { field: 'userId' });
  });

  it('access is granted and ended while the seal is on', () => {
    given(sealDecider, [sealed], ON_FILE).when(access('GrantSealedAccess', 'user-2'), NOW).then([granted]);
    given(sealDecider, [sealed], ON_FILE)
      .when(access('GrantSealedAccess', 'user-1'), NOW)
      .refused('IDENTITY.HAS_SEALED_ACCESS');
    given(sealDecider, [sealed], ON_FILE).when(access('EndSealedAccess', 'user-1'), NOW).then([ended]);
    given(sealDecider, [sealed, ended], ON_FILE)
      .when(access('EndSealedAccess', 'user-1'), NOW)
      .refused('IDENTITY.NO_SEALED_ACCESS');
    given(sealDecider, [], ON_FILE).when(access('GrantSealedAccess', 'user-2'), NOW).refused('IDENTITY.NOT_SEALED');
  });

  it('a seal comes off, and the case can be sealed again with nobody let in from before', () => {
    const unseal: SealCommand = { type: 'UnsealCase', caseId: 'c1', reason: 'The order was lifted' };
    given(sealDecider, [sealed], ON_FILE).when(unseal, NOW).then([unsealed]);
    given(sealDecider, [sealed, unsealed], ON_FILE).when(unseal, NOW).refused('IDENTITY.NOT_SEALED');
    given(sealDecider, [sealed, granted, unsealed], ON_FILE).when(seal, NOW).then([sealed]);
  });

  it('counsel, the program itself and who is named may know of a sealed case; everybody of one that is not (P06)', () => {
    const folded = (...events: SealEvent[]) => events.reduce(sealsFold.evolve, sealsFold.initialState());
    const state = folded(sealed, granted, ended);
    const may = (id: string, role: Parameters<typeof mayKnow>[2]['role']) => mayKnow(state, 'c1', { id, role });
    expect(may('anybody', 'counsel')).toBe(true);
    expect(may('process-x', 'process')).toBe(true);
    expect(may('user-2', 'officer')).toBe(true);
    expect(may('user-1', 'officer')).toBe(false);
    expect(may('user-3', 'administrator')).toBe(false);
    expect(mayKnow(state, 'c2', { id: 'user-3', role: 'clerk' })).toBe(true);
    expect(mayKnow(folded(sealed, unsealed), 'c1', { id: 'user-3', role: 'clerk' })).toBe(true);
  });
});
