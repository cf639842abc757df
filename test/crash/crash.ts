import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RunningServer } from '../support/program.js';
import { asOneWhoMay, outfall, startServer } from '../support/program.js';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export const send = async (
  url: string,
  operation: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const reply = await fetch(`${url}/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asOneWhoMay(operation), ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Answer['body'] };
};

export const ask = async (url: string, operation: string, query: Record<string, string>): Promise<Answer['body']> =>
  (await (
    await fetch(`${url}/api/${operation}?${new URLSearchParams(query).toString()}`, { headers: asOneWhoMay(operation) })
  ).json()) as Answer['body'];

const done = async (
  url: string,
  operation: string,
  body: object,
  headers?: Record<string, string>,
): Promise<Answer['body']> => {
  const answer = await send(url, operation, body, headers);
  if (answer.status >= 300) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** A premises, a party, a case and a finding of a continuing rule. */
export const openFinding = async (url: string) => {
  const { premisesId } = await done(url, 'registerPremises', {
    address: '1 Example Road',
    jurisdiction: 'townOutsideVillage',
    jurisdictionBasis: 'tax map',
  });
  const { partyId } = await done(url, 'registerParty', { name: 'Example Laundry', partyKind: 'organization' });
  const { caseId } = await done(url, 'openCase', { premisesId, title: 'Pretreatment out of service' });
  const { findingId } = await done(url, 'makeFinding', {
    caseId,
    partyId,
    ruleId: '168-27G',
    facts: 'The equalizing tank was bypassed.',
    againstOwner: false,
  });
  return { premisesId, partyId, caseId, findingId } as Record<
    'premisesId' | 'partyId' | 'caseId' | 'findingId',
    string
  >;
};

const running = new Set<RunningServer>();

/** A server over a folder; it never outlives the test that started it. */
export const serverOn = async (folder: string): Promise<RunningServer> => {
  const server = await startServer(folder);
  running.add(server);
  return server;
};

export const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'outfall-crash-'));
  try {
    await work(folder);
  } finally {
    for (const server of running) server.process.kill('SIGKILL');
    running.clear();
    rmSync(folder, { recursive: true, force: true });
  }
};

const COMMANDS = 200;
const AT_ONCE = 8;

/** The n-th of 200 sightings, each on a day of its own. */
const sighting = (findingId: string, n: number) => ({
  findingId,
  at: `${new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)}T12:00-05:00`,
  continuityReason: 'The bypass valve is sealed open.',
});

/**
 * Sends 200 commands, kills the server somewhere in the middle, starts it again and sends them all once more under the
 * same keys. Every acknowledged command must be there once, with the answer it was given, and the read model must equal
 * a rebuild.
 */
export const killInTheMiddle = async (folder: string, killAfter: number): Promise<void> => {
  let server = await serverOn(folder);
  const { findingId, caseId } = await openFinding(server.url);
  const acknowledged = new Map<number, unknown>();
  let next = 0;
  let killing: Promise<void> | null = null;
  const worker = async (): Promise<void> => {
    while (next < COMMANDS && killing === null) {
      const n = next;
      next += 1;
      try {
        const { sightingId } = await done(server.url, 'observeViolation', sighting(findingId, n), {
          'idempotency-key': `n-${n}`,
        });
        acknowledged.set(n, sightingId);
      } catch (error) {
        if (killing === null) throw error;
      }
      if (acknowledged.size >= killAfter) killing ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await (killing as Promise<void> | null);
  expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
  expect(acknowledged.size).toBeLessThan(COMMANDS);

  server = await serverOn(folder);
  const known = (await ask(server.url, 'getOffenseDays', { caseId })) as {
    findings: { sightings: { sightingId: string }[] }[];
  };
  const before = known.findings[0]!.sightings.map(({ sightingId }) => sightingId);
  for (const sightingId of acknowledged.values()) expect(before.filter((id) => id === sightingId)).toHaveLength(1);

  for (let n = 0; n < COMMANDS; n += 1) {
    const again = await done(server.url, 'observeViolation', sighting(findingId, n), { 'idempotency-key': `n-${n}` });
    if (acknowledged.has(n)) expect(again).toMatchObject({ sightingId: acknowledged.get(n), repeated: true });
  }
  const days = (await ask(server.url, 'getOffenseDays', { caseId, asOf: '2025-12-31' })) as {
    observed: number;
    findings: { sightings: unknown[] }[];
  };
  expect(days.findings[0]!.sightings).toHaveLength(COMMANDS);
  expect(days.observed).toBe(COMMANDS);
  expect(await server.stop()).toBe(0);
  const verified = await outfall(['verify-projections'], { OUTFALL_DATA: folder });
  expect({ code: verified.code, stderr: verified.stderr }).toEqual({ code: 0, stderr: '' });
};
