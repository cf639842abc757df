import { contextAt, given } from '#kernel/testing';

import { userDecider } from './user.decider.js';
import type { UserEvent } from './user.events.js';

const NOW = contextAt('2026-06-15T16:00:00.000Z', { actor: { id: 'anna', role: 'administrator', capacity: 'Town' } });
const TODAY = '2026-06-15';

const user = (userId: string, subjectKey: string | null = null): UserEvent => ({
  type: 'UserCreated',
  data: { userId, name: 'N', email: 'E', origin: 'administrator', subjectKey, createdOn: '2026-01-01' },
});

const grant = (
  userId: string,
  n: number,
  role: 'administrator' | 'officer' | 'boardMember' | 'clerk',
  from = '2026-01-01',
  through: string | null = null,
  source: 'document' | 'group' = 'document',
): UserEvent => ({
  type: 'RoleGranted',
  data: {
    userId,
    grantId: `${userId}.grant-${n}`,
    role,
    capacity: 'Town',
    from,
    through,
    source,
    documentReference: 'Resolution on file',
    self: false,
  },
});

const GRANT = {
  type: 'GrantRole',
  userId: 'ben',
  role: 'officer',
  capacity: 'Town',
  from: null,
  through: null,
  documentReference: 'Appointment on file',
} as const;

const book = (...events: UserEvent[]) => given(userDecider, events, undefined);

describe('roles are granted and ended with their days (domain.md 1.1; issue 4, deliverable 1)', () => {
  it('a grant runs from today until it is ended, and says what paper it rests on', () => {
    book(user('ben'))
      .when(GRANT, NOW)
      .then([
        {
          type: 'RoleGranted',
          data: {
            userId: 'ben',
            grantId: 'ben.grant-1',
            role: 'officer',
            capacity: 'Town',
            from: TODAY,
            through: null,
            source: 'document',
            documentReference: 'Appointment on file',
            self: false,
          },
        },
      ]);
  });

  it('who grants to themself is marked, for the auditor', () => {
    const [event] = book(user('anna'))
      .when({ ...GRANT, userId: 'anna' }, NOW)
      .events();
    expect(event).toMatchObject({ data: { self: true } });
  });

  it('one role in one capacity is not granted twice over the same days; after the last day it may be', () => {
    const held = [user('ben'), grant('ben', 1, 'officer', '2026-01-01', '2026-06-14')];
    book(...held)
      .when({ ...GRANT, from: '2026-06-14' }, NOW)
      .refused('IDENTITY.ALREADY_GRANTED');
    expect(
      book(...held)
        .when({ ...GRANT, from: '2026-06-15' }, NOW)
        .events(),
    ).toHaveLength(1);
    expect(
      book(...held)
        .when({ ...GRANT, from: '2026-06-14', capacity: 'Village' }, NOW)
        .events(),
    ).toHaveLength(1);
  });

  it('only the Town has a Board that hears these appeals (§ 168-30D)', () => {
    book(user('ben'))
      .when({ ...GRANT, role: 'boardMember', capacity: 'Village' }, NOW)
      .refused('IDENTITY.BOARD_IS_THE_TOWNS', { field: 'capacity' });
  });

  it('an unknown user, days out of order and a closed account are refused', () => {
    book().when(GRANT, NOW).refused('IDENTITY.UNKNOWN_USER', { field: 'userId' });
    book(user('ben'))
      .when({ ...GRANT, through: '2026-06-14' }, NOW)
      .refused('IDENTITY.ENDS_BEFORE_IT_BEGINS');
    book(user('ben'), { type: 'UserDeactivated', data: { userId: 'ben', from: TODAY, reason: 'Left' } })
      .when(GRANT, NOW)
      .refused('IDENTITY.INACTIVE');
  });

  it('a role ends with its last day; the days before stay held', () => {
    const end = { type: 'EndRole', grantId: 'ben.grant-1', through: '2026-06-10', reason: 'Left' } as const;
    const held = [user('ben'), grant('ben', 1, 'officer')];
    book(...held)
      .when(end, NOW)
      .then([
        {
          type: 'RoleGrantEnded',
          data: { userId: 'ben', grantId: 'ben.grant-1', through: '2026-06-10', reason: 'Left' },
        },
      ]);
    book(
      ...held,
      ...book(...held)
        .when(end, NOW)
        .events(),
    )
      .when({ ...end, through: '2026-06-12' }, NOW)
      .refused('IDENTITY.ALREADY_ENDED');
    book(...held)
      .when({ ...end, grantId: 'ben.grant-2' }, NOW)
      .refused('IDENTITY.UNKNOWN_GRANT');
    book(...held)
      .when({ ...end, through: '2025-12-30' }, NOW)
      .refused('IDENTITY.ENDS_BEFORE_IT_BEGINS');
  });
});

