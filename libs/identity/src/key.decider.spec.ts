import { contextAt, given } from '#kernel/testing';

import { keyDecider } from './key.decider.js';
import type { KeyEvent } from './key.events.js';
import { keyNameOf } from './key.events.js';
import type { KeyFacts } from './key.facts.js';

const by = (id: string) =>
  contextAt('2026-06-01T14:00:00.000Z', { actor: { id, role: 'administrator', capacity: 'Town' } });
const FREE: KeyFacts = { onFile: true, neededBy: null, holdInForce: false };
const propose = {
  type: 'ProposeKeyDestruction',
  kind: 'party',
  subjectId: 'p1',
  reason: 'Schedule run',
  authority: 'Retention schedule, item 1',
} as const;
const proposed: KeyEvent = {
  type: 'KeyDestructionProposed',
  data: {
    destructionId: 'destruction-1',
    kind: 'party',
    subjectId: 'p1',
    reason: 'Schedule run',
    authority: 'Retention schedule, item 1',
    proposedBy: 'one',
    proposedOn: '2026-06-01',
  },
};
const destroyed: KeyEvent = {
  type: 'PersonalKeyDestroyed',
  data: {
    destructionId: 'destruction-1',
    kind: 'party',
    subjectId: 'p1',
    confirmedBy: 'two',
    destroyedOn: '2026-06-01',
  },
};
const declined: KeyEvent = {
  type: 'KeyDestructionDeclined',
  data: { destructionId: 'destruction-1', reason: 'Still owed', declinedBy: 'two', declinedOn: '2026-06-01' },
};
const confirm = { type: 'ConfirmKeyDestruction', destructionId: 'destruction-1' } as const;
const decline = { type: 'DeclineKeyDestruction', destructionId: 'destruction-1', reason: 'Still owed' } as const;

describe('a key is destroyed by two persons (issue 4, deliverables 4 and 5; domain.md 3.4)', () => {
  it('is proposed by one person, and nothing is destroyed yet', () =>
    given(keyDecider, [], FREE).when(propose, by('one')).then([proposed]));

  it('is destroyed when another person confirms', () =>
    given(keyDecider, [proposed], FREE).when(confirm, by('two')).then([destroyed]));

  it('is not confirmed by whoever proposed it, in whatever role', () =>
    given(keyDecider, [proposed], FREE).when(confirm, by('one')).refused('IDENTITY.SECOND_PERSON'));

  it('is declined by another person, or taken back by the proposer, and can be proposed anew', () => {
    given(keyDecider, [proposed], FREE).when(decline, by('two')).then([declined]);
    expect(given(keyDecider, [proposed], FREE).when(decline, by('one')).events()).toHaveLength(1);
    given(keyDecider, [proposed, declined], FREE).when(confirm, by('two')).refused('IDENTITY.DESTRUCTION_DECLINED');
    given(keyDecider, [proposed, declined], FREE)
      .when(propose, by('one'))
      .then([{ ...proposed, data: { ...proposed.data, destructionId: 'destruction-2' } }]);
  });

  it('does nothing when it is confirmed or declined a second time', () => {
    given(keyDecider, [proposed, destroyed], FREE).when(confirm, by('two')).thenNothing();
    given(keyDecider, [proposed, declined], FREE).when(decline, by('two')).thenNothing();
  });

  it('says since when it is gone when it is proposed again, and that it is proposed already', () => {
    given(keyDecider, [proposed, destroyed], FREE)
      .when(propose, by('one'))
      .refused('IDENTITY.KEY_DESTROYED', { kind: 'conflict', destructionId: 'destruction-1' });
    given(keyDecider, [proposed], FREE)
      .when(propose, by('two'))
      .refused('IDENTITY.DESTRUCTION_PROPOSED', { destructionId: 'destruction-1' });
    given(keyDecider, [proposed, destroyed], FREE).when(decline, by('two')).refused('IDENTITY.KEY_DESTROYED');
  });

  it('makes no key known by guessing: an id that is not on file is not proposed', () => {
    given(keyDecider, [], { ...FREE, onFile: false })
      .when(propose, by('one'))
      .refused('IDENTITY.UNKNOWN_SUBJECT');
    given(keyDecider, [], FREE).when(confirm, by('two')).refused('IDENTITY.UNKNOWN_DESTRUCTION');
    given(keyDecider, [], FREE).when(decline, by('two')).refused('IDENTITY.UNKNOWN_DESTRUCTION');
  });

  it.each([
    { why: 'litigationHold', caseId: 'c1' },
    { why: 'openCase' },
    { why: 'activeUser' },
    { why: 'currentMonth' },
  ] as const)('is neither proposed nor confirmed while it is needed: $why (domain.md 3.4)', (neededBy) => {
    given(keyDecider, [], { ...FREE, neededBy })
      .when(propose, by('one'))
      .refused('IDENTITY.KEY_NEEDED', neededBy);
    given(keyDecider, [proposed], { ...FREE, neededBy })
      .when(confirm, by('two'))
      .refused('IDENTITY.KEY_NEEDED', neededBy);
  });

  it('goes by the name under which the key store keeps it', () =>
    expect(keyNameOf({ kind: 'complainant', subjectId: 'k1' })).toBe('complainant-k1'));
});

describe('the register of keys', () => {
  const rotated: KeyEvent = {
    type: 'MasterKeyRotated',
    data: { masterId: 'ab', rewrapped: 3, rotatedOn: '2026-06-01' },
  };

  it('has each rotation of the master key once, also when a broken-off one is finished and told again', () => {
    const record = { type: 'RecordMasterKeyRotation', masterId: 'ab', rewrapped: 3 } as const;
    given(keyDecider, [], FREE).when(record, by('one')).then([rotated]);
    given(keyDecider, [rotated], FREE)
      .when({ ...record, rewrapped: 0 }, by('one'))
      .thenNothing();
  });

  it('notes litigation holds as they come and go, each once', () => {
    const note = { type: 'NoteLitigationHold', caseId: 'c1' } as const;
    const noted: KeyEvent = { type: 'LitigationHoldNoted', data: { caseId: 'c1' } };
    const forgotten: KeyEvent = { type: 'LitigationHoldForgotten', data: { caseId: 'c1' } };
    const inForce = { ...FREE, holdInForce: true };
    given(keyDecider, [], inForce).when(note, by('process')).then([noted]);
    given(keyDecider, [noted], inForce).when(note, by('process')).thenNothing();
    given(keyDecider, [noted], FREE).when(note, by('process')).then([forgotten]);
    given(keyDecider, [noted, forgotten], FREE).when(note, by('process')).thenNothing();
  });
});
