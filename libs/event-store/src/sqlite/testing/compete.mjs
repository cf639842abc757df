/**
 * Arguments: file, name. Appends to twenty streams of its own at once, then wins twenty places in one stream that
 * another process wants as well. Prints what happened as JSON.
 */
import { randomUUID } from 'node:crypto';

import { SqliteEventStore } from '../sqlite-event-store.ts';

const [file, name] = process.argv.slice(2);
const clock = { now: () => new Date().toISOString() };
const store = await SqliteEventStore.open({ file, clock });
const event = () => ({ id: randomUUID(), type: 'Happened', data: { by: name } });
const outcome = { own: 0, won: 0, conflicts: 0, others: [] };

const own = Array.from({ length: 20 }, (_, n) => store.append(`${name}-${n}`, [event()], 'no_stream'));
outcome.own = (await Promise.allSettled(own)).filter(({ status }) => status === 'fulfilled').length;

while (outcome.won < 20) {
  let tip = 'no_stream';
  for await (const { revision } of store.readStream('wanted', { direction: 'backward', limit: 1 })) tip = revision;
  try {
    await store.append('wanted', [event()], tip);
    outcome.won += 1;
  } catch (error) {
    if (error.code === 'EVENT_STORE.CONFLICT') outcome.conflicts += 1;
    else outcome.others.push(error.code ?? error.message);
  }
}
await store.close();
console.log(JSON.stringify(outcome));
