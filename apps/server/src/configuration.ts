import { join, resolve } from 'node:path';

import { DomainError } from '#kernel';
import { DEFAULT_ZONE, localDayOf } from '#legal-time';
import { ROLES } from '#identity/published';
import type { OpenIdSettings } from '#sign-in';
import { parseGroupMapping } from '#sign-in';

import { readSecret } from './hardening/index.js';
import { isLoopback } from './loopback.js';

/** Everything a process is told from outside, read once at the start. */
export interface Configuration {
  readonly dataFolder: string;
  readonly logFile: string;
  /** A path of its own: keys belong on another disk than the log and its backups (infra/README.md). */
  readonly keysFolder: string;
  /** Where the master key lies that wraps the others; null: with them. */
  readonly masterKeyFile: string | null;
  readonly readModelFolder: string;
  /** What people prove themselves with; beside the log and no part of it. */
  readonly credentialFile: string;
  readonly host: string;
  readonly port: number;
  /** The Town's time zone. */
  readonly zone: string;
  /** True when the clock is driven over HTTP: for tests only. */
  readonly testClock: boolean;
  /** `accounts`: people sign in. `demo`: whoever sends a request says who they are; on this machine only. */
  readonly identity: 'accounts' | 'demo';
  /** What people type into their browser, without a slash at the end; null for this machine's own address. */
  readonly origin: string | null;
  /** True behind a reverse proxy whose X-Forwarded-For is to be believed. */
  readonly trustedProxy: boolean;
  /** Requests a minute of one user or address. */
  readonly requestsPerMinute: number;
}

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

const originOf = (text: string | undefined): string | null => {
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url?.protocol === 'http:' && isLoopback(url.hostname);
  return url && (url.protocol === 'https:' || plain) && url.origin === text
    ? url.origin
    : refuse(
        'OUTFALL_ORIGIN',
        'is what people type, as in https://outfall.example.gov: https, no path, no slash at the end.',
      );
};

const identityOf = (text: string | undefined): Configuration['identity'] =>
  text === undefined || text === 'accounts' || text === ''
    ? 'accounts'
    : text === 'demo'
      ? 'demo'
      : refuse('OUTFALL_IDENTITY', 'is accounts or demo.');

const perMinuteOf = (text: string): number =>
  /^\d{1,9}$/.test(text) && Number(text) > 0
    ? Number(text)
    : refuse('OUTFALL_RATE_LIMIT', 'is a number of requests a minute for one user or address.');

/**
 * Reads the configuration from environment variables.
 * @throws SERVER.BAD_CONFIGURATION naming the variable and what it should be
 */
export const configurationFrom = (environment: Readonly<Record<string, string | undefined>>): Configuration => {
  const data = resolve(environment['OUTFALL_DATA'] ?? 'data');
  const host = environment['OUTFALL_HOST'] ?? '127.0.0.1';
  const testClock = environment['OUTFALL_TEST_CLOCK'] === '1';
  // A driven clock is for tests, whose people are invented too.
  const identity = testClock ? 'demo' : identityOf(environment['OUTFALL_IDENTITY']);
  const origin = originOf(environment['OUTFALL_ORIGIN']);
  if (!isLoopback(host) && identity === 'demo')
    refuse('OUTFALL_HOST', 'is a loopback address with demo identities, which anyone may claim.');
  if (!isLoopback(host) && !origin?.startsWith('https:'))
    refuse('OUTFALL_HOST', 'is a loopback address unless OUTFALL_ORIGIN is https: nobody signs in over a plain line.');
  return {
    dataFolder: data,
    logFile: join(data, 'log', 'outfall.db'),
    keysFolder: resolve(environment['OUTFALL_KEYS'] ?? join(data, 'keys')),
    masterKeyFile: environment['OUTFALL_MASTER_KEY_FILE'] ? resolve(environment['OUTFALL_MASTER_KEY_FILE']) : null,
    readModelFolder: join(data, 'read-models'),
    credentialFile: join(data, 'sign-in', 'identity.db'),
    host,
    port: portOf(environment['OUTFALL_PORT'] ?? '8640'),
    zone: zoneOf(environment['OUTFALL_ZONE'] ?? DEFAULT_ZONE),
    testClock,
    identity,
    origin,
    trustedProxy: environment['OUTFALL_TRUSTED_PROXY'] === '1',
    requestsPerMinute: perMinuteOf(environment['OUTFALL_RATE_LIMIT'] ?? (testClock ? '999999999' : '600')),
  };
};

/** The same with demo identities. @throws SERVER.BAD_CONFIGURATION where others than this machine would be served */
export const asDemo = (configuration: Configuration): Configuration =>
  isLoopback(configuration.host)
    ? { ...configuration, identity: 'demo' }
    : refuse('OUTFALL_HOST', 'is a loopback address for the demo town, whose people anyone may claim to be.');

/**
 * The single sign-on, where one is set up.
 * @throws SERVER.BAD_CONFIGURATION, SERVER.BAD_SECRET naming the variable
 */
export const openIdFrom = (
  environment: Readonly<Record<string, string | undefined>>,
  origin: string,
): OpenIdSettings | null => {
  const issuer = environment['OUTFALL_OIDC_ISSUER'];
  if (issuer === undefined || issuer === '') return null;
  const needed = (name: string, value: string | null | undefined): string =>
    value === null || value === undefined || value === '' ? refuse(name, 'is needed with OUTFALL_OIDC_ISSUER.') : value;
  if (!URL.canParse(issuer)) refuse('OUTFALL_OIDC_ISSUER', 'is an https address.');
  return {
    issuer,
    origin,
    clientId: needed('OUTFALL_OIDC_CLIENT_ID', environment['OUTFALL_OIDC_CLIENT_ID']),
    clientSecret: needed('OUTFALL_OIDC_CLIENT_SECRET', readSecret(environment, 'OUTFALL_OIDC_CLIENT_SECRET')),
    mapping: parseGroupMapping(needed('OUTFALL_OIDC_GROUPS', environment['OUTFALL_OIDC_GROUPS']), ROLES),
    groupsClaim: environment['OUTFALL_OIDC_GROUPS_CLAIM'] ?? 'groups',
    scope: environment['OUTFALL_OIDC_SCOPE'] ?? 'openid profile email',
    // For a provider on this very machine, in tests; the address of any other is https.
    allowHttp: isLoopback(new URL(issuer).hostname),
  };
};
