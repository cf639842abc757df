import type { DraftFinding, DraftParagraph, Span } from './appeal.commands.js';
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

/** A finding of fact as a request says it. */
export interface FindingAsked extends Omit<FindingOfFact, 'findingId'> {
  readonly findingId?: string | null;
}

export const draftFindings = (asked: readonly FindingAsked[] | null | undefined): DraftFinding[] =>
  (asked ?? []).map(({ findingId, kind, day, text }) => ({ findingId: findingId ?? null, kind, day, text }));
