import type { Projection } from '#runtime/published';

import type { OffenseEvent } from './offense.events.js';

/** The daily clock's own disposable index: which ledgers there are, and which of their runs are open. */
export const openRunsProjection: Projection = {
  name: 'open-runs',
  version: 1,
  schema: `
    CREATE TABLE known_ledger (ledger TEXT PRIMARY KEY, party_id TEXT NOT NULL, premises_id TEXT NOT NULL, rule_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX known_ledger_of_rule ON known_ledger (rule_id);
    CREATE TABLE open_run (ledger TEXT NOT NULL, run_id TEXT NOT NULL, PRIMARY KEY (ledger, run_id)) STRICT, WITHOUT ROWID;
    CREATE TABLE nature_reading (one INTEGER PRIMARY KEY CHECK (one = 1), changes INTEGER NOT NULL) STRICT;
  `,
  tables: ['known_ledger', 'open_run', 'nature_reading'],
  listensTo: ['RunOpened', 'RunClosed', 'PolicyAdopted', 'PolicyWithdrawn', 'RuleAmended'],
  apply: (tables, { event: stored, stream, metadata }) => {
    const event = stored as unknown as OffenseEvent;
    switch (event.type) {
      case 'RunOpened': {
        const { party, premises, rule } = metadata.refs as Record<string, string>;
        tables.run(
          'INSERT OR IGNORE INTO known_ledger (ledger, party_id, premises_id, rule_id) VALUES (?, ?, ?, ?)',
          stream,
          party!,
          premises!,
          rule!,
        );
        tables.run('INSERT OR IGNORE INTO open_run (ledger, run_id) VALUES (?, ?)', stream, event.data.runId);
        return;
      }
      case 'RunClosed':
        tables.run('DELETE FROM open_run WHERE ledger = ? AND run_id = ?', stream, event.data.runId);
        return;
      default:
        tables.run(
          'INSERT INTO nature_reading (one, changes) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET changes = changes + 1',
        );
    }
  },
};
