import { hashed, matches, refuseWeak } from './passwords.js';

const ABOUT = ['Terry Brook', 'terry.brook@example.gov'];

const code = (password: string): string | undefined => {
  try {
    refuseWeak(password, ABOUT);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('what a password must be (NIST SP 800-63B-4, 3.1.1.2; ASVS 5.0 V6.2)', () => {
  it('has 15 characters or more where it may stand alone, and up to 256', () => {
    expect(code('fourteen signs')).toBe('SIGN_IN.WEAK_PASSWORD');
    expect(code('fifteen signs !')).toBeUndefined();
    expect(code('heron '.repeat(5).concat('x'.repeat(226)))).toBeUndefined();
    expect(code('heron '.repeat(5).concat('x'.repeat(227)))).toBe('SIGN_IN.WEAK_PASSWORD');
  });

  it('may be of any letters, digits alone or signs alone too: no rule of composition (V6.2.5)', () => {
    for (const password of [
      'all small letters here',
      '83925017466023948157',
      '!?;;-(*#)=,.^~&%+<',
      'ночной паром через реку',
      '夜の川を渡る小さな船に灯りが三つ',
      '🦉🌧🪵🔦🐸🌙🛶🎐🧭🪨🌾🐚🪁🎋🕯',
    ])
      expect([password, code(password)]).toEqual([password, undefined]);
  });

  it('counts characters as people see them, not units of memory', () => {
    expect(code('🦉🌧🪵🔦🐸🌙🛶🎐')).toBe('SIGN_IN.WEAK_PASSWORD');
  });

  it('is none of those that are tried first: common, a run, a repetition (V6.2.4)', () => {
    for (const password of [
      'password12345678',
      'Password1234567!',
      'qwertyuiop123456',
      'aaaaaaaaaaaaaaaa',
      'abcdefghijklmnop',
      '🦉'.repeat(15),
      'heron heron heron ',
      '123412341234123412',
    ])
      expect([password, code(password)]).toEqual([password, 'SIGN_IN.WEAK_PASSWORD']);
  });

  it('is not made of the product, the town or the person (V6.2.11)', () => {
    for (const password of [
      'Poughkeepsie2026',
      'outfall-sewer-town',
      'TerryBrook-1987!',
      'terry.brook@example.gov',
      'Poughkeepsie12345678',
    ])
      expect([password, code(password)]).toEqual([password, 'SIGN_IN.WEAK_PASSWORD']);
    expect(code('a town of nine herons')).toBeUndefined();
  });

  it('a refusal says what to do and where the rule comes from', () => {
    expect(() => refuseWeak('short', ABOUT)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          field: 'password',
          rule: 'A password has at least 15 characters; a sentence is good.',
          authority: 'NIST SP 800-63B-4, 3.1.1.2',
        }) as unknown,
      }),
    );
  });
});

describe('how a password is kept (ASVS 5.0 V11.4.2)', () => {
  it('as Argon2id of 19 MiB, two passes, with a salt of its own', async () => {
    const [one, other] = await Promise.all([
      hashed('nine herons under the bridge'),
      hashed('nine herons under the bridge'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await matches(one, 'nine herons under the bridge')).toBe(true);
    expect(await matches(one, 'nine herons under the bridgE')).toBe(false);
    expect(await matches(one, 'nine herons under the bridge ')).toBe(false);
  });

  it('an accent typed in two ways is one password (NFC)', async () => {
    expect(
      await matches(await hashed('caf\u00e9 au bord de la rivi\u00e8re'), 'cafe\u0301 au bord de la rivie\u0300re'),
    ).toBe(true);
  });

  it('a person without a password has none that matches, not even the one of the dummy hash', async () => {
    expect(await matches(null, 'nobody has this password')).toBe(false);
  });

  it('a crowd at once is served in turn, and beyond 200 who wait it is told to come again', async () => {
    const kept = await hashed('nine herons under the bridge');
    const crowd = await Promise.allSettled(
      Array.from({ length: 230 }, () => matches(kept, 'nine herons under the bridge')),
    );
    expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
    for (const one of crowd)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'SIGN_IN.BUSY', kind: 'tooMany', details: { retryAfterSeconds: 5 } });
    expect(await matches(kept, 'nine herons under the bridge')).toBe(true);
  });
});
