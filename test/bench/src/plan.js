/**
 * Sizes of a whole run (some eight minutes), of a quick one, for checking that everything runs, and of the large one: 3.65
 * million events must be written before its clock can tick, three times, so that it is not part of every run.
 */
export const PLANS = {
  full: {
    appends: { rounds: 7, milliseconds: 1_000 },
    reads: { rounds: 7, events: 100_000 },
    rebuild: { rounds: 5, cases: 2_000, emmettEvents: 20_000 },
    clock30: { rounds: 5, coldStarts: 3, ledgers: 10_000, days: 30, emmettMilliseconds: 2_000 },
    clock365: { rounds: 5, coldStarts: 2, ledgers: 2_000, days: 365, emmettMilliseconds: 2_000 },
  },
  large: {
    clock365: { rounds: 5, coldStarts: 1, ledgers: 10_000, days: 365, emmettMilliseconds: 5_000 },
  },
  quick: {
    appends: { rounds: 3, milliseconds: 200 },
    reads: { rounds: 3, events: 20_000 },
    rebuild: { rounds: 2, cases: 200, emmettEvents: 3_000 },
    clock30: { rounds: 2, coldStarts: 1, ledgers: 2_000, days: 30, emmettMilliseconds: 500 },
    clock365: { rounds: 2, coldStarts: 1, ledgers: 500, days: 365, emmettMilliseconds: 500 },
  },
};

/**
 * The rows of the table. `aim` is our share of the bare table's speed; rows without one are shown for their own sake.
 * `lower`: the number is a time, so that less is better.
 */
export const ROWS = [
  { key: 'single', label: 'Single appends', unit: 'events/s', aim: 0.8 },
  { key: 'ten', label: '10 events an append', unit: 'events/s' },
  { key: 'writers-1', label: '1 writer', unit: 'events/s' },
  { key: 'writers-4', label: '4 writers at once (bare: one at a time)', unit: 'events/s' },
  { key: 'writers-16', label: '16 writers at once (bare: one at a time)', unit: 'events/s' },
  {
    key: 'writers-16-grouped',
    label: '16 writers at once (bare: committing 16 at a time)',
    unit: 'events/s',
    aim: 0.5,
  },
  { key: 'fold', label: 'Fold of a stream of 1,000', unit: 'ms', aim: 0.8, lower: true },
  { key: 'fold-upcast', label: 'The same through the upcasting edge', unit: 'ms', aim: 0.6, lower: true },
  { key: 'read-all', label: 'Read the whole log', unit: 'events/s', aim: 0.8 },
  { key: 'read-all-upcast', label: 'The same through the upcasting edge', unit: 'events/s', aim: 0.6 },
  {
    key: 'rebuild',
    label: "Replay into every capability's projections (bare: one upsert table)",
    unit: 'events/s',
    aim: 0.1,
  },
  { key: 'clock-30', label: 'Daily clock, open runs of 30 days, warm', unit: 'runs/s', aim: 0.2 },
  { key: 'clock-365', label: 'Daily clock, open runs of 365 days, warm', unit: 'runs/s', aim: 0.2 },
];
