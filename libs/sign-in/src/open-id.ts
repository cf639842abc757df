import * as client from 'openid-client';

import type { Clock } from '#kernel';
import { DomainError, isDomainError } from '#kernel';

import { minutesAfter } from './desk.js';
import type { GroupMapping } from './open-id-groups.js';
import { rolesOfGroups } from './open-id-groups.js';
import type { Accounts, SignInTrail } from './ports.js';
import { hashOf, newSecret } from './secret.js';
import type { Headers } from './sessions.js';
import { cookieNameFor, cookieOf, setCookie } from './sessions.js';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Our own origin; the provider sends people back to /api/openIdCallback there. */
  readonly origin: string;
  readonly mapping: GroupMapping;
  /** Name of the claim with the groups. */
  readonly groupsClaim?: string;
  readonly scope?: string;
  /** A provider without TLS: for tests on this machine, and nowhere else. */
  readonly allowHttp?: boolean;
}

interface RoundTrip {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly endsAt: string;
}

const COOKIE = 'outfall-oidc';
const MINUTES = 10;

/** Round trips that may be under way at once; the oldest give way, so that nobody fills the memory by beginning. */
const MOST_ROUND_TRIPS = 10_000;

const notAccepted = (rule: string): DomainError =>
  new DomainError('SIGN_IN.OPENID_NOT_ACCEPTED', 'The single sign-on was not accepted.', {
    kind: 'unauthenticated',
    rule,
  });

/** Faults of the way to the provider, told apart from what it says: the first may pass by itself. */
const isAway = (error: unknown): boolean => {
  const cause = (error as { cause?: unknown }).cause;
  const code = (cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code;
  return ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EAI_AGAIN', 'ETIMEDOUT', 'OAUTH_TIMEOUT'].includes(String(code));
};

/**
 * OpenID Connect, code flow with PKCE, state and nonce. A round trip is kept here and found by a cookie of its own; it is
 * taken out before anything of it is believed, so that a callback replayed finds nothing.
 */
export class OpenIdSignIn {
  private readonly roundTrips = new Map<string, RoundTrip>();
  private discovered: Promise<client.Configuration> | null = null;

  constructor(
    private readonly settings: OpenIdSettings,
    private readonly accounts: Accounts,
    private readonly trail: SignInTrail,
    private readonly clock: Clock,
  ) {
    const issuer = new URL(settings.issuer);
    if (issuer.protocol !== 'https:' && !settings.allowHttp)
      throw new DomainError('SERVER.BAD_CONFIGURATION', 'OUTFALL_OIDC_ISSUER is an https address.', {
        kind: 'invalid',
        field: 'OUTFALL_OIDC_ISSUER',
        rule: 'is an https address.',
      });
  }

  /** What the provider says of itself; asked for when first needed, and again after a failure. */
  private async provider(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret, allowHttp } = this.settings;
    this.discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: 10,
      ...(allowHttp ? { execute: [client.allowInsecureRequests] } : {}),
    });
    try {
      return await this.discovered;
    } catch {
      this.discovered = null;
      throw unavailable();
    }
  }

  private get callback(): string {
    return `${this.settings.origin}/api/openIdCallback`;
  }

  /** @returns where to send the browser, and the cookie of the round trip @throws SIGN_IN.OPENID_UNAVAILABLE */
  async begin(): Promise<{ readonly redirectTo: string; readonly cookie: string }> {
    const provider = await this.provider();
    const now = this.clock.now();
    const key = newSecret();
    const trip: RoundTrip = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      endsAt: minutesAfter(now, MINUTES),
    };
    for (const [old, { endsAt }] of this.roundTrips)
      if (endsAt <= now || this.roundTrips.size >= MOST_ROUND_TRIPS) this.roundTrips.delete(old);
      else break;
    this.roundTrips.set(hashOf(key), trip);
    const redirectTo = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.callback,
      scope: this.settings.scope ?? 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      state: trip.state,
      nonce: trip.nonce,
    });
    return { redirectTo: redirectTo.href, cookie: setCookie(this.settings.origin, COOKIE, key, MINUTES * 60) };
  }

  /**
   * @param url path and query of the callback as it came
   * @throws SIGN_IN.OPENID_NOT_ACCEPTED, SIGN_IN.NO_ROLE, SIGN_IN.OPENID_UNAVAILABLE, IDENTITY.INACTIVE
   */
  async finish(url: string, headers: Headers, address: string): Promise<{ readonly userId: string }> {
    try {
      return await this.finished(url, headers);
    } catch (error) {
      const refusal = isDomainError(error) ? error : isAway(error) ? unavailable() : badAnswer();
      await this.trail.record({ type: 'SignInFailed', userId: null, method: 'openId', reason: refusal.code, address });
      throw refusal;
    }
  }

  private async finished(url: string, headers: Headers): Promise<{ readonly userId: string }> {
    const trip = this.taken(headers);
    const provider = await this.provider();
    const answer = new URL(url.slice(url.indexOf('?') < 0 ? url.length : url.indexOf('?')), this.callback);
    // The library checks state, issuer (also of RFC 9207), audience, expiry, signature and nonce.
    const tokens = await client.authorizationCodeGrant(provider, answer, {
      pkceCodeVerifier: trip.verifier,
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw badAnswer();
    const { groupsClaim = 'groups', mapping, issuer } = this.settings;
    const grants = rolesOfGroups(mapping, claims[groupsClaim]);
    const { sub: subject, name, email } = claims;
    if (grants.length === 0) {
      // Whoever is in no such group any more loses what it gave.
      await this.accounts.withdrawGroups({ issuer, subject });
      throw new DomainError('SIGN_IN.NO_ROLE', 'Your groups give you no role here.', {
        kind: 'forbidden',
        rule: 'A group of the single sign-on stands for a role; without such a group nobody comes in.',
      });
    }
    const userId = await this.accounts.provision({
      issuer,
      subject,
      name: typeof name === 'string' && name.trim() !== '' ? name : subject,
      email: typeof email === 'string' ? email : '',
      grants,
    });
    return { userId };
  }

  /** The round trip that a callback belongs to, which is thereby used up. @throws SIGN_IN.OPENID_NOT_ACCEPTED */
  private taken(headers: Headers): RoundTrip {
    const key = cookieOf(headers, cookieNameFor(this.settings.origin, COOKIE));
    const hash = key === null ? '' : hashOf(key);
    const trip = this.roundTrips.get(hash);
    this.roundTrips.delete(hash);
    if (!trip || trip.endsAt <= this.clock.now())
      throw notAccepted('It is begun here, in the same browser, and finished once, within ten minutes.');
    return trip;
  }
}

const badAnswer = (): DomainError =>
  notAccepted("The provider's answer has our state and nonce, its own signature, issuer and audience, and is in time.");

const unavailable = (): DomainError =>
  new DomainError('SIGN_IN.OPENID_UNAVAILABLE', 'The single sign-on does not answer just now.', {
    kind: 'unavailable',
    rule: 'Try again, or sign in with a password or a passkey.',
  });
