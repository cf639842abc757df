import type { Event, Personal, Recorded } from '#kernel';
import { searchKey, searchTerms, type PartyEvent, type PremisesEvent } from '#registry/published';
import type { Projection, ReadModelReader, ReadModelTables, SqlValue } from '#runtime';

import type { CaseEvent } from './case.events.js';
import type { ComplaintEvent } from './complaint.events.js';

type Read = CaseEvent | ComplaintEvent | PartyEvent | PremisesEvent;
type Opened = string | null;

/** Free text stays sealed in the read model; the engine opens it in an answer, for as long as its key lives. */
const kept = (text: Personal): string => JSON.stringify(text);
export const keptText = (stored: string): Personal => JSON.parse(stored) as Personal;

const apply = (tables: ReadModelTables, event: Read): void => {
  switch (event.type) {
    case 'CaseOpened': {
      const { caseId, number, title, premisesId, openedOn, complaintId } = event.data;
      tables.run(
        `INSERT INTO cases_case (case_id, number, number_search, title, premises_id, opened_on, complaint_id, cap_decision)
         VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
        caseId,
        number,
        searchKey(number),
        kept(title),
        premisesId,
        openedOn,
        complaintId,
      );
      return;
    }
    case 'FindingMade': {
      const { findingId, caseId, partyId, premisesId, ruleId, findingKind, madeOn } = event.data;
      tables.run(
        `INSERT INTO cases_finding (finding_id, case_id, party_id, premises_id, rule_id, finding_kind, made_on, withdrawn_on)
         VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
        findingId,
        caseId,
        partyId,
        premisesId,
        ruleId,
        findingKind,
        madeOn,
      );
      return;
    }
    case 'FindingWithdrawn':
      tables.run(
        'UPDATE cases_finding SET withdrawn_on = ? WHERE finding_id = ?',
        event.data.withdrawnOn,
        event.data.findingId,
      );
      return;
    case 'CounselCapDecisionRecorded':
      tables.run('UPDATE cases_case SET cap_decision = ? WHERE case_id = ?', event.data.reference, event.data.caseId);
      return;
    case 'CounselCapDecisionWithdrawn':
      tables.run('UPDATE cases_case SET cap_decision = NULL WHERE case_id = ?', event.data.caseId);
      return;
    case 'ReviewItemOpened': {
      const { reviewItemId, caseId, kind, subject, text, openedOn } = event.data;
      tables.run(
        `INSERT INTO cases_review_item (review_item_id, case_id, kind, subject, text, opened_on, settled_on, resolution)
         VALUES (?, ?, ?, ?, ?, ?, NULL, 'null')`,
        reviewItemId,
        caseId,
        kind,
        subject,
        kept(text),
        openedOn,
      );
      return;
    }
    case 'ReviewItemSettled':
      tables.run(
        'UPDATE cases_review_item SET settled_on = ?, resolution = ? WHERE review_item_id = ?',
        event.data.settledOn,
        kept(event.data.resolution),
        event.data.reviewItemId,
      );
      return;
    case 'ComplaintReceived': {
      const { complaintId, receivedAt, channel, allegation, premisesId } = event.data;
      tables.run(
        `INSERT INTO cases_complaint (complaint_id, received_at, channel, allegation, premises_id, jurisdiction, outcome, referred_to)
         VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL)`,
        complaintId,
        receivedAt,
        channel,
        kept(allegation),
        premisesId,
      );
      return;
    }
    case 'ComplaintScreened':
      tables.run(
        'UPDATE cases_complaint SET jurisdiction = ?, outcome = ? WHERE complaint_id = ?',
        event.data.jurisdiction,
        event.data.outcome,
        event.data.complaintId,
      );
      return;
    case 'ComplaintReferred':
      tables.run(
        `UPDATE cases_complaint SET referred_to = CASE WHEN referred_to IS NULL THEN ? ELSE referred_to || ',' || ? END WHERE complaint_id = ?`,
        event.data.to,
        event.data.to,
        event.data.complaintId,
      );
      return;
    case 'PartyRegistered':
    case 'PartyNameCorrected': {
      const name = event.data.name as Opened;
      tables.run(
        'INSERT INTO cases_party (party_id, name, search) VALUES (?, ?, ?) ON CONFLICT (party_id) DO UPDATE SET name = excluded.name, search = excluded.search',
        event.data.partyId,
        name,
        searchKey(name),
      );
      return;
    }
    case 'PremisesRegistered': {
      const address = event.data.address as Opened;
      tables.run(
        'INSERT INTO cases_premises (premises_id, address, search, parcel_search) VALUES (?, ?, ?, ?)',
        event.data.premisesId,
        address,
        searchKey(address),
        searchKey(event.data.parcelId),
      );
    }
  }
};

