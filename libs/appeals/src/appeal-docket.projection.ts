import type { Event, Instant, Recorded } from '#kernel';
import type { Projection, ReadModelReader, ReadModelTables, SqlValue } from '#runtime';

import type { AppealEvent } from './appeal.events.js';
import { appealCatalog } from './appeal.events.js';
import type { AppealStatus } from './appeal.state.js';

/** Later than every stamp of the log: a row that holds still. */
const STILL = '9999';

/** One line of the docket. */
export interface DocketEntry {
  readonly appealId: string;
  readonly number: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly fineId: string;
  readonly filedOn: string;
  readonly route: 'board' | 'counsel';
  readonly marks: readonly string[];
  readonly status: AppealStatus;
  readonly record: 'open' | 'certified' | 'reopened';
  readonly hearingAt: string | null;
  readonly stays: number;
  readonly decisionId: string | null;
  readonly decidedOn: string | null;
  readonly servedOn: string | null;
  readonly article78: 'filed' | 'confirmed' | 'annulled' | 'remanded' | null;
  readonly finalOn: string | null;
}

type DocketRow = Omit<DocketEntry, 'marks'> & { readonly marks: string };

const COLUMNS: Readonly<Record<keyof DocketRow, string>> = {
  appealId: 'appeal_id',
  number: 'number',
  caseId: 'case_id',
  partyId: 'party_id',
  fineId: 'fine_id',
  filedOn: 'filed_on',
  route: 'route',
  marks: 'marks',
  status: 'status',
  record: 'record',
  hearingAt: 'hearing_at',
  stays: 'stays',
  decisionId: 'decision_id',
  decidedOn: 'decided_on',
  servedOn: 'served_on',
  article78: 'article78',
  finalOn: 'final_on',
};
const FIELDS = Object.keys(COLUMNS) as (keyof DocketRow)[];
const SELECTED = FIELDS.map((field) => `${COLUMNS[field]} AS "${field}"`).join(', ');
const INSERT = `INSERT INTO appeal_docket (${FIELDS.map((field) => COLUMNS[field]).join(', ')}, known_from, known_until)
  VALUES (${FIELDS.map(() => '?').join(', ')}, ?, '${STILL}')`;

const insert = (tables: ReadModelTables, row: DocketRow, knownFrom: Instant): void =>
  tables.run(INSERT, ...FIELDS.map((field): SqlValue => row[field]), knownFrom);

/** How an event changes the line of its appeal; null where the docket does not show it. */
const changeBy = (event: AppealEvent, row: DocketRow): Partial<DocketRow> | null => {
  switch (event.type) {
    case 'AppealRoutedToBoard':
      return { status: 'docketed' };
    case 'AppealRecordCertified':
      return { record: 'certified' };
    case 'AppealRecordReopened':
      return { record: 'reopened' };
    case 'HearingNoticed':
      return { status: 'hearingNoticed', hearingAt: event.data.hearingAt };
    case 'HearingAdjourned':
      return { status: 'hearingNoticed', hearingAt: event.data.toAt };
    case 'HearingOpened':
      return { status: 'inHearing', record: 'open' };
    case 'HearingClosed':
      return { status: 'heard' };
    case 'AppealDecided': {
      const { decisionId, decidedOn, paragraphs } = event.data;
      const remanded = paragraphs.some(({ effect }) => effect === 'remanded');
      const fresh = { decisionId, decidedOn, servedOn: null, article78: null, finalOn: null };
      return remanded ? { ...fresh, status: 'remanded' } : { ...fresh, status: 'decided', stays: 0 };
    }
    case 'AppealWithdrawn':
      return { status: 'withdrawn' };
    case 'AppealDismissed':
      return { status: 'dismissed' };
    case 'StayGranted':
      return { stays: row.stays + 1 };
    case 'StayLifted':
      return { stays: Math.max(0, row.stays - 1) };
    default:
      return changeOfReview(event, row);
  }
};

/** Service and review of the latest decision; those of an earlier one are read in the appeal itself. */
const changeOfReview = (event: AppealEvent, row: DocketRow): Partial<DocketRow> | null => {
  if (!('decisionId' in event.data) || event.data.decisionId !== row.decisionId) return null;
  switch (event.type) {
    case 'DecisionServed':
      return { servedOn: event.data.servedOn };
    case 'Article78Filed':
      return { article78: 'filed' };
    case 'Article78Decided':
      return event.data.outcome === 'remanded'
        ? { article78: 'remanded', status: 'remanded' }
        : { article78: event.data.outcome };
    case 'DecisionBecameFinal':
      return { finalOn: event.data.finalOn };
    default:
      return null;
  }
};

