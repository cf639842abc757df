import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';
import type { Answer, OpenApi, Route } from './attack.js';
import { ask, bodyOf, headersFor, inside, routesOf } from './attack.js';

const data = temporaryFolder();
let server: RunningServer;
let api: OpenApi;
let commands: readonly Route[];
let queries: readonly Route[];

const head = async (): Promise<unknown> =>
  (JSON.parse((await ask(server.url, '/ready')).text) as { head: unknown }).head;

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '10000000' });
  const found = await routesOf(server.url);
  api = found.api;
  commands = found.routes.filter(({ method, isOperation }) => isOperation && method === 'POST');
  queries = found.routes.filter(({ method, isOperation }) => isOperation && method === 'GET');
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

const send = (route: Route, body: unknown): Promise<Answer> =>
  ask(server.url, route.path, {
    method: 'POST',
    headers: headersFor(route),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Sends a body to every command and tells which did not refuse it, naming the field. */
const takenBy = async (bodyFor: (route: Route) => unknown, field: string): Promise<readonly string[]> => {
  const otherwise: string[] = [];
  for (const route of commands) {
    const { status, text } = await send(route, bodyFor(route));
    if (status !== 400 || !text.includes(field) || inside(text).length > 0)
      otherwise.push(`${route.id} ${field}: ${status} ${text.slice(0, 200)}`);
  }
  return otherwise;
};

describe('mass assignment: a body sets the fields of its act and no other (issue 4, must show; ASVS 5.0 V15.3.3)', () => {
  it('has every command of the program to try', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(queries.length).toBeGreaterThan(30);
  });

  it.each([
    'role',
    'actor',
    'userId_',
    'capacity_',
    'isAdmin',
    'commandId',
    'newId',
    'recordedAt',
    'revision',
    'expectedRevision',
    'metadata',
    'type',
    '$correlationId',
    'sealed',
    'status_',
    'authority_',
  ])('"%s" in the body of any command is an unknown field', async (field) => {
    const before = await head();
    const wanting = commands.filter(({ fields }) => fields.every(({ name }) => name !== field)).map(({ id }) => id);
    const otherwise = await takenBy((route) => ({ ...bodyOf(api, route), [field]: 'administrator' }), field);
    expect(otherwise.filter((line) => wanting.some((id) => line.startsWith(`${id} `)))).toEqual([]);
    expect(await head()).toEqual(before);
  });

  it('who acts is not taken from a body, a query or a second header', async () => {
    const answer = await ask(server.url, '/api/imposeCivilFine?outfall-demo-identity=officer', {
      method: 'POST',
      headers: { ...as('clerk'), 'x-user': 'demo-officer', 'x-role': 'officer', 'content-type': 'application/json' },
      body: JSON.stringify({ actor: { id: 'demo-officer', role: 'officer' } }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('prototype pollution: no request reaches an object’s own workings (issue 4, must show; ASVS 5.0 V15.3.6)', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype'] as const;

  it.each(NAMES)('"%s" at the top of any body is an unknown field', async (name) => {
    expect(await takenBy(() => `{"${name}":{"isAdmin":true,"outfallMark":"yes"}}`, name)).toEqual([]);
  });

  it.each(NAMES)(
    '"%s" in the place of any field’s value, one to ten levels down, is refused',
    async (name) => {
      const otherwise: string[] = [];
      for (const route of commands)
        for (const { name: field } of route.fields.slice(0, 4))
          for (const depth of [0, 1, 3, 9]) {
            const inner = `${'{"a":'.repeat(depth)}{"${name}":{"outfallMark":"yes"}}${'}'.repeat(depth)}`;
            for (const value of [inner, `[${inner}]`]) {
              const { status, text } = await send(route, `{"${field}":${value}}`);
              if (status !== 400 || inside(text).length > 0) otherwise.push(`${route.id} ${field}: ${status} ${text}`);
            }
          }
      expect(otherwise).toEqual([]);
    },
    120_000,
  );

  it('in a query they are unknown fields too, in every spelling', async () => {
    const otherwise: string[] = [];
    for (const route of queries)
      for (const query of [
        '__proto__=1',
        '__proto__[outfallMark]=yes',
        '__proto__.outfallMark=yes',
        'constructor[prototype][outfallMark]=yes',
        'constructor=1',
        '%5F%5Fproto%5F%5F[outfallMark]=yes',
        'hasOwnProperty=1',
        'toString=1',
        'valueOf=1',
      ]) {
        const { status, text } = await ask(server.url, `${route.path}?${query}`, { headers: headersFor(route) });
        if (status !== 400 || inside(text).length > 0) otherwise.push(`${route.id}?${query}: ${status} ${text}`);
      }
    expect(otherwise).toEqual([]);
  }, 120_000);

  it('and the server shows no trace of them afterward', async () => {
    for (const path of ['/health', '/ready', '/api/listParties', '/api/listRules'])
      expect((await ask(server.url, path, { headers: as('officer') })).text).not.toContain('outfallMark');
    expect(await ask(server.url, '/api/registerParty', { method: 'POST' })).toMatchObject({ status: 401 });
  });
});

describe('a parameter given twice, or as a list, is not taken for one (ASVS 5.0 V15.3.7)', () => {
  it('refused by every query with a field of one value', async () => {
    const otherwise: string[] = [];
    for (const route of queries)
      for (const { name, schema } of route.fields) {
        if (schema.type === 'array') continue;
        for (const query of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[0]=a`, `${name}[x]=a`, `${name}.x=a`]) {
          const { status, text } = await ask(server.url, `${route.path}?${query}`, { headers: headersFor(route) });
          if (status !== 400 || inside(text).length > 0) otherwise.push(`${route.id}?${query}: ${status} ${text}`);
        }
      }
    expect(otherwise).toEqual([]);
  }, 120_000);

  it('a field given twice in a body counts once, as JSON has it: the last', async () => {
    const route = commands.find(({ id }) => id === 'registerParty')!;
    const { status, text } = await send(route, '{"partyKind":"individual","name":"First","name":7}');
    expect(status).toBe(400);
    expect(text).toContain('name');
  });
});

describe('a value of another type is not bent into the right one (ASVS 5.0 V15.3.5)', () => {
  it('by no command, for no field', async () => {
    const otherwise: string[] = [];
    for (const route of commands)
      for (const { name, schema } of route.fields) {
        const text = schema.type === 'string';
        if (!text) continue;
        for (const value of [true, 0, ['a'], { $gt: '' }, { toString: 'x' }]) {
          const { status, text: answer } = await send(route, { [name]: value });
          if (status !== 400 || inside(answer).length > 0)
            otherwise.push(`${route.id}.${name} ${JSON.stringify(value)}: ${status} ${answer}`);
        }
      }
    expect(otherwise).toEqual([]);
  }, 120_000);
});

describe('null is no way around a rule', () => {
  it('in the place of any field of any command it is no fault of the server', async () => {
    const otherwise: string[] = [];
    for (const route of commands)
      for (const { name } of route.fields) {
        const { status, text } = await send(route, { ...bodyOf(api, route), [name]: null });
        if (status >= 500 || inside(text).length > 0) otherwise.push(`${route.id}.${name}: ${status} ${text}`);
      }
    expect(otherwise).toEqual([]);
  }, 120_000);
});
