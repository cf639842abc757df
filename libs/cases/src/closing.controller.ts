import { query, type Operation } from '#runtime';

import { caseIdOfHold } from './case.state.js';
import * as dto from './closing.dto.js';
import { caseConcerned } from './closing.facts.js';
import { getClosing } from './closing.queries.js';
import { onCase } from './on-case.controller.js';

const ofCase = ({ caseId }: { readonly caseId: string }): string => caseId;
const PRACTICE = 'Town practice (domain.md 5.7)';

/** Closing, reopening, litigation holds, consolidation and split. */
export const closingOperations: readonly Operation[] = [
  onCase({
    id: 'placeLitigationHold',
    summary: 'Place a litigation hold (counsel)',
    body: dto.PlaceLitigationHoldDto,
    caseId: ofCase,
    command: ({ reason }) => ({ type: 'PlaceLitigationHold', reason }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'releaseLitigationHold',
    summary: 'Release a litigation hold (counsel)',
    body: dto.ReleaseLitigationHoldDto,
    caseId: ({ holdId }) => caseIdOfHold(holdId),
    command: ({ holdId, reason }) => ({ type: 'ReleaseLitigationHold', holdId, reason }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'closeCase',
    summary: 'Close a case; refused while anything unwaived keeps it open, naming each',
    body: dto.CloseCaseDto,
    caseId: ofCase,
    command: ({ reason, note, waivers }) => ({
      type: 'CloseCase',
      reason,
      note,
      waivers: (waivers ?? []).map(({ guard, subject, reason: why }) => ({
        guard,
        subject: subject ?? null,
        reason: why,
      })),
    }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'reopenCase',
    summary: 'Reopen a closed case',
    body: dto.ReopenCaseDto,
    caseId: ofCase,
    command: ({ reason }) => ({ type: 'ReopenCase', reason }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'reopenIfClosed',
    summary: 'Reopen the case that something arrived in, should it be closed',
    body: dto.ReopenIfClosedDto,
    // What arrives for a finding that moved concerns the case that it goes on in.
    caseId: ({ caseId, findingId, fineId }, load) => caseConcerned({ caseId, findingId, fineId }, load),
    command: ({ cause, subject }) => ({ type: 'ReopenIfClosed', cause, subject }),
    internal: true,
  }),
  onCase({
    id: 'recheckClosing',
    summary: 'Decide afresh whether a closed case could be closed',
    body: dto.RecheckClosingDto,
    caseId: ({ caseId, fineId }, load) => caseConcerned({ caseId, fineId }, load),
    command: () => ({ type: 'RecheckClosing' }),
    internal: true,
  }),
  onCase({
    id: 'consolidateCases',
    summary: 'Let all findings of a case go on in another; their days, fines and appeals stay as they are',
    body: dto.ConsolidateCasesDto,
    caseId: ofCase,
    command: ({ intoCaseId, reason }) => ({ type: 'ConsolidateCases', intoCaseId, reason }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'splitCase',
    summary: 'Let some findings of a case go on in another; their days, fines and appeals stay as they are',
    body: dto.SplitCaseDto,
    caseId: ofCase,
    command: ({ intoCaseId, findingIds, reason }) => ({ type: 'SplitCase', intoCaseId, findingIds, reason }),
    authority: PRACTICE,
  }),
  onCase({
    id: 'receiveFindings',
    summary: 'Receive findings that go on here',
    body: dto.ReceiveFindingsDto,
    // Should that case have been consolidated meanwhile, its findings go on where it went.
    caseId: ({ caseId }, load) => caseConcerned({ caseId }, load),
    command: ({ fromCaseId, findingIds }) => ({ type: 'ReceiveFindings', fromCaseId, findingIds }),
    internal: true,
  }),
  query({
    id: 'getClosing',
    summary: 'What would keep a case open now, as a checklist, and whether closing is offered',
    query: dto.GetClosingQuery,
    answer: getClosing,
  }),
];
