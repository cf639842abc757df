/** Everything of the law that other capabilities may import: pure, no Nest. */
export * from './article.js';
export * from './conflict-register.js';
export * from './definitions.js';
export * from './opinion-factors.js';
export * from './penalties.js';
export * from './policies.js';
export * from './rule.types.js';
export * from './settings.commands.js';
export * from './settings.decider.js';
export * from './settings.events.js';
export * from './settings.facts.js';
export * from './sewer-main-fee-table.js';
