import { isDomainError } from '#kernel';
import { MemoryEventStore, MemoryLog } from '#event-store/memory';

import { ACTOR, bench, storedIn } from './testing.js';

const code = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return 'accepted';
};

const countUp = (amount: number, more: object = {}) => ({ tallyId: 'a', amount, ...more });

describe('the command runner (design 4 and 5)', () => {
  it('ES-H08 answers a command that is sent again as it did the first time, and records nothing new (B06)', async () => {
    const { engine, store } = await bench();
    const first = await engine.execute('openTally', { title: 'Days' }, { actor: ACTOR, key: 'k1' });
    const again = await engine.execute('openTally', { title: 'Days' }, { actor: ACTOR, key: 'k1' });
    expect(again).toMatchObject({
      repeated: true,
      answer: first.answer,
      revision: first.revision,
      position: first.position,
    });
    expect((await storedIn(store)).filter(({ type }) => type === 'TallyOpened')).toHaveLength(1);
    await engine.stop();
  });

  it('answers the same from another process that never saw the first (a reply lost, a server restarted)', async () => {
    const one = await bench();
    const first = await one.engine.execute('countUp', countUp(3), { actor: ACTOR, key: 'k1' });
    await one.engine.stop();
    const two = await bench({ store: one.store, keys: one.keys });
    expect(await two.engine.execute('countUp', countUp(3), { actor: ACTOR, key: 'k1' })).toMatchObject({
      repeated: true,
      position: first.position,
    });
    await two.engine.stop();
  });

  it('refuses the same key with another body, and remembers no refusal', async () => {
    const { engine } = await bench();
    await engine.execute('countUp', countUp(3), { actor: ACTOR, key: 'k1' });
    expect(await code(engine.execute('countUp', countUp(4), { actor: ACTOR, key: 'k1' }))).toBe(
      'RUNTIME.IDEMPOTENCY_KEY_REUSED',
    );
    expect(await code(engine.execute('countUp', countUp(9, { limit: 5 }), { actor: ACTOR, key: 'k2' }))).toBe(
      'TALLY.OVER_LIMIT',
    );
    expect(await code(engine.execute('countUp', countUp(9, { limit: 12 }), { actor: ACTOR, key: 'k2' }))).toBe(
      'accepted',
    );
    await engine.stop();
  });

  it('records one event when a command id comes again with the new revision (faults.md E02)', async () => {
    const { engine, store } = await bench();
    const { revision } = await engine.execute('countUp', countUp(3), { actor: ACTOR, key: 'k1' });
    await engine.execute('countUp', countUp(3), { actor: ACTOR, key: 'k1', expectedRevision: revision });
    expect((await storedIn(store)).filter(({ type }) => type === 'TallyCounted')).toHaveLength(1);
    await engine.stop();
  });

  it('ES-H09 decides again on fresh state when another writer came first, and gives up after three more tries', async () => {
    const log = new MemoryLog();
    const other = await bench({
      store: new MemoryEventStore({ clock: { now: () => '2026-06-01T14:00:00.000Z' }, log }),
    });
    let interruptions = 1;
    const mine = await bench({
      store: new MemoryEventStore({ clock: other.clock, log }),
      keys: other.keys,
      beforeAppend: async () => {
        if (interruptions > 0) await other.engine.send('countUp', countUp(10), { actor: ACTOR });
        interruptions -= 1;
      },
    });
    await mine.engine.execute('countUp', countUp(1), { actor: ACTOR });
    expect((await mine.engine.query('getTally', { tallyId: 'a' }, { actor: ACTOR })).answer).toMatchObject({
      total: 11,
    });
    interruptions = 4;
    expect(await code(mine.engine.execute('countUp', countUp(1), { actor: ACTOR }))).toBe('RUNTIME.BUSY');
    interruptions = 1;
    const { revision } = await mine.engine.query('getTally', { tallyId: 'a' }, { actor: ACTOR });
    expect(await code(mine.engine.execute('countUp', countUp(1), { actor: ACTOR, expectedRevision: revision! }))).toBe(
      'RUNTIME.STALE',
    );
    await mine.engine.stop();
    await other.engine.stop();
  });

  it('lets 20 commands on one stream through in turn, none lost (faults.md E15)', async () => {
    const { engine } = await bench();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engine.execute('countUp', countUp(1), { actor: ACTOR, key: `k${index}` }),
      ),
    );
    expect((await engine.query('getTally', { tallyId: 'a' }, { actor: ACTOR })).answer).toMatchObject({ total: 20 });
    await engine.stop();
  });

  it('shows the stale reader a conflict and keeps the other’s act (faults.md E19)', async () => {
    const { engine } = await bench();
    const { revision } = await engine.execute('countUp', countUp(3), { actor: ACTOR });
    await engine.execute('countUp', countUp(1), { actor: ACTOR, expectedRevision: revision });
    const late = engine.execute('countUp', countUp(1), { actor: ACTOR, expectedRevision: revision });
    await expect(late).rejects.toMatchObject({
      code: 'RUNTIME.STALE',
      details: { field: 'If-Match', expected: '0', actual: '1' },
    });
    await engine.stop();
  });

  it('records with every event who, in which capacity, why, under which schema, and the revision of each fact stream', async () => {
    const { engine, store } = await bench();
    await engine.execute('countUp', countUp(3), { actor: ACTOR });
    const [event] = await storedIn(store);
    expect(event!.metadata).toMatchObject({
      actor: 'officer-1',
      role: 'officer',
      capacity: 'Town',
      operationId: 'countUp',
      v: 2,
      refs: { tally: 'a' },
      facts: { 'tally-besides': '-1' },
    });
    await engine.stop();
  });

  it('takes gap-free numbers, gives a retry the number it took, and voids one whose act was never recorded', async () => {
    const { engine, store } = await bench();
    const one = await engine.execute('openTally', { title: 'One' }, { actor: ACTOR, key: 'k1' });
    const two = await engine.execute('openTally', { title: 'Two' }, { actor: ACTOR, key: 'k2' });
    expect([one.answer, two.answer]).toMatchObject([{ number: 'T-2026-001' }, { number: 'T-2026-002' }]);
    await store.append(
      'number-tally-2026',
      [
        {
          id: '00000000-0000-4000-8000-000000000001',
          type: 'NumberTaken',
          data: { number: 3, forCommand: 'lost', stream: 'tally-lost', takenOn: '2026-05-31' },
          metadata: { commandId: 'lost', operationId: 'takeNumber', v: 1, body: '' },
        },
      ],
      1n,
    );
    await engine.runTicks();
    await engine.runTicks();
    expect(
      (await storedIn(store)).filter(({ type }) => type === 'NumberVoided').map(({ data }) => data['number']),
    ).toEqual([3]);
    expect((await engine.execute('openTally', { title: 'Four' }, { actor: ACTOR })).answer).toMatchObject({
      number: 'T-2026-004',
    });
    await engine.stop();
  });

  it('seals free text before it is stored, opens it in answers, and answers null once the key is destroyed (faults.md P08)', async () => {
    const { engine, store, keys } = await bench();
    const { answer } = await engine.execute('openTally', { title: 'The secret garden drain' }, { actor: ACTOR });
    expect(JSON.stringify((await storedIn(store)).map(({ data }) => data))).not.toContain('secret garden');
    const ask = async () => (await engine.query('getTally', answer, { actor: ACTOR })).answer;
    expect(await ask()).toMatchObject({ row: { title: 'The secret garden drain' } });
    await keys.destroy(`tally-${answer['tallyId'] as string}`);
    await engine.readModel.rebuild();
    await engine.drain();
    expect(await ask()).toMatchObject({ row: { title: null } });
    await engine.stop();
  });
});
