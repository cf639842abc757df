import type { Instant } from '#kernel';
import { DomainError, isDomainError } from '#kernel';

import type { LinkPurpose } from './credential-store.js';
import type { Desk } from './desk.js';
import { emailHashOf, minutesAfter, openedTotp } from './desk.js';
import { Passkeys } from './passkeys.js';
import { hashed, matches, refuseWeak } from './passwords.js';
import type { SignInMethod } from './ports.js';
import { hashOf, newSecret } from './secret.js';
import { Sessions } from './sessions.js';
import type { Limit } from './throttle.js';
import { ACCOUNT, ADDRESS, failedOnce, secondsToWait, triesLeft } from './throttle.js';
import { totpStep } from './totp.js';

const FIRST_RUN_HOURS = 24;
const INVITATION_HOURS = 72;

/** What a sign-in gives: the cookie to set, and who it is. */
export interface SignedIn {
  readonly cookie: string;
  readonly userId: string;
}

const badLink = (): DomainError =>
  new DomainError('SIGN_IN.LINK_NOT_GOOD', 'This link is not good any more.', {
    kind: 'unauthenticated',
    field: 'link',
    rule: 'A link is good once and for a time; an administrator makes a new one (a restart does, before there is one).',
  });

/** How a person comes in: by password and code, by passkey, by a one-time link. Each try leaves its trace first. */
export class SignIn {
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;

  constructor(readonly desk: Desk) {
    this.sessions = new Sessions(desk);
    this.passkeys = new Passkeys(desk);
  }

  /** Ways in that there are, and whether the town waits for its first administrator. */
  async methods(): Promise<{ readonly firstRun: boolean }> {
    return { firstRun: await this.desk.accounts.needsFirstAdministrator() };
  }

  /** A link that somebody at the console or an administrator passes on; its secret is in no log (the part after #). */
  private newLink(page: string, purpose: LinkPurpose, userId: string | null, hours: number): string {
    const { store, clock, origin } = this.desk;
    const secret = newSecret();
    store.addLink(hashOf(secret), purpose, userId, minutesAfter(clock.now(), hours * 60));
    return `${origin}/${page}#${secret}`;
  }

  /** The link of the first start; null once there is an administrator. */
  async firstRunLink(): Promise<string | null> {
    if (!(await this.desk.accounts.needsFirstAdministrator())) return null;
    return this.newLink('first-run', 'firstAdministrator', null, FIRST_RUN_HOURS);
  }

  invitationLink(userId: string): string {
    return this.newLink('invitation', 'invitation', userId, INVITATION_HOURS);
  }

  private async enter(userId: string, method: SignInMethod, address: string): Promise<SignedIn> {
    await this.desk.trail.record({ type: 'SignedIn', userId, method, address });
    return { cookie: this.sessions.open(userId, method), userId };
  }

  /** Opens a session for whoever the single sign-on vouches for. */
  async enterByOpenId(userId: string, address: string): Promise<SignedIn> {
    return this.enter(userId, 'openId', address);
  }

  /** @throws SIGN_IN.LINK_NOT_GOOD, SIGN_IN.WEAK_PASSWORD, IDENTITY.ALREADY_SET_UP */
  async createFirstAdministrator(
    given: { readonly link: string; readonly name: string; readonly email: string; readonly password: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts, clock, keys } = this.desk;
    const link = hashOf(given.link);
    if (!store.link(link, 'firstAdministrator', clock.now())) {
      await this.failed(null, 'firstRun', 'SIGN_IN.LINK_NOT_GOOD', address);
      throw badLink();
    }
    refuseWeak(given.password, [given.name, given.email]);
    const phc = await hashed(given.password);
    const emailHash = await emailHashOf(keys, given.email);
    // Used up first: of two who open it at once, one comes in.
    if (!store.useLink(link)) throw badLink();
    const userId = await accounts.createFirstAdministrator({ name: given.name, email: given.email });
    store.atomically(() => {
      store.setLogin(emailHash, userId);
      store.setPassword(userId, phc);
    });
    await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
    return this.enter(userId, 'firstRun', address);
  }

  /** @throws SIGN_IN.LINK_NOT_GOOD, SIGN_IN.WEAK_PASSWORD, SIGN_IN.EMAIL_TAKEN */
  async acceptInvitation(
    given: { readonly link: string; readonly password: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts, clock, keys } = this.desk;
    const link = hashOf(given.link);
    const userId = store.link(link, 'invitation', clock.now())?.userId ?? null;
    const user = userId === null ? null : await accounts.userOf(userId);
    const email = userId === null ? null : await accounts.emailOf(userId);
    if (userId === null || !user?.active || email === null) {
      await this.failed(userId, 'invitation', 'SIGN_IN.LINK_NOT_GOOD', address);
      throw badLink();
    }
    refuseWeak(given.password, [user.name ?? '', email]);
    const phc = await hashed(given.password);
    const emailHash = await emailHashOf(keys, email);
    const outcome = store.atomically(() => {
      if (!store.setLogin(emailHash, userId)) return 'taken';
      if (!store.useLink(link)) return 'used';
      store.setPassword(userId, phc);
      return 'done';
    });
    if (outcome === 'used') throw badLink();
    if (outcome === 'taken')
      throw new DomainError('SIGN_IN.EMAIL_TAKEN', 'Another person signs in with this e-mail.', {
        kind: 'conflict',
        rule: 'Each person signs in with an e-mail of their own; an administrator corrects it.',
      });
    await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
    return this.enter(userId, 'invitation', address);
  }

