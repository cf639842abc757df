import fc from 'fast-check';
import { isBusinessDay } from './holidays.js';
import { hoursPeriod } from './hours-period.js';
import { localDayOf } from './local-time.js';
import { toEpochMs, writeInstant } from './zone.js';

const HOUR = 3_600_000;

describe('48 hours from receipt (§ 168-25C; domain 3.1 rule 4)', () => {
  it('over Memorial Day weekend are Sunday 16:00 for staff and late only after Tue 26 May 16:00 (hard case 1)', () => {
    const answer = hoursPeriod({ receipt: '2026-05-22T16:00:00-04:00', hours: 48 });
    expect(answer.shown).toMatchObject({
      strict: 'Sun 24 May 2026, 4:00 PM EDT',
      extended: 'Tue 26 May 2026, 4:00 PM EDT',
      staffTarget: 'Sun 24 May 2026, 4:00 PM EDT',
      latenessAfter: 'Tue 26 May 2026, 4:00 PM EDT',
    });
    expect(answer).toMatchObject({ kind: 'hours', isExtended: true, clockChanges: false, lastDay: '2026-05-26' });
    expect(answer.excluded.map(({ day, why }) => [day, why])).toEqual([
      ['2026-05-24', 'Sunday'],
      ['2026-05-25', 'Memorial Day'],
    ]);
    expect(answer.disputed?.authority).toContain('for counsel');
  });

  it('over the spring change are 17:00 EDT elapsed and 16:00 EDT by the clock; late after Mon 9 March 17:00 (hard case 2)', () => {
    const answer = hoursPeriod({ receipt: '2026-03-06T16:00:00-05:00', hours: 48 });
    expect(answer.shown).toEqual({
      strict: 'Sun 8 Mar 2026, 5:00 PM EDT',
      sameWallClock: 'Sun 8 Mar 2026, 4:00 PM EDT',
      extended: 'Mon 9 Mar 2026, 5:00 PM EDT',
      staffTarget: 'Sun 8 Mar 2026, 4:00 PM EDT',
      latenessAfter: 'Mon 9 Mar 2026, 5:00 PM EDT',
    });
    expect(toEpochMs(answer.sameWallClock) - toEpochMs('2026-03-06T16:00:00-05:00')).toBe(47 * HOUR);
    expect(answer.clockChanges).toBe(true);
  });

  it('from Thu 2 July 2026 16:00 end on Saturday the 4th and extend to Mon 6 July 16:00 (hard case 7)', () => {
    const answer = hoursPeriod({ receipt: '2026-07-02T16:00:00-04:00', hours: 48 });
    expect(answer.shown).toMatchObject({
      strict: 'Sat 4 Jul 2026, 4:00 PM EDT',
      extended: 'Mon 6 Jul 2026, 4:00 PM EDT',
    });
    expect(answer.excluded[0]).toMatchObject({ day: '2026-07-04', why: 'Saturday, Independence Day' });
  });

  it('from Thu 2 July 2026 15:30 run to the same hour of Monday (DL-07)', () => {
    expect(hoursPeriod({ receipt: '2026-07-02T15:30:00-04:00', hours: 48 })).toMatchObject({
      rawEnd: '2026-07-04',
      strict: '2026-07-04T19:30:00.000Z',
      extended: '2026-07-06T19:30:00.000Z',
      dueInstant: '2026-07-06T19:30:00.000Z',
    });
  });

  it('from Fri 6 March 2026 10:00 show 11:00 EDT elapsed and 10:00 by the wall clock, both visible (DL-14)', () => {
    const answer = hoursPeriod({ receipt: '2026-03-06T10:00:00-05:00', hours: 48 });
    expect([answer.shown.strict, answer.shown.sameWallClock]).toEqual([
      'Sun 8 Mar 2026, 11:00 AM EDT',
      'Sun 8 Mar 2026, 10:00 AM EDT',
    ]);
    expect(answer.steps.map(({ instant }) => instant)).toEqual(
      expect.arrayContaining([answer.strict, answer.sameWallClock, answer.staffTarget, answer.latenessAfter]),
    );
  });

  it('from Fri 6 March 2026 16:28 end Sunday 17:28 EDT, with § 25-a Monday 17:28, the rule shown (T15)', () => {
    const answer = hoursPeriod({ receipt: '2026-03-06T16:28:00-05:00', hours: 48 });
    expect(answer.shown).toMatchObject({
      strict: 'Sun 8 Mar 2026, 5:28 PM EDT',
      extended: 'Mon 9 Mar 2026, 5:28 PM EDT',
    });
    expect(answer.rule.map(({ authority }) => authority)).toContain('Gen. Constr. Law § 25-a');
  });

  it('over the fall change keep 15:00 EST for staff and are late only after the wall-clock reading on Monday', () => {
    const answer = hoursPeriod({ receipt: '2026-10-30T16:00:00-04:00', hours: 48 });
    expect(answer.shown).toEqual({
      strict: 'Sun 1 Nov 2026, 3:00 PM EST',
      sameWallClock: 'Sun 1 Nov 2026, 4:00 PM EST',
      extended: 'Mon 2 Nov 2026, 3:00 PM EST',
      staffTarget: 'Sun 1 Nov 2026, 3:00 PM EST',
      latenessAfter: 'Mon 2 Nov 2026, 4:00 PM EST',
    });
  });

  it('that end on a business day in an ordinary week have one reading and nothing to dispute', () => {
    const answer = hoursPeriod({ receipt: '2026-06-02T09:15:00-04:00', hours: 48 });
    expect(answer).toMatchObject({
      strict: '2026-06-04T13:15:00.000Z',
      extended: '2026-06-04T13:15:00.000Z',
      latenessAfter: '2026-06-04T13:15:00.000Z',
      staffTarget: '2026-06-04T13:15:00.000Z',
      isExtended: false,
      excluded: [],
      disputed: null,
    });
  });
});

describe('other periods of hours', () => {
  it('end 24 hours after a notice affixed 2018-11-13 10:50 at 10:50 the next day, to the minute (DEC-26)', () => {
    expect(hoursPeriod({ receipt: '2018-11-13T10:50:00-05:00', hours: 24 }).shown.latenessAfter).toBe(
      'Wed 14 Nov 2018, 10:50 AM EST',
    );
  });

  it('never tell staff a later time than any reading, nor record lateness before any, nor end a stated hour on no business day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500_000_000, max: 3_000_000_000 }),
        fc.constantFrom(24, 36, 48, 72),
        (seconds, hours) => {
          const receiptMs = seconds * 1000;
          const receipt = writeInstant(receiptMs);
          const answer = hoursPeriod({ receipt, hours });
          const readings = [answer.strict, answer.extended, answer.sameWallClock, answer.extendedSameWallClock].sort();
          expect(answer.staffTarget).toBe(readings[0]);
          expect(answer.latenessAfter).toBe(readings[3]);
          expect(toEpochMs(answer.strict) - receiptMs).toBe(hours * HOUR);
          expect(isBusinessDay(localDayOf(answer.extended))).toBe(true);
          expect(isBusinessDay(answer.lastDay)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuse a missing receipt and a length that is no whole number', () => {
    expect(() => hoursPeriod({ receipt: undefined as never, hours: 48 })).toThrow(
      expect.objectContaining({ code: 'LEGAL_TIME.NOT_A_TIME' }),
    );
    expect(() => hoursPeriod({ receipt: '2026-06-02T13:15:00.000Z', hours: 1.5 })).toThrow(
      expect.objectContaining({ code: 'LEGAL_TIME.BAD_COUNT' }),
    );
  });
});
