import { isUniqueViolation, toCommitError, toPortError } from './sqlite-errors.js';

const failure = (code: string): Error => Object.assign(new Error('as SQLite says it'), { code });

describe('Errors of SQLite and of the file system become errors of the port', () => {
  it.each([
    ['SQLITE_BUSY', /another process/],
    ['SQLITE_BUSY_RECOVERY', /another process/],
    ['SQLITE_LOCKED_SHAREDCACHE', /another process/],
    ['SQLITE_FULL', /disk is full/],
    ['SQLITE_CORRUPT_INDEX', /damaged/],
    ['SQLITE_NOTADB', /not an event log/],
    ['SQLITE_IOERR_WRITE', /disk does not answer/],
    ['SQLITE_READONLY_DBMOVED', /may not be written/],
    ['SQLITE_CANTOPEN', /cannot be opened/],
    ['SQLITE_ERROR', /SQLITE_ERROR/],
    ['EACCES', /EACCES/],
  ])('%s: unavailable, with the cause in words and the code', (code, cause) => {
    const error = toPortError(failure(code)) as { code: string; details: { cause: string } };
    expect(error.code).toBe('EVENT_STORE.UNAVAILABLE');
    expect(error.details.cause).toMatch(cause);
    expect(error.details.cause).toContain(code);
  });

  it('a failed sync at the commit: the outcome is unknown, since the pages may be on the disk', () => {
    expect(toCommitError(failure('SQLITE_IOERR_FSYNC'))).toMatchObject({ code: 'EVENT_STORE.UNKNOWN_OUTCOME' });
    expect(toCommitError(failure('SQLITE_FULL'))).toMatchObject({ code: 'EVENT_STORE.UNAVAILABLE' });
  });

  it('a mistake in the program stays what it is', () => {
    const mistake = new TypeError('not a function');
    expect(toPortError(mistake)).toBe(mistake);
    expect(isUniqueViolation(failure('SQLITE_CONSTRAINT_UNIQUE'))).toBe(true);
    expect(isUniqueViolation(failure('SQLITE_CONSTRAINT_CHECK'))).toBe(false);
  });
});
