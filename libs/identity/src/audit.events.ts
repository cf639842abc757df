import type { Event, EventCatalog, Instant, LocalDay, Personal } from '#kernel';

/** Address of the sender. Sealed under a key of the month, which retention may destroy with the month's end. */
interface From {
  readonly month: string;
  readonly address: Personal;
}

export type SignInMethod = 'password' | 'passkey' | 'openId' | 'invitation' | 'firstRun';

export type SignedIn = Event<'SignedIn', From & { readonly userId: string; readonly method: SignInMethod }>;

/** `userId` null where the name given is that of nobody. */
export type SignInFailed = Event<
  'SignInFailed',
  From & { readonly userId: string | null; readonly method: SignInMethod; readonly reason: string }
>;

export type SignedOut = Event<'SignedOut', { readonly userId: string; readonly sessionId: string }>;

export type SessionRevoked = Event<
  'SessionRevoked',
  { readonly userId: string; readonly sessionId: string; readonly by: string }
>;

export type CredentialChange =
  'passwordSet' | 'totpAdded' | 'totpRemoved' | 'passkeyAdded' | 'passkeyRemoved' | 'reset' | 'invited';

/** What was changed, never the secret itself. */
export type CredentialChanged = Event<
  'CredentialChanged',
  { readonly userId: string; readonly what: CredentialChange; readonly by: string }
>;

export type AccessTokenChanged = Event<
  'AccessTokenChanged',
  {
    readonly userId: string;
    readonly tokenId: string;
    readonly what: 'created' | 'revoked';
    readonly scopes: readonly string[];
    readonly expiresAt: Instant;
  }
>;

/**
 * The first denial of a kind (operation, person, code, id, address) is an event at once, so that a crash does not lose
 * it; its repetitions of that minute are one more event, with how often they happened.
 */
export type AccessDenied = Event<
  'AccessDenied',
  From & {
    readonly operationId: string;
    readonly actorId: string | null;
    readonly role: string | null;
    readonly code: string;
    readonly status: number;
    /** The id that was asked for; null where the request named none that looks like one. */
    readonly target: string | null;
    /**
     * What stood in the place of the id and was none, cut to 80 letters: an attempt, or a slip that may hold a name.
     * One of them stands for all those counted in `times`.
     */
    readonly asked: Personal;
    readonly times: number;
    readonly firstAt: Instant;
    readonly lastAt: Instant;
  }
>;

/** More different denials in one minute than are told one by one: somebody is trying. */
export type DenialsUncounted = Event<
  'DenialsUncounted',
  { readonly month: string; readonly times: number; readonly firstAt: Instant; readonly lastAt: Instant }
>;

/** Recorded before the answer leaves. */
export type ConfidentialDataViewed = Event<
  'ConfidentialDataViewed',
  {
    readonly month: string;
    readonly operationId: string;
    readonly actorId: string;
    readonly role: string;
    readonly target: string | null;
    readonly reason: Personal;
  }
>;

export type RecordsExported = Event<
  'RecordsExported',
  {
    readonly month: string;
    readonly operationId: string;
    readonly actorId: string;
    readonly role: string;
    readonly from: LocalDay | null;
    readonly through: LocalDay | null;
  }
>;

/** An act about users, keys, seals or appointments, besides the event that the act itself is. */
export type AdministrativeActDone = Event<
  'AdministrativeActDone',
  {
    readonly month: string;
    readonly operationId: string;
    readonly actorId: string;
    readonly role: string;
    readonly target: string | null;
  }
>;

export type AuditEvent =
  | SignedIn
  | SignInFailed
  | SignedOut
  | SessionRevoked
  | CredentialChanged
  | AccessTokenChanged
  | AccessDenied
  | DenialsUncounted
  | ConfidentialDataViewed
  | RecordsExported
  | AdministrativeActDone;

/** One stream a local month, `YYYY-MM`: it stays short, and retention goes by the month. */
export const auditStream = (month: string): string => `audit-${month}`;

/** Name of the key for the addresses, reasons and odd ids of a month. */
export const auditKey = (month: string): string => `audit-${month}`;

const inMonth = (fields: readonly string[]) => [
  { key: (data: { readonly month: string }) => auditKey(data.month), fields },
];

export const auditCatalog = {
  SignedIn: { version: 1, sealed: inMonth(['address']) },
  SignInFailed: { version: 1, sealed: inMonth(['address']) },
  SignedOut: { version: 1 },
  SessionRevoked: { version: 1 },
  CredentialChanged: { version: 1 },
  AccessTokenChanged: { version: 1 },
  AccessDenied: { version: 1, sealed: inMonth(['address', 'asked']) },
  DenialsUncounted: { version: 1 },
  ConfidentialDataViewed: { version: 1, sealed: inMonth(['reason']) },
  RecordsExported: { version: 1 },
  AdministrativeActDone: { version: 1 },
} as const satisfies EventCatalog<AuditEvent>;

/** Stored type names, for what listens to all of them. */
export const AUDIT_TYPES = Object.keys(auditCatalog) as readonly AuditEvent['type'][];
