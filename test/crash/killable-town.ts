import type { AppendResult, Expectation, NewEvent, StoredEvent } from '#event-store';
import { MemoryEventStore } from '#event-store/memory';
import type { Town } from '#server';

import type { Call, Reply } from '../../apps/cli/src/case-target.js';
import { EngineTarget, townOver } from '../support/engine-target.js';

/** At which append the program dies, and whether the events still reach the log. */
export interface DeathPlan {
  readonly name: string;
  readonly at: (stream: string, events: readonly NewEvent[]) => 'before' | 'after' | null;
}

/** What somebody else does in the moment between a decision and its recording. */
export interface Interference {
  /** The event whose recording it just precedes. */
  readonly before: string;
  readonly operationId: string;
  readonly body: (event: NewEvent, town: Town) => object | Promise<object>;
  /** Killed before this event, the act itself is decided again and comes out otherwise: the plan waits for it. */
  readonly strikesAfter?: string;
}

class Killed extends Error {
  override readonly name = 'Killed';
}

/** A store handle of a program that dies at one append and never writes again. */
class DyingStore extends MemoryEventStore {
  readonly death: Promise<void>;
  dead = false;
  /** Called before each append; does its work once. */
  interfere: (events: readonly NewEvent[]) => Promise<void> = async () => undefined;
  private die!: () => void;
  private armed: boolean;

  constructor(
    options: ConstructorParameters<typeof MemoryEventStore>[0],
    private readonly plan: DeathPlan | null,
    private readonly strikesAfter: string | null,
  ) {
    super(options);
    this.armed = strikesAfter === null;
    this.death = new Promise((resolve) => {
      this.die = () => {
        this.dead = true;
        resolve();
      };
    });
  }

  override async append(stream: string, events: readonly NewEvent[], expectation: Expectation): Promise<AppendResult> {
    if (this.dead) throw new Killed('this program is dead');
    await this.interfere(events);
    const fate = this.armed ? (this.plan?.at(stream, events) ?? null) : null;
    if (fate === 'before') {
      this.die();
      throw new Killed('killed before the append');
    }
    const result = await super.append(stream, events, expectation);
    if (events.some(({ type }) => type === this.strikesAfter)) this.armed = true;
    if (fate === 'after') {
      this.die();
      throw new Killed('killed after the append');
    }
    return result;
  }
}

/**
 * A program that is killed at one arrow of a process and started again over the log that is left. Whoever was waiting for
 * an answer gets none, and sends the same request again under the same key, as a careful client does.
 */
export class KillableTarget extends EngineTarget {
  killed = false;
  private interfered = false;
  private store: DyingStore | null = null;

  constructor(
    private readonly plan: DeathPlan | null,
    private readonly interference: Interference | null = null,
  ) {
    super();
  }

  protected override makeTown(): Town {
    const { log, clock } = this.remains;
    this.store = new DyingStore(
      { log, clock },
      this.killed ? null : this.plan,
      this.interference?.strikesAfter ?? null,
    );
    this.store.interfere = (events) => this.interfereWith(events);
    return townOver(this.remains, this.store);
  }

  private async interfereWith(events: readonly NewEvent[]): Promise<void> {
    const { interference } = this;
    const event = events.find(({ type }) => type === interference?.before);
    if (!interference || !event || this.interfered) return;
    this.interfered = true;
    const actor = { id: 'demo-officer-2', role: 'officer', capacity: 'Town' } as const;
    const key = `interference ${interference.before}`;
    const body = await interference.body(event, this.running);
    const { engine } = this.running;
    await engine.send(interference.operationId, body, { actor, key });
    // What follows is let happen, as far as it does not itself wait for the act that is held up here.
    await Promise.race([engine.drain(), new Promise((resolve) => setTimeout(resolve, 150))]);
  }

  override async send(call: Call): Promise<Reply> {
    const { store } = this;
    const reply = super.send(call);
    if (!store || store.dead || call.path === '/test/reset') return reply;
    const answered = await Promise.race([reply.catch(() => null), store.death.then(() => null)]);
    if (answered && !store.dead) return answered;
    this.killed = true;
    reply.catch(() => undefined);
    await this.town!.stop();
    await this.open();
    await this.running.engine.runTicks();
    return super.send(call);
  }
}

/** Everything in a log, in order. */
export const storedIn = async (town: Town): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for await (const event of town.store.readAll()) events.push(event);
  return events;
};
