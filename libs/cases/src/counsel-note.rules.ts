import type { DecisionContext } from '#kernel';

import type { CaseEvent } from './case.events.js';
import { counselOnly, known } from './case.rules.js';
import type { CaseState } from './case.state.js';
import type { AddCounselNote } from './counsel-note.commands.js';

/**
 * A note may be added to any case on file, closed and consolidated ones included: counsel goes on thinking.
 * @throws CASES.UNKNOWN_CASE, CASES.COUNSEL_ONLY
 */
export const addCounselNote = ({ text }: AddCounselNote, state: CaseState, context: DecisionContext): CaseEvent[] => {
  const caseId = known(state);
  counselOnly(context, "Counsel's notes are counsel's work product.", 'CPLR 3101(c)');
  const noteId = `${caseId}.note-${state.counselNotes.length + 1}`;
  const { actor, today } = context;
  return [{ type: 'CounselNoteAdded', data: { caseId, noteId, text, writtenBy: actor.id, writtenOn: today } }];
};
