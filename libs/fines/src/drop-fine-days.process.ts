import type { Event, ProcessCommand, ProcessManager, Recorded } from '#kernel';
import type { OffenseEvent } from '#offenses/published';

import type {
  CivilFineAgreed,
  CivilFineImposed,
  DecisionApplied,
  DecisionLapsed,
  StatementIssued,
} from './fine.events.js';

type Heard =
  | CivilFineImposed
  | CivilFineAgreed
  | StatementIssued
  | DecisionApplied
  | DecisionLapsed
  | Extract<OffenseEvent, { type: 'OffenseDaysVoided' | 'OffenseDaysRebased' | 'ForbearanceRecorded' }>;

const dropFineDays = (partyId: string, ledger: string): ProcessCommand => ({
  operationId: 'dropFineDays',
  body: { partyId, ledger },
});

/**
 * Whenever a ledger takes days out of provable, the fines of its party drop the unsettled days they name there, and note
 * the settled ones. What names days, and what settles or unsettles them, asks the same about its own ledger, so that a
 * correction which came between its reading and its recording is caught from both sides (offense-day rules 2, "Settled
 * and dropped", and 5, "Races"). Decided on the ledger as it then is; where nothing fell, nothing is recorded.
 */
export const dropFineDaysOfLedger: ProcessManager = {
  name: 'drop-fine-days',
  listensTo: [
    'OffenseDaysVoided',
    'OffenseDaysRebased',
    'ForbearanceRecorded',
    'CivilFineImposed',
    'CivilFineAgreed',
    'StatementIssued',
    'DecisionApplied',
    'DecisionLapsed',
  ],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as Heard;
    const refs = recorded.metadata.refs ?? {};
    switch (event.type) {
      case 'CivilFineImposed':
      case 'CivilFineAgreed':
      case 'StatementIssued':
        return [dropFineDays(event.data.partyId, event.data.ledger)];
      case 'DecisionApplied':
      case 'DecisionLapsed':
        return refs['ledger'] === undefined ? [] : [dropFineDays(event.data.partyId, refs['ledger'])];
      case 'OffenseDaysRebased':
        if (event.data.to !== 'presumed') return [];
        break;
      case 'OffenseDaysVoided':
      case 'ForbearanceRecorded':
        break;
    }
    return refs['party'] === undefined ? [] : [dropFineDays(refs['party'], recorded.stream)];
  },
};
