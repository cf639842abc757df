import { createHmac } from 'node:crypto';

import type { Clock, Instant } from '#kernel';
import type { KeyStore } from '#key-store';
import { seal, unseal } from '#key-store';
import { localDayOf } from '#legal-time';

import type { CredentialStore } from './credential-store.js';
import type { Accounts, SignInTrail } from './ports.js';

/** What every part of signing in works with. */
export interface Desk {
  readonly store: CredentialStore;
  readonly accounts: Accounts;
  readonly trail: SignInTrail;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly zone: string;
  /** What people type into their browser, as in https://outfall.example.gov: no path, no slash at the end. */
  readonly origin: string;
}

/** An instant some minutes after another. */
export const minutesAfter = (instant: Instant, minutes: number): Instant =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

export const todayOf = ({ clock, zone }: Pick<Desk, 'clock' | 'zone'>): string => localDayOf(clock.now(), zone);

/** What an e-mail is found by: a keyed hash, so that the file alone tells nobody's address. */
export const emailHashOf = async (keys: KeyStore, email: string): Promise<string> =>
  createHmac('sha256', await keys.getOrCreate('sign-in:logins'))
    .update(email.normalize('NFKC').trim().toLowerCase())
    .digest('base64url');

const TOTP_KEY = 'sign-in:totp';

/** The secret of one-time codes has to be read again to check a code; it lies sealed. */
export const sealedTotp = async (keys: KeyStore, secret: string): Promise<string> =>
  JSON.stringify(seal(await keys.getOrCreate(TOTP_KEY), TOTP_KEY, secret));

export const openedTotp = async (keys: KeyStore, sealed: string): Promise<string> =>
  unseal(await keys.getOrCreate(TOTP_KEY), JSON.parse(sealed) as Parameters<typeof unseal>[1]);