/** Cases, findings, review items and complaints for lists. Of complainants it holds nothing. */
export const casesProjection: Projection = {
  name: 'cases',
  version: 1,
  schema: `
    CREATE TABLE cases_case (
      place INTEGER PRIMARY KEY, case_id TEXT NOT NULL UNIQUE, number TEXT NOT NULL, number_search TEXT NOT NULL,
      title TEXT NOT NULL, premises_id TEXT NOT NULL, opened_on TEXT NOT NULL, complaint_id TEXT, cap_decision TEXT
    ) STRICT;
    CREATE INDEX cases_case_by_premises ON cases_case (premises_id);
    CREATE INDEX cases_case_by_complaint ON cases_case (complaint_id);
    CREATE TABLE cases_finding (
      finding_id TEXT PRIMARY KEY, case_id TEXT NOT NULL, party_id TEXT NOT NULL, premises_id TEXT NOT NULL,
      rule_id TEXT NOT NULL, finding_kind TEXT NOT NULL, made_on TEXT NOT NULL, withdrawn_on TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cases_finding_by_case ON cases_finding (case_id);
    CREATE INDEX cases_finding_by_party ON cases_finding (party_id);
    CREATE INDEX cases_finding_by_rule ON cases_finding (rule_id);
    CREATE TABLE cases_review_item (
      place INTEGER PRIMARY KEY, review_item_id TEXT NOT NULL UNIQUE, case_id TEXT NOT NULL, kind TEXT NOT NULL,
      subject TEXT NOT NULL, text TEXT NOT NULL, opened_on TEXT NOT NULL, settled_on TEXT, resolution TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cases_review_item_by_case ON cases_review_item (case_id);
    CREATE TABLE cases_complaint (
      place INTEGER PRIMARY KEY, complaint_id TEXT NOT NULL UNIQUE, received_at TEXT NOT NULL, channel TEXT NOT NULL,
      allegation TEXT NOT NULL, premises_id TEXT, jurisdiction TEXT, outcome TEXT, referred_to TEXT
    ) STRICT;
    CREATE INDEX cases_complaint_by_premises ON cases_complaint (premises_id);
    CREATE TABLE cases_party (party_id TEXT PRIMARY KEY, name TEXT, search TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE cases_premises (
      premises_id TEXT PRIMARY KEY, address TEXT, search TEXT NOT NULL, parcel_search TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  tables: ['cases_case', 'cases_finding', 'cases_review_item', 'cases_complaint', 'cases_party', 'cases_premises'],
  listensTo: [
    'CaseOpened',
    'FindingMade',
    'FindingWithdrawn',
    'CounselCapDecisionRecorded',
    'CounselCapDecisionWithdrawn',
    'ReviewItemOpened',
    'ReviewItemSettled',
    'ComplaintReceived',
    'ComplaintScreened',
    'ComplaintReferred',
    'PartyRegistered',
    'PartyNameCorrected',
    'PremisesRegistered',
  ],
  opens: ['PartyRegistered', 'PartyNameCorrected', 'PremisesRegistered'],
  apply: (tables, recorded: Recorded<Event<string, never>>) => apply(tables, recorded.event as unknown as Read),
};

interface Page {
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

/** Conditions of a search, with their parameters, in the order they were added. */
class Conditions {
  private readonly texts: string[] = [];
  readonly parameters: SqlValue[] = [];

  add(text: string, ...parameters: SqlValue[]): void {
    this.texts.push(text);
    this.parameters.push(...parameters);
  }

  get where(): string {
    return this.texts.length > 0 ? `WHERE ${this.texts.join(' AND ')}` : '';
  }
}

export interface CaseListEntry {
  readonly caseId: string;
  readonly number: string;
  readonly title: Personal;
  readonly premisesId: string;
  readonly address: string | null;
  readonly openedOn: string;
  readonly complaintId: string | null;
  readonly capDecision: string | null;
  readonly openReviewItems: number;
  readonly findings: readonly {
    readonly findingId: string;
    readonly partyId: string;
    readonly partyName: string | null;
    readonly ruleId: string;
    readonly findingKind: string;
    readonly withdrawnOn: string | null;
  }[];
}

export interface CaseListQuestion extends Page {
  /** Number of the case, address, parcel or party, typed any way. */
  readonly search?: string;
  readonly premisesId?: string;
  readonly partyId?: string;
  readonly ruleId?: string;
  readonly complaintId?: string;
}

const OF_CASE = 'SELECT 1 FROM cases_finding finding WHERE finding.case_id = file.case_id';

/** One page of cases, the newest first; `next` is the cursor of the page after, or null. */
export const listCases = (
  readModel: ReadModelReader,
  question: CaseListQuestion,
): { readonly cases: readonly CaseListEntry[]; readonly next: string | null } => {
  const { search, premisesId, partyId, ruleId, complaintId, limit, cursor } = question;
  const conditions = new Conditions();
  if (search !== undefined) {
    const { whole, words } = searchTerms(search);
    if (whole === '') return { cases: [], next: null };
    const contains = (column: string): string => {
      const each = words.map(() => `instr(${column}, ?) > 0`);
      return `(instr(${column}, ?) > 0${each.length > 0 ? ` OR (${each.join(' AND ')})` : ''})`;
    };
    const terms = [whole, ...words];
    conditions.add(
      `(${contains('file.number_search')} OR ${contains('place.search')} OR ${contains('place.parcel_search')} OR EXISTS (
         SELECT 1 FROM cases_finding finding JOIN cases_party party ON party.party_id = finding.party_id
          WHERE finding.case_id = file.case_id AND ${contains('party.search')}))`,
      ...terms,
      ...terms,
      ...terms,
      ...terms,
    );
  }
  if (premisesId !== undefined)
    conditions.add(`(file.premises_id = ? OR EXISTS (${OF_CASE} AND finding.premises_id = ?))`, premisesId, premisesId);
  if (partyId !== undefined) conditions.add(`EXISTS (${OF_CASE} AND finding.party_id = ?)`, partyId);
  if (ruleId !== undefined) conditions.add(`EXISTS (${OF_CASE} AND finding.rule_id = ?)`, ruleId);
  if (complaintId !== undefined) conditions.add('file.complaint_id = ?', complaintId);
  if (cursor !== undefined) conditions.add('file.place < (SELECT place FROM cases_case WHERE case_id = ?)', cursor);
  const rows = readModel.all<Omit<CaseListEntry, 'title' | 'findings'> & { readonly title: string }>(
    `SELECT file.case_id AS "caseId", file.number, file.title, file.premises_id AS "premisesId", place.address,
            file.opened_on AS "openedOn", file.complaint_id AS "complaintId", file.cap_decision AS "capDecision",
            (SELECT count(*) FROM cases_review_item item WHERE item.case_id = file.case_id AND item.settled_on IS NULL) AS "openReviewItems"
       FROM cases_case file LEFT JOIN cases_premises place ON place.premises_id = file.premises_id
      ${conditions.where} ORDER BY file.place DESC LIMIT ?`,
    ...conditions.parameters,
    limit + 1,
  );
  const cases = rows.slice(0, limit).map((row) => ({
    ...row,
    title: keptText(row.title),
    findings: readModel.all<CaseListEntry['findings'][number]>(
      `SELECT finding.finding_id AS "findingId", finding.party_id AS "partyId", party.name AS "partyName",
              finding.rule_id AS "ruleId", finding.finding_kind AS "findingKind", finding.withdrawn_on AS "withdrawnOn"
         FROM cases_finding finding LEFT JOIN cases_party party ON party.party_id = finding.party_id
        WHERE finding.case_id = ? ORDER BY length(finding.finding_id), finding.finding_id`,
      row.caseId,
    ),
  }));
  return { cases, next: rows.length > limit ? cases.at(-1)!.caseId : null };
};

export interface ReviewItemListEntry {
  readonly reviewItemId: string;
  readonly caseId: string;
  readonly number: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: Personal;
  readonly openedOn: string;
  readonly settledOn: string | null;
  readonly resolution: Personal;
}

export interface ReviewItemListQuestion extends Page {
  readonly caseId?: string;
  readonly kind?: string;
  /** True: settled ones too. */
  readonly settledToo: boolean;
}

/** One page of review items over all cases, the oldest first. */
export const listReviewItems = (
  readModel: ReadModelReader,
  { caseId, kind, settledToo, limit, cursor }: ReviewItemListQuestion,
): { readonly reviewItems: readonly ReviewItemListEntry[]; readonly next: string | null } => {
  const conditions = new Conditions();
  if (caseId !== undefined) conditions.add('item.case_id = ?', caseId);
  if (kind !== undefined) conditions.add('item.kind = ?', kind);
  if (!settledToo) conditions.add('item.settled_on IS NULL');
  if (cursor !== undefined)
    conditions.add('item.place > (SELECT place FROM cases_review_item WHERE review_item_id = ?)', cursor);
  const rows = readModel.all<Omit<ReviewItemListEntry, 'text' | 'resolution'> & { text: string; resolution: string }>(
    `SELECT item.review_item_id AS "reviewItemId", item.case_id AS "caseId", file.number, item.kind, item.subject,
            item.text, item.opened_on AS "openedOn", item.settled_on AS "settledOn", item.resolution
       FROM cases_review_item item JOIN cases_case file ON file.case_id = item.case_id
      ${conditions.where} ORDER BY item.place LIMIT ?`,
    ...conditions.parameters,
    limit + 1,
  );
  const reviewItems = rows
    .slice(0, limit)
    .map((row) => ({ ...row, text: keptText(row.text), resolution: keptText(row.resolution) }));
  return { reviewItems, next: rows.length > limit ? reviewItems.at(-1)!.reviewItemId : null };
};

export interface ComplaintListEntry {
  readonly complaintId: string;
  readonly receivedAt: string;
  readonly channel: string;
  readonly allegation: Personal;
  readonly premisesId: string | null;
  readonly address: string | null;
  readonly jurisdiction: string | null;
  readonly outcome: string | null;
  readonly referredTo: readonly string[];
  readonly caseIds: readonly string[];
}

export interface ComplaintListQuestion extends Page {
  readonly premisesId?: string;
  /** True: only those not screened yet. */
  readonly unscreened?: boolean;
}

/** One page of complaints, the newest first. Who complained is in none of them. */
export const listComplaints = (
  readModel: ReadModelReader,
  { premisesId, unscreened, limit, cursor }: ComplaintListQuestion,
): { readonly complaints: readonly ComplaintListEntry[]; readonly next: string | null } => {
  const conditions = new Conditions();
  if (premisesId !== undefined) conditions.add('complaint.premises_id = ?', premisesId);
  if (unscreened) conditions.add('complaint.outcome IS NULL');
  if (cursor !== undefined)
    conditions.add('complaint.place < (SELECT place FROM cases_complaint WHERE complaint_id = ?)', cursor);
  type ComplaintRow = Omit<ComplaintListEntry, 'allegation' | 'referredTo' | 'caseIds'> & {
    readonly allegation: string;
    readonly referredTo: string | null;
  };
  const rows = readModel.all<ComplaintRow>(
    `SELECT complaint.complaint_id AS "complaintId", complaint.received_at AS "receivedAt", complaint.channel,
            complaint.allegation, complaint.premises_id AS "premisesId", place.address, complaint.jurisdiction,
            complaint.outcome, complaint.referred_to AS "referredTo"
       FROM cases_complaint complaint LEFT JOIN cases_premises place ON place.premises_id = complaint.premises_id
      ${conditions.where} ORDER BY complaint.place DESC LIMIT ?`,
    ...conditions.parameters,
    limit + 1,
  );
  const complaints = rows.slice(0, limit).map((row) => ({
    ...row,
    allegation: keptText(row.allegation),
    referredTo: row.referredTo === null ? [] : row.referredTo.split(','),
    caseIds: casesOf(readModel, 'complaint_id', row.complaintId).map(({ caseId }) => caseId),
  }));
  return { complaints, next: rows.length > limit ? complaints.at(-1)!.complaintId : null };
};

/** Cases of a complaint, or about premises, the newest first. */
export const casesOf = (
  readModel: ReadModelReader,
  column: 'complaint_id' | 'premises_id',
  id: string,
): readonly { readonly caseId: string; readonly number: string; readonly openedOn: string }[] =>
  readModel.all(
    `SELECT case_id AS "caseId", number, opened_on AS "openedOn" FROM cases_case WHERE ${column} = ? ORDER BY place DESC`,
    id,
  );
