import { assertNever, DomainError, type Decider, type DecisionContext, type LocalDay } from '#kernel';

import { decideAgreement } from './agreement.rules.js';
import type {
  CaseCommand,
  MakeFinding,
  OpenCase,
  OpenReviewItem,
  RecordCounselCapDecision,
  SettleReviewItem,
  WithdrawFinding,
} from './case.commands.js';
import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import { counselOnly, known, notInTheFuture, open } from './case.rules.js';
import { capDecisionOf, caseFold, openReviewItemOf, type CaseState } from './case.state.js';
import { decideClosing } from './closing.rules.js';
import { decideCompliance } from './compliance.rules.js';
import { checkWhoAndWhere, opinionFor, testOf } from './finding.rules.js';
import { addCounselNote } from './counsel-note.rules.js';
import { decideMembership } from './membership.rules.js';

const CAP_RULE = 'Whether two violations on one day may each be fined up to the cap is a decision of counsel.';
const CAP_AUTHORITY = '§ 168-30D ("for each day of the violation"); product default';

const openCase = (command: OpenCase, state: CaseState, facts: CaseFacts, context: DecisionContext): CaseEvent[] => {
  if (state.caseId !== null)
    throw new DomainError('CASES.CASE_ON_FILE', 'This case is on file already.', { kind: 'conflict' });
  const { caseId, title, premisesId, complaintId } = command;
  if (!facts.premises?.onFile)
    throw new DomainError('CASES.UNKNOWN_PREMISES', `No premises ${premisesId} are on file.`, {
      kind: 'invalid',
      field: 'premisesId',
      rule: 'Premises are registered before a case is opened about them.',
      premisesId,
    });
  if (complaintId !== null && !facts.complaint?.onFile)
    throw new DomainError('CASES.UNKNOWN_COMPLAINT', `No complaint ${complaintId} is on file.`, {
      kind: 'invalid',
      field: 'complaintId',
      rule: 'A case that comes from a complaint names one on file.',
      complaintId,
    });
  const openedOn = command.openedOn ?? context.today;
  notInTheFuture(openedOn, context.today, 'openedOn');
  return [
    { type: 'CaseOpened', data: { caseId, number: context.number ?? '', title, premisesId, openedOn, complaintId } },
  ];
};

const makeFinding = (
  command: MakeFinding,
  state: CaseState,
  facts: CaseFacts,
  { today }: DecisionContext,
): CaseEvent[] => {
  const caseId = open(state);
  if (!facts.finding) throw new TypeError('a finding is decided on its facts');
  const { rule } = facts.finding;
  const premisesId = command.premisesId ?? state.premisesId;
  const madeOn = command.madeOn ?? today;
  notInTheFuture(madeOn, today, 'madeOn');
  const { test, findingKind } = testOf(rule, command.test);
  checkWhoAndWhere(command, premisesId, facts.finding);
  const opinion = opinionFor(rule, findingKind, command.opinion, madeOn, today);
  return [
    {
      type: 'FindingMade',
      data: {
        caseId,
        findingId: `${caseId}.finding-${state.findings.length + 1}`,
        partyId: command.partyId,
        premisesId,
        ruleId: rule.ruleId,
        ruleVersion: rule.version,
        test,
        findingKind,
        facts: command.facts,
        againstOwner: command.againstOwner,
        madeOn,
        opinion,
      },
    },
  ];
};

const withdrawFinding = (command: WithdrawFinding, state: CaseState, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  const { findingId, reason } = command;
  const finding = state.findings.find((candidate) => candidate.findingId === findingId);
  if (!finding)
    throw new DomainError('CASES.UNKNOWN_FINDING', `The case has no finding ${findingId}.`, {
      kind: 'notFound',
      field: 'findingId',
      rule: 'A finding is named by the id its case gave it.',
    });
  if (finding.withdrawnOn !== null)
    throw new DomainError('CASES.FINDING_WITHDRAWN', `This finding was withdrawn on ${finding.withdrawnOn}.`, {
      field: 'findingId',
      rule: 'A finding is withdrawn once; what is found again is a new finding.',
      withdrawnOn: finding.withdrawnOn,
    });
  const { partyId, premisesId, ruleId, againstOwner } = finding;
  return [
    {
      type: 'FindingWithdrawn',
      data: { caseId, findingId, partyId, premisesId, ruleId, againstOwner, reason, withdrawnOn: today },
    },
  ];
};

