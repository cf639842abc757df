import * as client from 'openid-client';

import type { Clock } from '#kernel';
import { DomainError, isDomainError } from '#kernel';

import { minutesAfter } from './desk.js';
import type { GroupMapping } from './open-id-groups.js';
import { rolesOfGroups } from './open-id-groups.js';
import { noRole, notAccepted, notBegun, refusedAnswer, refusedDiscovery } from './open-id-refusals.js';
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
  /** Name of the claim with the groups; `groups` by default. */
  readonly groupsClaim?: string;
  /** Scopes asked for, parted by spaces; `openid profile email` by default. */
  readonly scope?: string;
  /** A provider without TLS, on this machine alone: for tests. */
  readonly allowHttp?: boolean;
}

interface RoundTrip {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly endsAt: string;
}

/** What the provider vouches for. */
interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly groups: unknown;
}

const COOKIE = 'outfall-oidc';
const MINUTES = 10;

/** Seconds that the provider has for an answer. */
const PATIENCE = 10;

/** Round trips that may be under way at once; the oldest give way, so that nobody fills the memory by beginning. */
const MOST_ROUND_TRIPS = 10_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * OpenID Connect, code flow with PKCE, state and nonce. A round trip is kept here, in memory, and found by a cookie of its
 * own; it is taken out before anything of it is believed, so that a callback replayed finds nothing. A restart forgets the
 * trips under way: whoever was at the provider just then begins again.
 */
export class OpenIdSignIn {
  private readonly roundTrips = new Map<string, RoundTrip>();
  private discovered: Promise<client.Configuration> | null = null;
  private readonly issuer: URL;

  /** @throws SERVER.BAD_CONFIGURATION for an issuer that is not https, unless it is on this machine and that is allowed */
  constructor(
    private readonly settings: OpenIdSettings,
    private readonly accounts: Accounts,
    private readonly trail: SignInTrail,
    private readonly clock: Clock,
  ) {
    this.issuer = new URL(settings.issuer);
    if (this.issuer.protocol !== 'https:' && !this.plain)
      throw new DomainError('SERVER.BAD_CONFIGURATION', 'OUTFALL_OIDC_ISSUER is an https address.', {
        kind: 'invalid',
        field: 'OUTFALL_OIDC_ISSUER',
        rule: 'is an https address.',
      });
  }

  private get plain(): boolean {
    const { protocol, hostname } = this.issuer;
    return this.settings.allowHttp === true && protocol === 'http:' && LOOPBACK.has(hostname);
  }

  private get callback(): string {
    return `${this.settings.origin}/api/openIdCallback`;
  }

  /**
   * What the provider says of itself; asked for when first needed, and again after a failure: the server starts, and
   * passwords and passkeys work, while the provider is down.
   */
  private async provider(): Promise<client.Configuration> {
    const asked = (this.discovered ??= this.discover());
    try {
      return await asked;
    } catch (failure) {
      if (this.discovered === asked) this.discovered = null;
      throw refusedDiscovery(failure);
    }
  }

  private discover(): Promise<client.Configuration> {
    const { clientId, clientSecret } = this.settings;
    const inBody = client.ClientSecretPost(clientSecret);
    const inHeader = client.ClientSecretBasic(clientSecret);
    // Where a provider names no way, the header is the one meant (OpenID Connect Discovery 1.0, section 3).
    const authentication: client.ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(
        server,
        ...rest,
      );
    return client.discovery(this.issuer, clientId, undefined, authentication, {
      timeout: PATIENCE,
      execute: [
        // By itself the library trusts the line to the token endpoint and leaves the ID token's signature unchecked.
        client.enableNonRepudiationChecks,
        ...(this.plain ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  /**
   * @returns where to send the browser, and the cookie of the round trip
   * @throws SIGN_IN.OPENID_UNAVAILABLE, SIGN_IN.OPENID_MISCONFIGURED
   */
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
   * @throws SIGN_IN.OPENID_NOT_BEGUN, SIGN_IN.OPENID_NOT_ACCEPTED, SIGN_IN.OPENID_DENIED, SIGN_IN.NO_ROLE,
   * SIGN_IN.OPENID_UNAVAILABLE, SIGN_IN.OPENID_MISCONFIGURED, IDENTITY.INACTIVE
   */
  async finish(url: string, headers: Headers, address: string): Promise<{ readonly userId: string }> {
    try {
      const trip = this.taken(headers);
      return { userId: await this.admitted(await this.vouched(url, trip)) };
    } catch (error) {
      // A fault of our own is not a refusal, and nobody's failed sign-in.
      if (!isDomainError(error)) throw error;
      await this.trail.record({ type: 'SignInFailed', userId: null, method: 'openId', reason: error.code, address });
      throw error;
    }
  }

  /** The round trip that a callback belongs to, which is thereby used up. @throws SIGN_IN.OPENID_NOT_BEGUN */
  private taken(headers: Headers): RoundTrip {
    const key = cookieOf(headers, cookieNameFor(this.settings.origin, COOKIE));
    if (key === null) throw notBegun();
    const hash = hashOf(key);
    const trip = this.roundTrips.get(hash);
    this.roundTrips.delete(hash);
    if (!trip || trip.endsAt <= this.clock.now()) throw notBegun();
    return trip;
  }

  /** Whom the provider vouches for. @throws SIGN_IN.OPENID_… for all that does not hold */
  private async vouched(url: string, trip: RoundTrip): Promise<Vouched> {
    const provider = await this.provider();
    const query = url.indexOf('?');
    const answer = new URL(query < 0 ? this.callback : this.callback + url.slice(query));
    try {
      // The library checks state, issuer (also of RFC 9207), audience, expiry, signature and nonce.
      const tokens = await client.authorizationCodeGrant(provider, answer, {
        pkceCodeVerifier: trip.verifier,
        expectedState: trip.state,
        expectedNonce: trip.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // Some issuers stand for many tenants, whose people all would be believed; ours is one.
      if (claims.iss !== provider.serverMetadata().issuer) throw notAccepted();
      // The library takes an empty subject; all whom it is given to would be one person here.
      if (text(claims.sub) === '') throw notAccepted();
      const { groupsClaim = 'groups' } = this.settings;
      // Many providers keep the token small and tell the rest when asked (OpenID Connect Core 5.4).
      const asks = claims[groupsClaim] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = asks ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
      const all: Readonly<Record<string, unknown>> = { ...more, ...claims };
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: text(all['name']) || claims.sub,
        email: text(all['email']),
        groups: all[groupsClaim],
      };
    } catch (failure) {
      throw isDomainError(failure) ? failure : refusedAnswer(failure);
    }
  }

  /** The user whom the town knows as this person, with the roles of their groups and no others. @throws SIGN_IN.NO_ROLE */
  private async admitted({ groups, ...person }: Vouched): Promise<string> {
    const grants = rolesOfGroups(this.settings.mapping, groups);
    if (grants.length > 0) return this.accounts.provision({ ...person, grants });
    // Whoever is in no such group any more loses what it gave.
    const { issuer, subject } = person;
    await this.accounts.withdrawGroups({ issuer, subject });
    throw noRole();
  }
}