const apply = (tables: ReadModelTables, event: AppealEvent, position: string, knownFrom: Instant): void => {
  const { appealId } = event.data;
  if (event.type === 'AppealFiled') {
    const { number, caseId, partyId, fineId, filedOn, route, marks } = event.data;
    const nothing = { decisionId: null, decidedOn: null, servedOn: null, article78: null, finalOn: null };
    const status = route === 'counsel' ? 'atCounsel' : 'docketed';
    const row: DocketRow = {
      ...{ appealId, number, caseId, partyId, fineId, filedOn, route, status, stays: 0, hearingAt: null, ...nothing },
      marks: JSON.stringify(marks),
      record: 'open',
    };
    return insert(tables, row, knownFrom);
  }
  if (event.type === 'AppealRecordCertified')
    tables.run(
      `INSERT INTO appeal_certificate (appeal_id, place, position, known_from)
       SELECT ?, count(*) + 1, ?, ? FROM appeal_certificate WHERE appeal_id = ?`,
      appealId,
      position,
      knownFrom,
      appealId,
    );
  const row = tables.get<DocketRow>(
    `SELECT ${SELECTED} FROM appeal_docket WHERE appeal_id = ? AND known_until = '${STILL}'`,
    appealId,
  );
  const change = row && changeBy(event, row);
  if (!change) return;
  tables.run(
    `UPDATE appeal_docket SET known_until = ? WHERE appeal_id = ? AND known_until = '${STILL}'`,
    knownFrom,
    appealId,
  );
  insert(tables, { ...row, ...change }, knownFrom);
};

/**
 * The docket in versions, from when each line was known to when it was known otherwise; and the place in the log of every
 * certificate, since the record is the log before it. `known_from` is the latest stamp of the log up to the event.
 */
export const appealDocketProjection: Projection = {
  name: 'appeal-docket',
  version: 1,
  schema: `
    CREATE TABLE appeal_docket (
      line INTEGER PRIMARY KEY, appeal_id TEXT NOT NULL, number TEXT NOT NULL, case_id TEXT NOT NULL, party_id TEXT NOT NULL,
      fine_id TEXT NOT NULL, filed_on TEXT NOT NULL, route TEXT NOT NULL, marks TEXT NOT NULL, status TEXT NOT NULL,
      record TEXT NOT NULL, hearing_at TEXT, stays INTEGER NOT NULL, decision_id TEXT, decided_on TEXT, served_on TEXT,
      article78 TEXT, final_on TEXT, known_from TEXT NOT NULL, known_until TEXT NOT NULL
    ) STRICT;
    CREATE INDEX appeal_docket_by_appeal ON appeal_docket (appeal_id, known_until);
    CREATE INDEX appeal_docket_by_number ON appeal_docket (number, appeal_id, known_until);
    CREATE INDEX appeal_docket_by_case ON appeal_docket (case_id, number);
    CREATE INDEX appeal_docket_by_party ON appeal_docket (party_id, number);
    CREATE TABLE appeal_certificate (
      appeal_id TEXT NOT NULL, place INTEGER NOT NULL, position TEXT NOT NULL, known_from TEXT NOT NULL,
      PRIMARY KEY (appeal_id, place)
    ) STRICT, WITHOUT ROWID;
  `,
  tables: ['appeal_docket', 'appeal_certificate'],
  listensTo: Object.keys(appealCatalog),
  apply: (tables, { event, position, recordedAt }: Recorded<Event<string, never>>) => {
    const latest = tables.get<{ at: string | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
    apply(tables, event as unknown as AppealEvent, position, latest > recordedAt ? latest : recordedAt);
  },
};

export interface DocketQuestion {
  readonly caseId?: string;
  readonly partyId?: string;
  readonly fineId?: string;
  readonly status?: AppealStatus;
  /** As typed into UTC; null = now. */
  readonly knownAt: Instant | null;
  readonly limit: number;
  /** The last appeal of the page before. */
  readonly cursor?: string;
  /** Ids that the asker may not know of. */
  readonly hidden?: ReadonlySet<string>;
}

/** One page of the docket by number, as known; `next` is the cursor of the page after, or null. */
export const listAppeals = (
  readModel: ReadModelReader,
  { caseId, partyId, fineId, status, knownAt, limit, cursor, hidden }: DocketQuestion,
): { readonly appeals: readonly DocketEntry[]; readonly next: string | null } => {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [];
  const where = (condition: string, ...values: (string | undefined)[]): void => {
    if (values.some((value) => value === undefined)) return;
    conditions.push(condition);
    parameters.push(...(values as string[]));
  };
  if (knownAt === null) where('known_until = ?', STILL);
  else where('known_from <= ? AND known_until > ?', knownAt, knownAt);
  const unknown = JSON.stringify([...(hidden ?? [])]);
  const ofKnown = ['case_id', 'fine_id', 'appeal_id']
    .map((column) => `${column} NOT IN (SELECT value FROM json_each(?))`)
    .join(' AND ');
  where(ofKnown, unknown, unknown, unknown);
  where('case_id = ?', caseId);
  where('party_id = ?', partyId);
  where('fine_id = ?', fineId);
  where('status = ?', status);
  where(
    `(number, appeal_id) > (SELECT number, appeal_id FROM appeal_docket WHERE appeal_id = ? AND ${ofKnown} LIMIT 1)`,
    cursor,
    unknown,
    unknown,
    unknown,
  );
  const rows = readModel.all<DocketRow>(
    `SELECT ${SELECTED} FROM appeal_docket WHERE ${conditions.join(' AND ')} ORDER BY number, appeal_id LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const appeals = rows.slice(0, limit).map((row) => ({ ...row, marks: JSON.parse(row.marks) as string[] }));
  return { appeals, next: rows.length > limit ? appeals.at(-1)!.appealId : null };
};

/** Place in the log of each certificate of an appeal, in order. */
export const certificatePositions = (readModel: ReadModelReader, appealId: string): string[] =>
  readModel
    .all<{ position: string }>('SELECT position FROM appeal_certificate WHERE appeal_id = ? ORDER BY place', appealId)
    .map(({ position }) => position);
