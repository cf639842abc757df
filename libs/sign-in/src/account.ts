import { DomainError } from '#kernel';
import { addDays } from '#legal-time';

import type { TokenRow } from './credential-store.js';
import { minutesAfter, openedTotp, sealedTotp, todayOf } from './desk.js';
import { hashed, matches, refuseWeak } from './passwords.js';
import type { Principal } from './ports.js';
import { hashOf, newId, newSecret } from './secret.js';
import type { SignIn } from './sign-in.js';
import { newTotpSecret, totpAddress, totpStep } from './totp.js';

/** Changing what one proves oneself with takes a proof not older than this (ASVS 5.0 V7.5.1). */
const FRESH_MINUTES = 10;

const LONGEST_TOKEN_DAYS = 366;

/** Whose account it is, in which session and from where: account routes take no access token. */
export type Self = Principal & { readonly sessionId: string; readonly address: string };

const proveAgain = (): DomainError =>
  new DomainError('SIGN_IN.PROVE_AGAIN', 'Sign in again first.', {
    kind: 'forbidden',
    rule: `What one signs in with is changed within ${FRESH_MINUTES} minutes of signing in.`,
  });

/** What tries of one who is signed in are counted under. */
const ownKey = (userId: string): string => `user:${userId}`;

const unknown = (what: string, field: string): DomainError =>
  new DomainError('SIGN_IN.UNKNOWN', `You have no such ${what}.`, { kind: 'notFound', field });

/**
 * A person's own account: what they prove themselves with, where they are signed in, what their scripts may do.
 *
 * What opens a door is put on file before it is done, what closes one after: a fault between the two leaves a trace of
 * something that was not done, never a way in that nobody reads of.
 */
export class Account {
  constructor(private readonly signIn: SignIn) {}

  private get desk() {
    return this.signIn.desk;
  }

  /** Tries of one who is signed in are counted too: a session left open must not serve to guess the password or a code. */
  private async noMatch({ userId, address }: Self, field: string, message: string): Promise<never> {
    const refusal = this.signIn.tries.failed(ownKey(userId), address, field, message);
    const { code: reason } = refusal;
    await this.desk.trail.record({ type: 'SignInFailed', userId, method: 'password', reason, address });
    throw refusal;
  }

  /** @throws SIGN_IN.PROVE_AGAIN where the person proved themself too long ago in this session */
  private refuseStale({ userId, sessionId }: Self): void {
    const { store, clock } = this.desk;
    const session = store.sessionsOf(userId).find((one) => one.sessionId === sessionId);
    if (session && minutesAfter(session.provedAt, FRESH_MINUTES) > clock.now()) return;
    throw proveAgain();
  }

  /** Everything a person is told of their own account; no secret is among it. */
  async shown({ userId, sessionId }: Self) {
    const { store, accounts } = this.desk;
    const user = await accounts.userOf(userId);
    return {
      userId,
      name: user?.name ?? null,
      email: await accounts.emailOf(userId),
      roles: user?.roles ?? [],
      password: store.passwordOf(userId) !== null,
      totp: store.totpOf(userId)?.confirmed ?? false,
      passkeys: store.passkeysOf(userId).map(({ credentialId, name, createdAt, lastUsedAt }) => ({
        credentialId,
        name,
        createdAt,
        lastUsedAt,
      })),
      sessions: this.sessions({ userId, sessionId }),
      tokens: this.tokens({ userId }),
    };
  }

  /** Where the person is signed in, by which way in, since when and until when at the latest. */
  sessions({ userId, sessionId }: Pick<Self, 'userId' | 'sessionId'>) {
    return this.signIn.sessions.of(userId).map((session) => ({
      sessionId: session.sessionId,
      method: session.method,
      createdAt: session.createdAt,
      seenAt: session.seenAt,
      endsAt: session.endsAt,
      thisOne: session.sessionId === sessionId,
    }));
  }

