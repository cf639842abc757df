export * from './capability-module.js';
export * from './fields.js';
export * from './problem.js';
export * from './validation.js';
