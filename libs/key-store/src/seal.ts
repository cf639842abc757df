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
    /** Blind index of the text: only where it is to be found by whoever knows it. Bound to the text like its key's name. */
    readonly h?: string;
  };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D). The key's name is bound to it: a sealed text moved under another
 * name does not open. A random nonce is safe here, as one key seals far fewer than 2^32 texts.
 * @param key 32 bytes
 * @param index the text's blind index, stored beside it and bound to it
 */
export const seal = (key: Buffer, keyName: string, plaintext: string, index?: string): Sealed => {
  const iv = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(keyName, index));
  const ct = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return {
    $sealed: {
      k: keyName,
      iv: iv.toString('base64url'),
      ct: ct.toString('base64url'),
      tag: cipher.getAuthTag().toString('base64url'),
      ...(index === undefined ? {} : { h: index }),
    },
  };
};

/** What a sealed text is authenticated with. No name holds a line break, so the two parts cannot be mistaken. */
const boundTo = (keyName: string, index: string | undefined): Buffer =>
  Buffer.from(index === undefined ? keyName : `${keyName}\n${index}`);

/** @throws KEY_STORE.UNSEALABLE when the text, its key's name, its index or the key is not what it was sealed with */
export const unseal = (key: Buffer, { $sealed: { k, iv, ct, tag, h } }: Sealed): string => {
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(k, h));
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
