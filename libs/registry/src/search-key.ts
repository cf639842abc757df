/** Letters and digits of a text alone, small, without accents: what is left is what two spellings share. */
export const searchKey = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a search asks for: the whole text run together, or each of its words somewhere (faults.md N01, N02). */
export interface SearchTerms {
  readonly whole: string;
  /** Words of two letters or more; empty when the text has one word or a shorter one, which would find too much. */
  readonly words: readonly string[];
}

/** Terms of a search as typed: `O'Hara`, `O’Hara`, `OHara` and `o hara` ask for one thing. */
export const searchTerms = (typed: string): SearchTerms => {
  const words = typed
    .split(/\s+/)
    .map(searchKey)
    .filter((word) => word !== '');
  return { whole: searchKey(typed), words: words.length > 1 && words.every((word) => word.length > 1) ? words : [] };
};
