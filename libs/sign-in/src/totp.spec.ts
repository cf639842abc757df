import { newTotpSecret, totpAddress, totpStep } from './totp.js';

/** The secret of RFC 6238, appendix B: the bytes of 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator application (RFC 6238; ASVS 5.0 V6.5)', () => {
  it('are those of the RFC: SHA-1, 30 seconds, the last six digits of its table', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
    ] as const)
      expect(totpStep(RFC_SECRET, code, seconds * 1000, -1)).toBe(Math.floor(seconds / 30));
  });

  it('are good one step before and after, for clocks that differ, and no further', () => {
    const step = Math.floor(1111111109 / 30);
    const middle = step * 30_000;
    expect(totpStep(RFC_SECRET, '081804', middle - 30_000, -1)).toBe(step);
    expect(totpStep(RFC_SECRET, '081804', middle + 59_999, -1)).toBe(step);
    expect(totpStep(RFC_SECRET, '081804', middle - 30_001, -1)).toBeNull();
    expect(totpStep(RFC_SECRET, '081804', middle + 60_000, -1)).toBeNull();
  });

  it('are good once: a step at or before the last one used is none any more (V6.5.1)', () => {
    expect(totpStep(RFC_SECRET, '081804', 1111111109_000, 37037035)).toBe(37037036);
    expect(totpStep(RFC_SECRET, '081804', 1111111109_000, 37037036)).toBeNull();
    expect(totpStep(RFC_SECRET, '081804', 1111111109_000, 37037037)).toBeNull();
  });

  it('are six digits and nothing else', () => {
    for (const code of ['', '81804', '0818040', '081 804', '０８１８０４', '08180x'])
      expect(totpStep(RFC_SECRET, code, 1111111109_000, -1)).toBeNull();
  });

  it('come from a secret of 160 random bits (V6.5.3), which an application reads with the name of the account', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const address = new URL(totpAddress(secret, 'officer@example.gov'));
    expect(address.protocol).toBe('otpauth:');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      issuer: 'Outfall',
      digits: '6',
      period: '30',
    });
  });
});
