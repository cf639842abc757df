import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { RunningServer } from '../support/program.js';
import { as, outfall, startServer, temporaryFolder } from '../support/program.js';

const data = temporaryFolder();
const environment = { OUTFALL_DATA: data.path };
let server: RunningServer;

const register = async (name: string): Promise<void> => {
  const reply = await fetch(`${server.url}/api/registerParty`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...as('officer') },
    body: JSON.stringify({ name, partyKind: 'organization' }),
  });
  expect(reply.status).toBe(201);
};

const partiesShown = async (): Promise<number> => {
  const reply = await fetch(`${server.url}/api/listParties`, { headers: as('officer') });
  return ((await reply.json()) as { parties: unknown[] }).parties.length;
};

const readModel = (): string => {
  const folder = join(data.path, 'read-models');
  return join(
    folder,
    readdirSync(folder).find((name) => /^read-model-\w+\.db$/.test(name))!,
  );
};

const damage = (): void => {
  const database = new Database(readModel());
  database.exec(
    "UPDATE registry_party SET name = 'Someone else' WHERE party_id = (SELECT min(party_id) FROM registry_party)",
  );
  database.close();
};

beforeAll(async () => {
  server = await startServer(data.path, { OUTFALL_TEST_CLOCK: '1' });
  for (const name of ['First', 'Second', 'Third']) await register(name);
}, 60_000);

afterAll(async () => {
  await server.stop();
  data.remove();
});

describe('read models on the command line, while a server runs on them', () => {
  it('verify finds every table equal to one built from the log', async () => {
    expect(await outfall(['verify-projections'], environment)).toMatchObject({ code: 0 });
  }, 60_000);

  it('verify names the table that differs, and rebuild mends it; the server goes over to the new file', async () => {
    damage();
    const { code, stdout } = await outfall(['verify-projections'], environment);
    expect({ code, named: stdout.split('\n').filter((line) => line.startsWith('differs: ')) }).toEqual({
      code: 1,
      named: ['differs: registry_party'],
    });
    expect(await outfall(['rebuild'], environment)).toMatchObject({ code: 0 });
    expect(await outfall(['verify-projections'], environment)).toMatchObject({ code: 0 });
    await register('Fourth');
    expect(await partiesShown()).toBe(4);
    expect(await outfall(['verify-projections'], environment)).toMatchObject({ code: 0 });
  }, 120_000);

  it('verify says so where this release has built no read models yet', async () => {
    const empty = temporaryFolder();
    const { code, stdout } = await outfall(['verify-projections'], { OUTFALL_DATA: empty.path });
    expect(code).toBe(1);
    expect(stdout).toMatch(/no read models here yet/);
    empty.remove();
  }, 60_000);
});

describe('what the command line does not understand', () => {
  it.each([[[]], [['case']], [['case', 'run']], [['rebuild', 'everything']], [['dance']], [['rebuild', '--fast']]])(
    'outfall %j ends with code 2 and says where help is',
    async (words) => {
      const { code, stdout, stderr } = await outfall(words);
      expect(code).toBe(2);
      expect(stdout + stderr).toMatch(/outfall (?:help|case run)/);
    },
    60_000,
  );

  it('a case file that is not there, or not one, is a plain sentence and no stack', async () => {
    const { code, stderr } = await outfall(['case', 'run', 'test/no-such-folder']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'test/no-such-folder: is not there\n' });
  }, 60_000);

  it('a server that does not answer is a plain sentence', async () => {
    const { code, stderr } = await outfall([
      'case',
      'run',
      'test/acceptance/hard-cases',
      '--server',
      'http://127.0.0.1:9',
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not answer/);
    expect(stderr).not.toMatch(/\n {4}at /);
  }, 60_000);
});
