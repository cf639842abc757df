import type { Event, Instant, LocalDay, Recorded } from '#kernel';
import type { AppealDecided } from '#appeals/published';
import type { FindingMade } from '#cases/published';
import { ledgerStream } from '#offenses/published';
import type { Projection, ReadModelReader, ReadModelTables, SqlValue } from '#runtime';

import type { FineEvent } from './fine.events.js';

type Heard = FineEvent | FindingMade | AppealDecided;

/** From when the record says so: the latest stamp of the log up to the event. */
const knownFromOf = (tables: ReadModelTables, recordedAt: Instant): Instant => {
  const latest = tables.get<{ at: Instant | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
  return latest > recordedAt ? latest : recordedAt;
};

const insertReduction = (
  tables: ReadModelTables,
  reductionId: string,
  { fineId, partyId }: { readonly fineId: string; readonly partyId: string },
  proposedOn: LocalDay,
  knownFrom: Instant,
): void =>
  tables.run(
    'INSERT INTO fine_reduction (reduction_id, fine_id, party_id, proposed_on, known_from) VALUES (?, ?, ?, ?, ?)',
    reductionId,
    fineId,
    partyId,
    proposedOn,
    knownFrom,
  );

const apply = (tables: ReadModelTables, event: Heard, knownFrom: Instant): void => {
  switch (event.type) {
    case 'FindingMade': {
      const { findingId, caseId, partyId } = event.data;
      tables.run(
        'INSERT INTO fine_finding (party_id, finding_id, case_id, ledger) VALUES (?, ?, ?, ?)',
        partyId,
        findingId,
        caseId,
        ledgerStream(event.data),
      );
      return;
    }
    case 'CivilFineImposed':
    case 'CivilFineAgreed': {
      const { fineId, number, caseId, findingId, partyId } = event.data;
      tables.run(
        `INSERT INTO fine (fine_id, number, case_id, finding_id, party_id, made_on, known_from) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        fineId,
        number,
        caseId,
        findingId,
        partyId,
        event.type === 'CivilFineImposed' ? event.data.imposedOn : event.data.agreedOn,
        knownFrom,
      );
      return;
    }
    case 'FineReductionProposed':
      return insertReduction(tables, event.data.reductionId, event.data, event.data.proposedOn, knownFrom);
    case 'CivilFineWithdrawn':
      return insertReduction(tables, withdrawalIdOf(event.data.fineId), event.data, event.data.withdrawnOn, knownFrom);
    case 'AppealDecided': {
      const { fineId, appealId, decisionId, decidedOn } = event.data;
      tables.run(
        `INSERT INTO fine_decision (fine_id, appeal_id, decision_id, decided_on, known_from, known_until)
         VALUES (?, ?, ?, ?, ?, NULL)`,
        fineId,
        appealId,
        decisionId,
        decidedOn,
        knownFrom,
      );
      return;
    }
    case 'DecisionApplied':
      tables.run(
        'UPDATE fine_decision SET known_until = ? WHERE fine_id = ? AND decision_id = ? AND known_until IS NULL',
        knownFrom,
        event.data.fineId,
        event.data.decisionId,
      );
      return;
  }
};

/** A withdrawal stands in the report of reductions under this id. */
export const withdrawalIdOf = (fineId: string): string => `${fineId}.withdrawal`;

/**
 * Where to look for fines, reductions and findings, and which decisions wait to be applied. What a fine says and costs is
 * folded from the streams, never kept here, so that every list answers as of a day and as known then.
 */
export const fineListProjection: Projection = {
  name: 'fine-list',
  version: 2,
  schema: `
    CREATE TABLE fine (
      fine_id TEXT PRIMARY KEY, number TEXT NOT NULL, case_id TEXT NOT NULL, finding_id TEXT NOT NULL, party_id TEXT NOT NULL,
      made_on TEXT NOT NULL, known_from TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fine_by_finding ON fine (finding_id);
    CREATE INDEX fine_by_party ON fine (party_id, number, fine_id);
    CREATE INDEX fine_by_number ON fine (number, fine_id);
    CREATE TABLE fine_reduction (
      place INTEGER PRIMARY KEY, reduction_id TEXT NOT NULL UNIQUE, fine_id TEXT NOT NULL, party_id TEXT NOT NULL,
      proposed_on TEXT NOT NULL, known_from TEXT NOT NULL
    ) STRICT;
    CREATE INDEX fine_reduction_by_party ON fine_reduction (party_id, place);
    CREATE TABLE fine_decision (
      fine_id TEXT NOT NULL, decision_id TEXT NOT NULL, appeal_id TEXT NOT NULL, decided_on TEXT NOT NULL,
      known_from TEXT NOT NULL, known_until TEXT, PRIMARY KEY (fine_id, decision_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE fine_finding (
      party_id TEXT NOT NULL, finding_id TEXT NOT NULL, case_id TEXT NOT NULL, ledger TEXT NOT NULL, PRIMARY KEY (party_id, finding_id)
    ) STRICT, WITHOUT ROWID;
  `,
  tables: ['fine', 'fine_reduction', 'fine_decision', 'fine_finding'],
  listensTo: [
    'FindingMade',
    'CivilFineImposed',
    'CivilFineAgreed',
    'FineReductionProposed',
    'CivilFineWithdrawn',
    'AppealDecided',
    'DecisionApplied',
  ],
  apply: (tables, recorded: Recorded<Event<string, never>>) =>
    apply(tables, recorded.event as unknown as Heard, knownFromOf(tables, recorded.recordedAt)),
};

/** What of the record a list shows; null means up to now. */
export interface Bounds {
  readonly asOf: LocalDay | null;
  readonly knownAt: Instant | null;
}

export interface ListQuestion {
  /** Findings whose fines are asked for; null = any. */
  readonly findingIds: readonly string[] | null;
  readonly partyId: string | null;
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly cursor: string | null;
  /** Ids that the asker may not know of. */
  readonly hidden?: ReadonlySet<string>;
}

/** Where a row of a page is found: its fine in the stream of its party. */
export interface ListRow {
  readonly id: string;
  readonly fineId: string;
  readonly partyId: string;
}

const page = (
  readModel: ReadModelReader,
  select: string,
  order: string,
  conditions: readonly (readonly [string, SqlValue | null])[],
  limit: number,
): { readonly rows: readonly ListRow[]; readonly next: string | null } => {
  const used = conditions.filter(([, value]) => value !== null);
  const where = used.length > 0 ? `WHERE ${used.map(([condition]) => condition).join(' AND ')}` : '';
  const found = readModel.all<ListRow>(
    `${select} ${where} ORDER BY ${order} LIMIT ?`,
    ...used.map(([, value]) => value),
    limit + 1,
  );
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null };
};

/** Only of fines, findings and cases that the asker may know of; one parameter, since it stands in every page. */
const OF_KNOWN = `NOT EXISTS (SELECT 1 FROM json_each(?) AS unknown WHERE unknown.value IN (f.fine_id, f.finding_id, f.case_id))`;

const unknownOf = (hidden: ReadonlySet<string> | undefined): string => JSON.stringify([...(hidden ?? [])]);

/** A cursor that the asker may not know of ends no page, like one that never was. */
const cursorOf = (cursor: string | null, hidden: ReadonlySet<string> | undefined): string | null =>
  cursor !== null && hidden?.has(cursor.replace(/\.(?:reduction-\d+|withdrawal)$/, '')) ? '' : cursor;

const among = (ids: readonly string[] | null): string | null => (ids === null ? null : JSON.stringify(ids));

/** One page of fines by number. */
export const fineRows = (
  readModel: ReadModelReader,
  { findingIds, partyId, limit, cursor, hidden }: ListQuestion,
  { asOf, knownAt }: Bounds,
): { readonly rows: readonly ListRow[]; readonly next: string | null } =>
  page(
    readModel,
    'SELECT fine_id AS id, fine_id AS "fineId", party_id AS "partyId" FROM fine f',
    'number, fine_id',
    [
      [OF_KNOWN, unknownOf(hidden)],
      ['finding_id IN (SELECT value FROM json_each(?))', among(findingIds)],
      ['party_id = ?', partyId],
      ['made_on <= ?', asOf],
      ['known_from <= ?', knownAt],
      ['(number, fine_id) > (SELECT number, fine_id FROM fine WHERE fine_id = ?)', cursorOf(cursor, hidden)],
    ],
    limit,
  );

/** One page of reductions and withdrawals, in the order in which they were proposed. */
export const reductionRows = (
  readModel: ReadModelReader,
  { findingIds, partyId, limit, cursor, hidden }: ListQuestion,
  { asOf, knownAt }: Bounds,
): { readonly rows: readonly ListRow[]; readonly next: string | null } =>
  page(
    readModel,
    `SELECT r.reduction_id AS id, r.fine_id AS "fineId", r.party_id AS "partyId"
       FROM fine_reduction r JOIN fine f ON f.fine_id = r.fine_id`,
    'r.place',
    [
      [OF_KNOWN, unknownOf(hidden)],
      ['f.finding_id IN (SELECT value FROM json_each(?))', among(findingIds)],
      ['r.party_id = ?', partyId],
      ['r.proposed_on <= ?', asOf],
      ['r.known_from <= ?', knownAt],
      ['r.place > (SELECT place FROM fine_reduction WHERE reduction_id = ?)', cursorOf(cursor, hidden)],
    ],
    limit,
  );

export interface WaitingDecision {
  readonly appealId: string;
  readonly decisionId: string;
  readonly decidedOn: LocalDay;
}

/** Decisions of the Board on a fine that are recorded and not applied to it yet. */
export const decisionsBeingApplied = (
  readModel: ReadModelReader,
  fineId: string,
  { asOf, knownAt }: Bounds,
): WaitingDecision[] =>
  readModel.all<{ readonly appealId: string; readonly decisionId: string; readonly decidedOn: LocalDay }>(
    `SELECT appeal_id AS "appealId", decision_id AS "decisionId", decided_on AS "decidedOn" FROM fine_decision
      WHERE fine_id = ? AND decided_on <= coalesce(?, decided_on) AND known_from <= coalesce(?, known_from)
        AND (known_until IS NULL OR known_until > ?) ORDER BY decision_id`,
    fineId,
    asOf,
    knownAt,
    // Nothing is known later than now.
    knownAt ?? '9999',
  );

/** Findings that ever named a party, in whichever case: where to look for its ledgers. */
export const findingsOfParty = (readModel: ReadModelReader, partyId: string): string[] =>
  readModel
    .all<{ finding_id: string }>('SELECT finding_id FROM fine_finding WHERE party_id = ? ORDER BY finding_id', partyId)
    .map(({ finding_id: findingId }) => findingId);
