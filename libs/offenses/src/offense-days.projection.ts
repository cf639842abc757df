import type { LocalDay } from '#kernel';
import type { Projection, ReadModelTables } from '#runtime/published';

import type { OffenseEvent } from './offense.events.js';

/** Which days stand in which ledger, run, finding and case: for lists, deadlines and checks against the fold. */
export const offenseDaysProjection: Projection = {
  name: 'offense-days',
  version: 2,
  schema: `
    CREATE TABLE offense_run (
      run_id TEXT PRIMARY KEY, ledger TEXT NOT NULL, party_id TEXT NOT NULL, premises_id TEXT NOT NULL, rule_id TEXT NOT NULL,
      finding_id TEXT NOT NULL, case_id TEXT NOT NULL, first_day TEXT NOT NULL, open INTEGER NOT NULL, closed_on TEXT, closure TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX offense_run_of_case ON offense_run (case_id);
    CREATE TABLE offense_day (
      ledger TEXT NOT NULL, day TEXT NOT NULL, basis TEXT NOT NULL, live INTEGER NOT NULL, void_cause TEXT, run_id TEXT NOT NULL,
      PRIMARY KEY (ledger, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE offense_forbearance (
      forbearance_id TEXT PRIMARY KEY, ledger TEXT NOT NULL, from_day TEXT NOT NULL, through_day TEXT NOT NULL, authority TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX offense_forbearance_of_ledger ON offense_forbearance (ledger);
  `,
  tables: ['offense_run', 'offense_day', 'offense_forbearance'],
  listensTo: [
    'RunOpened',
    'RunClosed',
    'DaysMovedToRun',
    'OffenseDayRecorded',
    'OffenseDaysRebased',
    'OffenseDaysVoided',
    'OffenseDaysReinstated',
    'ForbearanceRecorded',
  ],
  apply: (tables, { event: stored, stream, metadata }) => {
    const event = stored as unknown as OffenseEvent;
    switch (event.type) {
      case 'RunOpened': {
        const { runId, findingId, caseId, from } = event.data;
        const { party = '', premises = '', rule = '' } = metadata.refs ?? {};
        tables.run(
          `INSERT INTO offense_run (run_id, ledger, party_id, premises_id, rule_id, finding_id, case_id, first_day, open)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
           ON CONFLICT (run_id) DO UPDATE SET open = 1, closed_on = NULL, closure = NULL, first_day = excluded.first_day`,
          runId,
          stream,
          party,
          premises,
          rule,
          findingId,
          caseId,
          from,
        );
        return;
      }
      case 'RunClosed':
        tables.run(
          'UPDATE offense_run SET open = 0, closed_on = ?, closure = ? WHERE run_id = ?',
          event.data.on,
          event.data.cause,
          event.data.runId,
        );
        return;
      case 'OffenseDayRecorded': {
        const { day, basis, runId } = event.data;
        tables.run(
          'INSERT INTO offense_day (ledger, day, basis, live, run_id) VALUES (?, ?, ?, 1, ?)',
          stream,
          day,
          basis,
          runId,
        );
        return;
      }
      case 'OffenseDaysRebased':
        each(
          tables,
          'UPDATE offense_day SET basis = ? WHERE ledger = ? AND day = ?',
          event.data.days,
          event.data.to,
          stream,
        );
        return;
      case 'OffenseDaysVoided':
        each(
          tables,
          'UPDATE offense_day SET live = 0, void_cause = ? WHERE ledger = ? AND day = ?',
          event.data.days,
          event.data.cause,
          stream,
        );
        return;
      case 'OffenseDaysReinstated':
        each(
          tables,
          'UPDATE offense_day SET live = 1, void_cause = NULL, basis = ? WHERE ledger = ? AND day = ?',
          event.data.days,
          event.data.basis,
          stream,
        );
        return;
      case 'DaysMovedToRun':
        each(
          tables,
          'UPDATE offense_day SET run_id = ? WHERE ledger = ? AND day = ?',
          event.data.days,
          event.data.toRun,
          stream,
        );
        return;
      case 'ForbearanceRecorded': {
        const { forbearanceId, from, through, authority } = event.data;
        tables.run(
          'INSERT INTO offense_forbearance (forbearance_id, ledger, from_day, through_day, authority) VALUES (?, ?, ?, ?, ?)',
          forbearanceId,
          stream,
          from,
          through,
          JSON.stringify(authority),
        );
        return;
      }
    }
  },
};

const each = (tables: ReadModelTables, sql: string, days: readonly LocalDay[], value: string, ledger: string): void => {
  for (const day of days) tables.run(sql, value, ledger, day);
};
