import { randomUUID } from 'node:crypto';

/** Stored type name of the made-up events of the append and read rows. */
export const TYPE = 'PremisesInspected';

const DATA_BYTES = 430;
const METADATA_BYTES = 100;

const padded = (object, bytes) => {
  const missing = bytes - JSON.stringify({ ...object, pad: '' }).length;
  return { ...object, pad: 'x'.repeat(Math.max(0, missing)) };
};

/** 430 bytes of data as JSON. */
export const dataOf = (amount) =>
  padded(
    { caseId: '3f0c7a52-9d0e-4d58-8f3e-1c5b7a90aa11', day: '2026-06-01', amount, text: 'Seen on site.' },
    DATA_BYTES,
  );

/** 100 bytes of metadata; `v` is the schema version, so that the upcasting rows have something to raise. */
export const metadataOf = () => padded({ actor: 'officer-1', role: 'officer', v: 1 }, METADATA_BYTES);

/** An event as our port takes it. The bare table and emmett are given the same data and metadata. */
export const eventOf = (amount) => ({ id: randomUUID(), type: TYPE, data: dataOf(amount), metadata: metadataOf() });

export const eventsOf = (count) => Array.from({ length: count }, (_, index) => eventOf(index));
