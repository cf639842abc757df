/** Keys for sealed fields, kept apart from the log, its exports and its backups. */
export interface KeyStore {
  /** The 32-byte key of a name; made on first use. @throws KEY_STORE.DESTROYED when it has been destroyed */
  getOrCreate(name: string): Promise<Buffer>;
  /** The key, or null when it never existed or was destroyed. */
  get(name: string): Promise<Buffer | null>;
  /** Destroys a key for good and remembers that it was destroyed. */
  destroy(name: string): Promise<void>;
}

/** What a rotation has done. */
export interface Rotation {
  /** Id of the master key under which every key now stands. */
  readonly masterId: string;
  /** How many keys this run wrapped anew. */
  readonly rewrapped: number;
}

/** A store that keeps its keys under a master key. Keys in memory have none. */
export interface MasterKeys {
  /**
   * Wraps every key under a new master key and forgets the old one; finishes a rotation that broke off.
   * @param beforeOldLeaves called when every key is wrapped anew, while the old master is still there
   * @throws KEY_STORE.ROTATION_RUNNING, KEY_STORE.RING_NOT_WRITABLE, KEY_STORE.DAMAGED and others of its kind
   */
  rotateMaster(beforeOldLeaves?: (rotation: Rotation) => Promise<void>): Promise<Rotation>;
}
