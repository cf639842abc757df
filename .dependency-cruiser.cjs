/**
 * Who may import whom (README, "How the house is laid out"). Run by test/architecture, which also proves on a deliberately
 * bad fixture that every rule here catches something.
 */

const CAPABILITY = 'libs/(?:law|registry|cases|offenses|fines|notices|appeals|deadlines|identity|fixture)';

/** Files of a capability that see Nest, the engine or a database handle. Every other file there is pure. */
const OUTER =
  '/(?:index|testing)[.]ts$|[.](?:controller|dto|module|projection|queries|ticks|access|trail)[.]ts$|/daily-clock[.]ts$';
const SPEC = '[.]spec[.]ts$|/testing[.]ts$';
/** The pure files that may know what other capabilities publish. */
const LOOKS_AROUND = '[.](?:facts|process)[.]ts$';

const pure = { path: `^${CAPABILITY}/src/`, pathNot: [OUTER, SPEC] };
const RUNTIME_PACKAGE = 'node_modules/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Nothing depends on itself, by whatever detour; types alone, which are gone when the program runs, may.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      comment: 'Every import leads somewhere: past a door of a library nothing resolves.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-way-past-a-door',
      comment: 'A library is entered by index, published or another door of package.json, never by a path into it.',
      severity: 'error',
      from: { path: '^(libs/[^/]+|apps/[^/]+|test)/', pathNot: '^test/' },
      to: { path: '^(?:libs|apps)/', pathNot: '^$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'pure-sees-no-nest',
      comment: 'Events, commands, deciders, rules, facts and processes know nothing of Nest or any other package.',
      severity: 'error',
      from: pure,
      to: { path: RUNTIME_PACKAGE },
    },
    {
      name: 'pure-sees-no-built-in',
      comment: 'No file, network, randomness or process in a pure file.',
      severity: 'error',
      from: pure,
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-sees-no-engine',
      comment: 'A pure file knows neither the engine nor the log nor the keys.',
      severity: 'error',
      from: pure,
      to: { path: '^libs/(?:runtime|event-store|key-store)/' },
    },
    {
      name: 'pure-sees-no-outer-file',
      comment: 'Controllers, requests, projections and modules see the pure files, not the other way round.',
      severity: 'error',
      from: pure,
      to: { path: `^${CAPABILITY}/src/.*(?:[.](?:controller|dto|module|projection|queries|ticks)[.]ts$|/index[.]ts$)` },
    },
    {
      name: 'decisions-see-no-other-capability',
      comment:
        'What decides rests on its own capability and the law; other streams reach it as facts. Types alone may be named.',
      severity: 'error',
      from: { path: `^(${CAPABILITY})/src/`, pathNot: [OUTER, SPEC, LOOKS_AROUND, '/published[.]ts$'] },
      to: {
        path: `^${CAPABILITY}/`,
        pathNot: ['^$1/', '^libs/law/src/published[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'other-capabilities-only-as-published',
      comment: 'Facts, processes, projections, requests and queries see of another capability what it publishes.',
      severity: 'error',
      from: { path: `^(${CAPABILITY})/src/`, pathNot: [SPEC] },
      to: { path: `^${CAPABILITY}/`, pathNot: ['^$1/', '/published[.]ts$'] },
    },
    {
      name: 'projection-sees-no-nest',
      comment: 'A projection gets a handle to its tables and nothing else.',
      severity: 'error',
      from: { path: '[.]projection[.]ts$' },
      to: { path: RUNTIME_PACKAGE },
    },
    {
      name: 'kernel-and-law-see-nothing-outer',
      comment: 'Kernel and legal time depend on no other library of this house.',
      severity: 'error',
      from: { path: '^libs/(kernel|legal-time)/', pathNot: SPEC },
      to: { path: '^(?:libs|apps)/', pathNot: ['^libs/$1/', '^libs/kernel/src/index[.]ts$'] },
    },
    {
      name: 'database-clients-in-adapters-only',
      comment:
        'SQLite is seen by the event store adapter, the read-model file, the credential store and the lock of the keys, by nothing else.',
      severity: 'error',
      from: {
        path: '^(?:libs|apps)/',
        pathNot: [
          '^libs/event-store/src/sqlite/',
          '^libs/runtime/src/read-model-file[.]ts$',
          '^libs/sign-in/src/credential-store[.]ts$',
          '^libs/key-store/src/file-lock[.]ts$',
          SPEC,
        ],
      },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'no-app-in-a-library',
      comment: 'Applications put libraries together; no library knows an application.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/|^test/bench/|^test/architecture/fixture/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.d.ts', '.json'],
    },
  },
};
