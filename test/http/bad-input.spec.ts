import type { RunningServer } from '../support/program.js';
import { as, asOneWhoMay, startServer, temporaryFolder } from '../support/program.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', OpenApiOperation | undefined>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly field?: string;
  readonly rule?: string;
  readonly errors?: readonly { readonly field: string; readonly rule: string; readonly code?: string }[];
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Problem & Record<string, unknown>;
}

const MEBIBYTE = 1_048_576;

const data = temporaryFolder();
let server: RunningServer;
let url: string;
let api: OpenApi;

const send = async (
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Reply> => {
  const reply = await fetch(url + path, { method, headers: options.headers, body: options.body as never });
  const text = await reply.text();
  return {
    status: reply.status,
    type: reply.headers.get('content-type') ?? '',
    body: JSON.parse(text) as Reply['body'],
  };
};

const post = (operation: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send('POST', `/api/${operation}`, {
    headers: { 'content-type': 'application/json', ...asOneWhoMay(operation), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const get = (operation: string, query: Record<string, string>): Promise<Reply> =>
  send('GET', `/api/${operation}?${new URLSearchParams(query).toString()}`, { headers: asOneWhoMay(operation) });

/** Position of the last event in the log: unchanged means that nothing was written. */
const head = async (): Promise<unknown> => (await send('GET', '/ready')).body['head'];

const commands = (): readonly OpenApiOperation[] =>
  Object.values(api.paths).flatMap(({ post: one }) => (one ? [one] : []));
const queries = (): readonly OpenApiOperation[] =>
  Object.entries(api.paths).flatMap(([path, { get: one }]) => (one && path.startsWith('/api/') ? [one] : []));

const schemaOf = (schema: Schema): Schema => {
  const referred = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return referred === undefined ? schema : api.components.schemas[referred.split('/').at(-1)!]!;
};

const fieldsOf = (operation: OpenApiOperation): readonly (readonly [string, Schema])[] =>
  operation.requestBody
    ? Object.entries(schemaOf(operation.requestBody.content['application/json'].schema).properties ?? {})
    : (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, schema] as const);

const WRONG: Readonly<Record<string, unknown>> = {
  string: 17,
  integer: 'seven',
  number: 'seven',
  boolean: 'maybe',
  array: 'one',
  object: 'whole',
};
const wrongFor = (schema: Schema): unknown => {
  const { type, properties } = schemaOf(schema);
  // A setting may be a text, a number or a flag; parts of its own it never has.
  return type === undefined || (type === 'object' && !properties) ? { of: 'its own' } : WRONG[type];
};

/** A body whose every field is of the right type and form, and names nothing that exists. */
const wellFormed = (schema: Schema, text: string): unknown => {
  const { type, format, enum: choices, minimum, minLength, items, properties } = schemaOf(schema);
  if (choices) return choices[0];
  if (format === 'date') return '2026-06-01';
  if (format === 'date-time') return '2026-06-01T10:00-04:00';
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'array') return [wellFormed(items ?? { type: 'string' }, text)];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, wellFormed(one, text)]));
  return text.padEnd(minLength ?? 1, 'x');
};

const bodyOf = (operation: OpenApiOperation, text: string): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(operation).map(([name, schema]) => [name, wellFormed(schema, text)]));

const named = ({ body }: Reply): readonly string[] => [
  ...(body.errors ?? []).map(({ field }) => field),
  body.field ?? '',
];

const CODE = /^[A-Z][A-Z_]*\.[A-Z0-9_]+$/;

/** What is wrong with a refusal as a refusal; empty when it is a proper problem document. */
const faultsOf = (what: string, reply: Reply, status?: number): readonly string[] => [
  ...(status !== undefined && reply.status !== status ? [`${what}: status ${reply.status}, not ${status}`] : []),
  ...(reply.status < 400 || reply.status >= 500
    ? [`${what}: status ${reply.status}: ${JSON.stringify(reply.body)}`]
    : []),
  ...(reply.type.startsWith('application/problem+json') ? [] : [`${what}: content type ${reply.type}`]),
  ...(CODE.test(reply.body.code) && reply.body.title !== '' && reply.body.status === reply.status
    ? []
    : [`${what}: no problem document: ${JSON.stringify(reply.body)}`]),
];

