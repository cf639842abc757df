import { type DomainError, isDomainError } from '#kernel';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { inclusiveDays, toDayNumber } from './local-day.js';
import {
  endOfDay,
  formatDay,
  formatEastern,
  localDayOf,
  parseInstant,
  refuseFuture,
  startOfDay,
} from './local-time.js';

const refusal = (act: () => unknown): DomainError => {
  try {
    act();
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

const hoursOf = (day: string): number =>
  (Temporal.Instant.from(endOfDay(day)).epochMilliseconds - Temporal.Instant.from(startOfDay(day)).epochMilliseconds) /
  3_600_000;

const clockChanges = readFileSync(new URL('./fixtures/DL_dst_new_york.csv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(','));

describe('the local day of an instant (Gen. Constr. Law § 19)', () => {
  it('keeps an inspection of 7 July 2026 at 8:30 PM on 7 July, though UTC has 8 July (T01)', () => {
    const { instant, original } = parseInstant('2026-07-07T20:30-04:00');
    expect(instant).toBe('2026-07-08T00:30:00.000Z');
    expect(original).toBe('2026-07-07T20:30-04:00');
    expect(localDayOf(instant)).toBe('2026-07-07');
  });

  it('finds two violation days in sightings at 23:40 on Saturday and 03:10 on the 23-hour Sunday (hard case 5)', () => {
    const saturday = localDayOf(parseInstant('2026-03-07T23:40').instant);
    const sunday = localDayOf(parseInstant('2026-03-08T03:10-04:00').instant);
    expect([saturday, sunday]).toEqual(['2026-03-07', '2026-03-08']);
    expect(inclusiveDays(saturday, sunday)).toBe(2);
    expect(hoursOf('2026-03-08')).toBe(23);
  });

  it('ends a day at midnight to the millisecond', () => {
    expect(localDayOf('2026-04-16T03:59:59.999Z')).toBe('2026-04-15');
    expect(localDayOf('2026-04-16T04:00:00.000Z')).toBe('2026-04-16');
    expect(localDayOf('2026-12-01T04:59:59.999Z')).toBe('2026-11-30');
  });

  it.each([
    ['1883-11-18T16:59:59.000Z', '1883-11-18'],
    ['1850-06-01T04:56:01.999Z', '1850-05-31'],
    ['1850-06-01T04:56:02.000Z', '1850-06-01'],
    ['1918-06-02T03:59:59.000Z', '1918-06-01'],
    ['1943-01-15T04:00:00.000Z', '1943-01-15'],
    ['1964-10-20T04:00:00.000Z', '1964-10-20'],
    ['1964-10-27T04:00:00.000Z', '1964-10-26'],
    ['1974-02-01T04:00:00.000Z', '1974-02-01'],
  ])('knows the historic clock: %s lies on %s', (instant, day) => {
    expect(localDayOf(instant)).toBe(day);
  });

  it('agrees with Temporal for any instant, in any order, in several zones', () => {
    const zones = ['America/New_York', 'UTC', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    fc.assert(
      fc.property(
        fc.integer({ min: -4_000_000_000, max: 7_000_000_000 }),
        fc.integer({ min: 0, max: 999 }),
        fc.constantFrom(...zones),
        (seconds, ms, zone) => {
          const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000 + ms);
          const text = instant.toString({ smallestUnit: 'millisecond' });
          expect(localDayOf(text, zone)).toBe(instant.toZonedDateTimeISO(zone).toPlainDate().toString());
        },
      ),
      { numRuns: 600 },
    );
  });

  it('agrees with Temporal in the hours around each change of the clock since 1990', () => {
    let at = Temporal.Instant.from('1990-01-01T00:00:00Z').toZonedDateTimeISO('America/New_York');
    for (let count = 0; count < 80; count += 1) {
      at = at.getTimeZoneTransition('next')!;
      for (const offset of [-86_400_000, -3_600_001, -1, 0, 1, 3_600_000, 21 * 3_600_000]) {
        const instant = Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds + offset);
        const zoned = instant.toZonedDateTimeISO('America/New_York');
        expect(localDayOf(instant.toString({ smallestUnit: 'millisecond' }))).toBe(zoned.toPlainDate().toString());
        const wall = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
        const hour = zoned.hour % 12 === 0 ? 12 : zoned.hour % 12;
        expect(formatEastern(instant.toString())).toContain(`, ${hour}:${wall.slice(-2)} `);
      }
    }
  });

  it.each(['2026-06-01', '2026-06-01T10:00', 'yesterday', '2026-02-30T10:00:00.000Z', '2026-06-01T24:00:00.000Z', ''])(
    'refuses %p, which is no instant',
    (text) => {
      expect(refusal(() => localDayOf(text)).code).toBe('LEGAL_TIME.NOT_A_TIME');
    },
  );

  it('refuses a zone that does not exist', () => {
    expect(refusal(() => localDayOf('2026-06-01T10:00:00.000Z', 'America/Poughkeepsie')).code).toBe(
      'LEGAL_TIME.UNKNOWN_ZONE',
    );
  });
});

describe('the changes of the clock (15 USC 260a; tz database)', () => {
  it.each(clockChanges)('%s: 23 hours on %s and 25 hours on %s, each one day', (_year, spring, fall) => {
    expect(hoursOf(spring)).toBe(23);
    expect(hoursOf(fall)).toBe(25);
    expect(inclusiveDays(spring, spring)).toBe(1);
    expect(formatEastern(startOfDay(spring))).toContain('12:00 AM EST');
    expect(formatEastern(endOfDay(spring))).toContain('12:00 AM EDT');
    expect(formatEastern(startOfDay(fall))).toContain('12:00 AM EDT');
    expect(formatEastern(endOfDay(fall))).toContain('12:00 AM EST');
    expect(refusal(() => parseInstant(`${spring}T02:30`)).code).toBe('LEGAL_TIME.NONEXISTENT_TIME');
    expect(refusal(() => parseInstant(`${fall}T01:30`)).code).toBe('LEGAL_TIME.AMBIGUOUS_TIME');
  });

  it('starts every day at midnight, or at the first moment the day has, and ends it where the next begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: toDayNumber('1900-01-01'), max: toDayNumber('2100-01-01') }),
        fc.constantFrom('America/New_York', 'America/Sao_Paulo', 'Pacific/Kiritimati'),
        (number, zone) => {
          const date = Temporal.PlainDate.from('1970-01-01').add({ days: number });
          // The day that Kiritimati left out when it moved across the date line.
          fc.pre(!(zone === 'Pacific/Kiritimati' && /^199(4-12-31|5-01-01)$/.test(date.toString())));
          const expected = (day: Temporal.PlainDate): string =>
            day.toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' });
          expect(startOfDay(date.toString(), zone)).toBe(expected(date));
          expect(endOfDay(date.toString(), zone)).toBe(expected(date.add({ days: 1 })));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('reading a moment that someone typed (domain 3.1 rule 1)', () => {
  it('requires an offset for 2026-11-01 01:30, which happens twice, and gives both readings (hard case 4)', () => {
    const error = refusal(() => parseInstant('2026-11-01 01:30', 'inspectedAt'));
    expect(error.code).toBe('LEGAL_TIME.AMBIGUOUS_TIME');
    expect(error.kind).toBe('invalid');
    expect(error.details).toMatchObject({
      field: 'inspectedAt',
      authority: '15 USC 260a',
      readings: [
        {
          text: '2026-11-01 01:30-04:00',
          instant: '2026-11-01T05:30:00.000Z',
          shown: '1 November 2026, 1:30 AM EDT',
        },
        {
          text: '2026-11-01 01:30-05:00',
          instant: '2026-11-01T06:30:00.000Z',
          shown: '1 November 2026, 1:30 AM EST',
        },
      ],
    });
    for (const reading of error.details.readings as { text: string; instant: string }[])
      expect(parseInstant(reading.text).instant).toBe(reading.instant);
  });

  it('rejects 2026-03-08 02:30, which does not exist (hard case 4)', () => {
    const error = refusal(() => parseInstant('2026-03-08 02:30', 'receivedAt'));
    expect(error.code).toBe('LEGAL_TIME.NONEXISTENT_TIME');
    expect(error.details).toMatchObject({ field: 'receivedAt', kind: 'invalid' });
    expect(parseInstant('2026-03-08T01:59:59').instant).toBe('2026-03-08T06:59:59.000Z');
    expect(parseInstant('2026-03-08T03:00').instant).toBe('2026-03-08T07:00:00.000Z');
  });

  it.each([
    ['2026-06-01T10:00-04:00', '2026-06-01T14:00:00.000Z'],
    ['2026-06-01T10:00:30.1234567-0400', '2026-06-01T14:00:30.123Z'],
    ['2026-06-01T14:00Z', '2026-06-01T14:00:00.000Z'],
    ['2026-06-01T10:00', '2026-06-01T14:00:00.000Z'],
    ['2026-12-01T10:00', '2026-12-01T15:00:00.000Z'],
    ['2026-11-01T01:30-04:00', '2026-11-01T05:30:00.000Z'],
    ['2026-06-01T23:30+14:00', '2026-06-01T09:30:00.000Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseInstant(text)).toEqual({ instant, original: text });
  });

  it('takes an offset that New York does not keep at that time as the instant it names', () => {
    expect(parseInstant('2026-03-08T02:30-05:00').instant).toBe('2026-03-08T07:30:00.000Z');
    expect(parseInstant('2026-06-01T10:00-05:00').instant).toBe('2026-06-01T15:00:00.000Z');
  });

  it.each([
    '2026-06-01',
    '2026-02-30T10:00Z',
    '2026-06-01T25:00Z',
    '2026-06-01T10:60Z',
    '2026-06-01T10:00:60Z',
    '2026-06-01T10:00+15:00',
    '0001-01-01T00:00+01:00',
    'June 1, 10 am',
    undefined,
    1_780_322_400_000,
  ])('refuses %p, naming the field', (text) => {
    const error = refusal(() => parseInstant(text, 'occurredAt'));
    expect([error.code, error.details.field, error.kind]).toEqual(['LEGAL_TIME.NOT_A_TIME', 'occurredAt', 'invalid']);
  });

  it('reads any wall time as Temporal does, or refuses it where Temporal would have to choose', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: toDayNumber('1990-01-01'), max: toDayNumber('2060-01-01') }),
        fc.integer({ min: 0, max: 1439 }),
        (number, minute) => {
          const wall = Temporal.PlainDate.from('1970-01-01')
            .add({ days: number })
            .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
          const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
            wall.toZonedDateTime('America/New_York', { disambiguation }).toInstant(),
          );
          if (earlier!.equals(later!))
            expect(parseInstant(wall.toString()).instant).toBe(earlier!.toString({ smallestUnit: 'millisecond' }));
          else expect(() => parseInstant(wall.toString())).toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses an inspection time two hours ahead of now, and takes one that is now (T03)', () => {
    const now = '2026-08-04T21:00:00-04:00';
    const error = refusal(() => refuseFuture('2026-08-04T23:00:00-04:00', now, 'inspectedAt'));
    expect([error.code, error.details.field]).toEqual(['LEGAL_TIME.IN_THE_FUTURE', 'inspectedAt']);
    expect(() => refuseFuture(now, now)).not.toThrow();
  });

  it('keeps a filter of 4 August at 21:00 on 4 August (T03)', () => {
    expect(localDayOf('2026-08-04T21:00:00-04:00')).toBe('2026-08-04');
  });
});

describe('writing a moment for people', () => {
  it('shows a payment of 12 November 2026 at 19:30 as 7:30 PM EST of that day (T05)', () => {
    expect(formatEastern('2026-11-13T00:30:00.000Z')).toBe('12 November 2026, 7:30 PM EST');
  });

  it('names the zone and shows legal time for an order effective 29 June 00:01, wherever it is read (T06)', () => {
    expect(formatEastern('2026-06-29T00:01:00-04:00')).toBe('29 June 2026, 12:01 AM EDT');
    expect(formatEastern('2026-06-28T21:01:00-07:00')).toBe('29 June 2026, 12:01 AM EDT');
    expect(formatEastern('2026-06-29T16:00:00.000Z')).toBe('29 June 2026, 12:00 PM EDT');
  });

  it('shows a date-only due date of 10 July as 10 July: a day has no zone (T02)', () => {
    expect(formatDay('2026-07-10')).toBe('Fri 10 Jul 2026');
    expect(formatDay('2026-11-30')).toBe('Mon 30 Nov 2026');
  });

  it('names another zone when the Town configures one', () => {
    expect(formatEastern('2026-11-13T00:30:00.000Z', 'America/Chicago')).toBe('12 November 2026, 6:30 PM CST');
  });
});
