import { FixedClock, type Actor, type Event } from '#kernel';
import { MemoryEventStore } from '#event-store/memory';
import { MemoryKeyStore } from '#key-store';
import { command, Engine, type Capability } from '#runtime';
import { validated } from '#runtime/http';

import { registryCapability } from './index.js';
import { partyStream } from './published.js';

const ACTOR: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };
const PROCESS: Actor = { id: 'process-note-owner-finding', role: 'process', capacity: 'Town' };

/** Stands in for the operation of offenses that the process of the sale sends. */
const endings: unknown[] = [];
class AnyBody {}
type Nothing = Event<'LiabilityEndSeen', object>;
const offensesStandIn: Capability = {
  name: 'offenses-stand-in',
  catalogs: [{ LiabilityEndSeen: { version: 1 } }],
  operations: [
    command<AnyBody, null, unknown, Nothing>({
      id: 'endLiability',
      summary: 'Stand-in',
      body: AnyBody,
      aggregate: {
        name: 'stand-in',
        catalog: { LiabilityEndSeen: { version: 1 } },
        initialState: () => null,
        evolve: () => null,
        decide: (sent) => {
          endings.push(sent);
          return [];
        },
      },
      stream: () => 'stand-in',
      command: (body) => body,
      internal: true,
    }),
  ],
};

