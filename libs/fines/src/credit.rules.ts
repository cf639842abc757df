import type { DecisionContext } from '#kernel';
import { formatCents } from '#kernel';

import { finesAsOf } from './as-of.rules.js';
import type { ApplyCredit, RecordPayment, RefundCredit } from './fine.commands.js';
import type { FineEvent } from './fine.events.js';
import type { Fine, FinesState } from './fine.state.js';
import { fineOf, partyIdOf } from './fine.state.js';
import type { FineFacts } from './fine.types.js';
import { refuse } from './imposition.rules.js';
import { inFine, knownFine, liveFine, requirePast } from './known-fine.rules.js';
import { fineDays, moneyNow, moneyOf, type FineMoney } from './money.rules.js';

const requireAmount = (amountCents: number, what: string): void => {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    refuse('ZERO_AMOUNT', `${what} is an amount.`, { kind: 'invalid', field: 'amountCents' });
};

/** Figures of a fine at this moment, on the ledger that the runner folded. */
export const figuresNow = (fine: Fine, { views }: FineFacts): FineMoney => moneyNow(fine, views.get(fine.fineId)!);

/** Money is taken as it comes: what passes what is owed shows as credit, and a withdrawn fine's payments do too (F12). */
export const pay = (command: RecordPayment, state: FinesState, { today }: DecisionContext): FineEvent[] => {
  const { fineId, amountCents, receivedOn, method, reference } = command;
  const fine = knownFine(state, fineId);
  requireAmount(amountCents, 'A payment');
  requirePast(receivedOn, today, 'receivedOn');
  if (receivedOn < fine.imposedOn)
    refuse('RECEIVED_BEFORE_IMPOSED', `The fine was ${fine.how} on ${fine.imposedOn}; no payment on it came before.`, {
      kind: 'invalid',
      field: 'receivedOn',
      receivedOn,
    });
  const paymentId = `${fineId}.payment-${fine.payments.length + 1}`;
  return [
    {
      type: 'PaymentReceived',
      data: { ...inFine(fine), paymentId, amountCents, receivedOn, enteredOn: today, method, reference },
    },
  ];
};

const requireCredit = (fine: Fine, amountCents: number, creditCents: number, more: object = {}): void => {
  if (amountCents > creditCents)
    refuse('MORE_THAN_CREDIT', `The credit of fine ${fine.number} is ${formatCents(creditCents)}.`, {
      field: 'amountCents',
      creditCents,
      rule: 'No more is refunded or applied than was paid beyond what is owed.',
      ...more,
    });
};

/** Money given back: no more than the credit, now and on the day it went out, so that no balance goes below zero (F12). */
export const refund = (
  command: RefundCredit,
  state: FinesState,
  facts: FineFacts,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const { fineId, amountCents, refundedOn, method, reference } = command;
  const fine = knownFine(state, fineId);
  requireAmount(amountCents, 'A refund');
  requirePast(refundedOn, today, 'refundedOn');
  requireCredit(fine, amountCents, figuresNow(fine, facts).creditCents);
  const later = [...fine.refunds.map((one) => one.refundedOn), ...fine.creditOut.map(({ appliedOn }) => appliedOn)];
  for (const day of [refundedOn, ...later.filter((other) => other > refundedOn)]) {
    const then = fineOf(finesAsOf(state, day), fineId);
    const creditThen = then ? moneyOf(then, fineDays(then, facts.views.get(fineId)!, day)).creditCents : 0;
    requireCredit(fine, amountCents, creditThen, { on: day });
  }
  return [
    {
      type: 'CreditRefunded',
      data: {
        ...inFine(fine),
        refundId: `${fineId}.refund-${fine.refunds.length + 1}`,
        ...{ amountCents, refundedOn, enteredOn: today, method, reference },
        refundedBy: actor.id,
      },
    },
  ];
};

/** Credit used for another fine of the same person: no more than the credit of the one and what is open on the other. */
export const applyCredit = (
  command: ApplyCredit,
  state: FinesState,
  facts: FineFacts,
  { today, actor }: DecisionContext,
): FineEvent[] => {
  const { fineId, toFineId, amountCents } = command;
  const fine = knownFine(state, fineId);
  if (partyIdOf(toFineId) !== fine.partyId)
    refuse('NOT_THE_SAME_PERSON', 'Credit of one person is not used for the fine of another.', { field: 'toFineId' });
  if (toFineId === fineId)
    refuse('THE_SAME_FINE', 'Credit of a fine is used for another fine.', { kind: 'invalid', field: 'toFineId' });
  const target = liveFine(state, toFineId, 'toFineId');
  requireAmount(amountCents, 'A credit');
  requireCredit(fine, amountCents, figuresNow(fine, facts).creditCents);
  const { openCents } = figuresNow(target, facts);
  if (amountCents > openCents)
    refuse('MORE_THAN_OPEN', `${formatCents(openCents)} is open on fine ${target.number}.`, {
      field: 'amountCents',
      openCents,
      toFineId,
    });
  return [
    {
      type: 'CreditApplied',
      data: { ...inFine(fine), toFineId, amountCents, appliedOn: today, appliedBy: actor.id },
    },
  ];
};
