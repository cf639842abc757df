import { join } from 'node:path';

import { FixedClock } from '#kernel';
import { memoryTown } from '#server';

import { GoldenEvents } from '../../apps/cli/src/golden-events.js';
import { ROOT } from '../support/program.js';

describe('golden event files of the keys', () => {
  it('a rotation of the master key, which no case file reaches, is written as it always was', async () => {
    const town = memoryTown(new FixedClock('2026-06-15T16:00:00.000Z'), 'America/New_York');
    await town.engine.start();
    await town.engine.send(
      'recordMasterKeyRotation',
      { masterId: 'master-2', rewrapped: 7 },
      { actor: { id: 'command-line', role: 'process', capacity: 'Town' } },
    );
    const golden = new GoldenEvents(join(ROOT, 'test', 'golden-events'));
    await golden.look(town.store);
    expect(golden.finish()).toEqual({ written: [], differing: [] });
    await town.stop();
  });
});
