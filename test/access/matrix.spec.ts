import type { Role } from '#kernel';
import { AUTHORIZATION, ROLES, rowOf } from '#identity';
import { ALL_CAPABILITIES } from '#server';

import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';

interface Way {
  readonly id: string;
  readonly method: 'GET' | 'POST';
}

const data = temporaryFolder();
let server: RunningServer;
let ways: readonly Way[];

/** The answer's status and code; an empty body, so that whoever may use the route is told what is missing. */
const knock = async ({ id, method }: Way, headers: Record<string, string>): Promise<string> => {
  const reply = await fetch(`${server.url}/api/${id}`, {
    method,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  const { code = '' } = (await reply.json()) as { code?: string };
  return reply.status === 401 || reply.status === 403 ? `${reply.status} ${code}` : 'let through';
};

const mayBy = (id: string, role: Role): boolean => rowOf(id)!.roles.some((one) => one === role);

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '1000000' });
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  ways = Object.values(paths).flatMap((methods) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => rowOf(operationId) !== null)
      .map(([method, { operationId }]) => ({ id: operationId, method: method === 'get' ? 'GET' : 'POST' }) as const),
  );
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('every route, every role and nobody, against the one table (issue 4, deliverable 3)', () => {
  it('the table has a row for every public operation, and no row for anything else', () => {
    const operations = ALL_CAPABILITIES.flatMap((capability) => capability.operations)
      .filter((operation) => operation.kind === 'query' || !operation.internal)
      .map(({ id }) => id)
      .sort();
    expect(Object.keys(AUTHORIZATION).sort()).toEqual(operations);
    expect(ways.map(({ id }) => id).sort()).toEqual(operations);
  });

  it('nobody named is refused everywhere, and so is an empty name (fault P03: an empty claim means nothing)', async () => {
    const refused = '401 IDENTITY.NOT_SIGNED_IN';
    const otherwise: string[] = [];
    for (const way of ways)
      for (const headers of [{}, as('')]) {
        const answer = await knock(way, headers);
        if (answer !== refused) otherwise.push(`${way.id}: ${answer}`);
      }
    expect(otherwise).toEqual([]);
  });

  it.each(ROLES)('%s is let through where the table says so, and refused everywhere else', async (role) => {
    const otherwise: string[] = [];
    for (const way of ways) {
      const expected = mayBy(way.id, role) ? 'let through' : '403 IDENTITY.NOT_YOUR_ROLE';
      const answer = await knock(way, as(role));
      if (answer !== expected) otherwise.push(`${way.id}: ${answer}, the table says ${expected}`);
    }
    expect(otherwise).toEqual([]);
  });

  it('the matrix is a matrix: every role may do something, and none may do everything', () => {
    for (const role of ROLES) {
      const may = ways.filter(({ id }) => mayBy(id, role)).length;
      expect(may).toBeGreaterThan(0);
      expect(may).toBeLessThan(ways.length);
    }
  });
});
