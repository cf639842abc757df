import type { LocalDay } from '#kernel';
import type { Confidence, Rule } from './rule.types.js';

/** The four consequences of § 168-30. They share facts and are never added together (domain.md 2.1). */
export type PenaltyTrack = 'misdemeanor' | 'expenseRecovery' | 'injunction' | 'civilFine';

/** Most that may be fined for one day of the violation, in cents: $1,000 (§ 168-30D). Agreed and imposed fines alike. */
export const CIVIL_FINE_CAP_CENTS = 100_000;

/** Most that a court may fine on one count, in cents: $1,000 (§ 168-30A). A corporation's maximum is set elsewhere. */
export const MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT = 100_000;

/** Longest sentence on one count, in days. The text says one year; Penal Law § 70.15(1-a) reads that as 364 days. */
export const MISDEMEANOR_JAIL_MAX_DAYS = 364;

/** Penal Law § 80.10: a corporation's fine on an unclassified misdemeanor, in cents: $40,000; date of the raise not seen. */
export const CORPORATE_MISDEMEANOR_FINE_MAX_CENTS = 4_000_000;

/** Day the Article was adopted (history note). Its effective date is not in the text. */
export const ARTICLE_ADOPTED_ON: LocalDay = '1987-06-17';

/** Day L.L. No. 22-2009 was adopted, which added § 168-30D. No civil fine reaches an earlier day. */
export const LOCAL_LAW_22_ADOPTED_ON: LocalDay = '2009-06-03';

export interface PenaltyTrackDefinition {
  readonly track: PenaltyTrack;
  readonly authority: string;
  readonly consequence: string;
  readonly decidedBy: string;
  readonly perDay: string;
  readonly against: string;
  readonly proof: string;
  readonly appeal: string;
  readonly priorNotice: string;
  /** What becomes of § 168-28 (damage to the works) in this track. */
  readonly section28: 'excluded' | 'included' | 'noCarveOutWritten';
}

export const PENALTY_TRACKS: Readonly<Record<PenaltyTrack, PenaltyTrackDefinition>> = {
  misdemeanor: {
    track: 'misdemeanor',
    authority: '§ 168-30A; Penal Law §§ 55.10(2)(c), 70.15(1-a), 80.05(3), 80.10',
    consequence: 'On conviction a fine of at most $1,000, up to one year of jail (read as 364 days), or both',
    decidedBy: 'A court, after a charge',
    perDay: 'Each day is a separate offense and needs a count of its own (People v Fremd, 41 NY2d 372)',
    against: 'Any person found to be violating',
    proof: 'Beyond reasonable doubt (general knowledge, unconfirmed)',
    appeal: 'Criminal appeal',
    priorNotice: 'None written',
    section28: 'excluded',
  },
  expenseRecovery: {
    track: 'expenseRecovery',
    authority: '§ 168-30B',
    consequence: 'Liability to the Town for expense, loss or damage caused to the Town or the Village',
    decidedBy: 'The Town claims; a court where it is contested',
    perDay: 'By item, not by day',
    against: 'Any person violating',
    proof: 'Preponderance (general knowledge, unconfirmed)',
    appeal: 'Civil appeal',
    priorNotice: 'None written',
    section28: 'included',
  },
  injunction: {
    track: 'injunction',
    authority: '§ 168-30C; Town Law § 65(1)',
    consequence: 'An order of the Supreme Court against continued violation',
    decidedBy: 'The Town Board authorizes, the court grants',
    perDay: 'Not by day: it looks at continuing conduct',
    against: 'The person who continues the violation',
    proof: 'Likelihood of success, irreparable injury, balance of equities',
    appeal: 'Civil appeal',
    priorNotice: 'None written',
    section28: 'noCarveOutWritten',
  },
  civilFine: {
    track: 'civilFine',
    authority: '§ 168-30D (added by L.L. No. 22-2009)',
    consequence: 'A fine imposed or agreed, at most $1,000 for each day of the violation',
    decidedBy: 'The person charged with enforcing Part 2; the Town Board on appeal of an imposed fine',
    perDay: 'Yes, as a cap for each day',
    against: 'The alleged violator',
    proof: 'None stated',
    appeal: 'To the Town Board where the fine is imposed; none is written for an agreed fine',
    priorNotice: 'None written',
    section28: 'noCarveOutWritten',
  },
};

export interface LimitationPeriod {
  readonly years: number;
  readonly authority: string;
  readonly confidence: Confidence;
  readonly note: string;
}

/** How long each track stays open, counted from each offense day by itself (domain.md 3.2). */
export const LIMITATION_PERIODS = {
  misdemeanor: {
    years: 2,
    authority: 'CPL § 30.10(2)',
    confidence: 'H',
    note: 'Each day-offense has its own period, from commission.',
  },
  pettyOffense: {
    years: 1,
    authority: 'CPL § 30.10(2)',
    confidence: 'H',
    note: 'Disorderly conduct, to which § 168-28 points, is a petty offense.',
  },
  civilFine: {
    years: 3,
    authority: 'CPLR 214(2)',
    confidence: 'L',
    note: 'Likely period of a suit for the fine; that a local law counts as a statute there is an inference.',
  },
  expenseRecovery: {
    years: 3,
    authority: 'CPLR 214(4)',
    confidence: 'H',
    note: 'Injury to property; which subdivision governs other expense is for counsel.',
  },
} as const satisfies Readonly<Record<string, LimitationPeriod>>;

export interface TrackStanding {
  readonly track: PenaltyTrack;
  readonly standing: 'open' | 'closed' | 'counselMustAgree';
  readonly reason: string;
}

/**
 * Which tracks a rule opens, with the reason. § 168-28 is out of the misdemeanor track; a civil fine for it waits for
 * counsel (domain.md 2.3). A rule that creates no offense opens none.
 */
export const tracksOf = (rule: Pick<Rule, 'createsOffense' | 'carveOuts'>): readonly TrackStanding[] =>
  (Object.keys(PENALTY_TRACKS) as PenaltyTrack[]).map((track) => {
    if (!rule.createsOffense) return { track, standing: 'closed', reason: 'The rule creates no offense.' };
    const carvedOut = rule.carveOuts.find((carveOut) => carveOut.id === 'noMisdemeanorTrack');
    if (carvedOut && track === 'misdemeanor')
      return { track, standing: 'closed', reason: `${carvedOut.authority}: ${carvedOut.instead}` };
    if (carvedOut && track === 'civilFine')
      return {
        track,
        standing: 'counselMustAgree',
        reason: 'No carve-out is written in § 168-30D; counsel must agree.',
      };
    return { track, standing: 'open', reason: PENALTY_TRACKS[track].authority };
  });
