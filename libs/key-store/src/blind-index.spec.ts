import fc from 'fast-check';
import { randomBytes } from 'node:crypto';

import { blindIndex, isSealed, seal, unseal } from './index.js';

const secret = randomBytes(32);

describe('blindIndex: a sealed text is found by whoever knows it (design section 4: only by keyed hash)', () => {
  it.each([
    ['letter case', 'Pat O’Hara', 'pat o’HARA'],
    ['blanks', '  Pat   Elm\t', 'Pat Elm'],
    ['composed and decomposed marks', 'Zoë', 'Zoe\u0308'],
    ['compatibility forms', 'Ｐａｔ ﬁnch', 'Pat finch'],
    ['letters without a single lower-case partner', 'Weiß', 'WEISS'],
  ])('does not count %s', (_what, one, other) => expect(blindIndex(secret, one)).toBe(blindIndex(secret, other)));

  it('is the same at every turn of a text through upper and lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(blindIndex(secret, text.toUpperCase())).toBe(blindIndex(secret, text.toUpperCase().toLowerCase()));
      }),
    );
  });

  it('tells different texts and different towns apart, and nothing of the text', () => {
    expect(blindIndex(secret, 'Pat Elm')).toMatch(/^[\w-]{43}$/);
    expect(blindIndex(secret, 'Pat Elm')).not.toBe(blindIndex(secret, 'Pat Elms'));
    expect(blindIndex(secret, 'Pat Elm')).not.toBe(blindIndex(randomBytes(32), 'Pat Elm'));
  });

  it('stands beside the sealed text and is bound to it (NIST SP 800-38D, additional authenticated data)', () => {
    const key = randomBytes(32);
    const sealed = seal(key, 'complainant-1', 'Pat Elm', blindIndex(secret, 'Pat Elm'));
    expect(isSealed(sealed)).toBe(true);
    expect(sealed.$sealed.h).toBe(blindIndex(secret, 'pat elm'));
    expect(unseal(key, sealed)).toBe('Pat Elm');
    const { h: _h, ...without } = sealed.$sealed;
    const other = blindIndex(secret, 'Sam Oak');
    const unsealable = expect.objectContaining({ code: 'KEY_STORE.UNSEALABLE' });
    expect(() => unseal(key, { $sealed: without })).toThrow(unsealable);
    expect(() => unseal(key, { $sealed: { ...sealed.$sealed, h: other } })).toThrow(unsealable);
  });
});
