import { assertNever, DomainError, type DecisionContext, type LocalDay } from '#kernel';

import type { CaseEvent } from './case.events.js';
import type { CaseFacts } from './case.facts.js';
import { known, notInTheFuture, open } from './case.rules.js';
import type { CaseState } from './case.state.js';
import type {
  AbandonConsentAgreement,
  AgreementCommand,
  CompleteConsentAgreement,
  DraftConsentAgreement,
  RecordBreach,
  RecordMilestoneMet,
  RecordMilestoneMissed,
  SignConsentAgreement,
} from './compliance.commands.js';
import type { AgreedSpan } from './compliance.events.js';
import { liveFinding } from './compliance.rules.js';
import { agreementOf, type Agreement, type AgreementMilestone } from './compliance.state.js';

const AGREED = '§ 168-30D ("agree to a civil fine"); domain.md 2.4 and 5.9';

const refuseBackward = ({ from, through }: AgreedSpan, field: string): void => {
  if (from > through)
    throw new DomainError('CASES.SPAN_BACKWARD', `A span cannot end on ${through} when it begins on ${from}.`, {
      kind: 'invalid',
      field,
      rule: 'A span ends on or after the day it begins; both days are counted.',
    });
};

/** @throws CASES.UNKNOWN_FINDING, CASES.FINDING_MOVED, CASES.FINDING_WITHDRAWN, CASES.FINDING_OF_ANOTHER_PARTY */
const checkFindings = (
  { partyId, findingIds }: Pick<Agreement, 'partyId' | 'findingIds'>,
  state: CaseState,
  facts: CaseFacts,
): void => {
  for (const findingId of findingIds) {
    const finding = liveFinding(findingId, state, facts);
    if (finding.partyId !== partyId)
      throw new DomainError('CASES.FINDING_OF_ANOTHER_PARTY', `Finding ${findingId} is against another party.`, {
        kind: 'invalid',
        field: 'findingIds',
        rule: 'An agreement is made with one party, about findings against that party.',
        authority: AGREED,
        findingId,
        partyId: finding.partyId,
      });
  }
};

const isCovered = (findingId: string, findingIds: readonly string[], field: string): void => {
  if (!findingIds.includes(findingId))
    throw new DomainError('CASES.FINDING_NOT_IN_AGREEMENT', `The agreement is not about finding ${findingId}.`, {
      kind: 'invalid',
      field,
      rule: 'What an agreement forbears or fines is of a finding that it names.',
      authority: AGREED,
      findingId,
    });
};

const draft = (command: DraftConsentAgreement, state: CaseState, facts: CaseFacts, context: DecisionContext) => {
  const caseId = open(state);
  const { partyId, terms, milestones, forbears, fine, payments } = command;
  const findingIds = [...new Set(command.findingIds)];
  if (findingIds.length === 0)
    throw new DomainError('CASES.AGREEMENT_ABOUT_NOTHING', 'An agreement names at least one finding.', {
      kind: 'invalid',
      field: 'findingIds',
      rule: 'An agreement is about findings of this case.',
      authority: AGREED,
    });
  const draftedOn = command.draftedOn ?? context.today;
  notInTheFuture(draftedOn, context.today, 'draftedOn');
  checkFindings({ partyId, findingIds }, state, facts);
  forbears.forEach((span, at) => {
    isCovered(span.findingId, findingIds, `forbears[${at}].findingId`);
    refuseBackward(span, `forbears[${at}].through`);
  });
  if (fine) {
    isCovered(fine.findingId, findingIds, 'fine.findingId');
    fine.days.forEach((span, at) => refuseBackward(span, `fine.days[${at}].through`));
  }
  const agreementId = `${caseId}.agreement-${state.agreements.length + 1}`;
  return [
    {
      type: 'ConsentAgreementDrafted' as const,
      data: {
        caseId,
        agreementId,
        partyId,
        findingIds,
        terms,
        milestones: milestones.map((milestone, at) => ({
          milestoneId: `${agreementId}.milestone-${at + 1}`,
          ...milestone,
        })),
        forbears,
        fine,
        payments,
        draftedBy: context.actor.id,
        draftedOn,
      },
    },
  ];
};

