import base from '../../jest.config.js';

/** The heavy runs: `npm run faults`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/faults/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
};
