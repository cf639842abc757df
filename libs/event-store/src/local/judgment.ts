import type { AdmittedEvent } from '../admission.js';
import { conflict, streamDeleted } from '../event-store.errors.js';
import type { Expectation, Position } from '../event-store.port.js';

/** One stream as its writer finds it, inside the transaction that is about to append. */
export interface StreamView {
  /** Last revision ever written; -1 for none. */
  readonly head: bigint;
  /** Soft deletion hides everything up to and including this revision; -1 for none. */
  readonly hiddenThrough: bigint;
  readonly tombstoned: boolean;
  /** Where an id of this stream stands. */
  placeOf(id: string): StoredPlace | null;
}

export interface StoredPlace {
  readonly revision: bigint;
  readonly position: Position;
}

/** Whether the stream has anything to show. */
export const isVisible = (view: Pick<StreamView, 'head' | 'hiddenThrough'>): boolean => view.head > view.hiddenThrough;

/** The expectations against the stream, without any look at retries (engineering note 3.1). */
export const holds = (view: StreamView, expectation: Expectation): boolean => {
  if (expectation === 'any') return true;
  if (expectation === 'no_stream') return !isVisible(view);
  if (expectation === 'stream_exists') return isVisible(view);
  return view.head === expectation;
};

/**
 * Refuses what the expectation does not allow; used as it stands by administration, which knows no retries.
 * @throws EVENT_STORE.CONFLICT, EVENT_STORE.STREAM_DELETED
 */
export const requireExpectation = (stream: string, view: StreamView, expectation: Expectation): void => {
  if (view.tombstoned) throw streamDeleted(stream);
  if (!holds(view, expectation)) throw refusal(stream, view, expectation);
};

const refusal = (stream: string, view: StreamView, expectation: Expectation) => {
  const gone = view.head < 0n || (expectation === 'stream_exists' && !isVisible(view));
  return conflict(stream, expectation, gone ? 'no_stream' : view.head);
};

/**
 * Judges one append: `null` means write it after `view.head`; a place means that the same events already stand where
 * this expectation would have put them, the last of them at that place (engineering note 3.2).
 * @throws EVENT_STORE.CONFLICT, EVENT_STORE.STREAM_DELETED
 */
export const judge = (
  stream: string,
  view: StreamView,
  events: readonly AdmittedEvent[],
  expectation: Expectation,
): StoredPlace | null => {
  if (view.tombstoned) throw streamDeleted(stream);
  const held = holds(view, expectation);
  // An exact revision that is the tip, or a stream that never was, cannot be a retry: the common way costs no look-up.
  const mayBeRetry = !held || (typeof expectation !== 'bigint' && view.head >= 0n);
  const stored = mayBeRetry ? storedAlready(view, events, expectation) : null;
  if (stored) return stored;
  if (!held) throw refusal(stream, view, expectation);
  return null;
};

const storedAlready = (
  view: StreamView,
  events: readonly AdmittedEvent[],
  expectation: Expectation,
): StoredPlace | null => {
  const first = events[0] && view.placeOf(events[0].id);
  if (!first || !startsWhereExpected(view, first.revision, expectation)) return null;
  let last = first;
  for (let index = 1; index < events.length; index += 1) {
    const place = view.placeOf(events[index]!.id);
    if (!place || place.revision !== first.revision + BigInt(index)) return null;
    last = place;
  }
  return last;
};

const startsWhereExpected = (view: StreamView, revision: bigint, expectation: Expectation): boolean => {
  if (typeof expectation === 'bigint') return revision === expectation + 1n;
  // After a soft deletion `no_stream` writes behind what is hidden, so a retry of that append is to be found there.
  if (expectation === 'no_stream') return revision === 0n || revision === view.hiddenThrough + 1n;
  return true;
};
