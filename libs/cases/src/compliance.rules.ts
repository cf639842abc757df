import { assertNever, DomainError, type DecisionContext, type LocalDay } from '#kernel';

import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import { open, notInTheFuture, known } from './case.rules.js';
import type { CaseState, Finding } from './case.state.js';
import { findingIdsIn } from './closing.state.js';
import type {
  CancelComplianceDate,
  ComplianceDateCommand,
  DenyExtension,
  GrantExtension,
  RequestExtension,
  SetComplianceDate,
} from './compliance.commands.js';
import { complianceDateOf, dueOnOf, type ComplianceDate, type Extension } from './compliance.state.js';

/** What a compliance date does to the days of the finding; said wherever one is shown. */
export const REMOVES_NO_DAY = {
  text: 'A compliance date changes how the Town proceeds. It removes no offense day; power to legalize the violation meanwhile: none written in the Article.',
  authority: 'domain.md 5.9: none written in the Article',
} as const;

const BY_DATE = 'Town practice: the Article has no rule on compliance dates (domain.md 5.9)';

/**
 * A finding that goes on in this case and stands.
 * @throws CASES.UNKNOWN_FINDING, CASES.FINDING_MOVED, CASES.FINDING_WITHDRAWN
 */
export const liveFinding = (findingId: string, state: CaseState, facts: CaseFacts): Finding => {
  const finding = facts.findings?.get(findingId);
  if (!findingIdsIn(state).includes(findingId) || !finding) {
    const went = state.holdings.findLast((holding) => holding.findingId === findingId);
    if (went?.intoCaseId)
      throw new DomainError('CASES.FINDING_MOVED', `This finding goes on in case ${went.intoCaseId}.`, {
        field: 'findingId',
        rule: 'What concerns a finding is recorded in the case that it goes on in.',
        findingId,
        intoCaseId: went.intoCaseId,
      });
    throw new DomainError('CASES.UNKNOWN_FINDING', `The case has no finding ${findingId}.`, {
      kind: 'notFound',
      field: 'findingId',
      rule: 'A finding is named by the id its case gave it.',
      findingId,
    });
  }
  if (finding.withdrawn)
    throw new DomainError('CASES.FINDING_WITHDRAWN', 'This finding was withdrawn.', {
      field: 'findingId',
      rule: 'Nothing is asked or agreed under a finding that no longer stands.',
      findingId,
    });
  return finding;
};

const setDate = (command: SetComplianceDate, state: CaseState, facts: CaseFacts, context: DecisionContext) => {
  const caseId = open(state);
  const { findingId, dueOn, demand, noticeId } = command;
  const { partyId } = liveFinding(findingId, state, facts);
  const setOn = command.setOn ?? context.today;
  notInTheFuture(setOn, context.today, 'setOn');
  if (dueOn < setOn)
    throw new DomainError('CASES.DUE_BEFORE_SET', `${dueOn} lies before ${setOn}, when the date was set.`, {
      kind: 'invalid',
      field: 'dueOn',
      rule: 'Compliance is asked for by a day that had not passed when it was asked for.',
      authority: BY_DATE,
    });
  const before = state.complianceDates.find((date) => date.findingId === findingId && date.canceled === null);
  if (before)
    throw new DomainError(
      'CASES.COMPLIANCE_DATE_ON_FILE',
      `This finding has a compliance date: ${dueOnOf(before)} (${before.complianceId}).`,
      {
        field: 'findingId',
        rule: 'One date holds at a time: extend it, or cancel it before another is set, so that the earlier words stay on record.',
        authority: BY_DATE,
        complianceId: before.complianceId,
      },
    );
  const complianceId = `${caseId}.compliance-${state.complianceDates.length + 1}`;
  return [
    {
      type: 'ComplianceDateSet' as const,
      data: { caseId, complianceId, findingId, partyId, dueOn, demand, noticeId, setBy: context.actor.id, setOn },
    },
  ];
};

/** A date that still holds. @throws CASES.UNKNOWN_COMPLIANCE_DATE, CASES.COMPLIANCE_DATE_CANCELED */
const holdingDate = (state: CaseState, complianceId: string): ComplianceDate => {
  const date = complianceDateOf(state, complianceId);
  if (!date)
    throw new DomainError('CASES.UNKNOWN_COMPLIANCE_DATE', `The case has no compliance date ${complianceId}.`, {
      kind: 'notFound',
      field: 'complianceId',
    });
  if (date.canceled)
    throw new DomainError('CASES.COMPLIANCE_DATE_CANCELED', `This date was canceled on ${date.canceled.canceledOn}.`, {
      field: 'complianceId',
      rule: 'A canceled date is neither extended nor canceled again: set another.',
      authority: BY_DATE,
    });
  return date;
};

