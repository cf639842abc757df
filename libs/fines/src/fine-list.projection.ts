import type { Event, Recorded } from '#kernel';
import type { FindingMade } from '#cases/published';
import { ledgerStream } from '#offenses/published';
import type { Projection, ReadModelReader, ReadModelTables } from '#runtime';

import type { FineEvent } from './fine.events.js';
import type { DayCents } from './fine.types.js';

const insertDays = (tables: ReadModelTables, fineId: string, statementId: string, days: readonly DayCents[]): void => {
  for (const { day, cents } of days)
    tables.run(
      "INSERT INTO fine_day (fine_id, statement_id, day, cents, state) VALUES (?, ?, ?, ?, 'named')",
      fineId,
      statementId,
      day,
      cents,
    );
};

const apply = (tables: ReadModelTables, event: FineEvent | FindingMade): void => {
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
    case 'CivilFineImposed': {
      const {
        fineId,
        number,
        caseId,
        findingId,
        partyId,
        premisesId,
        ruleId,
        ledger,
        days,
        running,
        raises,
        imposedBy,
        imposedOn,
      } = event.data;
      tables.run(
        `INSERT INTO fine (fine_id, number, case_id, finding_id, party_id, premises_id, rule_id, ledger, raises, imposed_by, imposed_on,
           running_cents, running_from, running_through, served_on, withdrawn_on, paid_cents)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, 0)`,
        fineId,
        number,
        caseId,
        findingId,
        partyId,
        premisesId,
        ruleId,
        ledger,
        raises,
        imposedBy,
        imposedOn,
        running?.rateCents ?? null,
        running?.fromDay ?? null,
      );
      insertDays(tables, fineId, '', days);
      return;
    }
    case 'RunningRateEnded':
      tables.run('UPDATE fine SET running_through = ? WHERE fine_id = ?', event.data.lastDay, event.data.fineId);
      return;
    case 'StatementIssued': {
      const { fineId, statementId, issuedOn, days } = event.data;
      tables.run(
        'INSERT INTO fine_statement (statement_id, fine_id, issued_on, served_on) VALUES (?, ?, ?, NULL)',
        statementId,
        fineId,
        issuedOn,
      );
      insertDays(tables, fineId, statementId, days);
      return;
    }
    case 'FineNoticeServed': {
      const { fineId, statementId, servedOn } = event.data;
      if (statementId === null) tables.run('UPDATE fine SET served_on = ? WHERE fine_id = ?', servedOn, fineId);
      else tables.run('UPDATE fine_statement SET served_on = ? WHERE statement_id = ?', servedOn, statementId);
      return;
    }
    case 'FineDaysDropped':
      for (const { day, statementId } of event.data.days)
        tables.run(
          "UPDATE fine_day SET state = 'dropped' WHERE fine_id = ? AND statement_id = ? AND day = ?",
          event.data.fineId,
          statementId ?? '',
          day,
        );
      return;
    case 'CivilFineWithdrawn':
      tables.run('UPDATE fine SET withdrawn_on = ? WHERE fine_id = ?', event.data.withdrawnOn, event.data.fineId);
      return;
    case 'PaymentReceived':
      tables.run(
        'UPDATE fine SET paid_cents = paid_cents + ? WHERE fine_id = ?',
        event.data.amountCents,
        event.data.fineId,
      );
      return;
    case 'FineBasisDrifted':
      return;
  }
};

/**
 * Fines by case and party, and the days they name. What is charged, owed and due rests on the ledgers too and is folded,
 * never kept here. A withdrawn fine keeps its days; lists count none of them.
 */
