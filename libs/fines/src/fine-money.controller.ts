import type { Operation } from '#runtime';

import * as dto from './fines.dto.js';
import { ofFine, onParty } from './party-operation.controller.js';

const REDUCTION = 'domain brief 5.11; a second person confirms';
const COLLECTION = 'domain brief 2.4: by payment or by civil action';

/** What lowers, pays, returns and collects the money of a fine. */
export const moneyOperations: readonly Operation[] = [
  onParty({
    id: 'amendCivilFine',
    summary: 'Propose lower amounts for days of a fine; a second person confirms',
    body: dto.AmendCivilFineDto,
    partyId: ofFine,
    command: ({ fineId, days, reason }) => ({
      type: 'AmendCivilFine',
      fineId,
      days: days.map(({ day, statementId, cents }) => ({ day, statementId: statementId ?? null, cents })),
      reason,
    }),
    authority: REDUCTION,
  }),
  onParty({
    id: 'waiveCivilFine',
    summary: 'Propose to give up an amount that is owed; a second person confirms',
    body: dto.WaiveCivilFineDto,
    partyId: ofFine,
    command: ({ fineId, cents, reason }) => ({ type: 'WaiveCivilFine', fineId, cents, reason }),
    authority: REDUCTION,
  }),
  onParty({
    id: 'confirmReduction',
    summary: 'Confirm a reduction that another person proposed; it is decided afresh',
    body: dto.ConfirmReductionDto,
    partyId: ofFine,
    command: ({ fineId, reductionId }) => ({ type: 'ConfirmReduction', fineId, reductionId }),
    authority: REDUCTION,
  }),
  onParty({
    id: 'declineReduction',
    summary: 'Decline a reduction that waits',
    body: dto.DeclineReductionDto,
    partyId: ofFine,
    command: ({ fineId, reductionId, reason }) => ({ type: 'DeclineReduction', fineId, reductionId, reason }),
  }),
  onParty({
    id: 'recordPayment',
    summary: 'Record money received for a fine',
    body: dto.RecordPaymentDto,
    partyId: ofFine,
    command: ({ fineId, amountCents, receivedOn, method, reference }) => ({
      type: 'RecordPayment',
      fineId,
      amountCents,
      receivedOn,
      method,
      reference: reference ?? null,
    }),
  }),
  onParty({
    id: 'refundCredit',
    summary: 'Record credit of a fine paid back',
    body: dto.RefundCreditDto,
    partyId: ofFine,
    command: ({ fineId, amountCents, refundedOn, method, reference }) => ({
      type: 'RefundCredit',
      fineId,
      amountCents,
      refundedOn,
      method,
      reference: reference ?? null,
    }),
  }),
  onParty({
    id: 'applyCredit',
    summary: 'Use credit of a fine for another fine of the same person',
    body: dto.ApplyCreditDto,
    partyId: ofFine,
    command: ({ fineId, toFineId, amountCents }) => ({ type: 'ApplyCredit', fineId, toFineId, amountCents }),
  }),
  onParty({
    id: 'recordCollectionAction',
    summary: 'Record a civil action to collect a fine',
    body: dto.RecordCollectionActionDto,
    partyId: ofFine,
    command: ({ fineId, court, indexNumber, commencedOn }) => ({
      type: 'RecordCollectionAction',
      fineId,
      court,
      indexNumber,
      commencedOn,
    }),
    authority: COLLECTION,
  }),
  onParty({
    id: 'recordJudgment',
    summary: 'Record a judgment; the days charged then are settled by it',
    body: dto.RecordJudgmentDto,
    partyId: ofFine,
    command: ({ fineId, court, indexNumber, enteredOn, amountCents }) => ({
      type: 'RecordJudgment',
      fineId,
      court,
      indexNumber,
      enteredOn,
      amountCents,
    }),
    authority: COLLECTION,
  }),
  onParty({
    id: 'recordSatisfaction',
    summary: 'Record that a judgment is satisfied',
    body: dto.RecordSatisfactionDto,
    partyId: ofFine,
    command: ({ fineId, satisfiedOn, reference }) => ({ type: 'RecordSatisfaction', fineId, satisfiedOn, reference }),
    authority: COLLECTION,
  }),
];
