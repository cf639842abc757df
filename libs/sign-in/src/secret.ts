import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, in 43 characters of base64url: nobody guesses it, so its plain hash is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is kept of a secret, and what it is found by; looking a hash up leaks nothing of the secret by its timing. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** An opaque id that is no secret: letters and digits only, as ids in requests begin with one. */
export const newId = (): string => randomBytes(12).toString('hex');
