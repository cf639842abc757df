import { FixedClock, isDomainError } from '#kernel';
import { ROLES } from '#identity';
import { SystemClock, TickRunner } from '#runtime';

import { configurationFrom } from './configuration.js';

import type { DemoMark } from './demo-mark.js';
import { demoLines, finishedDemoMark } from './demo-mark.js';
import { createServer } from './server.js';
import { openTown } from './town.js';

const announce = (address: string, testClock: boolean, demo: DemoMark | null, now: string): void => {
  process.stdout.write(
    [
      `Outfall listens at ${address}  (what can be done: ${address}/api/docs)`,
      'DEMONSTRATION: this machine only, and whoever sends a request says who they are:',
      `  header "Outfall-Demo-Identity: officer"; also ${ROLES.slice(1).join(', ')};`,
      '  a second person is officer:2, the officer in another role `officer as clerk`.',
      ...(demo ? demoLines(demo, now) : []),
      ...(testClock ? [`TEST CLOCK: time stands still; move it with PUT ${address}/test/clock {"now": "…"}.`] : []),
      '',
    ].join('\n'),
  );
};

const run = async (): Promise<void> => {
  const configuration = configurationFrom(process.env);
  const demo = finishedDemoMark(configuration.dataFolder);
  const driven = configuration.testClock ? new FixedClock(new SystemClock().now()) : undefined;
  const town = await openTown(configuration, driven ?? new SystemClock());
  await town.engine.start();
  const report = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  const ticks = new TickRunner(town.engine, report);
  if (driven) await town.engine.runTicks();
  else await ticks.start();
  const server = await createServer({ town, demo, zone: configuration.zone, ...(driven ? { testClock: driven } : {}) });
  const address = await server.listen(configuration.port, configuration.host);
  announce(address, configuration.testClock, demo, new SystemClock().now());

  let stopping = false;
  const stop = (): void => {
    // A second signal is a person who will not wait.
    if (stopping) process.exit(1);
    stopping = true;
    ticks
      .stop()
      .then(() => server.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          report(error);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

run().catch((error: unknown) => {
  process.stderr.write(
    isDomainError(error)
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
