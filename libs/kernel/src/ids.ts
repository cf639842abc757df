import { createHash } from 'node:crypto';

/** Root of every name-based id of this product; a constant, so that the same names give the same ids everywhere. */
const NAMESPACE = Buffer.from('6f7574666c6c5065a1d8168248322009', 'hex');

/**
 * Name-based id (RFC 9562 version 5) of an ordered list of names.
 * Names are length-prefixed, so that ('ab','c') and ('a','bc') differ.
 */
export const v5 = (...names: readonly string[]): string => {
  const hash = createHash('sha1').update(NAMESPACE);
  for (const name of names) hash.update(`${name.length}:${name}`);
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
