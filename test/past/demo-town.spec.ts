import { playedDemoTown } from '../support/demo-town.js';
import { compareAt } from './past-view.js';

describe('a past view of the demo town (design 1.2)', () => {
  it('of each of its cases equals a fresh log replayed to that point, at 20 points', async () => {
    const { target } = await playedDemoTown();
    expect(await compareAt(target, 20)).toBeGreaterThan(2000);
    await target.close();
  }, 600_000);
});
