import type { DecisionContext, LocalDay, Personal } from '#kernel';
import { DomainError } from '#kernel';
import type { SettingsState } from '#law/published';
import { policyOn } from '#law/published';
import { toDayNumber } from '#legal-time';

import type { Cure, LedgerSighting, LedgerState } from './ledger.state.js';
import { liveSightings } from './offense-days.rules.js';
import type { Continuity, Sighting, SightingKind } from './offense.events.js';
import type { LedgerFacts } from './offense.facts.js';

/** Refuses an act on the ledger. The message is the rule that was broken. @throws OFFENSES.<code> */
export const refuse = (code: string, message: string, details: Record<string, unknown> = {}): never => {
  throw new DomainError(`OFFENSES.${code}`, message, { rule: message, ...details });
};

/** The case of a finding, read from its id. */
export const caseIdOf = (findingId: string): string => findingId.slice(0, findingId.lastIndexOf('.'));

/** The span a reason covers: from the sighting before to the one after, as far as no stop or end lies between. */
export const continuityOf = (
  state: LedgerState,
  sighting: Sighting,
  reason: Personal,
  settings: SettingsState,
): Continuity | null => {
  const others = liveSightings(state);
  const before = others.findLast(({ at }) => at < sighting.at);
  const following = others.find(({ at }) => at > sighting.at);
  const fromSighting = before?.kind === 'violating' ? before.sightingId : sighting.sightingId;
  const throughSighting =
    sighting.kind === 'violating' && following && following.kind !== 'stopped'
      ? following.sightingId
      : sighting.sightingId;
  if (fromSighting === throughSighting) return null;
  return {
    fromSighting,
    throughSighting,
    reason,
    gapDays: policyOn(settings, 'continuity-gap-days', sighting.day).value,
  };
};

/** A sighting that still counts. @throws OFFENSES.UNKNOWN_SIGHTING, OFFENSES.SIGHTING_VOIDED */
export const liveSighting = (state: LedgerState, sightingId: string): LedgerSighting => {
  const known = state.sightings.find((sighting) => sighting.sightingId === sightingId);
  if (!known)
    return refuse('UNKNOWN_SIGHTING', 'This ledger has no such sighting.', { kind: 'notFound', field: 'sightingId' });
  if (known.voided) return refuse('SIGHTING_VOIDED', 'This sighting was voided before.', { field: 'sightingId' });
  return known;
};

/** A cure reported and not settled yet. @throws OFFENSES.NO_CURE_REPORTED, OFFENSES.CURE_SETTLED */
export const openCure = (state: LedgerState, cureId: string): Cure => {
  const cure = state.cures.find((known) => known.cureId === cureId);
  if (!cure)
    return refuse('NO_CURE_REPORTED', 'A cure is verified or rejected only after it was reported.', {
      field: 'cureId',
    });
  if (cure.status !== 'reported')
    return refuse('CURE_SETTLED', `This cure was ${cure.status} before.`, { field: 'cureId' });
  return cure;
};

/** @throws OFFENSES.IN_THE_FUTURE when an instant has not come yet (faults.md T03) */
export const notInFuture = (at: string, field: string, { now }: DecisionContext): void => {
  if (at > now)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', { kind: 'invalid', field, at, now });
};

/** @throws OFFENSES.LIABILITY_ENDED for a sighting after the deed's day, which stays with the seller */
export const withinLiability = ({ liabilityEndedOn }: LedgerState, day: LocalDay, kind: SightingKind): void => {
  if (kind !== 'stopped' && liabilityEndedOn !== null && day > liabilityEndedOn)
    refuse(
      'LIABILITY_ENDED',
      `Liability as owner ended on ${liabilityEndedOn}; a finding against the new owner is needed.`,
      { field: 'at', lastDay: liabilityEndedOn },
    );
};

/** @throws OFFENSES.NOTHING_RECORDED */
export const requireDays = (state: LedgerState): void => {
  if (state.days.size === 0) refuse('NOTHING_RECORDED', 'Nothing has been recorded under this finding yet.');
};

/** The days named, sorted, once each, all recorded and all live (or all voided). @throws OFFENSES.DAY_NOT_RECORDED, OFFENSES.DAY_VOIDED, OFFENSES.DAY_NOT_VOIDED */
export const recordedDays = (state: LedgerState, days: readonly LocalDay[], live: boolean): LocalDay[] => {
  const wanted = [...new Set(days)].sort();
  for (const day of wanted) {
    const known = state.days.get(toDayNumber(day));
    if (!known) refuse('DAY_NOT_RECORDED', `${day} is not an offense day of this ledger.`, { field: 'days', day });
    else if (known.live !== live)
      refuse(live ? 'DAY_VOIDED' : 'DAY_NOT_VOIDED', live ? `${day} was voided before.` : `${day} was not voided.`, {
        field: 'days',
        day,
      });
  }
  return wanted;
};

/** Years into the past that a sighting may lie: beyond them the year is taken for a typing error. */
const YEARS_OF_MEMORY = 75;

/** @throws OFFENSES.TOO_LONG_AGO */
export const notTooLongAgo = (day: LocalDay, { today }: DecisionContext): void => {
  const earliest = `${(Number(today.slice(0, 4)) - YEARS_OF_MEMORY).toString().padStart(4, '0')}${today.slice(4)}`;
  if (day < earliest)
    refuse('TOO_LONG_AGO', `A day before ${earliest} is taken for a mistyped year.`, {
      kind: 'invalid',
      field: 'at',
      day,
    });
};

/**
 * Days move to another key, under a finding that stands.
 * @throws OFFENSES.SAME_LEDGER, OFFENSES.FINDING_WITHDRAWN
 */
export const requireTarget = ({ finding, target }: Pick<LedgerFacts, 'finding' | 'target'>): void => {
  if (!finding || !target) return;
  if (target.withdrawn)
    refuse('FINDING_WITHDRAWN', 'Nothing is recorded under a finding that was withdrawn.', { field: 'toFindingId' });
  if (
    target.partyId === finding.partyId &&
    target.premisesId === finding.premisesId &&
    target.ruleId === finding.ruleId
  )
    refuse('SAME_LEDGER', 'Days are moved to another party, premises or rule; these are the same.', {
      kind: 'invalid',
      field: 'toFindingId',
    });
};