/** @throws CASES.UNKNOWN_AGREEMENT */
const onFile = (state: CaseState, agreementId: string): Agreement => {
  const agreement = agreementOf(state, agreementId);
  if (!agreement)
    throw new DomainError('CASES.UNKNOWN_AGREEMENT', `The case has no agreement ${agreementId}.`, {
      kind: 'notFound',
      field: 'agreementId',
    });
  return agreement;
};

/** @throws CASES.NOT_A_DRAFT */
const drafted = (state: CaseState, agreementId: string): Agreement => {
  const agreement = onFile(state, agreementId);
  if (agreement.status !== 'draft')
    throw new DomainError('CASES.NOT_A_DRAFT', `This agreement is ${agreement.status}.`, {
      field: 'agreementId',
      rule: 'Only a draft is signed or given up; a signed agreement ends by completion or breach.',
      stands: agreement.status,
    });
  return agreement;
};

/** @throws CASES.NOT_IN_FORCE */
const inForce = (state: CaseState, agreementId: string): Agreement & { readonly inForceOn: LocalDay } => {
  const agreement = onFile(state, agreementId);
  const { status, inForceOn } = agreement;
  if (status !== 'signed' || inForceOn === null)
    throw new DomainError('CASES.NOT_IN_FORCE', `This agreement is ${status}, and not in force.`, {
      field: 'agreementId',
      rule: 'Only an agreement signed by both, and neither breached nor completed, is kept or broken.',
      authority: AGREED,
      stands: status,
    });
  return { ...agreement, inForceOn };
};

/** A signature, or its proof, as it must be there. @throws CASES.BOTH_SIGNATURES */
const signature = <Value>(value: Value | null, field: string, stands: (value: Value) => boolean): Value => {
  if (value !== null && stands(value)) return value;
  throw new DomainError(
    'CASES.BOTH_SIGNATURES',
    'An agreement is in force only when both have signed and both signatures can be shown.',
    {
      kind: 'invalid',
      field,
      rule: 'Name the day on which each signed, none of them in the future, and where the signed paper is kept.',
      authority: AGREED,
    },
  );
};

const sign = (command: SignConsentAgreement, state: CaseState, facts: CaseFacts, context: DecisionContext) => {
  const caseId = open(state);
  const agreement = drafted(state, command.agreementId);
  const past = (day: LocalDay): boolean => day <= context.today;
  const signedByPartyOn = signature(command.signedByPartyOn, 'signedByPartyOn', past);
  const signedForTownOn = signature(command.signedForTownOn, 'signedForTownOn', past);
  const proof = signature(command.proof, 'proof', (text) => text.trim() !== '');
  checkFindings(agreement, state, facts);
  const { agreementId, partyId, forbears, milestones, payments } = agreement;
  return [
    {
      type: 'ConsentAgreementSigned' as const,
      data: {
        caseId,
        agreementId,
        partyId,
        signedByPartyOn,
        signedForTownOn,
        signedForTownBy: command.signedForTownBy ?? context.actor.id,
        inForceOn: signedByPartyOn > signedForTownOn ? signedByPartyOn : signedForTownOn,
        proof,
        forbears,
        milestones: milestones.map(({ milestoneId, dueOn }) => ({ milestoneId, dueOn })),
        payments,
      },
    },
  ];
};

/** @throws CASES.UNKNOWN_MILESTONE, CASES.MILESTONE_MET */
const milestoneOf = ({ milestones }: Agreement, milestoneId: string): AgreementMilestone => {
  const milestone = milestones.find((one) => one.milestoneId === milestoneId);
  if (!milestone)
    throw new DomainError('CASES.UNKNOWN_MILESTONE', `The agreement has no milestone ${milestoneId}.`, {
      kind: 'notFound',
      field: 'milestoneId',
    });
  if (milestone.met)
    throw new DomainError('CASES.MILESTONE_MET', `This milestone was met on ${milestone.met.metOn}.`, {
      field: 'milestoneId',
      rule: 'A milestone is met once.',
      metOn: milestone.met.metOn,
    });
  return milestone;
};

