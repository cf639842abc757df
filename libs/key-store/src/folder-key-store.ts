import { createHash, randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { keyDestroyed, keyUnreadable, unsafePermissions } from './key-store.errors.js';
import type { KeyStore } from './key-store.port.js';

const KEY_BYTES = 32;
const OTHERS = 0o077;

const isCode = (error: unknown, code: string): boolean => (error as { code?: unknown } | null)?.code === code;

/**
 * One file a key, in a folder of its own that no backup of the log includes. Several processes on one machine may share
 * it: a key comes into being by linking a finished file to its name, which only one can do, and a marker beside it says
 * that it was destroyed. Overwriting is the best a file system offers; on flash storage and in snapshots the old bytes
 * may live on, so the folder belongs on an encrypted disk (README).
 */
export class FolderKeyStore implements KeyStore {
  private readonly cache = new Map<string, Buffer>();

  private constructor(private readonly folder: string) {}

  /** Opens the folder, making it when it is not there. @throws KEY_STORE.UNSAFE_PERMISSIONS */
  static async open(folder: string): Promise<FolderKeyStore> {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700);
    const { mode } = await stat(folder);
    if ((mode & OTHERS) !== 0) throw unsafePermissions(mode);
    return new FolderKeyStore(folder);
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
    const key = await this.read(name);
    if (key) this.cache.set(name, key);
    return key && Buffer.from(key);
  }

  async destroy(name: string): Promise<void> {
    // The marker comes first: a process that dies between the two steps leaves a key that nobody will use again.
    const marker = await open(this.markerOf(name), 'a', 0o600);
    await synced(marker);
    this.forget(name);
    try {
      const file = await open(this.fileOf(name), 'r+');
      await file.write(randomBytes(KEY_BYTES), 0, KEY_BYTES, 0);
      await synced(file);
      await unlink(this.fileOf(name));
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    await this.syncFolder();
  }

  private async create(name: string, key: Buffer): Promise<void> {
    // Written whole under another name first, so that no reader ever finds half a key.
    const draft = `${this.fileOf(name)}.${randomBytes(8).toString('hex')}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.write(key);
      await synced(file);
      await link(draft, this.fileOf(name));
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      await unlink(draft);
    }
    // A sealed text must never be durable before its key is.
    await this.syncFolder();
  }

  private async read(name: string): Promise<Buffer | null> {
    try {
      const { mode } = await stat(this.fileOf(name));
      if ((mode & OTHERS) !== 0) throw unsafePermissions(mode);
      const key = await readFile(this.fileOf(name));
      if (key.length !== KEY_BYTES) throw keyUnreadable();
      return key;
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /** Synchronous on purpose: asked for every sealed text, and a trip through the thread pool costs ten times as much. */
  private isDestroyed(name: string): boolean {
    return lstatSync(this.markerOf(name), { throwIfNoEntry: false }) !== undefined;
  }

  private forget(name: string): void {
    this.cache.get(name)?.fill(0);
    this.cache.delete(name);
  }

  private async syncFolder(): Promise<void> {
    await synced(await open(this.folder, 'r'));
  }

  /** A hash, since a key's name may tell who is meant, and file names show in listings and logs. */
  private fileOf(name: string): string {
    return join(this.folder, createHash('sha256').update(name).digest('hex'));
  }

  private markerOf(name: string): string {
    return `${this.fileOf(name)}.destroyed`;
  }
}

const synced = async (file: FileHandle): Promise<void> => {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
