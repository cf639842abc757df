import { randomUUID } from 'node:crypto';

import type { Actor, Clock, EventMetadata, Instant } from '#kernel';
import { localDayOf } from '#legal-time';
import type { EventStore, NewEvent } from '#event-store';
import type { EngineServices, EventCodec } from '#runtime';

import type { AccessDenied, AuditEvent } from './audit.events.js';
import { auditStream } from './audit.events.js';
import { idOrWhatStoodThere } from './audit.rules.js';

/** A refusal as the transport saw it. */
export interface Denial {
  readonly operationId: string;
  readonly actorId: string | null;
  readonly role: string | null;
  readonly code: string;
  readonly status: number;
  /** What the request named, as it came; kept in the clear only when it looks like an id. */
  readonly target: string | null;
  readonly address: string;
}

type Kept = Omit<Denial, 'target'> & Pick<AccessDenied['data'], 'target' | 'asked'>;

/** Denials counted together and not on file yet. */
interface Count {
  times: number;
  firstAt: Instant;
  lastAt: Instant;
}

interface Gathered extends Count {
  readonly denial: Kept;
  /** Since when repetitions are counted together, as milliseconds of the clock. */
  readonly since: number;
  /** Nothing of its kind is on file yet: it need not wait for the minute to end. */
  first: boolean;
}

/** Who writes where nobody is known to act: the program itself. */
const KEEPER: Actor = { id: 'audit-trail', role: 'process', capacity: 'Town' };

const MINUTE = 60_000;

/** Different denials told one by one in a minute; beyond them only their number is told, so that nobody fills the disk. */
const MOST_A_MINUTE = 1000;

/** Different denials held in memory, those of this minute and the one before, also when the log cannot be written. */
const MOST_HELD = 2 * MOST_A_MINUTE;

/** Events an append: far below the limit of an append in bytes. */
const BATCH = 100;

/** Letters kept of an address: an IPv6 address with its zone has fewer; a forged header may have any number. */
const LONGEST_ADDRESS = 64;

const add = (count: Count | null, more: Count): Count =>
  count === null
    ? { ...more }
    : {
        times: count.times + more.times,
        firstAt: count.firstAt < more.firstAt ? count.firstAt : more.firstAt,
        lastAt: count.lastAt > more.lastAt ? count.lastAt : more.lastAt,
      };

/**
 * The trace of sign-ins, denials, confidential views, exports and administrative acts, in the log itself. What must be
 * on file before an answer leaves is awaited (`record`); denials are gathered and written every second (`denied`).
 */
export class AuditTrail {
  private readonly gathered = new Map<string, Gathered>();
  private beyond: Count | null = null;
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
    // What could not be written stays gathered and is tried again a second later.
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

  /** Gathers a denial; never fails and never waits, so that a log that cannot be written does not change the answer. */
  denied({ target: named, address, ...refused }: Denial): void {
    const now = this.clock.now();
    const { target, asked } = idOrWhatStoodThere(named);
    const denial = { ...refused, address: address.slice(0, LONGEST_ADDRESS), target, asked };
    // Texts that are no ids are of one kind: whoever tries many of them does the same thing many times.
    const key = JSON.stringify({ ...denial, asked: asked !== null });
    const one: Count = { times: 1, firstAt: now, lastAt: now };
    const known = this.gathered.get(key);
    if (known) {
      Object.assign(known, known.times === 0 ? one : add(known, one));
      return;
    }
    const at = Date.parse(now);
    if (at - this.toldSince >= MINUTE || at < this.toldSince) {
      this.toldSince = at;
      this.told = 0;
    }
    if (this.told >= MOST_A_MINUTE || this.gathered.size >= MOST_HELD) {
      this.beyond = add(this.beyond, one);
      return;
    }
    this.told += 1;
    this.gathered.set(key, { denial, since: at, ...one, first: true });
  }

  /**
   * Writes the first of each kind, and the repetitions gathered for a minute; what cannot be written stays gathered.
   * @param all everything, whether its minute is over or not: before the trail is read, and at a stop
   * @throws EVENT_STORE.… when it could not be written
   */
  async flush(all = false): Promise<void> {
    const mine = this.writing.catch(() => undefined).then(() => this.writeGathered(all));
    this.writing = mine;
    return mine;
  }

  private async writeGathered(all: boolean): Promise<void> {
    const now = Date.parse(this.clock.now());
    const isOver = (since: number): boolean => all || now - since >= MINUTE || now < since;
    const due = [...this.gathered.values()].filter(({ times, first, since }) => times > 0 && (first || isOver(since)));
    for (let at = 0; at < due.length; at += BATCH) await this.writeDenials(due.slice(at, at + BATCH));
    for (const [key, { times, since }] of this.gathered) if (times === 0 && isOver(since)) this.gathered.delete(key);
    const { beyond } = this;
    if (!beyond || !isOver(Date.parse(beyond.firstAt))) return;
    this.beyond = null;
    try {
      await this.write(
        [{ type: 'DenialsUncounted', data: { month: this.monthOf(beyond.firstAt), ...beyond } }],
        KEEPER,
      );
    } catch (error) {
      this.beyond = add(this.beyond, beyond);
      throw error;
    }
  }

  /** Takes the counts before it waits, since they go on growing meanwhile, and gives them back where it failed. */
  private async writeDenials(batch: readonly Gathered[]): Promise<void> {
    const taken = batch.map((one) => ({ one, was: { ...one } }));
    for (const { one } of taken) Object.assign(one, { times: 0, first: false });
    try {
      await this.write(
        taken.map(({ was: { denial, times, firstAt, lastAt } }) => ({
          type: 'AccessDenied' as const,
          data: { month: this.monthOf(firstAt), ...denial, times, firstAt, lastAt },
        })),
        KEEPER,
      );
    } catch (error) {
      for (const { one, was } of taken) {
        const { times, firstAt, lastAt } = was;
        Object.assign(one, add(one.times === 0 ? null : one, { times, firstAt, lastAt }), { first: was.first });
      }
      throw error;
    }
  }

  /** Each event goes to the stream of the month that it carries, whose key seals it; without one, to that of now. */
  private async write(events: readonly AuditEvent[], by: Actor): Promise<void> {
    const now = this.month;
    const monthOf = ({ data }: AuditEvent): string => ('month' in data ? data.month : now);
    for (const month of new Set(events.map(monthOf))) {
      const encoded: NewEvent[] = [];
      for (const event of events) if (monthOf(event) === month) encoded.push(await this.encoded(event, by));
      await this.store.append(auditStream(month), encoded, 'any');
    }
  }

  private async encoded(event: AuditEvent, by: Actor): Promise<NewEvent> {
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
    return this.codec.encode(await this.codec.seal(event), id, metadata);
  }

  /** Writes everything gathered and stops the clock of it; before the log closes. @throws EVENT_STORE.… */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush(true);
  }
}
