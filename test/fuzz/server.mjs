// The built server with one ear more, for the fuzz run alone: asked by its parent, it collects its garbage and says how
// much memory is left in use. The product has no such thing. Started with --expose-gc and a channel to the parent.
import { fileURLToPath } from 'node:url';

const used = () => {
  for (let time = 0; time < 4; time += 1) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heapUsed, external });
};

process.on('message', (message) => {
  // A moment for what has ended to be let go of: closed connections, timers, answers.
  if (message === 'memory') globalThis.setTimeout(used, 2_000);
});
process.on('disconnect', () => process.exit(0));

await import(fileURLToPath(new URL('../../dist/apps/server/src/main.js', import.meta.url)));
