import type { Clock } from '#kernel';

import type { AdmittedEvent } from '../admission.js';
import type { LogPage } from '../catch-up-subscription.js';
import type {
  AppendResult,
  Direction,
  EventFilter,
  EventStore,
  Expectation,
  Position,
  SubscribeOptions,
  Subscription,
} from '../event-store.port.js';
import { fromPosition, toPosition } from '../local/position.js';
import type { MemoryRow } from '../memory/memory-log.js';
import { MemoryLog } from '../memory/index.js';
import type { StoresUnderTest } from './contract.js';
import { CONTRACT, runCase } from './index.js';
import { memoryStores } from './memory-factory.js';
import { setPatience } from './support.js';

/** Sees no expectation at all. */
class IgnoresExpectations extends MemoryLog {
  override append(stream: string, events: readonly AdmittedEvent[], _: Expectation, clock: Clock): AppendResult {
    return super.append(stream, events, 'any', clock);
  }
}

/** Reads from a position instead of after it, as EventStoreDB itself does. */
class InclusiveAfter extends MemoryLog {
  override readAll(after: Position | null, direction: Direction, limit: number, filter?: EventFilter): LogPage {
    const step = direction === 'forward' ? -1n : 1n;
    const from = after === null ? null : toPosition(fromPosition('after', after) + step);
    return super.readAll(from, direction, limit, filter);
  }
}

/** Moves on the numbering of a stream although it refused the append. */
class BurnsRevisions extends MemoryLog {
  private readonly burnt = new Map<string, bigint>();

  override append(stream: string, events: readonly AdmittedEvent[], expected: Expectation, clock: Clock): AppendResult {
    try {
      return super.append(stream, events, expected, clock);
    } catch (error) {
      this.burnt.set(stream, (this.burnt.get(stream) ?? 0n) + 1n);
      throw error;
    }
  }

  override place(row: MemoryRow): void {
    super.place({ ...row, revision: row.revision + (this.burnt.get(row.stream) ?? 0n) });
  }
}

/** Knows no retries: the second sending of the same events is a conflict. */
class ForgetsRetries extends MemoryLog {
  private readonly known = new Set<string>();

  override append(stream: string, events: readonly AdmittedEvent[], expected: Expectation, clock: Clock): AppendResult {
    const renamed = events.map((event) => {
      const id = this.known.has(event.id) ? `${event.id}-again` : event.id;
      this.known.add(event.id);
      return { ...event, id };
    });
    return super.append(stream, renamed, expected, clock);
  }
}

/** Stamps whatever the clock says. */
class StampsBackward extends MemoryLog {
  override append(stream: string, events: readonly AdmittedEvent[], expected: Expectation, clock: Clock): AppendResult {
    this['lastRecordedAt'] = null;
    return super.append(stream, events, expected, clock);
  }
}

/** Leaves the checkpoint of a filtered subscription where the last matching event was. */
class StandingCheckpoint extends MemoryLog {
  override readAll(after: Position | null, direction: Direction, limit: number, filter?: EventFilter): LogPage {
    const page = super.readAll(after, direction, limit, filter);
    return { ...page, scannedTo: page.events.at(-1)?.position ?? after };
  }
}

/** Reads history to its end, and begins to listen only then: what comes between the two is never seen. */
const dropTheSeamEvent = (store: EventStore): EventStore => {
  const subscribe = store.subscribe.bind(store);
  store.subscribe = (options: SubscribeOptions): Subscription => {
    const { after, batchSize, filter, handle } = options;
    if (after === 'end') return subscribe(options);
    let live: Subscription | undefined;
    const history = async (): Promise<void> => {
      const start = after === undefined ? {} : { after };
      for await (const events of store.readAll({ ...start, filter, pageSize: batchSize ?? 1_000 }).pages()) {
        await handle({ events, checkpoint: events.at(-1)!.position });
      }
      live = subscribe({ ...options, after: 'end' });
    };
    const ended = history();
    return {
      get state() {
        return live?.state ?? 'catchingUp';
      },
      get handled() {
        return live?.handled ?? null;
      },
      stop: async () => {
        await ended;
        await live?.stop();
      },
    };
  };
  return store;
};

const withoutSeam = async (): Promise<StoresUnderTest> => {
  const stores = await memoryStores();
  return { ...stores, a: dropTheSeamEvent(stores.a), b: dropTheSeamEvent(stores.b) };
};

const MUTANTS: ReadonlyArray<readonly [name: string, factory: () => Promise<StoresUnderTest>, fails: string[]]> = [
  [
    'ignores expectations',
    () => memoryStores(new IgnoresExpectations()),
    ['A02', 'A04', 'A06', 'A07', 'A08', 'A10', 'A12', 'A13', 'A15', 'B05', 'G03'],
  ],
  ['reads from a position, inclusive', () => memoryStores(new InclusiveAfter()), ['E02', 'E04', 'E05', 'F03']],
  ['drops the event between history and live', withoutSeam, ['F01']],
  ['burns a revision on refusal', () => memoryStores(new BurnsRevisions()), ['A10', 'A13']],
  ['forgets retries', () => memoryStores(new ForgetsRetries()), ['B01', 'B02', 'B03', 'B04', 'B08', 'B09', 'G03']],
  ['lets the stamp go backward', () => memoryStores(new StampsBackward()), ['C04']],
  ['leaves a filtered checkpoint standing', () => memoryStores(new StandingCheckpoint()), ['F11']],
];

describe('The contract catches a broken adapter (engineering note, section 4: mutation check)', () => {
  beforeAll(() => setPatience(300));
  afterAll(() => setPatience(10_000));

  describe.each(MUTANTS)('one that %s', (_name, factory, fails) => {
    it.each(fails)('fails ES-%s', async (id) => {
      const contractCase = CONTRACT.find((candidate) => candidate.id === id)!;
      const outcome = await runCase(contractCase, factory).then(
        () => 'it passed',
        (error: Error) => error.name,
      );
      expect(outcome).not.toBe('it passed');
    });
  });
});

describe('The contract is complete (engineering note, section 4)', () => {
  it('has every case of groups A to G, once', () => {
    const counts = { A: 19, B: 9, C: 6, D: 12, E: 8, F: 15, G: 6 };
    const wanted = Object.entries(counts).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, n) => `${group}${String(n + 1).padStart(2, '0')}`),
    );
    expect(CONTRACT.map(({ id }) => id)).toEqual(wanted);
  });
});
