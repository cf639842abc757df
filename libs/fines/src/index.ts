import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { askToReissueNotice } from './ask-to-reissue-notice.process.js';
import { dropFineDaysOfLedger } from './drop-fine-days.process.js';
import { fineListProjection } from './fine-list.projection.js';
import { fineCatalog } from './fine.events.js';
import { fineOperations } from './fines.controller.js';
import { recheckFinesNightly } from './recheck-fines.ticks.js';
import { recheckImposition } from './recheck-imposition.process.js';

export * from './published.js';

/** Civil fines, statements, service and payments of each party, and the figures of § 168-30. */
export const finesCapability: Capability = {
  name: 'fines',
  catalogs: [fineCatalog],
  operations: fineOperations,
  projections: [fineListProjection],
  processes: [dropFineDaysOfLedger, recheckImposition, askToReissueNotice],
  ticks: (services) => ({ ticks: [recheckFinesNightly(services)] }),
};

export const FinesModule = capabilityModule(finesCapability);
