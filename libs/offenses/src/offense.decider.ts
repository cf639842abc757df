import type { DecisionContext, LocalDay } from '#kernel';
import { assertNever } from '#kernel';
import { natureOn } from '#law/published';
import { fromDayNumber, toDayNumber } from '#legal-time';

import { after, reconcile } from './ledger.reconcile.js';
import type { LedgerSighting, LedgerState } from './ledger.state.js';
import { ledgerFold } from './ledger.state.js';
import type { NatureOf, Window } from './offense-days.rules.js';
import { liveSightings, stretchesOf } from './offense-days.rules.js';
import type { OffenseCommand } from './offense.commands.js';
import type { FindingFact, LedgerFacts } from './offense.facts.js';
import type { Basis, LedgerKey, OffenseEvent, Sighting, SightingKind } from './offense.events.js';
import {
  caseIdOf,
  continuityOf,
  liveSighting,
  notInFuture,
  notTooLongAgo,
  openCure,
  recordedDays,
  refuse,
  requireDays,
  requireTarget,
  withinLiability,
} from './sighting.rules.js';

const keyOf = ({ partyId, premisesId, ruleId }: FindingFact): LedgerKey => ({ partyId, premisesId, ruleId });

const decide = (
  command: OffenseCommand,
  state: LedgerState,
  facts: LedgerFacts,
  context: DecisionContext,
): readonly OffenseEvent[] => {
  switch (command.type) {
    case 'ObserveViolation':
      return see('violating', command, command.continuityReason, state, facts, context);
    case 'RecordEnd':
      return see('ended', command, command.continuityReason, state, facts, context);
    case 'RecordFoundStopped':
      return see('stopped', command, null, state, facts, context);
    case 'CorrectSighting': {
      const known = liveSighting(state, command.sightingId);
      notInFuture(command.at, 'at', context);
      withinLiability(state, command.day, known.kind);
      const draft: Sighting = {
        ...known,
        at: command.at,
        atAsEntered: command.atAsEntered,
        day: command.day,
        evidence: command.evidence ?? known.evidence,
        note: command.note ?? known.note,
      };
      const reason = command.continuityReason ?? known.continuity?.reason ?? null;
      const others: LedgerState = {
        ...state,
        sightings: state.sightings.filter(({ sightingId }) => sightingId !== known.sightingId),
      };
      const sighting: Sighting = {
        ...draft,
        continuity: reason === null ? null : continuityOf(others, draft, reason, facts.settings),
      };
      return withDays(
        state,
        [
          {
            type: 'SightingCorrected',
            data: { caseId: caseIdOf(known.findingId), sighting: clean(sighting), reason: command.reason },
          },
        ],
        known.findingId,
        facts,
        context,
      );
    }
    case 'VoidSighting': {
      const known = liveSighting(state, command.sightingId);
      return withDays(state, [voided(known, 'hand', command.reason)], known.findingId, facts, context);
    }
    case 'VoidSightingsOfFinding': {
      const mine = state.sightings.filter(({ voided: gone, findingId }) => !gone && findingId === command.findingId);
      const received = receivedDays(state, command.findingId);
      if (mine.length + received.length === 0) return [];
      return withDays(
        state,
        [...mine.map((sighting) => voided(sighting, 'findingWithdrawn', null)), ...received],
        command.findingId,
        facts,
        context,
      );
    }
    case 'ConfirmContinuity':
      return confirm(command, state, facts, context);
    case 'ReportCure': {
      notInFuture(command.reportedAt, 'reportedAt', context);
      requireDays(state);
      const { findingId, reportedAt, reportedOn, claimedCuredOn, note } = command;
      const cureId = `${findingId}.cure-${state.cures.length + 1}`;
      return withDays(
        state,
        [
          {
            type: 'CureReported',
            data: { caseId: caseIdOf(findingId), cureId, findingId, reportedAt, reportedOn, claimedCuredOn, note },
          },
        ],
        findingId,
        facts,
        context,
      );
    }
    case 'VerifyCure': {
      const cure = openCure(state, command.cureId);
      notInFuture(command.verifiedAt, 'verifiedAt', context);
      if (command.verifiedAt < cure.reportedAt)
        refuse('VERIFIED_BEFORE_REPORTED', 'A cure is verified after it was reported.', {
          kind: 'invalid',
          field: 'verifiedAt',
        });
      if (command.found === 'ended' && command.at > command.verifiedAt)
        refuse('CURED_AFTER_VERIFIED', 'A cure is verified after it was made.', { kind: 'invalid', field: 'curedAt' });
      const events = see(command.found, command, command.continuityReason, state, facts, context);
      const sightingId = (events[0] as Extract<OffenseEvent, { type: 'SightingRecorded' }>).data.sighting.sightingId;
      const { cureId } = cure;
      const curedAt = command.found === 'ended' ? command.at : null;
      return [
        {
          type: 'CureVerified',
          data: { caseId: caseIdOf(command.findingId), cureId, curedAt, verifiedAt: command.verifiedAt, sightingId },
        },
        ...events,
      ];
    }
    case 'RejectCure': {
      openCure(state, command.cureId);
      notInFuture(command.rejectedAt, 'rejectedAt', context);
      return [
        {
          type: 'CureRejected',
          data: {
            caseId: caseIdOf(command.findingId),
            cureId: command.cureId,
            rejectedAt: command.rejectedAt,
            reason: command.reason,
          },
        },
      ];
    }
    case 'VoidOffenseDays': {
      const days = recordedDays(state, command.days, true);
      return [
        {
          type: 'OffenseDaysVoided',
          data: {
            caseId: caseIdOf(command.findingId),
            days,
            cause: 'hand',
            reason: command.reason,
            evidence: command.evidence,
          },
        },
      ];
    }
    case 'ReinstateOffenseDays':
      return reinstate(command, state, facts, context);
    case 'ForbearOffenseDays': {
      if (command.from > command.through)
        refuse('SPAN_BACKWARD', 'A span ends on or after the day it begins.', { kind: 'invalid', field: 'through' });
      const { findingId, from, through, authority, reason } = command;
      return [
        {
          type: 'ForbearanceRecorded',
          data: {
            caseId: caseIdOf(findingId),
            forbearanceId: context.newId('forbearance'),
            from,
            through,
            authority,
            reason,
            actedOn: context.today,
          },
        },
      ];
    }
    case 'ReattributeOffenseDays': {
      const { findingId, toFindingId, reason, evidence } = command;
      requireTarget(facts);
      const days = recordedDays(state, command.days, true).map((day) => ({
        day,
        basis: state.days.get(toDayNumber(day))!.basis,
      }));
      const caseId = caseIdOf(findingId);
      return withDays(
        state,
        [
          {
            type: 'OffenseDaysReattributed',
            data: { caseId, reattributionId: context.newId('reattribution'), days, toFindingId, reason, evidence },
          },
          {
            type: 'OffenseDaysVoided',
            data: { caseId, days: days.map(({ day }) => day), cause: 'reattributed', reason, evidence },
          },
        ],
        findingId,
        facts,
        context,
      );
    }
    case 'ReceiveReattributedDays': {
      if (state.reattributions.has(command.reattributionId)) return [];
      const { findingId, reattributionId, fromLedger, days, evidence } = command;
      const received: OffenseEvent = {
        type: 'ReattributedDaysReceived',
        data: {
          caseId: caseIdOf(findingId),
          ledger: keyOf(facts.finding!),
          reattributionId,
          fromLedger,
          findingId,
          days,
          evidence,
        },
      };
      return withDays(state, [received], findingId, facts, context);
    }
    case 'RecordPresumedDay':
      return closeDay(command.day, state, facts, context);
    case 'RecordRemainingDays':
      return state.key === null ? [] : withDays(state, [], anyFinding(state), facts, context);
    case 'ReviewRuleNature':
      return natureDrift(state, facts);
    case 'EndLiability': {
      const { findingId, lastDay, deedReference } = command;
      if (state.liabilityEndedOn !== null && state.liabilityEndedOn <= lastDay) return [];
      return withDays(
        state,
        [{ type: 'LiabilityEnded', data: { caseId: caseIdOf(findingId), lastDay, deedReference, findingId } }],
        findingId,
        facts,
        context,
      );
    }
    default:
      return assertNever(command);
  }
};

