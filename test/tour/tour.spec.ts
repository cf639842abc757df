import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { RunningServer } from '../support/program.js';
import { ROOT, startServer, temporaryFolder } from '../support/program.js';

const run = promisify(execFile);

/** The commands of the README's tour, as a reader would type them. */
const tour = (): string =>
  [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh tour\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block!)
    .join('');

describe('the five minutes of the README', () => {
  const data = temporaryFolder();
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(data.path);
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    data.remove();
  });

  it('work as written, and say what the README says they do', async () => {
    const script = tour().replace('http://127.0.0.1:8640', server.url);
    expect(script).toContain(server.url);
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      maxBuffer: 16 * 1_048_576,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(stdout).toMatch(/"observed":2,"inferred":6,/);
    expect(stdout).toMatch(/"provableDays":8/);
    expect(stdout).toMatch(/"basis":"inferred"/);
    expect(stdout).toMatch(/"capCents","asOf":null,"through":"[\d-]+","value":800000/);
    expect(stdout).toMatch(/"chargedCents":0/);
    expect(stdout).toMatch(/"kind":"misdemeanorLimitation"/);
    expect(stdout).toMatch(/"chargedCents":200000/);
    expect(stdout).toMatch(/"underAppeal":true/);
    expect(stdout).toMatch(/"guard":"pendingAppeal"/);
    expect(stdout).toMatch(/"sums":\{"recordedDays":/);
  }, 120_000);
});
