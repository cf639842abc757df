// `npm start`: builds when there is no build or a source is newer than it, asks once with what town to begin, then runs
// the server in this process. `npm run demo` (`start.mjs demo`) begins with the demo town, in a folder of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = join(root, 'dist', 'apps', 'server', 'src', 'main.js');
const wanted = process.argv[2] === 'demo' ? 'demo' : null;
if (wanted === 'demo') process.env.OUTFALL_DATA ??= 'demo-data';

const newestIn = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [])
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0);

const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (builtAt < Math.max(newestIn(join(root, 'apps')), newestIn(join(root, 'libs')))) {
  process.stdout.write('Building…\n');
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (build.status !== 0) process.exit(build.status ?? 1);
}

const { firstStart } = await import(join(root, 'dist', 'apps', 'cli', 'src', 'first-start.js'));
try {
  await firstStart(process.env, wanted);
} catch (error) {
  process.stderr.write(`${error?.isDomainError ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
await import(built);
