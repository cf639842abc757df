import { randomUUID } from 'node:crypto';

import type { Actor, Clock, EventMetadata, Instant } from '#kernel';
import { localDayOf } from '#legal-time';
import type { EventStore } from '#event-store';
import type { EngineServices, EventCodec } from '#runtime';

import type { AccessDenied, AuditEvent } from './audit.events.js';
import { auditStream } from './audit.events.js';

/** A refusal as the transport saw it. */
export interface Denial {
  readonly operationId: string;
  readonly actorId: string | null;
  readonly role: string | null;
  readonly code: string;
  readonly status: number;
  readonly target: string | null;
  readonly address: string;
}

interface Gathered {
  readonly denial: Denial;
  /** Since when repetitions are counted together. */
  readonly since: Instant;
  firstAt: Instant;
  lastAt: Instant;
  /** Not on file yet. */
  times: number;
  /** Nothing of its kind is on file yet: it need not wait for the minute to end. */
  first: boolean;
}

/** Who writes where nobody is known to act: the program itself. */
const KEEPER: Actor = { id: 'audit-trail', role: 'process', capacity: 'Town' };

const MINUTE = 60_000;

/** Different denials told one by one in a minute; beyond them only their number is told, so that nobody fills the disk. */
const MOST_A_MINUTE = 1000;

/** Events an append: far below the limit of an append in bytes. */
const BATCH = 100;

/**
 * The trace of sign-ins, denials, confidential views, exports and administrative acts, in the log itself. What must be
 * on file before an answer leaves is awaited (`record`); denials are gathered and written every second (`denied`).
 */
export class AuditTrail {
  private readonly gathered = new Map<string, Gathered>();
  private beyond: { times: number; firstAt: Instant; lastAt: Instant } | null = null;
  private toldSince = 0;
  private told = 0;
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout | null;
  private readonly store: EventStore;
  private readonly codec: EventCodec;
  private readonly clock: Clock;
  private readonly zone: string;

  /**
   * @param timed false where time is driven: what is gathered is then written when the trail is read, and at the stop
   */
  constructor({ store, codec, clock, zone }: Pick<EngineServices, 'store' | 'codec' | 'clock' | 'zone'>, timed = true) {
    this.store = store;
    this.codec = codec;
    this.clock = clock;
    this.zone = zone;
    this.timer = timed ? setInterval(() => void this.flush().catch(() => undefined), 1000).unref() : null;
  }

  /** The local month, `YYYY-MM`, of an instant. */
  monthOf(instant: Instant): string {
    return localDayOf(instant, this.zone).slice(0, 7);
  }

  /** The local month of now, for events that carry theirs. */
  get month(): string {
    return this.monthOf(this.clock.now());
  }

  /** Puts an event on file; durable when it resolves. @throws EVENT_STORE.… when it could not be written */
  async record(event: AuditEvent, by: Actor = KEEPER): Promise<void> {
    await this.write([event], by);
  }

  /** Gathers a denial; never fails and never waits. */
  denied(denial: Denial): void {
    const now = this.clock.now();
    const key = JSON.stringify(denial);
    const known = this.gathered.get(key);
    if (known) {
      if (known.times === 0) known.firstAt = now;
      known.times += 1;
      known.lastAt = now;
      return;
    }
    const at = Date.parse(now);
    if (at - this.toldSince >= MINUTE || at < this.toldSince) {
      this.toldSince = at;
      this.told = 0;
    }
    if (this.told >= MOST_A_MINUTE) {
      this.beyond = { times: (this.beyond?.times ?? 0) + 1, firstAt: this.beyond?.firstAt ?? now, lastAt: now };
      return;
    }
    this.told += 1;
    this.gathered.set(key, { denial, since: now, firstAt: now, lastAt: now, times: 1, first: true });
  }

  /** Writes what has been gathered for a minute; `all` at a stop, when nothing more will be added to it. */
  async flush(all = false): Promise<void> {
    const before = this.writing;
    const mine = before.catch(() => undefined).then(() => this.writeGathered(all));
    this.writing = mine;
    return mine;
  }

  private async writeGathered(all: boolean): Promise<void> {
    const now = Date.parse(this.clock.now());
    const events: AuditEvent[] = [];
    for (const [key, one] of this.gathered) {
      const over = all || now - Date.parse(one.since) >= MINUTE;
      // The first of a kind goes on file at once; its repetitions are counted for a minute and go on file as one.
      if (one.times > 0 && (over || one.first)) events.push(this.deniedEvent(one));
      if (over) this.gathered.delete(key);
      else if (one.first) Object.assign(one, { times: 0, first: false });
    }
    const { beyond } = this;
    if (beyond && (all || now - Date.parse(beyond.firstAt) >= MINUTE)) {
      this.beyond = null;
      events.push({ type: 'DenialsUncounted', data: { month: this.monthOf(beyond.firstAt), ...beyond } });
    }
    for (let at = 0; at < events.length; at += BATCH) await this.write(events.slice(at, at + BATCH), KEEPER);
  }

  private deniedEvent({ denial, firstAt, lastAt, times }: Gathered): AccessDenied {
    return { type: 'AccessDenied', data: { month: this.monthOf(firstAt), ...denial, times, firstAt, lastAt } };
  }

  private async write(events: readonly AuditEvent[], by: Actor): Promise<void> {
    const stream = auditStream(this.month);
    const encoded = [];
    for (const event of events) {
      const id = randomUUID();
      const metadata: EventMetadata = {
        commandId: id,
        operationId: 'audit',
        $correlationId: id,
        $causationId: id,
        actor: by.id,
        role: by.role,
        capacity: by.capacity,
        v: this.codec.versionOf(event.type),
        body: '',
      };
      encoded.push(this.codec.encode(await this.codec.seal(event), id, metadata));
    }
    await this.store.append(stream, encoded, 'any');
  }

  /** Writes everything gathered and stops the clock of it; before the log closes. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush(true);
  }
}
