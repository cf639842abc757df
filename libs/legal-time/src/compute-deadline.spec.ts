import { isDomainError } from '#kernel';
import { computeDeadline, parseSpecialHolidays, type DeadlineRequest } from './compute-deadline.js';

const refusal = (request: unknown): [string, unknown] => {
  try {
    computeDeadline(request as DeadlineRequest);
  } catch (error) {
    if (isDomainError(error)) return [error.code, error.details.field];
    throw error;
  }
  throw new Error('nothing was refused');
};

const answered: [string, DeadlineRequest, object][] = [
  ['hard case 10', { rule: 'days', start: '2026-07-01', count: 60, extend: true }, { lastDay: '2026-08-31' }],
  ['T20', { rule: 'businessDays', start: '2026-11-13', count: 20 }, { lastDay: '2026-12-14' }],
  ['hard case 14', { rule: 'months', start: '2026-10-31', count: 4, extend: true }, { lastDay: '2027-03-01' }],
  ['DEC-36', { rule: 'years', start: '1979-03-28', count: 2, extend: false }, { lastDay: '1981-03-28' }],
  ['DL-03', { rule: 'yearsAndDays', start: '2006-12-20', years: 1, days: 90, extend: true }, { lastDay: '2008-03-19' }],
  ['DL-05', { rule: 'daysBefore', event: '2009-12-22', count: 5, doneOn: '2009-12-17' }, { enough: true }],
  ['T15', { rule: 'hours', receipt: '2026-03-06T16:28', hours: 48 }, { extended: '2026-03-09T21:28:00.000Z' }],
];

describe('a question about a deadline from outside', () => {
  it.each(answered)('is answered with its explanation, unchanged by JSON (%s)', (_source, request, expected) => {
    const answer = computeDeadline(JSON.parse(JSON.stringify(request)) as DeadlineRequest);
    expect(answer).toMatchObject(expected);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    expect(answer.steps.length).toBeGreaterThan(1);
    expect(answer.rule.every(({ text, authority }) => text !== '' && authority !== '')).toBe(true);
  });

  it('takes special holidays and the rule that sets the period', () => {
    const answer = computeDeadline({
      rule: 'days',
      start: '2026-07-01',
      count: 60,
      extend: true,
      specials: [{ day: '2026-08-31', name: 'Day of prayer', authority: 'Proclamation 12 of 2026' }],
      setBy: { text: 'Appeal within 60 days.', authority: 'Board resolution 2026-14' },
    });
    expect(answer.lastDay).toBe('2026-09-01');
    expect(answer.rule[0]?.authority).toBe('Board resolution 2026-14');
  });

  it.each<[string, unknown, [string, string]]>([
    ['nothing', undefined, ['LEGAL_TIME.BAD_REQUEST', 'request']],
    ['an unknown rule', { rule: 'weeks' }, ['LEGAL_TIME.BAD_REQUEST', 'rule']],
    ['an inherited name as rule', { rule: 'toString' }, ['LEGAL_TIME.BAD_REQUEST', 'rule']],
    ['no start', { rule: 'days', count: 5, extend: true }, ['LEGAL_TIME.NOT_A_DAY', 'start']],
    ['30 February', { rule: 'days', start: '2026-02-30', count: 5, extend: true }, ['LEGAL_TIME.NOT_A_DAY', 'start']],
    ['no count', { rule: 'days', start: '2026-02-01', extend: true }, ['LEGAL_TIME.BAD_COUNT', 'count']],
    [
      'a count as text',
      { rule: 'months', start: '2026-02-01', count: '4', extend: true },
      ['LEGAL_TIME.BAD_COUNT', 'count'],
    ],
    [
      'a count beyond the calendar',
      { rule: 'years', start: '2026-02-01', count: 9000, extend: true },
      ['LEGAL_TIME.NOT_A_DAY', 'count'],
    ],
    ['extension unsaid', { rule: 'days', start: '2026-02-01', count: 5 }, ['LEGAL_TIME.BAD_REQUEST', 'extend']],
    [
      'a doubled receipt',
      { rule: 'hours', receipt: '2026-11-01T01:30', hours: 48 },
      ['LEGAL_TIME.AMBIGUOUS_TIME', 'receipt'],
    ],
    [
      'a skipped receipt',
      { rule: 'hours', receipt: '2026-03-08T02:30', hours: 48 },
      ['LEGAL_TIME.NONEXISTENT_TIME', 'receipt'],
    ],
    [
      'a zone unknown',
      { rule: 'hours', receipt: '2026-03-08T02:30Z', hours: 48, zone: 'Mars' },
      ['LEGAL_TIME.UNKNOWN_ZONE', 'zone'],
    ],
    [
      'days added without authority',
      { rule: 'days', start: '2026-02-01', count: 5, extend: true, added: { count: 5, reason: 'mail' } },
      ['LEGAL_TIME.BAD_REQUEST', 'added.authority'],
    ],
  ])('is refused with %s, naming the field', (_what, request, expected) => {
    expect(refusal(request)).toEqual(expected);
  });

  it('refuses a special holiday without the paper that appoints it (Gen. Constr. Law § 24)', () => {
    expect(() => parseSpecialHolidays([{ day: '2026-09-15', name: 'Day of prayer' }])).toThrow(
      expect.objectContaining({ code: 'LEGAL_TIME.BAD_REQUEST' }),
    );
    expect(parseSpecialHolidays(undefined)).toEqual([]);
  });
});
