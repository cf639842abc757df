import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { noticeCatalog } from './notice.events.js';

export * from './published.js';

/** Everything that is served on a person: attempts, methods, proof, frozen recipients. */
export const noticesCapability: Capability = {
  name: 'notices',
  catalogs: [noticeCatalog],
  operations: [],
};

export const NoticesModule = capabilityModule(noticesCapability);
