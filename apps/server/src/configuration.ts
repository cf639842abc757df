import { join, resolve } from 'node:path';

import { DomainError } from '#kernel';
import { DEFAULT_ZONE, localDayOf } from '#legal-time';

/** Everything a process is told from outside, read once at the start. */
export interface Configuration {
  readonly dataFolder: string;
  readonly logFile: string;
  /** A path of its own: keys belong on another disk than the log and its backups (infra/README.md). */
  readonly keysFolder: string;
  readonly readModelFolder: string;
  readonly host: string;
  readonly port: number;
  /** The Town's time zone. */
  readonly zone: string;
  /** True when the clock is driven over HTTP: for tests only. */
  readonly testClock: boolean;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

const refuse = (variable: string, rule: string): never => {
  throw new DomainError('SERVER.BAD_CONFIGURATION', `${variable} ${rule}`, { kind: 'invalid', field: variable, rule });
};

const portOf = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  return port >= 0 && port <= 65_535 ? port : refuse('OUTFALL_PORT', 'is a port number from 0 to 65535.');
};

const zoneOf = (name: string): string => {
  try {
    localDayOf('2026-01-01T00:00:00.000Z', name);
    return name;
  } catch {
    return refuse('OUTFALL_ZONE', 'is the name of a time zone, such as America/New_York.');
  }
};

/**
 * Reads the configuration from environment variables.
 * @throws SERVER.BAD_CONFIGURATION naming the variable and what it should be
 */
export const configurationFrom = (environment: Readonly<Record<string, string | undefined>>): Configuration => {
  const data = resolve(environment['OUTFALL_DATA'] ?? 'data');
  const host = environment['OUTFALL_HOST'] ?? '127.0.0.1';
  const testClock = environment['OUTFALL_TEST_CLOCK'] === '1';
  if (!isLoopback(host))
    refuse('OUTFALL_HOST', 'is a loopback address: this release knows only demo identities, which anyone may claim.');
  return {
    dataFolder: data,
    logFile: join(data, 'log', 'outfall.db'),
    keysFolder: resolve(environment['OUTFALL_KEYS'] ?? join(data, 'keys')),
    readModelFolder: join(data, 'read-models'),
    host,
    port: portOf(environment['OUTFALL_PORT'] ?? '8640'),
    zone: zoneOf(environment['OUTFALL_ZONE'] ?? DEFAULT_ZONE),
    testClock,
  };
};
