import fc from 'fast-check';
import { deadlineStanding, deadlineStatus } from './deadline-status.js';
import { hoursPeriod } from './hours-period.js';
import { addDays } from './local-day.js';
import { endOfDay, startOfDay } from './local-time.js';

const dueSoonDays = 7;

describe('where a deadline stands', () => {
  it('is not overdue on the due day itself, and is overdue at the midnight that ends it (T18)', () => {
    const at = (now: string) => deadlineStatus({ lastDay: '2026-04-15', now, dueSoonDays });
    expect(at('2026-04-15T09:00:00-04:00')).toBe('dueSoon');
    expect(at('2026-04-15T23:59:59.999-04:00')).toBe('dueSoon');
    expect(at('2026-04-16T00:00:00-04:00')).toBe('overdue');
  });

  it('is overdue by 1, 2 and 3 days on 10 March when due on 9, 8 and 7 March, over a change of the clock (T10)', () => {
    const late = ['2026-03-09', '2026-03-08', '2026-03-07'].map(
      (lastDay) => deadlineStanding({ lastDay, now: '2026-03-10T00:30:00-04:00', dueSoonDays }).daysLate,
    );
    expect(late).toEqual([1, 2, 3]);
  });

  it('is met one day late, not two, when due 31 October 20:00 and cured 1 November 19:30, 24.5 hours on (T08)', () => {
    const standing = deadlineStanding({
      dueInstant: '2026-10-31T20:00:00-04:00',
      stoppedOn: '2026-11-01T19:30:00-05:00',
      now: '2026-11-03T09:00:00-05:00',
      dueSoonDays,
    });
    expect(standing).toMatchObject({ status: 'metLate', daysLate: 1 });
  });

  it('is pending, then due soon from the chosen number of days before', () => {
    const at = (now: string) => deadlineStanding({ lastDay: '2026-08-31', now, dueSoonDays });
    expect(at('2026-08-23T12:00:00-04:00')).toMatchObject({ status: 'pending', daysLeft: 8 });
    expect(at('2026-08-24T00:00:00-04:00')).toMatchObject({ status: 'dueSoon', daysLeft: 7 });
  });

  it('is met by an act on the last day at any hour of it, and late by one the day after', () => {
    const done = (stoppedOn: string) =>
      deadlineStatus({ lastDay: '2026-08-31', stoppedOn, now: '2026-10-01T12:00:00-04:00', dueSoonDays });
    expect(done('2026-08-31T23:59:00-04:00')).toBe('met');
    expect(done('2026-08-31')).toBe('met');
    expect(done('2026-09-01')).toBe('metLate');
  });

  it('records lateness of a 48-hour inspection only after the latest reading (hard cases 1 and 8)', () => {
    const { dueInstant } = hoursPeriod({ receipt: '2026-05-22T16:00:00-04:00', hours: 48 });
    const done = (stoppedOn: string) =>
      deadlineStanding({ dueInstant, stoppedOn, now: '2026-06-01T12:00:00-04:00', dueSoonDays });
    expect(done('2026-05-26T16:00:00-04:00').status).toBe('met');
    expect(done('2026-05-26T16:00:01-04:00')).toMatchObject({ status: 'metLate', daysLate: 0 });
    expect(done('2026-05-26').status).toBe('met');
    expect(deadlineStatus({ dueInstant, now: '2026-05-26T16:00:00-04:00', dueSoonDays })).toBe('dueSoon');
    expect(deadlineStatus({ dueInstant, now: '2026-05-26T16:00:01-04:00', dueSoonDays })).toBe('overdue');
    const ordinary = hoursPeriod({ receipt: '2026-06-02T09:00:00-04:00', hours: 48 });
    expect(
      deadlineStatus({
        dueInstant: ordinary.dueInstant,
        stoppedOn: '2026-06-04T21:00:00-04:00',
        now: '2026-06-10T12:00:00-04:00',
        dueSoonDays,
      }),
    ).toBe('metLate');
  });

  it('does not know an act that lies after the moment asked about', () => {
    const input = { lastDay: '2026-08-31', stoppedOn: '2026-09-05', dueSoonDays };
    expect(deadlineStatus({ ...input, now: '2026-09-04T12:00:00-04:00' })).toBe('overdue');
    expect(deadlineStatus({ ...input, now: '2026-09-05T12:00:00-04:00' })).toBe('metLate');
  });

  it('is tolled while the clock is held, void when its cause is gone, and met even if later tolled', () => {
    const input = { lastDay: '2026-08-31', now: '2026-10-01T12:00:00-04:00', dueSoonDays };
    expect(deadlineStatus({ ...input, tolled: true })).toBe('tolled');
    expect(deadlineStatus({ ...input, tolled: true, stoppedOn: '2026-08-01' })).toBe('met');
    expect(deadlineStatus({ ...input, voided: true, stoppedOn: '2026-08-01' })).toBe('void');
  });

  it('has an end: a missing one is refused, not taken as never', () => {
    expect(() => deadlineStatus({ now: '2026-10-01T12:00:00-04:00', dueSoonDays })).toThrow(
      expect.objectContaining({ code: 'LEGAL_TIME.NO_DUE_DAY' }),
    );
  });

  it('turns overdue exactly at the end of its last day, on any day of any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (number) => {
        const lastDay = addDays('1985-01-01', number);
        const [end, next] = [endOfDay(lastDay), startOfDay(addDays(lastDay, 1))];
        expect(end).toBe(next);
        expect(deadlineStanding({ lastDay, now: end, dueSoonDays })).toMatchObject({ status: 'overdue', daysLate: 1 });
        expect(deadlineStatus({ lastDay, now: startOfDay(lastDay), dueSoonDays })).toBe('dueSoon');
      }),
      { numRuns: 150 },
    );
  });
});
