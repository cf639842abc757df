import type { Event, EventCatalog, LocalDay, Personal } from '#kernel';

/** What counsel writes for counsel about a case (issue 4, deliverable 4): work product, under a key of its own kind. */
export type CounselNoteAdded = Event<
  'CounselNoteAdded',
  {
    readonly caseId: string;
    /** `<caseId>.note-<n>`. */
    readonly noteId: string;
    readonly text: Personal;
    readonly writtenBy: string;
    readonly writtenOn: LocalDay;
  }
>;

export type CounselNoteEvent = CounselNoteAdded;

/** Name of the key that counsel's work product in a case is sealed under: opened for the role counsel alone. */
export const counselKey = (caseId: string): string => `counsel-${caseId}`;

export const counselNoteCatalog = {
  CounselNoteAdded: {
    version: 1,
    sealed: [{ key: (data: { readonly caseId: string }) => counselKey(data.caseId), fields: ['text'] }],
    workProduct: true,
  },
} as const satisfies EventCatalog<CounselNoteEvent>;
