import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { PLANS } from './src/plan.js';
import { reportOf } from './src/report.js';

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, 'data');
const plan = ['quick', 'large'].find((name) => process.argv.includes(`--${name}`)) ?? 'full';
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');

/** The peers are installed on first use only; sqlite3 may have to be compiled. */
const installPeers = () => {
  if (existsSync(join(here, 'node_modules', '@event-driven-io', 'emmett-sqlite'))) return;
  console.log('Installing the peers (a minute or two)...');
  const { status } = spawnSync('npm', ['ci', '--legacy-peer-deps'], {
    cwd: here,
    stdio: 'inherit',
    env: { ...process.env, JOBS: process.env['JOBS'] ?? 'max' },
  });
  if (status !== 0) throw new Error('the peers could not be installed');
};

const runSection = (section, options) =>
  new Promise((resolve, reject) => {
    const folder = join(data, section);
    const child = fork(join(here, 'src', 'section.js'), { execArgv: ['--expose-gc', ...process.execArgv] });
    const done = (settle) => {
      rmSync(folder, { recursive: true, force: true });
      settle();
    };
    child.on('message', ({ say, result, failure }) => {
      if (say) console.log(say);
      if (result) done(() => resolve(result));
      if (failure) done(() => reject(new Error(`${section}: ${failure}`)));
    });
    child.on('exit', (code) => code !== 0 && done(() => reject(new Error(`${section} ended with ${code}`))));
    child.send({ section, folder, options });
  });

const start = performance.now();
const loadBefore = loadavg()[0].toFixed(1);
installPeers();
rmSync(data, { recursive: true, force: true });
mkdirSync(data, { recursive: true });
const sections = {};
try {
  for (const [section, options] of Object.entries(PLANS[plan]))
    if (!only || only.includes(section)) sections[section] = await runSection(section, options);
} finally {
  rmSync(data, { recursive: true, force: true });
}
const { text, missed } = reportOf({
  plan,
  sections,
  machine: { node: process.versions.node, processors: cpus().length },
  minutes: ((performance.now() - start) / 60_000).toFixed(1),
  load: [loadBefore, loadavg()[0].toFixed(1)],
});
console.log(`\n${text}`);
if (missed.length > 0) console.log(`Aims missed: ${missed.join('; ')}.`);
if (plan !== 'quick' && !only) writeFileSync(join(here, plan === 'large' ? 'RESULTS-large.md' : 'RESULTS.md'), text);
