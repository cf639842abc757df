import { createHmac } from 'node:crypto';

import type { Actor, Clock, DecisionContext, Event, EventMetadata, FactLoader, LocalDay } from '#kernel';
import { DomainError, v5 } from '#kernel';
import { localDayOf } from '#legal-time';
import type { EventStore, Position } from '#event-store';
import { isConflict } from '#event-store';

import type { Veil } from './access.js';
import type { EventCodec } from './codec.js';
import type { NumberEvent } from './numbers.js';
import { numberStream, numbersFold, printNumber } from './numbers.js';
import type { Aggregate, AnyCommandOperation, CommandAnswer } from './operation.js';
import type { LoadedStream, StreamLoader } from './stream-loader.js';

/** How a command arrives: who sends it, under which key, and what they believe of the stream. */
export interface Envelope {
  readonly actor: Actor;
  /** The caller's `Idempotency-Key`, or a fresh one. */
  readonly key: string;
  /** `If-Match`: never decided again on a newer revision. */
  readonly expectedRevision?: bigint;
  readonly correlationId?: string;
  readonly causationId?: string;
}

export interface CommandResult {
  readonly commandId: string;
  readonly stream: string;
  readonly revision: bigint;
  /** Null when the command changed nothing. */
  readonly position: Position | null;
  readonly answer: CommandAnswer;
  /** True when this command had been recorded before and its first answer is given again. */
  readonly repeated: boolean;
}

const NUMBER_KEEPER: Actor = { id: 'process-void-unused-numbers', role: 'process', capacity: 'Town' };

const ATTEMPTS = 4; // the first decision and three more on fresh state