describe('the registry over the engine', () => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  const store = new MemoryEventStore({ clock });
  const keys = new MemoryKeyStore();
  let engine: Engine;

  beforeAll(async () => {
    engine = new Engine({
      store,
      keys,
      clock,
      capabilities: [registryCapability, offensesStandIn],
      zone: 'America/New_York',
      folder: null,
    });
    await engine.start();
  });

  afterAll(async () => {
    await engine.stop();
    await store.close();
  });

  const run = async (id: string, body: object, actor = ACTOR): Promise<Record<string, unknown>> => {
    const operation = engine.operations.get(id);
    const input = operation?.kind === 'command' ? validated(operation.body as new () => object, body) : body;
    return (await engine.execute(id, input, { actor })).answer;
  };
  const ask = async (id: string, body: object, options: { asOf?: string; knownAt?: string } = {}) =>
    (await engine.query(id, body, { actor: ACTOR, ...options })).answer as Record<string, unknown>;

  const newParty = async (name: string, address?: string): Promise<string> =>
    (await run('registerParty', { name, partyKind: 'individual', address }))['partyId'] as string;
  const newPremises = async (address: string): Promise<string> =>
    (
      await run('registerPremises', {
        address,
        jurisdiction: 'townOutsideVillage',
        jurisdictionBasis: 'Tax map',
      })
    )['premisesId'] as string;

  it("finds O'Hara however the name is typed, with the mark and the capitals kept (N01, N02, N04)", async () => {
    const straight = await newParty("Pat O'Hara");
    const curly = await newParty('Sam O’Hara');
    for (const search of ["O'Hara", 'O’Hara', 'OHara', 'o hara']) {
      const { parties } = await ask('listParties', { search });
      expect((parties as { partyId: string }[]).map(({ partyId }) => partyId).sort()).toEqual([straight, curly].sort());
    }
    expect((await ask('getParty', { partyId: curly }))['name']).toBe('Sam O’Hara');
    expect(await ask('listParties', { search: '!' })).toEqual({ parties: [], next: null });
  });

  it('pages through parties by cursor, none twice and none left out', async () => {
    const ids = new Set<string>();
    for (const name of ['Paging Alpha', 'Paging Beta', 'Paging Gamma', 'Paging Gamma', 'Paging Delta'])
      ids.add(await newParty(name));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Record<string, unknown> = await ask('listParties', { search: 'paging', limit: 2, cursor });
      seen.push(...(page['parties'] as { partyId: string }[]).map(({ partyId }) => partyId));
      cursor = (page['next'] as string | null) ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(ids);
  });

  it('shows the owner and the address of the day asked about, and the record as it was known', async () => {
    const seller = await newParty('Example Seller', '1 Old Example Road');
    const buyer = await newParty('Example Buyer');
    const premisesId = await newPremises('22 Example Avenue');
    await run('recordOwnership', { premisesId, partyId: seller, from: '2020-01-01', deedReference: 'Liber 1' });
    const before = clock.now();
    clock.set('2026-06-15T14:00:00.000Z');
    await run('recordConveyance', {
      premisesId,
      fromPartyId: seller,
      toPartyId: buyer,
      deedOn: '2026-06-10',
      deedReference: 'Liber 2',
    });
    await run('recordPartyAddress', { partyId: seller, address: '2 New Example Road', from: '2026-06-10' });
    const owner = async (options: object) => (await ask('getPremises', { premisesId }, options))['owner'];
    expect(await owner({ asOf: '2026-06-10' })).toMatchObject({ partyId: seller, name: 'Example Seller' });
    expect(await owner({ asOf: '2026-06-11' })).toMatchObject({ partyId: buyer });
    expect(await owner({ asOf: '2026-06-11', knownAt: before })).toMatchObject({ partyId: seller });
    expect(await ask('getParty', { partyId: seller }, { asOf: '2026-06-09' })).toMatchObject({
      address: '1 Old Example Road',
    });
    expect(await ask('getParty', { partyId: seller })).toMatchObject({ address: '2 New Example Road' });
    const { premises } = await ask('listPremises', { search: 'example buyer' });
    expect(premises).toMatchObject([{ premisesId, ownerName: 'Example Buyer', address: '22 Example Avenue' }]);
  });

  it("sends the end of the seller's liability for each noted finding, and none after the finding was released", async () => {
    const seller = await newParty('Second Seller');
    const buyer = await newParty('Second Buyer');
    const premisesId = await newPremises('5 Example Court');
    await run('recordOwnership', { premisesId, partyId: seller, from: '2020-01-01', deedReference: 'Liber 1' });
    const note = (findingId: string) =>
      run('noteOwnerFinding', { premisesId, findingId, caseId: 'c1', partyId: seller, ruleId: '168-26H' }, PROCESS);
    await note('c1.finding-1');
    await note('c1.finding-2');
    await run('releaseOwnerFinding', { premisesId, findingId: 'c1.finding-1' }, PROCESS);
    endings.length = 0;
    await run('recordConveyance', {
      premisesId,
      fromPartyId: seller,
      toPartyId: buyer,
      deedOn: '2026-06-12',
      deedReference: 'Liber 9',
    });
    await note('c1.finding-3');
    expect(endings).toEqual(
      ['c1.finding-2', 'c1.finding-3'].map((findingId) => ({
        findingId,
        lastDay: '2026-06-12',
        // The reference stays sealed on its way: it may hold names, and no decider reads it.
        deedReference: { $sealed: expect.objectContaining({ k: `premises-${premisesId}` }) },
      })),
    );
  });

  it('keeps names and addresses sealed in the log, and unreadable once the key is destroyed (P08)', async () => {
    const partyId = await newParty('Erased Person', '9 Example Street');
    let stored = '';
    for await (const event of store.readStream(partyStream(partyId))) stored += JSON.stringify(event.data);
    expect(stored).not.toContain('Erased');
    expect(stored).not.toContain('9 Example');
    await keys.destroy(partyStream(partyId));
    expect(await ask('getParty', { partyId })).toMatchObject({ partyId, name: null, address: null });
    await engine.readModel.rebuild();
    expect(await ask('listParties', { search: 'erased' })).toMatchObject({ parties: [] });
  });

  it('refuses unknown premises and parties by a stable code', async () => {
    await expect(ask('getPremises', { premisesId: 'nowhere' })).rejects.toMatchObject({
      code: 'REGISTRY.UNKNOWN_PREMISES',
    });
    await expect(run('correctPartyName', { partyId: 'nobody', name: 'X' })).rejects.toMatchObject({
      code: 'REGISTRY.UNKNOWN_PARTY',
    });
    await expect(
      run('registerPremises', { address: 'A', jurisdiction: 'moon', jurisdictionBasis: 'x' }),
    ).rejects.toMatchObject({ code: 'REQUEST.INVALID_FIELDS', details: { field: 'jurisdiction' } });
  });

  it('gives the same rows after a rebuild', async () => {
    expect(await engine.readModel.verify()).toEqual([]);
  });
});
