import { DomainError, type LocalDay, type Personal } from '#kernel';
import { addDays, localDayOf, startOfDay } from '#legal-time';
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
import { caseFold, caseIdOf, isKnownCase, type CaseFinding, type CaseState, type ReviewItem } from './case.state.js';
import type * as dto from './cases.dto.js';
import { casesOf } from './case-lists.queries.js';
import { sourcesOf } from './closing.facts.js';
import { closingsAsOf } from './closing.queries.js';
import { caseStatusOf, closingOf, consolidationOf, findingIdsIn } from './closing.state.js';
import { complaintStream } from './complaint.events.js';
import { complaintFold } from './complaint.state.js';
import { complianceAsOf, complianceOfFinding } from './compliance.queries.js';
import { knownCase } from './known-case.queries.js';
import { timelineOf } from './timeline.projection.js';

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

/** A finding that goes on in a case, read from the case that it was made in. */
const loadCaseFinding = async (findingId: string, context: QueryContext): Promise<CaseFinding | undefined> =>
  (await context.load(caseStream(caseIdOf(findingId)), caseFold)).findings.find((one) => one.findingId === findingId);

/**
 * Cases about premises as they stood, closed ones included, so that nothing is opened anew only because the old case is
 * closed (faults.md N06). The list names them; how each stands is folded, so that both times hold.
 */
const casesAt = async (premisesId: string, except: string | null, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const cases = [];
  for (const { caseId } of casesOf(context.readModel, 'premises_id', premisesId)) {
    if (caseId === except) continue;
    const state = await context.load(caseStream(caseId), caseFold);
    if (!isKnownCase(state) || state.openedOn > day) continue;
    const { number, openedOn } = state;
    const status = caseStatusOf(state, day);
    const closedOn = status === 'closed' ? closingOf(state, day)!.closedOn : null;
    const intoCaseId = consolidationOf(state, day)?.intoCaseId ?? null;
    cases.push({ caseId, number, openedOn, status, closedOn, intoCaseId });
  }
  return cases;
};

const SAYS = {
  open: 'is open about these premises: what is new may belong there.',
  closed: 'about these premises was closed: should the matter be the same, reopen it instead of opening another.',
  consolidated: 'about these premises goes on in another case.',
} as const;

const warningsOf = (cases: Awaited<ReturnType<typeof casesAt>>) =>
  cases.map(({ caseId, number, status, closedOn, intoCaseId }) => ({
    code: 'CASE_AT_PREMISES',
    caseId: intoCaseId ?? caseId,
    number,
    status,
    closedOn,
    text: `Case ${number} ${SAYS[status]}`,
  }));

/** Where findings came from and went, up to the end of a local day. */
const movesOf = (state: CaseState, day: string) => ({
  received: state.holdings
    .filter(({ fromCaseId, from }) => fromCaseId !== null && from <= day)
    .map(({ findingId, fromCaseId, from }) => ({ findingId, fromCaseId, on: from })),
  moved: state.departures.filter(({ on }) => on <= day),
});

/** A case as it stood at the end of a local day, as known at an instant. @throws CASES.UNKNOWN_CASE */
export const getCase = async ({ caseId }: dto.GetCaseQuery, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const state = await knownCase(caseId, context);
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const premises = await context.load(premisesStream(state.premisesId), premisesFold);
  const sources = await sourcesOf(state, context.load);
  const findings = [];
  for (const findingId of findingIdsIn(state, day)) {
    const finding = await loadCaseFinding(findingId, context);
    if (!finding) continue;
    const { name } = await context.load(partyStream(finding.partyId), partyFold);
    findings.push({
      ...findingAsOf(finding, day, settings, name),
      madeInCaseId: finding.caseId,
      compliance: complianceOfFinding([...sources, state], findingId, day),
    });
  }
  const decision = state.capDecisions.findLast(
    ({ recordedOn, withdrawnOn }) => recordedOn <= day && (withdrawnOn === null || withdrawnOn > day),
  );
  const status = caseStatusOf(state, day);
  const closings = closingsAsOf(state, day);
  return {
    caseId,
    number: state.number,
    title: state.title,
    asOf: day,
    openedOn: state.openedOn,
    status,
    closed: status === 'closed' ? closings.at(-1)! : null,
    consolidatedInto: consolidationOf(state, day)?.intoCaseId ?? null,
    complaintId: state.complaintId,
    premises: {
      premisesId: state.premisesId,
      address: premises.address,
      parcelId: premises.parcelId,
      jurisdiction: premises.jurisdiction,
    },
    findings,
    findingCount: findings.filter(({ withdrawn }) => !withdrawn).length,
    ...movesOf(state, day),
    ...complianceAsOf(state, day),
    holds: state.holds
      .filter(({ placedOn }) => placedOn <= day)
      .map((hold) => ({
        ...hold,
        released: hold.released !== null && hold.released.releasedOn <= day ? hold.released : null,
      })),
    closings,
    capDecision: decision
      ? { reference: decision.reference, reading: decision.reading, recordedOn: decision.recordedOn }
      : null,
    reviewItems: state.reviewItems.filter(({ openedOn }) => openedOn <= day).map((item) => itemAsOf(item, day)),
    warnings: warningsOf(await casesAt(state.premisesId, caseId, context)),
  };
};

/**
 * One page of what was recorded about a case, the newest first: its own acts, those of cases that were consolidated into
 * it, and those about findings that it received. `asOf` leaves out what was recorded on later local days.
 */
export const getTimeline = async (
  { caseId, limit, cursor }: dto.GetTimelineQuery & { readonly limit: number },
  { readModel, knownAt, asOf, zone, load, hidden, actor }: QueryContext,
) => {
  const state = await load(caseStream(caseId), caseFold);
  const sources = await sourcesOf(state, load);
  const whole = sources.filter((source) => consolidationOf(source, asOf) !== null).map((source) => source.caseId!);
  return timelineOf(readModel, {
    caseIds: [caseId, ...whole],
    findingIds: findingIdsIn(state, asOf).filter((findingId) => caseIdOf(findingId) !== caseId),
    knownAt,
    before: asOf === null ? null : startOfDay(addDays(asOf, 1), zone),
    limit,
    cursor,
    hidden,
    workProduct: actor.role === 'counsel',
  });
};

/**
 * A complaint without who complained: no answer carries it (faults.md P01). Other cases about the same premises are
 * named with how they stand, closed ones too, so that nothing is opened twice (N06).
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
  const cases = casesOf(context.readModel, 'complaint_id', complaintId).filter(
    ({ caseId }) => !context.hidden.has(caseId),
  );
  const casesAtPremises = state.premisesId === null ? [] : await casesAt(state.premisesId, null, context);
  return {
    complaintId,
    asOf: day,
    receivedAt: state.receivedAt,
    channel: state.channel,
    allegation: state.allegation,
    premisesId: state.premisesId,
    screening: state.screenings.findLast(({ screenedOn }) => screenedOn <= day) ?? null,
    referrals: state.referrals.filter(({ referredOn }) => referredOn <= day),
    cases,
    casesAtPremises,
    warnings: warningsOf(casesAtPremises.filter(({ caseId }) => !cases.some((own) => own.caseId === caseId))),
  };
};