const faultsOfField = (what: string, field: string, reply: Reply): readonly string[] => [
  ...faultsOf(what, reply, 400),
  ...(named(reply).some((name) => name === field || name.startsWith(`${field}[`) || name.startsWith(`${field}.`))
    ? []
    : [`${what}: does not name ${field}: ${JSON.stringify(reply.body)}`]),
  ...(reply.body.rule === undefined ? [`${what}: names no rule`] : []),
];

beforeAll(async () => {
  // With a test clock, so that no tick writes in between.
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1' });
  url = server.url;
  await send('POST', '/test/reset', {
    headers: { 'content-type': 'application/json' },
    body: '{"now":"2026-06-15T12:00-04:00"}',
  });
  api = (await send('GET', '/api/openapi.json')).body as unknown as OpenApi;
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('bad input to any operation is refused by name and writes nothing', () => {
  let before: unknown;
  beforeEach(async () => {
    before = await head();
  });
  afterEach(async () => {
    expect(await head()).toEqual(before);
  });

  it('has operations to ask', () => {
    expect(commands().length).toBeGreaterThan(20);
    expect(queries().length).toBeGreaterThan(10);
    expect(
      commands()
        .filter((operation) => fieldsOf(operation).length === 0)
        .map(({ operationId }) => operationId),
    ).toEqual([]);
  });

  it('an unknown field is named', async () => {
    const faults: string[] = [];
    for (const operation of commands())
      faults.push(
        ...faultsOfField(
          operation.operationId,
          'noSuchField',
          await post(operation.operationId, { ...bodyOf(operation, 'some-id'), noSuchField: 1 }),
        ),
      );
    for (const { operationId } of queries())
      faults.push(...faultsOfField(operationId, 'noSuchField', await get(operationId, { noSuchField: '1' })));
    expect(faults).toEqual([]);
  });

  it('a value of the wrong type is named, field by field', async () => {
    const faults: string[] = [];
    for (const operation of commands())
      for (const [field, schema] of fieldsOf(operation)) {
        const what = `${operation.operationId}.${field}`;
        faults.push(...faultsOfField(what, field, await post(operation.operationId, { [field]: wrongFor(schema) })));
      }
    for (const { operationId, ...operation } of queries())
      for (const [field, schema] of fieldsOf({ operationId, ...operation }))
        if (schema.type === 'integer' || schema.type === 'boolean')
          faults.push(...faultsOfField(`${operationId}.${field}`, field, await get(operationId, { [field]: 'many' })));
    expect(faults).toEqual([]);
  });

  it('an impossible day and a time that does not exist, or exists twice, are named with their rule', async () => {
    const faults: string[] = [];
    const bad = (schema: Schema): readonly string[] =>
      schema.format === 'date'
        ? ['2026-02-30', '2026-6-1', '01/06/2026']
        : schema.format === 'date-time'
          ? ['2026-06-31T10:00-04:00', '2026-06-01', 'now']
          : [];
    let asked = 0;
    for (const operation of [...commands(), ...queries()])
      for (const [field, schema] of fieldsOf(operation))
        for (const value of bad(schema)) {
          asked += 1;
          const reply = operation.requestBody
            ? await post(operation.operationId, { [field]: value })
            : await get(operation.operationId, { [field]: value });
          faults.push(...faultsOfField(`${operation.operationId}.${field} ${value}`, field, reply));
        }
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  });

  it.each([
    ['2026-11-01T01:30', 'LEGAL_TIME.AMBIGUOUS_TIME'],
    ['2026-03-08T02:30', 'LEGAL_TIME.NONEXISTENT_TIME'],
    ['2026-06-31T10:00-04:00', 'LEGAL_TIME.NOT_A_TIME'],
  ])('the wall time %s is refused as %s, with the field', async (at, code) => {
    const complaint = commands().find(({ operationId }) => operationId === 'receiveComplaint')!;
    const reply = await post('receiveComplaint', {
      ...bodyOf(complaint, 'x'),
      premisesId: undefined,
      receivedAt: at,
    });
    expect(reply).toMatchObject({ status: 400, body: { code, field: 'receivedAt' } });
    expect(await get('getRule', { ruleId: '168-26H', knownAt: at })).toMatchObject({
      status: 400,
      body: { code, field: 'knownAt' },
    });
  });

  it('names that reach an object’s own workings are fields like any other: unknown', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      for (const { operationId } of commands())
        expect(await post(operationId, `{"${name}":{"polluted":true}}`)).toMatchObject({
          status: 400,
          body: { code: 'REQUEST.UNKNOWN_FIELD', field: name },
        });
    for (const { operationId } of queries())
      expect(await get(operationId, { __proto__x: '1', constructor: '1' })).toMatchObject({
        status: 400,
        type: expect.stringContaining('problem') as unknown,
      });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a body that is not one JSON object is refused as such', async () => {
    const faults: string[] = [];
    for (const { operationId } of commands())
      for (const body of ['', '{', '{"a":1}}', '[]', '"text"', 'null', '17', 'NaN', "{'a':1}"]) {
        const reply = await post(operationId, body);
        faults.push(...faultsOf(`${operationId} ${body}`, reply, 400));
      }
    expect(faults).toEqual([]);
    expect(
      await send('POST', '/api/registerParty', {
        headers: { 'content-type': 'application/json', ...as('officer') },
        body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      }),
    ).toMatchObject({ status: 400, body: { code: 'REQUEST.BAD_JSON' } });
  });

  it('a body nested without end is refused, and is no fault of the server', async () => {
    const deep = `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(await post('openCase', deep)).toMatchObject({ status: 400, body: { code: 'REQUEST.TOO_DEEP' } });
  });

  it('a body over 1 MiB is refused before it is read', async () => {
    const reply = await post('registerParty', { name: 'x'.repeat(MEBIBYTE), partyKind: 'individual' });
    expect(reply).toMatchObject({
      status: 413,
      body: { code: 'REQUEST.TOO_LARGE', rule: 'A request body has at most 1 MiB.' },
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('a body of type %s is refused', async (type) => {
    const reply = await send('POST', '/api/registerParty', {
      headers: { 'content-type': type, ...as('officer') },
      body: '{"name":"A","partyKind":"individual"}',
    });
    expect(faultsOf(type, reply, 415)).toEqual([]);
  });

  it.each([
    ['GET', '/nothing'],
    ['GET', '/api/noSuchOperation'],
    ['POST', '/api/noSuchOperation'],
    ['POST', '/api/getCase'],
    ['GET', '/api/openCase'],
    ['DELETE', '/api/openCase'],
    ['GET', '/api/../../etc/passwd'],
  ])('%s %s is an address that does not exist', async (method, path) => {
    expect(faultsOf(path, await send(method, path), 404)).toEqual([]);
  });

  it('an address that cannot be read is refused', async () => {
    expect(faultsOf('%zz', await send('GET', '/api/%zz'), 400)).toEqual([]);
  });

  it.each([
    ['Idempotency-Key', 'x'.repeat(201), 'REQUEST.BAD_IDEMPOTENCY_KEY'],
    ['Idempotency-Key', 'two words', 'REQUEST.BAD_IDEMPOTENCY_KEY'],
    ['If-Match', '3', 'REQUEST.BAD_IF_MATCH'],
    ['If-Match', '*', 'REQUEST.BAD_IF_MATCH'],
    ['If-Match', '"one"', 'REQUEST.BAD_IF_MATCH'],
  ])('the header %s: %s is refused', async (name, value, code) => {
    const reply = await post('registerParty', { name: 'A', partyKind: 'individual' }, { [name]: value });
    expect(reply).toMatchObject({ status: 400, body: { code, field: name, rule: expect.any(String) as unknown } });
  });

  it('a position that no reply gave is refused', async () => {
    const reply = await send('GET', '/api/listParties', { headers: { 'outfall-position': 'soon', ...as('officer') } });
    expect(reply).toMatchObject({ status: 400, body: { code: 'REQUEST.BAD_POSITION', field: 'Outfall-Position' } });
  });

  it.each(['mayor', 'officer:0', 'officer:x', 'process', 'constructor', 'officer, clerk'])(
    'nobody is known as "%s"',
    async (name) => {
      const reply = await post(
        'registerParty',
        { name: 'A', partyKind: 'individual' },
        { 'outfall-demo-identity': name },
      );
      expect(reply).toMatchObject({ status: 401, body: { code: 'IDENTITY.UNKNOWN', field: 'Outfall-Demo-Identity' } });
    },
  );

  it('a text that says nothing, or too much, is refused', async () => {
    for (const name of ['', '   ', 'x'.repeat(10_001)])
      expect(await post('registerParty', { name, partyKind: 'individual' })).toMatchObject({
        status: 400,
        body: { field: 'name' },
      });
  });
});

describe('well-formed requests that name nothing on file', () => {
  it.each([
    'no-such-id',
    'constructor',
    'toString',
    '0.finding-1',
    'a.finding-1',
    'a.review-1',
    'a.fine-1',
    'a.fine-1.statement-1',
  ])(
    'with "%s" in place of every id are refused with a code, or done where they create; never a fault, and a refusal writes nothing',
    async (text) => {
      const faults: string[] = [];
      for (const operation of commands()) {
        const before = await head();
        const reply = await post(operation.operationId, bodyOf(operation, text));
        if (reply.status < 300) continue;
        faults.push(...faultsOf(operation.operationId, reply));
        if ((await head()) !== before) faults.push(`${operation.operationId}: refused, and wrote something`);
      }
      for (const operation of queries()) {
        const query = Object.fromEntries(
          Object.entries(bodyOf(operation, text)).map(([name, value]) => [name, String(value)]),
        );
        const reply = await get(operation.operationId, query);
        if (reply.status >= 300) faults.push(...faultsOf(operation.operationId, reply));
      }
      expect(faults).toEqual([]);
    },
    60_000,
  );
});

describe('a server without a test clock', () => {
  it('has no address that moves it', async () => {
    const folder = temporaryFolder();
    const plain = await startServer(folder.path);
    for (const [method, path] of [
      ['POST', 'test/reset'],
      ['PUT', 'test/clock'],
      ['GET', 'test/clock'],
    ] as const)
      expect((await fetch(`${plain.url}/${path}`, { method })).status).toBe(404);
    expect(await plain.stop()).toBe(0);
    folder.remove();
  }, 60_000);
});

describe('acts that collide', () => {
  const party = (name: string, headers: Record<string, string>) =>
    post('registerParty', { name, partyKind: 'individual' }, headers);

  it('the same Idempotency-Key with the same body gives the first answer and writes nothing', async () => {
    const first = await party('First', { 'idempotency-key': 'same' });
    const before = await head();
    const again = await party('First', { 'idempotency-key': 'same' });
    expect(again.body).toMatchObject({
      partyId: first.body['partyId'],
      commandId: first.body['commandId'],
      repeated: true,
    });
    expect(await head()).toBe(before);
  });

  it('the same Idempotency-Key with another body is refused and writes nothing', async () => {
    await party('First', { 'idempotency-key': 'other' });
    const before = await head();
    expect(await party('Second', { 'idempotency-key': 'other' })).toMatchObject({
      status: 409,
      body: { code: 'RUNTIME.IDEMPOTENCY_KEY_REUSED', field: 'Idempotency-Key', rule: expect.any(String) as unknown },
    });
    expect(await head()).toBe(before);
  });

  it('a stale If-Match is refused with both revisions and writes nothing', async () => {
    const { body } = await party('Third', {});
    const renamed = (revision: string) =>
      post('correctPartyName', { partyId: body['partyId'], name: 'Third, corrected' }, { 'if-match': `"${revision}"` });
    const before = await head();
    expect(await renamed('7')).toMatchObject({
      status: 412,
      body: {
        code: 'RUNTIME.STALE',
        field: 'If-Match',
        expected: '7',
        actual: '0',
        rule: expect.any(String) as unknown,
      },
    });
    expect(await head()).toBe(before);
    expect(await renamed('0')).toMatchObject({ status: 200 });
  });

  it('text with letters that are no letters is kept or refused, never a fault', async () => {
    for (const name of ['a\u0000b', '\ud800', '\u202eabc', '😀'.repeat(100), "Robert'); DROP TABLE events;--"]) {
      const reply = await party(name, {});
      expect([200, 201, 400, 422]).toContain(reply.status);
    }
  });
});
