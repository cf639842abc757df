import { invalidArgument } from '../event-store.errors.js';
import type { Position } from '../event-store.port.js';

const DIGITS = 20;
const HIGHEST = 9_223_372_036_854_775_807n;
const FORM = /^\d{20}$/;

/** A place in a local log as fixed-width digits, so that text order is log order; safe beyond 2^53. */
export const toPosition = (place: bigint | number): Position => String(place).padStart(DIGITS, '0');

/** @throws EVENT_STORE.INVALID_ARGUMENT when the text did not come from `toPosition` */
export const fromPosition = (field: string, position: Position): bigint => {
  if (typeof position !== 'string' || !FORM.test(position)) {
    throw invalidArgument(field, 'This is not a position of this log.');
  }
  const place = BigInt(position);
  if (place > HIGHEST) throw invalidArgument(field, 'No log is that long.');
  return place;
};

/** Negative when a is before b, zero when equal, positive when after. @throws EVENT_STORE.INVALID_ARGUMENT */
export const compareLocalPositions = (a: Position, b: Position): number => {
  const difference = fromPosition('a', a) - fromPosition('b', b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