describe('a grant that should not have been made', () => {
  const held = [user('ben'), grant('ben', 1, 'officer', '2026-06-15')];
  const back = { type: 'EndRole', grantId: 'ben.grant-1', through: '2026-06-14', reason: 'Wrong person' } as const;

  it('is taken back whole with the day before its first, and does not stand in the way of another', () => {
    const after = [
      ...held,
      ...book(...held)
        .when(back, NOW)
        .events(),
    ];
    expect(
      book(...after)
        .when({ ...GRANT, from: '2026-06-01' }, NOW)
        .events(),
    ).toMatchObject([{ data: { grantId: 'ben.grant-2', from: '2026-06-01' } }]);
  });
});

describe('accounts are closed and opened again', () => {
  const close = { type: 'DeactivateUser', userId: 'ben', reason: 'Left' } as const;
  const open = { type: 'ReactivateUser', userId: 'ben', reason: 'Back' } as const;
  const CLOSED: UserEvent = { type: 'UserDeactivated', data: { userId: 'ben', from: TODAY, reason: 'Left' } };

  it('from today on; twice says nothing new', () => {
    book(user('ben')).when(close, NOW).then([CLOSED]);
    book(user('ben'), CLOSED).when(close, NOW).thenNothing();
    book(user('ben'), CLOSED)
      .when(open, NOW)
      .then([{ type: 'UserReactivated', data: { userId: 'ben', on: TODAY, reason: 'Back' } }]);
    book(user('ben')).when(open, NOW).thenNothing();
  });

  it('an account that is not known is neither closed, opened nor corrected', () => {
    book().when(close, NOW).refused('IDENTITY.UNKNOWN_USER');
    book().when(open, NOW).refused('IDENTITY.UNKNOWN_USER');
    book()
      .when({ type: 'CorrectUserDetails', userId: 'ben', name: 'N', email: 'E' }, NOW)
      .refused('IDENTITY.UNKNOWN_USER');
  });
});

describe('one administrator remains', () => {
  const end = { type: 'EndRole', grantId: 'anna.grant-1', through: null, reason: 'Leaves' } as const;
  const ALONE = [user('anna'), grant('anna', 1, 'administrator')];

  it('the last one is neither ended nor deactivated', () => {
    book(...ALONE)
      .when(end, NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: '2026-06-16' });
    book(...ALONE)
      .when({ type: 'DeactivateUser', userId: 'anna', reason: 'Leaves' }, NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: TODAY });
  });

  it('a second one whose own days end later does not help on the days after', () => {
    const both = [...ALONE, user('ben'), grant('ben', 1, 'administrator', '2026-01-01', '2026-12-31')];
    book(...both)
      .when(end, NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: '2027-01-01' });
    expect(
      book(...ALONE, user('ben'), grant('ben', 1, 'administrator'))
        .when(end, NOW)
        .events(),
    ).toHaveLength(1);
  });

  it('nor does one whose days begin later, on the days between', () => {
    book(...ALONE, user('ben'), grant('ben', 1, 'administrator', '2026-07-01'))
      .when({ ...end, through: '2026-06-20' }, NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: '2026-06-21' });
  });

  it('closing the account of the one who is to follow is refused as well', () => {
    const following = [
      user('anna'),
      grant('anna', 1, 'administrator', '2026-01-01', '2026-06-30'),
      user('ben'),
      grant('ben', 1, 'administrator', '2026-07-01'),
    ];
    book(...following)
      .when({ type: 'DeactivateUser', userId: 'ben', reason: 'Leaves' }, NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: '2026-07-01' });
  });

  it('a day that has none anyway does not keep another from leaving earlier', () => {
    const both = [
      user('anna'),
      grant('anna', 1, 'administrator', '2026-01-01', '2026-12-31'),
      user('ben'),
      grant('ben', 1, 'administrator', '2026-01-01', '2026-10-31'),
    ];
    expect(
      book(...both)
        .when({ ...end, grantId: 'ben.grant-1' }, NOW)
        .events(),
    ).toHaveLength(1);
  });

  it('the first start makes one, once', () => {
    const first = { type: 'CreateFirstAdministrator', name: 'N', email: 'E' } as const;
    expect(
      book()
        .when(first, NOW)
        .events()
        .map(({ type }) => type),
    ).toEqual(['UserCreated', 'RoleGranted']);
    book(...ALONE)
      .when(first, NOW)
      .refused('IDENTITY.ALREADY_SET_UP');
  });
});

