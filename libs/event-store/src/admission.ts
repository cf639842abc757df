import { UUID } from '#kernel';

import { invalidArgument, tooLarge } from './event-store.errors.js';
import type { Expectation, NewEvent, ReadAllOptions, ReadStreamOptions } from './event-store.port.js';
import { LIMITS } from './event-store.port.js';

/** An event whose arguments were checked and whose JSON is fixed: later changes to the caller's objects do not count. */
export interface AdmittedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string | null;
}

/** Highest revision a stream can have in any adapter: the largest 64-bit signed integer. */
export const HIGHEST_REVISION = 9_223_372_036_854_775_807n;

const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * Checks the name of a stream or of an event type.
 * @throws EVENT_STORE.INVALID_ARGUMENT for an empty, overlong, unprintable or `$` name (those belong to EventStoreDB)
 */
export const checkName = (field: string, name: string): void => {
  if (typeof name !== 'string' || name.length === 0) throw invalidArgument(field, 'A name is needed.');
  if (name.length > LIMITS.nameLength) {
    throw invalidArgument(field, `A name has at most ${LIMITS.nameLength} characters.`);
  }
  if (name.startsWith('$')) throw invalidArgument(field, 'Names that begin with $ belong to the store.');
  if (UNPRINTABLE.test(name)) throw invalidArgument(field, 'A name has no control characters or half letters.');
};

/** @throws EVENT_STORE.INVALID_ARGUMENT for a negative or impossible revision, or an unknown word */
export const checkExpectation = (expectation: Expectation): void => {
  if (typeof expectation === 'bigint') checkRevision('expectation', expectation);
  else if (expectation !== 'any' && expectation !== 'no_stream' && expectation !== 'stream_exists') {
    throw invalidArgument('expectation', 'An expectation is any, no_stream, stream_exists or a revision.');
  }
};

const checkRevision = (field: string, revision: bigint): void => {
  if (typeof revision !== 'bigint' || revision < 0n || revision > HIGHEST_REVISION) {
    throw invalidArgument(field, `A revision is a bigint from 0 to ${HIGHEST_REVISION}.`);
  }
};

const checkCount = (field: string, count: number | undefined, least: number): void => {
  if (count !== undefined && (!Number.isSafeInteger(count) || count < least)) {
    throw invalidArgument(field, `A whole number of at least ${least} is needed.`);
  }
};

const checkDirection = (direction: string | undefined): void => {
  if (direction !== undefined && direction !== 'forward' && direction !== 'backward') {
    throw invalidArgument('direction', 'A direction is forward or backward.');
  }
};

/** @throws EVENT_STORE.INVALID_ARGUMENT */
export const checkReadStream = (stream: string, options: ReadStreamOptions): void => {
  checkName('stream', stream);
  checkDirection(options.direction);
  if (options.fromRevision !== undefined) checkRevision('fromRevision', options.fromRevision);
  checkCount('limit', options.limit, 0);
};

/** @throws EVENT_STORE.INVALID_ARGUMENT */
export const checkReadAll = (options: ReadAllOptions): void => {
  checkDirection(options.direction);
  checkCount('limit', options.limit, 0);
  checkCount('pageSize', options.pageSize, 1);
};

/** @throws EVENT_STORE.INVALID_ARGUMENT */
export const checkBatchSize = (batchSize: number | undefined): void => checkCount('batchSize', batchSize, 1);

const toJson = (field: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(field, 'A JSON object is needed.');
  }
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw invalidArgument(field, `It cannot be written as JSON: ${error instanceof Error ? error.message : error}`);
  }
};

/**
 * Checks everything about an append that needs no look at the log, and fixes the JSON of its events.
 * @throws EVENT_STORE.INVALID_ARGUMENT, EVENT_STORE.TOO_LARGE
 */
export const admitAppend = (
  stream: string,
  events: readonly NewEvent[],
  expectation: Expectation,
): readonly AdmittedEvent[] => {
  checkName('stream', stream);
  checkExpectation(expectation);
  let bytes = 0;
  const admitted = events.map((event, index): AdmittedEvent => {
    if (!UUID.test(event.id)) throw invalidArgument(`events[${index}].id`, 'An event id is a UUID in small letters.');
    checkName(`events[${index}].type`, event.type);
    const data = toJson(`events[${index}].data`, event.data);
    const metadata = event.metadata === undefined ? null : toJson(`events[${index}].metadata`, event.metadata);
    const eventBytes = Buffer.byteLength(data) + (metadata === null ? 0 : Buffer.byteLength(metadata));
    if (eventBytes > LIMITS.eventBytes) throw tooLarge('eventBytes', eventBytes);
    bytes += eventBytes;
    return { id: event.id, type: event.type, data, metadata };
  });
  if (bytes > LIMITS.appendBytes) throw tooLarge('appendBytes', bytes);
  if (admitted.length > 1 && new Set(admitted.map((event) => event.id)).size < admitted.length) {
    throw invalidArgument('events', 'Two events of one append have the same id.');
  }
  return admitted;
};
