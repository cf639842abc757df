import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { lawOperations } from './settings.controller.js';
import { settingsCatalog } from './settings.events.js';

export * from './published.js';

/** The Article as data, and the Town's own settings. */
export const lawCapability: Capability = {
  name: 'law',
  catalogs: [settingsCatalog],
  operations: lawOperations,
};

export const LawModule = capabilityModule(lawCapability);
