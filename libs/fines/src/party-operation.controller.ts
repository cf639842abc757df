import { sumCents } from '#kernel';
import type { Operation } from '#runtime';
import { command } from '#runtime';

import type { FineCommand } from './fine.commands.js';
import { finesAggregate } from './fine.decider.js';
import type { FineEvent } from './fine.events.js';
import { finesStream } from './fine.events.js';
import { fineFacts } from './fine.facts.js';
import type { FinesState } from './fine.state.js';
import { fineOf, partyIdOf } from './fine.state.js';
import type { DayCents } from './fine.types.js';

/** What else an event of a fine concerns; its ledger too where a process looks at the ledger again. */
export const refs = (event: FineEvent, { state }: { readonly state: FinesState }): Record<string, string> => {
  const { partyId, caseId, fineId } = event.data;
  const all = { party: partyId, case: caseId, fine: fineId };
  switch (event.type) {
    case 'CivilFineImposed':
    case 'CivilFineAgreed':
    case 'StatementIssued':
      return { ...all, premises: event.data.premisesId, finding: event.data.findingId, ledger: event.data.ledger };
    case 'FineDaysDropped':
      return { ...all, finding: event.data.findingId, ledger: event.data.ledger };
    case 'SettledDaysChanged':
      return { ...all, ledger: event.data.ledger };
    case 'FineNoticeServed':
      return event.data.noticeId === null ? all : { ...all, notice: event.data.noticeId };
    case 'FineAppealed':
    case 'FineAppealEnded':
    case 'StayApplied':
    case 'StayEnded':
      return { ...all, appeal: event.data.appealId };
    case 'DecisionApplied':
    case 'DecisionLapsed':
    case 'DecisionFinal': {
      const fine = fineOf(state, fineId);
      return { ...all, appeal: event.data.appealId, ...(fine ? { finding: fine.findingId, ledger: fine.ledger } : {}) };
    }
    case 'CreditApplied':
      return { ...all, toFine: event.data.toFineId };
    default:
      return all;
  }
};

const total = (days: readonly DayCents[]) => ({
  days: days.length,
  totalCents: sumCents(days.map(({ cents }) => cents)),
});

/** What the sender of a command on a fine is told. */
export const answer = (events: readonly FineEvent[]): Record<string, unknown> => {
  const [event] = events;
  if (!event) return {};
  const { fineId, caseId } = event.data;
  const of = { fineId, caseId };
  switch (event.type) {
    case 'CivilFineImposed': {
      const wanting = events.find((other) => other.type === 'AgreementFoundWanting');
      return {
        ...of,
        number: event.data.number,
        ...total(event.data.days),
        ...(wanting
          ? {
              agreed: false,
              missing: wanting.data.missing,
              note: 'The agreement lacks these words: the fine is imposed, must be served, and may be appealed.',
            }
          : {}),
      };
    }
    case 'CivilFineAgreed':
      return { ...of, number: event.data.number, ...total(event.data.days), agreed: true, missing: [] };
    case 'StatementIssued':
      return { ...of, statementId: event.data.statementId, ...total(event.data.days) };
    case 'FineNoticeServed': {
      const { statementId, servedOn, droppedBefore } = event.data;
      return { ...of, statementId, servedOn, droppedBefore };
    }
    case 'PaymentReceived':
      return { ...of, paymentId: event.data.paymentId };
    case 'FineReductionProposed':
      return { ...of, reductionId: event.data.reductionId, waitsForSecondPerson: true };
    case 'CivilFineAmended': {
      const { reductionId, chargedBeforeCents: beforeCents, chargedAfterCents: afterCents } = event.data;
      return { ...of, reductionId, figure: 'chargedCents', beforeCents, afterCents };
    }
    case 'CivilFineWaived': {
      const { reductionId, owedBeforeCents: beforeCents, owedAfterCents: afterCents } = event.data;
      return { ...of, reductionId, figure: 'owedCents', beforeCents, afterCents };
    }
    case 'CreditRefunded':
      return { ...of, refundId: event.data.refundId };
    case 'JudgmentRecorded':
      return { ...of, settledDays: event.data.days.length };
    case 'DecisionApplied':
      return { ...of, unfit: event.data.unfit };
    default:
      return of;
  }
};

/** The party of a fine that a body names. */
export const ofFine = ({ fineId }: { readonly fineId: string }): string => partyIdOf(fineId);

/** A command on the fines of one party: only fixes what all of them share. */
export const onParty = <Body extends object>(operation: {
  readonly id: string;
  readonly summary: string;
  readonly body: new () => Body;
  readonly partyId: (body: Body) => string;
  readonly command: (body: Body) => FineCommand;
  readonly authority?: string;
  readonly internal?: boolean;
  readonly repeatable?: boolean;
}): Operation => {
  const { partyId, ...rest } = operation;
  return command({
    aggregate: finesAggregate,
    stream: (body: Body) => finesStream(partyId(body)),
    facts: fineFacts,
    refs,
    answer,
    ...rest,
  });
};
