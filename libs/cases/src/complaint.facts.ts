import type { FactLoader } from '#kernel';
import { premisesFold, premisesStream } from '#registry/published';

import type { ComplaintCommand } from './complaint.commands.js';
import type { ComplaintFacts } from './complaint.decider.js';

/** Folds the premises that a complaint names. */
export const complaintFacts = async (command: ComplaintCommand, load: FactLoader): Promise<ComplaintFacts> => ({
  premises:
    command.type === 'ReceiveComplaint' && command.premisesId !== null
      ? await load(premisesStream(command.premisesId), premisesFold)
      : null,
});