  /** @throws SIGN_IN.WAIT, SIGN_IN.NO_MATCH, SIGN_IN.CODE_NEEDED */
  async withPassword(
    given: { readonly email: string; readonly password: string; readonly code?: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts, keys } = this.desk;
    const emailHash = await emailHashOf(keys, given.email);
    const account = `account:${emailHash}`;
    this.refuseToWait(account, address);
    const userId = store.userOfLogin(emailHash);
    const right = await matches(userId === null ? null : store.passwordOf(userId), given.password);
    const active = userId !== null && ((await accounts.userOf(userId))?.active ?? false);
    if (!right || !active) return this.noMatch(userId, account, address, 'password', 'That password does not match.');
    await this.checkCode(userId, given.code, account, address);
    store.clearFailures(account);
    return this.enter(userId, 'password', address);
  }

  private async checkCode(userId: string, code: string | undefined, account: string, address: string): Promise<void> {
    const { store, keys, clock } = this.desk;
    const totp = store.totpOf(userId);
    if (!totp?.confirmed) return;
    if (code === undefined)
      throw new DomainError('SIGN_IN.CODE_NEEDED', 'The code of your authenticator application is needed too.', {
        kind: 'unauthenticated',
        field: 'code',
        rule: 'Six digits, each code once.',
      });
    const secret = await openedTotp(keys, totp.sealed);
    const step = totpStep(secret, code, Date.parse(clock.now()), totp.lastStep);
    if (step === null || !store.useTotpStep(userId, step))
      await this.noMatch(userId, account, address, 'code', 'That code does not match.');
  }

  /** @throws SIGN_IN.WAIT, SIGN_IN.PASSKEY_NOT_ACCEPTED */
  async withPasskey(response: object, address: string): Promise<SignedIn> {
    const where = `address:${address}`;
    this.refuseToWait(null, address);
    try {
      const { userId } = await this.passkeys.answered(response);
      if (!(await this.desk.accounts.userOf(userId))?.active) throw notActive();
      return await this.enter(userId, 'passkey', address);
    } catch (error) {
      if (isDomainError(error) && error.kind === 'unauthenticated') {
        this.count(where, ADDRESS);
        await this.failed(null, 'passkey', error.code, address);
      }
      throw error;
    }
  }

  /** Counts a failure and refuses, in the same words and time whether the account exists or not. */
  private async noMatch(
    userId: string | null,
    account: string,
    address: string,
    field: 'password' | 'code',
    message: string,
  ): Promise<never> {
    const left = this.count(account, ACCOUNT);
    this.count(`address:${address}`, ADDRESS);
    await this.failed(userId, 'password', 'SIGN_IN.NO_MATCH', address);
    const tries =
      left > 0 ? `${left} ${left === 1 ? 'try' : 'tries'} left before a wait.` : 'Wait before the next try.';
    throw new DomainError('SIGN_IN.NO_MATCH', `${message} ${tries}`, {
      kind: 'unauthenticated',
      field,
      rule: `After ${ACCOUNT.tries} tries that do not match one waits ${ACCOUNT.minutes} minutes, then longer.`,
      triesLeft: left,
    });
  }

  /** @returns tries left before the next wait; 0 when it has come to one */
  private count(key: string, limit: Limit): number {
    const { store, clock } = this.desk;
    return store.atomically(() => {
      const now = clock.now();
      const next = failedOnce(store.failures(key), limit, now);
      store.setFailures(key, next);
      return next.until === null ? triesLeft(next, limit) : 0;
    });
  }

  private failed(userId: string | null, method: SignInMethod, reason: string, address: string): Promise<void> {
    return this.desk.trail.record({ type: 'SignInFailed', userId, method, reason, address });
  }

  /** @throws SIGN_IN.WAIT */
  private refuseToWait(account: string | null, address: string): void {
    const { store, clock } = this.desk;
    const now: Instant = clock.now();
    const seconds = Math.max(
      ...[...(account === null ? [] : [account]), `address:${address}`].map((key) =>
        secondsToWait(store.failures(key), now),
      ),
    );
    if (seconds === 0) return;
    throw new DomainError('SIGN_IN.WAIT', `Too many tries did not match. Wait ${Math.ceil(seconds / 60)} minutes.`, {
      kind: 'tooMany',
      rule: `After ${ACCOUNT.tries} tries that do not match one waits ${ACCOUNT.minutes} minutes, then longer.`,
      retryAfterSeconds: seconds,
    });
  }
}

const notActive = (): DomainError =>
  new DomainError('SIGN_IN.PASSKEY_NOT_ACCEPTED', 'This passkey was not accepted.', {
    kind: 'unauthenticated',
    rule: 'The account is open.',
  });
