import type { DecisionContext } from '#kernel';
import { formatCents } from '#kernel';

import { figuresNow } from './credit.rules.js';
import type { AmendCivilFine, ConfirmReduction, DeclineReduction, WaiveCivilFine } from './fine.commands.js';
import type { FineEvent, ReducedDay } from './fine.events.js';
import type { Fine, FinesState, NamedDay, Reduction } from './fine.state.js';
import { finesFold, fineOf } from './fine.state.js';
import type { DocumentDay, FineFacts } from './fine.types.js';
import { refuse } from './imposition.rules.js';
import { inFine, knownFine, liveFine } from './known-fine.rules.js';
import { dayKey } from './named-day.rules.js';

/** A day of the fine whose amount an officer may still lower: undropped and unsettled. */
const reducible = (fine: Fine, named: DocumentDay): NamedDay => {
  const entry = fine.days.find((day) => dayKey(day) === dayKey(named));
  if (!entry || entry.dropped)
    return refuse('DAY_NOT_IN_FINE', `${named.day} is not in fine ${fine.number}.`, { field: 'days', day: named.day });
  if (entry.settledBy !== null)
    refuse('DAY_SETTLED', `${named.day} is settled by ${entry.settledBy}: its amount stands.`, {
      field: 'days',
      day: named.day,
      settledBy: entry.settledBy,
      rule: 'The amount of a settled day is not amended; to give it up, waive.',
      authority: 'offense-day rules 2',
    });
  return entry;
};

const nextReduction = ({ fineId, reductions }: Fine): string => `${fineId}.reduction-${reductions.length + 1}`;

/** Proposes lower amounts. A higher one is a new imposition with service and an appeal right (domain.md 5.11). */
export const proposeAmendment = (
  command: AmendCivilFine,
  state: FinesState,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, command.fineId);
  const seen = new Set<string>();
  const days = command.days.map(({ day, statementId, cents }): ReducedDay => {
    const entry = reducible(fine, { day, statementId });
    if (seen.has(dayKey(entry)))
      refuse('DAY_NAMED_TWICE', `${day} has two amounts.`, { kind: 'invalid', field: 'days', day });
    seen.add(dayKey(entry));
    if (cents > entry.cents)
      refuse('UPWARD_IS_A_NEW_IMPOSITION', `${day} costs ${formatCents(entry.cents)}: more is a new imposition.`, {
        field: 'days',
        day,
        cents: entry.cents,
        rule: 'A change upward is a new imposition of the difference that names the first, with service and appeal right.',
        authority: 'domain brief 5.11; offense-day rules 2',
      });
    if (cents === entry.cents)
      refuse('NOTHING_REDUCED', `${day} costs ${formatCents(cents)} already.`, { kind: 'invalid', field: 'days', day });
    return { day, statementId, fromCents: entry.cents, toCents: cents };
  });
  if (days.length === 0) refuse('NO_DAYS', 'An amendment names at least one day.', { kind: 'invalid', field: 'days' });
  return [
    {
      type: 'FineReductionProposed',
      data: {
        ...inFine(fine),
        reductionId: nextReduction(fine),
        ...{ kind: 'amendment', days, waivedCents: null, reason: command.reason },
        ...{ proposedBy: actor.id, proposedOn: today },
      },
    },
  ];
};

const requireOwed = (fine: Fine, cents: number, facts: FineFacts): number => {
  const { owedCents } = figuresNow(fine, facts);
  if (cents > owedCents)
    refuse('MORE_THAN_OWED', `${formatCents(owedCents)} is owed on fine ${fine.number}.`, {
      field: 'cents',
      owedCents,
      rule: 'No more is given up than is owed; what was paid of it becomes credit.',
    });
  return owedCents;
};

/** Proposes to give up an amount that is owed. */
export const proposeWaiver = (
  command: WaiveCivilFine,
  state: FinesState,
  facts: FineFacts,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, command.fineId);
  if (command.cents <= 0) refuse('ZERO_AMOUNT', 'A waiver is an amount.', { kind: 'invalid', field: 'cents' });
  requireOwed(fine, command.cents, facts);
  return [
    {
      type: 'FineReductionProposed',
      data: {
        ...inFine(fine),
        reductionId: nextReduction(fine),
        ...{ kind: 'waiver', days: [], waivedCents: command.cents, reason: command.reason },
        ...{ proposedBy: actor.id, proposedOn: today },
      },
    },
  ];
};

const waiting = (fine: Fine, reductionId: string): Reduction => {
  const reduction = fine.reductions.find((known) => known.reductionId === reductionId);
  if (!reduction)
    return refuse('UNKNOWN_REDUCTION', `Fine ${fine.number} has no such reduction.`, {
      kind: 'notFound',
      field: 'reductionId',
    });
  if (reduction.confirmed !== null || reduction.declined !== null)
    refuse('REDUCTION_DONE', `It was ${reduction.confirmed ? 'confirmed' : 'declined'} already.`, {
      field: 'reductionId',
    });
  return reduction;
};

/**
 * A second person makes the reduction; everything is looked at afresh, so that amounts which no longer fit are refused
 * (faults.md A09).
 * @throws FINES.SECOND_PERSON_NEEDED, FINES.REDUCTION_NO_LONGER_FITS, FINES.DAY_SETTLED, FINES.MORE_THAN_OWED
 */
export const confirmReduction = (
  { fineId, reductionId }: ConfirmReduction,
  state: FinesState,
  facts: FineFacts,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, fineId);
  const { proposedBy, kind, days, waivedCents } = waiting(fine, reductionId);
  if (proposedBy === actor.id)
    refuse('SECOND_PERSON_NEEDED', 'Who proposed a reduction does not confirm it.', {
      field: 'reductionId',
      rule: 'A reduction waits for a second person.',
      authority: 'Product rule (faults.md A09)',
    });
  const data = { ...inFine(fine), reductionId, confirmedBy: actor.id };
  if (kind === 'waiver') {
    const owedBeforeCents = requireOwed(fine, waivedCents!, facts);
    return [
      {
        type: 'CivilFineWaived',
        data: {
          ...{ ...data, waivedCents: waivedCents!, waivedOn: today },
          owedBeforeCents,
          owedAfterCents: owedBeforeCents - waivedCents!,
        },
      },
    ];
  }
  for (const named of days) {
    const { cents } = reducible(fine, named);
    if (cents !== named.fromCents)
      refuse('REDUCTION_NO_LONGER_FITS', `${named.day} costs ${formatCents(cents)} by now.`, {
        field: 'reductionId',
        day: named.day,
        proposedFromCents: named.fromCents,
        cents,
        rule: 'A reduction is confirmed on the amounts it was proposed on; propose it again.',
      });
  }
  const amended = (chargedAfterCents: number): FineEvent => ({
    type: 'CivilFineAmended',
    data: {
      ...{ ...data, days, amendedOn: today },
      chargedBeforeCents: figuresNow(fine, facts).chargedCents,
      chargedAfterCents,
    },
  });
  const after = fineOf(finesFold.evolve(state, amended(0)), fineId)!;
  return [amended(figuresNow(after, facts).chargedCents)];
};

/** Anybody may decline, the person who proposed included. */
export const declineReduction = (
  { fineId, reductionId, reason }: DeclineReduction,
  state: FinesState,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const fine = knownFine(state, fineId);
  waiting(fine, reductionId);
  return [
    {
      type: 'FineReductionDeclined',
      data: { ...inFine(fine), reductionId, reason, declinedBy: actor.id, declinedOn: today },
    },
  ];
};
