import type { Event, StreamFold } from '#kernel';
import { foldEvents } from '#kernel';
import type { EventStore, Position } from '#event-store';

import type { EventCodec } from './codec.js';

/** A command already recorded in a stream: where its events are, and the keyed hash of its body. */
export interface SeenCommand {
  readonly from: bigint;
  readonly to: bigint;
  readonly body: string;
}

export interface LoadedStream<State> {
  readonly state: State;
  /** Revision of the last event folded; -1 for none. */
  readonly revision: bigint;
  readonly commands: ReadonlyMap<string, SeenCommand>;
}

interface Entry {
  state: unknown;
  revision: bigint;
  commands: Map<string, SeenCommand>;
}

/** Folded streams, cached by revision: a load reads only what came after the last one. */
export class StreamLoader {
  private readonly entries = new Map<string, Entry>();
  private readonly loading = new Map<string, Promise<Entry>>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    /** Operations whose command ids are not worth memory: their deciders refuse to do a thing twice anyway. */
    private readonly repeatable: ReadonlySet<string> = new Set(),
    private readonly capacity = 20_000,
  ) {}

  /** The current state of a stream. */
  async load<State, E extends Event>(stream: string, fold: StreamFold<State, E>): Promise<LoadedStream<State>> {
    const key = `${fold.name}\n${stream}`;
    const running = this.loading.get(key);
    // A second load that starts while one is running must still see what was appended since: it follows it.
    const next = (running ?? Promise.resolve()).then(() => this.catchUp(key, stream, fold));
    this.loading.set(key, next);
    try {
      return (await next) as LoadedStream<State>;
    } finally {
      if (this.loading.get(key) === next) this.loading.delete(key);
    }
  }

  private async catchUp<State, E extends Event>(
    key: string,
    stream: string,
    fold: StreamFold<State, E>,
  ): Promise<Entry> {
    const cached = this.entries.get(key);
    let state = (cached?.state ?? fold.initialState()) as State;
    let revision = cached?.revision ?? -1n;
    const commands = cached?.commands ?? new Map<string, SeenCommand>();
    for await (const page of this.store.readStream(stream, { fromRevision: revision + 1n }).pages()) {
      const events: E[] = [];
      for (const stored of page) {
        const recorded = this.codec.decode<E>(stored);
        revision = stored.revision;
        if (!recorded) continue;
        events.push(recorded.event);
        this.remember(
          commands,
          recorded.metadata.commandId,
          recorded.metadata.operationId,
          revision,
          recorded.metadata.body,
        );
      }
      state = foldEvents(fold, state, events);
    }
    const entry = { state, revision, commands };
    this.entries.delete(key);
    if (revision >= 0n) this.keep(key, entry);
    return entry;
  }

  private remember(
    commands: Map<string, SeenCommand>,
    id: string,
    operationId: string,
    revision: bigint,
    body: string,
  ): void {
    if (this.repeatable.has(operationId)) return;
    const seen = commands.get(id);
    commands.set(id, { from: seen?.from ?? revision, to: revision, body });
  }

  private keep(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value!);
  }

  /** Takes over events just appended, so that the next load need not read them back. */
  appended<State, E extends Event>(
    stream: string,
    fold: StreamFold<State, E>,
    before: LoadedStream<State>,
    events: readonly E[],
    command: { id: string; operationId: string; body: string },
  ): void {
    const key = `${fold.name}\n${stream}`;
    const cached = this.entries.get(key);
    if ((cached?.revision ?? -1n) !== before.revision) return;
    const commands = cached?.commands ?? new Map<string, SeenCommand>();
    let revision = before.revision;
    for (let index = 0; index < events.length; index += 1) {
      revision += 1n;
      this.remember(commands, command.id, command.operationId, revision, command.body);
    }
    this.entries.delete(key);
    this.keep(key, { state: foldEvents(fold, before.state, events), revision, commands });
  }

  /** The state as it was before a position (exclusive): the past, by the same fold. */
  async loadBefore<State, E extends Event>(
    stream: string,
    fold: StreamFold<State, E>,
    before: Position,
  ): Promise<LoadedStream<State>> {
    let state = fold.initialState();
    let revision = -1n;
    for await (const page of this.store.readStream(stream).pages()) {
      const events: E[] = [];
      let past = false;
      for (const stored of page) {
        if (this.store.comparePositions(stored.position, before) >= 0) {
          past = true;
          break;
        }
        revision = stored.revision;
        const recorded = this.codec.decode<E>(stored);
        if (recorded) events.push(recorded.event);
      }
      state = foldEvents(fold, state, events);
      if (past) break;
    }
    return { state, revision, commands: new Map() };
  }
}
