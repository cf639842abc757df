import type { Event, Recorded } from '#kernel';
import type { Projection, ReadModelReader, ReadModelTables, SqlValue } from '#runtime';

import type { PremisesEvent } from './premises.events.js';
import { searchKey, searchTerms } from './search-key.js';

/** Premises as they stand in a list. */
export interface PremisesListEntry {
  readonly premisesId: string;
  readonly address: string | null;
  readonly parcelId: string | null;
  readonly jurisdiction: string;
  readonly ownerPartyId: string | null;
  readonly ownerName: string | null;
  readonly availableOn: string | null;
  readonly connectedOn: string | null;
}

type Opened = string | null;

const apply = (tables: ReadModelTables, event: PremisesEvent): void => {
  const set = (column: string, value: SqlValue, premisesId: string): void =>
    tables.run(`UPDATE registry_premises SET ${column} = ? WHERE premises_id = ?`, value, premisesId);
  switch (event.type) {
    case 'PremisesRegistered': {
      const { premisesId, address, parcelId, jurisdiction } = event.data;
      tables.run(
        `INSERT INTO registry_premises (premises_id, address, search, parcel_id, parcel_search, jurisdiction, owner_party_id, available_on, connected_on)
         VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, NULL)`,
        premisesId,
        address as Opened,
        searchKey(address as Opened),
        parcelId,
        searchKey(parcelId),
        jurisdiction,
      );
      return;
    }
    case 'JurisdictionCorrected':
      return set('jurisdiction', event.data.jurisdiction, event.data.premisesId);
    case 'OwnershipRecorded':
      return set('owner_party_id', event.data.partyId, event.data.premisesId);
    case 'PremisesConveyed':
      return set('owner_party_id', event.data.toPartyId, event.data.premisesId);
    case 'PublicSewerAvailabilityDetermined':
      return set('available_on', event.data.availableOn, event.data.premisesId);
    case 'SewerConnectionRecorded':
      return set('connected_on', event.data.connectedOn, event.data.premisesId);
    case 'OwnerFindingNoted':
    case 'OwnerFindingReleased':
  }
};

/** Premises by address, parcel and owner. Needs the parties' table beside it for the owner's name. */
export const premisesProjection: Projection = {
  name: 'registry-premises',
  version: 1,
  schema: `
    CREATE TABLE registry_premises (
      premises_id TEXT PRIMARY KEY, address TEXT, search TEXT NOT NULL, parcel_id TEXT, parcel_search TEXT NOT NULL,
      jurisdiction TEXT NOT NULL, owner_party_id TEXT, available_on TEXT, connected_on TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX registry_premises_by_search ON registry_premises (search, premises_id);
    CREATE INDEX registry_premises_by_owner ON registry_premises (owner_party_id);
    CREATE INDEX registry_premises_by_parcel ON registry_premises (parcel_search);
  `,
  tables: ['registry_premises'],
  listensTo: [
    'PremisesRegistered',
    'JurisdictionCorrected',
    'OwnershipRecorded',
    'PremisesConveyed',
    'PublicSewerAvailabilityDetermined',
    'SewerConnectionRecorded',
  ],
  opens: ['PremisesRegistered'],
  apply: (tables, recorded: Recorded<Event<string, never>>) =>
    apply(tables, recorded.event as unknown as PremisesEvent),
};

export interface PremisesListQuestion {
  /** Address, parcel or owner's name, typed any way. */
  readonly search?: string;
  /** Premises that this party owns now. */
  readonly ownerPartyId?: string;
  readonly limit: number;
  /** The last premises of the page before. */
  readonly cursor?: string;
}

/** One page of premises by address; `next` is the cursor of the page after, or null. */
export const listPremises = (
  readModel: ReadModelReader,
  { search, ownerPartyId, limit, cursor }: PremisesListQuestion,
): { readonly premises: readonly PremisesListEntry[]; readonly next: string | null } => {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [];
  if (search !== undefined) {
    const { whole, words } = searchTerms(search);
    if (whole === '') return { premises: [], next: null };
    const contains = ['place.search', 'place.parcel_search', `coalesce(owner.search, '')`].map((column) => {
      parameters.push(whole, ...words);
      const each = words.map(() => `instr(${column}, ?) > 0`);
      return `(instr(${column}, ?) > 0${each.length > 0 ? ` OR (${each.join(' AND ')})` : ''})`;
    });
    conditions.push(`(${contains.join(' OR ')})`);
  }
  if (ownerPartyId !== undefined) {
    conditions.push('place.owner_party_id = ?');
    parameters.push(ownerPartyId);
  }
  if (cursor !== undefined) {
    conditions.push(
      '(place.search, place.premises_id) > (SELECT search, premises_id FROM registry_premises WHERE premises_id = ?)',
    );
    parameters.push(cursor);
  }
  const rows = readModel.all<PremisesListEntry>(
    `SELECT place.premises_id AS "premisesId", place.address, place.parcel_id AS "parcelId", place.jurisdiction,
            place.owner_party_id AS "ownerPartyId", owner.name AS "ownerName",
            place.available_on AS "availableOn", place.connected_on AS "connectedOn"
       FROM registry_premises place LEFT JOIN registry_party owner ON owner.party_id = place.owner_party_id
      ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY place.search, place.premises_id LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const premises = rows.slice(0, limit);
  return { premises, next: rows.length > limit ? premises.at(-1)!.premisesId : null };
};
