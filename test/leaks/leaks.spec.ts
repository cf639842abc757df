import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { ROLES, rowOf } from '#identity';

import { CaseActs, CaseClock, methodsOf } from '../../apps/cli/src/case-acts.js';
import { readCaseFile } from '../../apps/cli/src/case-file.js';
import { RemoteTarget } from '../../apps/cli/src/case-target.js';
import type { RunningServer } from '../support/program.js';
import { as, outfall, ROOT, startServer, temporaryFolder } from '../support/program.js';

/** Which roles may read the texts of a kind; complainants only through the two questions that leave a trace. */
const READERS = {
  'MARK-OPEN': ['officer', 'inspector', 'engineer', 'clerk', 'counsel', 'auditor', 'boardMember'],
  'MARK-COMPLAINANT': [],
  'MARK-SEALED': ['counsel'],
  'MARK-COUNSEL': ['counsel'],
} as const satisfies Record<string, readonly string[]>;
type Kind = keyof typeof READERS;

/** Numbers and amounts that would give a complainant or a sealed case away. */
const ALSO: Readonly<Record<Kind, readonly string[]>> = {
  'MARK-OPEN': [],
  'MARK-COMPLAINANT': ['555-0143', '5550143', '555-0144', '5550144'],
  'MARK-SEALED': ['77777', '777.77'],
  'MARK-COUNSEL': [],
};

/** Questions whose very purpose is to show who complained, to those who may ask. */
const REVEALS = ['revealComplainant', 'findComplaintsByComplainant'];

const data = temporaryFolder();
let server: RunningServer;
let folder: string;
let saved: ReadonlyMap<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
}

let questions: readonly { readonly id: string; readonly parameters: readonly Parameter[] }[];
let commands: readonly string[];

const KINDS = Object.keys(READERS) as Kind[];

const marksIn = (text: string): readonly Kind[] =>
  KINDS.filter((kind) => [kind, ...ALSO[kind]].some((mark) => text.includes(mark)));

/** Every id that the town saved, and every day, figure and kind that a question might want. */
const valuesFor = (name: string): readonly string[] => {
  const ids = [...saved].filter(([, value]) => typeof value === 'string').map(([, value]) => value as string);
  if (/Id$/.test(name)) return ids;
  const known: Readonly<Record<string, readonly string[]>> = {
    day: ['2026-06-01'],
    from: ['2026-06-01'],
    through: ['2026-12-31'],
    fromAsOf: ['2026-06-01'],
    ruleId: ['168-26H'],
    figure: ['dueCents', 'chargedCents', 'capCents'],
    kind: ['appeal'],
    reason: ['Counsel asked for it.'],
    name: ['MARK-COMPLAINANT-name'],
    text: ['MARK'],
    search: ['Example'],
  };
  return known[name] ?? [];
};

/** Requests for one question: with nothing, and with each value of each parameter it takes. */
const waysToAsk = ({ parameters }: (typeof questions)[number]): readonly Record<string, string>[] => {
  const required = parameters.filter(({ required: must }) => must);
  const base = Object.fromEntries(required.map(({ name }) => [name, valuesFor(name)[0] ?? 'x']));
  return [base, ...parameters.flatMap(({ name }) => valuesFor(name).map((value) => ({ ...base, [name]: value })))];
};

const answerTo = async (id: string, query: Record<string, string>, person: string | null): Promise<string> => {
  const reply = await fetch(`${server.url}/api/${id}?${new URLSearchParams(query).toString()}`, {
    headers: person === null ? {} : as(person),
  });
  return `${[...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n${await reply.text()}`;
};

