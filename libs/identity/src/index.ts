import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { auditCatalog } from './audit.events.js';
import { auditProjection } from './audit.projection.js';
import { auditOperations } from './audits.controller.js';
import { keyCatalog } from './key.events.js';
import { noteLitigationHold } from './key.process.js';
import { keyOperations } from './keys.controller.js';
import { forgetDestroyedPersons } from './keys.ticks.js';
import { sealCatalog } from './seal.events.js';
import { sealOperations } from './seals.controller.js';
import { userCatalog } from './user.events.js';
import { userOperations } from './users.controller.js';

export * from './audit.rules.js';
export * from './audit.trail.js';
export * from './published.js';
export * from './town.access.js';

/** Who may do and see what: users, their roles with days and capacity, and the rules of access. */
export const identityCapability: Capability = {
  name: 'identity',
  catalogs: [userCatalog, auditCatalog, sealCatalog, keyCatalog],
  operations: [...userOperations, ...auditOperations, ...sealOperations, ...keyOperations],
  projections: [auditProjection],
  processes: [noteLitigationHold],
  ticks: forgetDestroyedPersons,
};

export const IdentityModule = capabilityModule(identityCapability);
