import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

/**
 * What a key of sealed texts belongs to: the part of its name before the first dash. `case` and `complaint` seal free
 * text, `complainant` who complained, `counsel` counsel's notes, `user` a user's own texts, `audit` the addresses of a
 * month.
 */
export type KeyKind = 'party' | 'complainant' | 'user' | 'counsel' | 'case' | 'complaint' | 'premises' | 'audit';
export const KEY_KINDS = [
  'party',
  'complainant',
  'user',
  'counsel',
  'case',
  'complaint',
  'premises',
  'audit',
] as const satisfies readonly KeyKind[];

interface InDestruction {
  /** `destruction-<n>`. */
  readonly destructionId: string;
}

/** One person wants a key gone for good; nothing is destroyed yet. */
export type KeyDestructionProposed = Event<
  'KeyDestructionProposed',
  InDestruction & {
    readonly kind: KeyKind;
    /** Id of the party, case, complaint, premises or user; a month for `audit`. */
    readonly subjectId: string;
    readonly reason: Personal;
    /** The retention schedule item, order or request it rests on, as typed. */
    readonly authority: Personal;
    readonly proposedBy: string;
    readonly proposedOn: LocalDay;
  }
>;

export type KeyDestructionDeclined = Event<
  'KeyDestructionDeclined',
  InDestruction & { readonly reason: Personal; readonly declinedBy: string; readonly declinedOn: LocalDay }
>;

/** A second person confirmed: from here on no text sealed under the key is opened again, anywhere. */
export type PersonalKeyDestroyed = Event<
  'PersonalKeyDestroyed',
  InDestruction & {
    readonly kind: KeyKind;
    readonly subjectId: string;
    readonly confirmedBy: string;
    readonly destroyedOn: LocalDay;
  }
>;

/** Every key was wrapped under a new master key; the old one is gone. Keys themselves stay what they are. */
export type MasterKeyRotated = Event<
  'MasterKeyRotated',
  { readonly masterId: string; readonly rewrapped: number; readonly rotatedOn: LocalDay }
>;

/** A litigation hold is in force in a case: what belongs to it is looked at before a key is destroyed. */
export type LitigationHoldNoted = Event<'LitigationHoldNoted', { readonly caseId: string }>;

/** No litigation hold is in force in the case any more. */
export type LitigationHoldForgotten = Event<'LitigationHoldForgotten', { readonly caseId: string }>;

export type KeyEvent =
  | KeyDestructionProposed
  | KeyDestructionDeclined
  | PersonalKeyDestroyed
  | MasterKeyRotated
  | LitigationHoldNoted
  | LitigationHoldForgotten;

/** One stream for the keys of the town: that two persons agree, and that a key goes once, is decided in it. */
export const KEYS_STREAM = 'keys-town';

/** Why a key was destroyed is told under a key of its own, which outlives the person: it must not name them. */
const register = (fields: readonly string[]) => [{ key: () => KEYS_STREAM, fields }];

export const keyCatalog = {
  KeyDestructionProposed: { version: 1, sealed: register(['reason', 'authority']) },
  KeyDestructionDeclined: { version: 1, sealed: register(['reason']) },
  PersonalKeyDestroyed: { version: 1 },
  MasterKeyRotated: { version: 1 },
  LitigationHoldNoted: { version: 1 },
  LitigationHoldForgotten: { version: 1 },
} as const satisfies EventCatalog<KeyEvent>;

/** Name under which the key store keeps a key. */
export const keyNameOf = ({ kind, subjectId }: { readonly kind: KeyKind; readonly subjectId: string }): string =>
  `${kind}-${subjectId}`;
