import type { Instant, LocalDay } from '#kernel';
import type { SqlValue } from '#runtime/published';

/** What a reading is bounded by: the record at an instant, acts and starts up to a day, offense days through a day. */
export interface Bounds {
  /** The record as it stood at this instant; a text later than any instant for "now". */
  readonly known: Instant;
  readonly on: LocalDay;
  /** Last offense day counted. */
  readonly through: LocalDay;
  /** JSON list of ids that the asker may not know of: no clock of theirs is read. */
  readonly hidden: string;
}

/** Later than every instant in text order. */
export const KNOWN_NOW: Instant = '9999-12-31T23:59:59.999Z';

/** What belongs to a case: its own clocks, those of findings that go on in it, and those of its premises. */
export interface CaseScope {
  readonly caseId: string;
  readonly findingIds: readonly string[];
  readonly premisesIds: readonly string[];
}

export interface Filter {
  readonly ofCase?: CaseScope;
  readonly premisesId?: string;
  readonly partyId?: string;
}

/** Condition on a row's versions; takes the instant twice. */
export const KNOWN = 'known_from <= ? AND (known_until IS NULL OR known_until > ?)';

/** Condition that a row is of no hidden case and finding; takes the hidden ids twice. */
export const notHidden = (row: string): string =>
  `(${row}.case_id IS NULL OR ${row}.case_id NOT IN (SELECT value FROM json_each(?)))
   AND (${row}.finding_id IS NULL OR ${row}.finding_id NOT IN (SELECT value FROM json_each(?)))`;

/** Conditions of a query with their parameters, in order. */
export class Conditions {
  private readonly texts: string[] = [];
  readonly parameters: SqlValue[] = [];

  add(text: string, ...parameters: SqlValue[]): this {
    this.texts.push(text);
    this.parameters.push(...parameters);
    return this;
  }

  get where(): string {
    return this.texts.length > 0 ? `WHERE ${this.texts.join(' AND ')}` : '';
  }
}
