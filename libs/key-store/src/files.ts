import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Group and others. */
export const OTHERS = 0o077;

export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(String((error as { code?: unknown } | null)?.code));

/** Makes sure of an open file on disk, and closes it in any case. */
export const synced = async (file: FileHandle): Promise<void> => {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Makes sure that the names in a folder are on disk. */
export const syncFolder = async (folder: string): Promise<void> => synced(await open(folder, 'r'));

/** A name beside a file that no other draft has. */
export const draftOf = (file: string): string => `${file}.${randomBytes(8).toString('hex')}`;

/** Writes a new file, mode 0600, and makes sure of its content on disk. */
export const writeSynced = async (file: string, content: Buffer | string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
  } catch (error) {
    await handle.close();
    throw error;
  }
  await synced(handle);
};

/**
 * Puts new content in a file's place in one step: whoever reads meanwhile, and whoever starts after a crash, finds the
 * old file or the new one, whole.
 * @param drafted called when the draft stands beside the old file, before it takes its place
 */
export const replaceFile = async (
  file: string,
  content: Buffer | string,
  drafted: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const draft = draftOf(file);
  await writeSynced(draft, content);
  await drafted();
  await rename(draft, file);
  await syncFolder(dirname(file));
};

export const unlinkIfThere = async (file: string): Promise<void> => {
  try {
    await unlink(file);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
};

/** Overwrites an open file with noise, whatever its names are now. */
export const overwrite = async (file: FileHandle): Promise<void> => {
  const { size } = await file.stat();
  await file.write(randomBytes(size), 0, size, 0);
  await file.sync();
};
