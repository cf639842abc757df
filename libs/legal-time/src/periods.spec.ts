import fc from 'fast-check';
import { isBusinessDay } from './holidays.js';
import { CIVIL_LIMITATION, CRIMINAL_LIMITATION, firstOffenseDayAfter, limitationLastDay } from './limitations.js';
import { addDays, compareDays, daysBetween, fromDayNumber, toDayNumber, weekday } from './local-day.js';
import { formatDay, localDayOf } from './local-time.js';
import { businessDaysPeriod, daysBefore, daysPeriod, monthsPeriod, yearsAndDays, yearsPeriod } from './periods.js';

const anyDay = fc
  .integer({ min: toDayNumber('1985-01-01'), max: toDayNumber('2120-01-01') })
  .map((number) => fromDayNumber(number));
const anyCount = fc.integer({ min: 1, max: 400 });

describe('periods of days (Gen. Constr. Law §§ 20, 25-a)', () => {
  it('let a sewer available on 2026-07-01 be connected through Mon 31 August; first violation day 1 September (hard case 10)', () => {
    const answer = daysPeriod({ start: '2026-07-01', count: 60, extend: true });
    expect(answer).toMatchObject({
      kind: 'days',
      start: { day: '2026-07-01' },
      rawEnd: '2026-08-30',
      lastDay: '2026-08-31',
      extended: true,
      excluded: [
        { day: '2026-07-01', why: 'day of the event', authority: 'Gen. Constr. Law § 20' },
        { day: '2026-08-30', why: 'Sunday', authority: 'Gen. Constr. Law § 25-a' },
      ],
    });
    expect(firstOffenseDayAfter(answer.lastDay)).toBe('2026-09-01');
  });

  it('let a sewer available on 2026-07-09 be connected through Tue 8 September, after Labor Day (hard case 11)', () => {
    const answer = daysPeriod({ start: '2026-07-09', count: 60, extend: true });
    expect(answer).toMatchObject({ rawEnd: '2026-09-07', lastDay: '2026-09-08', extended: true });
    expect(answer.excluded.at(-1)).toEqual({
      day: '2026-09-07',
      why: 'Labor Day',
      authority: 'Gen. Constr. Law § 24',
    });
    expect(firstOffenseDayAfter(answer.lastDay)).toBe('2026-09-09');
  });

  it('make an act of Mon 1964-10-19 timely within 30 days of 1964-09-17 (DL-01, Bedford)', () => {
    const answer = daysPeriod({ start: '1964-09-17', count: 30, extend: true });
    expect([formatDay(answer.rawEnd), formatDay(answer.lastDay)]).toEqual(['Sat 17 Oct 1964', 'Mon 19 Oct 1964']);
    expect(compareDays(localDayOf('1964-10-19T09:20:00-04:00'), answer.lastDay)).toBeLessThanOrEqual(0);
  });

  it('leave an end on Fri 2026-07-03 where it is (DL-09)', () => {
    expect(daysPeriod({ start: '2026-06-03', count: 30, extend: true })).toMatchObject({
      rawEnd: '2026-07-03',
      lastDay: '2026-07-03',
      extended: false,
    });
  });

  it('move an end on Election Day 2026-11-03 to Wednesday (DL-11)', () => {
    expect(daysPeriod({ start: '2026-09-04', count: 60, extend: true })).toMatchObject({
      rawEnd: '2026-11-03',
      lastDay: '2026-11-04',
    });
  });

  it("move an end on Lincoln's Birthday 2025-02-12 to Thursday (DL-13)", () => {
    expect(daysPeriod({ start: '2025-01-13', count: 30, extend: true })).toMatchObject({
      rawEnd: '2025-02-12',
      lastDay: '2025-02-13',
    });
  });

  it('end 10 days from 2018-11-13 on Fri 23 November: the day after Thanksgiving is a business day (DEC-26)', () => {
    const answer = daysPeriod({ start: '2018-11-13', count: 10, extend: true });
    expect(answer).toMatchObject({ lastDay: '2018-11-23', extended: false });
    expect(weekday(answer.lastDay)).toBe(5);
  });

  it('end 20 days from 2 March 2026 on Sunday 22 March, Monday 23 March with § 25-a (T16)', () => {
    expect(daysPeriod({ start: '2026-03-02', count: 20, extend: false })).toMatchObject({
      rawEnd: '2026-03-22',
      lastDay: '2026-03-22',
      extended: false,
    });
    expect(daysPeriod({ start: '2026-03-02', count: 20, extend: true }).lastDay).toBe('2026-03-23');
  });

  it('add days for mail only where counsel names the rule that adds them, and show it (DL-17)', () => {
    const added = { count: 5, reason: 'served by mail', authority: '9 NYCRR 588.7(c)' };
    const plain = daysPeriod({ start: '2026-06-01', count: 30, extend: true });
    const mailed = daysPeriod({ start: '2026-06-01', count: 30, extend: true, added });
    const overnight = daysPeriod({
      start: '2026-06-01',
      count: 30,
      extend: true,
      added: { count: 1, reason: 'served by overnight delivery', authority: '9 NYCRR 588.7(c)' },
    });
    expect([plain.rawEnd, mailed.rawEnd, overnight.rawEnd]).toEqual(['2026-07-01', '2026-07-06', '2026-07-02']);
    expect(mailed.rule).toContainEqual({ text: 'served by mail', authority: '9 NYCRR 588.7(c)' });
  });

  it('honor a special day entered by hand', () => {
    const specials = [{ day: '2026-08-31', name: 'Day of prayer', authority: 'Proclamation 12 of 2026' }];
    expect(daysPeriod({ start: '2026-07-01', count: 60, extend: true, specials }).lastDay).toBe('2026-09-01');
  });

  it('say every rule, step and excluded day in words', () => {
    const setBy = { text: 'Connect within 60 days of availability.', authority: 'the Article' };
    const answer = daysPeriod({ start: '2026-07-09', count: 60, extend: true, setBy });
    expect(answer.rule.map(({ authority }) => authority)).toEqual([
      'the Article',
      'Gen. Constr. Law § 20',
      'Gen. Constr. Law § 25-a',
    ]);
    expect(answer.steps.map(({ text }) => text)).toEqual([
      'The period runs from Thu 9 Jul 2026.',
      'Day 1 is Fri 10 Jul 2026.',
      'Day 60 is Mon 7 Sep 2026.',
      'The end falls on Mon 7 Sep 2026 (Labor Day), so the period runs through Tue 8 Sep 2026.',
      'Last day: Tue 8 Sep 2026. Late from Wed 9 Sep 2026 on.',
    ]);
  });

  it.each([0, -1, 1.5, NaN, 1e9, undefined])('refuse a length of %p', (count) => {
    expect(() => daysPeriod({ start: '2026-07-01', count: count as number, extend: true })).toThrow(
      expect.objectContaining({ code: 'LEGAL_TIME.BAD_COUNT' }),
    );
  });
});

