import { isDomainError } from '#kernel';

import { unavailable, unknownOutcome } from '../event-store.errors.js';

const CAUSES: ReadonlyArray<readonly [prefix: string, cause: string]> = [
  ['SQLITE_BUSY', 'another process holds the log'],
  ['SQLITE_LOCKED', 'another process holds the log'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_CORRUPT', 'the file of the log is damaged; restore it from a backup'],
  ['SQLITE_NOTADB', 'the file is not an event log'],
  ['SQLITE_READONLY', 'the file of the log may not be written'],
  ['SQLITE_CANTOPEN', 'the file of the log cannot be opened'],
  ['SQLITE_PERM', 'the file of the log may not be opened'],
  ['SQLITE_NOMEM', 'there is not enough memory'],
  ['SQLITE_IOERR', 'the disk does not answer as it should'],
];

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Another connection has the lock: the same thing may work in a moment. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE';

/** The error of the port for an error of SQLite or of the file system; anything else comes back as it is. */
export const toPortError = (error: unknown): unknown => {
  if (isDomainError(error)) return error;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const known = CAUSES.find(([prefix]) => code.startsWith(prefix));
  if (known) return unavailable(`${known[1]} (${code}: ${message})`);
  return /^(SQLITE_|E[A-Z]+$)/.test(code) ? unavailable(`${code}: ${message}`) : error;
};

/**
 * As `toPortError`, for an error of COMMIT itself. When the sync fails, the pages may already be on the disk and come
 * back after a crash; to say "nothing was written" would be a guess.
 */
export const toCommitError = (error: unknown): unknown =>
  /^SQLITE_IOERR_(FSYNC|DIR_FSYNC)$/.test(codeOf(error)) ? unknownOutcome(error) : toPortError(error);

/** Runs a read and gives its errors the port's names. */
export const withPortErrors = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw toPortError(error);
  }
};
