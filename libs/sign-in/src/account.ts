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

/** Whose account it is, and in which session: account routes take no access token. */
export type Self = Principal & { readonly sessionId: string };

const wrongPassword = (): DomainError =>
  new DomainError('SIGN_IN.NO_MATCH', 'That password does not match.', {
    kind: 'unauthenticated',
    field: 'current',
    rule: 'The present password is given to change it.',
  });

const unknown = (what: string, field: string): DomainError =>
  new DomainError('SIGN_IN.UNKNOWN', `You have no such ${what}.`, { kind: 'notFound', field });

/** A person's own account: what they prove themselves with, where they are signed in, what their scripts may do. */
export class Account {
  constructor(private readonly signIn: SignIn) {}

  private get desk() {
    return this.signIn.desk;
  }

  /** @throws SIGN_IN.PROVE_AGAIN where the person proved themself too long ago in this session */
  private refuseStale({ userId, sessionId }: Self): void {
    const { store, clock } = this.desk;
    const session = store.sessionsOf(userId).find((one) => one.sessionId === sessionId);
    if (session && minutesAfter(session.provedAt, FRESH_MINUTES) > clock.now()) return;
    throw new DomainError('SIGN_IN.PROVE_AGAIN', 'Sign in again first.', {
      kind: 'forbidden',
      rule: `What one signs in with is changed within ${FRESH_MINUTES} minutes of signing in.`,
    });
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
      tokens: store.tokensOf(userId),
    };
  }

  sessions({ userId, sessionId }: Pick<Self, 'userId' | 'sessionId'>) {
    return this.desk.store.sessionsOf(userId).map((session) => ({
      sessionId: session.sessionId,
      method: session.method,
      createdAt: session.createdAt,
      seenAt: session.seenAt,
      endsAt: session.endsAt,
      thisOne: session.sessionId === sessionId,
    }));
  }

  /** @throws SIGN_IN.NO_MATCH, SIGN_IN.WEAK_PASSWORD */
  async changePassword({ userId, sessionId }: Self, current: string, password: string): Promise<void> {
    const { store, accounts, trail, clock } = this.desk;
    if (!(await matches(store.passwordOf(userId), current))) throw wrongPassword();
    refuseWeak(password, [(await accounts.userOf(userId))?.name ?? '', (await accounts.emailOf(userId)) ?? '']);
    const phc = await hashed(password);
    store.atomically(() => {
      store.setPassword(userId, phc);
      // Whoever is signed in elsewhere with the old one is out.
      store.removeOtherSessions(userId, sessionId);
      store.proveSession(sessionId, clock.now());
    });
    await trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
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

  private async useCode(userId: string, code: string): Promise<void> {
    const { store, keys, clock } = this.desk;
    const totp = store.totpOf(userId);
    if (!totp) throw unknown('authenticator', 'code');
    const step = totpStep(await openedTotp(keys, totp.sealed), code, Date.parse(clock.now()), totp.lastStep);
    if (step === null || !store.useTotpStep(userId, step))
      throw new DomainError('SIGN_IN.NO_MATCH', 'That code does not match.', {
        kind: 'unauthenticated',
        field: 'code',
        rule: 'Six digits of the moment, each code once.',
      });
  }

  /** @throws SIGN_IN.PROVE_AGAIN, SIGN_IN.NO_MATCH */
  async confirmTotp(self: Self, code: string): Promise<void> {
    this.refuseStale(self);
    await this.useCode(self.userId, code);
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
    await this.useCode(self.userId, code);
    this.desk.store.removeTotp(self.userId);
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'totpRemoved',
      by: self.userId,
    });
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
    this.desk.store.addPasskey(passkey);
    await this.desk.trail.record({
      type: 'CredentialChanged',
      userId: self.userId,
      what: 'passkeyAdded',
      by: self.userId,
    });
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
    const secret = `outfall_${newSecret()}`;
    const token: TokenRow = {
      tokenId: newId(),
      userId: self.userId,
      name,
      scopes,
      createdAt: clock.now(),
      expiresAt: endOfDay(expiresOn),
      usedOn: null,
    };
    store.addToken(token, hashOf(secret));
    const { userId } = self;
    const { tokenId, expiresAt } = token;
    await trail.record({ type: 'AccessTokenChanged', userId, tokenId, what: 'created', scopes, expiresAt });
    return { ...token, secret };
  }

  tokens({ userId }: Self): readonly TokenRow[] {
    return this.desk.store.tokensOf(userId);
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
