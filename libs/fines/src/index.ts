import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { askAboutSettledDays } from './ask-about-settled-days.process.js';
import { askAboutTwoAppeals } from './ask-about-two-appeals.process.js';
import { askAboutUnfitDecision } from './ask-about-unfit-decision.process.js';
import { askToReissueNotice } from './ask-to-reissue-notice.process.js';
import { dropFineDaysOfLedger } from './drop-fine-days.process.js';
import { fineListProjection } from './fine-list.projection.js';
import { fineCatalog } from './fine.events.js';
import { fineOperations } from './fines.controller.js';
import { recheckFinesNightly } from './recheck-fines.ticks.js';
import { recheckImposition } from './recheck-imposition.process.js';

export * from './published.js';

/** Civil fines of each party, what they cost, what the Board and the courts did to them, and the figures of § 168-30. */
export const finesCapability: Capability = {
  name: 'fines',
  catalogs: [fineCatalog],
  operations: fineOperations,
  projections: [fineListProjection],
  processes: [
    dropFineDaysOfLedger,
    recheckImposition,
    askToReissueNotice,
    askAboutSettledDays,
    askAboutUnfitDecision,
    askAboutTwoAppeals,
  ],
  ticks: (services) => ({ ticks: [recheckFinesNightly(services)] }),
};

export const FinesModule = capabilityModule(finesCapability);
