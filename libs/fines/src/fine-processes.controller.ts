import { parseInstant } from '#legal-time';
import type { Operation } from '#runtime';

import * as dto from './fine-processes.dto.js';
import { OfFineDto } from './fines.dto.js';
import { ofFine, onParty } from './party-operation.controller.js';

/** In the body of a list of documents the imposition has a word of its own; in the record it is null. */
const IMPOSITION = 'imposition';
const documentOf = (document: string | null | undefined): string | null =>
  document === undefined || document === IMPOSITION ? null : document;

const BOARD = '§ 168-30D: appeal to the Town Board';

/** What processes tell the fines of one party; each twice adds nothing. */
export const processOperations: readonly Operation[] = [
  onParty({
    id: 'recordFineService',
    summary: 'A fine or a statement was served by its notice; it is charged from then on',
    body: dto.RecordFineServiceDto,
    partyId: ofFine,
    command: ({ fineId, statementId, noticeId, servedAt, method }) => ({
      type: 'RecordFineService',
      fineId,
      statementId: documentOf(statementId),
      noticeId,
      servedAt: parseInstant(servedAt, 'servedAt').instant,
      method,
    }),
    internal: true,
  }),
  onParty({
    id: 'dropFineDays',
    summary: 'Drop the unsettled days that a ledger took out of provable, and note the settled ones',
    body: dto.DropFineDaysDto,
    partyId: ({ partyId }) => partyId,
    command: ({ ledger }) => ({ type: 'DropFineDays', ledger }),
    internal: true,
    repeatable: true,
  }),
  onParty({
    id: 'recheckFine',
    summary: 'Look afresh at what a fine rested on',
    body: OfFineDto,
    partyId: ofFine,
    command: ({ fineId }) => ({ type: 'RecheckFine', fineId }),
    internal: true,
    repeatable: true,
  }),
  onParty({
    id: 'noteAppeal',
    summary: 'An appeal against documents of a fine was filed',
    body: dto.NoteAppealDto,
    partyId: ofFine,
    command: ({ fineId, appealId, number, documents, filedOn }) => ({
      type: 'NoteAppeal',
      fineId,
      appealId,
      number,
      documents: documents.map(documentOf),
      filedOn,
    }),
    authority: BOARD,
    internal: true,
  }),
  onParty({
    id: 'noteAppealEnded',
    summary: 'An appeal ended without a decision; its stays end with it',
    body: dto.NoteAppealEndedDto,
    partyId: ofFine,
    command: ({ fineId, appealId, how, endedOn }) => ({ type: 'NoteAppealEnded', fineId, appealId, how, endedOn }),
    authority: BOARD,
    internal: true,
  }),
  onParty({
    id: 'applyStay',
    summary: 'The Board stayed days of a fine',
    body: dto.ApplyStayDto,
    partyId: ofFine,
    command: ({ fineId, appealId, stayId, days, documents, stayedOn, authority }) => ({
      type: 'ApplyStay',
      fineId,
      appealId,
      stayId,
      days: days ?? null,
      documents: documents.map(documentOf),
      stayedOn,
      authority,
    }),
    authority: BOARD,
    internal: true,
  }),
  onParty({
    id: 'endStay',
    summary: 'A stay ended',
    body: dto.EndStayDto,
    partyId: ofFine,
    command: ({ fineId, appealId, stayId, endedOn, cause }) => ({
      type: 'EndStay',
      fineId,
      appealId,
      stayId,
      endedOn,
      cause,
    }),
    authority: BOARD,
    internal: true,
  }),
  onParty({
    id: 'applyDecision',
    summary: "Apply the Board's decision to the days of a fine; what no longer fits is named",
    body: dto.ApplyDecisionDto,
    partyId: ofFine,
    command: ({ fineId, appealId, decisionId, decidedOn, effects }) => ({
      type: 'ApplyDecision',
      fineId,
      appealId,
      decisionId,
      decidedOn,
      effects: effects.map(({ paragraph, effect, days }) => ({
        paragraph,
        effect,
        days: days.map(({ day, statementId, cents }) => ({
          day,
          statementId: documentOf(statementId),
          cents: effect === 'modified' ? (cents ?? null) : null,
        })),
      })),
    }),
    authority: BOARD,
    internal: true,
  }),
  onParty({
    id: 'lapseDecision',
    summary: 'Paragraphs of a decision were annulled; their effects lapse',
    body: dto.LapseDecisionDto,
    partyId: ofFine,
    command: ({ fineId, appealId, decisionId, paragraphs, lapsedOn, reference }) => ({
      type: 'LapseDecision',
      fineId,
      appealId,
      decisionId,
      paragraphs,
      lapsedOn,
      reference,
    }),
    authority: 'CPLR article 78',
    internal: true,
  }),
  onParty({
    id: 'finishDecision',
    summary: 'A decision is no longer open to Article 78: what it reversed is free under the cap',
    body: dto.FinishDecisionDto,
    partyId: ofFine,
    command: ({ fineId, appealId, decisionId, finalOn }) => ({
      type: 'FinishDecision',
      fineId,
      appealId,
      decisionId,
      finalOn,
    }),
    authority: 'CPLR 217(1)',
    internal: true,
  }),
];
