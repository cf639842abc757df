import type { RunningServer } from '../support/program.js';
import { as, startServer, temporaryFolder } from '../support/program.js';
import type { OpenApi, Route } from './attack.js';
import { ask, bodyOf, headersFor, inside, routesOf } from './attack.js';

const data = temporaryFolder();
let server: RunningServer;
let api: OpenApi;
let queries: readonly Route[];
let commands: readonly Route[];
let partyId: string;

const GUESSES = [
  '1',
  '00000000-0000-0000-0000-000000000000',
  'party-1',
  'CF-2026-001',
  'demo-officer',
  'settings-town',
  'a.finding-1',
  'a.fine-1',
  'a.review-1',
];

/** Fields that name something on file, by how this program names ids. */
const idsOf = ({ fields }: Route): readonly string[] =>
  fields.filter(({ name, required }) => required && /Id$/.test(name)).map(({ name }) => name);

/** Not ids of the record: the law's rules are a fixed list. */
const NO_RECORD = /^(?:rule|policy|authority)/;

/** Who is appointed need not be known to this program: a person outside it has whatever id the appointing body gives. */
const APPOINTS = new Set(['appointEnforcer', 'fillBoardSeat']);

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '1000000' });
  const found = await routesOf(server.url);
  api = found.api;
  queries = found.routes.filter(({ method, isOperation }) => isOperation && method === 'GET');
  commands = found.routes.filter(({ method, isOperation }) => isOperation && method === 'POST');
  const made = await ask(server.url, '/api/registerParty', {
    method: 'POST',
    headers: { ...as('officer'), 'content-type': 'application/json' },
    body: '{"name":"Somebody","partyKind":"individual"}',
  });
  partyId = (JSON.parse(made.text) as { partyId: string }).partyId;
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('ids guessed (issue 4, must show; ASVS 5.0 V8.2.2)', () => {
  it('every question about one thing answers 404 for an id that is none, and says nothing else', async () => {
    const asked = queries.filter((route) => idsOf(route).some((name) => !NO_RECORD.test(name)));
    expect(asked.length).toBeGreaterThan(8);
    const otherwise: string[] = [];
    for (const route of asked)
      for (const guess of GUESSES) {
        const query = Object.fromEntries(
          Object.entries(bodyOf(api, { ...route, fields: route.fields.filter(({ required }) => required) })).map(
            ([name, value]) => [name, String(/Id$/.test(name) && !NO_RECORD.test(name) ? guess : value)],
          ),
        );
        const { status, text } = await ask(server.url, `${route.path}?${new URLSearchParams(query).toString()}`, {
          headers: headersFor(route),
        });
        // A list of what belongs to nothing is empty; a question that also names a rule may be told that it is none.
        const empty = status === 200 && !text.includes('Somebody');
        if ((status !== 404 && status !== 400 && !empty) || inside(text).length > 0)
          otherwise.push(`${route.id} ${guess}: ${status} ${text.slice(0, 200)}`);
      }
    expect(otherwise).toEqual([]);
  }, 120_000);

  it('a thing’s own questions answer exactly alike for ids that are near and ids that are far', async () => {
    const answer = async (id: string) => {
      const { status, text } = await ask(server.url, `/api/getParty?partyId=${encodeURIComponent(id)}`, {
        headers: as('officer'),
      });
      return { status, text: text.replaceAll(id, '(id)') };
    };
    expect(await answer(partyId)).toMatchObject({ status: 200 });
    const far = await answer('00000000-0000-5000-8000-000000000000');
    expect(far.status).toBe(404);
    const last = partyId.at(-1) === '0' ? '1' : '0';
    for (const near of [partyId.slice(0, -1) + last, partyId.slice(0, -1), `${partyId}0`, `${partyId}.fine-1`, 'x'])
      expect(await answer(near)).toEqual(far);
  });

  it('whoever guesses is on file: what was asked for, by whom, from where, and the answer (ASVS 5.0 V16.3.2)', async () => {
    const guess = 'ffffffff-1111-5222-8333-444444444444';
    await ask(server.url, `/api/getParty?partyId=${guess}`, { headers: as('inspector') });
    const { status, text } = await ask(server.url, '/api/listAudit?type=AccessDenied&limit=1000', {
      headers: as('auditor'),
    });
    expect(status).toBe(200);
    const line = text.split('{').find((part) => part.includes(guess)) ?? text.slice(0, 500);
    for (const part of ['getParty', '404', 'inspector']) expect(line).toContain(part);
  });

  it('a new id is derived, not counted: the next one cannot be told from the last', async () => {
    const next = async () => {
      const made = await ask(server.url, '/api/registerParty', {
        method: 'POST',
        headers: { ...as('officer'), 'content-type': 'application/json' },
        body: '{"name":"Somebody else","partyKind":"individual"}',
      });
      return (JSON.parse(made.text) as { partyId: string }).partyId;
    };
    const [one, two] = [await next(), await next()];
    const alike = [...one].filter((letter, at) => letter === two[at]).length;
    expect(alike).toBeLessThan(one.length / 2);
  });

  it('an act that names ids that are none is refused with a code and writes nothing', async () => {
    const head = async () => (JSON.parse((await ask(server.url, '/ready')).text) as { head: string }).head;
    const otherwise: string[] = [];
    for (const route of commands.filter(
      (one) => !APPOINTS.has(one.id) && idsOf(one).some((name) => !NO_RECORD.test(name)),
    )) {
      const before = await head();
      const { status, text } = await ask(server.url, route.path, {
        method: 'POST',
        headers: headersFor(route),
        body: JSON.stringify(bodyOf(api, route, GUESSES[1])),
      });
      const code = (JSON.parse(text) as { code?: string }).code ?? '';
      if (status < 400 || status > 422 || code === '' || inside(text).length > 0 || (await head()) !== before)
        otherwise.push(`${route.id}: ${status} ${text.slice(0, 200)}`);
    }
    expect(otherwise).toEqual([]);
  }, 120_000);
});
