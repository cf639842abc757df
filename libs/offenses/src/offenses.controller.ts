import type { LocalDay, Personal } from '#kernel';
import { DomainError } from '#kernel';
import { parseInstant, localDayOf } from '#legal-time';
import type { CommandOperation, Operation } from '#runtime';
import { command } from '#runtime';

import { CLOCK_STREAM, clockFold } from './day-clock.js';
import type { ClockEvent, ClockState } from './day-clock.js';
import type { LedgerState } from './ledger.state.js';
import type { OffenseCommand } from './offense.commands.js';
import { ledger } from './offense.decider.js';
import type { Basis, LedgerKey, OffenseEvent } from './offense.events.js';
import { ledgerStream } from './offense.events.js';
import type { LedgerFacts } from './offense.facts.js';
import { factsOfFinding, factsOfLedger, streamOfFinding } from './offense.facts.js';
import {
  ConfirmContinuityDto,
  CorrectSightingDto,
  ForbearOffenseDaysDto,
  InternalBody,
  ObserveViolationDto,
  ReattributeOffenseDaysDto,
  RecordEndDto,
  RecordFoundStoppedDto,
  ReinstateOffenseDaysDto,
  RejectCureDto,
  ReportCureDto,
  VerifyCureDto,
  VoidOffenseDaysDto,
  VoidSightingDto,
} from './offenses.dto.js';
import { offenseQueries } from './offenses.queries.js';
import { caseIdOf } from './sighting.rules.js';

type LedgerOperation<Body> = CommandOperation<Body, LedgerState, OffenseCommand, OffenseEvent, LedgerFacts>;

const refs: LedgerOperation<never>['refs'] = (event, { stream, state, facts }) => {
  const key = state.key ?? facts.finding;
  if (!key) return undefined;
  const data = event.data as { caseId?: string; findingId?: string };
  const caseId = data.caseId ?? facts.finding?.caseId;
  const findingId = data.findingId ?? facts.finding?.findingId;
  return {
    ledger: stream,
    party: key.partyId,
    premises: key.premisesId,
    rule: key.ruleId,
    ...(caseId ? { case: caseId } : {}),
    ...(findingId ? { finding: findingId } : {}),
  };
};

/** What every ledger command answers: what was added, and how many days changed which way. */
const answer = (events: readonly OffenseEvent[]) => {
  const find = <T extends OffenseEvent['type']>(type: T) =>
    events.find((event): event is Extract<OffenseEvent, { type: T }> => event.type === type);
  const days = (type: 'OffenseDaysVoided' | 'OffenseDaysRebased' | 'OffenseDaysReinstated') =>
    events.reduce((sum, event) => sum + (event.type === type ? event.data.days.length : 0), 0);
  const sighting = find('SightingRecorded') ?? find('SightingCorrected');
  const counted = find('SightingRecorded')?.data.countedInFinding;
  const cureId = find('CureReported')?.data.cureId;
  const reattributionId = find('OffenseDaysReattributed')?.data.reattributionId;
  const continues = find('DayRecordingContinues')?.data.remaining;
  return {
    ...(sighting ? { sightingId: sighting.data.sighting.sightingId } : {}),
    ...(counted ? { countedIn: { findingId: counted, caseId: caseIdOf(counted) } } : {}),
    ...(cureId ? { cureId } : {}),
    ...(reattributionId ? { reattributionId } : {}),
    days: {
      recorded: events.filter(({ type }) => type === 'OffenseDayRecorded').length,
      rebased: days('OffenseDaysRebased'),
      voided: days('OffenseDaysVoided'),
      reinstated: days('OffenseDaysReinstated'),
      ...(continues ? { stillToRecord: continues } : {}),
    },
  };
};

type OfFinding = { findingId: string };

const onFinding = <Body extends OfFinding>(
  id: string,
  summary: string,
  body: new () => Body,
  toCommand: (body: Body, zone: string) => OffenseCommand,
  more: Partial<LedgerOperation<Body>> = {},
): LedgerOperation<Body> =>
  command({
    id,
    summary,
    body,
    aggregate: ledger,
    stream: ({ findingId }, _, load) => streamOfFinding(findingId, load),
    command: (asked, _, { zone }) => toCommand(asked, zone),
    facts: (decided, load) =>
      factsOfFinding(
        (decided as OfFinding).findingId,
        load,
        decided.type === 'ReattributeOffenseDays' ? decided.toFindingId : null,
      ),
    refs,
    answer,
    ...more,
  });

