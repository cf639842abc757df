import type { Cents, LocalDay } from '#kernel';
import { formatCents } from '#kernel';
import type { SettingsState, TrackStanding } from '#law/published';
import {
  CORPORATE_MISDEMEANOR_FINE_MAX_CENTS,
  LIMITATION_PERIODS,
  MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
  MISDEMEANOR_JAIL_MAX_DAYS,
  policyOn,
  printCitation,
  ruleInForce,
  specialHolidays,
  tracksOf,
} from '#law/published';
import { limitationLastDay } from '#legal-time';

import type { DayFact } from './fine.types.js';
import { refuse } from './imposition.rules.js';

const FREMD = 'People v Fremd, 41 NY2d 372; § 168-30A';

/** One count: one day under one rule, with its own evidence and its own limitation. */
export interface MisdemeanorCount {
  readonly findingId: string;
  readonly ruleId: string;
  readonly citation: string;
  readonly day: LocalDay;
  readonly basis: DayFact['basis'];
  /** Most that a court may fine on this count, in cents (§ 168-30A). */
  readonly maxFineCents: Cents;
  readonly maxJailDays: number;
  readonly limitation: {
    /** The same date two years on: the safe reading. */
    readonly lastDay: LocalDay;
    /** Gen. Constr. Law § 25-a may be argued to extend it; nothing relies on that. */
    readonly arguableLastDay: LocalDay;
    readonly authority: string;
  };
  readonly inTime: boolean;
}

export interface ExcludedDay {
  readonly day: LocalDay;
  readonly why: string;
}

export interface MisdemeanorExposure {
  readonly findingId: string;
  readonly ruleId: string;
  /** `closed` with its reason where the rule opens no misdemeanor track (§ 168-28, and rules that create no offense). */
  readonly track: TrackStanding;
  readonly counts: readonly MisdemeanorCount[];
  readonly excluded: readonly ExcludedDay[];
  readonly countsInTime: number;
}

interface Asked {
  readonly finding: { readonly findingId: string; readonly ruleId: string; readonly madeOn: LocalDay };
  readonly days: readonly DayFact[];
  readonly settings: SettingsState;
  readonly today: LocalDay;
}

const whyExcluded = (fact: DayFact, inferredToo: boolean): string | null => {
  if (fact.bucket === 'forborne') return 'Forborne by the Town.';
  if (fact.bucket === 'presumed') return 'Presumed: no proof inside the day.';
  if (fact.heldBack !== null) return fact.heldBack;
  if (fact.bucket === 'inferred' && !inferredToo)
    return 'Inferred: not offered as a count unless a policy says so (domain brief 5.10).';
  return null;
};

/**
 * The misdemeanor track of one finding: separate counts, one for each day and rule, observed days only unless the policy
 * `inferred-days-as-counts` says otherwise. Never added to the civil track (domain.md 2.1, 2.2; § 168-30A).
 */
export const misdemeanorExposure = ({ finding, days, settings, today }: Asked): MisdemeanorExposure => {
  const { findingId, ruleId, madeOn } = finding;
  const track = tracksOf(ruleInForce(settings, ruleId, madeOn)).find((standing) => standing.track === 'misdemeanor')!;
  if (track.standing === 'closed') return { findingId, ruleId, track, counts: [], excluded: [], countsInTime: 0 };
  const inferredToo = policyOn(settings, 'inferred-days-as-counts', today).value === true;
  const { years, authority } = LIMITATION_PERIODS.misdemeanor;
  const specials = specialHolidays(settings);
  const counts: MisdemeanorCount[] = [];
  const excluded: ExcludedDay[] = [];
  for (const fact of days) {
    if (!fact.live) continue;
    const why = whyExcluded(fact, inferredToo);
    if (why !== null) {
      excluded.push({ day: fact.day, why });
      continue;
    }
    const { lastDay, arguableLastDay } = limitationLastDay(fact.day, years, { specials });
    counts.push({
      findingId,
      ruleId,
      citation: printCitation(ruleInForce(settings, ruleId, fact.day), { markInferred: true }),
      day: fact.day,
      basis: fact.basis,
      maxFineCents: MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
      maxJailDays: MISDEMEANOR_JAIL_MAX_DAYS,
      limitation: { lastDay, arguableLastDay, authority },
      inTime: today <= lastDay,
    });
  }
  return { findingId, ruleId, track, counts, excluded, countsInTime: counts.filter(({ inTime }) => inTime).length };
};

/** What a reader must know when the party is an organization: the Article's figure does not bind the court then. */
export const CORPORATE_NOTE = {
  maxFineCents: CORPORATE_MISDEMEANOR_FINE_MAX_CENTS,
  authority: 'Penal Law § 80.10',
  note: 'For a corporation the Penal Law sets a higher maximum on each count; the date on which it was raised was not seen, and older offenses keep the older one.',
} as const;

/**
 * Checks a count as counsel drafts it: a count over more than one day carries one maximum, whatever the code says of
 * separate days (faults L01; hard case 34).
 * @returns the separate counts that the span gives, one date each
 * @throws FINES.ONE_MAXIMUM_PER_COUNT above $1,000; FINES.TRACK_CLOSED, FINES.SPAN_BACKWARD
 */
export const checkCount = (
  asked: Asked & { readonly from: LocalDay; readonly through: LocalDay; readonly fineCents: Cents },
) => {
  const { from, through, fineCents } = asked;
  if (from > through)
    refuse('SPAN_BACKWARD', 'A span ends on or after the day it begins.', { kind: 'invalid', field: 'through' });
  const inSpan = asked.days.filter(({ day }) => from <= day && day <= through);
  const { track, counts, excluded } = misdemeanorExposure({ ...asked, days: inSpan });
  if (track.standing === 'closed')
    refuse('TRACK_CLOSED', `No count can be drafted: ${track.reason}`, { field: 'findingId' });
  if (fineCents > MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT)
    refuse(
      'ONE_MAXIMUM_PER_COUNT',
      `One count carries one maximum of ${formatCents(MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT)}, however many days it spans. Drafted separately, these days give ${counts.length} count(s).`,
      {
        field: 'fineCents',
        fineCents,
        maxFineCents: MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
        separateCounts: counts.length,
        days: counts.map(({ day }) => day),
        rule: 'Each day is a separate offense and needs a count of its own.',
        authority: FREMD,
      },
    );
  return {
    from,
    through,
    fineCents,
    maxFineCents: MISDEMEANOR_FINE_MAX_CENTS_PER_COUNT,
    countsNeeded: counts.length,
    separateCounts: counts,
    excluded,
    authority: FREMD,
  };
};
