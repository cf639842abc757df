import type { DecisionContext, FactLoader } from '#kernel';
import { ruleInForce, SETTINGS_STREAM, settingsFold, type Rule } from '#law/published';
import {
  isKnownParty,
  isKnownPremises,
  partyFold,
  partyStream,
  premisesFold,
  premisesStream,
  duplicateOf,
} from '#registry/published';

import type { CaseCommand } from './case.commands.js';
import type { CaseState } from './case.state.js';
import { complaintStream } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';

/** What the registry knows of premises that a decision names. */
export interface PremisesFact {
  readonly onFile: boolean;
  /** Owners on file, past and present, in the order of time. */
  readonly owners: readonly string[];
}

/** What the registry knows of a party that a decision names. */
export interface PartyFact {
  readonly onFile: boolean;
  readonly duplicateOf: string | null;
}

/** What a finding rests on besides its case. */
export interface FindingFacts {
  readonly premises: PremisesFact;
  readonly party: PartyFact;
  /** The version in force on the day of the finding. */
  readonly rule: Rule;
}

/** What a decision on a case rests on besides the case. Each part is there for the commands that need it. */
export interface CaseFacts {
  readonly premises?: PremisesFact;
  /** Null where the command names no complaint. */
  readonly complaint?: { readonly onFile: boolean } | null;
  readonly finding?: FindingFacts;
}

/** Folds premises to what a decision here must know of them. */
export const premisesFact = async (premisesId: string, load: FactLoader): Promise<PremisesFact> => {
  const state = await load(premisesStream(premisesId), premisesFold);
  return { onFile: isKnownPremises(state), owners: state.owners.map(({ partyId }) => partyId) };
};

const partyFact = async (partyId: string, load: FactLoader): Promise<PartyFact> => {
  const state = await load(partyStream(partyId), partyFold);
  return { onFile: isKnownParty(state), duplicateOf: duplicateOf(state) };
};

/**
 * Folds what a command on a case rests on: the premises, the party, and the rule's version in force on the finding's day.
 * @throws LAW.UNKNOWN_RULE
 */
export const caseFacts = async (
  command: CaseCommand,
  load: FactLoader,
  { today }: DecisionContext,
  state: CaseState,
): Promise<CaseFacts> => {
  switch (command.type) {
    case 'OpenCase': {
      const { premisesId, complaintId } = command;
      const complaint =
        complaintId === null
          ? null
          : { onFile: (await load(complaintStream(complaintId), complaintFold)).complaintId !== null };
      return { premises: await premisesFact(premisesId, load), complaint };
    }
    case 'MakeFinding':
      return {
        finding: {
          premises: await premisesFact(command.premisesId ?? state.premisesId, load),
          party: await partyFact(command.partyId, load),
          rule: ruleInForce(await load(SETTINGS_STREAM, settingsFold), command.ruleId, command.madeOn ?? today),
        },
      };
    default:
      return {};
  }
};
