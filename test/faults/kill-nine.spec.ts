import { randomUUID } from 'node:crypto';

import type { RunningServer } from '../support/program.js';
import { outfall, startServer, temporaryFolder } from '../support/program.js';

interface Party {
  readonly partyId: string;
  readonly name: string;
}

const register = async (url: string, name: string, key: string): Promise<Party> => {
  const reply = await fetch(`${url}/api/registerParty`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name, partyKind: 'organization' }),
  });
  if (!reply.ok) throw new Error(`refused: ${await reply.text()}`);
  return { partyId: ((await reply.json()) as Party).partyId, name };
};

/** Every party on file, page after page. */
const parties = async (url: string): Promise<readonly Party[]> => {
  const found: Party[] = [];
  let cursor: string | null = null;
  do {
    const reply: Response = await fetch(
      `${url}/api/listParties?limit=200${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    const page = (await reply.json()) as { parties: readonly Party[]; next: string | null };
    found.push(...page.parties);
    cursor = page.next ?? null;
  } while (cursor !== null);
  return found;
};

describe('kill -9 in the middle of 200 commands', () => {
  const data = temporaryFolder();
  let server: RunningServer;

  afterAll(async () => {
    await server.stop();
    data.remove();
  });

  it('loses nothing acknowledged, doubles nothing when everything is sent again, and the read models equal a rebuild', async () => {
    const environment = { OUTFALL_TEST_CLOCK: '1' };
    const commands = Array.from({ length: 200 }, (_, index) => ({ name: `Party ${index}`, key: randomUUID() }));
    const acknowledged = new Map<string, string>();

    server = await startServer(data.path, environment);
    let killed: Promise<void> | null = null;
    const unanswered: string[] = [];
    const send = async ({ name, key }: (typeof commands)[number]): Promise<void> => {
      try {
        const { partyId } = await register(server.url, name, key);
        acknowledged.set(name, partyId);
        // The cut comes while the rest of the two hundred is on its way.
        if (acknowledged.size === 80) killed = server.kill();
      } catch {
        unanswered.push(name);
      }
    };
    // Eight at a time, so that some are inside the server when it dies.
    const waiting = [...commands];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await send(next);
      }),
    );
    await killed;
    expect(acknowledged.size).toBeGreaterThanOrEqual(80);
    expect(unanswered.length).toBeGreaterThan(0);

    server = await startServer(data.path, environment);
    const afterCrash = await parties(server.url);
    const onFile = new Map(afterCrash.map(({ name, partyId }) => [name, partyId]));
    expect(afterCrash.length).toBe(onFile.size);
    expect([...acknowledged].filter(([name, partyId]) => onFile.get(name) !== partyId)).toEqual([]);

    // Whoever got no answer sends again under the same key; whoever got one may, too.
    for (const { name, key } of commands) {
      const { partyId } = await register(server.url, name, key);
      expect(acknowledged.get(name) ?? partyId).toBe(partyId);
    }
    const afterRetry = await parties(server.url);
    expect(afterRetry.map(({ name }) => name).sort()).toEqual(commands.map(({ name }) => name).sort());

    await server.kill();
    server = await startServer(data.path, environment);
    expect(await outfall(['verify-projections'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    expect(await outfall(['rebuild'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    expect(await outfall(['verify-projections'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    // The running server goes over to the rebuilt file with the next event.
    await register(server.url, 'Party after the rebuild', randomUUID());
    expect(await parties(server.url)).toHaveLength(201);
  }, 300_000);

  it('names the table in which a read model differs from the log', async () => {
    await server.stop();
    const { default: Database } = await import('better-sqlite3');
    const { readdirSync } = await import('node:fs');
    const folder = `${data.path}/read-models`;
    const [file] = readdirSync(folder).filter((name) => /^read-model-\w+\.db$/.test(name));
    const database = new Database(`${folder}/${file!}`);
    const [table] = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'part%'")
      .pluck()
      .all() as string[];
    database.exec(`DELETE FROM "${table!}" WHERE rowid IN (SELECT rowid FROM "${table!}" LIMIT 1)`);
    database.close();
    const { code, stdout } = await outfall(['verify-projections'], { OUTFALL_DATA: data.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: `differs: ${table!}\n` });
    expect(await outfall(['rebuild'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    expect(await outfall(['verify-projections'], { OUTFALL_DATA: data.path })).toMatchObject({ code: 0 });
    server = await startServer(data.path);
  }, 120_000);
});
