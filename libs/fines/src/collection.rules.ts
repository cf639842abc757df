import type { DecisionContext } from '#kernel';
import { formatCents } from '#kernel';

import { finesAsOf } from './as-of.rules.js';
import { figuresNow } from './credit.rules.js';
import type { RecordCollectionAction, RecordJudgment, RecordSatisfaction } from './fine.commands.js';
import type { FineEvent } from './fine.events.js';
import type { FinesState } from './fine.state.js';
import { fineOf } from './fine.state.js';
import type { FineFacts } from './fine.types.js';
import { refuse } from './imposition.rules.js';
import { inFine, liveFine, requirePast } from './known-fine.rules.js';
import { dayKey } from './named-day.rules.js';
import { fineDays } from './money.rules.js';

const AUTHORITY = 'domain brief 2.4: by payment or by civil action; no lien, no interest';

/** A civil action to collect what is open. */
export const recordCollectionAction = (
  { fineId, court, indexNumber, commencedOn }: RecordCollectionAction,
  state: FinesState,
  facts: FineFacts,
  { today }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, fineId);
  requirePast(commencedOn, today, 'commencedOn');
  if (commencedOn < fine.imposedOn)
    refuse('BEFORE_THE_FINE', `The fine was ${fine.how} on ${fine.imposedOn}.`, {
      kind: 'invalid',
      field: 'commencedOn',
    });
  if (figuresNow(fine, facts).openCents === 0)
    refuse('NOTHING_TO_COLLECT', `Nothing is open on fine ${fine.number}.`, { field: 'fineId', authority: AUTHORITY });
  return [
    {
      type: 'CollectionActionCommenced',
      data: { ...inFine(fine), court, indexNumber, commencedOn, recordedOn: today },
    },
  ];
};

/**
 * A judgment settles the days that are charged now and were charged on the day it was entered; what is owed follows the
 * formulas as before.
 */
export const recordJudgment = (
  { fineId, court, indexNumber, enteredOn, amountCents }: RecordJudgment,
  state: FinesState,
  facts: FineFacts,
  { today }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, fineId);
  requirePast(enteredOn, today, 'enteredOn');
  if (fine.judgment)
    refuse('ALREADY_IN_JUDGMENT', `Judgment was entered on ${fine.judgment.enteredOn}.`, { field: 'fineId' });
  if (amountCents <= 0) refuse('ZERO_AMOUNT', 'A judgment is an amount.', { kind: 'invalid', field: 'amountCents' });
  const view = facts.views.get(fineId)!;
  const then = fineOf(finesAsOf(state, enteredOn), fineId);
  const chargedThen = new Set(
    then
      ? fineDays(then, view, enteredOn)
          .filter(({ charged }) => charged)
          .map(dayKey)
      : [],
  );
  const days = fineDays(fine, view)
    .filter((day) => day.charged && chargedThen.has(dayKey(day)))
    .map(({ day, statementId }) => ({ day, statementId }));
  if (days.length === 0)
    refuse('NOTHING_CHARGED', `No day of fine ${fine.number} was charged on ${enteredOn}.`, {
      field: 'enteredOn',
      rule: 'A judgment is on days that are charged.',
    });
  return [
    {
      type: 'JudgmentRecorded',
      data: { ...inFine(fine), court, indexNumber, enteredOn, amountCents, days, recordedOn: today },
    },
  ];
};

/** The judgment is satisfied: nothing is open any more, each cent by a payment, a credit or a waiver on record. */
export const recordSatisfaction = (
  { fineId, satisfiedOn, reference }: RecordSatisfaction,
  state: FinesState,
  facts: FineFacts,
  { today }: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, fineId);
  if (!fine.judgment) return refuse('NO_JUDGMENT', 'There is no judgment to satisfy.', { field: 'fineId' });
  if (fine.satisfaction)
    refuse('ALREADY_SATISFIED', `It was satisfied on ${fine.satisfaction.satisfiedOn}.`, { field: 'fineId' });
  requirePast(satisfiedOn, today, 'satisfiedOn');
  if (satisfiedOn < fine.judgment.enteredOn)
    refuse('BEFORE_THE_JUDGMENT', `Judgment was entered on ${fine.judgment.enteredOn}.`, {
      kind: 'invalid',
      field: 'satisfiedOn',
    });
  const { openCents } = figuresNow(fine, facts);
  if (openCents > 0)
    refuse('STILL_OPEN', `${formatCents(openCents)} is open: record the payment or waive it first.`, {
      field: 'fineId',
      openCents,
    });
  return [{ type: 'SatisfactionRecorded', data: { ...inFine(fine), satisfiedOn, reference, recordedOn: today } }];
};
