import type { Event, Instant, LocalDay, Recorded } from '#kernel';
import { DomainError } from '#kernel';
import type { CivilFineWithdrawn } from '#fines/published';
import type { Projection, ReadModelReader, ReadModelTables, SqlValue } from '#runtime';

import type { NoticeEvent, NoticeKind } from './notice.events.js';
import { noticeCatalog } from './notice.events.js';
import type { Notice, NoticeState, NoticeStatus } from './notice.state.js';
import { latestVersion, noticeAsOf, noticeFold, numberOf } from './notice.state.js';
import { serviceStatusOf, type ServiceStatus } from './service.rules.js';

/** One version of a notice's row: what was known of it from one moment of the log to another. */
interface NoticeRow {
  readonly notice_id: string;
  readonly place: number;
  readonly row_version: number;
  readonly case_id: string;
  readonly party_id: string;
  readonly kind: NoticeKind;
  readonly document_id: string | null;
  readonly drafted_on: LocalDay;
  readonly status: NoticeStatus;
  readonly service_status: ServiceStatus;
  /** JSON of the folded notice without any text about a person, so that a past day is read by the same rules. */
  readonly state: string;
  /** Local day on which the fine it carries was withdrawn. */
  readonly document_withdrawn_on: LocalDay | null;
  readonly known_from: Instant;
  readonly known_until: Instant | null;
}

const COLUMNS = [
  'notice_id',
  'place',
  'row_version',
  'case_id',
  'party_id',
  'kind',
  'document_id',
  'drafted_on',
  'status',
  'service_status',
  'state',
  'document_withdrawn_on',
  'known_from',
  'known_until',
] as const satisfies readonly (keyof NoticeRow)[];