export const fineListProjection: Projection = {
  name: 'fine-list',
  version: 1,
  schema: `
    CREATE TABLE fine (
      fine_id TEXT PRIMARY KEY, number TEXT NOT NULL, case_id TEXT NOT NULL, finding_id TEXT NOT NULL, party_id TEXT NOT NULL,
      premises_id TEXT NOT NULL, rule_id TEXT NOT NULL, ledger TEXT NOT NULL, raises TEXT, imposed_by TEXT NOT NULL, imposed_on TEXT NOT NULL,
      running_cents INTEGER, running_from TEXT, running_through TEXT, served_on TEXT, withdrawn_on TEXT, paid_cents INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fine_by_case ON fine (case_id, number, fine_id);
    CREATE INDEX fine_by_party ON fine (party_id, number, fine_id);
    CREATE INDEX fine_by_number ON fine (number, fine_id);
    CREATE TABLE fine_statement (statement_id TEXT PRIMARY KEY, fine_id TEXT NOT NULL, issued_on TEXT NOT NULL, served_on TEXT) STRICT, WITHOUT ROWID;
    CREATE INDEX fine_statement_by_fine ON fine_statement (fine_id);
    CREATE TABLE fine_day (
      fine_id TEXT NOT NULL, statement_id TEXT NOT NULL, day TEXT NOT NULL, cents INTEGER NOT NULL, state TEXT NOT NULL,
      PRIMARY KEY (fine_id, statement_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE fine_finding (
      party_id TEXT NOT NULL, finding_id TEXT NOT NULL, case_id TEXT NOT NULL, ledger TEXT NOT NULL, PRIMARY KEY (party_id, finding_id)
    ) STRICT, WITHOUT ROWID;
  `,
  tables: ['fine', 'fine_statement', 'fine_day', 'fine_finding'],
  listensTo: [
    'FindingMade',
    'CivilFineImposed',
    'RunningRateEnded',
    'StatementIssued',
    'FineNoticeServed',
    'FineDaysDropped',
    'CivilFineWithdrawn',
    'PaymentReceived',
  ],
  apply: (tables, recorded: Recorded<Event<string, never>>) =>
    apply(tables, recorded.event as unknown as FineEvent | FindingMade),
};

/** A fine as it stands in a list. Amounts in cents. */
export interface FineListEntry {
  readonly fineId: string;
  readonly number: string;
  readonly caseId: string;
  readonly findingId: string;
  readonly partyId: string;
  readonly ruleId: string;
  readonly raises: string | null;
  readonly imposedOn: string;
  readonly runningCents: number | null;
  readonly servedOn: string | null;
  readonly withdrawnOn: string | null;
  /** Live, undropped days and their amounts; nothing of a withdrawn fine. */
  readonly namedDays: number;
  readonly namedCents: number;
  readonly paidCents: number;
  readonly statements: number;
  readonly unservedStatements: number;
}

export interface FineListQuestion {
  readonly caseId?: string;
  readonly partyId?: string;
  readonly limit: number;
  /** The last fine of the page before. */
  readonly cursor?: string;
}

/** One page of fines by number; `next` is the cursor of the page after, or null. */
export const listFines = (
  readModel: ReadModelReader,
  { caseId, partyId, limit, cursor }: FineListQuestion,
): { readonly fines: readonly FineListEntry[]; readonly next: string | null } => {
  const conditions: string[] = [];
  const parameters: string[] = [];
  const where = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  where('case_id = ?', caseId);
  where('party_id = ?', partyId);
  where('(number, fine_id) > (SELECT number, fine_id FROM fine WHERE fine_id = ?)', cursor);
  const named = "FROM fine_day d WHERE d.fine_id = f.fine_id AND d.state = 'named' AND f.withdrawn_on IS NULL";
  const rows = readModel.all<FineListEntry>(
    `SELECT fine_id AS "fineId", number, case_id AS "caseId", finding_id AS "findingId", party_id AS "partyId", rule_id AS "ruleId", raises,
            imposed_on AS "imposedOn", running_cents AS "runningCents", served_on AS "servedOn", withdrawn_on AS "withdrawnOn",
            (SELECT count(*) ${named}) AS "namedDays", (SELECT coalesce(sum(d.cents), 0) ${named}) AS "namedCents", paid_cents AS "paidCents",
            (SELECT count(*) FROM fine_statement s WHERE s.fine_id = f.fine_id) AS statements,
            (SELECT count(*) FROM fine_statement s WHERE s.fine_id = f.fine_id AND s.served_on IS NULL) AS "unservedStatements"
       FROM fine f ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY number, fine_id LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const fines = rows.slice(0, limit);
  return { fines, next: rows.length > limit ? fines.at(-1)!.fineId : null };
};

/** Findings that ever named a party, in whichever case: where to look for its ledgers. */
export const findingsOfParty = (readModel: ReadModelReader, partyId: string): string[] =>
  readModel
    .all<{ finding_id: string }>('SELECT finding_id FROM fine_finding WHERE party_id = ? ORDER BY finding_id', partyId)
    .map(({ finding_id: findingId }) => findingId);
