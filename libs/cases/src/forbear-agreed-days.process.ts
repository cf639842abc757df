import type { Event, ProcessManager, Recorded } from '#kernel';

import type { ConsentAgreementSigned } from './compliance.events.js';

/**
 * Whenever a consent agreement is signed by both, the ledger forbears the days that it says the Town forbears, and no
 * others (domain.md 5.9). A later breach forbears nothing more and takes nothing back.
 */
export const forbearAgreedDays: ProcessManager = {
  name: 'forbear-agreed-days',
  listensTo: ['ConsentAgreementSigned'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { data } = recorded.event as unknown as ConsentAgreementSigned;
    const authority = `Consent agreement ${data.agreementId}`;
    return data.forbears.map(({ findingId, from, through }) => ({
      operationId: 'forbearOffenseDays',
      body: { findingId, from, through, authority, reason: `Forborne by the terms of ${data.agreementId}.` },
    }));
  },
};
