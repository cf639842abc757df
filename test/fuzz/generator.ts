import { ROLES, rowOf } from '#identity';

import type { OpenApi, Route, Schema } from '../attacks/attack.js';
import { resolved } from '../attacks/attack.js';
import type { Random } from './random.js';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Ids that the server has given, by the name of the field they came in; the newest displace the oldest. */
export class Known {
  private readonly ids = new Map<string, string[]>();

  /** Takes every id out of an answer. */
  learn(value: unknown, depth = 0): void {
    if (depth > 6 || typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && /Id$/.test(name) && member.length < 200) this.keep(name, member);
      else this.learn(member, depth + 1);
    }
  }

  private keep(name: string, id: string): void {
    const known = this.ids.get(name) ?? [];
    if (known.includes(id)) return;
    known.push(id);
    if (known.length > 60) known.shift();
    this.ids.set(name, known);
  }

  /** An id for a field: mostly one of its own kind, sometimes one of another. */
  for(random: Random, name: string): string {
    const own = this.ids.get(name);
    if (own && random.chance(90)) return random.one(own);
    const others = [...this.ids.values()];
    return others.length > 0 ? random.one(random.one(others)) : 'none';
  }
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(10_001),
  '../../etc/passwd',
  '%00',
  '${7*7}',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '=cmd|A1',
  'constructor',
  '__proto__',
  'NaN',
  '9'.repeat(400),
  '-0',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13T00:00:00Z',
  '2026-03-08T02:30',
  '2026-11-01T01:30',
  '1969-12-31T23:59:60Z',
  'a.fine-1',
  'a.finding-0',
  'a.fine-1.statement-99999999999999999999',
  'settings-town',
  [],
  {},
  [[[[]]]],
  { toString: 1 },
  [null, {}, 'x'],
  Array(50).fill('2026-06-01'),
];

const WORDS = ['grease', 'sump', 'Route 9', 'ＦＵＬＬ', 'Straße', 'naïve', 'İ', 'ß', '…', '§ 168-24A', '$1,000', '0'];

