import type { Event, Recorded } from '#kernel';
import type { Projection, ReadModelReader, ReadModelTables } from '#runtime';

import type { PartyEvent } from './party.events.js';
import { searchKey, searchTerms } from './search-key.js';

/** A party as it stands in a list. */
export interface PartyListEntry {
  readonly partyId: string;
  /** Null once the person's key was destroyed. */
  readonly name: string | null;
  readonly partyKind: string;
  /** The newest address on file. */
  readonly address: string | null;
  readonly duplicateOf: string | null;
}

type Opened = string | null;

const apply = (tables: ReadModelTables, event: PartyEvent): void => {
  switch (event.type) {
    case 'PartyRegistered': {
      const { partyId, name, partyKind, address } = event.data;
      tables.run(
        'INSERT INTO registry_party (party_id, name, search, party_kind, address, address_from, duplicate_of) VALUES (?, ?, ?, ?, ?, NULL, NULL)',
        partyId,
        name as Opened,
        searchKey(name as Opened),
        partyKind,
        address as Opened,
      );
      return;
    }
    case 'PartyNameCorrected': {
      const { partyId, name } = event.data;
      const opened = name as Opened;
      tables.run(
        'UPDATE registry_party SET name = ?, search = ? WHERE party_id = ?',
        opened,
        searchKey(opened),
        partyId,
      );
      return;
    }
    case 'PartyAddressRecorded': {
      const { partyId, address, from } = event.data;
      tables.run(
        `UPDATE registry_party SET address = ?, address_from = ? WHERE party_id = ? AND coalesce(address_from, '') <= ?`,
        address as Opened,
        from,
        partyId,
        from,
      );
      return;
    }
    case 'PartyMarkedDuplicate':
      tables.run(
        'UPDATE registry_party SET duplicate_of = ? WHERE party_id = ?',
        event.data.duplicateOf,
        event.data.partyId,
      );
  }
};

/** Parties by name, in the clear: the file is disposable and rebuilt without a person whose key was destroyed. */
export const partiesProjection: Projection = {
  name: 'registry-parties',
  version: 1,
  schema: `
    CREATE TABLE registry_party (
      party_id TEXT PRIMARY KEY, name TEXT, search TEXT NOT NULL, party_kind TEXT NOT NULL,
      address TEXT, address_from TEXT, duplicate_of TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX registry_party_by_search ON registry_party (search, party_id);
  `,
  tables: ['registry_party'],
  listensTo: ['PartyRegistered', 'PartyNameCorrected', 'PartyAddressRecorded', 'PartyMarkedDuplicate'],
  opens: ['PartyRegistered', 'PartyNameCorrected', 'PartyAddressRecorded'],
  apply: (tables, recorded: Recorded<Event<string, never>>) => apply(tables, recorded.event as unknown as PartyEvent),
};

export interface PartyListQuestion {
  readonly search?: string;
  readonly limit: number;
  /** The last party of the page before. */
  readonly cursor?: string;
}

/** One page of parties by name; `next` is the cursor of the page after, or null. */
export const listParties = (
  readModel: ReadModelReader,
  { search, limit, cursor }: PartyListQuestion,
): { readonly parties: readonly PartyListEntry[]; readonly next: string | null } => {
  const conditions: string[] = [];
  const parameters: string[] = [];
  if (search !== undefined) {
    const { whole, words } = searchTerms(search);
    // A search without a letter or digit asks for nothing.
    if (whole === '') return { parties: [], next: null };
    const each = words.map(() => 'instr(search, ?) > 0');
    conditions.push(`(instr(search, ?) > 0${each.length > 0 ? ` OR (${each.join(' AND ')})` : ''})`);
    parameters.push(whole, ...words);
  }
  if (cursor !== undefined) {
    conditions.push('(search, party_id) > (SELECT search, party_id FROM registry_party WHERE party_id = ?)');
    parameters.push(cursor);
  }
  const rows = readModel.all<PartyListEntry>(
    `SELECT party_id AS "partyId", name, party_kind AS "partyKind", address, duplicate_of AS "duplicateOf"
       FROM registry_party ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY search, party_id LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const parties = rows.slice(0, limit);
  return { parties, next: rows.length > limit ? parties.at(-1)!.partyId : null };
};

/** Other parties whose name reads the same however it is typed, duplicates already marked left out (faults.md N01). */
export const partiesOfSameName = (
  readModel: ReadModelReader,
  partyId: string,
): readonly Pick<PartyListEntry, 'partyId' | 'name'>[] =>
  readModel.all<Pick<PartyListEntry, 'partyId' | 'name'>>(
    `SELECT other.party_id AS "partyId", other.name FROM registry_party AS this
       JOIN registry_party AS other ON other.search = this.search AND other.party_id <> this.party_id
      WHERE this.party_id = ? AND this.search <> '' AND this.duplicate_of IS NULL AND other.duplicate_of IS NULL
      ORDER BY other.party_id LIMIT 20`,
    partyId,
  );
