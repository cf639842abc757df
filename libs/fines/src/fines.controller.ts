import { sumCents } from '#kernel';
import { parseInstant } from '#legal-time';
import type { Operation } from '#runtime';
import { command, query } from '#runtime';

import type { FineCommand } from './fine.commands.js';
import { finesAggregate } from './fine.decider.js';
import type { FineEvent } from './fine.events.js';
import { finesStream } from './fine.events.js';
import { fineFacts, finesStreamOfFinding } from './fine.facts.js';
import { listFines } from './fine-list.projection.js';
import { partyIdOf } from './fine.state.js';
import * as dto from './fines.dto.js';
import { explainFigure, getCaseFines, getFine, getPartyFines } from './fines.queries.js';
import { checkMisdemeanorCount, getMisdemeanorExposure, whatIfFine } from './track.queries.js';

const PAGE = 50;
const POWER = '§ 168-30D (L.L. No. 22-2009)';

const refs = ({ type, data }: FineEvent): Record<string, string> => {
  const { partyId, caseId, fineId } = data;
  const all = { party: partyId, case: caseId, fine: fineId };
  switch (type) {
    case 'CivilFineImposed':
    case 'StatementIssued':
      return { ...all, premises: data.premisesId, finding: data.findingId, ledger: data.ledger };
    case 'FineDaysDropped':
      return { ...all, finding: data.findingId, ledger: data.ledger };
    default:
      return all;
  }
};

const answer = (events: readonly FineEvent[]): Record<string, unknown> => {
  const [event] = events;
  if (!event) return {};
  const { fineId, caseId } = event.data;
  switch (event.type) {
    case 'CivilFineImposed':
      return {
        fineId,
        caseId,
        number: event.data.number,
        days: event.data.days.length,
        totalCents: sumCents(event.data.days.map(({ cents }) => cents)),
      };
    case 'StatementIssued':
      return {
        fineId,
        caseId,
        statementId: event.data.statementId,
        days: event.data.days.length,
        totalCents: sumCents(event.data.days.map(({ cents }) => cents)),
      };
    case 'FineNoticeServed':
      return {
        fineId,
        caseId,
        statementId: event.data.statementId,
        servedOn: event.data.servedOn,
        droppedBefore: event.data.droppedBefore,
      };
    case 'PaymentReceived':
      return { fineId, caseId, paymentId: event.data.paymentId };
    default:
      return { fineId, caseId };
  }
};

/** A command on the fines of one party: only fixes what all of them share. */
const onParty = <Body extends object>(operation: {
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

const ofFine = ({ fineId }: { readonly fineId: string }): string => partyIdOf(fineId);

/** Everything fines can be told and asked. */
export const fineOperations: readonly Operation[] = [
  command({
    id: 'imposeCivilFine',
    summary: 'Impose a civil fine on provable days of one finding',
    body: dto.ImposeCivilFineDto,
    aggregate: finesAggregate,
    stream: ({ findingId }, _newId, load) => finesStreamOfFinding(findingId, load),
    command: ({ findingId, days, spans, amount, running, raises, reason, imposedBy }): FineCommand => ({
      type: 'ImposeCivilFine',
      findingId,
      days: days ?? [],
      spans: spans ?? [],
      amount,
      running: running ?? null,
      raises: raises ?? null,
      reason,
      imposedBy: imposedBy ?? null,
    }),
    facts: fineFacts,
    number: { kind: 'fine', prefix: 'CF' },
    refs,
    answer,
    authority: POWER,
  }),
  onParty({
    id: 'serveStatement',
    summary: 'Issue a statement of added days of a running fine',
    body: dto.ServeStatementDto,
    partyId: ofFine,
    command: ({ fineId, days, spans, issuedBy }) => ({
      type: 'ServeStatement',
      fineId,
      days: days ?? [],
      spans: spans ?? [],
      issuedBy: issuedBy ?? null,
    }),
    authority: POWER,
  }),
  onParty({
    id: 'recordService',
    summary: 'Record that a fine or a statement was served; it is charged from then on',
    body: dto.RecordServiceDto,
    partyId: ofFine,
    command: ({ fineId, statementId, servedAt, method, proof }) => ({
      type: 'RecordService',
      fineId,
      statementId: statementId ?? null,
      servedAt: parseInstant(servedAt, 'servedAt').instant,
      method,
      proof,
    }),
  }),
  onParty({
    id: 'dropFineDays',
    summary: 'Drop the days that a ledger took out of provable',
    body: dto.DropFineDaysDto,
    partyId: ({ partyId }) => partyId,
    command: ({ ledger }) => ({ type: 'DropFineDays', ledger }),
    internal: true,
    repeatable: true,
  }),
  onParty({
    id: 'recheckFine',
    summary: 'Look afresh at what a fine rested on',
    body: dto.OfFineDto,
    partyId: ofFine,
    command: ({ fineId }) => ({ type: 'RecheckFine', fineId }),
    internal: true,
    repeatable: true,
  }),
  onParty({
    id: 'withdrawCivilFine',
    summary: 'Withdraw a civil fine; what was paid becomes credit',
    body: dto.WithdrawCivilFineDto,
    partyId: ofFine,
    command: ({ fineId, reason }) => ({ type: 'WithdrawCivilFine', fineId, reason }),
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
  query({
    id: 'getCaseFines',
    summary: 'Fines and figures of a case, each with the steps that led to it',
    query: dto.GetCaseFinesQuery,
    answer: getCaseFines,
  }),
  query({
    id: 'getPartyFines',
    summary: 'Fines of a party over all cases, and what is left under the cap on each day',
    query: dto.GetPartyFinesQuery,
    answer: getPartyFines,
    etag: ({ partyId }) => finesStream(partyId),
  }),
  query({
    id: 'getFine',
    summary: 'One fine with its document as frozen',
    query: dto.GetFineQuery,
    answer: getFine,
    etag: ({ fineId }) => finesStream(partyIdOf(fineId)),
  }),
  query({
    id: 'explainFigure',
    summary: 'The steps that led to one figure of a case',
    query: dto.ExplainFigureQuery,
    answer: explainFigure,
  }),
  query({
    id: 'whatIfFine',
    summary: 'Figures of a finding under a supposition; stored nowhere',
    query: dto.WhatIfFineQuery,
    answer: whatIfFine,
  }),
  query({
    id: 'getMisdemeanorExposure',
    summary: 'Separate misdemeanor counts of a case or finding, one for each day',
    query: dto.GetMisdemeanorExposureQuery,
    answer: getMisdemeanorExposure,
  }),
  query({
    id: 'checkMisdemeanorCount',
    summary: 'Check a count as counsel drafts it: one count carries one maximum',
    query: dto.CheckMisdemeanorCountQuery,
    answer: checkMisdemeanorCount,
  }),
  query({
    id: 'listFines',
    summary: 'Fines by number, of a case or party where asked',
    query: dto.ListFinesQuery,
    answer: ({ limit, ...question }, { readModel }) => listFines(readModel, { limit: limit ?? PAGE, ...question }),
  }),
];
