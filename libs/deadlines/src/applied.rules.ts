import type { Instant } from '#kernel';

/** The event that is being applied, and since when the record says so. */
export interface Applied {
  readonly position: string;
  readonly knownFrom: Instant;
  readonly recordedAt: Instant;
}

/** A day is named by the imposition itself or by a statement; each is a document of its own. */
export const documentOf = (fineId: string, statementId: string | null): string => statementId ?? fineId;
