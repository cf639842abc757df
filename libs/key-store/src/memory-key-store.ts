import { randomBytes } from 'node:crypto';

import { keyDestroyed } from './key-store.errors.js';
import type { KeyStore } from './key-store.port.js';

const KEY_BYTES = 32;

/** Keys in memory: for tests, case files and what-if computations. */
export class MemoryKeyStore implements KeyStore {
  /** null: destroyed. */
  private readonly keys = new Map<string, Buffer | null>();

  async getOrCreate(name: string): Promise<Buffer> {
    const known = this.keys.get(name);
    if (known === null) throw keyDestroyed();
    if (known) return Buffer.from(known);
    const key = randomBytes(KEY_BYTES);
    this.keys.set(name, key);
    return Buffer.from(key);
  }

  async get(name: string): Promise<Buffer | null> {
    const key = this.keys.get(name);
    return key ? Buffer.from(key) : null;
  }

  async destroy(name: string): Promise<void> {
    this.keys.get(name)?.fill(0);
    this.keys.set(name, null);
  }
}
