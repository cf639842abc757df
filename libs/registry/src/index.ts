import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { endLiabilityOnSale } from './end-liability-on-sale.process.js';
import { partiesProjection } from './parties.projection.js';
import { partyCatalog } from './party.events.js';
import { premisesCatalog } from './premises.events.js';
import { premisesProjection } from './premises.projection.js';
import { registryOperations } from './registry.controller.js';

export * from './published.js';

/** Premises and parties. */
export const registryCapability: Capability = {
  name: 'registry',
  catalogs: [premisesCatalog, partyCatalog],
  operations: registryOperations,
  projections: [partiesProjection, premisesProjection],
  processes: [endLiabilityOnSale],
};

export const RegistryModule = capabilityModule(registryCapability);
