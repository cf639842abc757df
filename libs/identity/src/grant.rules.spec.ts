import { foldEvents } from '#kernel';

import { refuseNotInOffice } from './appointment.rules.js';
import { rowOf } from './authorization.js';
import { administratorsOn, chooseActor, grantsOn, heldOn, mayUse } from './grant.rules.js';
import type { RoleGranted, UserEvent } from './user.events.js';
import { usersFold } from './user.facts.js';

const created: UserEvent = {
  type: 'UserCreated',
  data: { userId: 'ben', name: 'N', email: 'E', origin: 'administrator', subjectKey: null, createdOn: '2026-01-01' },
};

let count = 0;
const grant = (over: Partial<RoleGranted['data']>): UserEvent => ({
  type: 'RoleGranted',
  data: {
    userId: 'ben',
    grantId: `ben.grant-${(count += 1)}`,
    role: 'officer',
    capacity: 'Town',
    from: '2026-01-01',
    through: null,
    source: 'document',
    documentReference: 'Paper',
    self: false,
    ...over,
  },
});

const users = (...events: UserEvent[]) => foldEvents(usersFold, usersFold.initialState(), [created, ...events]);
const on = (state: ReturnType<typeof users>, day = '2026-06-15') => grantsOn(state, 'ben', day);
const NOBODY = users();

describe('what a person holds on a day (issue 4: the capacity they hold on that date)', () => {
  it('first and last day belong to it; the days around do not', () => {
    const state = users(grant({ from: '2026-03-01', through: '2026-03-31' }));
    const held = (day: string) => heldOn(state, 'ben', 'officer', 'Town', day);
    expect([held('2026-02-28'), held('2026-03-01'), held('2026-03-31'), held('2026-04-01')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(heldOn(state, 'ben', 'officer', 'Village', '2026-03-15')).toBe(false);
  });

  it('a closed account holds nothing from that day on; what it held before stays true; opened again it holds the rest', () => {
    const state = users(
      grant({ role: 'administrator' }),
      { type: 'UserDeactivated', data: { userId: 'ben', from: '2026-03-10', reason: 'Leave' } },
      { type: 'UserReactivated', data: { userId: 'ben', on: '2026-03-20', reason: 'Back' } },
    );
    expect(['2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20'].map((day) => administratorsOn(state, day))).toEqual(
      [['ben'], [], [], ['ben']],
    );
  });
});

describe('in which role and for which body a person acts (domain.md 1.1)', () => {
  const row = rowOf('recordService')!;

  it('in the first role of the row that they hold, or in the one they name', () => {
    const both = on(users(grant({ role: 'clerk' }), grant({ role: 'officer' })));
    expect(chooseActor(row, 'ben', both)).toEqual({ id: 'ben', role: 'officer', capacity: 'Town' });
    expect(chooseActor(row, 'ben', both, { role: 'clerk' })).toMatchObject({ role: 'clerk' });
    expect(() => chooseActor(row, 'ben', both, { role: 'counsel' })).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NOT_YOUR_ROLE' }) as Error,
    );
  });

  it('who holds no role may do nothing at all (fault P03: an empty claim means nothing)', () => {
    expect(() => chooseActor(rowOf('getRule')!, 'ben', on(NOBODY))).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NO_ROLE', kind: 'forbidden' }) as Error,
    );
  });

  it('a role held for two bodies has to be said for which one; a capacity not held is refused', () => {
    const two = on(users(grant({}), grant({ capacity: 'Commission' })));
    expect(() => chooseActor(row, 'ben', two)).toThrow(
      expect.objectContaining({ code: 'IDENTITY.WHICH_CAPACITY', kind: 'invalid' }) as Error,
    );
    expect(chooseActor(row, 'ben', two, { capacity: 'Commission' })).toMatchObject({ capacity: 'Commission' });
    expect(() => chooseActor(row, 'ben', two, { capacity: 'Village' })).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NOT_YOUR_CAPACITY' }) as Error,
    );
  });

  it('a question about oneself is asked for no body in particular', () => {
    const two = on(users(grant({}), grant({ capacity: 'Commission' })));
    expect(chooseActor(rowOf('getMyself')!, 'ben', two)).toMatchObject({ id: 'ben', role: 'officer' });
  });

  it('a role held for the wrong body does not hide a role held for the right one', () => {
    const both = on(users(grant({ role: 'clerk', capacity: 'Village' }), grant({ role: 'boardMember' })));
    expect(chooseActor(rowOf('openHearing')!, 'ben', both)).toEqual({
      id: 'ben',
      role: 'boardMember',
      capacity: 'Town',
    });
    expect(mayUse(rowOf('openHearing')!, both)).toBe(true);
    expect(mayUse(rowOf('fileAppeal')!, both)).toBe(false);
  });

  it("the Town's Board is served by the Town's clerk alone (§ 168-30D)", () => {
    const village = on(users(grant({ role: 'clerk', capacity: 'Village' })));
    expect(() => chooseActor(rowOf('fileAppeal')!, 'ben', village)).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NOT_YOUR_CAPACITY' }) as Error,
    );
  });
});