describe('periods of business days', () => {
  it('end 20 business days from Fri 13 November 2026 on Mon 14 December, Thanksgiving passed over (T20)', () => {
    const answer = businessDaysPeriod({ start: '2026-11-13', count: 20 });
    expect(answer).toMatchObject({
      kind: 'businessDays',
      lastDay: '2026-12-14',
      rawEnd: '2026-12-14',
      extended: false,
    });
    expect(answer.excluded).toContainEqual({
      day: '2026-11-26',
      why: 'Thanksgiving Day',
      authority: 'Gen. Constr. Law § 24',
    });
    expect(answer.excluded).toHaveLength(1 + 8 + 1 + 2);
  });

  it('hold exactly as many business days as asked, and account for every other day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (start, count) => {
        const { lastDay, excluded } = businessDaysPeriod({ start, count });
        expect(isBusinessDay(lastDay)).toBe(true);
        expect(daysBetween(start, lastDay)).toBe(count + excluded.length - 1);
      }),
      { numRuns: 150 },
    );
  });
});

describe('periods of months (Gen. Constr. Law §§ 30, 25-a)', () => {
  it('end 4 months from service on 2026-10-31 on Sunday 2027-02-28, extended to Mon 1 March (hard case 14, CPLR 217)', () => {
    expect(monthsPeriod({ start: '2026-10-31', count: 4, extend: true })).toMatchObject({
      kind: 'months',
      rawEnd: '2027-02-28',
      lastDay: '2027-03-01',
      extended: true,
    });
    expect(monthsPeriod({ start: '2026-10-31', count: 4, extend: false }).lastDay).toBe('2027-02-28');
  });

  it('end on the same-numbered day, or on the last of a shorter month', () => {
    const end = (start: string, count: number): string => monthsPeriod({ start, count, extend: false }).rawEnd;
    expect(end('2026-01-15', 4)).toBe('2026-05-15');
    expect(end('2026-08-31', 1)).toBe('2026-09-30');
    expect(end('2027-10-31', 4)).toBe('2028-02-29');
    expect(end('2026-02-28', 1)).toBe('2026-03-28');
    expect(end('2026-11-30', 3)).toBe('2027-02-28');
  });
});

