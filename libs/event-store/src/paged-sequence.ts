import type { EventSequence, StoredEvent } from './event-store.port.js';

/** Lets timers and sockets have their turn between two pages of a long read. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Events read lazily, a page at a time; nothing is held open between pages. */
export class PagedSequence implements EventSequence {
  constructor(private readonly read: () => AsyncGenerator<readonly StoredEvent[], void, undefined>) {}

  pages(): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    return this.read();
  }

  /** Written by hand, since a generator per event costs more than reading the event. */
  [Symbol.asyncIterator](): AsyncIterator<StoredEvent> {
    const pages = this.read();
    let page: readonly StoredEvent[] = [];
    let index = 0;
    const advance = async (): Promise<IteratorResult<StoredEvent>> => {
      while (index >= page.length) {
        const next = await pages.next();
        if (next.done) return { done: true, value: undefined };
        page = next.value;
        index = 0;
      }
      return { done: false, value: page[index++]! };
    };
    return {
      next: () => (index < page.length ? Promise.resolve({ done: false, value: page[index++]! }) : advance()),
      return: async () => {
        page = [];
        await pages.return();
        return { done: true, value: undefined };
      },
    };
  }
}
