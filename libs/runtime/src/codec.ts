import type { Event, EventCatalog, EventDefinition, EventMetadata, JsonObject, Recorded } from '#kernel';
import type { NewEvent, StoredEvent } from '#event-store';
import type { KeyStore, Sealed } from '#key-store';
import { blindIndex, FIND_KEY, isSealed, seal, unseal } from '#key-store';

import type { Withheld } from './access.js';

/** Applies a change to the values at a dotted path (`addresses[].line`), copying what it touches. */
const changeAt = (value: unknown, path: readonly string[], change: (leaf: unknown) => unknown): unknown => {
  if (path.length === 0) return change(value);
  if (value === null || typeof value !== 'object') return value;
  const [head, ...rest] = path as [string, ...string[]];
  const list = head.endsWith('[]');
  const name = list ? head.slice(0, -2) : head;
  const object = value as Record<string, unknown>;
  if (!(name in object)) return value;
  const inner = object[name];
  const changed =
    list && Array.isArray(inner)
      ? inner.map((member) => changeAt(member, rest, change))
      : changeAt(inner, rest, change);
  return { ...object, [name]: changed };
};

/** The reading and writing edge of the log: raises old versions, seals and opens personal fields. */
export class EventCodec {
  private readonly definitions = new Map<string, EventDefinition>();
  private readonly paths = new Map<
    string,
    { key: (data: never) => string; path: readonly string[]; find: boolean }[]
  >();

  constructor(
    catalogs: readonly EventCatalog[],
    private readonly keys: KeyStore,
  ) {
    for (const catalog of catalogs)
      for (const [type, definition] of Object.entries(catalog)) {
        const known = this.definitions.get(type);
        if (known && known !== definition) throw new TypeError(`two definitions of the stored type ${type}`);
        this.definitions.set(type, definition);
        const paths = (definition.sealed ?? []).flatMap(({ key, fields, find = false }) =>
          fields.map((field) => ({ key, path: field.split('.'), find })),
        );
        if (paths.length > 0) this.paths.set(type, paths);
      }
  }

  knows(type: string): boolean {
    return this.definitions.has(type);
  }

  versionOf(type: string): number {
    const definition = this.definitions.get(type);
    if (!definition) throw new TypeError(`no catalog defines the event type ${type}`);
    return definition.version;
  }

  /** Seals the personal fields of an event about to be stored. */
  async seal<E extends Event>(event: E): Promise<E> {
    const paths = this.paths.get(event.type);
    if (!paths) return event;
    let data = event.data;
    for (const { key, path, find } of paths) {
      const texts: string[] = [];
      changeAt(data, path, (leaf) => (typeof leaf === 'string' ? (texts.push(leaf), leaf) : leaf));
      if (texts.length === 0) continue;
      const name = key(event.data as never);
      const secret = await this.keys.getOrCreate(name);
      const indexSecret = find ? await this.keys.getOrCreate(FIND_KEY) : null;
      const sealOne = (text: string): Sealed =>
        seal(secret, name, text, indexSecret ? blindIndex(indexSecret, text) : undefined);
      data = changeAt(data, path, (leaf) => (typeof leaf === 'string' ? sealOne(leaf) : leaf));
    }
    return { ...event, data };
  }

  /** An event ready to be stored, given its sealed form. */
  encode(event: Event, id: string, metadata: EventMetadata): NewEvent {
    return {
      id,
      type: event.type,
      data: event.data as JsonObject,
      metadata: metadata as unknown as JsonObject,
    };
  }

  /** A stored event in its latest shape; sealed fields stay sealed. Null for a type this release does not know. */
  decode<E extends Event = Event>(stored: StoredEvent): Recorded<E> | null {
    const definition = this.definitions.get(stored.type);
    if (!definition) return null;
    const metadata = stored.metadata as unknown as EventMetadata;
    let data: unknown = stored.data;
    if (definition.upcast)
      for (let version = metadata?.v ?? 1; version < definition.version; version += 1)
        data = definition.upcast[version]!(data as never);
    return {
      event: { type: stored.type, data } as E,
      id: stored.id,
      stream: stored.stream,
      revision: stored.revision,
      position: stored.position,
      recordedAt: stored.recordedAt,
      metadata,
    };
  }

  /**
   * Opens every sealed value found anywhere in an answer; null where the key was destroyed. A key that `mayOpen` refuses
   * is not even fetched: its texts are answered as withheld, with the kind of key (the name up to its first dash).
   */
  async open(value: unknown, mayOpen?: (keyName: string) => Promise<boolean>): Promise<unknown> {
    const names = new Set<string>();
    eachSealed(value, (sealed) => {
      names.add(sealed.$sealed.k);
      return sealed;
    });
    if (names.size === 0) return value;
    const secrets = new Map<string, Buffer | null>();
    const refused = new Set<string>();
    for (const name of names)
      if (mayOpen && !(await mayOpen(name))) refused.add(name);
      else secrets.set(name, await this.keys.get(name));
    return eachSealed(value, (sealed) => {
      if (refused.has(sealed.$sealed.k)) return { withheld: kindOfKey(sealed.$sealed.k) } satisfies Withheld;
      const secret = secrets.get(sealed.$sealed.k);
      return secret ? unseal(secret, sealed) : null;
    });
  }
}

/** What a key protects, from its name: `complainant`, `counsel`, `case`, `party`… */
export const kindOfKey = (name: string): string => name.split('-', 1)[0]!;

/** Replaces every sealed value, copying only what holds one. */
const eachSealed = (value: unknown, replace: (sealed: Sealed) => unknown): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (isSealed(value)) return replace(value);
  if (Array.isArray(value)) {
    let list: unknown[] | null = null;
    value.forEach((member: unknown, index) => {
      const replaced = eachSealed(member, replace);
      if (replaced !== member) (list ??= [...(value as unknown[])])[index] = replaced;
    });
    return list ?? value;
  }
  let object: Record<string, unknown> | null = null;
  for (const [name, member] of Object.entries(value)) {
    const replaced = eachSealed(member, replace);
    if (replaced !== member) (object ??= { ...value } as Record<string, unknown>)[name] = replaced;
  }
  return object ?? value;
};
