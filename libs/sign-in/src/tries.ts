import type { Instant } from '#kernel';
import { DomainError } from '#kernel';

import type { Desk } from './desk.js';
import type { Limit } from './throttle.js';
import { ACCOUNT, ADDRESS, failedOnce, secondsToWait, triesLeft, waitMinutes } from './throttle.js';

const RULE = `After ${ACCOUNT.tries} tries that do not match one waits ${ACCOUNT.minutes} minutes, then longer.`;

const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`;

/** How it stands after one more try that did not match. */
interface Standing {
  /** Tries left before the next wait; 0 when it has come to one. */
  readonly left: number;
  /** Minutes of the wait that has come, or comes next. */
  readonly wait: number;
  readonly until: Instant | null;
}

/**
 * Counts the tries that did not match, by account and by sender's address (ASVS 5.0 V6.3.1). An account is named by what
 * was typed, so that one which does not exist is held up in the same words. One count for all of an account's secrets:
 * whoever is asked for a code has no five tries more.
 */
export class Tries {
  constructor(private readonly desk: Pick<Desk, 'store' | 'clock'>) {}

  /**
   * Asked before a secret is checked and again when it has been: many tries sent at once find each other's failures.
   * @param account null where no account is known yet
   * @throws SIGN_IN.WAIT with the seconds and the instant
   */
  refuseToWait(account: string | null, address: string): void {
    const { store, clock } = this.desk;
    const now = clock.now();
    const seconds = Math.max(...keysOf(account, address).map(({ key }) => secondsToWait(store.failures(key), now)));
    if (seconds === 0) return;
    throw new DomainError(
      'SIGN_IN.WAIT',
      `Too many tries did not match. Wait ${minutes(Math.ceil(seconds / 60))} before the next one.`,
      {
        kind: 'tooMany',
        rule: RULE,
        retryAfterSeconds: seconds,
        until: new Date(Date.parse(now) + seconds * 1000).toISOString(),
      },
    );
  }

  /**
   * Counts a failure. @returns the refusal to throw once it is on file
   * @param message what did not match, as a sentence; how many tries are left is added
   */
  failed(account: string | null, address: string, field: string, message: string): DomainError {
    const standings = keysOf(account, address).map(({ key, limit }) => this.count(key, limit));
    const { left, wait, until } = standings.reduce((worst, one) => (one.left < worst.left ? one : worst));
    const next =
      left > 0
        ? `${left} ${left === 1 ? 'try' : 'tries'} left before a ${wait}-minute wait.`
        : `Wait ${minutes(wait)} before the next try.`;
    return new DomainError('SIGN_IN.NO_MATCH', `${message} ${next}`, {
      kind: 'unauthenticated',
      field,
      rule: RULE,
      triesLeft: left,
      ...(until === null ? {} : { until, retryAfterSeconds: wait * 60 }),
    });
  }

  /** A success begins the account's count anew; the address keeps its own, which other accounts share. */
  succeeded(account: string): void {
    this.desk.store.clearFailures(account);
  }

  private count(key: string, limit: Limit): Standing {
    const { store, clock } = this.desk;
    return store.atomically(() => {
      const before = store.failures(key);
      const after = failedOnce(before, limit, clock.now());
      store.setFailures(key, after);
      const { until, waits } = after;
      return until === null
        ? { left: triesLeft(after, limit), wait: waitMinutes(waits, limit), until }
        : { left: 0, wait: waitMinutes(waits - 1, limit), until };
    });
  }
}

const keysOf = (
  account: string | null,
  address: string,
): readonly { readonly key: string; readonly limit: Limit }[] => [
  ...(account === null ? [] : [{ key: account, limit: ACCOUNT }]),
  { key: `address:${address}`, limit: ADDRESS },
];

/** What the failures of an account are counted under, by the keyed hash of the e-mail that was typed. */
export const accountKey = (emailHash: string): string => `account:${emailHash}`;