const natureFrom =
  (key: LedgerKey, { settings }: LedgerFacts): NatureOf =>
  (day) =>
    natureOn(settings, key.ruleId, day);

/** The clock's last closed day as this ledger knows it: its own recorded presumption may be ahead of the clock's stream. */
const closedThrough = (state: LedgerState, { clockClosed }: LedgerFacts): number | null => {
  const clock = clockClosed === null ? null : toDayNumber(clockClosed);
  if (clock === null || state.closedThrough === null) return clock ?? state.closedThrough;
  return Math.max(clock, state.closedThrough);
};

const inputsFor = (
  key: LedgerKey,
  findingId: string,
  facts: LedgerFacts,
  context: DecisionContext,
  window: Window,
) => ({
  natureOf: natureFrom(key, facts),
  window,
  caseOf: caseIdOf,
  caseId: caseIdOf(findingId),
  context,
});

/** The given events, followed by every difference they make to the days. */
const withDays = (
  state: LedgerState,
  events: readonly OffenseEvent[],
  findingId: string,
  facts: LedgerFacts,
  context: DecisionContext,
): OffenseEvent[] => {
  const next = after(state, events);
  const key = next.key ?? keyOf(facts.finding!);
  const window = { closedThrough: closedThrough(next, facts), from: null };
  return [...events, ...reconcile(next, inputsFor(key, findingId, facts, context, window))];
};