const onLedger = (
  id: string,
  summary: string,
  toCommand: (body: { ledger: LedgerKey; day: LocalDay }) => OffenseCommand,
  repeatable: boolean,
) =>
  command({
    id,
    summary,
    body: InternalBody as new () => { ledger: LedgerKey; day: LocalDay },
    aggregate: ledger,
    stream: ({ ledger: key }) => ledgerStream(key),
    command: toCommand,
    facts: (_, load) => factsOfLedger(load),
    refs,
    answer,
    internal: true,
    repeatable,
  });

const seen = (
  { at, evidence, note, findingId }: { findingId: string; at: string; evidence?: string[]; note?: string },
  zone: string,
  field = 'at',
) => {
  const { instant, original } = parseInstant(at, field, zone);
  return {
    findingId,
    at: instant,
    atAsEntered: original,
    day: localDayOf(instant, zone),
    evidence: evidence ?? [],
    note: note ?? null,
  };
};

const verify = (
  { findingId, cureId, found, curedAt, verifiedAt, evidence, note, continuityReason }: VerifyCureDto,
  zone: string,
): OffenseCommand => {
  if (found === 'ended' && curedAt === undefined)
    throw new DomainError('OFFENSES.CURED_AT_REQUIRED', 'Where the moment of the cure is known, it is named.', {
      kind: 'invalid',
      field: 'curedAt',
      rule: 'is required when found is "ended"',
    });
  if (found === 'stopped' && curedAt !== undefined)
    throw new DomainError(
      'OFFENSES.CURED_AT_UNKNOWN',
      'Where only the standstill was found, no moment of cure is named.',
      { kind: 'invalid', field: 'curedAt', rule: 'is left out when found is "stopped"' },
    );
  const at = curedAt ?? verifiedAt;
  return {
    type: 'VerifyCure',
    ...seen({ findingId, at, evidence, note }, zone, found === 'ended' ? 'curedAt' : 'verifiedAt'),
    cureId,
    found,
    verifiedAt: parseInstant(verifiedAt, 'verifiedAt', zone).instant,
    continuityReason: continuityReason ?? null,
  };
};

const clockAggregate = {
  ...clockFold,
  decide: ({ day, recorded }: { day: LocalDay; recorded: number }, { closed }: ClockState): readonly ClockEvent[] =>
    closed !== null && day <= closed ? [] : [{ type: 'LocalDayClosed', data: { day, recorded } }],
};

