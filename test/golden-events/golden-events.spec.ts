import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EventCatalog } from '#kernel';
import { MemoryKeyStore } from '#key-store';
import type { StoredEvent } from '#event-store';
import { EventCodec, numberCatalog, processCatalog } from '#runtime';
import { ALL_CAPABILITIES } from '#server';

import type { GoldenEvent } from '../../apps/cli/src/golden-events.js';
import { readGoldenEvents, sameShape } from '../../apps/cli/src/golden-events.js';
import { ROOT } from '../support/program.js';

const FOLDER = join(ROOT, 'test', 'golden-events');
const SUMS = join(FOLDER, 'SHA256SUMS');
const GOLDEN = readGoldenEvents(FOLDER);
const CATALOGS: readonly EventCatalog[] = [
  numberCatalog,
  processCatalog,
  ...ALL_CAPABILITIES.flatMap(({ catalogs }) => catalogs),
];
const VERSIONS = new Map(
  CATALOGS.flatMap((catalog) => Object.entries(catalog).map(([type, { version }]) => [type, version] as const)),
);

const stored = ({ type, version, data }: GoldenEvent): StoredEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  stream: 'golden-1',
  revision: 0n,
  position: '1',
  type,
  data: data as StoredEvent['data'],
  metadata: { v: version },
  recordedAt: '2026-01-01T00:00:00.000Z',
});

/** An event lifted from an older version has today's names and kinds; what was not known then, or is no longer kept, is null. */
const fits = (lifted: unknown, latest: unknown): boolean => {
  if (lifted === null || latest === null) return true;
  // A text that no release sealed until then stays as it was written.
  if (typeof lifted === 'string' && typeof latest === 'object' && '$sealed' in latest) return true;
  if (Array.isArray(lifted) || Array.isArray(latest)) return sameShape(lifted, latest);
  if (typeof lifted !== 'object' || typeof latest !== 'object') return typeof lifted === typeof latest;
  if ('$sealed' in lifted) return '$sealed' in latest;
  const names = (value: object): string => Object.keys(value).sort().join();
  return (
    names(lifted) === names(latest) &&
    Object.entries(lifted).every(([name, value]) => fits(value, (latest as Record<string, unknown>)[name]))
  );
};

const sumOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex');

const keptSums = (): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(SUMS) ? readFileSync(SUMS, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );

describe('golden event files', () => {
  it('there is one for every event type in its version of today', () => {
    const wanted = [...VERSIONS].map(([type, version]) => `${type}.v${version}.json`);
    // A missing one is written by: npm run outfall -- case run test/acceptance --golden test/golden-events
    expect(wanted.filter((name) => !GOLDEN.has(name))).toEqual([]);
  });

  it.each([...GOLDEN])('%s is read by the program of today, in the shape of today', (name, golden) => {
    const codec = new EventCodec(CATALOGS, new MemoryKeyStore());
    expect(name).toBe(`${golden.type}.v${golden.version}.json`);
    const read = codec.decode(stored(golden));
    expect(read).not.toBeNull();
    const latest = GOLDEN.get(`${golden.type}.v${VERSIONS.get(golden.type)!}.json`)!;
    const same = golden.version === VERSIONS.get(golden.type) ? sameShape : fits;
    expect(same(read!.event.data, latest.data)).toBe(true);
  });

  it('none has been changed since it was first kept: an old log does not change either', () => {
    const kept = keptSums();
    const changed = [...kept].filter(([name, sum]) => !GOLDEN.has(name) || sumOf(name) !== sum).map(([name]) => name);
    expect(changed).toEqual([]);
    const fresh = [...GOLDEN.keys()].filter((name) => !kept.has(name));
    if (process.env['CI']) expect(fresh).toEqual([]);
    else if (fresh.length > 0)
      writeFileSync(SUMS, [...GOLDEN.keys()].map((name) => `${sumOf(name)}  ${name}\n`).join(''));
  });
});
