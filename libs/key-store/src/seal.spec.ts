import fc from 'fast-check';
import { randomBytes } from 'node:crypto';

import { isSealed, seal, unseal } from './index.js';

const key = randomBytes(32);
const unsealable = expect.objectContaining({ code: 'KEY_STORE.UNSEALABLE' });
const flipped = (text: string): string => {
  const bytes = Buffer.from(text, 'base64url');
  bytes[0] = bytes[0]! ^ 1;
  return bytes.toString('base64url');
};

describe('seal: AES-256-GCM (NIST SP 800-38D) with the name of the key bound to the text', () => {
  it('gives any text back unchanged, also after a passage through JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, name) => {
        const sealed = JSON.parse(JSON.stringify(seal(key, name, text)));
        expect(isSealed(sealed)).toBe(true);
        expect(unseal(key, sealed)).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, so that equal names cannot be matched', () => {
    const [one, two] = [seal(key, 'party-1', 'text'), seal(key, 'party-1', 'text')];
    expect(one.$sealed.iv).not.toBe(two.$sealed.iv);
    expect(one.$sealed.ct).not.toBe(two.$sealed.ct);
  });

  it('shows nothing of the text', () => {
    expect(JSON.stringify(seal(key, 'party-1', 'Elm Street'))).not.toContain('Elm');
  });

  it('refuses another key, another name, and any altered part', () => {
    const { $sealed } = seal(key, 'party-1', 'text');
    expect(() => unseal(randomBytes(32), { $sealed })).toThrow(unsealable);
    expect(() => unseal(key, { $sealed: { ...$sealed, k: 'party-2' } })).toThrow(unsealable);
    expect(() => unseal(key, { $sealed: { ...$sealed, iv: flipped($sealed.iv) } })).toThrow(unsealable);
    expect(() => unseal(key, { $sealed: { ...$sealed, ct: flipped($sealed.ct) } })).toThrow(unsealable);
    expect(() => unseal(key, { $sealed: { ...$sealed, tag: flipped($sealed.tag) } })).toThrow(unsealable);
  });

  it('refuses a shortened tag, which would be easier to forge', () => {
    const { $sealed } = seal(key, 'party-1', 'text');
    const tag = Buffer.from($sealed.tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => unseal(key, { $sealed: { ...$sealed, tag } })).toThrow(unsealable);
  });

  it.each([null, undefined, 'text', 1, {}, { $sealed: null }, { $sealed: { k: 'a', iv: 'b', ct: 'c' } }])(
    'knows that %j is not a sealed text',
    (value) => expect(isSealed(value)).toBe(false),
  );
});
