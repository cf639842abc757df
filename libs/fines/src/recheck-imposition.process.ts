import type { Event, ProcessManager, Recorded } from '#kernel';

import type { CivilFineAgreed, CivilFineImposed, FineBasisDrifted, StatementIssued } from './fine.events.js';
import type { DriftKind } from './fine.types.js';

const WORDS: Readonly<Record<DriftKind, string>> = {
  appointment: 'No appointment of the officer is on file for the day of the act.',
  power: 'A day named lies before the effective date of L.L. No. 22-2009, or that date is not on file.',
  territory: 'The premises do not lie in the Town outside the Village.',
  capDecision: "The amounts named for a day pass the cap, since counsel's decision on it is no longer on file.",
  findingWithdrawn: 'The finding was withdrawn.',
  partyDuplicate: 'The party is marked as a duplicate of another.',
};

/**
 * Whenever a fine, imposed or agreed, or a statement is recorded, what it rested on besides the days is looked at afresh; and whenever that
 * has drifted, a person is asked, once for each fine and ground (offense-day rules 5, "Races").
 */
export const recheckImposition: ProcessManager = {
  name: 'recheck-imposition',
  listensTo: ['CivilFineImposed', 'CivilFineAgreed', 'StatementIssued', 'FineBasisDrifted'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as CivilFineImposed | CivilFineAgreed | StatementIssued | FineBasisDrifted;
    if (event.type !== 'FineBasisDrifted') return [{ operationId: 'recheckFine', body: { fineId: event.data.fineId } }];
    const { caseId, fineId, what } = event.data;
    return [
      {
        operationId: 'openReviewItem',
        body: { caseId, kind: 'fineBasisDrifted', subject: `${fineId} ${what}`, text: WORDS[what] },
      },
    ];
  },
};
