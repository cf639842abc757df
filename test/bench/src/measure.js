import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The middle value of a list of numbers; the mean of the two in the middle when their count is even. */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** The value below which a share (0 to 1) of the values lies. */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};

/** Milliseconds that a piece of work takes. */
export const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Median milliseconds of writing 4 KiB and making it durable: what one commit costs on this disk just now. */
export const calibrateSync = (folder) => {
  const file = join(folder, 'sync-calibration');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  const times = [];
  for (let index = 0; index < 60; index += 1) {
    const start = performance.now();
    writeSync(descriptor, block, 0, block.length, index * block.length);
    fdatasyncSync(descriptor);
    times.push(performance.now() - start);
  }
  closeSync(descriptor);
  rmSync(file);
  return median(times.slice(10));
};

/** The members of a list in an order that moves on by one each round, so that none is always measured first. */
export const rotated = (list, round) => list.map((_, index) => list[(index + round) % list.length]);

/**
 * Collects one number per contender and round under the name of a row.
 * `better` says whether a higher or a lower number is the better one; ratios are turned so that more is better.
 */
export class Rows {
  rows = [];

  add(key, contender, value) {
    let row = this.rows.find((known) => known.key === key);
    if (!row) this.rows.push((row = { key, values: {} }));
    (row.values[contender] ??= []).push(value);
  }
}

/** Lets pending input, output and collection of garbage of the last measurement go by before the next. */
export const settle = async () => {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
};
