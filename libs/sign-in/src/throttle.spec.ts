import type { Failures } from './throttle.js';
import { ACCOUNT, ADDRESS, failedOnce, secondsToWait, triesLeft } from './throttle.js';

const NOON = '2026-11-30T17:00:00.000Z';
const later = (minutes: number): string => new Date(Date.parse(NOON) + minutes * 60_000).toISOString();

const failing = (times: number, limit = ACCOUNT, before: Failures | null = null, at = NOON): Failures | null => {
  let failures = before;
  for (let n = 0; n < times; n += 1) failures = failedOnce(failures, limit, at);
  return failures;
};

describe('waits after tries that did not match (ASVS 5.0 V6.3.1; screen 10a)', () => {
  it('five of an account bring a wait of 15 minutes', () => {
    expect(triesLeft(failing(1), ACCOUNT)).toBe(4);
    expect(secondsToWait(failing(4), NOON)).toBe(0);
    expect(secondsToWait(failing(5), NOON)).toBe(900);
    expect(secondsToWait(failing(5), later(14.999))).toBe(1);
    expect(secondsToWait(failing(5), later(15))).toBe(0);
  });

  it('each further wait is twice as long, four hours at most', () => {
    let failures: Failures | null = null;
    let at = NOON;
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      failures = failing(5, ACCOUNT, failures, at);
      waits.push(secondsToWait(failures, at) / 60);
      at = failures!.until!;
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 240, 240]);
  });

  it('a day without a failure and an account begins anew', () => {
    const once = failing(5);
    expect(failing(1, ACCOUNT, once, later(23 * 60))).toMatchObject({ count: 1, waits: 1 });
    expect(failing(1, ACCOUNT, once, later(24 * 60))).toMatchObject({ count: 1, waits: 0 });
  });

  it('an address, which a whole town hall may share, has fifty, and slips of different hours do not add up', () => {
    expect(secondsToWait(failing(49, ADDRESS), NOON)).toBe(0);
    expect(secondsToWait(failing(50, ADDRESS), NOON)).toBe(900);
    expect(failing(1, ADDRESS, failing(49, ADDRESS), later(60))).toMatchObject({ count: 1 });
  });
});
