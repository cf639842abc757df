import { DomainError, isDomainError } from '#kernel';

import type { LinkPurpose, LinkRow } from './credential-store.js';
import type { Desk } from './desk.js';
import { emailHashOf, minutesAfter, openedTotp } from './desk.js';
import { Passkeys } from './passkeys.js';
import { hashed, matches, refuseWeak } from './passwords.js';
import type { SignInMethod } from './ports.js';
import { hashOf, newSecret } from './secret.js';
import { Sessions } from './sessions.js';
import { totpStep } from './totp.js';
import { accountKey, Tries } from './tries.js';

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
  readonly tries: Tries;

  constructor(readonly desk: Desk) {
    this.sessions = new Sessions(desk);
    this.passkeys = new Passkeys(desk);
    this.tries = new Tries(desk);
  }

  /** Ways in that there are, and whether the town waits for its first administrator. */
  async methods(): Promise<{ readonly firstRun: boolean }> {
    return { firstRun: await this.desk.accounts.needsFirstAdministrator() };
  }

  /** What people of this e-mail are counted under, and found by. */
  private loginOf(email: string): Promise<string> {
    return emailHashOf(this.desk.keys, email);
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
    this.sessions.forgetEnded();
    return { cookie: this.sessions.open(userId, method), userId };
  }

  /** Opens a session for whoever the single sign-on vouches for. */
  async enterByOpenId(userId: string, address: string): Promise<SignedIn> {
    return this.enter(userId, 'openId', address);
  }

  /** @throws SIGN_IN.LINK_NOT_GOOD, SIGN_IN.WEAK_PASSWORD, SIGN_IN.WAIT, IDENTITY.ALREADY_SET_UP */
  async createFirstAdministrator(
    given: { readonly link: string; readonly name: string; readonly email: string; readonly password: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts } = this.desk;
    const link = this.openLink(given.link, 'firstAdministrator', address);
    if (!link) return this.refuseLink(null, 'firstRun', address);
    refuseWeak(given.password, [given.name, given.email]);
    const phc = await hashed(given.password);
    const login = await this.loginOf(given.email);
    const lost = () => this.refuseLink(null, 'firstRun', address);
    const userId = await this.usingUp(given.link, 'firstAdministrator', link, lost, async () => {
      const made = await accounts.createFirstAdministrator({ name: given.name, email: given.email });
      store.atomically(() => {
        // Whoever had this e-mail before belongs to a log that is gone: this town has no user yet.
        store.setLogin(login, made);
        store.setPassword(made, phc);
      });
      return made;
    });
    await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
    return this.enter(userId, 'firstRun', address);
  }

  /**
   * Sets the password of whoever was sent the link, ends their sessions and lets them in. Codes in use are asked for here
   * too: a new password does not go around them (ASVS 5.0 V6.4.3); a reset takes them away.
   * @throws SIGN_IN.LINK_NOT_GOOD, SIGN_IN.WEAK_PASSWORD, SIGN_IN.EMAIL_TAKEN, SIGN_IN.CODE_NEEDED, SIGN_IN.WAIT
   */
  async acceptInvitation(
    given: { readonly link: string; readonly password: string; readonly code?: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts } = this.desk;
    const link = this.openLink(given.link, 'invitation', address);
    const userId = link?.userId ?? null;
    const user = userId === null ? null : await accounts.userOf(userId);
    const email = userId === null ? null : await accounts.emailOf(userId);
    if (!link || userId === null || !user?.active || email === null)
      return this.refuseLink(userId, 'invitation', address);
    refuseWeak(given.password, [user.name ?? '', email]);
    const phc = await hashed(given.password);
    const login = await this.loginOf(email);
    await this.refuseTaken(login, userId);
    await this.checkCode(userId, given.code, accountKey(login), address, 'invitation');
    const lost = () => this.refuseLink(userId, 'invitation', address);
    await this.usingUp(given.link, 'invitation', link, lost, async () => {
      await this.desk.trail.record({ type: 'CredentialChanged', userId, what: 'passwordSet', by: userId });
      store.atomically(() => {
        store.setLogin(login, userId);
        store.setPassword(userId, phc);
        store.removeOtherSessions(userId, null);
      });
    });
    this.tries.succeeded(accountKey(login));
    return this.enter(userId, 'invitation', address);
  }

  /** @throws SIGN_IN.WAIT */
  private openLink(secret: string, purpose: LinkPurpose, address: string): LinkRow | null {
    this.tries.refuseToWait(null, address);
    return this.desk.store.link(hashOf(secret), purpose, this.desk.clock.now());
  }

  private async refuseLink(userId: string | null, method: SignInMethod, address: string): Promise<never> {
    this.tries.failed(null, address, 'link', '');
    await this.failed(userId, method, 'SIGN_IN.LINK_NOT_GOOD', address);
    throw badLink();
  }

  /** Does what a link is for; of two at once one does it, and what fails leaves the link as it was. */
  private async usingUp<T>(
    secret: string,
    purpose: LinkPurpose,
    link: LinkRow,
    lost: () => Promise<never>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { store } = this.desk;
    if (!store.useLink(hashOf(secret))) return lost();
    try {
      return await work();
    } catch (error) {
      store.returnLink(hashOf(secret), purpose, link);
      throw error;
    }
  }

  /** Refused while another open account has this e-mail on file; one that had it once does not keep it. */
  private async refuseTaken(login: string, userId: string): Promise<void> {
    const { store, accounts } = this.desk;
    const owner = store.userOfLogin(login);
    if (owner === null || owner === userId || !(await accounts.userOf(owner))?.active) return;
    const email = await accounts.emailOf(owner);
    if (email === null || (await this.loginOf(email)) !== login) return;
    throw new DomainError('SIGN_IN.EMAIL_TAKEN', 'Another person signs in with this e-mail.', {
      kind: 'conflict',
      rule: 'Each person signs in with an e-mail of their own; an administrator corrects it.',
    });
  }

  /** @throws SIGN_IN.WAIT, SIGN_IN.NO_MATCH, SIGN_IN.CODE_NEEDED, SIGN_IN.BUSY */
  async withPassword(
    given: { readonly email: string; readonly password: string; readonly code?: string },
    address: string,
  ): Promise<SignedIn> {
    const { store, accounts } = this.desk;
    const login = await this.loginOf(given.email);
    const account = accountKey(login);
    this.tries.refuseToWait(account, address);
    const userId = store.userOfLogin(login);
    // The same steps for an account that does not exist: neither the answer nor the time taken tells which do.
    const right = await matches(userId === null ? null : store.passwordOf(userId), given.password);
    const active = (await accounts.userOf(userId ?? ''))?.active ?? false;
    this.tries.refuseToWait(account, address);
    if (userId === null || !right || !active)
      return this.noMatch(userId, account, address, 'password', 'That password does not match.', 'password');
    await this.checkCode(userId, given.code, account, address, 'password');
    this.tries.succeeded(account);
    return this.enter(userId, 'password', address);
  }

  /** Where codes are in use: one is needed, right, and not used before. */
  private async checkCode(
    userId: string,
    code: string | undefined,
    account: string,
    address: string,
    method: SignInMethod,
  ): Promise<void> {
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
    this.tries.refuseToWait(account, address);
    const step = totpStep(secret, code, Date.parse(clock.now()), totp.lastStep);
    if (step === null || !store.useTotpStep(userId, step))
      await this.noMatch(userId, account, address, 'code', 'That code does not match.', method);
  }

  /** @throws SIGN_IN.WAIT, SIGN_IN.PASSKEY_NOT_ACCEPTED */
  async withPasskey(response: object, address: string): Promise<SignedIn> {
    this.tries.refuseToWait(null, address);
    let userId: string | null = null;
    try {
      userId = (await this.passkeys.answered(response)).userId;
      if (!(await this.desk.accounts.userOf(userId))?.active) throw notActive();
    } catch (error) {
      if (!isDomainError(error) || error.kind !== 'unauthenticated') throw error;
      this.tries.failed(null, address, 'response', '');
      await this.failed(userId, 'passkey', error.code, address);
      throw error;
    }
    return this.enter(userId, 'passkey', address);
  }

  /** Counts a failure and refuses once it is on file, in the same words whether the account exists or not. */
  private async noMatch(
    userId: string | null,
    account: string,
    address: string,
    field: 'password' | 'code',
    message: string,
    method: SignInMethod,
  ): Promise<never> {
    const refusal = this.tries.failed(account, address, field, message);
    await this.failed(userId, method, refusal.code, address);
    throw refusal;
  }

  private failed(userId: string | null, method: SignInMethod, reason: string, address: string): Promise<void> {
    return this.desk.trail.record({ type: 'SignInFailed', userId, method, reason, address });
  }
}

const notActive = (): DomainError =>
  new DomainError('SIGN_IN.PASSKEY_NOT_ACCEPTED', 'This passkey was not accepted.', {
    kind: 'unauthenticated',
    rule: 'The account is open.',
  });
