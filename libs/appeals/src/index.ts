import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { appealDocketProjection } from './appeal-docket.projection.js';
import { appealCatalog } from './appeal.events.js';
import { appealOperations } from './appeals.controller.js';
import { applyDecision } from './apply-decision.process.js';
import { applyStay } from './apply-stay.process.js';
import { askCounselOnAgreedFine } from './ask-counsel-on-agreed-fine.process.js';
import { finalDecisionsNightly } from './final-decisions.ticks.js';
import { finishDecision } from './finish-decision.process.js';
import { lapseDecision } from './lapse-decision.process.js';
import { noteAppealOnFine } from './note-appeal-on-fine.process.js';
import { noticeDecision } from './notice-decision.process.js';
import { noticeHearing } from './notice-hearing.process.js';
import { recordDecisionService } from './record-decision-service.process.js';

export * from './published.js';

/** Appeals to the Town Board: docket, certified record, hearing, votes, decision, stay, Article 78. */
export const appealsCapability: Capability = {
  name: 'appeals',
  catalogs: [appealCatalog],
  operations: appealOperations,
  projections: [appealDocketProjection],
  processes: [
    noteAppealOnFine,
    askCounselOnAgreedFine,
    noticeHearing,
    applyStay,
    applyDecision,
    noticeDecision,
    recordDecisionService,
    lapseDecision,
    finishDecision,
  ],
  ticks: (services) => ({ ticks: [finalDecisionsNightly(services)] }),
};

export const AppealsModule = capabilityModule(appealsCapability);
