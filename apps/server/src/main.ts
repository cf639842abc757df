import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';

import { DomainError, FixedClock, isDomainError } from '#kernel';
import { ROLES, USERS_STREAM, usersFold } from '#identity';
import { SystemClock, TickRunner } from '#runtime';

import type { Configuration } from './configuration.js';
import { asDemo, configurationFrom, openIdFrom } from './configuration.js';
import type { DemoMark } from './demo-mark.js';
import { demoLines, finishedDemoMark } from './demo-mark.js';
import { createServer } from './server.js';
import type { Town } from './town.js';
import { openTown } from './town.js';

interface Announcement {
  readonly address: string;
  readonly testClock: boolean;
  readonly demo: DemoMark | null;
  /** Link of the first start; null once there is an administrator, and with demo identities. */
  readonly firstRun: string | null;
  readonly identity: Configuration['identity'];
}

const announce = ({ address, testClock, demo, firstRun, identity }: Announcement): void => {
  process.stdout.write(
    [
      `Outfall listens at ${address}  (what can be done: ${address}/api/docs)`,
      ...(identity === 'demo'
        ? [
            'DEMONSTRATION: this machine only, and whoever sends a request says who they are:',
            `  header "Outfall-Demo-Identity: officer"; also ${ROLES.slice(1).join(', ')};`,
            '  a second person is officer:2, the officer in another role "officer as clerk".',
          ]
        : []),
      ...(firstRun
        ? [
            'Nobody is administrator yet. Open this link within a day; it is good once, a new start prints a new one:',
            `  ${firstRun}`,
          ]
        : []),
      ...(demo ? demoLines(demo, new SystemClock().now()) : []),
      ...(testClock ? [`TEST CLOCK: time stands still; move it with PUT ${address}/test/clock {"now": "…"}.`] : []),
      '',
    ].join('\n'),
  );
};

/** A port that is free just now: the origin has to be known before the server listens. */
const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createTcpServer().once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Demo identities over a log of people with accounts would let anybody act there. @throws SERVER.DEMO_OVER_ACCOUNTS */
const refuseDemoOverAccounts = async (town: Town): Promise<void> => {
  const { state } = await town.engine.loader.load(USERS_STREAM, usersFold);
  if (state.users.size === 0) return;
  throw new DomainError(
    'SERVER.DEMO_OVER_ACCOUNTS',
    'People have accounts in this data folder: start without OUTFALL_IDENTITY=demo and OUTFALL_TEST_CLOCK.',
    {
      field: 'OUTFALL_IDENTITY',
      rule: 'Demo identities are taken in a town without accounts only.',
    },
  );
};

const run = async (): Promise<void> => {
  const given = configurationFrom(process.env);
  const demo = finishedDemoMark(given.dataFolder);
  // The demo town's people are invented: it is served on this machine only, whatever the settings say.
  const configuration = demo ? asDemo(given) : given;
  const { identity, host, zone } = configuration;
  const driven = configuration.testClock ? new FixedClock(new SystemClock().now()) : undefined;
  const town = await openTown(configuration, driven ?? new SystemClock());
  await town.engine.start();
  if (identity === 'demo') await refuseDemoOverAccounts(town);
  const report = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  const ticks = new TickRunner(town.engine, report);
  if (driven) await town.engine.runTicks();
  else await ticks.start();
  const port = configuration.port === 0 ? await freePort(host) : configuration.port;
  const origin = configuration.origin ?? `http://localhost:${port}`;
  const server = await createServer({
    town,
    demo,
    zone,
    origin: configuration.origin,
    trustedProxy: configuration.trustedProxy,
    requestsPerMinute: configuration.requestsPerMinute,
    ...(identity === 'accounts'
      ? {
          accounts: {
            credentialFile: configuration.credentialFile,
            origin,
            openId: openIdFrom(process.env, origin),
          },
        }
      : {}),
    ...(driven ? { testClock: driven } : {}),
  });
  const address = await server.listen(port, host);
  const firstRun = (await server.signIn?.firstRunLink()) ?? null;
  announce({ address, testClock: configuration.testClock, demo, firstRun, identity });

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
