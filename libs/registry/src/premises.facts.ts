import type { FactLoader } from '#kernel';

import { partyStream } from './party.events.js';
import { partyFold, type PartyState } from './party.state.js';
import type { PremisesCommand } from './premises.commands.js';
import type { PremisesFacts } from './premises.decider.js';

const partiesOf = (command: PremisesCommand): readonly string[] => {
  switch (command.type) {
    case 'RecordOwnership':
      return [command.partyId];
    case 'RecordConveyance':
      return [command.toPartyId];
    default:
      return [];
  }
};

/** Folds the parties that become owners by a command. */
export const premisesFacts = async (command: PremisesCommand, load: FactLoader): Promise<PremisesFacts> => {
  const parties: Record<string, PartyState> = {};
  for (const partyId of partiesOf(command)) parties[partyId] = await load(partyStream(partyId), partyFold);
  return { parties };
};
