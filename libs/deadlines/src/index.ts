import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { deadlineOperations } from './deadlines.controller.js';
import { deadlinesProjection } from './deadlines.projection.js';

export * from './published.js';

/** Every clock that events start and stop. It has no stream of its own. */
export const deadlinesCapability: Capability = {
  name: 'deadlines',
  catalogs: [],
  operations: deadlineOperations,
  projections: [deadlinesProjection],
};

export const DeadlinesModule = capabilityModule(deadlinesCapability);
