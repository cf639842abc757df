import type { DraftParagraph, Span } from './appeal.commands.js';
import type { DecisionEffect, FindingOfFact } from './appeal.events.js';
import { fromBody } from './document.rules.js';

/** A paragraph as a request says it: what is left out is nothing. */
export interface ParagraphAsked {
  readonly number?: number | null;
  readonly effect: DecisionEffect;
  readonly days?: readonly string[] | null;
  readonly spans?: readonly Span[] | null;
  readonly documents?: readonly string[] | null;
  readonly rest?: boolean | null;
  readonly cents?: number | null;
  readonly text: string;
}

export const draftParagraphs = (asked: readonly ParagraphAsked[]): DraftParagraph[] =>
  asked.map(({ number, effect, days, spans, documents, rest, cents, text }) => ({
    number: number ?? null,
    effect,
    days: days ?? [],
    spans: spans ?? [],
    documents: (documents ?? []).map(fromBody),
    rest: rest ?? false,
    cents: cents ?? null,
    text,
  }));

export const draftFindings = (asked: readonly FindingOfFact[] | null | undefined): FindingOfFact[] =>
  (asked ?? []).map(({ findingId, kind, day, text }) => ({ findingId, kind, day, text }));
