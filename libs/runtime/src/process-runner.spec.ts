import { DomainError } from '#kernel';

import { ACTOR, bench, mirrorSevens, storedIn } from './testing.js';

const seven = { tallyId: 'a', amount: 7 };
const mirror = async ({ engine }: Awaited<ReturnType<typeof bench>>) =>
  (await engine.query('getTally', { tallyId: 'mirror' }, { actor: ACTOR })).answer;

describe('the process runner (design 5; engineering note 3.12)', () => {
  it('answers a command when what follows from it has been recorded and projected', async () => {
    const outfall = await bench();
    const { settledAt, position, stale } = await outfall.engine.execute('countUp', seven, { actor: ACTOR });
    expect(stale).toBe(false);
    expect(settledAt! > position!).toBe(true);
    expect(await mirror(outfall)).toMatchObject({ total: 1 });
    await outfall.engine.stop();
  });

  it('finishes a reaction that a crash cut off, once, and repeats none that was finished (also after a second restart)', async () => {
    const first = await bench({
      processes: [
        {
          ...mirrorSevens,
          react: () => [{ operationId: 'countUp', body: { tallyId: 'mirror', amount: 1, limit: 0 } }],
        },
      ],
    });
    await first.engine.stop();
    // The inbox holds the reaction; its command never ran.
    const { store, keys, clock } = first;
    const counted = {
      id: '00000000-0000-4000-8000-000000000001',
      type: 'TallyCounted',
      data: { tallyId: 'a', amount: 7, unit: 'day' },
      metadata: { commandId: 'x', operationId: 'countUp', v: 2, body: '' },
    };
    const { position } = await store.append('tally-a', [counted], 'no_stream');
    await store.append(
      'process-mirror-sevens',
      [
        {
          id: '00000000-0000-4000-8000-000000000002',
          type: 'ProcessReacted',
          data: {
            place: position!,
            cause: counted.id,
            commands: [{ operationId: 'countUp', body: { tallyId: 'mirror', amount: 1 } }],
          },
          metadata: { commandId: 'y', operationId: 'mirror-sevens', v: 1, body: '' },
        },
      ],
      'no_stream',
    );
    for (let restart = 0; restart < 2; restart += 1) {
      const again = await bench({ store, keys, clock });
      await again.engine.drain();
      expect(await mirror(again)).toMatchObject({ total: 1 });
      await again.engine.stop();
    }
    expect((await storedIn(store)).filter(({ type }) => type === 'ProcessDispatched')).toHaveLength(1);
  });

  it('does nothing again when read models are rebuilt (faults.md E09)', async () => {
    const outfall = await bench();
    await outfall.engine.execute('countUp', seven, { actor: ACTOR });
    const before = (await storedIn(outfall.store)).length;
    await outfall.engine.readModel.rebuild();
    await outfall.engine.drain();
    expect(await storedIn(outfall.store)).toHaveLength(before);
    await outfall.engine.stop();
  });

  it('gives one result when two servers run the same process (faults.md E17)', async () => {
    const left = await bench();
    const right = await bench({ store: left.store, keys: left.keys, clock: left.clock });
    for (let n = 0; n < 10; n += 1) await left.engine.execute('countUp', seven, { actor: ACTOR });
    await right.engine.drain();
    expect(await mirror(left)).toMatchObject({ total: 10 });
    await left.engine.stop();
    await right.engine.stop();
  });

  it('keeps a refusal by the target as data and goes on', async () => {
    const outfall = await bench({
      processes: [
        {
          ...mirrorSevens,
          react: ({ stream }) =>
            stream === 'tally-a' ? [{ operationId: 'countUp', body: { tallyId: 'mirror', amount: 5, limit: 1 } }] : [],
        },
      ],
    });
    await outfall.engine.execute('countUp', seven, { actor: ACTOR });
    const outcomes = (await storedIn(outfall.store))
      .filter(({ type }) => type === 'ProcessDispatched')
      .map(({ data }) => data['outcomes']);
    expect(outcomes).toEqual([['TALLY.OVER_LIMIT']]);
    await outfall.engine.stop();
  });

  it('holds no other process up when one fails, and says which (design 5)', async () => {
    let broken = true;
    const fails = {
      name: 'fails-at-first',
      listensTo: mirrorSevens.listensTo,
      react: () => {
        if (broken) throw new Error('a fault in the reaction');
        return [];
      },
    };
    const outfall = await bench({ processes: [fails, mirrorSevens] });
    await outfall.engine.execute('countUp', seven, { actor: ACTOR });
    await outfall.engine.execute('countUp', seven, { actor: ACTOR });
    expect(await mirror(outfall)).toMatchObject({ total: 2 });
    const failureOf = (name: string) => outfall.engine.status.processes.find((one) => one.name === name)?.failure;
    expect(failureOf('fails-at-first')).toBe('a fault in the reaction');
    expect(failureOf('mirror-sevens')).toBeNull();
    broken = false;
    while (failureOf('fails-at-first') !== null) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(outfall.engine.status.processes.map(({ handled }) => handled)).toHaveLength(2);
    await outfall.engine.stop();
  });

  it('goes on asking where what it needs is not there yet, passes nothing over, and holds up no start', async () => {
    const first = await bench();
    await first.engine.stop();
    const { store, keys, clock } = first;
    let blocked = true;
    const process = {
      ...mirrorSevens,
      react: ({ stream }: { stream: string }) =>
        stream === 'tally-a' ? [{ operationId: 'countUp', body: { tallyId: 'mirror', amount: 1 } }] : [],
    };
    const beforeAppend = async () => {
      if (blocked) throw new DomainError('TALLY.NOT_YET', 'Not yet.', { kind: 'conflict' });
    };
    const counted = {
      id: '00000000-0000-4000-8000-000000000003',
      type: 'TallyCounted',
      data: { tallyId: 'a', amount: 7, unit: 'day' },
      metadata: { commandId: 'x', operationId: 'countUp', v: 2, body: '' },
    };
    await store.append('tally-a', [counted], 'no_stream');
    const cut = await bench({ store, keys, clock, processes: [process], beforeAppend });
    await cut.engine.drain();
    await cut.engine.stop();
    // The reaction is on file and its command is not: a start finds it, and cannot finish it either.
    const again = await bench({ store, keys, clock, processes: [process], beforeAppend });
    const status = () => again.engine.status.processes.find(({ name }) => name === 'mirror-sevens')!;
    expect(status().failure).toBe('Not yet.');
    blocked = false;
    while (status().failure !== null) await new Promise((resolve) => setTimeout(resolve, 10));
    await again.engine.drain();
    expect(await mirror(again)).toMatchObject({ total: 1 });
    expect((await storedIn(store)).filter(({ type }) => type === 'ProcessDispatched')).toHaveLength(1);
    await again.engine.stop();
  });
});
