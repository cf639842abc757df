import fc from 'fast-check';

import { searchKey, searchTerms } from './search-key.js';

describe('search by name as typed any way (faults.md N01, N02)', () => {
  it.each(["O'Hara", 'O’Hara', 'OHara', 'o hara', 'O‘HARA', "o' hara"])('finds one key for %s', (typed) => {
    expect(searchKey(typed)).toBe('ohara');
    expect(searchTerms(typed).whole).toBe('ohara');
  });

  it('lets go of accents and keeps digits and letters of any script', () => {
    expect(searchKey('Café Peña & Sons, 22-A')).toBe('cafepenasons22a');
    expect(searchKey('Łódź')).toContain('dz');
  });

  it('asks for each word only where every word has two letters or more', () => {
    expect(searchTerms('laundry example').words).toEqual(['laundry', 'example']);
    expect(searchTerms('o hara').words).toEqual([]);
  });

  it('gives the same key for a text and for its key', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => searchKey(searchKey(text)) === searchKey(text)));
  });
});
