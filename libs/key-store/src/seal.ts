import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { unsealable } from './key-store.errors.js';

/** A text as it stands in the log: without the key named `k` nobody reads it. All parts are base64url. */
export interface Sealed {
  readonly $sealed: {
    /** Name of the key. */
    readonly k: string;
    /** Nonce, 12 bytes. */
    readonly iv: string;
    readonly ct: string;
    /** Authentication tag, 16 bytes. */
    readonly tag: string;
  };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D). The key's name is bound to it: a sealed text moved under another
 * name does not open. A random nonce is safe here, as one key seals far fewer than 2^32 texts.
 * @param key 32 bytes
 */
export const seal = (key: Buffer, keyName: string, plaintext: string): Sealed => {
  const iv = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(keyName));
  const ct = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return {
    $sealed: {
      k: keyName,
      iv: iv.toString('base64url'),
      ct: ct.toString('base64url'),
      tag: cipher.getAuthTag().toString('base64url'),
    },
  };
};

/** @throws KEY_STORE.UNSEALABLE when the text, its key's name or the key is not what it was sealed with */
export const unseal = (key: Buffer, { $sealed: { k, iv, ct, tag } }: Sealed): string => {
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(k));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(ct, 'base64url', 'utf8') + decipher.final('utf8');
  } catch {
    throw unsealable();
  }
};

/** Whether a value read from the log is a sealed text. */
export const isSealed = (value: unknown): value is Sealed => {
  if (typeof value !== 'object' || value === null) return false;
  const sealed = (value as { $sealed?: unknown }).$sealed;
  if (typeof sealed !== 'object' || sealed === null) return false;
  return ['k', 'iv', 'ct', 'tag'].every((part) => typeof (sealed as Record<string, unknown>)[part] === 'string');
};
