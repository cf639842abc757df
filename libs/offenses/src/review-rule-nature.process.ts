import type { ProcessManager } from '#kernel';

import type { OffenseEvent } from './offense.events.js';

type Drifted = Extract<OffenseEvent, { type: 'RuleNatureDrifted' }>;

/** A reading adopted or withdrawn later changes no recorded day by itself: a person settles it. */
export const reviewRuleNature: ProcessManager = {
  name: 'review-rule-nature',
  listensTo: ['RuleNatureDrifted'],
  react: ({ event }) => {
    const { caseId, ruleId, days, recordedAs, nowRead } = (event as unknown as Drifted).data;
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'ruleNature',
          subject: `${ruleId}:${days[0]}`,
          text: `${days.length} recorded day(s) from ${days[0]} to ${days.at(-1)} were recorded while ${ruleId} was read as ${recordedAs}; it is read as ${nowRead} for them now.`,
        },
      },
    ];
  },
};
