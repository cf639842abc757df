import type { Cents } from '#kernel';

/** Printed beside every fee of the Article. */
export const FEE_NOTE =
  'Historical figure of the code. By L.L. 13-2021, effective 1-1-2022, all fees stand in the fee schedule kept in the Town offices; the schedule in force on the filing date governs.';

/** First day of L.L. 13-2021, which moved every fee into the Town's fee schedule. */
export const FEE_SCHEDULE_LAW = {
  instrument: 'L.L. 13-2021',
  adoptedOn: '2021-11-03',
  effectiveFrom: '2022-01-01',
} as const;

/** One row of the table of § 168-32C. Bounds in cents, both as printed: neighboring rows share a bound. */
export interface SewerMainFeeRow {
  readonly fromCents: Cents;
  /** Null = no upper bound. */
  readonly toCents: Cents | null;
  /** True where the printed lower bound is excluded by the word "Over". */
  readonly fromExcluded: boolean;
  /** Hundredths of one percent of the estimated cost; null = the Engineer establishes the fee. */
  readonly basisPoints: number | null;
  readonly printed: string;
}

/**
 * Fee for the permit to construct sewer mains, by estimated cost (§ 168-32C; domain.md 1.4), history only like all fees.
 * Exactly $10,000 and exactly $100,000 stand in two rows each: the Engineer chooses, with a reason.
 */
export const SEWER_MAIN_FEE_TABLE: readonly SewerMainFeeRow[] = [
  {
    fromCents: 0,
    toCents: 1_000_000,
    fromExcluded: false,
    basisPoints: 1_000,
    printed: '10% of estimated sewer construction cost',
  },
  {
    fromCents: 1_000_000,
    toCents: 10_000_000,
    fromExcluded: false,
    basisPoints: 570,
    printed: '5.7% of estimated sewer construction cost',
  },
  {
    fromCents: 10_000_000,
    toCents: 100_000_000,
    fromExcluded: false,
    basisPoints: 420,
    printed: '4.2% of estimated sewer construction cost',
  },
  {
    fromCents: 100_000_000,
    toCents: null,
    fromExcluded: true,
    basisPoints: null,
    printed: 'To be established by the engineer',
  },
];

/** The rows that print a given estimated cost in cents: two at a shared bound. */
export const sewerMainFeeRowsFor = (estimatedCostCents: Cents): readonly SewerMainFeeRow[] =>
  SEWER_MAIN_FEE_TABLE.filter(
    (row) =>
      (row.fromExcluded ? row.fromCents < estimatedCostCents : row.fromCents <= estimatedCostCents) &&
      (row.toCents === null || estimatedCostCents <= row.toCents),
  );
