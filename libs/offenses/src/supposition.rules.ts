import type { DecisionContext, Instant, LocalDay } from '#kernel';
import { fromDayNumber } from '#legal-time';

import { dayStanding, type Bucket } from './ledger.figures.js';
import { after } from './ledger.reconcile.js';
import type { LedgerState } from './ledger.state.js';
import type { OffenseCommand } from './offense.commands.js';
import { ledger } from './offense.decider.js';
import type { SightingKind } from './offense.events.js';
import type { LedgerFacts } from './offense.facts.js';

/** A sighting that nobody has recorded. */
export interface SupposedSighting {
  readonly findingId: string;
  readonly kind: SightingKind;
  readonly at: Instant;
  /** Local day of `at`. */
  readonly day: LocalDay;
}

const seeing = ({ kind, findingId, at, day }: SupposedSighting): OffenseCommand => {
  const seen = { findingId, at, atAsEntered: at, day, evidence: [], note: null };
  switch (kind) {
    case 'violating':
      return { type: 'ObserveViolation', ...seen, continuityReason: null };
    case 'ended':
      return { type: 'RecordEnd', ...seen, continuityReason: null };
    case 'stopped':
      return { type: 'RecordFoundStopped', ...seen };
  }
};

/**
 * The ledger as it would stand with one more sighting, which brings no reason for continuity: decided by the rules that
 * record it (offense-day rules 1), further appends of a long span included. Nothing is recorded.
 * @param facts those of the finding that is named
 * @param context when the sighting would be recorded
 * @throws every refusal of observeViolation, recordEnd and recordFoundStopped
 */
export const ledgerWithSighting = (
  state: LedgerState,
  sighting: SupposedSighting,
  facts: LedgerFacts,
  context: Pick<DecisionContext, 'now' | 'today' | 'zone' | 'actor'>,
): LedgerState => {
  let next = state;
  let command: OffenseCommand = seeing(sighting);
  for (;;) {
    const { eventCount } = next;
    const events = ledger.decide(command, next, facts, {
      ...context,
      commandId: 'supposed',
      number: null,
      newId: (name) => `supposed-${eventCount}-${name}`,
    });
    next = after(next, events);
    if (events.at(-1)?.type !== 'DayRecordingContinues') return next;
    command = { type: 'RecordRemainingDays', ledger: next.key! };
  }
};

/** A day that stands otherwise in one state of a ledger than in another. */
export interface ChangedDay {
  readonly day: LocalDay;
  readonly from: Bucket | 'voided' | 'absent';
  readonly to: Bucket | 'voided' | 'absent';
}

/** Every day whose bucket differs between two states of one ledger, in order. */
export const changedDays = (before: LedgerState, then: LedgerState): ChangedDay[] => {
  const bucketOf = (state: LedgerState, day: LocalDay): ChangedDay['from'] => {
    const standing = dayStanding(state, day, null);
    return standing === null ? 'absent' : (standing.bucket ?? 'voided');
  };
  return [...new Set([...before.days.keys(), ...then.days.keys()])]
    .sort((one, other) => one - other)
    .map((number) => {
      const day = fromDayNumber(number);
      return { day, from: bucketOf(before, day), to: bucketOf(then, day) };
    })
    .filter(({ from, to }) => from !== to);
};
