import { isDomainError } from '#kernel';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addDays,
  compareDays,
  daysBetween,
  eachDay,
  fromDayNumber,
  inclusiveDays,
  isLocalDay,
  parseLocalDay,
  splitDays,
  toDayNumber,
  weekday,
} from './local-day.js';
import { localDayOf } from './local-time.js';

const FIRST = -719_162;
const LAST = 2_932_896;
const dayNumber = fc.integer({ min: FIRST, max: LAST });

const refusal = (act: () => unknown): { code: string; field: unknown } => {
  try {
    act();
  } catch (error) {
    if (isDomainError(error)) return { code: error.code, field: error.details.field };
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('local days (Gen. Constr. Law § 19: midnight to midnight)', () => {
  it('numbers days from 1970-01-01', () => {
    expect(toDayNumber('1970-01-01')).toBe(0);
    expect(toDayNumber('1969-12-31')).toBe(-1);
    expect(toDayNumber('2000-03-01')).toBe(11_017);
    expect(toDayNumber('0001-01-01')).toBe(FIRST);
    expect(toDayNumber('9999-12-31')).toBe(LAST);
  });

  it('turns every day number into a day and back without loss, as Temporal does', () => {
    fc.assert(
      fc.property(dayNumber, (number) => {
        const day = fromDayNumber(number);
        expect(toDayNumber(day)).toBe(number);
        expect(day).toBe(Temporal.PlainDate.from('1970-01-01').add({ days: number }).toString());
        expect(weekday(day)).toBe(Temporal.PlainDate.from(day).dayOfWeek);
      }),
      { numRuns: 500 },
    );
  });

  it('meets every day of four centuries in order, each once', () => {
    let previous = '1899-12-31';
    for (let number = toDayNumber('1900-01-01'); number <= toDayNumber('2300-01-01'); number += 1) {
      const day = fromDayNumber(number);
      if (!(day > previous) || toDayNumber(day) !== number) throw new Error(`${day} after ${previous}`);
      previous = day;
    }
    expect(previous).toBe('2300-01-01');
  });

  it('counts 2 calendar days, 3 inclusively, from 1 March 23:00 to 3 March 08:00, whatever the hours (T11)', () => {
    const from = localDayOf('2026-03-01T23:00:00-05:00');
    const through = localDayOf('2026-03-03T08:00:00-05:00');
    expect(daysBetween(from, through)).toBe(2);
    expect(inclusiveDays(from, through)).toBe(3);
    expect(eachDay(from, through)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
  });

  it('refuses a missing day instead of counting zero (T11)', () => {
    expect(refusal(() => daysBetween(undefined as never, '2026-03-03')).code).toBe('LEGAL_TIME.NOT_A_DAY');
    expect(refusal(() => inclusiveDays('', '2026-03-03')).code).toBe('LEGAL_TIME.NOT_A_DAY');
    expect(refusal(() => parseLocalDay(null, 'startedOn'))).toEqual({
      code: 'LEGAL_TIME.NOT_A_DAY',
      field: 'startedOn',
    });
  });

  it('counts 29 February: 27 February to 1 March 2028 is 4 days (L10)', () => {
    expect(inclusiveDays('2028-02-27', '2028-03-01')).toBe(4);
    expect(inclusiveDays('2027-02-27', '2027-03-01')).toBe(3);
  });

  it('splits an accrual at the day a new rate takes effect (L10)', () => {
    expect(splitDays('2027-12-30', '2028-01-02', ['2028-01-01'])).toEqual([
      { from: '2027-12-30', through: '2027-12-31', days: 2 },
      { from: '2028-01-01', through: '2028-01-02', days: 2 },
    ]);
    expect(splitDays('2028-01-01', '2028-01-02', ['2028-01-01', '2029-01-01'])).toEqual([
      { from: '2028-01-01', through: '2028-01-02', days: 2 },
    ]);
    expect(splitDays('2028-01-02', '2028-01-01', ['2028-01-01'])).toEqual([]);
  });

  it('never loses or doubles a day when it splits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 0, max: 900 }),
        fc.array(fc.integer({ min: -100, max: 1000 }), { maxLength: 6 }),
        (start, length, cuts) => {
          const from = fromDayNumber(start);
          const through = fromDayNumber(start + length);
          const spans = splitDays(
            from,
            through,
            cuts.map((cut) => fromDayNumber(start + cut)),
          );
          expect(spans.flatMap((span) => eachDay(span.from, span.through))).toEqual(eachDay(from, through));
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '2026-6-1',
    '26-06-01',
    '2026-06-01T00:00',
    ' 2026-06-01',
    '2026/06/01',
    '',
    20260601,
    null,
  ])('refuses %p, naming the field', (value) => {
    expect(isLocalDay(value)).toBe(false);
    expect(refusal(() => parseLocalDay(value, 'servedOn'))).toEqual({
      code: 'LEGAL_TIME.NOT_A_DAY',
      field: 'servedOn',
    });
  });

  it('steps over month ends, leap days and centuries', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01');
    expect(['2026-02-01', '2025-12-31'].sort(compareDays)).toEqual(['2025-12-31', '2026-02-01']);
    expect(inclusiveDays('2026-02-02', '2026-02-01')).toBe(0);
    expect(refusal(() => addDays('9999-12-31', 1)).code).toBe('LEGAL_TIME.NOT_A_DAY');
    expect(refusal(() => addDays('2026-01-01', 0.5)).code).toBe('LEGAL_TIME.NOT_A_DAY');
  });
});