  /**
   * Takes the present password, whatever the age of the session; every other session of the person ends.
   * @throws SIGN_IN.NO_MATCH, SIGN_IN.WEAK_PASSWORD, SIGN_IN.WAIT, SIGN_IN.PROVE_AGAIN
   */
  async changePassword(self: Self, current: string, password: string): Promise<void> {
    const { store, accounts, trail, clock } = this.desk;
    const { userId, sessionId, address } = self;
    const { tries } = this.signIn;
    tries.refuseToWait(ownKey(userId), address);
    const kept = store.passwordOf(userId);
    const right = await matches(kept, current);
    tries.refuseToWait(ownKey(userId), address);
    if (!right) await this.noMatch(self, 'current', 'That password does not match.');
    refuseWeak(password, [(await accounts.userOf(userId))?.name ?? '', (await accounts.emailOf(userId)) ?? '']);
    const phc = await hashed(password);
    await trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
    store.atomically(() => {
      // An administrator may have reset it all in the meantime.
      if (store.passwordOf(userId) !== kept) throw proveAgain();
      store.setPassword(userId, phc);
      // Whoever is signed in elsewhere with the old one is out.
      store.removeOtherSessions(userId, sessionId);
      store.proveSession(sessionId, clock.now());
    });
    tries.succeeded(ownKey(userId));
  }

  /** A secret for an authenticator application; it counts once a code of it was given. @throws SIGN_IN.PROVE_AGAIN */
  async beginTotp(self: Self): Promise<{ readonly secret: string; readonly address: string }> {
    this.refuseStale(self);
    const { store, keys, accounts } = this.desk;
    if (store.totpOf(self.userId)?.confirmed)
      throw new DomainError('SIGN_IN.TOTP_IN_USE', 'Codes are in use already; remove them first.', {
        kind: 'conflict',
      });
    const secret = newTotpSecret();
    store.beginTotp(self.userId, await sealedTotp(keys, secret));
    return { secret, address: totpAddress(secret, (await accounts.emailOf(self.userId)) ?? 'Outfall') };
  }

  private async useCode(self: Self, code: string): Promise<void> {
    const { userId, address } = self;
    const { store, keys, clock } = this.desk;
    const totp = store.totpOf(userId);
    if (!totp) throw unknown('authenticator', 'code');
    const secret = await openedTotp(keys, totp.sealed);
    this.signIn.tries.refuseToWait(ownKey(userId), address);
    const step = totpStep(secret, code, Date.parse(clock.now()), totp.lastStep);
    if (step === null || !store.useTotpStep(userId, step))
      await this.noMatch(self, 'code', 'That code does not match.');
    this.signIn.tries.succeeded(ownKey(userId));
  }

