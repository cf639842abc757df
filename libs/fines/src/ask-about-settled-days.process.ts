import type { Event, ProcessManager, Recorded } from '#kernel';

import type { SettledDaysChanged } from './fine.events.js';

/**
 * Whenever a ledger takes settled days of a fine out of provable, they stay charged and a person is asked, once for each
 * fall (offense-day rules 2, "Settled and dropped").
 */
export const askAboutSettledDays: ProcessManager = {
  name: 'ask-about-settled-days',
  listensTo: ['SettledDaysChanged'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId, fineId, days, ledgerEventCount } = (recorded.event as unknown as SettledDaysChanged).data;
    const named = days.length === 1 ? days[0]!.day : `${days.length} days from ${days[0]!.day} on`;
    return [
      {
        operationId: 'openReviewItem',
        body: {
          caseId,
          kind: 'settledDayChanged',
          subject: `${fineId} ledger event ${ledgerEventCount}`,
          text: `The ledger no longer holds ${named} provable. What is settled stays charged: waive it, agree anew, or leave it.`,
        },
      },
    ];
  },
};
