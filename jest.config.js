/** One configuration for every suite; heavy suites live behind scripts of their own. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/test/bench/', '<rootDir>/test/faults/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/bench/'],
  maxWorkers: 2,
  // A slow machine is no failure: some tests walk every operation, and there are more of them with each capability.
  testTimeout: 60_000,
};
