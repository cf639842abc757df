import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { appealCatalog } from './appeal.events.js';

export * from './published.js';

/** Appeals to the Town Board: docket, certified record, hearing, votes, decision, stay, Article 78. */
export const appealsCapability: Capability = {
  name: 'appeals',
  catalogs: [appealCatalog],
  operations: [],
};

export const AppealsModule = capabilityModule(appealsCapability);
