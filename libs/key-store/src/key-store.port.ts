/** Keys for sealed fields, kept apart from the log, its exports and its backups. */
export interface KeyStore {
  /** The 32-byte key of a name; made on first use. @throws KEY_STORE.DESTROYED when it has been destroyed */
  getOrCreate(name: string): Promise<Buffer>;
  /** The key, or null when it never existed or was destroyed. */
  get(name: string): Promise<Buffer | null>;
  /** Destroys a key for good and remembers that it was destroyed. */
  destroy(name: string): Promise<void>;
}