/** A day of the years in which everything happens; now and then one far off. */
const day = (random: Random): string =>
  random.chance(5)
    ? random.one(['1900-01-01', '2000-02-29', '2100-12-31', '1987-06-17'])
    : `${random.whole(2025, 2027)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;

const moment = (random: Random): string =>
  `${day(random)}T${String(random.whole(0, 23)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}${random.one(['-04:00', '-05:00', 'Z', '', ':30-04:00'])}`;

/** The headers by which a request says who sends it. */
export type Sender = (random: Random, route: Route) => Record<string, string>;

/** A demo person: mostly one whose role may use the route, sometimes another, now and then nobody. */
export const demoPerson: Sender = (random, route): Record<string, string> => {
  if (random.chance(5)) return {};
  const able = rowOf(route.id)?.roles;
  const role = able && random.chance(75) ? random.one(able) : random.one(ROLES);
  return { 'outfall-demo-identity': `${role}${random.chance(25) ? ':2' : ''}` };
};

/** Makes requests to every route of a server: right ones, bent ones and hostile ones. */
export class Generator {
  private number = 0;

  constructor(
    private readonly random: Random,
    private readonly api: OpenApi,
    private readonly routes: readonly Route[],
    private readonly known: Known,
    private readonly sender: Sender = demoPerson,
  ) {}

  /** @param bent how many of a hundred acts have a part that is wrong on purpose */
  next(bent = 25): FuzzRequest {
    this.number += 1;
    const { random } = this;
    if (random.chance(4)) return this.stray();
    const route = random.one(this.routes);
    const headers: Record<string, string> = { ...this.sender(random, route), ...this.extras() };
    if (route.method === 'GET') return { method: 'GET', path: `${route.path}${this.query(route)}`, headers };
    if (random.chance(3)) return { method: 'POST', path: route.path, ...this.badBody(route, headers) };
    return {
      method: 'POST',
      path: route.path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(this.body(route, bent)),
    };
  }

  private extras(): Record<string, string> {
    const { random } = this;
    return {
      // Most acts are named, so that the same seed makes the same ids.
      ...(random.chance(98) ? { 'idempotency-key': `fuzz-${random.seed}-${random.chance(97) ? this.number : 1}` } : {}),
      ...(random.chance(2) ? { 'if-match': random.one(['"0"', '"7"', '*', '"-1"', '"999999999999999999"']) } : {}),
      ...(random.chance(2) ? { 'outfall-position': random.one(['0', '5', 'x', '00000000000000000001']) } : {}),
      ...(random.chance(1) ? { cookie: random.one(['outfall=x', 'a=b; outfall=', '__Host-outfall=y']) } : {}),
      ...(random.chance(1)
        ? { authorization: random.one(['Bearer x', 'Bearer outfall_x', 'Basic eDp5', 'Bearer']) }
        : {}),
      ...(random.chance(1) ? { origin: random.one(['null', 'https://evil.example', 'http://127.0.0.1']) } : {}),
      ...(random.chance(1) ? { 'sec-fetch-site': random.one(['cross-site', 'same-origin', 'none', '?']) } : {}),
    };
  }

  private body(route: Route, bent = 25): Record<string, unknown> {
    const { random } = this;
    const body: Record<string, unknown> = {};
    for (const { name, required, schema } of route.fields)
      if (required ? !random.chance(2) : random.chance(45)) body[name] = this.value(name, schema);
    if (random.chance(bent) && route.fields.length > 0)
      for (let time = random.whole(1, 2); time > 0; time -= 1)
        body[random.one(route.fields).name] = random.one(HOSTILE);
    if (random.chance(2)) body[random.one(['role', 'actor', 'x', 'constructor', ''])] = random.one(HOSTILE);
    return body;
  }

  private value(name: string, given: Schema, depth = 0): unknown {
    const { random } = this;
    const { type, format, enum: choices, minimum, items, properties, required = [] } = resolved(this.api, given);
    if (choices) return random.one(choices);
    if (format === 'date') return day(random);
    if (format === 'date-time') return moment(random);
    if (type === 'integer' || type === 'number')
      return random.chance(85) ? random.whole(minimum ?? 0, 20) : random.one([100_000, 1_000_000_000, 2 ** 53 - 1]);
    if (type === 'boolean') return random.chance(50);
    if (type === 'array')
      return Array.from({ length: random.whole(0, depth > 2 ? 1 : 4) }, () =>
        this.value(name.replace(/s$/, ''), items ?? { type: 'string' }, depth + 1),
      );
    if (properties)
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => required.includes(key) || random.chance(50))
          .map(([key, schema]) => [key, this.value(key, schema, depth + 1)]),
      );
    if (/Id$/.test(name)) return this.known.for(random, name);
    return Array.from({ length: random.whole(1, 5) }, () => random.one(WORDS)).join(' ');
  }

  private query(route: Route): string {
    const { random } = this;
    const pairs: string[] = [];
    for (const { name, required, schema } of route.fields) {
      if (required ? random.chance(2) : !random.chance(25)) continue;
      const value = random.chance(10) ? random.one(HOSTILE) : this.value(name, schema);
      const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString();
      pairs.push(`${name}=${encodeURIComponent(text.slice(0, 2_000))}`);
      if (random.chance(2)) pairs.push(`${name}=again`);
    }
    if (random.chance(3)) pairs.push(random.one(['__proto__=1', 'x', '=', '&&', 'a[b]=c', '%zz', 'toString=1']));
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  }

  /** A body that is no body of this route. */
  private badBody(
    route: Route,
    headers: Record<string, string>,
  ): { headers: Record<string, string>; body: string | Uint8Array } {
    const { random } = this;
    const good = JSON.stringify(this.body(route));
    const bodies: readonly (() => string | Uint8Array)[] = [
      () => good.slice(0, random.whole(0, good.length)),
      () => `${good}${good}`,
      () => '[]',
      () => 'null',
      () => '"x"',
      () => '',
      () => `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      () => '{"__proto__":{"x":1}}',
      () => Uint8Array.from({ length: random.whole(1, 200) }, () => random.whole(0, 255)),
      () => JSON.stringify({ [random.one(route.fields)?.name ?? 'x']: 'y'.repeat(random.whole(1, 300_000)) }),
      () => 'z'.repeat(1_100_000),
    ];
    const type = random.chance(80)
      ? 'application/json'
      : random.one(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=x']);
    return { headers: { ...headers, 'content-type': type }, body: random.one(bodies)() };
  }

  /** A request to no operation: other addresses and methods. */
  private stray(): FuzzRequest {
    const { random } = this;
    const path = random.one([
      '/',
      '/health',
      '/ready',
      '/api/docs',
      '/api/docs/swagger-ui.css',
      '/api/docs/..%2f..%2fpackage.json',
      '/api/',
      '/api/%zz',
      '/api/noSuchOperation',
      '/sign-in',
      '/account',
      `/${'a/'.repeat(random.whole(1, 500))}`,
      `/api/${random.one(this.routes).id}/${random.whole(0, 9)}`,
      random.one(this.routes).path.toUpperCase(),
    ]);
    const method = random.one(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
    return { method, path, headers: { ...this.sender(random, random.one(this.routes)), ...this.extras() } };
  }
}
