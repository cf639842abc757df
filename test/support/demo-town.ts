import type { Played } from '../../apps/cli/src/case-play.js';
import { DEMO_BEGINS, playDemoTown } from '../../apps/cli/src/demo-town.js';
import { EngineTarget } from './engine-target.js';

/** The demo town, played in memory; `target.running` is its started program, `target.remains` its log, keys and clock. */
export interface PlayedDemoTown extends Played {
  readonly target: EngineTarget;
}

/** Plays the demo town once, in some seconds. @throws when a case came out otherwise than it is written */
export const playedDemoTown = async (): Promise<PlayedDemoTown> => {
  const target = new EngineTarget();
  await target.send({ method: 'POST', path: '/test/reset', body: { now: DEMO_BEGINS } });
  const played = await playDemoTown(target);
  const failures = played.results.flatMap(({ id, failures: found }) =>
    found.map(({ where, lines }) => `${id}, ${where}: ${lines.join('; ')}`),
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return { ...played, target };
};
