import type { Event, Personal, Recorded } from '#kernel';
import { searchKey, type PartyEvent, type PremisesEvent } from '#registry/published';
import type { Projection, ReadModelTables } from '#runtime';

import type { CaseEvent } from './case.events.js';
import type { ComplaintEvent } from './complaint.events.js';

type Read = CaseEvent | ComplaintEvent | PartyEvent | PremisesEvent;
type Opened = string | null;

/** Free text stays sealed in the read model; the engine opens it in an answer, for as long as its key lives. */
const kept = (text: Personal): string => JSON.stringify(text);
export const keptText = (stored: string): Personal => JSON.parse(stored) as Personal;

/** Findings go on in a case: they are listed there, once. */
const hold = (tables: ReadModelTables, caseId: string, findingIds: readonly string[]): void => {
  for (const findingId of findingIds)
    tables.run('UPDATE cases_finding SET held_by = ? WHERE finding_id = ?', caseId, findingId);
};

const apply = (tables: ReadModelTables, event: Read): void => {
  switch (event.type) {
    case 'CaseOpened': {
      const { caseId, number, title, premisesId, openedOn, complaintId } = event.data;
      tables.run(
        `INSERT INTO cases_case (case_id, number, number_search, title, premises_id, opened_on, complaint_id, cap_decision, status, closed_on, into_case, now_in)
         VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 'open', NULL, NULL, ?)`,
        caseId,
        number,
        searchKey(number),
        kept(title),
        premisesId,
        openedOn,
        complaintId,
        caseId,
      );
      return;
    }
    case 'FindingMade': {
      const { findingId, caseId, partyId, premisesId, ruleId, findingKind, madeOn } = event.data;
      tables.run(
        `INSERT INTO cases_finding (finding_id, case_id, held_by, party_id, premises_id, rule_id, finding_kind, made_on, withdrawn_on)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
        findingId,
        caseId,
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
    case 'CaseClosed':
      tables.run(
        `UPDATE cases_case SET status = 'closed', closed_on = ? WHERE case_id = ?`,
        event.data.closedOn,
        event.data.caseId,
      );
      return;
    case 'CaseReopened':
      tables.run(`UPDATE cases_case SET status = 'open', closed_on = NULL WHERE case_id = ?`, event.data.caseId);
      return;
    case 'CaseConsolidated': {
      const { caseId, intoCaseId, findingIds } = event.data;
      tables.run(`UPDATE cases_case SET status = 'consolidated', into_case = ? WHERE case_id = ?`, intoCaseId, caseId);
      // Whatever had come into this case goes on with it.
      tables.run('UPDATE cases_case SET now_in = ? WHERE now_in = ?', intoCaseId, caseId);
      hold(tables, intoCaseId, findingIds);
      return;
    }
    case 'CaseSplit':
      hold(tables, event.data.intoCaseId, event.data.findingIds);
      return;
    case 'FindingsReceived':
      hold(tables, event.data.caseId, event.data.findingIds);
      return;
    case 'CounselCapDecisionRecorded':
      tables.run(
        'UPDATE cases_case SET cap_decision = ? WHERE case_id = ?',
        kept(event.data.reference),
        event.data.caseId,
      );
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
  version: 3,
  schema: `
    CREATE TABLE cases_case (
      place INTEGER PRIMARY KEY, case_id TEXT NOT NULL UNIQUE, number TEXT NOT NULL, number_search TEXT NOT NULL,
      title TEXT NOT NULL, premises_id TEXT NOT NULL, opened_on TEXT NOT NULL, complaint_id TEXT, cap_decision TEXT,
      status TEXT NOT NULL, closed_on TEXT, into_case TEXT, now_in TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cases_case_by_premises ON cases_case (premises_id);
    CREATE INDEX cases_case_by_complaint ON cases_case (complaint_id);
    CREATE INDEX cases_case_by_now_in ON cases_case (now_in);
    CREATE TABLE cases_finding (
      finding_id TEXT PRIMARY KEY, case_id TEXT NOT NULL, held_by TEXT NOT NULL, party_id TEXT NOT NULL, premises_id TEXT NOT NULL,
      rule_id TEXT NOT NULL, finding_kind TEXT NOT NULL, made_on TEXT NOT NULL, withdrawn_on TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cases_finding_by_case ON cases_finding (held_by);
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
    'CaseClosed',
    'CaseReopened',
    'CaseConsolidated',
    'CaseSplit',
    'FindingsReceived',
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