/** One more day has ended: only what lies after the last closed day can change. */
const closeDay = (day: LocalDay, state: LedgerState, facts: LedgerFacts, context: DecisionContext): OffenseEvent[] => {
  const number = toDayNumber(day);
  if (state.key === null || (state.closedThrough !== null && state.closedThrough >= number)) return [];
  const whole = state.closedThrough === null || state.liabilityEndedOn !== null;
  const window = { closedThrough: number, from: whole ? null : state.closedThrough + 1 };
  return reconcile(state, inputsFor(state.key, anyFinding(state), facts, context, window));
};

/** Days received for a finding fall with it: its withdrawal is a recorded decision about them. */
const receivedDays = (state: LedgerState, findingId: string): OffenseEvent[] => {
  const days = [...state.received]
    .filter(([number, { findingId: receiver }]) => receiver === findingId && state.days.get(number)?.live)
    .map(([number]) => fromDayNumber(number))
    .sort();
  return days.length === 0
    ? []
    : [
        {
          type: 'OffenseDaysVoided',
          data: {
            caseId: caseIdOf(findingId),
            days,
            cause: 'hand',
            reason: 'The finding was withdrawn.',
            evidence: [],
          },
        },
      ];
};

const anyFinding = (state: LedgerState): string =>
  state.sightings[0]?.findingId ?? [...state.received.values()][0]!.findingId;

type SeenCommand = Extract<
  OffenseCommand,
  { type: 'ObserveViolation' | 'RecordEnd' | 'RecordFoundStopped' | 'VerifyCure' }
>;

const see = (
  kind: SightingKind,
  command: SeenCommand,
  continuityReason: string | null,
  state: LedgerState,
  facts: LedgerFacts,
  context: DecisionContext,
): OffenseEvent[] => {
  const finding = facts.finding!;
  if (finding.withdrawn)
    refuse('FINDING_WITHDRAWN', 'Nothing is recorded under a finding that was withdrawn.', { field: 'findingId' });
  notInFuture(command.at, kind === 'ended' && command.type === 'VerifyCure' ? 'curedAt' : 'at', context);
  notTooLongAgo(command.day, context);
  withinLiability(state, command.day, kind);
  if (kind === 'stopped' && !liveSightings(state).some(({ kind: other, at }) => other !== 'stopped' && at < command.at))
    refuse('NOTHING_TO_STOP', 'A condition can be found stopped only after it was seen.', { field: 'at' });
  const draft: Sighting = {
    sightingId: `${command.findingId}.sighting-${state.sightings.length + 1}`,
    kind,
    at: command.at,
    atAsEntered: command.atAsEntered,
    day: command.day,
    findingId: command.findingId,
    evidence: command.evidence,
    note: command.note,
    continuity: null,
    recordedBy: context.actor.id,
  };
  const sighting: Sighting = {
    ...draft,
    continuity: continuityReason === null ? null : continuityOf(state, draft, continuityReason, facts.settings),
  };
  const recorded = (countedInFinding: string | null): OffenseEvent => ({
    type: 'SightingRecorded',
    data: { caseId: finding.caseId, ledger: keyOf(finding), sighting, countedInFinding },
  });
  const events = withDays(state, [recorded(null)], command.findingId, facts, context);
  const result = after(state, events);
  const run = result.runs.get(result.days.get(toDayNumber(command.day))?.runId ?? '');
  return [recorded(run?.findingId ?? null), ...events.slice(1)];
};

/** A sighting as events carry it, without the state's own mark. */
const clean = ({ voided: _voided, ...sighting }: Sighting & { voided?: boolean }): Sighting => sighting;

const voided = (
  { sightingId, findingId }: LedgerSighting,
  cause: 'hand' | 'findingWithdrawn',
  reason: string | null,
): OffenseEvent => ({
  type: 'SightingVoided',
  data: { caseId: caseIdOf(findingId), sightingId, cause, reason },
});