/** Loads, folds, decides, appends; once per command id. */
export class CommandRunner {
  private readonly turns = new Map<string, Promise<unknown>>();
  /** Highest number of each stream that the nightly look has settled; each start looks at all of them once. */
  private readonly numbersLookedAt = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly loader: StreamLoader,
    private readonly clock: Clock,
    private readonly bodySecret: Buffer,
    private readonly zone: string,
  ) {}

  /**
   * Runs one command and returns its answer; a command id seen before returns its first answer.
   * @throws every refusal of the decider, RUNTIME.IDEMPOTENCY_KEY_REUSED, RUNTIME.STALE, RUNTIME.BUSY and the store's errors
   */
  async run(operation: AnyCommandOperation, body: object, envelope: Envelope): Promise<CommandResult> {
    const plain: FactLoader = async (stream, fold) => (await this.loader.load(stream, fold)).state;
    const newIdOf = (commandId: string) => v5(commandId, 'stream');
    let commandId: string;
    let newId = '';
    let stream: string;
    if (operation.creates) {
      commandId = v5(envelope.actor.id, operation.id, '', envelope.key);
      newId = newIdOf(commandId);
      stream = await operation.stream(body, newId, plain);
    } else {
      stream = await operation.stream(body, '', plain);
      commandId = v5(envelope.actor.id, operation.id, stream, envelope.key);
    }
    const hash = createHmac('sha256', this.bodySecret)
      .update(operation.id)
      .update(JSON.stringify(body))
      .digest('base64url')
      .slice(0, 22);
    return this.inTurn(stream, () =>
      this.decideAndAppend(operation, body, envelope, { commandId, newId, stream, hash }),
    );
  }

  /**
   * Decides a command as if what a veil hides were not on file, and writes nothing: so that who may not know of a thing
   * is told exactly what is told of an id that is none.
   * @throws every refusal that such an id meets; RUNTIME.NOT_ON_FILE where the decider would take it on a hidden stream
   */
  async rehearse(operation: AnyCommandOperation, body: object, envelope: Envelope, veil: Veil): Promise<void> {
    const aggregate = operation.aggregate as Aggregate<unknown, unknown, Event, unknown>;
    const load: FactLoader = async (stream, fold) =>
      veil.over(stream, (await this.loader.load(stream, fold)).state, fold.initialState);
    const commandId = v5(envelope.actor.id, operation.id, '', envelope.key);
    const newId = operation.creates ? v5(commandId, 'stream') : '';
    const stream = await operation.stream(body, newId, load);
    const real = await this.loader.load<unknown, Event>(stream, aggregate);
    const hides = veil.hides(stream, real.state);
    const { expectedRevision } = envelope;
    const revision = hides ? -1n : real.revision;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw stale(stream, expectedRevision, revision);
    const state = veil.over(stream, real.state, aggregate.initialState);
    const now = this.clock.now();
    const context: DecisionContext = {
      commandId,
      actor: envelope.actor,
      now,
      today: localDayOf(now, this.zone),
      zone: this.zone,
      number: null,
      newId: (name) => v5(commandId, name),
    };
    const command: unknown = operation.command(body, newId, { zone: this.zone });
    const facts: unknown = operation.facts ? await operation.facts(command, load, context, state) : undefined;
    aggregate.decide(command, state, facts, context);
    if (hides) throw notOnFile(operation.id);
  }

  /** Commands on one stream run one after another in this process, so that they do not collide with each other. */
  private inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(stream) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (this.turns.get(stream) === settled) this.turns.delete(stream);
      });
    this.turns.set(stream, settled);
    return mine;
  }

  private async decideAndAppend(
    operation: AnyCommandOperation,
    body: object,
    envelope: Envelope,
    ids: { commandId: string; newId: string; stream: string; hash: string },
  ): Promise<CommandResult> {
    const { commandId, newId, stream, hash } = ids;
    const aggregate = operation.aggregate as Aggregate<unknown, unknown, Event, unknown>;
    let number: string | null = null;
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await this.loader.load<unknown, Event>(stream, aggregate);
      const seen = loaded.commands.get(commandId);
      if (seen) {
        if (seen.body !== hash) throw keyReused(operation.id);
        return this.firstAnswer(operation, commandId, stream, seen.from, seen.to);
      }
      if (envelope.expectedRevision !== undefined && envelope.expectedRevision !== loaded.revision)
        throw stale(stream, envelope.expectedRevision, loaded.revision);
      const now = this.clock.now();
      const facts = new Map<string, string>();
      const load: FactLoader = async (factStream, fold) => {
        const fact = await this.loader.load(factStream, fold);
        if (factStream !== stream) facts.set(factStream, fact.revision.toString());
        return fact.state;
      };
      const context = (taken: string | null): DecisionContext => ({
        commandId,
        actor: envelope.actor,
        now,
        today: localDayOf(now, this.zone),
        zone: this.zone,
        number: taken,
        newId: (name) => v5(commandId, name),
      });
      const command: unknown = operation.command(body, newId, { zone: this.zone });
      const folded: unknown = operation.facts
        ? await operation.facts(command, load, context(number), loaded.state)
        : undefined;
      let decided: readonly Event[] = aggregate.decide(command, loaded.state, folded, context(number));
      if (decided.length === 0)
        return {
          commandId,
          stream,
          revision: loaded.revision,
          position: null,
          answer: this.answer(operation, []),
          repeated: false,
        };
      if (operation.number && number === null) {
        number = await this.takeNumber(operation.number, context(null).today, commandId, stream, envelope);
        decided = aggregate.decide(command, loaded.state, folded, context(number));
      }
      const sealed = await Promise.all(decided.map((event) => this.codec.seal(event)));
      const events = sealed.map((event, index) =>
        this.codec.encode(event, v5(stream, commandId, String(index)), {
          ...this.metadata(
            operation,
            envelope,
            commandId,
            hash,
            operation.refs?.(event, { stream, state: loaded.state, facts: folded }),
            facts,
          ),
          v: this.codec.versionOf(event.type),
        }),
      );
      try {
        const result = await this.store.append(stream, events, loaded.revision < 0n ? 'no_stream' : loaded.revision);
        this.loader.appended(stream, aggregate, loaded, sealed, {
          id: commandId,
          operationId: operation.id,
          body: hash,
        });
        return {
          commandId,
          stream,
          revision: result.revision,
          position: result.position,
          answer: this.answer(operation, sealed),
          repeated: false,
        };
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (envelope.expectedRevision !== undefined)
          throw stale(stream, envelope.expectedRevision, (await this.loader.load(stream, aggregate)).revision);
        if (attempt === ATTEMPTS) throw busy(stream);
      }
    }
  }

  private metadata(
    operation: AnyCommandOperation,
    envelope: Envelope,
    commandId: string,
    hash: string,
    refs: Readonly<Record<string, string>> | undefined,
    facts: ReadonlyMap<string, string>,
  ): Omit<EventMetadata, 'v'> {
    return {
      commandId,
      operationId: operation.id,
      $correlationId: envelope.correlationId ?? commandId,
      $causationId: envelope.causationId ?? commandId,
      actor: envelope.actor.id,
      role: envelope.actor.role,
      capacity: envelope.actor.capacity,
      ...(operation.authority ? { authority: operation.authority } : {}),
      ...(refs ? { refs } : {}),
      ...(facts.size > 0 ? { facts: Object.fromEntries(facts) } : {}),
      body: hash,
    };
  }

  private answer(operation: AnyCommandOperation, events: readonly Event[]): CommandAnswer {
    return operation.answer ? operation.answer(events) : {};
  }

  private async firstAnswer(
    operation: AnyCommandOperation,
    commandId: string,
    stream: string,
    from: bigint,
    to: bigint,
  ): Promise<CommandResult> {
    const events: Event[] = [];
    let position: Position | null = null;
    const limit = Number(to - from) + 1;
    for await (const stored of this.store.readStream(stream, { fromRevision: from, limit })) {
      position = stored.position;
      const recorded = this.codec.decode(stored);
      if (recorded) events.push(recorded.event);
    }
    return { commandId, stream, revision: to, position, answer: this.answer(operation, events), repeated: true };
  }

  /** Takes the next gap-free number under the command id; a retry finds the number it took before. */
  private async takeNumber(
    kind: { kind: string; prefix: string },
    today: LocalDay,
    commandId: string,
    target: string,
    envelope: Envelope,
  ): Promise<string> {
    const year = today.slice(0, 4);
    const stream = numberStream(kind.kind, year);
    return this.inTurn(stream, async () => {
      for (;;) {
        const loaded = await this.loader.load(stream, numbersFold);
        const taken = loaded.state.byCommand.get(commandId);
        if (taken && !loaded.state.voided.has(taken.number)) return printNumber(kind.prefix, year, taken.number);
        const number = loaded.state.last + 1;
        const event: NumberEvent = {
          type: 'NumberTaken',
          data: { number, forCommand: commandId, stream: target, takenOn: today },
        };
        if (await this.appendNumber(stream, loaded, event, v5(commandId, stream, String(number)), envelope.actor))
          return printNumber(kind.prefix, year, number);
      }
    });
  }

  private async appendNumber(
    stream: string,
    loaded: LoadedStream<unknown>,
    event: NumberEvent,
    commandId: string,
    actor: Actor,
  ): Promise<boolean> {
    const metadata: EventMetadata = {
      commandId,
      operationId: 'takeNumber',
      $correlationId: commandId,
      $causationId: commandId,
      actor: actor.id,
      role: actor.role,
      capacity: actor.capacity,
      v: this.codec.versionOf(event.type),
      body: '',
    };
    const id = v5(stream, commandId, event.type);
    try {
      await this.store.append(
        stream,
        [this.codec.encode(event, id, metadata)],
        loaded.revision < 0n ? 'no_stream' : loaded.revision,
      );
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /**
   * Marks as void every number of a stream, taken before a local day, whose command never appended; a later retry of
   * such a command takes a new one.
   * @returns the numbers voided
   */
  async voidUnusedNumbers(
    stream: string,
    takenBefore: LocalDay,
    isUsed: (target: string, commandId: string) => Promise<boolean>,
  ): Promise<number[]> {
    return this.inTurn(stream, async () => {
      const voided: number[] = [];
      const { state } = await this.loader.load(stream, numbersFold);
      const looked = this.numbersLookedAt.get(stream) ?? 0;
      for (const [commandId, { number, stream: target, takenOn }] of state.byCommand) {
        if (number <= looked || takenOn >= takenBefore) continue;
        this.numbersLookedAt.set(stream, number);
        if (state.voided.has(number) || (await isUsed(target, commandId))) continue;
        const fresh = await this.loader.load(stream, numbersFold);
        const event: NumberEvent = {
          type: 'NumberVoided',
          data: { number, reason: 'The act it was taken for was never recorded.' },
        };
        if (await this.appendNumber(stream, fresh, event, v5(stream, 'void', String(number)), NUMBER_KEEPER))
          voided.push(number);
      }
      return voided;
    });
  }
}

const keyReused = (operationId: string): DomainError =>
  new DomainError('RUNTIME.IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before with another body.', {
    kind: 'conflict',
    field: 'Idempotency-Key',
    rule: 'One key names one act; a different act needs a key of its own.',
    operationId,
  });

const stale = (stream: string, expected: bigint, actual: bigint): DomainError =>
  new DomainError('RUNTIME.STALE', 'Someone recorded something here since you looked.', {
    kind: 'conflict',
    field: 'If-Match',
    rule: 'An act that names the revision it was decided on is recorded on that revision only.',
    stream,
    expected: expected.toString(),
    actual: actual.toString(),
  });

const notOnFile = (operationId: string): DomainError =>
  new DomainError('RUNTIME.NOT_ON_FILE', 'This is not on file.', { kind: 'notFound', operationId });

const busy = (stream: string): DomainError =>
  new DomainError('RUNTIME.BUSY', 'Others kept recording here; nothing was written. Try again.', {
    kind: 'conflict',
    stream,
  });
