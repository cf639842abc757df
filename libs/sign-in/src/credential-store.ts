import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Database as SqliteDatabase, Statement } from 'better-sqlite3';
import Database from 'better-sqlite3';

import type { Instant } from '#kernel';

import type { SignInMethod } from './ports.js';
import type { Failures } from './throttle.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS login (email_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS password (user_id TEXT PRIMARY KEY, phc TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS totp (
    user_id TEXT PRIMARY KEY, sealed TEXT NOT NULL, confirmed INTEGER NOT NULL, last_step INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS passkey (
    credential_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, public_key TEXT NOT NULL, counter INTEGER NOT NULL,
    transports TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL, last_used_at TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS link (
    hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, user_id TEXT, expires_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS challenge (challenge TEXT PRIMARY KEY, user_id TEXT, expires_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS session (
    session_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE, previous_hash TEXT UNIQUE, previous_until TEXT,
    user_id TEXT NOT NULL, method TEXT NOT NULL, created_at TEXT NOT NULL, proved_at TEXT NOT NULL,
    seen_at TEXT NOT NULL, rotated_at TEXT NOT NULL, ends_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS token (
    token_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, name TEXT NOT NULL,
    scopes TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, used_on TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS failures (
    key TEXT PRIMARY KEY, count INTEGER NOT NULL, until TEXT, waits INTEGER NOT NULL, last_at TEXT NOT NULL
  ) STRICT;
`;

export interface SessionRow {
  readonly sessionId: string;
  readonly userId: string;
  readonly method: SignInMethod;
  readonly createdAt: Instant;
  /** When the person last proved who they are in it. */
  readonly provedAt: Instant;
  readonly seenAt: Instant;
  readonly rotatedAt: Instant;
  /** Its absolute end. */
  readonly endsAt: Instant;
}

export interface TokenRow {
  readonly tokenId: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** Local day of the last use; null: never. */
  readonly usedOn: string | null;
}

export interface PasskeyRow {
  readonly credentialId: string;
  readonly userId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
}

export type LinkPurpose = 'firstAdministrator' | 'invitation';

export interface LinkRow {
  /** Whose sign-in it opens; null: the first administrator's, who is nobody yet. */
  readonly userId: string | null;
  readonly expiresAt: Instant;
}

/** Challenges that may be open at once; the oldest give way, so that nobody fills the disk by beginning. */
const MOST_CHALLENGES = 10_000;

const SESSION = `session_id AS "sessionId", user_id AS "userId", method, created_at AS "createdAt",
  proved_at AS "provedAt", seen_at AS "seenAt", rotated_at AS "rotatedAt", ends_at AS "endsAt"`;
const TOKEN = `token_id AS "tokenId", user_id AS "userId", name, scopes, created_at AS "createdAt",
  expires_at AS "expiresAt", used_on AS "usedOn"`;
const PASSKEY = `credential_id AS "credentialId", user_id AS "userId", public_key AS "publicKey", counter, transports,
  name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Rows whose lists lie in the file as JSON. */
const listed = <R extends object>(row: object | undefined, name: keyof R & string): R | null =>
  row ? ({ ...row, [name]: JSON.parse((row as Record<string, string>)[name]!) as unknown } as R) : null;

/**
 * What people prove themselves with, in a file of its own (mode 0600) and never in the log: hashes of secrets, public
 * keys, a sealed secret for one-time codes. Losing it costs nobody a record: an administrator invites people again.
 */
export class CredentialStore {
  private readonly database: SqliteDatabase;
  private readonly statements = new Map<string, Statement>();

  /** @param file a path, or `:memory:` for tests */
  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.database = new Database(file);
    if (file !== ':memory:') chmodSync(file, 0o600);
    this.database.pragma('journal_mode = WAL');
    this.database.pragma('synchronous = FULL');
    this.database.pragma('secure_delete = ON');
    this.database.pragma('busy_timeout = 5000');
    this.database.exec(SCHEMA);
  }

  private statement(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const made = this.database.prepare(sql);
    this.statements.set(sql, made);
    return made;
  }

  /** @returns how many rows it changed */
  private run(sql: string, ...values: (string | number | null)[]): number {
    return this.statement(sql).run(...values).changes;
  }

  private get<R>(sql: string, ...values: (string | number | null)[]): R | undefined {
    return this.statement(sql).get(...values) as R | undefined;
  }

  /** All or nothing: what fails in it leaves no trace. */
  atomically<T>(work: () => T): T {
    return this.database.transaction(work).immediate();
  }

  /** Rows that can no longer count are removed; called now and then. @param idleSince last use of a session that ended */
  forget(now: Instant, idleSince: Instant = ''): void {
    this.run('DELETE FROM link WHERE expires_at <= ?', now);
    this.run('DELETE FROM challenge WHERE expires_at <= ?', now);
    this.run('DELETE FROM session WHERE ends_at <= ? OR seen_at <= ?', now, idleSince);
    this.run('DELETE FROM token WHERE expires_at <= ?', now);
    const dayAgo = new Date(Date.parse(now) - 24 * 3_600_000).toISOString();
    this.run('DELETE FROM failures WHERE last_at <= ? AND (until IS NULL OR until <= ?)', dayAgo, now);
  }

  userOfLogin(emailHash: string): string | null {
    return this.get<{ id: string }>('SELECT user_id AS id FROM login WHERE email_hash = ?', emailHash)?.id ?? null;
  }

  /** From now on this e-mail, and no other, signs this person in; nobody else's account is found by it any more. */
  setLogin(emailHash: string, userId: string): void {
    this.run('DELETE FROM login WHERE user_id = ? OR email_hash = ?', userId, emailHash);
    this.run('INSERT INTO login (email_hash, user_id) VALUES (?, ?)', emailHash, userId);
  }

  passwordOf(userId: string): string | null {
    return this.get<{ phc: string }>('SELECT phc FROM password WHERE user_id = ?', userId)?.phc ?? null;
  }

  setPassword(userId: string, phc: string): void {
    this.run('INSERT OR REPLACE INTO password (user_id, phc) VALUES (?, ?)', userId, phc);
  }

  totpOf(userId: string): { sealed: string; confirmed: boolean; lastStep: number } | null {
    const row = this.get<{ sealed: string; confirmed: number; lastStep: number }>(
      'SELECT sealed, confirmed, last_step AS "lastStep" FROM totp WHERE user_id = ?',
      userId,
    );
    return row ? { ...row, confirmed: row.confirmed === 1 } : null;
  }

  beginTotp(userId: string, sealed: string): void {
    this.run(
      'INSERT OR REPLACE INTO totp (user_id, sealed, confirmed, last_step) VALUES (?, ?, 0, -1)',
      userId,
      sealed,
    );
  }

  /** Uses a time step up. @returns false when it, or a later one, was used before */
  useTotpStep(userId: string, step: number): boolean {
    return (
      this.run(
        'UPDATE totp SET confirmed = 1, last_step = ? WHERE user_id = ? AND last_step < ?',
        step,
        userId,
        step,
      ) === 1
    );
  }

  removeTotp(userId: string): void {
    this.run('DELETE FROM totp WHERE user_id = ?', userId);
  }

  addPasskey(passkey: PasskeyRow): void {
    this.run(
      `INSERT INTO passkey (credential_id, user_id, public_key, counter, transports, name, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      passkey.credentialId,
      passkey.userId,
      passkey.publicKey,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.name,
      passkey.createdAt,
    );
  }

  passkey(credentialId: string): PasskeyRow | null {
    const row = this.get<object>(`SELECT ${PASSKEY} FROM passkey WHERE credential_id = ?`, credentialId);
    return listed<PasskeyRow>(row, 'transports');
  }

  passkeysOf(userId: string): readonly PasskeyRow[] {
    const rows = this.statement(`SELECT ${PASSKEY} FROM passkey WHERE user_id = ? ORDER BY created_at`).all(userId);
    return rows.map((row) => listed<PasskeyRow>(row as object, 'transports')!);
  }

  usePasskey(credentialId: string, counter: number, now: Instant): void {
    this.run('UPDATE passkey SET counter = ?, last_used_at = ? WHERE credential_id = ?', counter, now, credentialId);
  }

  removePasskey(userId: string, credentialId: string): boolean {
    return this.run('DELETE FROM passkey WHERE user_id = ? AND credential_id = ?', userId, credentialId) === 1;
  }

  addLink(hash: string, purpose: LinkPurpose, userId: string | null, expiresAt: Instant): void {
    // The newest link of a person, or of the first start, is the only one that is good.
    this.run('DELETE FROM link WHERE purpose = ? AND user_id IS ?', purpose, userId);
    this.run(
      'INSERT INTO link (hash, purpose, user_id, expires_at) VALUES (?, ?, ?, ?)',
      hash,
      purpose,
      userId,
      expiresAt,
    );
  }

  link(hash: string, purpose: LinkPurpose, now: Instant): LinkRow | null {
    const sql = `SELECT user_id AS "userId", expires_at AS "expiresAt"
      FROM link WHERE hash = ? AND purpose = ? AND expires_at > ?`;
    return this.get<LinkRow>(sql, hash, purpose, now) ?? null;
  }

  /** Takes a link out: of two who open it at once, one has it. @returns false when somebody used it first */
  useLink(hash: string): boolean {
    return this.run('DELETE FROM link WHERE hash = ?', hash) === 1;
  }

  /** Gives a link back that was taken out in vain, unless a newer one stands in its place. */
  returnLink(hash: string, purpose: LinkPurpose, { userId, expiresAt }: LinkRow): void {
    this.run(
      `INSERT INTO link (hash, purpose, user_id, expires_at) SELECT ?, ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM link WHERE purpose = ? AND user_id IS ?)`,
      hash,
      purpose,
      userId,
      expiresAt,
      purpose,
      userId,
    );
  }

  addChallenge(challenge: string, userId: string | null, expiresAt: Instant): void {
    this.run('INSERT INTO challenge (challenge, user_id, expires_at) VALUES (?, ?, ?)', challenge, userId, expiresAt);
    this.run(
      'DELETE FROM challenge WHERE rowid IN (SELECT rowid FROM challenge ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
      MOST_CHALLENGES,
    );
  }

  /** Takes a challenge out: it is good once. @returns false when there is none such */
  takeChallenge(challenge: string, userId: string | null, now: Instant): boolean {
    return (
      this.run(
        'DELETE FROM challenge WHERE challenge = ? AND user_id IS ? AND expires_at > ?',
        challenge,
        userId,
        now,
      ) === 1
    );
  }

  addSession(session: SessionRow, secretHash: string): void {
    this.run(
      `INSERT INTO session (session_id, secret_hash, user_id, method, created_at, proved_at, seen_at, rotated_at, ends_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      session.sessionId,
      secretHash,
      session.userId,
      session.method,
      session.createdAt,
      session.provedAt,
      session.seenAt,
      session.rotatedAt,
      session.endsAt,
    );
  }

  /** The session of a secret, or of the one before it while requests in flight may still carry that. */
  session(secretHash: string, now: Instant): SessionRow | null {
    return (
      this.get<SessionRow>(
        `SELECT ${SESSION} FROM session WHERE secret_hash = ? OR (previous_hash = ? AND previous_until > ?)`,
        secretHash,
        secretHash,
        now,
      ) ?? null
    );
  }

  sessionsOf(userId: string): readonly SessionRow[] {
    return this.statement(`SELECT ${SESSION} FROM session WHERE user_id = ? ORDER BY created_at`).all(
      userId,
    ) as SessionRow[];
  }

  seeSession(sessionId: string, now: Instant): void {
    this.run('UPDATE session SET seen_at = ? WHERE session_id = ?', now, sessionId);
  }

  proveSession(sessionId: string, now: Instant): void {
    this.run('UPDATE session SET proved_at = ? WHERE session_id = ?', now, sessionId);
  }

  /** Gives a session a new secret. @returns false when another request has just done so */
  rotateSession(
    sessionId: string,
    rotatedBefore: Instant,
    secretHash: string,
    now: Instant,
    oldUntil: Instant,
  ): boolean {
    return (
      this.run(
        `UPDATE session SET previous_hash = secret_hash, previous_until = ?, secret_hash = ?, rotated_at = ?
          WHERE session_id = ? AND rotated_at = ?`,
        oldUntil,
        secretHash,
        now,
        sessionId,
        rotatedBefore,
      ) === 1
    );
  }

  removeSession(userId: string, sessionId: string): boolean {
    return this.run('DELETE FROM session WHERE user_id = ? AND session_id = ?', userId, sessionId) === 1;
  }

  /** @param but the one that stays; null: none does */
  removeOtherSessions(userId: string, but: string | null): void {
    this.run('DELETE FROM session WHERE user_id = ? AND session_id IS NOT ?', userId, but);
  }

  addToken(token: TokenRow, secretHash: string): void {
    this.run(
      `INSERT INTO token (token_id, secret_hash, user_id, name, scopes, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      token.tokenId,
      secretHash,
      token.userId,
      token.name,
      JSON.stringify(token.scopes),
      token.createdAt,
      token.expiresAt,
    );
  }

  token(secretHash: string, now: Instant): TokenRow | null {
    const row = this.get<object>(
      `SELECT ${TOKEN} FROM token WHERE secret_hash = ? AND expires_at > ?`,
      secretHash,
      now,
    );
    return listed<TokenRow>(row, 'scopes');
  }

  tokensOf(userId: string): readonly TokenRow[] {
    const rows = this.statement(`SELECT ${TOKEN} FROM token WHERE user_id = ? ORDER BY created_at`).all(userId);
    return rows.map((row) => listed<TokenRow>(row as object, 'scopes')!);
  }

  useToken(tokenId: string, day: string): void {
    this.run('UPDATE token SET used_on = ? WHERE token_id = ?', day, tokenId);
  }

  removeToken(userId: string, tokenId: string): TokenRow | null {
    const token = this.tokensOf(userId).find((one) => one.tokenId === tokenId) ?? null;
    if (token) this.run('DELETE FROM token WHERE token_id = ?', tokenId);
    return token;
  }

  failures(key: string): Failures | null {
    return (
      this.get<Failures>('SELECT count, until, waits, last_at AS "lastAt" FROM failures WHERE key = ?', key) ?? null
    );
  }

  setFailures(key: string, { count, until, waits, lastAt }: Failures): void {
    this.run(
      'INSERT OR REPLACE INTO failures (key, count, until, waits, last_at) VALUES (?, ?, ?, ?, ?)',
      key,
      count,
      until,
      waits,
      lastAt,
    );
  }

  clearFailures(key: string): void {
    this.run('DELETE FROM failures WHERE key = ?', key);
  }

  /** Takes away everything that a person could prove themselves with. */
  removeAllOf(userId: string): void {
    for (const table of ['password', 'totp', 'passkey', 'session', 'token', 'login'])
      this.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
  }

  close(): void {
    this.database.close();
  }
}
