import { FixedClock } from '#kernel';

import { toPosition } from '../local/position.js';
import { MemoryEventStore, MemoryEventStoreAdmin, MemoryLog } from '../memory/index.js';
import type { StoresUnderTest } from './contract.js';
import { RETRIES } from './contract.js';
import { failingReads } from './failing-reads.js';

/** Two memory stores over one log; a test may give a log of its own, broken on purpose. */
export const memoryStores = async (log = new MemoryLog()): Promise<StoresUnderTest> => {
  const clock = new FixedClock('2026-06-01T14:00:00.000Z');
  const failReads = failingReads(log);
  const [a, b] = [new MemoryEventStore({ clock, log, retry: RETRIES }), new MemoryEventStore({ clock, log })];
  return {
    a,
    b,
    admin: new MemoryEventStoreAdmin(log),
    cleanUp: async () => {
      await Promise.all([a.close(), b.close()]);
    },
    setClock: (instant) => clock.set(instant),
    failReads,
    tellsBehind: true,
    storeAboveSafeIntegers: async (stream, revision, { id, type, data }) => {
      const position = toPosition(revision);
      const recordedAt = clock.now();
      log.place({ id, type, data: JSON.stringify(data), metadata: null, stream, revision, position, recordedAt });
      return position;
    },
  };
};
