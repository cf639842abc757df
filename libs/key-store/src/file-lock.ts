import Database from 'better-sqlite3';

import { isCode } from './files.js';

/** A lock held; whoever holds it dies with it: the system lets it go when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes a lock between the processes of one machine, or answers null when another holds it, in this process too. Node
 * has no lock on files of its own; SQLite's is the one this program already relies on.
 * @param file a file of its own, made when it is not there; nothing is written into it
 */
export const tryFileLock = (file: string): FileLock | null => {
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isCode(error, 'SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void database.close() };
};

/** Waits for a lock, looking 20 times a second. */
export const fileLock = async (file: string): Promise<FileLock> => {
  for (;;) {
    const lock = tryFileLock(file);
    if (lock) return lock;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
