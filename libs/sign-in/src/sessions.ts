import type { Instant } from '#kernel';

import type { SessionRow } from './credential-store.js';
import type { Desk } from './desk.js';
import { minutesAfter, todayOf } from './desk.js';
import type { Principal, SignInMethod } from './ports.js';
import { hashOf, newId, newSecret } from './secret.js';

/** A session ends after so long without a request, and at the latest so long after the sign-in (ASVS 5.0 V7.3). */
const IDLE_MINUTES = 30;
const ABSOLUTE_MINUTES = 12 * 60;

/** Its secret is changed this often; the one before is good a little longer, for requests already on their way. */
const ROTATE_MINUTES = 15;
const OVERLAP_MINUTES = 1;

/** It is noted that a session is used, but not with every request. */
const SEEN_MINUTES = 1;

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const TOKEN = /^Bearer (outfall_[0-9a-f]{24}_[A-Za-z0-9_-]{43})$/i;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A cookie's value out of the header, the first of its name. */
export const cookieOf = (headers: Headers, name: string): string | null => {
  for (const pair of (one(headers['cookie']) ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
};

/** Behind TLS the name itself keeps any other host, path or plain line from setting the cookie. */
export const cookieNameFor = (origin: string, name: string): string =>
  origin.startsWith('https:') ? `__Host-${name}` : name;

/** A cookie as it is set: never read by scripts, not sent along by other sites' acts, and only over TLS where there is. */
export const setCookie = (origin: string, name: string, value: string, seconds?: number): string =>
  [
    `${cookieNameFor(origin, name)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ');

const COOKIE = 'outfall';

const isLive = (session: SessionRow, now: Instant): boolean =>
  session.endsAt > now && minutesAfter(session.seenAt, IDLE_MINUTES) > now;

/** Sessions of browsers and access tokens of scripts. */
export class Sessions {
  constructor(private readonly desk: Desk) {}

  private secretIn(headers: Headers): string | null {
    const secret = cookieOf(headers, cookieNameFor(this.desk.origin, COOKIE));
    return secret !== null && SECRET.test(secret) ? secret : null;
  }

  /** Opens a session with a secret that nobody has seen, whatever cookie came along. @returns the cookie to set */
  open(userId: string, method: SignInMethod): string {
    const { store, clock, origin } = this.desk;
    const now = clock.now();
    const secret = newSecret();
    store.addSession(
      {
        sessionId: newId(),
        userId,
        method,
        createdAt: now,
        provedAt: now,
        seenAt: now,
        rotatedAt: now,
        endsAt: minutesAfter(now, ABSOLUTE_MINUTES),
      },
      hashOf(secret),
    );
    return setCookie(origin, COOKIE, secret);
  }

  /** The live session that a request carries the secret of. */
  current(headers: Headers): SessionRow | null {
    const secret = this.secretIn(headers);
    if (secret === null) return null;
    const now = this.desk.clock.now();
    const session = this.desk.store.session(hashOf(secret), now);
    return session && isLive(session, now) ? session : null;
  }

  /** A person's live sessions, the oldest first. */
  of(userId: string): readonly SessionRow[] {
    const now = this.desk.clock.now();
    return this.desk.store.sessionsOf(userId).filter((session) => isLive(session, now));
  }

  /** Removes what has ended, of everybody. */
  forgetEnded(): void {
    const now = this.desk.clock.now();
    this.desk.store.forget(now, minutesAfter(now, -IDLE_MINUTES));
  }

  /** Who sends a request, by session or access token; null for nobody, and for whoever's account is closed. */
  async principalOf(headers: Headers): Promise<Principal | null> {
    const authorization = one(headers['authorization']);
    const principal = authorization === undefined ? this.bySession(headers) : this.byToken(authorization);
    if (!principal) return null;
    const user = await this.desk.accounts.userOf(principal.userId);
    if (user?.active) return principal;
    // Opened again later, the account does not find its old sessions alive.
    this.desk.store.removeOtherSessions(principal.userId, null);
    return null;
  }

  private bySession(headers: Headers): Principal | null {
    const session = this.current(headers);
    if (!session) return null;
    const { store, clock } = this.desk;
    const now = clock.now();
    if (minutesAfter(session.seenAt, SEEN_MINUTES) <= now) store.seeSession(session.sessionId, now);
    const { userId, sessionId, createdAt } = session;
    return { userId, via: 'session', sessionId, tokenId: null, scopes: null, signedInAt: createdAt };
  }

  private byToken(authorization: string): Principal | null {
    const secret = TOKEN.exec(authorization)?.[1];
    if (secret === undefined) return null;
    const { store, clock } = this.desk;
    const token = store.token(hashOf(secret), clock.now());
    if (!token) return null;
    const today = todayOf(this.desk);
    if (token.usedOn !== today) store.useToken(token.tokenId, today);
    const { userId, tokenId, scopes, createdAt } = token;
    return { userId, via: 'token', sessionId: null, tokenId, scopes, signedInAt: createdAt };
  }

  /** A session used for a while gets a new secret. @returns the cookie to set; null when it is not time yet */
  renewed(headers: Headers): string | null {
    const session = this.current(headers);
    if (!session) return null;
    const { store, clock, origin } = this.desk;
    const now = clock.now();
    if (minutesAfter(session.rotatedAt, ROTATE_MINUTES) > now) return null;
    const secret = newSecret();
    const until: Instant = minutesAfter(now, OVERLAP_MINUTES);
    return store.rotateSession(session.sessionId, session.rotatedAt, hashOf(secret), now, until)
      ? setCookie(origin, COOKIE, secret)
      : null;
  }

  /** Ends the session of a request. @returns the cookie that takes the cookie away */
  async close(headers: Headers): Promise<string> {
    const session = this.current(headers);
    if (session) {
      const { userId, sessionId } = session;
      this.desk.store.removeSession(userId, sessionId);
      await this.desk.trail.record({ type: 'SignedOut', userId, sessionId });
    }
    return setCookie(this.desk.origin, COOKIE, '', 0);
  }
}