  /** @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.NO_MATCH */
  async confirmTotp(self: Self, code: string): Promise<void> {
    this.refuseStale(self);
    await this.useCode(self, code);
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'totpAdded',
      by: self.userId,
    });
  }

  /** @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.NO_MATCH */
  async removeTotp(self: Self, code: string): Promise<void> {
    this.refuseStale(self);
    await this.useCode(self, code);
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'totpRemoved',
      by: self.userId,
    });
    this.desk.store.removeTotp(self.userId);
  }

  /** @throws SIGN_IN.PROVE_AGAIN */
  async beginPasskey(self: Self): Promise<object> {
    this.refuseStale(self);
    const name = (await this.desk.accounts.emailOf(self.userId)) ?? self.userId;
    return this.signIn.passkeys.beginAdding(self.userId, name);
  }

  /** @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.PASSKEY_NOT_ACCEPTED */
  async addPasskey(self: Self, name: string, response: object): Promise<{ readonly credentialId: string }> {
    this.refuseStale(self);
    const passkey = await this.signIn.passkeys.added(self.userId, name, response);
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'passkeyAdded',
      by: self.userId,
    });
    this.desk.store.addPasskey(passkey);
    return { credentialId: passkey.credentialId };
  }

  /** @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.UNKNOWN */
  async removePasskey(self: Self, credentialId: string): Promise<void> {
    this.refuseStale(self);
    if (!this.desk.store.removePasskey(self.userId, credentialId)) throw unknown('passkey', 'credentialId');
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'passkeyRemoved',
      by: self.userId,
    });
  }

  /** @throws SIGN_IN.UNKNOWN */
  async revokeSession({ userId }: Self, sessionId: string): Promise<void> {
    if (!this.desk.store.removeSession(userId, sessionId)) throw unknown('session', 'sessionId');
    await this.desk.trail.record({ type: 'SessionRevoked', userId, sessionId, by: userId });
  }

  /**
   * A token for a script; its secret is told this once.
   * @param expiresOn local day on which it is good for the last time
   * @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.TOKEN_TOO_LONG
   */
  async createToken(
    self: Self,
    {
      name,
      scopes,
      expiresOn,
    }: { readonly name: string; readonly scopes: readonly string[]; readonly expiresOn: string },
    endOfDay: (day: string) => string,
  ): Promise<TokenRow & { readonly secret: string }> {
    this.refuseStale(self);
    const { store, trail, clock } = this.desk;
    const today = todayOf(this.desk);
    if (expiresOn < today || expiresOn > addDays(today, LONGEST_TOKEN_DAYS))
      throw new DomainError('SIGN_IN.TOKEN_TOO_LONG', `${expiresOn} is not within a year from now.`, {
        kind: 'invalid',
        field: 'expiresOn',
        rule: 'An access token ends within a year.',
      });
    const tokenId = newId();
    // The id in it tells which one to revoke where a token turns up in a place it should not be in.
    const secret = `outfall_${tokenId}_${newSecret()}`;
    const token: TokenRow = {
      tokenId,
      userId: self.userId,
      name,
      scopes,
      createdAt: clock.now(),
      expiresAt: endOfDay(expiresOn),
      usedOn: null,
    };
    const { userId, expiresAt } = token;
    await trail.record({ type: 'AccessTokenChanged', userId, tokenId, what: 'created', scopes, expiresAt });
    store.addToken(token, hashOf(secret));
    return { ...token, secret };
  }

  /** The person's tokens that are still good, without their secrets. */
  tokens({ userId }: Pick<Self, 'userId'>): readonly TokenRow[] {
    const now = this.desk.clock.now();
    return this.desk.store.tokensOf(userId).filter(({ expiresAt }) => expiresAt > now);
  }

  /** @throws SIGN_IN.UNKNOWN */
  async revokeToken({ userId }: Self, tokenId: string): Promise<void> {
    const token = this.desk.store.removeToken(userId, tokenId);
    if (!token) throw unknown('access token', 'tokenId');
    const { scopes, expiresAt } = token;
    await this.desk.trail.record({ type: 'AccessTokenChanged', userId, tokenId, what: 'revoked', scopes, expiresAt });
  }

  /** Takes away everything a person could sign in with, and makes a link to begin anew; `by` is an administrator. */
  async reset(userId: string, by: string): Promise<{ readonly link: string }> {
    await this.refuseUnknownUser(userId);
    this.desk.store.atomically(() => this.desk.store.removeAllOf(userId));
    await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'reset', by });
    return { link: this.signIn.invitationLink(userId) };
  }

  /** A link with which a person sets their password; `by` is an administrator. */
  async invite(userId: string, by: string): Promise<{ readonly link: string }> {
    await this.refuseUnknownUser(userId);
    await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'invited', by });
    return { link: this.signIn.invitationLink(userId) };
  }

  private async refuseUnknownUser(userId: string): Promise<void> {
    if (!(await this.desk.accounts.userOf(userId))?.active)
      throw new DomainError('IDENTITY.UNKNOWN_USER', 'No open account is known by this id.', {
        kind: 'notFound',
        field: 'userId',
      });
  }
}
