import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What is left of a budget after a request. */
export interface Budget {
  readonly allowed: boolean;
  readonly left: number;
  /** Whole seconds until the budget is full again. */
  readonly fullInSeconds: number;
}

const WINDOW_SECONDS = 60;
const SLOTS = 65_536;

/** The eight groups of an IPv6 address that is written as Node writes it. */
const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};

/**
 * What counts as one sender: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one address of such
 * a network has all of them.
 */
export const senderOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
};

/**
 * Budgets of requests: each key may ask a number of times in a minute, which begins with its first request. Memory is
 * bounded: keys share 65,536 slots by a keyed hash that nobody outside can compute, so that a flood of invented addresses
 * fills no memory and cannot be aimed at somebody's slot.
 */
export class RateLimits {
  private readonly limiter: RateLimiterMemory;
  private readonly secret = randomBytes(32);

  /** @param perMinute requests a minute of one key */
  constructor(readonly perMinute: number) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  }

  /** Takes one request from a key's budget. */
  async take(key: string): Promise<Budget> {
    try {
      return this.budgetOf(await this.limiter.consume(this.slotOf(key)), true);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return this.budgetOf(error, false);
    }
  }

  /** How many slots have been asked in the last minute; never more than there are. */
  get slotsInUse(): number {
    return this.limiter.dump().storage.length;
  }

  private budgetOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Budget {
    return { allowed, left: remainingPoints, fullInSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }

  private slotOf(key: string): string {
    return String(createHmac('sha256', this.secret).update(key).digest().readUInt16BE(0) % SLOTS);
  }
}

/** The headers that tell a sender of its budget (draft of the IETF's HTTPAPI group), and when to come again. */
export const budgetHeaders = (perMinute: number, budget: Budget): Readonly<Record<string, string>> => ({
  'ratelimit-policy': `"minute";q=${perMinute};w=${WINDOW_SECONDS}`,
  ratelimit: `"minute";r=${budget.left};t=${budget.fullInSeconds}`,
  ...(budget.allowed ? {} : { 'retry-after': String(budget.fullInSeconds) }),
});
