import type { EventCatalog } from './event-catalog.js';
import type { Actor, Event, Instant, LocalDay } from './messages.js';

/** Everything a decision may know besides its state, its facts and its command. */
export interface DecisionContext {
  readonly commandId: string;
  readonly actor: Actor;
  readonly now: Instant;
  /** The local day of `now`. */
  readonly today: LocalDay;
  /** The Town's time zone: configuration, the same for every decision. */
  readonly zone: string;
  /** The gap-free number taken for this command, or null on the first, unnumbered decision. */
  readonly number: string | null;
  /** A new id, the same at every retry of the command: v5 of (command id, name). */
  readonly newId: (name: string) => string;
}

/** A consistency border as three pure functions. `decide` throws DomainError to refuse. */
export interface Decider<State, Command, E extends Event, Facts = undefined> {
  readonly initialState: () => State;
  readonly evolve: (state: State, event: E) => State;
  /** The same as evolving one by one, for states whose copy is dear; optional. */
  readonly evolveAll?: (state: State, events: readonly E[]) => State;
  readonly decide: (command: Command, state: State, facts: Facts, context: DecisionContext) => readonly E[];
}

/** A fold over one stream, as it is used for state and for facts alike. */
export interface StreamFold<State, E extends Event> {
  /** Identity of the fold in caches: two folds over one stream have two names. */
  readonly name: string;
  readonly catalog: EventCatalog<E>;
  readonly initialState: () => State;
  readonly evolve: (state: State, event: E) => State;
  readonly evolveAll?: (state: State, events: readonly E[]) => State;
}

/** Folds events onto a state. */
export const foldEvents = <State, E extends Event>(
  fold: Pick<StreamFold<State, E>, 'evolve' | 'evolveAll'>,
  state: State,
  events: readonly E[],
): State => {
  if (events.length === 0) return state;
  if (fold.evolveAll) return fold.evolveAll(state, events);
  let next = state;
  for (const event of events) next = fold.evolve(next, event);
  return next;
};
