import { assertNever, DomainError, type DecisionContext, type LocalDay } from '#kernel';

import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import { CASE_LIFE, known, open } from './case.rules.js';
import type { CaseState } from './case.state.js';
import type { ConsolidateCases, MembershipCommand, ReceiveFindings, SplitCase } from './closing.commands.js';
import { findingIdsIn } from './closing.state.js';

/**
 * Refuses another case that findings cannot go on in.
 * @throws CASES.INTO_ITSELF, CASES.UNKNOWN_CASE, CASES.CONSOLIDATED, CASES.CLOSED, CASES.NOT_THE_SAME_TOWN
 */
const checkTarget = (intoCaseId: string, caseId: string, { membership }: CaseFacts): void => {
  const field = 'intoCaseId';
  if (intoCaseId === caseId)
    throw new DomainError('CASES.INTO_ITSELF', 'A case does not go on in itself.', { kind: 'invalid', field });
  if (!membership) throw new TypeError('consolidation and split are decided on their facts');
  const { status, consolidatedInto, jurisdiction, ownJurisdiction } = membership;
  if (status === null)
    throw new DomainError('CASES.UNKNOWN_CASE', `No case ${intoCaseId} is on file.`, {
      kind: 'notFound',
      field,
      rule: 'The case that findings go on in is opened first.',
    });
  if (status === 'consolidated')
    throw new DomainError(
      'CASES.CONSOLIDATED',
      `Case ${intoCaseId} was itself consolidated into ${consolidatedInto}.`,
      {
        field,
        rule: 'Name the case that goes on.',
        authority: CASE_LIFE,
        intoCaseId: consolidatedInto,
      },
    );
  if (status === 'closed')
    throw new DomainError('CASES.CLOSED', `Case ${intoCaseId} is closed: reopen it first.`, {
      field,
      rule: 'Findings go on in an open case.',
      authority: CASE_LIFE,
    });
  if (jurisdiction !== ownJurisdiction)
    throw new DomainError('CASES.NOT_THE_SAME_TOWN', 'The two cases are about places under different governments.', {
      field,
      rule: 'Cases go together, or apart, on one side of the Village line only.',
      authority: 'Town Law § 132',
      jurisdiction,
      ownJurisdiction,
    });
};

const consolidate = (
  { intoCaseId, reason }: ConsolidateCases,
  state: CaseState,
  facts: CaseFacts,
  today: LocalDay,
): CaseEvent[] => {
  const caseId = open(state);
  checkTarget(intoCaseId, caseId, facts);
  const findingIds = findingIdsIn(state);
  return [{ type: 'CaseConsolidated', data: { caseId, intoCaseId, findingIds, reason, consolidatedOn: today } }];
};

const split = (command: SplitCase, state: CaseState, facts: CaseFacts, today: LocalDay): CaseEvent[] => {
  const caseId = open(state);
  const { intoCaseId, reason } = command;
  checkTarget(intoCaseId, caseId, facts);
  const findingIds = [...new Set(command.findingIds)];
  if (findingIds.length === 0)
    throw new DomainError('CASES.NOTHING_TO_SPLIT', 'Name the findings that go on in the other case.', {
      kind: 'invalid',
      field: 'findingIds',
    });
  const held = findingIdsIn(state);
  const absent = findingIds.filter((findingId) => !held.includes(findingId));
  if (absent.length > 0)
    throw new DomainError('CASES.UNKNOWN_FINDING', `Not in this case: ${absent.join(', ')}.`, {
      kind: 'notFound',
      field: 'findingIds',
      rule: 'Only a finding that goes on in this case can go on in another.',
      absent,
    });
  return [{ type: 'CaseSplit', data: { caseId, intoCaseId, findingIds, reason, splitOn: today } }];
};

/** Whatever became of the case meanwhile, what was sent is received: nothing may be lost on the way. */
const receive = ({ fromCaseId, findingIds: sent }: ReceiveFindings, state: CaseState, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  const held = findingIdsIn(state);
  const findingIds = sent.filter((findingId) => !held.includes(findingId));
  if (findingIds.length === 0 && state.receivedFrom.includes(fromCaseId)) return [];
  return [{ type: 'FindingsReceived', data: { caseId, fromCaseId, findingIds, receivedOn: today } }];
};

/** Decides on which case a finding goes on in. Findings keep their ids, their ledgers, days and fines (domain.md 5.7). */
export const decideMembership = (
  command: MembershipCommand,
  state: CaseState,
  facts: CaseFacts,
  { today }: DecisionContext,
): CaseEvent[] => {
  switch (command.type) {
    case 'ConsolidateCases':
      return consolidate(command, state, facts, today);
    case 'SplitCase':
      return split(command, state, facts, today);
    case 'ReceiveFindings':
      return receive(command, state, today);
    default:
      return assertNever(command);
  }
};
