import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { userCatalog } from './user.events.js';
import { userOperations } from './users.controller.js';

export * from './published.js';
export * from './town.access.js';

/** Who may do and see what: users, their roles with days and capacity, and the rules of access. */
export const identityCapability: Capability = {
  name: 'identity',
  catalogs: [userCatalog],
  operations: [...userOperations],
};

export const IdentityModule = capabilityModule(identityCapability);
