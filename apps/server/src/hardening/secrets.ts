import type { Stats } from 'node:fs';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

import { DomainError } from '#kernel';

/** A key, a password or a client secret is far shorter; a larger file is another file by mistake. */
const MOST_BYTES = 16_384;

const refuse = (variable: string, rule: string): never => {
  throw new DomainError('SERVER.BAD_SECRET', `${variable} ${rule}`, { kind: 'invalid', field: variable, rule });
};

/** How systemd hands a file to a service with a user of its own: root's, read-only, the user let in by an access list. */
const isCredential = ({ mode, uid, gid }: Stats): boolean => uid === 0 && gid === 0 && (mode & 0o777) === 0o440;

/** Reads a bounded file whose owner alone may read it, looking at the very file that is read. */
const readOwnersFile = (variable: string, path: string): Buffer => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    return refuse(
      variable,
      `names a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`,
    );
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) refuse(variable, 'names a file, no folder and no device.');
    if ((found.mode & 0o077) !== 0 && !isCredential(found))
      refuse(variable, 'names a file that its owner alone may read: chmod 600, or 400 (also of what a link leads to).');
    if (found.size > MOST_BYTES) refuse(variable, `names a file of at most ${MOST_BYTES} bytes.`);
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    if (length > MOST_BYTES) refuse(variable, `names a file of at most ${MOST_BYTES} bytes.`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
};

const textOf = (variable: string, bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    return refuse(variable, 'names a file of text in UTF-8.');
  }
};

/**
 * A secret of the program: the contents of the file that `<name>_FILE` names, or the variable `<name>` itself. The one end
 * of line that an editor adds is cut. No error ever shows the secret, or anything else that stands in the file.
 *
 * @returns null where neither is set
 * @throws SERVER.BAD_SECRET naming the variable: both set, file not readable, not a file, readable by others, larger than
 * 16 KiB, not UTF-8, or empty
 */
export const readSecret = (environment: Readonly<Record<string, string | undefined>>, name: string): string | null => {
  const path = environment[`${name}_FILE`];
  const direct = environment[name];
  if (path !== undefined && path !== '' && direct !== undefined && direct !== '')
    refuse(name, `is given twice: as ${name} and as ${name}_FILE. Keep the file.`);
  if (path !== undefined && path !== '') {
    const secret = textOf(`${name}_FILE`, readOwnersFile(`${name}_FILE`, path));
    return secret === '' ? refuse(`${name}_FILE`, 'names a file with something in it.') : secret;
  }
  return direct === undefined || direct === '' ? null : direct;
};
