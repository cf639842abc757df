import { randomUUID } from 'node:crypto';

import type { Actor, Clock, FactLoader, Instant, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { localDayOf, parseInstant } from '#legal-time';
import type { EventStore, Position } from '#event-store';
import type { KeyStore } from '#key-store';
import { blindIndex, FIND_KEY } from '#key-store';

import type { Access, AccessLook, Veil } from './access.js';
import type { Capability, EngineServices, Tick } from './capability.js';
import { EventCodec } from './codec.js';
import type { CommandResult, Envelope } from './command-runner.js';
import { CommandRunner } from './command-runner.js';
import { numberCatalog } from './numbers.js';
import { voidUnusedNumbersNightly } from './nightly.js';
import type { AnyCommandOperation, AnyQueryOperation, Operation, QueryContext } from './operation.js';
import type { ProcessStatus } from './process-runner.js';
import { ProcessFeed } from './process-feed.js';
import { processCatalog, ProcessRunner } from './process-runner.js';
import type { ReadModelStatus } from './read-model-runner.js';
import { ReadModelRunner } from './read-model-runner.js';
import { StreamLoader } from './stream-loader.js';

export interface EngineOptions {
  readonly store: EventStore;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly capabilities: readonly Capability[];
  readonly zone: string;
  /** Folder of the read models; null keeps them in memory. */
  readonly folder: string | null;
  readonly retryMilliseconds?: number;
  /** Who may do and see what; absent only where nobody else can reach the engine. */
  readonly access?: (services: EngineServices) => Access;
}

export interface ExecuteResult extends CommandResult {
  /** True when the read model had not passed the command's position within the bound. */
  readonly stale: boolean;
  /** Position that a later read should wait for: this command's, or that of what processes did in answer to it. */
  readonly settledAt: Position | null;
}

export interface QueryOptions {
  readonly actor: Actor;
  readonly asOf?: LocalDay | null;
  /** A time as typed: with an offset, or a wall time of the Town's zone that exists once. */
  readonly knownAt?: string | null;
  /** Wait until the read model has passed this position. */
  readonly after?: Position;
}

export interface QueryResult<Answer = unknown> {
  readonly answer: Answer;
  readonly stale: boolean;
  readonly revision: bigint | null;
  readonly position: Position | null;
}

const SETTLE_ROUNDS = 5;

/** The running program without its transport: commands, queries, projections, processes and ticks over one log. */
export class Engine {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly codec: EventCodec;
  readonly loader: StreamLoader;
  readonly readModel: ReadModelRunner;
  readonly services: EngineServices;
  readonly access: Access | null;
  private readonly commands: ReadonlyMap<string, AnyCommandOperation>;
  private runner: CommandRunner | null = null;
  private processes: readonly ProcessRunner[] = [];
  private feed: ProcessFeed | null = null;
  private ticks: readonly Tick[] = [];
  private readonly stops: (() => Promise<void>)[] = [];
  private readonly afterwards = new Map<string, () => Promise<void>>();

  constructor(readonly options: EngineOptions) {
    const { capabilities, store, keys, clock, folder, retryMilliseconds } = options;
    const operations = new Map<string, Operation>();
    for (const operation of capabilities.flatMap((capability) => capability.operations)) {
      if (operations.has(operation.id)) throw new TypeError(`two operations are called ${operation.id}`);
      operations.set(operation.id, operation);
    }
    this.operations = operations;
    this.commands = new Map(
      [...operations.values()]
        .filter((operation) => operation.kind === 'command')
        .map((operation) => [operation.id, operation]),
    );
    this.codec = new EventCodec(
      [numberCatalog, processCatalog, ...capabilities.flatMap(({ catalogs }) => catalogs)],
      keys,
    );
    const repeatable = new Set(
      [...this.commands.values()].filter(({ repeatable: harmless }) => harmless).map(({ id }) => id),
    );
    this.loader = new StreamLoader(store, this.codec, repeatable);
    this.readModel = new ReadModelRunner({
      store,
      codec: this.codec,
      projections: capabilities.flatMap(({ projections }) => projections ?? []),
      folder,
      name: 'read-model',
      clock,
      retryMilliseconds,
    });
    this.services = {
      engine: this,
      store,
      keys,
      codec: this.codec,
      loader: this.loader,
      clock,
      zone: options.zone,
      folder,
    };
    this.access = options.access?.(this.services) ?? null;
  }

  /** Opens everything and catches up: the read model, the processes, then whatever the ticks missed. */
  async start(): Promise<void> {
    const { store, keys, clock, zone, capabilities, retryMilliseconds } = this.options;
    const { services } = this;
    const secret = await keys.getOrCreate('runtime:command-bodies');
    this.runner = new CommandRunner(store, this.codec, this.loader, clock, secret, zone);
    this.readModel.start();
    this.processes = capabilities
      .flatMap(({ processes }) => processes ?? [])
      .map(
        (manager) =>
          new ProcessRunner(manager, store, this.codec, this.runner!, this.commands, clock, retryMilliseconds),
      );
    this.feed = new ProcessFeed(this.processes, store, retryMilliseconds);
    await this.feed.start();
    const made = capabilities.flatMap((capability) => (capability.ticks ? [capability.ticks(services)] : []));
    this.ticks = [voidUnusedNumbersNightly(services), ...made.flatMap(({ ticks }) => ticks)];
    for (const { start, stop, afterwards = {} } of made) {
      if (start) await start();
      if (stop) this.stops.push(stop);
      for (const [operationId, work] of Object.entries(afterwards)) this.afterwards.set(operationId, work);
    }
  }

  /** Runs one command by operationId and waits, within bounds, for processes and read model to pass it. */
  async execute(
    operationId: string,
    body: object,
    envelope: Omit<Envelope, 'key'> & { key?: string },
  ): Promise<ExecuteResult> {
    const operation = this.commands.get(operationId);
    if (!operation) throw unknownOperation(operationId);
    const { access } = this;
    const key = envelope.key ?? randomUUID();
    const veil = await this.veilOver(envelope.actor);
    if (access) await access.admit(operation, body, envelope.actor, this.lookOfAccess(veil));
    if (veil && (await veil.concerns(body))) await this.runner!.rehearse(operation, body, { ...envelope, key }, veil);
    const result = await this.send(operationId, body, { ...envelope, key });
    await this.afterwards.get(operationId)?.();
    if (access) await access.answered(operation, body, envelope.actor, this.lookOfAccess());
    if (result.position === null) return { ...result, stale: false, settledAt: null };
    return { ...result, ...(await this.settle(result.position)) };
  }

  /** Runs one command without waiting for what follows from it: for ticks and bulk work. */
  async send(
    operationId: string,
    body: object,
    envelope: Omit<Envelope, 'key'> & { key?: string },
  ): Promise<CommandResult> {
    const operation = this.commands.get(operationId);
    if (!operation) throw unknownOperation(operationId);
    return this.runner!.run(operation, body, { ...envelope, key: envelope.key ?? randomUUID() });
  }

  /** Waits until processes have reacted to a position, to what they did themselves, and the read model has passed it all. */
  async settle(position: Position): Promise<{ stale: boolean; settledAt: Position }> {
    const { store } = this.options;
    let settledAt = position;
    let reacted = true;
    for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
      const before = settledAt;
      for (const process of this.processes) {
        reacted = (await process.waitFor(before)) && reacted;
        if (process.reached !== null && store.comparePositions(process.reached, settledAt) > 0)
          settledAt = process.reached;
      }
      if (settledAt === before) break;
    }
    const shown = await this.readModel.waitFor(settledAt);
    return { stale: !(reacted && shown), settledAt };
  }

  /** Answers one query, as of a day and as known at an instant where asked. */
  async query(operationId: string, query: object, options: QueryOptions): Promise<QueryResult> {
    const operation = this.operations.get(operationId);
    if (operation?.kind !== 'query') throw unknownOperation(operationId);
    const { actor, asOf = null, knownAt = null, after } = options;
    const { access } = this;
    const veil = await this.veilOver(actor);
    if (access) await access.admit(operation, query, actor, this.lookOfAccess(veil));
    let stale = this.readModel.status.state === 'failing';
    if (after !== undefined) stale = !(await this.readModel.waitFor(after)) || stale;
    const { context, behind } = await this.contextAt(actor, this.options.clock.now(), asOf, knownAt, veil);
    const answer: unknown = await operation.answer(query, context);
    return {
      answer: access ? await this.answerFor(access, operation, query, answer, actor) : await this.codec.open(answer),
      stale: stale || behind,
      revision: operation.etag && context.knownBefore === null ? await context.revisionOf(operation.etag(query)) : null,
      position: this.readModel.status.checkpoint,
    };
  }

  /** Withholds, opens, leaves the trace: in this order, and all of it before anything is answered. */
  private async answerFor(
    access: Access,
    operation: AnyQueryOperation,
    query: object,
    answer: unknown,
    actor: Actor,
  ): Promise<unknown> {
    const look = this.lookOfAccess();
    const left = await access.withhold(operation, answer, actor, look, query);
    const opened = await this.codec.open(left, (keyName) => access.opens(keyName, operation, actor, look));
    await access.answered(operation, query, actor, look);
    return opened;
  }

  /** Judged as of now, also for a question about the past: who may not know today is not told of yesterday. */
  private async veilOver(actor: Actor): Promise<Veil | null> {
    return (await this.access?.veil?.(actor, this.lookOfAccess())) ?? null;
  }

  /** Under a veil where a rule's refusal could tell of what is hidden. */
  private lookOfAccess(veil: Veil | null = null): AccessLook {
    const now = this.options.clock.now();
    return {
      load: async (stream, fold) => {
        const { state } = await this.loader.load(stream, fold);
        return veil ? veil.over(stream, state, fold.initialState) : state;
      },
      readModel: this.readModel.reader,
      now,
      today: localDayOf(now, this.options.zone),
      zone: this.options.zone,
    };
  }

  /** What a query may use, at one point of both times; `behind` when the read model has not reached what was known. */
  private async contextAt(
    actor: Actor,
    now: Instant,
    asOf: LocalDay | null,
    knownAtAsTyped: string | null,
    veil: Veil | null,
  ): Promise<{ context: QueryContext; behind: boolean }> {
    const { store, zone } = this.options;
    const knownAt = knownAtAsTyped ? parseInstant(knownAtAsTyped, 'knownAt', zone).instant : null;
    let behind = false;
    let knownBefore: Position | null = null;
    if (knownAt !== null) {
      const head = await store.head();
      behind = head !== null && !(await this.readModel.waitFor(head));
      knownBefore = this.readModel.positionAfter(knownAt);
    }
    const load: FactLoader = async (stream, fold) => {
      const { state } =
        knownBefore === null
          ? await this.loader.load(stream, fold)
          : await this.loader.loadBefore(stream, fold, knownBefore);
      return veil ? veil.over(stream, state, fold.initialState) : state;
    };
    const context: QueryContext = {
      load,
      revisionOf: async (stream) => (await this.loader.load(stream, REVISION_ONLY)).revision,
      readModel: this.readModel.reader,
      now,
      today: localDayOf(now, zone),
      zone,
      asOf,
      knownAt,
      knownBefore,
      actor,
      hidden: veil?.hidden ?? NOTHING_HIDDEN,
      hashOf: async (text) => blindIndex(await this.options.keys.getOrCreate(FIND_KEY), text),
      at: async (point) => (await this.contextAt(actor, now, point.asOf, point.knownAt, veil)).context,
    };
    return { context, behind };
  }

  /** Runs everything due up to now, in order of the ticks' registration. */
  async runTicks(): Promise<void> {
    const now = this.options.clock.now();
    for (const tick of this.ticks) await tick.run(now);
    await this.drain();
  }

  /** The next instant at which any tick is due. */
  nextDue(after: Instant): Instant | null {
    const due = this.ticks.map((tick) => tick.nextDue(after)).sort();
    return due[0] ?? null;
  }

  /** Waits until processes and read model have passed the head of the log. */
  async drain(): Promise<void> {
    const head = await this.options.store.head();
    if (head !== null) await this.settle(head);
  }

  /**
   * Marks numbers as void that were taken before a local day for an act that was never recorded (offense-day rules 5,
   * "Numbers").
   * @returns the numbers voided
   */
  async voidUnusedNumbers(stream: string, takenBefore: LocalDay): Promise<number[]> {
    return this.runner!.voidUnusedNumbers(stream, takenBefore, (target, commandId) =>
      this.holdsCommand(target, commandId),
    );
  }

  private async holdsCommand(stream: string, commandId: string): Promise<boolean> {
    return (await this.loader.load(stream, REVISION_ONLY)).commands.has(commandId);
  }

  get status(): { readModel: ReadModelStatus; processes: readonly ProcessStatus[] } {
    return { readModel: this.readModel.status, processes: this.processes.map(({ status }) => status) };
  }

  /** Lets running work finish, then stops in the reverse order of starting. The store is the caller's to close. */
  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) await stop();
    await this.feed?.stop();
    await this.readModel.stop();
  }
}

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/** Folds nothing; for streams of which only the revision and the command ids matter. */
const REVISION_ONLY = { name: 'revision', catalog: {}, initialState: () => null, evolve: () => null };

const unknownOperation = (operationId: string): DomainError =>
  new DomainError('RUNTIME.UNKNOWN_OPERATION', `There is no operation called ${operationId}.`, {
    kind: 'notFound',
    operationId,
  });