describe('the single sign-on vouches for a person, and its groups for their roles (issue 4, deliverable 2)', () => {
  const come = (...roles: ('officer' | 'clerk' | 'administrator')[]) =>
    ({
      type: 'ProvisionUser',
      subjectKey: 'hash',
      name: 'N',
      email: 'E',
      roles: roles.map((role) => ({ role, capacity: 'Town' as const })),
    }) as const;
  const BEN = [user('ben', 'hash'), grant('ben', 1, 'officer', '2026-01-01', null, 'group')];

  it('a new person gets an account with the roles of the groups', () => {
    expect(book().when(come('officer', 'clerk'), NOW).events()).toMatchObject([
      { type: 'UserCreated', data: { origin: 'openIdConnect', subjectKey: 'hash' } },
      { type: 'RoleGranted', data: { role: 'officer', source: 'group', from: TODAY } },
      { type: 'RoleGranted', data: { role: 'clerk', grantId: expect.stringMatching(/\.grant-2$/) as string } },
    ]);
  });

  it('who left a group holds its role no more, from this very sign-in; who stays has nothing new recorded', () => {
    book(...BEN)
      .when(come('officer'), NOW)
      .thenNothing();
    expect(
      book(...BEN)
        .when(come('clerk'), NOW)
        .events(),
    ).toMatchObject([
      { type: 'RoleGrantEnded', data: { grantId: 'ben.grant-1', through: '2026-06-14' } },
      { type: 'RoleGranted', data: { role: 'clerk', grantId: 'ben.grant-2' } },
    ]);
  });

  it('a grant that rests on a paper is not touched by groups', () => {
    book(user('ben', 'hash'), grant('ben', 1, 'officer'))
      .when(come(), NOW)
      .thenNothing();
  });

  it('two groups that stand for one role grant it once', () => {
    expect(book(user('ben', 'hash')).when(come('officer', 'officer'), NOW).events()).toHaveLength(1);
  });

  it('back in the group on the day of leaving it, the role is held again', () => {
    const left = [
      ...BEN,
      ...book(...BEN)
        .when(come(), NOW)
        .events(),
    ];
    expect(
      book(...left)
        .when(come('officer'), NOW)
        .events(),
    ).toMatchObject([{ type: 'RoleGranted', data: { grantId: 'ben.grant-2', from: TODAY } }]);
  });

  it('the last administrator who comes without the group is not let in until another is one', () => {
    const alone = [user('ben', 'hash'), grant('ben', 1, 'administrator', '2026-01-01', null, 'group')];
    book(...alone)
      .when(come('officer'), NOW)
      .refused('IDENTITY.LAST_ADMINISTRATOR', { day: TODAY });
    expect(
      book(...alone, user('anna'), grant('anna', 1, 'administrator'))
        .when(come(), NOW)
        .events(),
    ).toMatchObject([{ type: 'RoleGrantEnded', data: { grantId: 'ben.grant-1' } }]);
  });

  it("a group that was mapped to another body's Board lets nobody in (§ 168-30D)", () => {
    book()
      .when({ ...come(), roles: [{ role: 'boardMember', capacity: 'Village' }] }, NOW)
      .refused('IDENTITY.BOARD_IS_THE_TOWNS');
  });

  it('an account closed here stays closed, whatever the single sign-on says', () => {
    book(...BEN, { type: 'UserDeactivated', data: { userId: 'ben', from: TODAY, reason: 'Left' } })
      .when(come('officer'), NOW)
      .refused('IDENTITY.INACTIVE');
  });
});
