import type { Event, EventCatalog, LocalDay, StreamFold } from '#kernel';

/** The clock's own stream holds one event per closed day and no inbox or outbox. */
export type ClockEvent = Event<'LocalDayClosed', { readonly day: LocalDay; readonly recorded: number }>;

export const clockCatalog = { LocalDayClosed: { version: 1 } } as const satisfies EventCatalog<ClockEvent>;

export const CLOCK_STREAM = 'process-daily-clock';

export interface ClockState {
  /** Last local day closed; null before the first. */
  readonly closed: LocalDay | null;
}

export const clockFold = {
  name: 'daily-clock',
  catalog: clockCatalog,
  initialState: (): ClockState => ({ closed: null }),
  evolve: (state: ClockState, event: ClockEvent): ClockState =>
    state.closed === null || event.data.day > state.closed ? { closed: event.data.day } : state,
} satisfies StreamFold<ClockState, ClockEvent>;
