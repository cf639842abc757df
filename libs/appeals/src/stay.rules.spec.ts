import type { GrantStay, LiftStay } from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import { APPEAL, book, factsWith, filed } from './testing.js';

const grant = (overrides: Partial<GrantStay> = {}): GrantStay => ({
  type: 'GrantStay',
  appealId: APPEAL,
  resolutionNumber: '2026-128',
  days: [],
  spans: [],
  grantedOn: null,
  ...overrides,
});
const lift: LiftStay = {
  type: 'LiftStay',
  appealId: APPEAL,
  stayId: `${APPEAL}.stay-1`,
  reason: 'Security given',
  resolutionNumber: '2026-140',
};
const granted = (command = grant()): readonly AppealEvent[] => [filed(), ...book([filed()], command).events()];

describe('a stay is the act of the Board alone (conflict register G7; hard case 19)', () => {
  it('covers every day of the documents, or the days that it names', () => {
    expect(granted()[1]).toMatchObject({ data: { stayId: `${APPEAL}.stay-1`, days: null, documents: [null] } });
    expect(granted(grant({ spans: [{ from: '2026-05-16', through: '2026-05-17' }] }))[1]).toMatchObject({
      data: { days: ['2026-05-16', '2026-05-17'] },
    });
    book([filed()], grant({ days: ['2026-05-15'] })).refused('APPEALS.DAY_NOT_APPEALED', { day: '2026-05-15' });
  });

  it('stays a day once', () => {
    book(granted(), grant({ days: ['2026-05-16'] })).refused('APPEALS.ALREADY_STAYED', { stayId: `${APPEAL}.stay-1` });
    const some = granted(grant({ days: ['2026-05-16'] }));
    expect(book(some, grant({ days: ['2026-05-17'] })).events()).toHaveLength(1);
    book(some, grant()).refused('APPEALS.ALREADY_STAYED');
  });

  it('is lifted once, by resolution', () => {
    const lifted = book(granted(), lift).events();
    expect(lifted).toMatchObject([{ type: 'StayLifted', data: { resolutionNumber: '2026-140' } }]);
    book([...granted(), ...lifted], lift).refused('APPEALS.STAY_ENDED');
    book([filed()], lift).refused('APPEALS.UNKNOWN_STAY');
  });

  it('ends with an appeal that is withdrawn, by no resolution', () => {
    const withdraw = { type: 'WithdrawAppeal', appealId: APPEAL, reason: 'Paid', withdrawnOn: null } as const;
    expect(book(granted(), withdraw, factsWith()).events()).toMatchObject([
      { type: 'AppealWithdrawn' },
      { type: 'StayLifted', data: { resolutionNumber: null } },
    ]);
  });
});
