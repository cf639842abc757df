import type { LocalLog } from '../local/local-event-store.js';

/** Lets the next reads of a local log fail: `failReads` of the contract. */
export const failingReads = (log: Pick<LocalLog, 'readAll'>): ((error: unknown, times: number) => void) => {
  const readAll = log.readAll.bind(log);
  let failures = 0;
  let failure: unknown;
  log.readAll = (...read) => {
    if (failures > 0) {
      failures -= 1;
      throw failure;
    }
    return readAll(...read);
  };
  return (error, times) => {
    failure = error;
    failures = times;
  };
};
