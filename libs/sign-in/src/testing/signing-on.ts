import type { DomainError } from '#kernel';
import { FixedClock, isDomainError } from '#kernel';

import type { OpenIdSettings } from '../open-id.js';
import { OpenIdSignIn } from '../open-id.js';
import { parseGroupMapping } from '../open-id-groups.js';
import type { Accounts, SignInEntry } from '../ports.js';
import { CLIENT } from './client.js';

export const ORIGIN = 'http://127.0.0.1:8640';
export const CALLBACK = `${ORIGIN}/api/openIdCallback`;

export type Provisioned = Parameters<Accounts['provision']>[0];

/** Our side of a single sign-on, with what it tells the town written down. */
export class SigningOn {
  readonly clock = new FixedClock('2026-06-01T14:00:00.000Z');
  readonly provisioned: Provisioned[] = [];
  readonly withdrawn: { readonly issuer: string; readonly subject: string }[] = [];
  readonly trail: SignInEntry[] = [];
  /** What the town answers to a person vouched for, instead of a user's id. */
  townRefuses: Error | null = null;
  readonly openId: OpenIdSignIn;

  constructor(issuer: string, changes: Partial<OpenIdSettings> = {}) {
    const mapping = parseGroupMapping('sewer-officers=officer/Town, board=boardMember/Town', [
      'officer',
      'boardMember',
    ]);
    const unasked = (): never => {
      throw new Error('The single sign-on asks nothing of this.');
    };
    const accounts: Accounts = {
      userOf: unasked,
      needsFirstAdministrator: unasked,
      createFirstAdministrator: unasked,
      emailOf: unasked,
      provision: (person) => {
        if (this.townRefuses) return Promise.reject(this.townRefuses);
        this.provisioned.push(person);
        return Promise.resolve(`user-of-${person.subject}`);
      },
      withdrawGroups: (person) => {
        this.withdrawn.push(person);
        return Promise.resolve();
      },
    };
    this.openId = new OpenIdSignIn(
      { issuer, ...CLIENT, origin: ORIGIN, mapping, allowHttp: true, ...changes },
      accounts,
      { record: (entry) => Promise.resolve(void this.trail.push(entry)) },
      this.clock,
    );
  }

  /** The browser's way back. @param cookie as `set-cookie` gave it; null: none comes along */
  finish(callback: string, cookie: string | null): Promise<{ readonly userId: string }> {
    const { pathname, search } = new URL(callback);
    const headers = cookie === null ? {} : { cookie: cookie.split(';', 1)[0] };
    return this.openId.finish(pathname + search, headers, '192.0.2.7');
  }
}

/** The refusal that something ends in. @throws Error when it does not end in one */
export const refusalOf = async (attempt: Promise<unknown>): Promise<DomainError> => {
  const outcome = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  if (isDomainError(outcome)) return outcome;
  throw new Error('This was to be refused.', { cause: outcome });
};
