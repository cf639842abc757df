import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { caseCatalog } from './case.events.js';
import { caseOperations } from './cases.controller.js';
import { casesProjection } from './cases.projection.js';
import { complaintCatalog } from './complaint.events.js';
import { noteOwnerFinding } from './note-owner-finding.process.js';
import { timelineProjection } from './timeline.projection.js';
import { voidSightingsOfWithdrawnFinding } from './void-sightings-of-withdrawn-finding.process.js';

export * from './published.js';

/** Complaints, cases, findings and review items. */
export const casesCapability: Capability = {
  name: 'cases',
  catalogs: [caseCatalog, complaintCatalog],
  operations: caseOperations,
  projections: [casesProjection, timelineProjection],
  processes: [noteOwnerFinding, voidSightingsOfWithdrawnFinding],
};

export const CasesModule = capabilityModule(casesCapability);
