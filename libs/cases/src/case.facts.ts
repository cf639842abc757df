import type { DecisionContext, FactLoader } from '#kernel';
import { ruleInForce, SETTINGS_STREAM, settingsFold } from '#law/published';
import { partyFold, partyStream, premisesFold, premisesStream } from '#registry/published';

import type { CaseCommand } from './case.commands.js';
import type { CaseFacts } from './case.decider.js';
import type { CaseState } from './case.state.js';
import { complaintStream } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';

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
    case 'OpenCase':
      return {
        premises: await load(premisesStream(command.premisesId), premisesFold),
        complaint:
          command.complaintId === null ? null : await load(complaintStream(command.complaintId), complaintFold),
      };
    case 'MakeFinding':
      return {
        finding: {
          premises: await load(premisesStream(command.premisesId ?? state.premisesId), premisesFold),
          party: await load(partyStream(command.partyId), partyFold),
          rule: ruleInForce(await load(SETTINGS_STREAM, settingsFold), command.ruleId, command.madeOn ?? today),
        },
      };
    default:
      return {};
  }
};
