import fc from 'fast-check';

import { allocate, cents, formatCents, sumCents } from './money.js';

describe('money in whole cents', () => {
  it('shares a total over days so that the parts sum exactly and odd cents go to the earliest (offense-day rules 2)', () => {
    expect(allocate(10_000, 3)).toEqual([3_334, 3_333, 3_333]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 1, max: 2_000 }), (total, count) => {
        const parts = allocate(total, count);
        expect(sumCents(parts)).toBe(total);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        expect(parts.toSorted((a, b) => b - a)).toEqual(parts);
      }),
    );
  });

  it('adds 3,650 days at ten cents to $365.00 exactly (faults.md F15)', () => {
    expect(formatCents(sumCents(Array.from({ length: 3_650 }, () => 10)))).toBe('$365.00');
  });

  it('refuses parts of a cent, negative amounts and sums beyond the safe range', () => {
    for (const wrong of [0.5, -1, Number.NaN, 2 ** 53]) expect(() => cents(wrong)).toThrow('whole number of cents');
    expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow('whole number of cents');
    expect(() => allocate(100, 0)).toThrow('one part or more');
  });

  it('prints dollars with cents and thousands', () => {
    expect([0, 5, 123_456_789].map(formatCents)).toEqual(['$0.00', '$0.05', '$1,234,567.89']);
  });
});
