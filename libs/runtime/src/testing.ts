import type { Actor, Event, EventCatalog, Personal, ProcessManager } from '#kernel';
import { DomainError, FixedClock } from '#kernel';
import type { EventStore } from '#event-store';
import { MemoryEventStore } from '#event-store/memory';
import type { KeyStore } from '#key-store';
import { MemoryKeyStore } from '#key-store';

import type { Capability } from './capability.js';
import { Engine } from './engine.js';
import type { Aggregate } from './operation.js';
import { command, query } from './operation.js';
import type { Projection } from './read-model.js';

/** A small capability for the runtime's own specs: tallies that are opened, counted up and copied elsewhere. */
export type TallyEvent =
  | Event<'TallyOpened', { readonly tallyId: string; readonly number: string; readonly title: Personal }>
  | Event<'TallyCounted', { readonly tallyId: string; readonly amount: number; readonly unit: string }>;

export const tallyCatalog = {
  TallyOpened: {
    version: 1,
    sealed: [{ key: ({ tallyId }: { tallyId: string }) => `tally-${tallyId}`, fields: ['title'] }],
  },
  // Version 1 had no unit; every count was of days then.
  TallyCounted: {
    version: 2,
    upcast: { 1: (data: { tallyId: string; amount: number }) => ({ ...data, unit: 'day' }) },
  },
} as const satisfies EventCatalog<TallyEvent>;

export interface TallyState {
  readonly opened: boolean;
  readonly total: number;
  readonly units: readonly string[];
}

export type TallyCommand =
  | { readonly type: 'OpenTally'; readonly tallyId: string; readonly title: string }
  | { readonly type: 'CountUp'; readonly tallyId: string; readonly amount: number; readonly limit: number | null };

export const tally: Aggregate<TallyState, TallyCommand, TallyEvent, number> = {
  name: 'tally',
  catalog: tallyCatalog,
  initialState: () => ({ opened: false, total: 0, units: [] }),
  evolve: (state, event) =>
    event.type === 'TallyOpened'
      ? { ...state, opened: true }
      : { ...state, total: state.total + event.data.amount, units: [...state.units, event.data.unit] },
  decide: (asked, state, other, context) => {
    if (asked.type === 'OpenTally')
      return [
        {
          type: 'TallyOpened',
          data: { tallyId: asked.tallyId, number: context.number ?? 'pending', title: asked.title },
        },
      ];
    if (asked.limit !== null && state.total + asked.amount + other > asked.limit)
      throw new DomainError('TALLY.OVER_LIMIT', 'That is more than the limit.', { field: 'amount' });
    return asked.amount === 0
      ? []
      : [{ type: 'TallyCounted', data: { tallyId: asked.tallyId, amount: asked.amount, unit: 'day' } }];
  },
};

class Body {}
interface CountBody {
  tallyId: string;
  amount: number;
  /** Together with the tally `besides`, a fact stream. */
  limit?: number;
}

export const totalsProjection = (fault: { on: number | null } = { on: null }): Projection => ({
  name: 'totals',
  version: 1,
  schema:
    'CREATE TABLE total (tally_id TEXT PRIMARY KEY, title TEXT, total INTEGER NOT NULL, units TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  tables: ['total'],
  listensTo: ['TallyOpened', 'TallyCounted'],
  opens: ['TallyOpened'],
  apply: (tables, { event: stored }) => {
    const event = stored as unknown as TallyEvent;
    if (event.type === 'TallyOpened') {
      tables.run(
        'INSERT INTO total (tally_id, title, total, units) VALUES (?, ?, 0, ?)',
        event.data.tallyId,
        event.data.title as string | null,
        '',
      );
      return;
    }
    tables.run(
      'UPDATE total SET total = total + ?, units = units || ? WHERE tally_id = ?',
      event.data.amount,
      event.data.unit,
      event.data.tallyId,
    );
    if (fault.on === event.data.amount) throw new Error(`cannot take ${fault.on}`);
  },
});

/** Every count of 7 in a tally is matched by a count of 1 in the tally `mirror`. */
export const mirrorSevens: ProcessManager = {
  name: 'mirror-sevens',
  listensTo: ['TallyCounted'],
  react: ({ event }) => {
    const { amount } = (event as unknown as Extract<TallyEvent, { type: 'TallyCounted' }>).data;
    return amount === 7 ? [{ operationId: 'countUp', body: { tallyId: 'mirror', amount: 1 } }] : [];
  },
};

export const tallyCapability = (
  options: {
    fault?: { on: number | null };
    beforeAppend?: () => Promise<void>;
    processes?: readonly ProcessManager[];
  } = {},
): Capability => ({
  name: 'tally',
  catalogs: [tallyCatalog],
  projections: [totalsProjection(options.fault)],
  processes: options.processes ?? [mirrorSevens],
  operations: [
    command({
      id: 'openTally',
      summary: 'Open a tally.',
      body: Body as new () => { title: string },
      aggregate: tally,
      creates: true,
      stream: (_, newId) => `tally-${newId}`,
      command: ({ title }, newId): TallyCommand => ({ type: 'OpenTally', tallyId: newId, title }),
      facts: () => Promise.resolve(0),
      number: { kind: 'tally', prefix: 'T' },
      answer: ([event]) => ({ tallyId: event!.data.tallyId, number: (event!.data as { number: string }).number }),
    }),
    command({
      id: 'countUp',
      summary: 'Count up.',
      body: Body as new () => CountBody,
      aggregate: tally,
      stream: ({ tallyId }) => `tally-${tallyId}`,
      command: ({ tallyId, amount, limit }): TallyCommand => ({
        type: 'CountUp',
        tallyId,
        amount,
        limit: limit ?? null,
      }),
      facts: async (_, load) => {
        await options.beforeAppend?.();
        return (await load('tally-besides', tally)).total;
      },
      refs: (event) => ({ tally: event.data.tallyId }),
      answer: (events) => ({ counted: events.length }),
    }),
    query({
      id: 'getTally',
      summary: 'One tally.',
      query: Body as new () => { tallyId: string },
      answer: async ({ tallyId }, context) => ({
        ...(await context.load(`tally-${tallyId}`, tally)),
        row: context.readModel.get('SELECT * FROM total WHERE tally_id = ?', tallyId) ?? null,
      }),
      etag: ({ tallyId }) => `tally-${tallyId}`,
    }),
  ],
});

export const ACTOR: Actor = { id: 'officer-1', role: 'officer', capacity: 'Town' };

export interface Bench {
  readonly engine: Engine;
  readonly clock: FixedClock;
  readonly store: EventStore;
  readonly keys: KeyStore;
}

export const bench = async (
  options: Parameters<typeof tallyCapability>[0] & {
    store?: EventStore;
    keys?: KeyStore;
    clock?: FixedClock;
    folder?: string;
    start?: boolean;
  } = {},
): Promise<Bench> => {
  const clock = options.clock ?? new FixedClock('2026-06-01T14:00:00.000Z');
  const store = options.store ?? new MemoryEventStore({ clock });
  const keys = options.keys ?? new MemoryKeyStore();
  const engine = new Engine({
    store,
    keys,
    clock,
    capabilities: [tallyCapability(options)],
    zone: 'America/New_York',
    folder: options.folder ?? null,
    retryMilliseconds: 10,
  });
  if (options.start !== false) await engine.start();
  return { engine, clock, store, keys };
};

/** Every stored event of a log, as stored. */
export const storedIn = async (store: EventStore) => {
  const events = [];
  for await (const event of store.readAll()) events.push(event);
  return events;
};
