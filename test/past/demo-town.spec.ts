import { DEMO_BEGINS, playDemoTown } from '../../apps/cli/src/demo-town.js';
import { EngineTarget } from '../support/engine-target.js';
import { compareAt } from './past-view.js';

describe('a past view of the demo town (design 1.2)', () => {
  it('of each of its cases equals a fresh log replayed to that point, at 20 points', async () => {
    const target = new EngineTarget();
    await target.send({ method: 'POST', path: '/test/reset', body: { now: DEMO_BEGINS } });
    const { results } = await playDemoTown(target);
    expect(
      results.flatMap(({ id, failures }) => failures.map(({ where, lines }) => `${id}, ${where}: ${lines.join('; ')}`)),
    ).toEqual([]);
    expect(await compareAt(target, 20)).toBeGreaterThan(2000);
    await target.close();
  }, 600_000);
});
