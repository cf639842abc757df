import { createHash, randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { chmod, link, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { tryFileLock } from './file-lock.js';
import { draftOf, isCode, OTHERS, overwrite, replaceFile, synced, syncFolder, unlinkIfThere } from './files.js';
import {
  bareKeyAmongWrapped,
  keyDestroyed,
  keyUnreadable,
  ringMissing,
  rotationRunning,
  unknownMaster,
  unsafePermissions,
} from './key-store.errors.js';
import type { KeyStore, MasterKeys, Rotation } from './key-store.port.js';
import type { Ring } from './master-ring.js';
import { folderIdOf, RingFile } from './master-ring.js';
import { isBareKey, KEY_BYTES, masterIdOf, newMasterKey, unwrapKey, wrapKey } from './wrapped-key.js';

/** Where a rotation may be cut short; what it leaves at each, the next one takes up. */
export type RotationStep = 'masterAdded' | 'draftsRemoved' | 'keyDrafted' | 'keyWrapped' | 'allWrapped' | 'oldRemoved';

export interface FolderKeyStoreOptions {
  /** The file of the master keys; default `master.json` in the folder. Better on another disk, or a credential. */
  readonly masterFile?: string;
  /** Called after each step of a rotation: tests break it off there. */
  readonly onStep?: (step: RotationStep) => Promise<void> | void;
}

const KEY_FILE = /^[0-9a-f]{64}$/;
const DRAFT = /^[0-9a-f]{64}\.[0-9a-f]{16}$/;
const READS = 5;

/** A copy in memory of its own: a piece of Node's shared pool would keep all 8 KiB of it for the 32 bytes of a key. */
const apart = (key: Buffer): Buffer => {
  const copy = Buffer.alloc(key.length);
  key.copy(copy);
  return copy;
};

/**
 * One file a key, wrapped under a master key, in a folder of its own that no backup of the log includes. Several
 * processes on one machine may share it: a key comes into being by linking a finished file to its name, which only one
 * can do, and a marker beside it says that it was destroyed. Overwriting is the best a file system offers; on flash
 * storage and in snapshots the old bytes may live on, so the folder belongs on an encrypted disk (README).
 */
export class FolderKeyStore implements KeyStore, MasterKeys {
  private readonly cache = new Map<string, Buffer>();
  private ring!: Ring;

  private constructor(
    private readonly folder: string,
    private readonly ringFile: RingFile,
    private readonly onStep: NonNullable<FolderKeyStoreOptions['onStep']>,
  ) {}

  /**
   * Opens the folder, making it and its first master key when they are not there. Bare keys of earlier releases are
   * wrapped now, once.
   * @throws KEY_STORE.UNSAFE_PERMISSIONS, KEY_STORE.RING_MISSING, KEY_STORE.RING_DAMAGED, KEY_STORE.OTHER_RING,
   * KEY_STORE.RING_NOT_WRITABLE
   */
  static async open(
    folder: string,
    { masterFile, onStep = () => undefined }: FolderKeyStoreOptions = {},
  ): Promise<FolderKeyStore> {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700);
    const { mode } = await stat(folder);
    if ((mode & OTHERS) !== 0) throw unsafePermissions(mode);
    const id = await folderIdOf(join(folder, 'folder.id'));
    const ringFile = new RingFile(resolve(masterFile ?? join(folder, 'master.json')), id);
    const store = new FolderKeyStore(folder, ringFile, onStep);
    await store.openRing();
    return store;
  }

  private async openRing(): Promise<void> {
    this.ring = (await this.ringFile.find()) ?? (await this.firstRing());
    if (this.ring.wrapped) return;
    const lock = tryFileLock(this.lockFile);
    // Whoever holds the lock is wrapping them all; until then bare keys are read as they are.
    if (!lock) return;
    try {
      this.ring = await this.ringFile.read();
      if (!this.ring.wrapped) await this.wrapAll();
    } finally {
      lock.release();
    }
  }

  /** Never over a wrapped key: a new ring would make a fresh start look well while nothing can be opened. */
  private async firstRing(): Promise<Ring> {
    const files = await this.keyFiles();
    for (const file of files) if (!isBareKey(await this.contentOf(file))) throw ringMissing();
    return this.ringFile.make(files.length === 0);
  }

  async getOrCreate(name: string): Promise<Buffer> {
    const known = await this.get(name);
    if (known) return known;
    if (this.isDestroyed(name)) throw keyDestroyed();
    await this.create(name, randomBytes(KEY_BYTES));
    // Whoever linked first has made the key; everyone reads it back, and a destruction meanwhile wins.
    const made = await this.get(name);
    if (!made) throw keyDestroyed();
    return made;
  }

  async get(name: string): Promise<Buffer | null> {
    // Another process may have destroyed the key since it was cached: the marker decides, the cache saves the read.
    if (this.isDestroyed(name)) {
      this.forget(name);
      return null;
    }
    const cached = this.cache.get(name);
    if (cached) return Buffer.from(cached);
    let key: Buffer | null;
    try {
      key = await this.read(hashOf(name));
    } catch (error) {
      // What is being overwritten reads as damaged.
      if (this.isDestroyed(name)) return null;
      throw error;
    }
    if (this.isDestroyed(name)) return null;
    if (key) this.cache.set(name, apart(key));
    return key && Buffer.from(key);
  }

  async destroy(name: string): Promise<void> {
    // The marker comes first: a process that dies between the two steps leaves a key that nobody will use again.
    const marker = await open(this.markerOf(hashOf(name)), 'a', 0o600);
    await synced(marker);
    this.forget(name);
    await this.erase(hashOf(name));
    await syncFolder(this.folder);
  }

  async rotateMaster(beforeOldLeaves?: (rotation: Rotation) => Promise<void>): Promise<Rotation> {
    const lock = tryFileLock(this.lockFile);
    if (!lock) throw rotationRunning();
    try {
      const ring = await this.ringFile.read();
      // With two masters in the ring an earlier rotation broke off: its new master is the one to go on with.
      this.ring = ring.masters.length > 1 ? ring : { ...ring, masters: [...ring.masters, newMasterKey()] };
      if (this.ring !== ring) await this.ringFile.replace(this.ring);
      await this.onStep('masterAdded');
      return await this.wrapAll(beforeOldLeaves);
    } finally {
      lock.release();
    }
  }

  /** Wraps every key under the last master of the ring, then drops the others; only by whoever holds the lock. */
  private async wrapAll(beforeOldLeaves?: (rotation: Rotation) => Promise<void>): Promise<Rotation> {
    await this.removeDrafts();
    await this.onStep('draftsRemoved');
    const master = this.ring.masters.at(-1)!;
    let rewrapped = 0;
    for (const file of await this.keyFiles()) if (await this.wrapAgain(file)) rewrapped += 1;
    await syncFolder(this.folder);
    await this.onStep('allWrapped');
    const rotation = { masterId: master.id, rewrapped };
    await beforeOldLeaves?.(rotation);
    this.ring = { ...this.ring, wrapped: true, masters: [master] };
    await this.ringFile.replace(this.ring);
    await this.onStep('oldRemoved');
    return rotation;
  }

  /**
   * Takes away every unfinished key. Whoever was making one with a ring read before the new master was added cannot
   * finish it any more, reads the ring again and starts over; so no key can appear under the old master after this.
   */
  private async removeDrafts(): Promise<void> {
    for (const entry of await readdir(this.folder))
      if (DRAFT.test(entry)) await unlinkIfThere(join(this.folder, entry));
  }

  /** @returns whether the file had to be wrapped anew */
  private async wrapAgain(file: string): Promise<boolean> {
    const master = this.ring.masters.at(-1)!;
    const path = join(this.folder, file);
    if (this.hasMarker(file)) {
      // Destroyed, yet there: a crash in the middle of it, or a restored backup.
      await this.erase(file);
      return false;
    }
    const old = await open(path, 'r+').catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    });
    if (!old) return false;
    try {
      const content = await old.readFile();
      if (masterIdOf(content) === master.id) return false;
      const wrapped = wrapKey(master, file, this.open(file, content));
      await replaceFile(path, wrapped, async () => this.onStep('keyDrafted'));
      // The old file has no name any more. Under the old master it is worthless soon; bare, it must not stay on disk.
      await overwrite(old);
      // Destroyed in between: what was just put in its place goes too.
      if (this.hasMarker(file)) await this.erase(file);
      await this.onStep('keyWrapped');
      return true;
    } catch (error) {
      // What another process is just destroying reads as damaged.
      if (!isCode(error, 'KEY_STORE.DAMAGED') || !this.hasMarker(file)) throw error;
      await this.erase(file);
      return false;
    } finally {
      await old.close();
    }
  }

  private async create(name: string, key: Buffer): Promise<void> {
    const file = hashOf(name);
    const path = join(this.folder, file);
    for (;;) {
      // The draft stands before the ring is read: a rotation that adds a master in between takes the draft away, and
      // the key is made again under the new one. Written whole, so that no reader ever finds half a key.
      const draft = draftOf(path);
      const handle = await open(draft, 'wx', 0o600);
      try {
        this.ring = await this.ringFile.read();
        await handle.writeFile(wrapKey(this.ring.masters.at(-1)!, file, key));
        await handle.sync();
        await link(draft, path);
        break;
      } catch (error) {
        if (isCode(error, 'EEXIST')) break;
        if (!isCode(error, 'ENOENT') || (await exists(draft))) throw error;
      } finally {
        await handle.close();
        await unlinkIfThere(draft);
      }
    }
    // A sealed text must never be durable before its key is.
    await syncFolder(this.folder);
  }

  private async read(file: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt += 1) {
      let content: Buffer;
      try {
        content = await this.contentOf(file);
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
      try {
        return this.open(file, content);
      } catch (error) {
        // A rotation may have come between the ring as known here and the file, or between the file and the ring.
        const behind = isCode(error, 'KEY_STORE.UNKNOWN_MASTER', 'KEY_STORE.DAMAGED', 'KEY_STORE.BARE_KEY');
        if (!behind || attempt === READS) throw error;
        this.ring = await this.ringFile.read();
      }
    }
  }

  /** @throws KEY_STORE.UNKNOWN_MASTER, KEY_STORE.BARE_KEY, KEY_STORE.DAMAGED */
  private open(file: string, content: Buffer): Buffer {
    if (isBareKey(content)) {
      if (this.ring.wrapped) throw bareKeyAmongWrapped();
      return content;
    }
    const masterId = masterIdOf(content);
    if (masterId === null) throw keyUnreadable();
    const master = this.ring.masters.find(({ id }) => id === masterId);
    if (!master) throw unknownMaster(masterId);
    return unwrapKey(master, file, content);
  }

  /** The content of the file that bears this name after it was read: one replaced meanwhile may be overwritten already. */
  private async contentOf(file: string): Promise<Buffer> {
    const path = join(this.folder, file);
    for (;;) {
      const handle = await open(path, 'r');
      try {
        const { mode, ino } = await handle.stat();
        if ((mode & OTHERS) !== 0) throw unsafePermissions(mode);
        const content = await handle.readFile();
        if ((await stat(path)).ino === ino) return content;
      } finally {
        await handle.close();
      }
    }
  }

  private async keyFiles(): Promise<string[]> {
    return (await readdir(this.folder)).filter((entry) => KEY_FILE.test(entry));
  }

  private async erase(file: string): Promise<void> {
    const path = join(this.folder, file);
    try {
      const handle = await open(path, 'r+');
      try {
        await overwrite(handle);
      } finally {
        await handle.close();
      }
      await unlink(path);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }

  /** Synchronous on purpose: asked for every sealed text, and a trip through the thread pool costs ten times as much. */
  private isDestroyed(name: string): boolean {
    return this.hasMarker(hashOf(name));
  }

  private hasMarker(file: string): boolean {
    return lstatSync(this.markerOf(file), { throwIfNoEntry: false }) !== undefined;
  }

  private forget(name: string): void {
    this.cache.get(name)?.fill(0);
    this.cache.delete(name);
  }

  private markerOf(file: string): string {
    return join(this.folder, `${file}.destroyed`);
  }

  private get lockFile(): string {
    return join(this.folder, 'rotation.lock');
  }
}

/** Name of a key's file: a hash, since a key's name may tell who is meant, and file names show in listings and logs. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

const exists = async (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
