/** A value that survives JSON unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

/** A local calendar day of the Town, `YYYY-MM-DD` (Gen. Constr. Law § 19: midnight to midnight). */
export type LocalDay = string;

/** An instant, ISO 8601 in UTC with milliseconds. */
export type Instant = string;

/** A text as it is stored and held in memory: sealed under a key of its own. */
export interface Sealed {
  readonly $sealed: {
    readonly k: string;
    readonly iv: string;
    readonly ct: string;
    readonly tag: string;
    /** Keyed hash of the text, where it is to be found by whoever knows it (`SealedFields.find`). */
    readonly h?: string;
  };
}

/**
 * A text about a person, or free text of a case. In the clear on its way in; sealed from the log onward; opened only at
 * the answering edge and in projections that say so; null once its key was destroyed.
 */
export type Personal = string | Sealed | null;

/** The body in whose name an officer acts (domain.md 1.1: three possible appointing bodies). */
export type Capacity = 'Town' | 'Village' | 'Commission';

export type Role =
  'officer' | 'inspector' | 'engineer' | 'clerk' | 'boardMember' | 'counsel' | 'auditor' | 'administrator' | 'process';

/** Who acts. `id` is an opaque account id, never a name. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly capacity: Capacity;
}

/** A fact, as the domain sees it: a stored type name of its own and plain data. */
export interface Event<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** What is stored beside every event. Names that begin with `$` are known to EventStoreDB. */
export interface EventMetadata {
  readonly commandId: string;
  readonly operationId: string;
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: string;
  readonly role: Role;
  readonly capacity: Capacity;
  readonly authority?: string;
  /** Schema version of the event type as stored. */
  readonly v: number;
  /** Other things the event concerns, by kind (case, premises, party…): for the timeline. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Revision of each fact stream that the decision rested on; `-1` for a stream with no events. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Keyed hash of the command's body: the same key with another body is refused. */
  readonly body: string;
}

/** An event as read back: latest schema version, personal fields opened where the key exists. */
export interface Recorded<E extends Event = Event> {
  readonly event: E;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  /** Opaque place in the log; compare only through the event store. */
  readonly position: string;
  readonly recordedAt: Instant;
  readonly metadata: EventMetadata;
}
