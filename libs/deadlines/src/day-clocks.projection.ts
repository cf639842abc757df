import type { Instant, LocalDay } from '#kernel';
import type { FineEvent } from '#fines/published';
import type { OffenseEvent } from '#offenses/published';
import type { ReadModelTables } from '#runtime/published';

import { documentOf, type Applied } from './applied.rules.js';
import { limitationLastDays } from './clock.rules.js';

/** The ledgers, their runs and days, and the fines that name a day. */
export const DAY_TABLES = [
  'deadline_ledger',
  'deadline_run',
  'deadline_day',
  'deadline_fine',
  'deadline_fine_day',
  'deadline_action',
];
export const DAY_SCHEMA = `
  CREATE TABLE deadline_ledger (
    ledger TEXT PRIMARY KEY, party_id TEXT NOT NULL, premises_id TEXT NOT NULL, rule_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_ledger_of_party ON deadline_ledger (party_id);
  CREATE INDEX deadline_ledger_of_premises ON deadline_ledger (premises_id);
  CREATE TABLE deadline_run (
    run_id TEXT PRIMARY KEY, ledger TEXT NOT NULL, finding_id TEXT NOT NULL, case_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_run_of_finding ON deadline_run (finding_id);
  CREATE INDEX deadline_run_of_ledger ON deadline_run (ledger);
  CREATE TABLE deadline_day (
    ledger TEXT NOT NULL, day TEXT NOT NULL, version INTEGER NOT NULL, run_id TEXT NOT NULL, void_cause TEXT,
    misdemeanor_last TEXT NOT NULL, penalty_last TEXT NOT NULL, position TEXT NOT NULL,
    known_from TEXT NOT NULL, known_until TEXT, PRIMARY KEY (ledger, day, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deadline_fine (
    fine_id TEXT PRIMARY KEY, number TEXT NOT NULL, finding_id TEXT NOT NULL, party_id TEXT NOT NULL, premises_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deadline_fine_day (
    ledger TEXT NOT NULL, day TEXT NOT NULL, document_id TEXT NOT NULL, fine_id TEXT NOT NULL, named_on TEXT NOT NULL,
    known_from TEXT NOT NULL, freed_on TEXT, freed_known_from TEXT, PRIMARY KEY (ledger, day, document_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_fine_day_of_fine ON deadline_fine_day (fine_id);
  CREATE TABLE deadline_action (
    place INTEGER PRIMARY KEY, fine_id TEXT NOT NULL, commenced_on TEXT NOT NULL, index_number TEXT NOT NULL,
    position TEXT NOT NULL, known_from TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deadline_action_of_fine ON deadline_action (fine_id);
`;

/** One version of a ledger's day; both limitation clocks of the day are read from it. */
interface DayRow {
  readonly version: number;
  readonly run_id: string;
  /** Null = live. */
  readonly void_cause: string | null;
  readonly misdemeanor_last: LocalDay;
  readonly penalty_last: LocalDay;
  readonly position: string;
  readonly known_from: Instant;
}

