import type { Capacity, Instant, Role } from '#kernel';

/** A role that a person holds today. */
export interface HeldRole {
  readonly role: Role;
  readonly capacity: Capacity;
}

/** What signing in needs to know of the town's users; the composition root answers from the log. */
export interface Accounts {
  /** Null: nobody has this id. `active` false: no session or token of theirs counts. */
  userOf(userId: string): Promise<{
    readonly userId: string;
    readonly name: string | null;
    readonly active: boolean;
    readonly roles: readonly HeldRole[];
  } | null>;
  /** Whether nobody is administrator today: then, and only then, the link of the first start is good. */
  needsFirstAdministrator(): Promise<boolean>;
  /** @returns the new user's id @throws IDENTITY.ALREADY_SET_UP */
  createFirstAdministrator(details: { readonly name: string; readonly email: string }): Promise<string>;
  /** The e-mail on file, with which an invited person signs in; null when its key was destroyed. */
  emailOf(userId: string): Promise<string | null>;
  /** A person whom the single sign-on vouches for, with the roles of their groups. @returns the user's id */
  provision(person: {
    readonly issuer: string;
    readonly subject: string;
    readonly name: string;
    readonly email: string;
    readonly grants: readonly HeldRole[];
  }): Promise<string>;
  /** Ends what groups gave to a person who is in none that stands for a role; nothing for a person not known. */
  withdrawGroups(person: { readonly issuer: string; readonly subject: string }): Promise<void>;
}

export type SignInMethod = 'password' | 'passkey' | 'openId' | 'invitation' | 'firstRun';

export type CredentialChange =
  'passwordSet' | 'totpAdded' | 'totpRemoved' | 'passkeyAdded' | 'passkeyRemoved' | 'reset' | 'invited';

/** What goes on file of signing in. `address` is the sender's; the trail seals it. */
export type SignInEntry =
  | { readonly type: 'SignedIn'; readonly userId: string; readonly method: SignInMethod; readonly address: string }
  | {
      readonly type: 'SignInFailed';
      readonly userId: string | null;
      readonly method: SignInMethod;
      readonly reason: string;
      readonly address: string;
    }
  | { readonly type: 'SignedOut'; readonly userId: string; readonly sessionId: string }
  | { readonly type: 'SessionRevoked'; readonly userId: string; readonly sessionId: string; readonly by: string }
  | {
      readonly type: 'CredentialChanged';
      readonly userId: string;
      readonly what: CredentialChange;
      readonly by: string;
    }
  | {
      readonly type: 'AccessTokenChanged';
      readonly userId: string;
      readonly tokenId: string;
      readonly what: 'created' | 'revoked';
      readonly scopes: readonly string[];
      readonly expiresAt: Instant;
    };

/** Keeps the trace of signing in; durable before it resolves. */
export interface SignInTrail {
  record(entry: SignInEntry): Promise<void>;
}

/** Whoever a request comes from, once that is known. */
export interface Principal {
  readonly userId: string;
  readonly via: 'session' | 'token';
  readonly sessionId: string | null;
  readonly tokenId: string | null;
  /** Null: everything that the user may do. */
  readonly scopes: readonly string[] | null;
  readonly signedInAt: Instant;
}
