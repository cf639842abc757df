import type { Actor, LocalDay } from '#kernel';
import { localDayOf, monthsPeriod } from '#legal-time';
import type { EngineServices, Tick } from '#runtime';
import { nextNight } from '#runtime';

import type { AppealEvent } from './appeal.events.js';
import { appealIdOfDecision } from './appeal.state.js';
import { ARTICLE_78_MONTHS } from './article78.rules.js';

const ACTOR: Actor = { id: 'process-final-decisions', role: 'process', capacity: 'Town' };

/**
 * Every night, decisions whose four months have passed without an Article 78 proceeding are marked final (CPLR 217(1)).
 * It reads from the log, each event once, only what was served and what was filed; the appeal decides again, on the
 * holidays on file, so that a candidate sent too early adds nothing.
 */
export const finalDecisionsNightly = ({ engine, store, zone }: EngineServices): Tick => {
  /** The first day on which a served decision may be final, before any extension to a business day. */
  const dueFrom = new Map<string, LocalDay>();
  let seen: string | null = null;
  return {
    name: 'final-decisions',
    nextDue: (after) => nextNight(after, zone),
    run: async (now) => {
      const head = await store.head();
      const filter = { types: ['DecisionServed', 'Article78Filed', 'DecisionBecameFinal'] };
      for await (const stored of store.readAll({ ...(seen === null ? {} : { after: seen }), filter })) {
        const event = { type: stored.type, data: stored.data } as unknown as AppealEvent;
        if (event.type === 'DecisionServed') {
          const { decisionId, servedOn: start } = event.data;
          dueFrom.set(decisionId, monthsPeriod({ start, count: ARTICLE_78_MONTHS, extend: false }).lastDay);
        } else if (event.type === 'Article78Filed' || event.type === 'DecisionBecameFinal')
          dueFrom.delete(event.data.decisionId);
      }
      seen = head;
      const today = localDayOf(now, zone);
      for (const [decisionId, day] of dueFrom)
        if (day < today) {
          const body = { appealId: appealIdOfDecision(decisionId), decisionId };
          await engine.send('finalizeDecision', body, { actor: ACTOR, key: `${decisionId} ${today}` });
        }
    },
  };
};
