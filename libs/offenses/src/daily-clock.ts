import type { Actor, Instant, LocalDay } from '#kernel';
import { addDays, eachDay, localDayOf } from '#legal-time';
import type { EngineServices, Tick } from '#runtime';
import { nextNight, ReadModelRunner } from '#runtime';

import { CLOCK_STREAM, clockFold } from './day-clock.js';
import type { LedgerKey } from './offense.events.js';
import { openRunsProjection } from './open-runs.projection.js';

const CLOCK_ACTOR: Actor = { id: 'process-daily-clock', role: 'process', capacity: 'Town' };

/** Ledgers asked at once, so that their appends share commits. */
const AT_ONCE = 100;

interface LedgerRow {
  readonly party_id: string;
  readonly premises_id: string;
  readonly rule_id: string;
}

/**
 * Closes each local day just ended and records the presumed days of open runs (offense-day rules 4). Each ledger decides
 * again, so that repeating a day, or two clocks at once, records nothing twice.
 */
export class DailyClock {
  private readonly index: ReadModelRunner;
  private readingsSeen = 0;

  constructor(private readonly services: EngineServices) {
    const { store, codec, clock, folder } = services;
    this.index = new ReadModelRunner({
      store,
      codec,
      clock,
      folder,
      name: 'clock-index',
      projections: [openRunsProjection],
      onlyListened: true,
    });
  }

  get tick(): Tick {
    return {
      name: 'daily-clock',
      nextDue: (after) => nextNight(after, this.services.zone),
      run: (now) => this.run(now),
    };
  }

  start(): Promise<void> {
    this.index.start();
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return this.index.stop();
  }

  /** Closes every day not closed yet, in order. A log that never had a clock begins with yesterday. */
  private async run(now: Instant): Promise<void> {
    const { loader, zone } = this.services;
    const yesterday = addDays(localDayOf(now, zone), -1);
    const { closed } = (await loader.load(CLOCK_STREAM, clockFold)).state;
    const from = closed === null ? yesterday : addDays(closed, 1);
    if (from > yesterday) return;
    await this.catchUp();
    await this.reviewReadings();
    for (const day of eachDay(from, yesterday)) await this.close(day);
  }

  private async catchUp(): Promise<void> {
    const head = await this.services.store.head();
    if (head !== null && !(await this.index.waitFor(head, 120_000)))
      throw new Error(
        `the clock's index of open runs did not reach the head of the log: ${this.index.status.failure?.cause ?? 'too slow'}`,
      );
  }

  private async close(day: LocalDay): Promise<void> {
    const { engine } = this.services;
    const rows = this.index.reader.all<LedgerRow>(
      'SELECT DISTINCT party_id, premises_id, rule_id FROM open_run JOIN known_ledger USING (ledger)',
    );
    let recorded = 0;
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const answers = await Promise.all(
        rows
          .slice(at, at + AT_ONCE)
          .map((row) =>
            engine.send('recordPresumedDay', { ledger: keyOf(row), day }, { actor: CLOCK_ACTOR, key: day }),
          ),
      );
      recorded += answers.filter(({ position }) => position !== null).length;
    }
    await engine.send('closeLocalDay', { day, recorded }, { actor: CLOCK_ACTOR, key: day });
  }

  /** When the Town's readings changed since the last look, every ledger is asked whether its recorded days still agree. */
  private async reviewReadings(): Promise<void> {
    const changes = this.index.reader.get<{ changes: number }>('SELECT changes FROM nature_reading')?.changes ?? 0;
    if (changes === this.readingsSeen) return;
    for (const row of this.index.reader.all<LedgerRow>('SELECT party_id, premises_id, rule_id FROM known_ledger'))
      await this.services.engine.send(
        'reviewRuleNature',
        { ledger: keyOf(row) },
        { actor: CLOCK_ACTOR, key: `readings-${changes}` },
      );
    this.readingsSeen = changes;
  }
}

const keyOf = ({ party_id, premises_id, rule_id }: LedgerRow): LedgerKey => ({
  partyId: party_id,
  premisesId: premises_id,
  ruleId: rule_id,
});
