import type { DecisionContext, FactLoader } from '#kernel';
import { ruleInForce, SETTINGS_STREAM, settingsFold, type Rule } from '#law/published';
import {
  isKnownParty,
  isKnownPremises,
  jurisdictionOf,
  partyFold,
  partyStream,
  premisesFold,
  premisesStream,
  duplicateOf,
  type Jurisdiction,
} from '#registry/published';

import type { CaseCommand } from './case.commands.js';
import { caseStream } from './case.events.js';
import { caseFold, caseIdOf, findingOf, isKnownCase, type CaseState, type Finding } from './case.state.js';
import { closingFacts, type ClosingFacts } from './closing.facts.js';
import { caseStatusOf, closingOf, consolidationOf, type CaseStatus } from './closing.state.js';
import { complaintStream } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';
import { agreementOf } from './compliance.state.js';

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

/** What consolidation and split must know of the other case, and of both places. */
export interface MembershipFacts {
  /** Null: not on file. */
  readonly status: CaseStatus | null;
  readonly consolidatedInto: string | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly ownJurisdiction: Jurisdiction | null;
}

/** What a decision on a case rests on besides the case. Each part is there for the commands that need it. */
export interface CaseFacts {
  readonly premises?: PremisesFact;
  /** Null where the command names no complaint. */
  readonly complaint?: { readonly onFile: boolean } | null;
  readonly finding?: FindingFacts;
  /** Findings that the command is about, by id; a received one is read from the case it was made in. */
  readonly findings?: ReadonlyMap<string, Finding>;
  readonly membership?: MembershipFacts;
  readonly closing?: ClosingFacts;
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

const findingFacts = async (findingIds: readonly string[], load: FactLoader): Promise<CaseFacts> => {
  const findings = new Map<string, Finding>();
  for (const findingId of findingIds) {
    const finding = findingOf(await load(caseStream(caseIdOf(findingId)), caseFold), findingId);
    if (finding) findings.set(findingId, finding);
  }
  return { findings };
};

const membershipFacts = async (intoCaseId: string, state: CaseState, load: FactLoader): Promise<CaseFacts> => {
  const other = await load(caseStream(intoCaseId), caseFold);
  const place = async ({ premisesId }: CaseState) =>
    jurisdictionOf(await load(premisesStream(premisesId), premisesFold));
  return {
    membership: {
      status: isKnownCase(other) ? caseStatusOf(other) : null,
      consolidatedInto: consolidationOf(other)?.intoCaseId ?? null,
      jurisdiction: isKnownCase(other) ? await place(other) : null,
      ownJurisdiction: await place(state),
    },
  };
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
    case 'SetComplianceDate':
      return findingFacts([command.findingId], load);
    case 'DraftConsentAgreement':
      return findingFacts(command.findingIds, load);
    case 'SignConsentAgreement':
      return findingFacts(agreementOf(state, command.agreementId)?.findingIds ?? [], load);
    case 'ConsolidateCases':
    case 'SplitCase':
      return isKnownCase(state) ? membershipFacts(command.intoCaseId, state, load) : {};
    case 'CloseCase':
      return caseStatusOf(state) === 'open' ? { closing: await closingFacts(state, load, today) } : {};
    case 'RecheckClosing':
      // Nothing is asked of other streams while there is no closing to look at again.
      return closingOf(state) === null ? {} : { closing: await closingFacts(state, load, today) };
    default:
      return {};
  }
};
