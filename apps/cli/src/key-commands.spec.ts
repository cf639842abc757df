import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FixedClock } from '#kernel';
import { configurationFrom, openTown, type Town } from '#server';

import { rotateMasterKey } from './key-commands.js';

const OFFICER = { id: 'demo-officer', role: 'officer', capacity: 'Town' } as const;
const AUDITOR = { id: 'demo-auditor', role: 'auditor', capacity: 'Town' } as const;

describe('outfall keys rotate-master (issue 4, deliverable 5)', () => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  let data: string;
  let environment: Record<string, string>;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'outfall-keys-'));
    environment = { OUTFALL_DATA: data, OUTFALL_IDENTITY: 'demo' };
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const started = async (): Promise<Town> => {
    const town = await openTown(configurationFrom(environment), clock);
    await town.engine.start();
    return town;
  };
  const newParty = async ({ engine }: Town, name: string): Promise<string> =>
    (await engine.execute('registerParty', { name, partyKind: 'individual' }, { actor: OFFICER })).answer[
      'partyId'
    ] as string;
  const nameOf = async ({ engine }: Town, partyId: string): Promise<unknown> =>
    ((await engine.query('getParty', { partyId }, { actor: OFFICER })).answer as { name: unknown }).name;
  const masters = (): string[] =>
    (
      JSON.parse(readFileSync(environment['OUTFALL_MASTER_KEY_FILE'] ?? join(data, 'keys', 'master.json'), 'utf8')) as {
        masters: { id: string }[];
      }
    ).masters.map(({ id }) => id);
  const rotate = async (): Promise<string> => {
    let told = '';
    expect(await rotateMasterKey(environment, clock, (line) => (told += line))).toBe(0);
    return told;
  };

  it('works beside a running server: what it knows stays readable, and what comes after goes on', async () => {
    const town = await started();
    const before = await newParty(town, 'Before');
    const [old] = masters();
    expect(await rotate()).toContain(masters()[0]);
    expect(masters()).toHaveLength(1);
    expect(masters()).not.toContain(old);
    const after = await newParty(town, 'After');
    expect(await nameOf(town, before)).toBe('Before');
    await rotate();
    await town.stop();

    const again = await started();
    expect([await nameOf(again, before), await nameOf(again, after)]).toEqual(['Before', 'After']);
    await again.stop();
  });

  it('puts each rotation on file, with the id of the new master key and without the key', async () => {
    const town = await started();
    await newParty(town, 'Before');
    await rotate();
    await rotate();
    await town.engine.drain();
    const { answer } = await town.engine.query('listKeyDestructions', {}, { actor: AUDITOR });
    expect(answer).toMatchObject({
      rotations: [
        { masterId: expect.stringMatching(/^[0-9a-f]{32}$/), rewrapped: expect.any(Number), on: '2026-06-01' },
        { masterId: masters()[0], rewrapped: expect.any(Number), on: '2026-06-01' },
      ],
    });
    await town.stop();
  });

  it('rotates a master key that lies elsewhere (OUTFALL_MASTER_KEY_FILE)', async () => {
    environment = { ...environment, OUTFALL_MASTER_KEY_FILE: join(data, 'ring.json') };
    const town = await started();
    const partyId = await newParty(town, 'Before');
    const [old] = masters();
    await rotate();
    expect(masters()).not.toContain(old);
    await town.stop();
    const again = await started();
    expect(await nameOf(again, partyId)).toBe('Before');
    await again.stop();
  });
});
