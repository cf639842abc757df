import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { rowOf } from '#identity';

/** The repository's folder; jest runs there. */
export const ROOT = process.cwd();

const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const SERVER = join(ROOT, 'dist', 'apps', 'server', 'src', 'main.js');

const run = promisify(execFile);

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const needsBuild = (file: string): void => {
  if (!existsSync(file)) throw new Error('There is no build: npm run build makes it, npm test does so by itself.');
};

/** Runs the built command line to its end. */
export const outfall = async (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> => {
  needsBuild(CLI);
  try {
    const { stdout, stderr } = await run(process.execPath, [CLI, ...args], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      maxBuffer: 256 * 1_048_576,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
};

/** The header of a demo person. */
export const as = (person: string): { 'outfall-demo-identity': string } => ({ 'outfall-demo-identity': person });

/** The header of a demo person whose role may use an operation. */
export const asOneWhoMay = (operationId: string): { 'outfall-demo-identity': string } =>
  as(rowOf(operationId)?.roles[0] ?? 'officer');

/** A built server running as a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Waits until it prints what is asked for. @returns the first group */
  said(pattern: RegExp): Promise<string>;
  /** What it has written to its log so far. */
  logs(): string;
  /** Asks it to stop and waits until it has. @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Starts the built server on a free port and waits until it says where it listens. */
export const startServer = async (
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> => {
  needsBuild(SERVER);
  const child = spawn(process.execPath, [SERVER], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      OUTFALL_DATA: dataFolder,
      OUTFALL_PORT: '0',
      OUTFALL_IDENTITY: 'demo',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors = (errors + text.toString()).slice(-200_000);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let output = '';
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output)?.[1];
        if (found === undefined) return;
        child.stdout.off('data', look);
        resolve(found);
      };
      child.stdout.on('data', look);
      look();
      void ended.then((code) => reject(new Error(`the server ended with ${code}: ${errors.slice(-4000)}`)));
    });
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const url = await said(/listens at (\S+)/);
  return {
    url,
    said,
    process: child,
    logs: () => errors,
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** A folder that is removed when the work is done. */
export const temporaryFolder = (): { readonly path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'outfall-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
