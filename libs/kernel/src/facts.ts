import type { StreamFold } from './decider.js';
import type { Event } from './messages.js';

/**
 * Loads another stream's folded state while a command is decided. The runner notes the revision of every stream loaded,
 * and the events record it, so that a later drift can be seen and rechecked.
 */
export type FactLoader = <State, E extends Event>(stream: string, fold: StreamFold<State, E>) => Promise<State>;
