import { DomainError } from '#kernel';

import type { Expectation } from './event-store.port.js';
import { LIMITS } from './event-store.port.js';

const shown = (expectation: Expectation): string => (typeof expectation === 'bigint' ? `${expectation}` : expectation);

export const conflict = (stream: string, expected: Expectation, actual: bigint | 'no_stream'): DomainError =>
  new DomainError('EVENT_STORE.CONFLICT', `The stream was expected at ${shown(expected)} and is at ${shown(actual)}.`, {
    kind: 'conflict',
    stream,
    expected: shown(expected),
    actual: shown(actual),
  });

export const streamDeleted = (stream: string): DomainError =>
  new DomainError('EVENT_STORE.STREAM_DELETED', 'The stream has been deleted for good.', { kind: 'conflict', stream });

export const tooLarge = (limitName: 'appendBytes' | 'eventBytes', bytes: number): DomainError =>
  new DomainError('EVENT_STORE.TOO_LARGE', `${bytes} bytes are more than the limit of ${LIMITS[limitName]}.`, {
    kind: 'tooLarge',
    limit: limitName,
    bytes,
  });

export const invalidArgument = (field: string, rule: string): DomainError =>
  new DomainError('EVENT_STORE.INVALID_ARGUMENT', rule, { kind: 'invalid', field, rule });

export const unavailable = (cause: unknown): DomainError =>
  new DomainError('EVENT_STORE.UNAVAILABLE', 'The log cannot be reached or written just now.', {
    kind: 'unavailable',
    cause: cause instanceof Error ? cause.message : String(cause),
  });

/** Part of the append, or all of it, would store an id that the stream already holds, and it is not a plain retry. */
export const duplicateEventId = (stream: string, id: string): DomainError =>
  new DomainError('EVENT_STORE.DUPLICATE_EVENT_ID', 'The stream already holds an event with this id.', {
    kind: 'conflict',
    stream,
    id,
  });

/** The write may or may not have happened: send the same events with the same expectation again. */
export const unknownOutcome = (cause: unknown): DomainError =>
  new DomainError('EVENT_STORE.UNKNOWN_OUTCOME', 'It is not known whether the events were written.', {
    kind: 'unavailable',
    cause: cause instanceof Error ? cause.message : String(cause),
  });

export const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'EVENT_STORE.CONFLICT';
