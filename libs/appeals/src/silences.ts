/** What § 168-30D leaves open, shown wherever an appeal is read (domain.md 2.4; conflict register G7). */
export interface Silence {
  readonly about: 'deadline' | 'stay' | 'standardOfReview' | 'raising' | 'hearing' | 'agreedFine';
  readonly text: string;
  /** What this program does meanwhile. */
  readonly meanwhile: string;
  readonly authority: string;
}

const SILENT = '§ 168-30D is silent (letter inferred); conflict register G7';

export const SILENCES: readonly Silence[] = [
  {
    about: 'deadline',
    text: 'The Article sets no time within which to appeal.',
    meanwhile: 'Every appeal is docketed. Where a Board policy sets a period, a late one is marked, never rejected.',
    authority: SILENT,
  },
  {
    about: 'stay',
    text: 'The Article does not say that an appeal stays the fine, and none stops the days of a violation.',
    meanwhile: 'A fine is stayed only where the Board grants a stay by resolution; days go on accruing.',
    authority: SILENT,
  },
  {
    about: 'standardOfReview',
    text: 'The Article writes no standard by which the Board reviews a fine.',
    meanwhile: 'The decision states its effect on each day and its findings in its own words.',
    authority: SILENT,
  },
  {
    about: 'raising',
    text: 'The Article does not say whether the Board may raise a fine.',
    meanwhile: 'It may not, unless the policy board-may-raise-fine says so on the day of the decision.',
    authority: SILENT,
  },
  {
    about: 'hearing',
    text: 'The Article requires no hearing, and no rule of evidence or notice for one.',
    meanwhile: 'The Board votes after a hearing was closed and on the record as certified: practice.',
    authority: SILENT,
  },
  {
    about: 'agreedFine',
    text: 'The Article writes an appeal for a fine that is imposed, and none for one that is agreed.',
    meanwhile: 'An appeal against an agreed fine goes to counsel, who routes it to the Board or dismisses it.',
    authority: '§ 168-30D (letter inferred): "if said civil fine is imposed"',
  },
];
