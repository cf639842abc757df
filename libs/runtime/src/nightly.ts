import type { Instant, LocalDay } from '#kernel';
import { addDays, localDayOf, startOfDay } from '#legal-time';

import type { EngineServices, Tick } from './capability.js';
import { numberStream } from './numbers.js';

const FIVE_MINUTES = 300_000;

/** The first 00:05 local time after an instant: when the day just ended is closed. */
export const nextNight = (after: Instant, zone: string): Instant => {
  const due = (day: LocalDay): Instant => new Date(Date.parse(startOfDay(day, zone)) + FIVE_MINUTES).toISOString();
  const today = localDayOf(after, zone);
  return due(today) > after ? due(today) : due(addDays(today, 1));
};

/** Every night, numbers taken before that day for acts that were never recorded are marked void (offense-day rules 5). */
export const voidUnusedNumbersNightly = ({ engine, zone }: EngineServices): Tick => ({
  name: 'void-unused-numbers',
  nextDue: (after) => nextNight(after, zone),
  run: async (now) => {
    const today = localDayOf(now, zone);
    const kinds = new Set(
      [...engine.operations.values()].flatMap((operation) =>
        operation.kind === 'command' && operation.number ? [operation.number.kind] : [],
      ),
    );
    for (const kind of kinds)
      for (const year of new Set([addDays(today, -31), today].map((day) => day.slice(0, 4))))
        await engine.voidUnusedNumbers(numberStream(kind, year), today);
  },
});