describe('periods of years (Gen. Constr. Law § 58)', () => {
  it('end a two-year term from 1979-03-28 on Saturday 1981-03-28, not rolled over (DEC-36)', () => {
    const answer = yearsPeriod({ start: '1979-03-28', count: 2, extend: false });
    expect(answer).toMatchObject({ kind: 'years', rawEnd: '1981-03-28', lastDay: '1981-03-28', extended: false });
    expect(weekday(answer.lastDay)).toBe(6);
    expect(answer.steps.some(({ text }) => text.includes('Saturday') && text.includes('not extended'))).toBe(true);
  });

  it('end a year that starts on 29 February on 28 February, or on the 29th where there is one', () => {
    expect(yearsPeriod({ start: '2024-02-29', count: 1, extend: false }).rawEnd).toBe('2025-02-28');
    expect(yearsPeriod({ start: '2024-02-29', count: 4, extend: false }).rawEnd).toBe('2028-02-29');
  });

  it('end a year on 28 February of a leap year, with 29 February shown as arguable', () => {
    const answer = yearsPeriod({ start: '2023-02-28', count: 1, extend: false });
    expect([answer.lastDay, answer.arguable?.lastDay]).toEqual(['2024-02-28', '2024-02-29']);
    expect(yearsPeriod({ start: '2022-02-28', count: 1, extend: false }).arguable).toBeUndefined();
  });

  it('end one year and 90 days from 2006-12-20 on Wed 2008-03-19, so that 20 March is one day late (DL-03, DeCicco)', () => {
    const answer = yearsAndDays({ start: '2006-12-20', years: 1, days: 90, extend: true });
    expect(answer).toMatchObject({
      kind: 'yearsAndDays',
      rawEnd: '2008-03-19',
      lastDay: '2008-03-19',
      extended: false,
    });
    expect(answer.steps).toContainEqual(expect.objectContaining({ day: '2007-12-20' }));
    expect(daysBetween(answer.lastDay, '2008-03-20')).toBe(1);
  });
});

describe('limitations that run from an offense day', () => {
  it('bar a prosecution of a day 25 months ago and still allow a suit for the penalty (hard case 35)', () => {
    const [offenseDay, today] = ['2024-10-30', '2026-11-30'];
    const criminal = limitationLastDay(offenseDay, CRIMINAL_LIMITATION.years);
    const civil = limitationLastDay(offenseDay, CIVIL_LIMITATION.years);
    expect([criminal.lastDay, civil.lastDay]).toEqual(['2026-10-30', '2027-10-30']);
    expect(criminal.lastDay < today && today <= civil.lastDay).toBe(true);
  });

  it('do not rely on § 25-a, and show its reading as arguable', () => {
    const answer = limitationLastDay('2024-02-29', 2);
    expect(answer).toMatchObject({
      lastDay: '2026-02-28',
      arguableLastDay: '2026-03-02',
      extended: false,
      arguable: { lastDay: '2026-03-02', authority: 'Gen. Constr. Law § 25-a' },
    });
    const onBusinessDay = limitationLastDay('2024-10-30', 2);
    expect([onBusinessDay.arguableLastDay, onBusinessDay.arguable]).toEqual([onBusinessDay.lastDay, undefined]);
  });
});

describe('days before an event (Gen. Constr. Law § 20)', () => {
  it('find 5 days between service on 2009-12-17 and the hearing on 2009-12-22, whatever the hours (DL-05, Lehman Bros.)', () => {
    const answer = daysBefore({ event: '2009-12-22', count: 5, doneOn: '2009-12-17' });
    expect(answer).toMatchObject({ kind: 'daysBefore', lastDay: '2009-12-17', daysGiven: 5, enough: true });
    expect(daysBefore({ event: '2009-12-22', count: 5, doneOn: '2009-12-18' })).toMatchObject({
      daysGiven: 4,
      enough: false,
    });
  });

  it('are not moved by § 25-a, and say when the last day is no business day', () => {
    const answer = daysBefore({ event: '2026-07-09', count: 5 });
    expect([answer.lastDay, answer.extended, answer.enough]).toEqual(['2026-07-04', false, undefined]);
    expect(answer.steps.at(-1)?.text).toContain('Saturday, Independence Day');
  });
});

describe('every extended period', () => {
  it('ends on a business day, the first at or after its raw end, with every day between accounted for', () => {
    const periods = fc.oneof(
      fc.record({ start: anyDay, count: anyCount }).map((p) => daysPeriod({ ...p, extend: true })),
      fc.record({ start: anyDay, count: anyCount }).map((p) => monthsPeriod({ ...p, extend: true })),
      fc
        .record({ start: anyDay, count: fc.constantFrom(1, 2, 3, 6, 10) })
        .map((p) => yearsPeriod({ ...p, extend: true })),
      fc
        .record({ start: anyDay, years: fc.constantFrom(1, 2), days: anyCount })
        .map((p) => yearsAndDays({ ...p, extend: true })),
    );
    fc.assert(
      fc.property(periods, ({ rawEnd, lastDay, extended, excluded }) => {
        expect(isBusinessDay(lastDay)).toBe(true);
        expect(extended).toBe(rawEnd !== lastDay);
        expect(excluded.filter(({ day }) => day >= rawEnd)).toHaveLength(daysBetween(rawEnd, lastDay));
        for (let day = rawEnd; day < lastDay; day = addDays(day, 1)) expect(isBusinessDay(day)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