/** Every operation on the ledger. */
export const offenseOperations: readonly Operation[] = [
  onFinding('observeViolation', 'Record that the condition was seen.', ObserveViolationDto, (body, zone) => ({
    type: 'ObserveViolation',
    ...seen(body, zone),
    continuityReason: body.continuityReason ?? null,
  })),
  onFinding('recordEnd', 'Record the known moment at which the condition ended.', RecordEndDto, (body, zone) => ({
    type: 'RecordEnd',
    ...seen(body, zone),
    continuityReason: body.continuityReason ?? null,
  })),
  onFinding(
    'recordFoundStopped',
    'Record that the condition was found not existing, since when is unknown.',
    RecordFoundStoppedDto,
    (body, zone) => ({ type: 'RecordFoundStopped', ...seen(body, zone) }),
  ),
  onFinding('correctSighting', 'Replace a mistyped sighting in one act.', CorrectSightingDto, (body, zone) => ({
    type: 'CorrectSighting',
    ...seen(body, zone),
    sightingId: body.sightingId,
    evidence: body.evidence ?? null,
    continuityReason: body.continuityReason ?? null,
    reason: body.reason,
  })),
  onFinding('voidSighting', 'Withdraw a sighting.', VoidSightingDto, (body) => ({ type: 'VoidSighting', ...body })),
  onFinding(
    'voidSightingsOfFinding',
    'Void the sightings of a withdrawn finding.',
    InternalBody as new () => OfFinding,
    ({ findingId }) => ({ type: 'VoidSightingsOfFinding', findingId }),
    { internal: true },
  ),
  onFinding(
    'confirmContinuity',
    'Confirm, as a second person, that the condition went on between two sightings.',
    ConfirmContinuityDto,
    (body) => ({ type: 'ConfirmContinuity', ...body }),
    { authority: 'domain.md 5.10' },
  ),
  onFinding(
    'reportCure',
    'Record that a cure was reported; it stops nothing until verified.',
    ReportCureDto,
    ({ findingId, reportedAt, claimedCuredOn, note }, zone) => {
      const { instant } = parseInstant(reportedAt, 'reportedAt', zone);
      return {
        type: 'ReportCure',
        findingId,
        reportedAt: instant,
        reportedOn: localDayOf(instant, zone),
        claimedCuredOn: claimedCuredOn ?? null,
        note: note ?? null,
      };
    },
  ),
  onFinding('verifyCure', 'Verify a reported cure.', VerifyCureDto, verify),
  onFinding(
    'rejectCure',
    'Reject a reported cure.',
    RejectCureDto,
    ({ findingId, cureId, rejectedAt, reason }, zone) => ({
      type: 'RejectCure',
      findingId,
      cureId,
      rejectedAt: parseInstant(rejectedAt, 'rejectedAt', zone).instant,
      reason,
    }),
  ),
  onFinding(
    'voidOffenseDays',
    'Void recorded days by decision; they stay visible, out of every total.',
    VoidOffenseDaysDto,
    (body) => ({ type: 'VoidOffenseDays', ...body, evidence: body.evidence ?? [] }),
  ),
  onFinding(
    'reinstateOffenseDays',
    'Reinstate days voided by decision, with new evidence.',
    ReinstateOffenseDaysDto,
    (body) => ({ type: 'ReinstateOffenseDays', ...body }),
  ),
  onFinding(
    'forbearOffenseDays',
    'Mark a span of days as forborne under words that say so.',
    ForbearOffenseDaysDto,
    (body) => ({ type: 'ForbearOffenseDays', ...body }),
  ),
  onFinding(
    'reattributeOffenseDays',
    'Move days to the right party, premises or rule.',
    ReattributeOffenseDaysDto,
    (body) => ({ type: 'ReattributeOffenseDays', ...body, evidence: body.evidence ?? [] }),
  ),
  onFinding(
    'receiveReattributedDays',
    'Receive days moved from another ledger.',
    InternalBody as new () => OfFinding & {
      reattributionId: string;
      fromLedger: string;
      days: { day: LocalDay; basis: Basis }[];
      evidence: string[];
    },
    (body) => ({ type: 'ReceiveReattributedDays', ...body }),
    { internal: true },
  ),
  onFinding(
    'endLiability',
    'End liability as owner with the day of the deed.',
    InternalBody as new () => OfFinding & { lastDay: LocalDay; deedReference: Personal },
    (body) => ({ type: 'EndLiability', ...body }),
    { internal: true },
  ),
  onLedger(
    'recordPresumedDay',
    'Record the presumption of one ended day.',
    ({ ledger: key, day }) => ({ type: 'RecordPresumedDay', ledger: key, day }),
    true,
  ),
  onLedger(
    'recordRemainingDays',
    'Record days that did not fit into one append.',
    ({ ledger: key }) => ({ type: 'RecordRemainingDays', ledger: key }),
    // Deciding it twice under one id would record the next part under the ids of the first.
    false,
  ),
  onLedger(
    'reviewRuleNature',
    'Ask whether recorded days agree with the rule as read now.',
    ({ ledger: key }) => ({ type: 'ReviewRuleNature', ledger: key }),
    true,
  ),
  command({
    id: 'closeLocalDay',
    summary: 'Close a local day.',
    body: InternalBody as new () => { day: LocalDay; recorded: number },
    aggregate: clockAggregate,
    stream: () => CLOCK_STREAM,
    command: ({ day, recorded }) => ({ day, recorded }),
    internal: true,
    repeatable: true,
  }),
  ...offenseQueries,
];
