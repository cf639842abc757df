import type { Operation } from '#runtime';
import { command, query } from '#runtime';

import type { FineCommand } from './fine.commands.js';
import { finesAggregate } from './fine.decider.js';
import { finesStream } from './fine.events.js';
import { fineFacts, finesStreamOfFinding } from './fine.facts.js';
import { moneyOperations } from './fine-money.controller.js';
import { processOperations } from './fine-processes.controller.js';
import { partyIdOf } from './fine.state.js';
import * as dto from './fines.dto.js';
import { explainFigure, getCaseFines, getFine, getPartyFines } from './fines.queries.js';
import { listFines, listReductions } from './list.queries.js';
import { answer, ofFine, onParty, refs } from './party-operation.controller.js';
import { WhatChangedQuery } from './what-changed.dto.js';
import { whatChanged } from './what-changed.queries.js';
import { checkMisdemeanorCount, getMisdemeanorExposure, whatIfFine } from './track.queries.js';

const POWER = '§ 168-30D (L.L. No. 22-2009)';

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
  command({
    id: 'agreeCivilFine',
    summary: 'Record a fine agreed to in a consent agreement; imposed, where the agreement lacks the words for it',
    body: dto.AgreeCivilFineDto,
    aggregate: finesAggregate,
    stream: ({ findingId }, _newId, load) => finesStreamOfFinding(findingId, load),
    command: ({ findingId, days, spans, amount, agreementId, reason }): FineCommand => ({
      type: 'AgreeCivilFine',
      findingId,
      days: days ?? [],
      spans: spans ?? [],
      amount,
      agreementId,
      reason,
    }),
    facts: fineFacts,
    number: { kind: 'fine', prefix: 'CF' },
    refs,
    answer,
    authority: `${POWER}: impose or agree to`,
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
    id: 'withdrawCivilFine',
    summary: 'Withdraw a civil fine; what was paid becomes credit',
    body: dto.WithdrawCivilFineDto,
    partyId: ofFine,
    command: ({ fineId, reason }) => ({ type: 'WithdrawCivilFine', fineId, reason }),
  }),
  ...moneyOperations,
  ...processOperations,
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
    answer: listFines,
  }),
  query({
    id: 'listReductions',
    summary: 'Every reduction, confirmed, waiting or declined: who, why, before and after',
    query: dto.ListReductionsQuery,
    answer: listReductions,
  }),
  query({
    id: 'whatChanged',
    summary: 'What a case shows at one point of both times that it did not show at another, as a list that sums',
    query: WhatChangedQuery,
    answer: whatChanged,
  }),
];
