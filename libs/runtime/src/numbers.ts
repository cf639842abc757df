import type { Event, EventCatalog, LocalDay, StreamFold } from '#kernel';

/** Gap-free numbers: one stream per kind and year; a reserved, unused number is shown as void, never used again. */
export type NumberEvent =
  | Event<
      'NumberTaken',
      { readonly number: number; readonly forCommand: string; readonly stream: string; readonly takenOn: LocalDay }
    >
  | Event<'NumberVoided', { readonly number: number; readonly reason: string }>;

export const numberCatalog = {
  NumberTaken: { version: 1 },
  NumberVoided: { version: 1 },
} as const satisfies EventCatalog<NumberEvent>;

export interface NumbersState {
  readonly last: number;
  /** Number by the command that took it. */
  readonly byCommand: ReadonlyMap<
    string,
    { readonly number: number; readonly stream: string; readonly takenOn: LocalDay }
  >;
  readonly voided: ReadonlySet<number>;
}

export const numbersFold: StreamFold<NumbersState, NumberEvent> = {
  name: 'numbers',
  catalog: numberCatalog,
  initialState: () => ({ last: 0, byCommand: new Map(), voided: new Set() }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'NumberTaken':
        return {
          ...state,
          last: event.data.number,
          byCommand: new Map(state.byCommand).set(event.data.forCommand, {
            number: event.data.number,
            stream: event.data.stream,
            takenOn: event.data.takenOn,
          }),
        };
      case 'NumberVoided':
        return { ...state, voided: new Set(state.voided).add(event.data.number) };
    }
  },
};

export const numberStream = (kind: string, year: string): string => `number-${kind}-${year}`;

/** `CF`, `2026`, 6 as CF-2026-006. */
export const printNumber = (prefix: string, year: string, number: number): string =>
  `${prefix}-${year}-${number.toString().padStart(3, '0')}`;
