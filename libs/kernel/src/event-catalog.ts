import type { Event } from './messages.js';

/** Fields of one event that are sealed before they are stored (names, addresses, free text). */
export interface SealedFields {
  /** Name of the key, from the event's data: one key per party or complainant, per case for free text. */
  readonly key: (data: never) => string;
  /** Dotted paths; `[]` steps into each member of a list (`addresses[].line`). */
  readonly fields: readonly string[];
  /** Stored with a keyed hash beside each text, so that a read model can find it without opening it. */
  readonly find?: true;
}

/** What the reading and writing edges must know of one stored event type. */
export interface EventDefinition {
  /** Version written today. Older stored versions are raised to it by the upcasters, in order. */
  readonly version: number;
  /** `upcast[n]` turns the data of version n into version n + 1. Pure; looks nothing up. */
  readonly upcast?: Readonly<Record<number, (data: never) => unknown>>;
  readonly sealed?: readonly SealedFields[];
  /** Counsel's work product: neither its text nor that there is such an act is shown to anybody but counsel. */
  readonly workProduct?: true;
}

/** The definitions of every member of a union of events; a forgotten one does not compile. */
export type EventCatalog<E extends Event = Event> = { readonly [Type in E['type']]: EventDefinition };