const meet = (command: RecordMilestoneMet, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { agreementId, milestoneId, metOn, proof } = command;
  milestoneOf(inForce(state, agreementId), milestoneId);
  notInTheFuture(metOn, today, 'metOn');
  return [
    { type: 'MilestoneMet' as const, data: { caseId, agreementId, milestoneId, metOn, proof, recordedOn: today } },
  ];
};

const miss = (command: RecordMilestoneMissed, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { agreementId, milestoneId, note } = command;
  const { dueOn, missed } = milestoneOf(inForce(state, agreementId), milestoneId);
  if (today <= dueOn)
    throw new DomainError('CASES.MILESTONE_NOT_DUE', `This milestone is due on ${dueOn}: that day has not ended.`, {
      field: 'milestoneId',
      rule: 'A milestone is missed when its day has ended.',
      dueOn,
    });
  if (missed)
    throw new DomainError('CASES.MILESTONE_MISSED', `That it was missed was noted on ${missed.notedOn}.`, {
      field: 'milestoneId',
      rule: 'A miss is noted once; what is done later is met late.',
    });
  return [{ type: 'MilestoneMissed' as const, data: { caseId, agreementId, milestoneId, notedOn: today, note } }];
};

const refuseBeforeForce = (day: LocalDay, inForceOn: LocalDay, field: string): void => {
  if (day < inForceOn)
    throw new DomainError('CASES.BEFORE_IT_WAS_IN_FORCE', `The agreement came into force on ${inForceOn}.`, {
      kind: 'invalid',
      field,
      rule: 'An agreement is broken or completed while it is in force.',
      authority: AGREED,
      inForceOn,
    });
};

const breach = (command: RecordBreach, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { agreementId, breachedOn, reason } = command;
  const { inForceOn } = inForce(state, agreementId);
  notInTheFuture(breachedOn, today, 'breachedOn');
  refuseBeforeForce(breachedOn, inForceOn, 'breachedOn');
  return [
    { type: 'ConsentAgreementBreached' as const, data: { caseId, agreementId, breachedOn, recordedOn: today, reason } },
  ];
};

const complete = (command: CompleteConsentAgreement, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { agreementId, completedOn, note } = command;
  const { inForceOn, milestones } = inForce(state, agreementId);
  notInTheFuture(completedOn, today, 'completedOn');
  refuseBeforeForce(completedOn, inForceOn, 'completedOn');
  const unsettled = milestones.filter(({ met, missed }) => met === null && missed === null);
  if (unsettled.length > 0)
    throw new DomainError(
      'CASES.MILESTONES_UNSETTLED',
      `${unsettled.length} milestone(s) are neither met nor missed.`,
      {
        field: 'agreementId',
        rule: 'An agreement is completed when each of its milestones is recorded as met, or as missed and let pass.',
        authority: AGREED,
        milestoneIds: unsettled.map(({ milestoneId }) => milestoneId),
      },
    );
  return [
    {
      type: 'ConsentAgreementCompleted' as const,
      data: { caseId, agreementId, completedOn, recordedOn: today, note },
    },
  ];
};

const abandon = (command: AbandonConsentAgreement, state: CaseState, { today }: DecisionContext) => {
  const caseId = known(state);
  const { agreementId, reason } = command;
  drafted(state, agreementId);
  return [{ type: 'ConsentAgreementAbandoned' as const, data: { caseId, agreementId, abandonedOn: today, reason } }];
};

/**
 * Decides on consent agreements. In force from the later of both signatures; a breach ends it for the future, and undoes
 * neither days forborne until then nor a fine that was agreed.
 */
export const decideAgreement = (
  command: AgreementCommand,
  state: CaseState,
  facts: CaseFacts,
  context: DecisionContext,
): CaseEvent[] => {
  switch (command.type) {
    case 'DraftConsentAgreement':
      return draft(command, state, facts, context);
    case 'SignConsentAgreement':
      return sign(command, state, facts, context);
    case 'RecordMilestoneMet':
      return meet(command, state, context);
    case 'RecordMilestoneMissed':
      return miss(command, state, context);
    case 'RecordBreach':
      return breach(command, state, context);
    case 'CompleteConsentAgreement':
      return complete(command, state, context);
    case 'AbandonConsentAgreement':
      return abandon(command, state, context);
    default:
      return assertNever(command);
  }
};
