import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { ROOT } from '../support/program.js';

const run = promisify(execFile);

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

interface Cruised {
  readonly summary: { readonly violations: readonly Violation[]; readonly totalCruised: number };
}

const CRUISER = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
const RULES = join(ROOT, '.dependency-cruiser.cjs');

/** Runs the rules over a house. */
const cruise = async (folder: string, parts: readonly string[]): Promise<Cruised> => {
  const { stdout } = await run(process.execPath, [CRUISER, ...parts, '--config', RULES, '--output-type', 'json'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 256 * 1_048_576,
  });
  return JSON.parse(stdout) as Cruised;
};

const ruleNames = (): readonly string[] =>
  [...readFileSync(RULES, 'utf8').matchAll(/^ {6}name: '([\w-]+)'/gm)].map(([, name]) => name!);

interface Package {
  readonly imports: Readonly<Record<string, { readonly source: string }>>;
}

describe('who may import whom (design, section 3)', () => {
  it('is kept by every file of libs, apps and test', async () => {
    const { summary } = await cruise(ROOT, ['libs', 'apps', 'test']);
    expect(summary.totalCruised).toBeGreaterThan(100);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`)).toEqual([]);
  }, 120_000);

  it('is guarded by rules that each catch the deliberately bad fixture', async () => {
    const { summary } = await cruise(join(ROOT, 'test', 'architecture', 'fixture'), ['libs', 'apps']);
    const caught = new Set(summary.violations.map(({ rule }) => rule.name));
    expect(ruleNames().length).toBeGreaterThan(10);
    expect(ruleNames().filter((name) => !caught.has(name))).toEqual([]);
  }, 120_000);

  it('knows every capability: a new folder of libs is named in the rules and in the lint configuration', () => {
    const shared = ['kernel', 'legal-time', 'event-store', 'key-store', 'runtime', 'sign-in'];
    const capabilities = readdirSync(join(ROOT, 'libs')).filter((name) => !shared.includes(name));
    for (const file of ['.dependency-cruiser.cjs', 'eslint.config.js']) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      expect(capabilities.filter((name) => !new RegExp(`[({|,:]${name}[)}|,]`).test(text))).toEqual([]);
    }
  });
});

describe('the doors of the libraries', () => {
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;

  it('are index, published, and the few named in package.json', () => {
    const doors = Object.values(imports).map(({ source }) => source);
    expect(doors.filter((door) => !/\/(?:index|published|testing\/given)\.ts$/.test(door))).toEqual([]);
  });

  it.each(['#cases/src/case.decider.js', '#cases/case.decider', '#cases/src/index.ts', '#offenses/offense.decider'])(
    'do not let %s through, neither in Node nor in TypeScript',
    async (path) => {
      const script = `import(${JSON.stringify(path)}).then(() => process.exit(0), (error) => { process.stderr.write(error.code); process.exit(3); })`;
      await expect(
        run(process.execPath, ['--input-type=module', '-e', script], {
          cwd: ROOT,
          env: { ...process.env, NODE_OPTIONS: '' },
        }),
      ).rejects.toMatchObject({ code: 3, stderr: 'ERR_PACKAGE_IMPORT_NOT_DEFINED' });
      const { default: ts } = await import('typescript');
      const options = {
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        customConditions: ['source'],
      };
      const from = join(ROOT, 'libs', 'fines', 'src', 'fine.facts.ts');
      const resolve = (name: string) =>
        ts.resolveModuleName(name, from, options, ts.sys, undefined, undefined, ts.ModuleKind.ESNext).resolvedModule;
      expect(resolve(path)).toBeUndefined();
      expect(resolve('#cases/published')?.resolvedFileName).toMatch(/libs\/cases\/src\/published\.ts$/);
    },
    60_000,
  );
});

describe('what a pure file may use (lint)', () => {
  interface Lint {
    readonly PURE_RULES: object;
    readonly BUS_RULES: object;
  }

  const report = async (rules: 'PURE_RULES' | 'BUS_RULES', code: string): Promise<readonly string[]> => {
    const { ESLint } = await import('eslint');
    const { default: tseslint } = await import('typescript-eslint');
    const lint = (await import(pathToFileURL(join(ROOT, 'eslint.config.js')).href)) as Lint;
    const eslint = new ESLint({
      cwd: ROOT,
      overrideConfigFile: true,
      overrideConfig: {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        rules: lint[rules],
      },
    });
    const [result] = await eslint.lintText(code, { filePath: 'libs/cases/src/bad.decider.ts' });
    return result!.messages.map(({ ruleId }) => ruleId ?? 'unreadable');
  };

  it.each([
    ['Date', 'export const now = () => new Date();', 'no-restricted-globals'],
    ['Date.now', 'export const now = () => Date.now();', 'no-restricted-globals'],
    ['Math.random', 'export const dice = () => Math.random();', 'no-restricted-properties'],
    ['crypto', 'export const id = () => crypto.randomUUID();', 'no-restricted-globals'],
    ['randomUUID', "import { randomUUID } from 'node:crypto'; export const id = randomUUID;", 'no-restricted-imports'],
    ['files', "import { readFileSync } from 'fs'; export const read = readFileSync;", 'no-restricted-imports'],
  ])('refuses %s', async (_what, code, rule) => {
    expect(await report('PURE_RULES', code)).toEqual([rule]);
  });

  it.each(['EventBus', 'AggregateRoot', 'Saga', 'EventPublisher'])(
    'refuses %s of @nestjs/cqrs everywhere',
    async (name) => {
      expect(await report('BUS_RULES', `import { ${name} } from '@nestjs/cqrs'; export const it = ${name};`)).toEqual([
        'no-restricted-imports',
      ]);
    },
  );
});
