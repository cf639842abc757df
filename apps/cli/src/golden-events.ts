import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EventMetadata } from '#kernel';
import type { EventStore } from '#event-store';

/** One stored event, kept for good: what the log of some release really held. */
export interface GoldenEvent {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

export interface GoldenReport {
  /** Files made by this run. */
  readonly written: readonly string[];
  /** Files of which this run's log has events of that type and version, but none of that shape. */
  readonly differing: readonly string[];
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys that are days or ids are data, not shape. */
const isKeyed = (value: Record<string, unknown>): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => /\d/.test(key));

/** Whether two values have the same names with the same kinds of value, all the way down. */
export const sameShape = (golden: unknown, real: unknown): boolean => {
  if (Array.isArray(golden)) {
    if (!Array.isArray(real)) return false;
    return (
      golden.length === 0 || (real.length > 0 && golden.every((member) => real.some((one) => sameShape(member, one))))
    );
  }
  if (!isFields(golden)) return golden === null ? real === null : typeof golden === typeof real && !Array.isArray(real);
  if (!isFields(real)) return false;
  if (isKeyed(golden)) return isKeyed(real) && sameShape(Object.values(golden)[0], Object.values(real)[0]);
  const names = Object.keys(golden);
  return (
    names.length === Object.keys(real).length &&
    names.every((name) => name in real && sameShape(golden[name], real[name]))
  );
};

/** How much of an event's shape a sample shows: the one that shows most is kept. */
const richness = (value: unknown): number => {
  if (Array.isArray(value)) return value.length === 0 ? 0 : 1 + richness(value[0]);
  if (isFields(value)) return Object.values(value).reduce<number>((sum, member) => sum + 1 + richness(member), 0);
  return value === null ? 0 : 1;
};

const nameOf = ({ type, version }: GoldenEvent): string => `${type}.v${version}.json`;

/** The golden files of a folder, by name. */
export const readGoldenEvents = (folder: string): ReadonlyMap<string, GoldenEvent> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as GoldenEvent]),
  );

/** Looks at the logs of a run: compares them with the golden files, and keeps a sample of what has none yet. */
export class GoldenEvents {
  private readonly golden: ReadonlyMap<string, GoldenEvent>;
  private readonly found = new Map<string, { sample: GoldenEvent; richness: number; matched: boolean }>();

  constructor(private readonly folder: string) {
    this.golden = readGoldenEvents(folder);
  }

  async look(store: EventStore): Promise<void> {
    for await (const { type, data, metadata } of store.readAll()) {
      const event: GoldenEvent = { type, version: (metadata as EventMetadata | undefined)?.v ?? 1, data };
      const name = nameOf(event);
      const golden = this.golden.get(name);
      const known = this.found.get(name);
      if (known?.matched) continue;
      const matched = golden !== undefined && sameShape(golden.data, data);
      const rich = richness(data);
      if (!known || matched || rich > known.richness) this.found.set(name, { sample: event, richness: rich, matched });
    }
  }

  /** Writes what is missing and says what no longer fits. */
  finish(): GoldenReport {
    mkdirSync(this.folder, { recursive: true });
    const written: string[] = [];
    const differing: string[] = [];
    for (const [name, { sample, matched }] of [...this.found].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (this.golden.has(name)) {
        if (!matched) differing.push(name);
        continue;
      }
      writeFileSync(join(this.folder, name), `${JSON.stringify(sample, null, 2)}\n`);
      written.push(name);
    }
    return { written, differing };
  }
}
