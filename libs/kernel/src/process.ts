import type { Event, Recorded } from './messages.js';

/** A command that a process manager wants sent. The body carries ids and days, never personal text. */
export interface ProcessCommand {
  readonly operationId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A policy of the form "whenever this happened, do that": pure, and named as a sentence. */
export interface ProcessManager {
  readonly name: string;
  /** Stored type names it listens to. */
  readonly listensTo: readonly string[];
  readonly react: (recorded: Recorded<Event<string, never>>) => readonly ProcessCommand[];
}
