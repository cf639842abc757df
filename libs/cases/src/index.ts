import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { caseCatalog } from './case.events.js';
import { caseOperations } from './cases.controller.js';
import { casesProjection } from './cases.projection.js';
import { complainantsProjection } from './complainants.projection.js';
import { complaintCatalog } from './complaint.events.js';
import { forbearAgreedDays } from './forbear-agreed-days.process.js';
import { moveFindings } from './move-findings.process.js';
import { noteOwnerFinding } from './note-owner-finding.process.js';
import { recheckClosing } from './recheck-closing.process.js';
import { reopenClosedCase } from './reopen-closed-case.process.js';
import { timelineProjection } from './timeline.projection.js';
import { voidSightingsOfWithdrawnFinding } from './void-sightings-of-withdrawn-finding.process.js';

export * from './published.js';

/** Complaints, cases, findings and review items. */
export const casesCapability: Capability = {
  name: 'cases',
  catalogs: [caseCatalog, complaintCatalog],
  operations: caseOperations,
  projections: [casesProjection, complainantsProjection, timelineProjection],
  processes: [
    noteOwnerFinding,
    voidSightingsOfWithdrawnFinding,
    forbearAgreedDays,
    moveFindings,
    reopenClosedCase,
    recheckClosing,
  ],
};

export const CasesModule = capabilityModule(casesCapability);
