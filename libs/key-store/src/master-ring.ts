import { randomBytes } from 'node:crypto';
import { link, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import {
  notTheRingOfThisFolder,
  ringDamaged,
  ringMissing,
  ringNotWritable,
  unsafePermissions,
} from './key-store.errors.js';
import { draftOf, isCode, OTHERS, replaceFile, syncFolder, unlinkIfThere, writeSynced } from './files.js';
import type { MasterKey } from './wrapped-key.js';
import { newMasterKey } from './wrapped-key.js';

/** The master keys of one keys folder. */
export interface Ring {
  /** Id of the one folder this ring is for: two folders on one ring would lose keys when one of them is rotated. */
  readonly folder: string;
  /** True once every key file is wrapped; a bare one that appears later is refused. */
  readonly wrapped: boolean;
  /** The last one wraps; those before it are there while a rotation is under way. */
  readonly masters: readonly MasterKey[];
}

const HEX_16 = /^[0-9a-f]{32}$/;
const KEY = /^[\w-]{43}$/;

const text = (ring: Ring): string =>
  `${JSON.stringify(
    {
      format: 1,
      folder: ring.folder,
      wrapped: ring.wrapped,
      masters: ring.masters.map(({ id, key }) => ({ id, key: key.toString('base64url') })),
    },
    null,
    2,
  )}\n`;

const isMaster = (value: unknown): value is { id: string; key: string } => {
  const { id, key } = (value ?? {}) as { id?: unknown; key?: unknown };
  return typeof id === 'string' && HEX_16.test(id) && typeof key === 'string' && KEY.test(key);
};

const parsed = (content: string): Ring => {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw ringDamaged();
  }
  const { format, folder, wrapped, masters } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== 1 || typeof folder !== 'string' || typeof wrapped !== 'boolean') throw ringDamaged();
  if (!Array.isArray(masters) || masters.length === 0 || !masters.every(isMaster)) throw ringDamaged();
  return { folder, wrapped, masters: masters.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') })) };
};

/**
 * A credential as systemd hands it to a service with a user of its own: root's, read-only, with an access list for that
 * user, whose mask shows as a group that may read.
 */
const isCredential = (mode: number, uid: number, gid: number): boolean =>
  uid === 0 && gid === 0 && (mode & 0o777) === 0o440;

/** The file with the master keys of one folder: read whole, replaced whole. */
export class RingFile {
  constructor(
    readonly path: string,
    /** Id of the keys folder that opens it. */
    private readonly folder: string,
  ) {}

  /**
   * @returns null when there is no such file
   * @throws KEY_STORE.UNSAFE_PERMISSIONS, KEY_STORE.RING_DAMAGED, KEY_STORE.OTHER_RING
   */
  async find(): Promise<Ring | null> {
    let file;
    try {
      file = await open(this.path, 'r');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
    try {
      const { mode, uid, gid } = await file.stat();
      if ((mode & OTHERS) !== 0 && !isCredential(mode, uid, gid)) throw unsafePermissions(mode);
      const ring = parsed(await file.readFile('utf8'));
      if (ring.folder !== this.folder) throw notTheRingOfThisFolder();
      return ring;
    } finally {
      await file.close();
    }
  }

  /** @throws KEY_STORE.RING_MISSING and whatever `find` throws */
  async read(): Promise<Ring> {
    const ring = await this.find();
    if (!ring) throw ringMissing();
    return ring;
  }

  /** Makes the first ring of a folder; one that another process made meanwhile stands. */
  async make(wrapped: boolean): Promise<Ring> {
    const draft = draftOf(this.path);
    await this.writing(async () => {
      await writeSynced(draft, text({ folder: this.folder, wrapped, masters: [newMasterKey()] }));
      try {
        await link(draft, this.path);
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      } finally {
        await unlinkIfThere(draft);
      }
      await syncFolder(dirname(this.path));
    });
    return this.read();
  }

  /** Puts a changed ring in the old one's place; only by whoever holds the lock of the folder. */
  async replace(ring: Ring): Promise<void> {
    await this.writing(() => replaceFile(this.path, text(ring)));
  }

  private async writing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isCode(error, 'EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOENT')) throw ringNotWritable();
      throw error;
    }
  }
}

/** The id of a keys folder, made at its first opening; a copy of the folder carries it along. */
export const folderIdOf = async (file: string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  const draft = draftOf(file);
  await writeSynced(draft, `${randomBytes(16).toString('hex')}\n`);
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlinkIfThere(draft);
  }
  await syncFolder(dirname(file));
  return folderIdOf(file);
};