const isLater = (asked: LocalDay, date: ComplianceDate, field: string): void => {
  const dueOn = dueOnOf(date);
  if (asked <= dueOn)
    throw new DomainError('CASES.EXTENSION_NOT_LATER', `${asked} is not later than ${dueOn}, which holds now.`, {
      kind: 'invalid',
      field,
      rule: 'An extension moves the date later. A date that comes sooner is a new demand: cancel this one and set another.',
      authority: BY_DATE,
      dueOn,
    });
};

const nextExtension = ({ complianceId, extensions }: ComplianceDate): string =>
  `${complianceId}.extension-${extensions.length + 1}`;

const request = (command: RequestExtension, state: CaseState, { today }: DecisionContext) => {
  const caseId = open(state);
  const { complianceId, until, reason } = command;
  const date = holdingDate(state, complianceId);
  const requestedOn = command.requestedOn ?? today;
  notInTheFuture(requestedOn, today, 'requestedOn');
  isLater(until, date, 'until');
  return [
    {
      type: 'ExtensionRequested' as const,
      data: { caseId, complianceId, extensionId: nextExtension(date), until, reason, requestedOn },
    },
  ];
};

/** A request that nobody has answered. @throws CASES.UNKNOWN_EXTENSION, CASES.EXTENSION_ANSWERED */
const unanswered = ({ extensions }: ComplianceDate, extensionId: string): Extension => {
  const extension = extensions.find((one) => one.extensionId === extensionId);
  if (!extension)
    throw new DomainError('CASES.UNKNOWN_EXTENSION', `No extension ${extensionId} was asked for.`, {
      kind: 'notFound',
      field: 'extensionId',
    });
  if (extension.granted || extension.denied)
    throw new DomainError('CASES.EXTENSION_ANSWERED', 'This request was answered already.', {
      field: 'extensionId',
      rule: 'A request is answered once; more time afterward is another extension.',
    });
  return extension;
};

const grant = (command: GrantExtension, state: CaseState, context: DecisionContext) => {
  const caseId = open(state);
  const { complianceId, words } = command;
  const date = holdingDate(state, complianceId);
  const asked = command.extensionId === null ? null : unanswered(date, command.extensionId);
  const dueOn = command.dueOn ?? asked?.until ?? null;
  if (dueOn === null)
    throw new DomainError('CASES.EXTENSION_NEEDS_A_DAY', 'An extension that answers no request names its day.', {
      kind: 'invalid',
      field: 'dueOn',
      rule: 'An extension says until when.',
    });
  const grantedOn = command.grantedOn ?? context.today;
  notInTheFuture(grantedOn, context.today, 'grantedOn');
  isLater(dueOn, date, 'dueOn');
  const extensionId = asked?.extensionId ?? nextExtension(date);
  const { findingId } = date;
  return [
    {
      type: 'ExtensionGranted' as const,
      data: { caseId, complianceId, extensionId, findingId, dueOn, grantedBy: context.actor.id, grantedOn, words },
    },
  ];
};

const deny = (command: DenyExtension, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { complianceId, extensionId, reason } = command;
  unanswered(holdingDate(state, complianceId), extensionId);
  return [{ type: 'ExtensionDenied' as const, data: { caseId, complianceId, extensionId, reason, deniedOn: today } }];
};

const cancel = (command: CancelComplianceDate, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { complianceId, reason } = command;
  const { findingId } = holdingDate(state, complianceId);
  return [
    { type: 'ComplianceDateCanceled' as const, data: { caseId, complianceId, findingId, reason, canceledOn: today } },
  ];
};

/** Decides on compliance dates and their extensions. None of it removes a day (domain.md 5.9). */
export const decideCompliance = (
  command: ComplianceDateCommand,
  state: CaseState,
  facts: CaseFacts,
  context: DecisionContext,
): CaseEvent[] => {
  switch (command.type) {
    case 'SetComplianceDate':
      return setDate(command, state, facts, context);
    case 'RequestExtension':
      return request(command, state, context);
    case 'GrantExtension':
      return grant(command, state, context);
    case 'DenyExtension':
      return deny(command, state, context);
    case 'CancelComplianceDate':
      return cancel(command, state, context);
    default:
      return assertNever(command);
  }
};
