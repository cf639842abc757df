import type { FactLoader } from '#kernel';

import type { PartyCommand } from './party.commands.js';
import type { PartyFacts } from './party.decider.js';
import { partyStream } from './party.events.js';
import { partyFold } from './party.state.js';

/** Folds the party that a duplicate points at. */
export const partyFacts = async (command: PartyCommand, load: FactLoader): Promise<PartyFacts> => ({
  original: command.type === 'MarkPartyDuplicate' ? await load(partyStream(command.duplicateOf), partyFold) : null,
});
