import { DomainError, type LocalDay, type Personal } from '#kernel';
import { localDayOf } from '#legal-time';
import {
  printCitation,
  ruleInForce,
  SETTINGS_STREAM,
  settingsFold,
  tracksOf,
  type SettingsState,
} from '#law/published';
import { partyFold, partyStream, premisesFold, premisesStream } from '#registry/published';
import type { QueryContext } from '#runtime';

import { caseStream } from './case.events.js';
import { caseFold, type CaseFinding, type ReviewItem } from './case.state.js';
import type * as dto from './cases.dto.js';
import { casesOf } from './cases.projection.js';
import { complaintStream } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';

/** Facts of the law beside a finding, by the version in force on its day; letters that are inferred say so. */
const lawOf = (finding: CaseFinding, settings: SettingsState) => {
  const rule = ruleInForce(settings, finding.ruleId, finding.madeOn);
  return {
    citation: printCitation(rule, { markInferred: true }),
    ruleTitle: rule.title,
    conflicts: rule.conflicts,
    tracks: tracksOf(rule),
  };
};

const findingAsOf = (finding: CaseFinding, day: LocalDay, settings: SettingsState, partyName: Personal) => {
  const withdrawn = finding.withdrawnOn !== null && finding.withdrawnOn <= day;
  const { caseId: _, withdrawnOn, withdrawalReason, ...rest } = finding;
  return {
    ...rest,
    ...lawOf(finding, settings),
    partyName,
    withdrawn,
    withdrawnOn: withdrawn ? withdrawnOn : null,
    withdrawalReason: withdrawn ? withdrawalReason : null,
  };
};

const itemAsOf = (item: ReviewItem, day: LocalDay): ReviewItem =>
  item.settledOn !== null && item.settledOn > day ? { ...item, settledOn: null, resolution: null } : item;

/** A case as it stood at the end of a local day, as known at an instant. @throws CASES.UNKNOWN_CASE */
export const getCase = async ({ caseId }: dto.GetCaseQuery, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const state = await context.load(caseStream(caseId), caseFold);
  if (state.caseId === null || state.openedOn > day)
    throw new DomainError('CASES.UNKNOWN_CASE', 'This case is not on file at that time.', {
      kind: 'notFound',
      field: 'caseId',
    });
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const premises = await context.load(premisesStream(state.premisesId), premisesFold);
  const findings = [];
  for (const finding of state.findings.filter(({ madeOn }) => madeOn <= day)) {
    const { name } = await context.load(partyStream(finding.partyId), partyFold);
    findings.push(findingAsOf(finding, day, settings, name));
  }
  const decision = state.capDecisions.findLast(
    ({ recordedOn, withdrawnOn }) => recordedOn <= day && (withdrawnOn === null || withdrawnOn > day),
  );
  return {
    caseId,
    number: state.number,
    title: state.title,
    asOf: day,
    openedOn: state.openedOn,
    complaintId: state.complaintId,
    premises: {
      premisesId: state.premisesId,
      address: premises.address,
      parcelId: premises.parcelId,
      jurisdiction: premises.jurisdiction,
    },
    findings,
    capDecision: decision
      ? { reference: decision.reference, reading: decision.reading, recordedOn: decision.recordedOn }
      : null,
    reviewItems: state.reviewItems.filter(({ openedOn }) => openedOn <= day).map((item) => itemAsOf(item, day)),
  };
};

/**
 * A complaint without who complained: no answer carries it (faults.md P01). Other cases about the same premises are
 * named, so that nothing is opened twice (N06).
 * @throws CASES.UNKNOWN_COMPLAINT
 */
export const getComplaint = async ({ complaintId }: dto.GetComplaintQuery, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const state = await context.load(complaintStream(complaintId), complaintFold);
  if (state.complaintId === null || localDayOf(state.receivedAt, context.zone) > day)
    throw new DomainError('CASES.UNKNOWN_COMPLAINT', 'This complaint is not on file at that time.', {
      kind: 'notFound',
      field: 'complaintId',
    });
  return {
    complaintId,
    asOf: day,
    receivedAt: state.receivedAt,
    channel: state.channel,
    allegation: state.allegation,
    premisesId: state.premisesId,
    screening: state.screenings.findLast(({ screenedOn }) => screenedOn <= day) ?? null,
    referrals: state.referrals.filter(({ referredOn }) => referredOn <= day),
    cases: casesOf(context.readModel, 'complaint_id', complaintId),
    casesAtPremises: state.premisesId === null ? [] : casesOf(context.readModel, 'premises_id', state.premisesId),
  };
};
