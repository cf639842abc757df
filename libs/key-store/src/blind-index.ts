import { createHmac } from 'node:crypto';

/** Name of the key that blind indexes are made with: one for the whole town, so that a text is found wherever it stands. */
export const FIND_KEY = 'find';

/** What two ways of writing one text have in common: compatibility forms, letter case and blanks do not count. */
const normalized = (text: string): string =>
  // Upper case first: it writes out the letters that have no single lower-case partner (ß, ligatures) as full folding does.
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();

/**
 * Blind index of a text: HMAC-SHA-256 (FIPS 198-1) of its normalized form. Whoever holds the secret and knows the text can
 * find it among sealed ones; without the secret nothing is learned but which texts are alike. Telephone numbers are
 * reduced to their digits by the caller.
 * @param secret 32 bytes, the key named {@link FIND_KEY}
 * @returns 43 letters of base64url
 */
export const blindIndex = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(normalized(text)).digest('base64url');
