import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

const CAPABILITIES = '{law,registry,cases,offenses,fines,notices,appeals,deadlines,identity}';

/** Files that see Nest, the engine or a database handle. Every other file of a capability is pure. */
const OUTER = [
  'index',
  'testing',
  '*.controller',
  '*.dto',
  '*.module',
  '*.projection',
  '*.queries',
  '*.ticks',
  '*.access',
  '*.trail',
  '*.spec',
  'daily-clock',
];

/** What a pure file may not use: it is told the time, and its ids are derived. */
export const PURE_RULES = {
  'no-restricted-globals': [
    'error',
    { name: 'Date', message: 'A pure file is told the time (context.now) and computes days with legal-time.' },
    { name: 'process', message: 'A pure file knows nothing of the process it runs in.' },
    { name: 'performance', message: 'A pure file is told the time.' },
    { name: 'setTimeout', message: 'Nothing waits in a pure file.' },
    { name: 'crypto', message: 'Ids are derived from the command (context.newId).' },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'Nothing is random in a pure file.' },
    { object: 'globalThis', property: 'Date', message: 'A pure file is told the time.' },
  ],
  'no-restricted-imports': [
    'error',
    { patterns: [{ regex: '^node:|^(?:crypto|fs|path|os)$', message: 'No built-in of Node in a pure file.' }] },
  ],
};

/** The event bus of @nestjs/cqrs loses events, does not keep their order and swallows errors: no fact travels on it. */
export const BUS_RULES = {
  'no-restricted-imports': [
    'error',
    {
      paths: [
        {
          name: '@nestjs/cqrs',
          importNames: ['EventBus', 'EventsHandler', 'EventPublisher', 'AggregateRoot', 'Saga', 'IEventHandler'],
          message: 'It loses events. Projections and processes follow the log (libs/runtime).',
        },
      ],
    },
  ],
};

export default tseslint.config(
  {
    ignores: ['dist/**', 'node_modules/**', 'data/**', 'coverage/**', 'test/bench/**', 'test/architecture/fixture/**'],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...BUS_RULES,
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', prefer: 'type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // An interface that is asynchronous stays so where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Refusals show the value they refuse, whatever it is.
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: [`libs/${CAPABILITIES}/src/*.ts`],
    ignores: OUTER.map((name) => `libs/${CAPABILITIES}/src/${name}.ts`),
    rules: PURE_RULES,
  },
  {
    files: ['libs/{kernel,legal-time}/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/kernel/src/{ids,clock}.ts'],
    rules: PURE_RULES,
  },
  {
    files: ['**/*.spec.ts', '**/testing/*.ts', '**/testing.ts', '**/contract/*.ts', 'test/**/*.ts'],
    rules: {
      // A spec looks into answers whose shape it asserts.
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: { process: 'readonly', module: 'writable', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['libs/sign-in/pages/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['document', 'fetch', 'FormData', 'location', 'navigator', 'atob', 'btoa', 'console'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
);