/** A second person confirms that the condition went on: neither the recorder of the sightings nor the giver of the reason. */
const confirm = (
  command: Extract<OffenseCommand, { type: 'ConfirmContinuity' }>,
  state: LedgerState,
  facts: LedgerFacts,
  context: DecisionContext,
): OffenseEvent[] => {
  const { findingId, from, through, reason } = command;
  const ends = liveSightings(state).filter(({ kind, day }) => kind !== 'stopped' && from <= day && day <= through);
  if (!ends.some(({ day }) => day === from) || !ends.some(({ day }) => day === through) || from >= through)
    refuse(
      'NO_SIGHTINGS_TO_BRIDGE',
      'Continuity is confirmed from the day of one sighting through the day of another.',
      { kind: 'invalid', field: 'from' },
    );
  if (ends.some(({ recordedBy }) => recordedBy === context.actor.id))
    refuse(
      'SECOND_PERSON_REQUIRED',
      'Continuity is confirmed by someone other than those who recorded the sightings.',
      { authority: 'domain.md 5.10' },
    );
  const confirmed: OffenseEvent = {
    type: 'ContinuityConfirmed',
    data: {
      caseId: caseIdOf(findingId),
      confirmationId: context.newId('confirmation'),
      from,
      through,
      confirmedBy: context.actor.id,
      reason,
    },
  };
  return withDays(state, [confirmed], findingId, facts, context);
};

/** A hand void ends only with new evidence, and the day comes back with the basis the facts give it now. */
const reinstate = (
  command: Extract<OffenseCommand, { type: 'ReinstateOffenseDays' }>,
  state: LedgerState,
  facts: LedgerFacts,
  context: DecisionContext,
): OffenseEvent[] => {
  const { findingId, reason, evidence } = command;
  if (evidence.length === 0)
    refuse('EVIDENCE_REQUIRED', 'A voided day is reinstated only with new evidence.', {
      kind: 'invalid',
      field: 'evidence',
    });
  const days = recordedDays(state, command.days, false);
  for (const day of days)
    if (!state.handVoided.has(toDayNumber(day)))
      refuse('NOT_VOIDED_BY_HAND', `${day} is voided by the facts; only new facts bring it back.`, {
        field: 'days',
        day,
      });
  const key = state.key!;
  const stretches = stretchesOf(state, natureFrom(key, facts), {
    closedThrough: closedThrough(state, facts),
    from: null,
  });
  const groups = new Map<Basis, LocalDay[]>();
  for (const day of days) {
    const basis = stretches.map((stretch) => stretch.days.get(toDayNumber(day))).find((found) => found !== undefined);
    if (basis === undefined)
      return refuse('NOTHING_TO_REINSTATE', `Nothing on record now holds ${day}.`, { field: 'days', day });
    groups.set(basis, [...(groups.get(basis) ?? []), day]);
  }
  const caseId = caseIdOf(findingId);
  const events = [...groups].map(([basis, group]): OffenseEvent => ({
    type: 'OffenseDaysReinstated',
    data: { caseId, days: group, basis, cause: 'hand', reason, evidence },
  }));
  return withDays(state, events, findingId, facts, context);
};

/** Recorded days whose rule is read otherwise now: noted once for a person to settle, changed by nobody. */
const natureDrift = (state: LedgerState, facts: LedgerFacts): OffenseEvent[] => {
  if (state.key === null) return [];
  const natureOf = natureFrom(state.key, facts);
  const { ruleId } = state.key;
  const groups = new Map<string, Extract<OffenseEvent, { type: 'RuleNatureDrifted' }>['data'] & { days: LocalDay[] }>();
  for (const [number, { live, nature, runId }] of state.days) {
    if (!live || state.driftNoted.has(number)) continue;
    const day = fromDayNumber(number);
    const nowRead = natureOf(day).nature;
    if (nowRead === nature) continue;
    const { caseId } = state.runs.get(runId)!;
    const group = groups.get(`${caseId} ${nature} ${nowRead}`) ?? {
      caseId,
      ruleId,
      days: [],
      recordedAs: nature,
      nowRead,
    };
    group.days.push(day);
    groups.set(`${caseId} ${nature} ${nowRead}`, group);
  }
  return [...groups.values()].map((data) => ({ type: 'RuleNatureDrifted', data: { ...data, days: data.days.sort() } }));
};

/** The ledger of one party, premises and rule. Source: offense-day rules 1; domain.md 5.10. */
export const ledger = { ...ledgerFold, decide };
