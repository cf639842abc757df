import type { Event, ProcessCommand, ProcessManager, Recorded } from '#kernel';
import type { OffenseEvent } from '#offenses/published';

import type { CivilFineImposed, StatementIssued } from './fine.events.js';

type Heard =
  | CivilFineImposed
  | StatementIssued
  | Extract<OffenseEvent, { type: 'OffenseDaysVoided' | 'OffenseDaysRebased' | 'ForbearanceRecorded' }>;

const dropFineDays = (partyId: string, ledger: string): ProcessCommand => ({
  operationId: 'dropFineDays',
  body: { partyId, ledger },
});

/**
 * Whenever a ledger takes days out of provable, the fines of its party drop the days they name there. An imposition or
 * statement asks the same about itself, so that a correction which came between its reading and its recording is caught
 * from both sides (offense-day rules 2, "Settled and dropped", and 5, "Races"). Decided on the ledger as it then is;
 * where nothing fell, nothing is recorded.
 */
export const dropFineDaysOfLedger: ProcessManager = {
  name: 'drop-fine-days',
  listensTo: ['OffenseDaysVoided', 'OffenseDaysRebased', 'ForbearanceRecorded', 'CivilFineImposed', 'StatementIssued'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as Heard;
    switch (event.type) {
      case 'CivilFineImposed':
      case 'StatementIssued':
        return [dropFineDays(event.data.partyId, event.data.ledger)];
      case 'OffenseDaysRebased':
        if (event.data.to !== 'presumed') return [];
        break;
      case 'OffenseDaysVoided':
      case 'ForbearanceRecorded':
        break;
    }
    const partyId = recorded.metadata.refs?.['party'];
    return partyId === undefined ? [] : [dropFineDays(partyId, recorded.stream)];
  },
};
