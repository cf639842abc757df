import type { LocalDay } from '#kernel';

import type { DecisionParagraph } from './appeal.events.js';

/** What the fine is told of the paragraphs of a decision: their effects on days, and none of their words. */
export const effectsOf = (paragraphs: readonly DecisionParagraph[]) =>
  paragraphs.map(({ number: paragraph, effect, days }) => ({ paragraph, effect, days }));

/**
 * The moment of a finding of fact, as the ledger is told of it: the beginning of its local day. Without an offset it is
 * the wall time of the Town's zone, in which every day begins once.
 */
export const beginningOf = (day: LocalDay): string => `${day}T00:00`;