const INSERT_DAY = `INSERT INTO deadline_day
  (ledger, day, version, run_id, void_cause, misdemeanor_last, penalty_last, position, known_from) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const changeDays = (
  tables: ReadModelTables,
  ledger: string,
  days: readonly LocalDay[],
  { knownFrom }: Applied,
  changes: Partial<Pick<DayRow, 'run_id' | 'void_cause' | 'position'>>,
): void => {
  for (const day of days) {
    const current = tables.get<DayRow>(
      'SELECT * FROM deadline_day WHERE ledger = ? AND day = ? ORDER BY version DESC LIMIT 1',
      ledger,
      day,
    );
    if (!current) continue;
    const next = { ...current, ...changes };
    if (current.known_from === knownFrom) {
      tables.run(
        'UPDATE deadline_day SET run_id = ?, void_cause = ?, position = ? WHERE ledger = ? AND day = ? AND version = ?',
        next.run_id,
        next.void_cause,
        next.position,
        ledger,
        day,
        current.version,
      );
      continue;
    }
    tables.run(
      'UPDATE deadline_day SET known_until = ? WHERE ledger = ? AND day = ? AND version = ?',
      knownFrom,
      ledger,
      day,
      current.version,
    );
    tables.run(
      INSERT_DAY,
      ledger,
      day,
      current.version + 1,
      next.run_id,
      next.void_cause,
      next.misdemeanor_last,
      next.penalty_last,
      next.position,
      knownFrom,
    );
  }
};

export const applyOffense = (tables: ReadModelTables, event: OffenseEvent, ledger: string, applied: Applied): void => {
  const { position, knownFrom } = applied;
  switch (event.type) {
    case 'SightingRecorded':
    case 'ReattributedDaysReceived': {
      const { partyId, premisesId, ruleId } = event.data.ledger;
      tables.run(
        'INSERT OR IGNORE INTO deadline_ledger (ledger, party_id, premises_id, rule_id) VALUES (?, ?, ?, ?)',
        ledger,
        partyId,
        premisesId,
        ruleId,
      );
      return;
    }
    case 'RunOpened':
      tables.run(
        'INSERT OR IGNORE INTO deadline_run (run_id, ledger, finding_id, case_id) VALUES (?, ?, ?, ?)',
        event.data.runId,
        ledger,
        event.data.findingId,
        event.data.caseId,
      );
      return;
    case 'OffenseDayRecorded': {
      const { day, runId } = event.data;
      const { misdemeanor, penaltySuit } = limitationLastDays(day);
      tables.run(INSERT_DAY, ledger, day, 1, runId, null, misdemeanor, penaltySuit, position, knownFrom);
      return;
    }
    case 'OffenseDaysVoided':
      return changeDays(tables, ledger, event.data.days, applied, { void_cause: event.data.cause, position });
    case 'OffenseDaysReinstated':
      return changeDays(tables, ledger, event.data.days, applied, { void_cause: null, position });
    case 'DaysMovedToRun':
      return changeDays(tables, ledger, event.data.days, applied, { run_id: event.data.toRun });
  }
};

const nameDays = (
  tables: ReadModelTables,
  named: { readonly ledger: string; readonly fineId: string; readonly documentId: string; readonly on: LocalDay },
  days: readonly { readonly day: LocalDay }[],
  { knownFrom }: Applied,
): void => {
  for (const { day } of days)
    tables.run(
      'INSERT INTO deadline_fine_day (ledger, day, document_id, fine_id, named_on, known_from) VALUES (?, ?, ?, ?, ?, ?)',
      named.ledger,
      day,
      named.documentId,
      named.fineId,
      named.on,
      knownFrom,
    );
};

/** Which days a fine or a statement names, and since when it names them no longer. */
export const nameDaysInFine = (tables: ReadModelTables, event: FineEvent, applied: Applied): void => {
  switch (event.type) {
    case 'CivilFineImposed':
    case 'CivilFineAgreed': {
      const { fineId, number, findingId, partyId, premisesId, ledger, days } = event.data;
      const on = event.type === 'CivilFineImposed' ? event.data.imposedOn : event.data.recordedOn;
      tables.run(
        'INSERT INTO deadline_fine (fine_id, number, finding_id, party_id, premises_id) VALUES (?, ?, ?, ?, ?)',
        fineId,
        number,
        findingId,
        partyId,
        premisesId,
      );
      return nameDays(tables, { ledger, fineId, documentId: fineId, on }, days, applied);
    }
    case 'StatementIssued': {
      const { fineId, statementId, ledger, days, issuedOn } = event.data;
      return nameDays(tables, { ledger, fineId, documentId: statementId, on: issuedOn }, days, applied);
    }
    case 'FineDaysDropped':
      for (const { day, statementId } of event.data.days)
        tables.run(
          `UPDATE deadline_fine_day SET freed_on = ?, freed_known_from = ?
            WHERE ledger = ? AND day = ? AND document_id = ? AND freed_on IS NULL`,
          event.data.droppedOn,
          applied.knownFrom,
          event.data.ledger,
          day,
          documentOf(event.data.fineId, statementId),
        );
      return;
    case 'CollectionActionCommenced': {
      const { fineId, commencedOn, indexNumber } = event.data;
      return tables.run(
        'INSERT INTO deadline_action (fine_id, commenced_on, index_number, position, known_from) VALUES (?, ?, ?, ?, ?)',
        fineId,
        commencedOn,
        indexNumber,
        applied.position,
        applied.knownFrom,
      );
    }
    case 'CivilFineWithdrawn': {
      const { fineId, withdrawnOn } = event.data;
      tables.run(
        'UPDATE deadline_fine_day SET freed_on = ?, freed_known_from = ? WHERE fine_id = ? AND freed_on IS NULL',
        withdrawnOn,
        applied.knownFrom,
        fineId,
      );
      return;
    }
  }
};
