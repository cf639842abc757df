#!/usr/bin/env node
import { parseArgs } from 'node:util';

import { isDomainError } from '#kernel';

const HELP = `outfall: the command line of the case file

  outfall case run FILE|FOLDER…   run case files, each on a fresh log with a driven clock (no network)
      --server URL                run them over HTTP against a server started with OUTFALL_TEST_CLOCK=1
      --json                      print one JSON object instead of lines
      --keep                      keep each log and say where it is
      --golden FOLDER             compare the logs with the golden events there, and add what is missing
  outfall demo                    play the demo town (invented, two years) into a data folder without events
  outfall rebuild                 build every read model again from the log and swap it in
  outfall verify-projections      compare every read model with one built from the log; names what differs
  outfall call OPERATION [JSON]   do one operation as the user whose access token OUTFALL_TOKEN holds
      --server URL                default http://127.0.0.1:8640
  outfall audit export            print the audit as JSON lines; itself recorded
      --from DAY --through DAY    local days of recording, both included
  outfall keys rotate-master      wrap every key under a new master key, beside a running server
  outfall recover                 print a one-time link for each administrator, when nobody can sign in any more
  outfall help                    this text

All but call and case run work on the folder OUTFALL_DATA (default ./data); all but demo also while a server runs on it.
Exit codes: 0 all well, 1 something failed or differs, 2 the command was not understood.
`;

class Misunderstood extends Error {}

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      golden: { type: 'string' },
      from: { type: 'string' },
      through: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [first, second, ...paths] = positionals;
  if (values.help || first === 'help' || first === undefined) {
    process.stdout.write(HELP);
    return first === undefined && !values.help ? 2 : 0;
  }
  // Loaded when wanted: help should not have to wait for the whole program.
  if (first === 'demo' && second === undefined) return (await import('./demo-command.js')).playDemo();
  if (first === 'rebuild' && second === undefined) return (await import('./read-model-commands.js')).rebuild();
  if (first === 'verify-projections' && second === undefined)
    return (await import('./read-model-commands.js')).verifyProjections();
  if (first === 'call' && second !== undefined && paths.length <= 1)
    return (await import('./call-command.js')).call(second, paths[0], values.server ?? 'http://127.0.0.1:8640');
  if (first === 'keys' && second === 'rotate-master' && paths.length === 0)
    return (await import('./key-commands.js')).rotateMasterKey();
  if (first === 'audit' && second === 'export' && paths.length === 0)
    return (await import('./audit-command.js')).exportAudit(values);
  if (first === 'recover' && second === undefined)
    return (await import('./sign-in-commands.js')).recoverAdministrators();
  if (first === 'case' && second === 'run') {
    if (paths.length === 0) throw new Misunderstood('outfall case run needs a file or a folder');
    return (await import('./case-command.js')).runCaseFiles(paths, values);
  }
  throw new Misunderstood(`"${positionals.join(' ')}" is no command`);
};

const isArgumentError = (error: unknown): boolean =>
  error instanceof Misunderstood || String((error as { code?: unknown }).code ?? '').startsWith('ERR_PARSE_ARGS');

/** Errors that say all there is to say; the rest are faults of this program and show where they came from. */
const isPlain = (error: unknown): boolean =>
  error instanceof Error && ['CaseFileError', 'NoServerError'].includes(error.name);

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const plain = isArgumentError(error) || isDomainError(error) || isPlain(error);
    process.stderr.write(`${plain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    if (isArgumentError(error)) process.stderr.write('outfall help tells what there is.\n');
    process.exitCode = isArgumentError(error) ? 2 : 1;
  },
);
