/** Appends three events at a time to four streams for ever, and says "stream revision" for each append acknowledged. */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';

import { SqliteEventStore } from '../sqlite-event-store.ts';

const clock = { now: () => new Date().toISOString() };
const store = await SqliteEventStore.open({ file: process.argv[2], clock });
const three = () => [0, 1, 2].map((n) => ({ id: randomUUID(), type: 'Happened', data: { n } }));

const write = async (stream) => {
  for (let expectation = 'any'; ;) {
    const { revision } = await store.append(stream, three(), expectation);
    writeSync(1, `${stream} ${revision}\n`);
    expectation = revision;
  }
};

await Promise.all(['a', 'b', 'c', 'd'].map(write));
