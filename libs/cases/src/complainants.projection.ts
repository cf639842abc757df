import type { Event, Personal, Recorded } from '#kernel';
import type { Projection, ReadModelReader } from '#runtime';

import type { ComplaintReceived } from './complaint.events.js';

/** The keyed hash that stands beside a sealed text; null where the text was never sealed so. */
const hashOf = (text: Personal): string | null =>
  text !== null && typeof text === 'object' ? (text.$sealed.h ?? null) : null;

/**
 * Which complaints have which name or number, by keyed hash alone (design 4): the texts are never opened for it, and
 * without the key nothing in it can be told or tried.
 */
export const complainantsProjection: Projection = {
  name: 'complainants',
  version: 1,
  schema: `
    CREATE TABLE cases_complainant (
      hash TEXT NOT NULL, complaint_id TEXT NOT NULL, PRIMARY KEY (hash, complaint_id)
    ) STRICT, WITHOUT ROWID;
  `,
  tables: ['cases_complainant'],
  listensTo: ['ComplaintReceived'],
  apply: (tables, recorded: Recorded<Event<string, never>>) => {
    const { complaintId, complainant } = (recorded.event as unknown as ComplaintReceived).data;
    for (const hash of [hashOf(complainant?.name ?? null), hashOf(complainant?.phoneDigits ?? null)])
      if (hash !== null)
        tables.run(
          'INSERT INTO cases_complainant (hash, complaint_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
          hash,
          complaintId,
        );
  },
};

/** Complaints whose complainant's name or number has a keyed hash. */
export const complaintsWithHash = (readModel: ReadModelReader, hash: string): readonly string[] =>
  readModel
    .all<{ id: string }>('SELECT complaint_id AS id FROM cases_complainant WHERE hash = ? ORDER BY complaint_id', hash)
    .map(({ id }) => id);
