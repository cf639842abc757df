import { join } from 'node:path';

import { DEFAULT_ZONE } from '#legal-time';
import { Engine } from '#runtime';
import type { Town } from '#server';
import { ALL_CAPABILITIES } from '#server';

import { readCaseFile } from '../../apps/cli/src/case-file.js';
import { methodsOf, runCase } from '../../apps/cli/src/case-run.js';
import { EngineTarget, townOver } from '../support/engine-target.js';
import { ROOT } from '../support/program.js';

const OFFICER = { id: 'demo-officer', role: 'officer', capacity: 'Town' } as const;

/** A program in which nobody carries decisions over to fines: as when it stops right after the Board's vote was recorded. */
class WithoutApplying extends EngineTarget {
  protected override makeTown(): Town {
    const town = townOver(this.remains);
    const engine = new Engine({
      ...town.engine.options,
      zone: DEFAULT_ZONE,
      capabilities: ALL_CAPABILITIES.map((capability) => ({
        ...capability,
        processes: (capability.processes ?? []).filter(({ name }) => name !== 'apply-decision'),
      })),
    });
    return { ...town, engine };
  }
}

interface Shown {
  readonly chargedCents: number;
  readonly stayedCents: number;
  readonly dueCents: number;
  readonly decisionBeingApplied: boolean;
  readonly number: string;
}

describe('a decision on its way to the fine (offense-day rules 2 and 5)', () => {
  it('is shown as being applied until the fine’s own event is recorded, and a restart finishes it', async () => {
    const [whole] = readCaseFile(
      join(ROOT, 'test', 'acceptance', 'around-the-fine', 'board-reverses-three-of-fifty-four.yaml'),
    );
    const decided = whole!.steps.findLastIndex(({ do: operation }) => operation === 'decideAppeal');
    const file = { ...whole!, steps: whole!.steps.slice(0, decided + 1), expect: [] };
    const target = new WithoutApplying();
    expect((await runCase(file, target, await methodsOf(target))).failures).toEqual([]);

    const fineOf = async ({ engine }: Town): Promise<Shown> => {
      const { answer } = await engine.query('listAppeals', {}, { actor: OFFICER });
      const { fineId } = (answer as { appeals: { fineId: string }[] }).appeals[0]!;
      return (await engine.query('getFine', { fineId }, { actor: OFFICER })).answer as Shown;
    };
    const before = await fineOf(target.running);
    expect(before).toMatchObject({ decisionBeingApplied: true, chargedCents: 1_350_000, stayedCents: 1_350_000 });
    await target.close();

    const restarted = townOver(target.remains);
    await restarted.engine.start();
    await restarted.engine.drain();
    expect(await fineOf(restarted)).toMatchObject({
      number: before.number,
      decisionBeingApplied: false,
      chargedCents: 1_275_000,
      stayedCents: 0,
      dueCents: 1_275_000,
    });
    await restarted.stop();
  });

  it('letters, processes and payments are not repeated when the read models are rebuilt (faults.md E09)', async () => {
    const [file] = readCaseFile(
      join(ROOT, 'test', 'acceptance', 'around-the-fine', 'board-reverses-three-of-fifty-four.yaml'),
    );
    const target = new EngineTarget();
    expect((await runCase(file!, target, await methodsOf(target))).failures).toEqual([]);
    const { engine, store } = target.running;
    const head = await store.head();
    await engine.readModel.rebuild();
    await engine.drain();
    expect(await store.head()).toBe(head);
    await target.close();
  });
});
