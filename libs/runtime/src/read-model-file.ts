import { chmodSync, existsSync } from 'node:fs';

import type { Database as SqliteDatabase, Statement } from 'better-sqlite3';
import Database from 'better-sqlite3';

import type { Projection, ReadModelTables, Row, SqlValue } from './read-model.js';

const BOOK_KEEPING = `
  CREATE TABLE IF NOT EXISTS checkpoint (one INTEGER PRIMARY KEY CHECK (one = 1), position TEXT) STRICT;
  INSERT OR IGNORE INTO checkpoint (one, position) VALUES (1, NULL);
  CREATE TABLE IF NOT EXISTS recorded_time (recorded_at TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** One read-model database: all projections' tables and the one checkpoint they share. */
export class ReadModelFile implements ReadModelTables {
  readonly database: SqliteDatabase;
  private readonly statements = new Map<string, Statement>();

  constructor(
    readonly path: string,
    projections: readonly Projection[],
    /** A file beside the served one, thrown away when its building is cut short: nothing of it need survive a crash. */
    building = false,
  ) {
    const fresh = path === ':memory:' || !existsSync(path);
    this.database = new Database(path);
    if (path !== ':memory:') chmodSync(path, 0o600);
    if (building) {
      this.database.pragma('journal_mode = MEMORY');
      this.database.pragma('synchronous = OFF');
      this.database.pragma('cache_size = -262144');
    } else this.serve();
    this.database.pragma('secure_delete = ON');
    this.database.pragma('busy_timeout = 5000');
    this.database.exec(BOOK_KEEPING);
    if (fresh || !this.hasTables(projections))
      this.database.transaction(() => projections.forEach(({ schema }) => this.database.exec(schema)))();
  }

  /** The settings of a read model that is read and written. */
  serve(): void {
    this.database.pragma('cache_size = -16384');
    this.database.pragma('journal_mode = WAL');
    // A read model can be made again from the log; it need not survive a power cut to the last commit.
    this.database.pragma('synchronous = NORMAL');
    // One event touches a page in several tables: the longer the log of pages, the more of them are written back once.
    this.database.pragma('wal_autocheckpoint = 4000');
  }

  private hasTables(projections: readonly Projection[]): boolean {
    const names = new Set(
      this.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(({ name }) => name),
    );
    return projections.every(({ tables }) => tables.every((table) => names.has(table)));
  }

  private statement(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...parameters: SqlValue[]): void {
    this.statement(sql).run(...parameters);
  }

  all<R = Row>(sql: string, ...parameters: SqlValue[]): R[] {
    return this.statement(sql).all(...parameters) as R[];
  }

  get<R = Row>(sql: string, ...parameters: SqlValue[]): R | undefined {
    return this.statement(sql).get(...parameters) as R | undefined;
  }

  get checkpoint(): string | null {
    return this.get<{ position: string | null }>('SELECT position FROM checkpoint')!.position;
  }

  /** Every table's rows in key order: two read models of one log are equal when these are. */
  contents(projections: readonly Projection[]): Record<string, Row[]> {
    const tables: Record<string, Row[]> = {};
    for (const table of projections.flatMap((projection) => projection.tables)) {
      const columns = this.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(
        ({ name }) => `"${name}"`,
      );
      tables[table] = this.all(`SELECT * FROM "${table}" ORDER BY ${columns.join(', ')}`);
    }
    return tables;
  }

  /** Checkpoint and contents of one moment, also while another process goes on applying. */
  snapshot(projections: readonly Projection[]): { checkpoint: string | null; contents: Record<string, Row[]> } {
    return this.database.transaction(() => ({
      checkpoint: this.checkpoint,
      contents: this.contents(projections),
    }))();
  }

  /** Leaves the log of pages, which only the one reader of a file can do. @returns whether this is the only one */
  isOursAlone(): boolean {
    this.database.pragma('busy_timeout = 0');
    try {
      return this.database.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
    } catch {
      return false;
    }
  }

  close(): void {
    this.database.close();
  }
}
