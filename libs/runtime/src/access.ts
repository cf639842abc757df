import type { Actor, FactLoader, Instant, LocalDay } from '#kernel';

import type { Operation } from './operation.js';
import type { ReadModelReader } from './read-model.js';

/** What a rule of access may look at: the town as it is now, whatever moment a question asks about. */
export interface AccessLook {
  readonly load: FactLoader;
  readonly readModel: ReadModelReader;
  readonly now: Instant;
  readonly today: LocalDay;
  readonly zone: string;
}

/** What one actor may not know of. To this actor, whatever lies under it is an id that is none. */
export interface Veil {
  /** Opaque ids of what is hidden: lists and totals leave out every row of theirs. */
  readonly hidden: ReadonlySet<string>;
  /** Whether a stream is hidden as a whole. */
  readonly hides: (stream: string, state: unknown) => boolean;
  /** The state of a stream without what is hidden in it; `nothing()` where the whole stream is. */
  readonly over: <State>(stream: string, state: State, nothing: () => State) => State;
  /** Whether a request names anything hidden, in any field. */
  readonly concerns: (input: object) => Promise<boolean>;
}

/**
 * Who may do and see what. The engine asks before it decides or answers, and again before an answer leaves; processes
 * and clocks act for the program itself and are not asked about.
 */
export interface Access {
  /** Lets an act or a question pass. @throws the refusal: IDENTITY.… or the same "not known" as for an id that is none */
  admit(operation: Operation, input: object, actor: Actor, look: AccessLook): Promise<void>;
  /** What this actor may not know of, as of now; null: nothing is hidden. Absent where nothing ever is. */
  veil?(actor: Actor, look: AccessLook): Promise<Veil | null>;
  /** The answer without what this actor may not know of. @throws the same "not known" where nothing of it is left */
  withhold(operation: Operation, answer: unknown, actor: Actor, look: AccessLook, input: object): Promise<unknown>;
  /** Whether a text sealed under this key is opened for this actor in this operation's answer. */
  opens(keyName: string, operation: Operation, actor: Actor, look: AccessLook): Promise<boolean>;
  /** Called when the answer is complete and before it leaves: a view of confidential data leaves its trace first. */
  answered(operation: Operation, input: object, actor: Actor, look: AccessLook): Promise<void>;
}

/** A text that is there and is not for this reader: stands in an answer in place of the text. */
export interface Withheld {
  readonly withheld: string;
}
