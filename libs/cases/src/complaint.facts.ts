import type { FactLoader } from '#kernel';

import { premisesFact, type PremisesFact } from './case.facts.js';
import type { ComplaintCommand } from './complaint.commands.js';

/** The premises that a complaint names; null where it names none. */
export interface ComplaintFacts {
  readonly premises: PremisesFact | null;
}

/** Folds the premises that a complaint names. */
export const complaintFacts = async (command: ComplaintCommand, load: FactLoader): Promise<ComplaintFacts> => ({
  premises:
    command.type === 'ReceiveComplaint' && command.premisesId !== null
      ? await premisesFact(command.premisesId, load)
      : null,
});
