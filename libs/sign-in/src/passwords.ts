import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

import { DomainError } from '#kernel';

/**
 * Fewest characters. A password alone signs a person in here unless they add more, and NIST SP 800-63B-4 (3.1.1.2) asks
 * 15 for that; what characters they are is left to the person.
 */
export const FEWEST = 15;
const MOST = 256;

/** Letters and digits that a password has besides words that lie at hand. */
const FEWEST_BESIDE_OWN_WORDS = 8;

/** Argon2id as OWASP's cheat sheet for password storage has it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** So many are computed at once: with 19 MiB each, a crowd at the door does not take the machine's memory. */
const AT_ONCE = 2;

/** So many may wait their turn, which is a few seconds; whoever comes then is asked to come again. */
const MOST_WAITING = 200;

const COMMON: ReadonlySet<string> = new Set(
  (dictionary as Readonly<Record<string, readonly string[]>>)['passwords-common'] ?? [],
);

/** Words that anybody would try first here. */
const OWN_WORDS = ['outfall', 'poughkeepsie', 'dutchess', 'wappinger', 'sewer', 'superintendent', 'town', 'village'];

const refuse = (message: string, rule: string): never => {
  throw new DomainError('SIGN_IN.WEAK_PASSWORD', message, {
    kind: 'invalid',
    field: 'password',
    rule,
    authority: 'NIST SP 800-63B-4, 3.1.1.2',
  });
};

/** What is left when every word of a list is struck out, the longest first so that none hides in another. */
const without = (text: string, words: readonly string[]): string =>
  words
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text);

/** Whether each character is as far from the one before as all the others: aaaa, 1234, zyxw. */
const isRun = (text: string): boolean => {
  const points = [...text].map((one) => one.codePointAt(0)!);
  return new Set(points.slice(1).map((point, index) => point - points[index]!)).size <= 1;
};

/** Whether it is one short piece again and again, also where the last one is cut off. */
const isRepeated = (text: string): boolean => {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.slice(length) === text.slice(0, -length)) return true;
  return false;
};

/** One form of a text for every keyboard: NFC, so that an accent typed in two ways is one password. */
export const normalized = (password: string): string => password.normalize('NFC');

/**
 * Refuses a password that others would try: short, common, or made of words that lie at hand. No rule of composition.
 * @param about the person's own words: name and e-mail
 * @throws SIGN_IN.WEAK_PASSWORD
 */
export const refuseWeak = (password: string, about: readonly string[]): void => {
  const text = normalized(password);
  const length = [...text].length;
  if (length < FEWEST)
    refuse(`It has ${length} characters.`, `A password has at least ${FEWEST} characters; a sentence is good.`);
  if (length > MOST) refuse(`It has ${length} characters.`, `A password has at most ${MOST} characters.`);
  const folded = text.toLowerCase();
  const letters = folded.replace(/[^\p{L}]/gu, '');
  const isTriedFirst = (one: string): boolean => COMMON.has(one) || isRun(one) || isRepeated(one);
  if (isTriedFirst(folded) || COMMON.has(letters))
    refuse('It is one of those that are tried first.', 'A password is not a common one, a run or a repetition.');
  const own = [...OWN_WORDS, ...about.flatMap((words) => words.toLowerCase().split(/[^\p{L}\p{N}]+/u))];
  const rest = without(folded, own);
  const left = rest.replace(/[^\p{L}\p{N}]/gu, '');
  // Only where such a word stood in it: twenty digits drawn at random are a good password without a letter.
  if (rest !== folded && ([...left].length < FEWEST_BESIDE_OWN_WORDS || isTriedFirst(left)))
    refuse('It is made of words that lie at hand.', 'A password has more in it than your name, the town and a number.');
};

let running = 0;
const waiting: (() => void)[] = [];

/** Lets only a few compute at once; the others wait their turn. @throws SIGN_IN.BUSY */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < AT_ONCE) running += 1;
  else if (waiting.length >= MOST_WAITING)
    throw new DomainError('SIGN_IN.BUSY', 'Too many people sign in at this moment.', {
      kind: 'tooMany',
      rule: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
    });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Whoever waits takes this place over; nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** The form in which a password is kept: Argon2id with its parameters and salt, in the PHC string format. */
export const hashed = (password: string): Promise<string> => inTurn(() => hash(normalized(password), COST));

/** A hash of nothing, made once: verified for those who have none, so that the time taken tells nothing. */
let nobodys: Promise<string> | null = null;

/** Whether a password is the one that was kept; null for an account without one takes as long. */
export const matches = async (kept: string | null, password: string): Promise<boolean> => {
  const phc = kept ?? (await (nobodys ??= hashed('nobody has this password')));
  const right = await inTurn(() => verify(phc, normalized(password)));
  return right && kept !== null;
};
