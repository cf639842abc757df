import type { Event, ProcessManager, Recorded } from '#kernel';
import { formatCents } from '#kernel';

import type { DecisionApplied, DecisionLapsed } from './fine.events.js';
import type { UnfitReason } from './fine.types.js';

const WORDS: Readonly<Record<UnfitReason, string>> = {
  notNamed: 'not named by the document',
  dropped: 'dropped with the ledger before',
  raised: 'raised, which no policy lets the Board do',
  overCap: 'over the cap of $1,000 for the person and day',
  fineWithdrawn: 'of a fine that was withdrawn',
};

/**
 * Whenever a decision names days that can no longer take its effect, and whenever a lapse could charge only what the cap
 * leaves, a person is asked, once for each decision (offense-day rules 2, "The Board's decision" and "Cap").
 */
export const askAboutUnfitDecision: ProcessManager = {
  name: 'ask-about-unfit-decision',
  listensTo: ['DecisionApplied', 'DecisionLapsed'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const event = recorded.event as unknown as DecisionApplied | DecisionLapsed;
    const { caseId, decisionId } = event.data;
    const ask = (kind: string, subject: string, lines: readonly string[], shown: string) => [
      { operationId: 'openReviewItem', body: { caseId, kind, subject, text: shown + lines.slice(0, 20).join('; ') } },
    ];
    if (event.type === 'DecisionApplied') {
      const { unfit } = event.data;
      if (unfit.length === 0) return [];
      const lines = unfit.map(({ paragraph, day, why }) => `paragraph ${paragraph}, ${day}: ${WORDS[why]}`);
      return ask(
        'unfitDecision',
        decisionId,
        lines,
        `${unfit.length} day(s) did not take the effect of the decision: `,
      );
    }
    const { lowered, paragraphs } = event.data;
    if (lowered.length === 0) return [];
    const lines = lowered.map(
      ({ day, fromCents, toCents }) => `${day}: ${formatCents(toCents)} of ${formatCents(fromCents)}`,
    );
    const subject = `${decisionId} paragraphs ${paragraphs.join(', ')}`;
    return ask('lapseOverCap', subject, lines, 'Under the cap, only what was left is charged again: ');
  },
};
