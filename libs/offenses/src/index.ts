import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { DailyClock } from './daily-clock.js';
import { clockCatalog } from './day-clock.js';
import { offenseDaysProjection } from './offense-days.projection.js';
import { offenseCatalog } from './offense.events.js';
import { offenseOperations } from './offenses.controller.js';
import { receiveReattributedDays } from './receive-reattributed-days.process.js';
import { recordRemainingDays } from './record-remaining-days.process.js';
import { reviewRuleNature } from './review-rule-nature.process.js';

/** The ledger of offense days and the daily clock. */
export const offensesCapability: Capability = {
  name: 'offenses',
  catalogs: [offenseCatalog, clockCatalog],
  operations: offenseOperations,
  projections: [offenseDaysProjection],
  processes: [receiveReattributedDays, recordRemainingDays, reviewRuleNature],
  ticks: (services) => {
    const clock = new DailyClock(services);
    return { ticks: [clock.tick], start: () => clock.start(), stop: () => clock.stop() };
  },
};

export const OffensesModule = capabilityModule(offensesCapability);
export { DailyClock } from './daily-clock.js';
