import { query, type Operation, type QueryContext } from '#runtime';

import * as dto from './counsel-note.dto.js';
import { knownCase } from './known-case.queries.js';
import { onCase } from './on-case.controller.js';

/** Counsel's notes in a case up to the end of a local day, the newest last. @throws CASES.UNKNOWN_CASE */
const listCounselNotes = async ({ caseId }: dto.ListCounselNotesQuery, context: QueryContext) => {
  const day = context.asOf ?? context.today;
  const { counselNotes } = await knownCase(caseId, context);
  return { caseId, notes: counselNotes.filter(({ writtenOn }) => writtenOn <= day) };
};

/** What counsel writes about a case for counsel alone. */
export const counselNoteOperations: readonly Operation[] = [
  onCase({
    id: 'addCounselNote',
    summary: "Add to counsel's work product in a case; nobody else is shown that it is there",
    body: dto.AddCounselNoteDto,
    caseId: ({ caseId }) => caseId,
    command: ({ text }) => ({ type: 'AddCounselNote', text }),
    authority: 'CPLR 3101(c)',
  }),
  query({
    id: 'listCounselNotes',
    summary: "Counsel's notes in a case",
    query: dto.ListCounselNotesQuery,
    answer: listCounselNotes,
  }),
];
