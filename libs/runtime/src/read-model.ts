import type { Event, Recorded } from '#kernel';

export type SqlValue = string | number | bigint | null;
export type Row = Record<string, SqlValue>;

/** Read access to the read-model database. Statements are kept by their text. */
export interface ReadModelReader {
  all<R = Row>(sql: string, ...parameters: SqlValue[]): R[];
  get<R = Row>(sql: string, ...parameters: SqlValue[]): R | undefined;
}

/** The handle a projection writes through, inside the runner's transaction. */
export interface ReadModelTables extends ReadModelReader {
  run(sql: string, ...parameters: SqlValue[]): void;
}

/** One read model: its tables, how each event changes them, together with its name and version. */
export interface Projection {
  /** The question it answers. */
  readonly name: string;
  /** Raise it when tables or apply change: the read model is then rebuilt from the log. */
  readonly version: number;
  /** CREATE TABLE and CREATE INDEX statements. */
  readonly schema: string;
  /** Its tables, in the order they are compared after a rebuild. */
  readonly tables: readonly string[];
  /** Stored type names it reads; others pass it by. */
  readonly listensTo: readonly string[];
  /** Types whose sealed fields are opened for it. Complainants never are. */
  readonly opens?: readonly string[];
  /** Applies one event. Synchronous; must not reject a recorded event. */
  readonly apply: (tables: ReadModelTables, recorded: Recorded<Event<string, never>>) => void;
}
