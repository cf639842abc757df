import type { Personal } from '#kernel';
import { searchTerms } from '#registry/published';
import type { ReadModelReader, SqlValue } from '#runtime';

import { keptText } from './cases.projection.js';
import type { CaseStatus } from './closing.state.js';

interface Page {
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Ids that the asker may not know of: no row of theirs is listed or counted. */
  readonly hidden?: ReadonlySet<string>;
}

/** The ids that the asker may not know of, as a parameter of `NOT IN (SELECT value FROM json_each(?))`. */
const unknownOf = (hidden: ReadonlySet<string> | undefined): string => JSON.stringify([...(hidden ?? [])]);
const UNKNOWN = '(SELECT value FROM json_each(?))';

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
  readonly status: CaseStatus;
  readonly closedOn: string | null;
  readonly consolidatedInto: string | null;
  readonly complaintId: string | null;
  readonly capDecision: Personal;
  readonly openReviewItems: number;
  /** Findings that go on here and stand. */
  readonly findingCount: number;
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
  readonly status?: CaseStatus;
}

/** Takes the hidden ids first. */
const OF_CASE = `SELECT 1 FROM cases_finding finding WHERE finding.finding_id NOT IN ${UNKNOWN} AND finding.held_by = file.case_id`;

/** One page of cases, the newest first; `next` is the cursor of the page after, or null. */
export const listCases = (
  readModel: ReadModelReader,
  question: CaseListQuestion,
): { readonly cases: readonly CaseListEntry[]; readonly next: string | null } => {
  const { search, premisesId, partyId, ruleId, complaintId, status, limit, cursor, hidden } = question;
  const unknown = unknownOf(hidden);
  const conditions = new Conditions();
  conditions.add(`file.case_id NOT IN ${UNKNOWN}`, unknown);
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
          WHERE finding.finding_id NOT IN ${UNKNOWN} AND finding.held_by = file.case_id AND ${contains('party.search')}))`,
      ...terms,
      ...terms,
      ...terms,
      unknown,
      ...terms,
    );
  }
  if (premisesId !== undefined)
    conditions.add(
      `(file.premises_id = ? OR EXISTS (${OF_CASE} AND finding.premises_id = ?))`,
      premisesId,
      unknown,
      premisesId,
    );
  if (partyId !== undefined) conditions.add(`EXISTS (${OF_CASE} AND finding.party_id = ?)`, unknown, partyId);
  if (ruleId !== undefined) conditions.add(`EXISTS (${OF_CASE} AND finding.rule_id = ?)`, unknown, ruleId);
  if (status !== undefined) conditions.add('file.status = ?', status);
  if (complaintId !== undefined) conditions.add('file.complaint_id = ?', complaintId);
  if (cursor !== undefined)
    conditions.add(
      `file.place < (SELECT place FROM cases_case WHERE case_id = ? AND case_id NOT IN ${UNKNOWN})`,
      cursor,
      unknown,
    );
  const rows = readModel.all<
    Omit<CaseListEntry, 'title' | 'capDecision' | 'findings' | 'findingCount'> & {
      readonly title: string;
      readonly capDecision: string | null;
    }
  >(
    `SELECT file.case_id AS "caseId", file.number, file.title, file.premises_id AS "premisesId", place.address,
            file.opened_on AS "openedOn",
            file.status, file.closed_on AS "closedOn", file.into_case AS "consolidatedInto", file.complaint_id AS "complaintId", file.cap_decision AS "capDecision",
            (SELECT count(*) FROM cases_review_item item JOIN cases_case origin ON origin.case_id = item.case_id
              WHERE origin.now_in = file.case_id AND origin.case_id NOT IN ${UNKNOWN} AND item.settled_on IS NULL) AS "openReviewItems"
       FROM cases_case file LEFT JOIN cases_premises place ON place.premises_id = file.premises_id
      ${conditions.where} ORDER BY file.place DESC LIMIT ?`,
    unknown,
    ...conditions.parameters,
    limit + 1,
  );
  const cases = rows.slice(0, limit).map((row) => {
    const findings = readModel.all<CaseListEntry['findings'][number]>(
      `SELECT finding.finding_id AS "findingId", finding.party_id AS "partyId", party.name AS "partyName",
              finding.rule_id AS "ruleId", finding.finding_kind AS "findingKind", finding.withdrawn_on AS "withdrawnOn"
         FROM cases_finding finding LEFT JOIN cases_party party ON party.party_id = finding.party_id
        WHERE finding.held_by = ? AND finding.finding_id NOT IN ${UNKNOWN} ORDER BY finding.case_id <> finding.held_by, finding.case_id, length(finding.finding_id), finding.finding_id`,
      row.caseId,
      unknown,
    );
    const findingCount = findings.filter(({ withdrawnOn }) => withdrawnOn === null).length;
    const capDecision = row.capDecision === null ? null : keptText(row.capDecision);
    return { ...row, title: keptText(row.title), capDecision, findings, findingCount };
  });
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
  { caseId, kind, settledToo, limit, cursor, hidden }: ReviewItemListQuestion,
): { readonly reviewItems: readonly ReviewItemListEntry[]; readonly next: string | null } => {
  const unknown = unknownOf(hidden);
  const conditions = new Conditions();
  conditions.add(`item.case_id NOT IN ${UNKNOWN}`, unknown);
  // A case that was consolidated brings its review items along.
  if (caseId !== undefined) conditions.add('(item.case_id = ? OR file.now_in = ?)', caseId, caseId);
  if (kind !== undefined) conditions.add('item.kind = ?', kind);
  if (!settledToo) conditions.add('item.settled_on IS NULL');
  if (cursor !== undefined)
    conditions.add(
      `item.place > (SELECT place FROM cases_review_item WHERE review_item_id = ? AND case_id NOT IN ${UNKNOWN})`,
      cursor,
      unknown,
    );
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
  { premisesId, unscreened, limit, cursor, hidden }: ComplaintListQuestion,
): { readonly complaints: readonly ComplaintListEntry[]; readonly next: string | null } => {
  const unknown = unknownOf(hidden);
  const conditions = new Conditions();
  conditions.add(`complaint.complaint_id NOT IN ${UNKNOWN}`, unknown);
  if (premisesId !== undefined) conditions.add('complaint.premises_id = ?', premisesId);
  if (unscreened) conditions.add('complaint.outcome IS NULL');
  if (cursor !== undefined)
    conditions.add(
      `complaint.place < (SELECT place FROM cases_complaint WHERE complaint_id = ? AND complaint_id NOT IN ${UNKNOWN})`,
      cursor,
      unknown,
    );
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
    caseIds: casesOf(readModel, 'complaint_id', row.complaintId)
      .map(({ caseId }) => caseId)
      .filter((caseId) => !hidden?.has(caseId)),
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
