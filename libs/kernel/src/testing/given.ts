import type { DecisionContext, Decider } from '../decider.js';
import { foldEvents } from '../decider.js';
import { isDomainError } from '../domain-error.js';
import { v5 } from '../ids.js';
import type { Event } from '../messages.js';

/** A decision context for rule-book specs: an officer of the Town at a moment. */
export const contextAt = (now: string, overrides: Partial<DecisionContext> = {}): DecisionContext => ({
  commandId: v5('spec-command', now),
  actor: { id: 'officer-1', role: 'officer', capacity: 'Town' },
  now,
  today: now.slice(0, 10),
  zone: 'America/New_York',
  number: null,
  newId: (name) => v5('spec-command', now, name),
  ...overrides,
});

/** given(events).when(command).then(events) or .refused(code): the rule book's grammar. */
export const given = <State, Command, E extends Event, Facts>(
  decider: Decider<State, Command, E, Facts>,
  events: readonly E[],
  facts: Facts,
) => ({
  when: (command: Command, context: DecisionContext) => {
    const state = foldEvents(decider, decider.initialState(), events);
    const run = () => decider.decide(command, state, facts, context);
    return {
      /** The decided events, for specs that look at a part of them. */
      events: run,
      then: (expected: readonly E[]) => expect(run()).toEqual(expected),
      thenNothing: () => expect(run()).toEqual([]),
      refused: (code: string, details: Record<string, unknown> = {}) => {
        let caught: unknown;
        try {
          run();
        } catch (error) {
          caught = error;
        }
        if (caught === undefined) throw new Error(`expected ${code}, but the command was accepted`);
        if (!isDomainError(caught)) throw caught as Error;
        expect({ code: caught.code, ...caught.details }).toMatchObject({ code, ...details });
      },
    };
  },
});
