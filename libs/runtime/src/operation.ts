import type { Actor, Decider, DecisionContext, Event, FactLoader, Instant, LocalDay, StreamFold } from '#kernel';

import type { ReadModelReader } from './read-model.js';

/** A constructor of a validated request body. */
export type BodyClass<Body = object> = new () => Body;

/** A decider with the fold's identity: everything the runner needs of one kind of stream. */
export interface Aggregate<State, Command, E extends Event, Facts = undefined> extends StreamFold<State, E> {
  readonly decide: Decider<State, Command, E, Facts>['decide'];
}

/** Kind of gap-free number that a command takes when it is accepted. */
export interface NumberKind {
  /** Names the stream `number-<kind>-<year>`. */
  readonly kind: string;
  /** `CF` gives CF-2026-001. */
  readonly prefix: string;
}

export type CommandAnswer = Readonly<Record<string, unknown>>;

/** One command: how it is named, validated, routed, decided and answered. */
export interface CommandOperation<Body, State, Command, E extends Event, Facts> {
  readonly kind: 'command';
  /** The operationId: imperative, the field's words. */
  readonly id: string;
  readonly summary: string;
  readonly body: BodyClass<Body>;
  readonly aggregate: Aggregate<State, Command, E, Facts>;
  /** A creating command gets a new id derived from its command id; its body names no target. */
  readonly creates?: boolean;
  /** Name of the stream decided on. */
  readonly stream: (body: Body, newId: string, load: FactLoader) => string | Promise<string>;
  readonly command: (body: Body, newId: string, town: { readonly zone: string }) => Command;
  /** Folds the fact streams the decision rests on. */
  readonly facts?: (command: Command, load: FactLoader, context: DecisionContext, state: State) => Promise<Facts>;
  readonly number?: NumberKind;
  /** What the caller is told besides position and revision, from the events of this command alone. */
  readonly answer?: (events: readonly E[]) => CommandAnswer;
  /** Other things the events concern, for the timeline. */
  readonly refs?: (
    event: E,
    rests: { readonly stream: string; readonly state: State; readonly facts: Facts },
  ) => Readonly<Record<string, string>> | undefined;
  /** Section of law or policy under which the act is done. */
  readonly authority?: string;
  /** Not reachable over HTTP: sent by processes and clocks only. */
  readonly internal?: boolean;
  /** Harmless to decide twice by the decider's own rules, so its command ids are not kept in memory. */
  readonly repeatable?: boolean;
}

/** What a query may use. `load` gives the state as known on `knownAt`, by the same folds that decide. */
export interface QueryContext {
  readonly load: FactLoader;
  /** Revision of the last event of a stream as known; -1 when there is none. */
  readonly revisionOf: (stream: string) => Promise<bigint>;
  readonly readModel: ReadModelReader;
  readonly now: Instant;
  readonly today: LocalDay;
  readonly zone: string;
  /** Last offense day and act counted; null means up to now. */
  readonly asOf: LocalDay | null;
  readonly knownAt: Instant | null;
  /** Exclusive position bound that `knownAt` means; null when nothing was recorded later. */
  readonly knownBefore: string | null;
  readonly actor: Actor;
  /** Ids that this actor may not know of: no row of theirs is listed, counted or summed. `load` leaves them out already. */
  readonly hidden: ReadonlySet<string>;
  /** The keyed hash under which a text that is sealed with `find` stands in a read model. */
  readonly hashOf: (text: string) => Promise<string>;
  /** The same question at another point of both times; `knownAt` as typed. For answers that compare two points. */
  readonly at: (point: { readonly asOf: LocalDay | null; readonly knownAt: string | null }) => Promise<QueryContext>;
}

export interface QueryOperation<Query, Answer> {
  readonly kind: 'query';
  readonly id: string;
  readonly summary: string;
  readonly query: BodyClass<Query>;
  readonly answer: (query: Query, context: QueryContext) => Promise<Answer> | Answer;
  /** Stream whose revision becomes the ETag of the answer. */
  readonly etag?: (query: Query) => string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a table holds operations of every shape
export type AnyCommandOperation = CommandOperation<any, any, any, any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a table holds operations of every shape
export type AnyQueryOperation = QueryOperation<any, any>;
export type Operation = AnyCommandOperation | AnyQueryOperation;

/** Declares a command; only fixes the types. */
export const command = <Body, State, Command, E extends Event, Facts = undefined>(
  operation: Omit<CommandOperation<Body, State, Command, E, Facts>, 'kind'>,
): CommandOperation<Body, State, Command, E, Facts> => ({ kind: 'command', ...operation });

/** Declares a query; only fixes the types. */
export const query = <Query, Answer>(
  operation: Omit<QueryOperation<Query, Answer>, 'kind'>,
): QueryOperation<Query, Answer> => ({ kind: 'query', ...operation });
