import { Secret, TOTP } from 'otpauth';

const SECONDS = 30;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: 'Outfall',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret for an authenticator application (RFC 6238), in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator application reads from a picture or a link. */
export const totpAddress = (secret: string, label: string): string => totpOf(secret, label).toString();

/**
 * The time step of a code that is right now, or was or will be within one step; null for one that is not. A step at or
 * before the last one used is no longer good: a code seen over a shoulder signs nobody in (RFC 6238, 5.2).
 * @param at milliseconds since 1970
 */
export const totpStep = (secret: string, code: string, at: number, lastStep: number): number | null => {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: at, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(at / 1000 / SECONDS) + delta;
  return step > lastStep ? step : null;
};
