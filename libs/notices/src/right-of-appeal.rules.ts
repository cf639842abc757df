import type { NoticeKind } from './notice.events.js';

/** What the code gives, and what it leaves open. */
export interface RightOfAppeal {
  readonly words: string;
  readonly authority: string;
  readonly silences: readonly {
    readonly about: 'deadline' | 'stay' | 'standard' | 'raising';
    readonly words: string;
  }[];
  readonly silencesAuthority: string;
}

/**
 * The notice of a fine or a statement says that there is an appeal, and says what § 168-30D does not say. The code gives
 * the right and asks for no notice of it; the Town sends one all the same (domain.md 5.11).
 */
export const RIGHT_OF_APPEAL: RightOfAppeal = {
  words: 'Whoever is fined by this document may appeal the fine to the Town Board.',
  authority: '§ 168-30D',
  silences: [
    { about: 'deadline', words: 'The code sets no last day for an appeal.' },
    { about: 'stay', words: 'The code does not say that an appeal stays the fine or stops further days.' },
    { about: 'standard', words: 'The code does not say by what standard the Board reviews a fine.' },
    { about: 'raising', words: 'The code does not say whether the Board may raise a fine.' },
  ],
  silencesAuthority: 'Conflict register G7: § 168-30D is silent; a resolution of the Town Board may fill it',
};

/** The right of appeal that a kind of notice states; null where it imposes nothing. */
export const rightOfAppealIn = (kind: NoticeKind): RightOfAppeal | null =>
  kind === 'civilFine' || kind === 'statement' ? RIGHT_OF_APPEAL : null;