const recordCapDecision = (
  command: RecordCounselCapDecision,
  state: CaseState,
  context: DecisionContext,
): CaseEvent[] => {
  const caseId = known(state);
  counselOnly(context, CAP_RULE, CAP_AUTHORITY);
  const onFile = capDecisionOf(state);
  if (onFile)
    throw new DomainError(
      'CASES.CAP_DECISION_ON_FILE',
      `Counsel's decision of ${onFile.recordedOn} is on file for this case.`,
      {
        field: 'reference',
        rule: 'One decision on the cap holds at a time: withdraw it before another is recorded.',
        authority: '§ 168-30D',
        recordedOn: onFile.recordedOn,
      },
    );
  const { reference, reading } = command;
  return [{ type: 'CounselCapDecisionRecorded', data: { caseId, reference, reading, recordedOn: context.today } }];
};

const openReviewItem = (command: OpenReviewItem, state: CaseState, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  const { kind, subject, text } = command;
  if (openReviewItemOf(state, kind, subject)) return [];
  const reviewItemId = `${caseId}.review-${state.reviewItems.length + 1}`;
  return [{ type: 'ReviewItemOpened', data: { caseId, reviewItemId, kind, subject, text, openedOn: today } }];
};

const settleReviewItem = (command: SettleReviewItem, state: CaseState, today: LocalDay): CaseEvent[] => {
  const caseId = known(state);
  const { reviewItemId, resolution } = command;
  const item = state.reviewItems.find((candidate) => candidate.reviewItemId === reviewItemId);
  if (!item)
    throw new DomainError('CASES.UNKNOWN_REVIEW_ITEM', `The case has no review item ${reviewItemId}.`, {
      kind: 'notFound',
      field: 'reviewItemId',
    });
  if (item.settledOn !== null)
    throw new DomainError('CASES.REVIEW_ITEM_SETTLED', `This item was settled on ${item.settledOn}.`, {
      field: 'reviewItemId',
      rule: 'A review item is settled once; should the matter come back, a new item is opened.',
      settledOn: item.settledOn,
    });
  const { kind, subject } = item;
  return [{ type: 'ReviewItemSettled', data: { caseId, reviewItemId, kind, subject, resolution, settledOn: today } }];
};

/** Decides on one case: its findings, counsel's decision on the cap, and what a person must settle. */
export const caseDecider: Decider<CaseState, CaseCommand, CaseEvent, CaseFacts> = {
  initialState: caseFold.initialState,
  evolve: caseFold.evolve,
  decide: (command, state, facts, context) => {
    switch (command.type) {
      case 'OpenCase':
        return openCase(command, state, facts, context);
      case 'MakeFinding':
        return makeFinding(command, state, facts, context);
      case 'WithdrawFinding':
        return withdrawFinding(command, state, context.today);
      case 'RecordCounselCapDecision':
        return recordCapDecision(command, state, context);
      case 'WithdrawCounselCapDecision': {
        const caseId = known(state);
        counselOnly(context, CAP_RULE, CAP_AUTHORITY);
        const onFile = capDecisionOf(state);
        if (!onFile)
          throw new DomainError(
            'CASES.NO_CAP_DECISION',
            'No decision of counsel on the cap is on file for this case.',
            {
              rule: 'Only a decision on file can be withdrawn.',
              authority: '§ 168-30D',
            },
          );
        const { reference } = onFile;
        return [
          {
            type: 'CounselCapDecisionWithdrawn',
            data: { caseId, reference, reason: command.reason, withdrawnOn: context.today },
          },
        ];
      }
      case 'OpenReviewItem':
        return openReviewItem(command, state, context.today);
      case 'SettleReviewItem':
        return settleReviewItem(command, state, context.today);
      case 'AddCounselNote':
        return addCounselNote(command, state, context);
      case 'SetComplianceDate':
      case 'RequestExtension':
      case 'GrantExtension':
      case 'DenyExtension':
      case 'CancelComplianceDate':
        return decideCompliance(command, state, facts, context);
      case 'DraftConsentAgreement':
      case 'SignConsentAgreement':
      case 'RecordMilestoneMet':
      case 'RecordMilestoneMissed':
      case 'RecordBreach':
      case 'CompleteConsentAgreement':
      case 'AbandonConsentAgreement':
        return decideAgreement(command, state, facts, context);
      case 'PlaceLitigationHold':
      case 'ReleaseLitigationHold':
      case 'CloseCase':
      case 'ReopenCase':
      case 'ReopenIfClosed':
      case 'RecheckClosing':
        return decideClosing(command, state, facts, context);
      case 'ConsolidateCases':
      case 'SplitCase':
      case 'ReceiveFindings':
        return decideMembership(command, state, facts, context);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of one case. */
export const caseAggregate = { ...caseFold, decide: caseDecider.decide };
