import { DomainError } from './domain-error.js';

/** An amount of money in whole cents of a dollar. */
export type Cents = number;

/**
 * Checks that a number is an amount: a whole, safe number of cents, not negative.
 * @throws MONEY.NOT_WHOLE_CENTS
 */
export const cents = (value: number, field?: string): Cents => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new DomainError('MONEY.NOT_WHOLE_CENTS', 'An amount is a whole number of cents, zero or more.', {
      kind: 'invalid',
      field,
      value,
    });
  return value;
};

/** Sum of amounts in cents. @throws MONEY.NOT_WHOLE_CENTS when the sum leaves the safe range. */
export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

/**
 * Shares a total equally over `count` parts; the odd cents go to the earliest parts, so that the parts always sum to
 * the total (offense-day rules, "Fines": a total is shared equally, odd cents to the earliest days).
 * @throws MONEY.NOTHING_TO_SHARE_OVER when count is not a positive whole number
 */
export const allocate = (total: Cents, count: number): Cents[] => {
  cents(total);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new DomainError('MONEY.NOTHING_TO_SHARE_OVER', 'A total can be shared over one part or more.', {
      kind: 'invalid',
      count,
    });
  const share = Math.floor(total / count);
  const odd = total - share * count;
  return Array.from({ length: count }, (_, index) => share + (index < odd ? 1 : 0));
};

/** `123456` as `$1,234.56`. */
export const formatCents = (amount: Cents): string => {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const dollars = Math.floor(absolute / 100)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${sign}$${dollars}.${(absolute % 100).toString().padStart(2, '0')}`;
};