const allFiles = (at: string): readonly string[] =>
  readdirSync(at, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Files that hold a mark, or a complainant's number; days and cents of a sealed case may stand there without a name. */
const leaksIn = (files: readonly string[], kinds: readonly Kind[] = KINDS): readonly string[] =>
  files.flatMap((file) => {
    const text = readFileSync(file, 'latin1');
    const marks = (kind: Kind): readonly string[] => (kind === 'MARK-COMPLAINANT' ? [kind, ...ALSO[kind]] : [kind]);
    return kinds.filter((kind) => marks(kind).some((mark) => text.includes(mark))).map((kind) => `${file}: ${kind}`);
  });

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1', OUTFALL_RATE_LIMIT: '1000000' });
  const target = new RemoteTarget(server.url);
  const [town] = readCaseFile(join(ROOT, 'test', 'leaks', 'marked-town.yaml'));
  const clock = new CaseClock(target);
  const reset = await target.send({ method: 'POST', path: '/test/reset', body: { now: '2026-06-04T14:00:00.000Z' } });
  ({ folder } = reset.body as { folder: string });
  const acts = new CaseActs('marked-town', { target, methods: await methodsOf(target), clock });
  for (const [index, step] of town!.steps.entries()) await acts.step(step, index);
  for (const [index, expectation] of town!.expect.entries()) await acts.expectation(expectation, index);
  expect(acts.failures).toEqual([]);
  ({ saved } = acts);
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: (Parameter & { in: string })[] }>>;
  };
  const all = Object.values(paths).flatMap((methods) => Object.entries(methods));
  questions = all
    .filter(([method, { operationId }]) => method === 'get' && rowOf(operationId) !== null)
    .map(([, { operationId, parameters = [] }]) => ({
      id: operationId,
      parameters: parameters.filter(({ in: place }) => place === 'query'),
    }));
  commands = all.filter(([method]) => method === 'post').map(([, { operationId }]) => operationId);
}, 120_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('what must stay hidden stays hidden (issue 4, deliverable 5; faults P01, P06)', () => {
  it('the marks are there to be found: counsel and the officer named read the sealed case, everybody the open one', async () => {
    const sealed = { caseId: saved.get('sealed') as string };
    expect(marksIn(await answerTo('getCase', sealed, 'counsel'))).toContain('MARK-SEALED');
    expect(marksIn(await answerTo('getCase', sealed, 'officer:2'))).toContain('MARK-SEALED');
    expect(marksIn(await answerTo('getCase', { caseId: saved.get('case') as string }, 'officer'))).toEqual([
      'MARK-OPEN',
    ]);
    expect(marksIn(await answerTo('listCounselNotes', { caseId: saved.get('case') as string }, 'counsel'))).toContain(
      'MARK-COUNSEL',
    );
    const reveal = { complaintId: saved.get('complaint') as string, reason: 'To ask what was seen.' };
    expect(marksIn(await answerTo('revealComplainant', reveal, 'officer'))).toContain('MARK-COMPLAINANT');
  });

  it.each([...ROLES, null])(
    'no question of this town, with whatever id it is asked, tells %s more than that role may know',
    async (person) => {
      const leaks = new Set<string>();
      for (const question of questions)
        for (const query of waysToAsk(question)) {
          const found = marksIn(await answerTo(question.id, query, person));
          const allowed = (kind: Kind): boolean =>
            READERS[kind].some((role) => role === person) ||
            (kind === 'MARK-COMPLAINANT' &&
              REVEALS.includes(question.id) &&
              (person === 'counsel' ||
                (person === 'officer' && query['complaintId'] !== saved.get('sealedComplaint'))));
          for (const kind of found) if (!allowed(kind)) leaks.add(`${question.id} ${JSON.stringify(query)}: ${kind}`);
        }
      expect([...leaks]).toEqual([]);
    },
    300_000,
  );

  it('no act that is refused tells of it either: every command, with the ids of what is sealed', async () => {
    const ids = ['sealed', 'sealedFinding', 'sealedFine', 'sealedNotice', 'sealedAppeal', 'sealedComplaint'];
    const leaks = new Set<string>();
    for (const id of commands)
      for (const name of ids) {
        const value = saved.get(name) as string;
        const body = Object.fromEntries(
          ['caseId', 'findingId', 'fineId', 'noticeId', 'appealId', 'complaintId'].map((field) => [field, value]),
        );
        for (const person of ['officer', 'clerk', 'inspector', 'auditor', 'administrator', 'boardMember']) {
          const reply = await fetch(`${server.url}/api/${id}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...as(person) },
            body: JSON.stringify(body),
          });
          const found = marksIn(await reply.text()).filter((kind) => kind !== 'MARK-OPEN');
          for (const kind of found) leaks.add(`${id} as ${person}: ${kind}`);
        }
      }
    expect([...leaks]).toEqual([]);
  }, 300_000);

  it('the event log and a backup of it hold none of the texts: they are sealed, and the keys lie elsewhere', async () => {
    const log = join(folder, 'log', 'outfall.db');
    const backup = join(folder, 'log', 'backup.db');
    const database = new Database(log, { readonly: true });
    await database.backup(backup);
    database.close();
    const files = allFiles(join(folder, 'log'));
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect(leaksIn(files)).toEqual([]);
    expect(leaksIn(allFiles(join(folder, 'keys')))).toEqual([]);
  });

  it('the read-model files hold names of parties, and nothing of complainants, sealed cases or counsel', () => {
    const files = allFiles(join(folder, 'read-models'));
    expect(leaksIn(files, ['MARK-OPEN']).length).toBeGreaterThan(0);
    expect(leaksIn(files, ['MARK-COMPLAINANT', 'MARK-SEALED', 'MARK-COUNSEL'])).toEqual([]);
  });

  it('the server wrote none of it into its log, and its health and metrics know of none', async () => {
    expect(marksIn(server.logs())).toEqual([]);
    for (const path of ['/health', '/ready', '/', '/api/openapi.json'])
      expect(marksIn(await (await fetch(server.url + path)).text())).toEqual([]);
  });

  it('the export of the audit shows who looked, not what was seen', async () => {
    const { code, stdout } = await outfall(['audit', 'export', '--from', '2026-01-01', '--through', '2026-12-31'], {
      OUTFALL_DATA: folder,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('ConfidentialDataViewed');
    expect(marksIn(stdout)).toEqual([]);
  });
});