const INSERT = `INSERT OR REPLACE INTO notice_list (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

const write = (tables: ReadModelTables, row: NoticeRow): void =>
  tables.run(INSERT, ...COLUMNS.map((column): SqlValue => row[column]));

/** Replaces the current row of a notice; two changes of one instant are one row, since no `knownAt` parts them. */
const change = (tables: ReadModelTables, current: NoticeRow, next: NoticeRow): void => {
  if (current.known_from === next.known_from) return write(tables, { ...next, row_version: current.row_version });
  write(tables, { ...current, known_until: next.known_from });
  write(tables, { ...next, row_version: current.row_version + 1 });
};

/** As "known on" cuts: at the latest stamp of the log up to the event, where a cluster's clock steps back. */
const knownFromOf = (tables: ReadModelReader, recordedAt: Instant): Instant => {
  const latest = tables.get<{ at: Instant | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at;
  return latest && latest > recordedAt ? latest : recordedAt;
};

/** Sealed texts stay out of the list: it shows none, and nothing then has to be taken out with a destroyed key. */
const withoutTexts = (notice: Notice): string =>
  JSON.stringify(notice, (_, value: unknown) =>
    value !== null && typeof value === 'object' && '$sealed' in value ? null : value,
  );

const applyNotice = (tables: ReadModelTables, event: NoticeEvent, knownFrom: Instant): void => {
  const current = tables.get<NoticeRow>(
    'SELECT * FROM notice_list WHERE notice_id = ? AND known_until IS NULL',
    event.data.noticeId,
  );
  const before: NoticeState = current ? (JSON.parse(current.state) as NoticeState) : noticeFold.initialState();
  const notice = noticeFold.evolve(before, event);
  if (notice.status === 'none') return;
  const next: NoticeRow = {
    notice_id: notice.noticeId,
    place:
      current?.place ??
      (tables.get<{ last: number | null }>('SELECT max(place) AS last FROM notice_list')?.last ?? 0) + 1,
    row_version: 1,
    case_id: notice.caseId,
    party_id: notice.partyId,
    kind: notice.kind,
    document_id: notice.documentId,
    drafted_on: notice.draftedOn,
    status: notice.status,
    service_status: serviceStatusOf(latestVersion(notice)),
    state: withoutTexts(notice),
    document_withdrawn_on: current?.document_withdrawn_on ?? null,
    known_from: knownFrom,
    known_until: null,
  };
  if (current) change(tables, current, next);
  else write(tables, next);
};

/** A withdrawn fine takes its statements with it: none of their notices can be served any more. */
const applyWithdrawal = (tables: ReadModelTables, { data }: CivilFineWithdrawn, knownFrom: Instant): void => {
  const carried = tables.all<NoticeRow>(
    `SELECT * FROM notice_list WHERE known_until IS NULL AND party_id = ?
      AND (document_id = ? OR substr(document_id, 1, length(?)) = ?)`,
    data.partyId,
    data.fineId,
    `${data.fineId}.statement-`,
    `${data.fineId}.statement-`,
  );
  for (const row of carried)
    change(tables, row, { ...row, document_withdrawn_on: data.withdrawnOn, known_from: knownFrom });
};

/** Notices by case, party, kind and status, in versions, so that the list can be read as known at any instant. */
export const noticeListProjection: Projection = {
  name: 'notice-list',
  version: 1,
  schema: `
    CREATE TABLE notice_list (
      notice_id TEXT NOT NULL, place INTEGER NOT NULL, row_version INTEGER NOT NULL, case_id TEXT NOT NULL, party_id TEXT NOT NULL,
      kind TEXT NOT NULL, document_id TEXT, drafted_on TEXT NOT NULL, status TEXT NOT NULL, service_status TEXT NOT NULL,
      state TEXT NOT NULL, document_withdrawn_on TEXT, known_from TEXT NOT NULL, known_until TEXT,
      PRIMARY KEY (notice_id, row_version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notice_list_by_place ON notice_list (place);
    CREATE INDEX notice_list_by_case ON notice_list (case_id, place);
    CREATE INDEX notice_list_by_party ON notice_list (party_id, place);
  `,
  tables: ['notice_list'],
  listensTo: [...Object.keys(noticeCatalog), 'CivilFineWithdrawn'],
  apply: (tables, { event, recordedAt }: Recorded<Event<string, never>>) => {
    const knownFrom = knownFromOf(tables, recordedAt);
    if (event.type === 'CivilFineWithdrawn')
      return applyWithdrawal(tables, event as unknown as CivilFineWithdrawn, knownFrom);
    return applyNotice(tables, event as unknown as NoticeEvent, knownFrom);
  },
};

export interface NoticeListQuestion {
  readonly caseId?: string;
  readonly partyId?: string;
  readonly kind?: NoticeKind;
  readonly status?: NoticeStatus;
  readonly serviceStatus?: ServiceStatus;
  readonly asOf: LocalDay | null;
  readonly knownAt: Instant | null;
  readonly limit: number;
  /** The last notice of the page before. */
  readonly cursor?: string;
  /** Ids that the asker may not know of. */
  readonly hidden?: ReadonlySet<string>;
}

const entryOf = (notice: Notice, documentWithdrawnOn: LocalDay | null) => {
  const version = latestVersion(notice);
  const issued = notice.versions.findLast(({ issue }) => issue !== null)?.issue ?? null;
  return {
    noticeId: notice.noticeId,
    kind: notice.kind,
    number: numberOf(notice),
    caseId: notice.caseId,
    partyId: notice.partyId,
    premisesId: notice.premisesId,
    documentId: notice.documentId,
    documentWithdrawnOn,
    status: notice.status,
    version: version.version,
    ruleIds: version.content.ruleIds,
    complyBy: version.content.complyBy,
    draftedOn: notice.draftedOn,
    issuedOn: issued?.issuedOn ?? null,
    serviceStatus: serviceStatusOf(version),
    servedOn: version.service?.servedOn ?? null,
    method: version.service?.method ?? null,
    alternate: version.service?.alternate ?? false,
    withdrawnOn: notice.status === 'withdrawn' ? notice.withdrawal.withdrawnOn : null,
  };
};
export type NoticeListEntry = ReturnType<typeof entryOf>;

/** Later than any instant of the log: the current rows. */
const NOW = '9999-12-31T23:59:59.999Z';

/**
 * One page of notices, the newest first; `next` is the cursor of the page after, or null. On a past day a row is read by
 * the fold's own rules, acts of later days left out.
 * @throws NOTICES.UNKNOWN_CURSOR
 */
export const listNotices = (
  readModel: ReadModelReader,
  { caseId, partyId, kind, status, serviceStatus, asOf, knownAt, limit, cursor, hidden }: NoticeListQuestion,
): { readonly notices: readonly NoticeListEntry[]; readonly next: string | null } => {
  const known = knownAt ?? NOW;
  const conditions = ['known_from <= ?', '(known_until IS NULL OR known_until > ?)'];
  const parameters: SqlValue[] = [known, known];
  const where = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  const unknown = JSON.stringify([...(hidden ?? [])]);
  const ofKnown = `case_id NOT IN (SELECT value FROM json_each(?))
    AND (document_id IS NULL OR document_id NOT IN (SELECT value FROM json_each(?)))`;
  conditions.push(ofKnown);
  parameters.push(unknown, unknown);
  where('case_id = ?', caseId);
  where('party_id = ?', partyId);
  where('kind = ?', kind);
  where('drafted_on <= ?', asOf ?? undefined);
  // The columns say how it stands with every act counted; on a past day it is read from the state below.
  if (asOf === null) {
    where('status = ?', status);
    where('service_status = ?', serviceStatus);
  }
  let below = Number.MAX_SAFE_INTEGER;
  if (cursor !== undefined) {
    const place = readModel.get<{ place: number }>(
      `SELECT place FROM notice_list WHERE notice_id = ? AND ${ofKnown} LIMIT 1`,
      cursor,
      unknown,
      unknown,
    );
    if (!place)
      throw new DomainError('NOTICES.UNKNOWN_CURSOR', 'No page ended there.', {
        kind: 'invalid',
        field: 'cursor',
        rule: 'A cursor is the `next` of the page before. Begin again without it.',
      });
    below = place.place;
  }
  const found: NoticeListEntry[] = [];
  while (found.length <= limit) {
    const rows = readModel.all<Pick<NoticeRow, 'place' | 'state' | 'document_withdrawn_on'>>(
      `SELECT place, state, document_withdrawn_on FROM notice_list WHERE ${conditions.join(' AND ')} AND place < ?
        ORDER BY place DESC LIMIT ?`,
      ...parameters,
      below,
      limit + 1,
    );
    for (const row of rows) {
      const notice = JSON.parse(row.state) as Notice;
      const then = asOf === null ? notice : noticeAsOf(notice, asOf);
      if (then === null) continue;
      const gone = row.document_withdrawn_on;
      const entry = entryOf(then, gone !== null && (asOf === null || gone <= asOf) ? gone : null);
      if (status !== undefined && entry.status !== status) continue;
      if (serviceStatus !== undefined && entry.serviceStatus !== serviceStatus) continue;
      found.push(entry);
    }
    if (rows.length <= limit) break;
    below = rows.at(-1)!.place;
  }
  const notices = found.slice(0, limit);
  return { notices, next: found.length > limit ? notices.at(-1)!.noticeId : null };
};
