import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { keyUnreadable } from './key-store.errors.js';

/** A key that wraps others. Its id is no secret. */
export interface MasterKey {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

export const KEY_BYTES = 32;
const MARK = Buffer.from('OFK1');
const ID_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const WRAPPED_BYTES = MARK.length + ID_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES;

export const newMasterKey = (): MasterKey => ({
  id: randomBytes(ID_BYTES).toString('hex'),
  key: randomBytes(KEY_BYTES),
});

/** What a wrapped key is bound to: its form, its master and the file it stands in, so that files cannot be exchanged. */
const boundTo = (masterId: string, nameHash: string): Buffer =>
  Buffer.concat([MARK, Buffer.from(masterId, 'hex'), Buffer.from(nameHash, 'hex')]);

/**
 * Wraps a key with AES-256-GCM (NIST SP 800-38D): mark, id of the master, nonce, ciphertext, tag. A random nonce is safe
 * here, as one master wraps far fewer than 2^32 keys.
 * @param nameHash SHA-256 of the key's name, in hexadecimal: the name of its file
 */
export const wrapKey = (master: MasterKey, nameHash: string, key: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, master.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(master.id, nameHash));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([MARK, Buffer.from(master.id, 'hex'), nonce, text, cipher.getAuthTag()]);
};

/** Whether a key file holds the bare key, as releases before the master key wrote it. */
export const isBareKey = (file: Buffer): boolean => file.length === KEY_BYTES;

/** The master that a key file names; null when it holds no wrapped key. */
export const masterIdOf = (file: Buffer): string | null =>
  file.length === WRAPPED_BYTES && file.subarray(0, MARK.length).equals(MARK)
    ? file.subarray(MARK.length, MARK.length + ID_BYTES).toString('hex')
    : null;

/** @throws KEY_STORE.DAMAGED when the file was altered, or belongs to another name */
export const unwrapKey = (master: MasterKey, nameHash: string, file: Buffer): Buffer => {
  const nonceAt = MARK.length + ID_BYTES;
  const textAt = nonceAt + NONCE_BYTES;
  const tagAt = textAt + KEY_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, master.key, file.subarray(nonceAt, textAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(master.id, nameHash));
    decipher.setAuthTag(file.subarray(tagAt));
    return Buffer.concat([decipher.update(file.subarray(textAt, tagAt)), decipher.final()]);
  } catch {
    throw keyUnreadable();
  }
};
