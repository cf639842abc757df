import { foldEvents, isDomainError } from '#kernel';
import type { SettingsEvent } from '#law/published';
import { settingsFold } from '#law/published';

import { checkCount, misdemeanorExposure } from './misdemeanor.rules.js';
import { daysFrom, LedgerBench } from './testing.js';

const settingsOf = (...events: SettingsEvent[]) => foldEvents(settingsFold, settingsFold.initialState(), events);
const finding = { findingId: 'case-a.finding-1', ruleId: '168-27G', madeOn: '2026-03-02' };
const MARCH = daysFrom('2026-03-02', 5);
const march = new LedgerBench().set(MARCH, 'observed').view.daysThrough('2026-03-31');
const asked = { finding, days: march, settings: settingsOf(), today: '2026-04-01' };

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (isDomainError(error)) return { code: error.code, ...error.details };
    throw error;
  }
};

describe('misdemeanor counts (§ 168-30A; People v Fremd)', () => {
  it('drafts five counts for 2 to 6 March, one date each, and refuses one count for $3,500 (L01)', () => {
    const span = { ...asked, from: '2026-03-02', through: '2026-03-06' };
    expect(codeOf(() => checkCount({ ...span, fineCents: 3500_00 }))).toMatchObject({
      code: 'FINES.ONE_MAXIMUM_PER_COUNT',
      separateCounts: 5,
      days: MARCH,
      maxFineCents: 1000_00,
    });
    const answer = checkCount({ ...span, fineCents: 1000_00 });
    expect(answer.countsNeeded).toBe(5);
    expect(answer.separateCounts.map(({ day }) => day)).toEqual(MARCH);
  });

  it('refuses 40 days in one count: its maximum is that of a single day (hard case 34)', () => {
    const days = new LedgerBench().set(daysFrom('2026-03-01', 40), 'observed').view.daysThrough('2026-05-01');
    const draft = { ...asked, days, from: '2026-03-01', through: '2026-04-09', today: '2026-05-01' };
    expect(codeOf(() => checkCount({ ...draft, fineCents: 1000_01 }))).toMatchObject({ separateCounts: 40 });
  });

  it('refuses a span that runs backward', () => {
    expect(
      codeOf(() => checkCount({ ...asked, from: '2026-03-06', through: '2026-03-02', fineCents: 1 })),
    ).toMatchObject({
      code: 'FINES.SPAN_BACKWARD',
    });
  });

  it('counts observed days only, and says why the others are left out (domain.md 5.10)', () => {
    const ledger = new LedgerBench()
      .set(['2026-03-02'], 'observed')
      .set(['2026-03-03'], 'inferred')
      .set(['2026-03-04'], 'presumed')
      .set(['2026-03-05'], 'forborne')
      .set(['2026-03-06'], 'heldBack')
      .set(['2026-03-07'], 'voided');
    const exposure = misdemeanorExposure({ ...asked, days: ledger.view.daysThrough('2026-03-31') });
    expect(exposure.counts.map(({ day }) => day)).toEqual(['2026-03-02']);
    expect(exposure.excluded.map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']);
  });

  it('offers inferred days where a policy says so', () => {
    const settings = settingsOf({
      type: 'PolicyAdopted',
      data: {
        policy: 'inferred-days-as-counts',
        value: true,
        resolutionNumber: '12-2026',
        adoptedOn: '2026-01-05',
        effectiveFrom: '2026-01-05',
        note: null,
      },
    });
    const days = new LedgerBench().set(MARCH, 'inferred').view.daysThrough('2026-03-31');
    expect(misdemeanorExposure({ ...asked, days }).counts).toHaveLength(0);
    expect(misdemeanorExposure({ ...asked, days, settings }).counts).toHaveLength(5);
  });

  it('gives each day two years of its own, the same date on, and § 25-a as arguable only (hard case 35; CPL 30.10)', () => {
    const days = new LedgerBench().set(['2026-03-04', '2026-03-05'], 'observed').view.daysThrough('2026-03-31');
    // 4 March 2028 is a Saturday.
    const on = (today: string) => misdemeanorExposure({ ...asked, days, today });
    expect(on('2028-03-04').counts).toMatchObject([
      { day: '2026-03-04', inTime: true, limitation: { lastDay: '2028-03-04', arguableLastDay: '2028-03-06' } },
      { day: '2026-03-05', inTime: true, limitation: { lastDay: '2028-03-05' } },
    ]);
    expect(on('2028-03-05').countsInTime).toBe(1);
    expect(on('2028-04-05').countsInTime).toBe(0);
  });

  it('is closed for § 168-28, with the reason (domain.md 2.3)', () => {
    const damage = { ...asked, finding: { ...finding, ruleId: '168-28' } };
    const exposure = misdemeanorExposure(damage);
    expect(exposure).toMatchObject({ counts: [], track: { standing: 'closed' } });
    expect(exposure.track.reason).toContain('168-28');
    expect(
      codeOf(() => checkCount({ ...damage, from: '2026-03-02', through: '2026-03-02', fineCents: 1 })),
    ).toMatchObject({
      code: 'FINES.TRACK_CLOSED',
    });
  });
});
