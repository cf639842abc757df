import type { Capability } from '#runtime';
import { capabilityModule } from '#runtime/http';

import { askAboutReturnedMail } from './ask-about-returned-mail.process.js';
import { chargeFineOnService } from './charge-fine-on-service.process.js';
import { issueNoticeOfFine } from './issue-notice-of-fine.process.js';
import { noticeCatalog } from './notice.events.js';
import { noticeListProjection } from './notice-list.projection.js';
import { noticeOperations } from './notices.controller.js';

export * from './published.js';

/** Everything that is served on a person: attempts, methods, proof, frozen recipients. */
export const noticesCapability: Capability = {
  name: 'notices',
  catalogs: [noticeCatalog],
  operations: noticeOperations,
  projections: [noticeListProjection],
  processes: [issueNoticeOfFine, chargeFineOnService, askAboutReturnedMail],
};

export const NoticesModule = capabilityModule(noticesCapability);