describe("an act of one's own is done in an office held on its day (issue 4, deliverable 4)", () => {
  const actor = { id: 'ben', role: 'inspector', capacity: 'Town' } as const;
  const state = users(grant({ role: 'inspector', from: '2026-06-05' }));
  const see = (input: object) => () =>
    refuseNotInOffice(rowOf('observeViolation')!, input, state, actor, 'America/New_York');

  it('a sighting of the day before the appointment is refused, by the local day of the Town', () => {
    expect(see({ at: '2026-06-04T23:59:00-04:00' })).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error,
    );
    // 00:30 on the 5th in Poughkeepsie is 04:30 on the 5th in UTC; 23:30 on the 4th there is 03:30 on the 5th.
    expect(see({ at: '2026-06-05T03:30:00Z' })).toThrow(
      expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error,
    );
    expect(see({ at: '2026-06-05T04:30:00Z' })).not.toThrow();
    expect(see({ at: '2026-06-05T00:30' })).not.toThrow();
  });

  it('the other body is another office: held for the Village, nothing was seen for the Town', () => {
    const village = users(grant({ role: 'inspector', capacity: 'Village', from: '2026-01-01' }));
    expect(() =>
      refuseNotInOffice(rowOf('observeViolation')!, { at: '2026-06-10T10:00' }, village, actor, 'America/New_York'),
    ).toThrow(expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error);
  });

  it("a sighting that rests on evidence is not the sender's own; an empty list or null is no evidence", () => {
    const at = '2026-06-01T10:00:00-04:00';
    expect(see({ at, evidence: ['photograph-1'] })).not.toThrow();
    expect(see({ at, evidence: [] })).toThrow(expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error);
    expect(see({ at, evidence: null })).toThrow(expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error);
  });

  it("an attempt at service by another person is not the sender's own; naming oneself is", () => {
    const attempt = (attemptedBy: string) => () =>
      refuseNotInOffice(
        rowOf('recordServiceAttempt')!,
        { at: '2026-06-01T10:00:00-04:00', attemptedBy },
        state,
        actor,
        'America/New_York',
      );
    expect(attempt('somebody-else')).not.toThrow();
    expect(attempt('ben')).toThrow(expect.objectContaining({ code: 'IDENTITY.NOT_IN_OFFICE' }) as Error);
  });

  it('a finding that is said to be of an earlier day is checked; one of today, which names no day, is not', () => {
    const officer = { ...actor, role: 'officer' } as const;
    const since = users(grant({ from: '2026-06-05' }));
    const make = (input: object) => () =>
      refuseNotInOffice(rowOf('makeFinding')!, input, since, officer, 'America/New_York');
    expect(make({ madeOn: '2026-06-04' })).toThrow(
      expect.objectContaining({
        code: 'IDENTITY.NOT_IN_OFFICE',
        details: expect.objectContaining({ field: 'madeOn' }) as object,
      }) as Error,
    );
    expect(make({ madeOn: '2026-06-05' })).not.toThrow();
    expect(make({})).not.toThrow();
  });
});
