import type { Cents, ErrorDetails, LocalDay } from '#kernel';
import { allocate, DomainError, formatCents } from '#kernel';
import { CIVIL_FINE_CAP_CENTS, LOCAL_LAW_22_ADOPTED_ON } from '#law/published';
import { eachDay, inclusiveDays } from '#legal-time';

import { reversedDays } from './as-of.rules.js';
import { CAP_AUTHORITY, namedAmounts } from './cap.rules.js';
import type { Fine, FinesState, NamedDay } from './fine.state.js';
import { isLive, isReversed, namedDays } from './fine.state.js';
import type { AmountGiven, DayCents, DayFact, ImpositionFacts, Span } from './fine.types.js';

/** Most days that one document names, so that its event stays within the log's limit. */
export const MAX_DAYS = 4000;

export const refuse = (reason: string, message: string, details: ErrorDetails = {}): never => {
  throw new DomainError(`FINES.${reason}`, message, { rule: message, ...details });
};

/** The days that are named, singly and in spans, each once and in order. */
export const daysNamed = (days: readonly LocalDay[], spans: readonly Span[]): LocalDay[] => {
  const all = new Set(days);
  for (const [index, { from, through }] of spans.entries()) {
    const field = `spans[${index}].through`;
    if (from > through)
      refuse('SPAN_BACKWARD', 'A span ends on or after the day it begins.', { kind: 'invalid', field });
    if (inclusiveDays(from, through) > MAX_DAYS) tooManyDays(field);
    for (const day of eachDay(from, through)) all.add(day);
  }
  if (all.size > MAX_DAYS) tooManyDays('days');
  return [...all].sort();
};

const tooManyDays = (field: string): never =>
  refuse('TOO_MANY_DAYS', `One document names at most ${MAX_DAYS} days.`, { kind: 'invalid', field });

/**
 * The amount for each day, from exactly one way of saying it: one rate, an amount per day, or a total shared equally with
 * the odd cents on the earliest days (offense-day rules 2).
 * @throws FINES.AMOUNT_NOT_CLEAR, FINES.NO_DAYS, FINES.DAY_NAMED_TWICE, FINES.DAYS_DIFFER, FINES.ZERO_AMOUNT
 */
export const amountsFor = (named: readonly LocalDay[], { rateCents, perDay, totalCents }: AmountGiven): DayCents[] => {
  if ([rateCents, perDay, totalCents].filter((given) => given !== undefined).length !== 1)
    refuse('AMOUNT_NOT_CLEAR', 'The amount is exactly one of: a rate, an amount per day, a total.', {
      kind: 'invalid',
      field: 'amount',
    });
  let amounts: DayCents[];
  if (perDay) {
    amounts = [...perDay].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
    const twice = amounts.find(({ day }, index) => amounts[index + 1]?.day === day);
    if (twice)
      refuse('DAY_NAMED_TWICE', `${twice.day} has two amounts.`, {
        kind: 'invalid',
        field: 'amount.perDay',
        day: twice.day,
      });
    if (amounts.length > MAX_DAYS) tooManyDays('amount.perDay');
    const withAmount = new Set(amounts.map(({ day }) => day));
    const differs = named.length > 0 && (named.length !== amounts.length || named.some((day) => !withAmount.has(day)));
    if (differs)
      refuse('DAYS_DIFFER', 'The days named and the days with an amount are not the same.', {
        kind: 'invalid',
        field: 'days',
      });
  } else if (named.length === 0) {
    amounts = [];
  } else {
    const shares = totalCents === undefined ? named.map(() => rateCents!) : allocate(totalCents, named.length);
    amounts = named.map((day, index) => ({ day, cents: shares[index]! }));
  }
  if (amounts.length === 0) refuse('NO_DAYS', 'A fine names at least one day.', { kind: 'invalid', field: 'days' });
  const zero = amounts.find(({ cents }) => cents <= 0);
  if (zero)
    refuse('ZERO_AMOUNT', `The amount for ${zero.day} is nothing; every day named has an amount.`, {
      kind: 'invalid',
      field: 'amount',
      day: zero.day,
    });
  return amounts;
};

const REFERRAL = {
  villagePart: { to: 'Village', words: 'They lie in the Village: refer the matter to the Village.' },
  elsewhere: {
    to: 'Commission',
    words:
      'They lie outside the Town of Poughkeepsie: refer the matter to the municipality they lie in; harm to the works is for the Commission, and the expense can be recorded.',
  },
} as const;

/**
 * Whether these persons and this place are within the power at all; before any day is looked at.
 * @returns the appointment the officer acts under
 * @throws FINES.NO_APPOINTMENT, FINES.OUTSIDE_TOWN_TERRITORY, FINES.PARTY_IS_DUPLICATE, FINES.FINDING_WITHDRAWN
 */
export const requireAuthority = (
  facts: ImpositionFacts,
  days: readonly LocalDay[],
  officerId: string,
  field: string,
  today: LocalDay,
): { readonly appointmentId: string } => {
  const { finding, territory, duplicateOf } = facts;
  const appointment = facts.appointmentOf(officerId, today);
  if (!appointment)
    return refuse('NO_APPOINTMENT', `No document on file appoints ${officerId} to enforce Part 2 on ${today}.`, {
      field,
      officerId,
      day: today,
      rule: 'A civil fine is imposed by the person charged with enforcing Part 2; the appointment is on file for the day of the act.',
      authority: '§ 168-30D; domain brief 1.1',
    });
  requirePower(facts, days);
  if (territory !== 'townOutsideVillage')
    refuse(
      'OUTSIDE_TOWN_TERRITORY',
      territory === null ? 'Nobody has determined where the premises lie.' : REFERRAL[territory].words,
      {
        field: 'findingId',
        rule: 'A civil fine of the Town reaches the Town outside the Village.',
        authority: 'Town Law § 132; § 168-30D',
        territory,
        referTo: territory === null ? null : REFERRAL[territory].to,
      },
    );
  if (duplicateOf !== null)
    refuse(
      'PARTY_IS_DUPLICATE',
      `This party is a duplicate of ${duplicateOf}: fine that party, under a finding of its own.`,
      { field: 'findingId', duplicateOf },
    );
  if (finding.withdrawn)
    refuse('FINDING_WITHDRAWN', 'The finding was withdrawn; nothing is fined under it.', { field: 'findingId' });
  return appointment;
};

/** No day before L.L. No. 22-2009 was adopted, ever; none before its recorded effective date. */
const requirePower = ({ powerFrom }: ImpositionFacts, days: readonly LocalDay[]): void => {
  const authority = 'L.L. No. 22-2009; Municipal Home Rule Law § 27';
  const before = days.find((day) => day < LOCAL_LAW_22_ADOPTED_ON);
  if (before !== undefined)
    refuse(
      'BEFORE_LOCAL_LAW_22_2009',
      `${before} lies before ${LOCAL_LAW_22_ADOPTED_ON}, when the law that gave the power to fine was adopted.`,
      { field: 'days', day: before, authority },
    );
  if (powerFrom === null)
    return refuse(
      'EFFECTIVE_DATE_NOT_ON_FILE',
      'The filing of L.L. No. 22-2009 with the Secretary of State is not on file, so that no day is known to lie within the power to fine.',
      { field: 'days', authority },
    );
  const early = days.find((day) => day < powerFrom.effectiveOn);
  if (early !== undefined)
    refuse(
      'BEFORE_LOCAL_LAW_22_2009',
      `${early} lies before ${powerFrom.effectiveOn}, when L.L. No. 22-2009 took effect.`,
      { field: 'days', day: early, effectiveOn: powerFrom.effectiveOn, authority },
    );
};

/** One sentence why a ledger day cannot be fined, or null when it can. */
export const whyNotProvable = (fact: DayFact | null): string | null => {
  if (fact === null) return 'not recorded in the ledger';
  if (!fact.live) return `voided in the ledger (${fact.voidCause ?? 'no cause recorded'})`;
  if (fact.bucket === 'forborne') return 'forborne by the Town';
  if (fact.bucket === 'presumed') return 'presumed: nobody has seen the violation on it, or both before and after it';
  if (fact.heldBack !== null) return fact.heldBack;
  return fact.provable ? null : 'not provable';
};

const reasonWord = (fact: DayFact | null): string =>
  fact === null
    ? 'notRecorded'
    : !fact.live
      ? 'voided'
      : fact.heldBack !== null
        ? 'heldBack'
        : (fact.bucket ?? 'notProvable');

/**
 * Every day has ended, is counted by this finding's run and is provable now.
 * @throws FINES.DAY_NOT_ENDED, FINES.NOT_THIS_FINDINGS_DAY, FINES.DAY_NOT_PROVABLE: each names the first such day
 */
export const requireProvable = (
  { ledger, finding }: ImpositionFacts,
  days: readonly LocalDay[],
  today: LocalDay,
): void => {
  for (const day of days) {
    if (day >= today)
      refuse('DAY_NOT_ENDED', `${day} has not ended.`, {
        field: 'days',
        day,
        rule: 'A fine names days that have ended.',
      });
    const fact = ledger.dayOf(day);
    if (fact !== null && fact.live && fact.findingId !== finding.findingId)
      refuse('NOT_THIS_FINDINGS_DAY', `${day} is counted under ${fact.findingId}: fine it there.`, {
        field: 'days',
        day,
        findingId: fact.findingId,
        caseId: fact.caseId,
      });
    const why = whyNotProvable(fact);
    if (why !== null)
      refuse('DAY_NOT_PROVABLE', `${day} cannot be fined: ${why}.`, {
        field: 'days',
        day,
        reason: reasonWord(fact),
        why,
        rule: 'A fine names provable days only: observed or inferred, not forborne, not held back.',
      });
  }
};

/** The live fine that holds each day of a ledger: the first imposition, where later ones only raise it. */
const holdersOf = (state: FinesState, ledger: string): ReadonlyMap<LocalDay, Fine> => {
  const byDay = new Map<LocalDay, Fine[]>();
  for (const { fine, entry } of namedDays(state))
    if (fine.ledger === ledger) byDay.set(entry.day, [...(byDay.get(entry.day) ?? []), fine]);
  const isFirst = ({ raises }: Fine, all: readonly Fine[]) => !all.some(({ fineId }) => fineId === raises);
  return new Map([...byDay].map(([day, all]) => [day, all.find((fine) => isFirst(fine, all))!]));
};

/**
 * A ledger day is in one live fine only; its amount is raised by an imposition of the difference that names the first. A
 * day that the Board reversed is not charged again in the same ledger while that decision is in force for it: a new
 * finding of fact by the Board or a court comes as a later decision, or as the lapse of this one.
 * @throws FINES.DAY_REVERSED, FINES.DAY_ALREADY_CHARGED, FINES.NOTHING_TO_RAISE
 */
export const requireFree = (
  state: FinesState,
  ledger: string,
  days: readonly LocalDay[],
  raises: string | null,
): void => {
  const holders = holdersOf(state, ledger);
  const reversed = reversedDays(state, ledger);
  for (const day of days) {
    const reversal = reversed.get(day);
    if (reversal !== undefined)
      refuse(
        'DAY_REVERSED',
        `${day} was reversed by decision ${reversal.decisionId} on fine ${reversal.fine.number}.`,
        {
          field: 'days',
          day,
          decisionId: reversal.decisionId,
          fineId: reversal.fine.fineId,
          number: reversal.fine.number,
          rule: 'A reversed day is not charged again in the same ledger without a new finding of fact by the Board or a court.',
          authority: '§ 168-30D; offense-day rules 2',
        },
      );
    const holder = holders.get(day);
    if (holder !== undefined && holder.fineId !== raises)
      refuse('DAY_ALREADY_CHARGED', `${day} is already in fine ${holder.number}.`, {
        field: 'days',
        day,
        fineId: holder.fineId,
        number: holder.number,
        rule: 'A ledger day is in one live fine only; to raise it, impose the difference and name that fine.',
      });
    if (raises !== null && holder === undefined)
      refuse('NOTHING_TO_RAISE', `${day} is not in the fine that is to be raised.`, {
        field: 'raises',
        day,
        fineId: raises,
      });
  }
};

/**
 * No day passes the cap. Refuses and never clips: it names the first day with the cents left on it, and lists them all.
 * @throws FINES.OVER_DAILY_CAP
 */
export const requireCap = (
  state: FinesState,
  ledger: string,
  amounts: readonly DayCents[],
  perLedger: boolean,
): void => {
  const named = namedAmounts(state);
  const over = amounts
    .map(({ day, cents }) => ({ day, cents, centsLeft: named.left(ledger, day, perLedger) }))
    .filter(({ cents, centsLeft }) => cents > centsLeft);
  const [first] = over;
  if (first)
    refuse(
      'OVER_DAILY_CAP',
      `${formatCents(first.cents)} for ${first.day} passes the cap: ${formatCents(first.centsLeft)} of ${formatCents(CIVIL_FINE_CAP_CENTS)} is left on that day.`,
      {
        kind: 'refused',
        field: 'amount',
        day: first.day,
        centsLeft: first.centsLeft,
        capCents: CIVIL_FINE_CAP_CENTS,
        days: over,
        rule: perLedger
          ? "At most $1,000 for one ledger and local day, under counsel's decision on file."
          : "At most $1,000 for one person and local day, over all of that person's fines.",
        authority: CAP_AUTHORITY,
      },
    );
};

/** @throws FINES.ZERO_AMOUNT, FINES.OVER_DAILY_CAP for a rate that could never be billed */
export const requireRate = (rateCents: Cents): void => {
  const field = 'running.rateCents';
  if (rateCents <= 0) refuse('ZERO_AMOUNT', 'A running rate is an amount.', { kind: 'invalid', field });
  if (rateCents > CIVIL_FINE_CAP_CENTS)
    refuse(
      'OVER_DAILY_CAP',
      `A rate of ${formatCents(rateCents)} passes the cap of ${formatCents(CIVIL_FINE_CAP_CENTS)} a day.`,
      {
        field,
        centsLeft: CIVIL_FINE_CAP_CENTS,
        capCents: CIVIL_FINE_CAP_CENTS,
        authority: CAP_AUTHORITY,
      },
    );
};

/**
 * Whether a named day no longer stands as it stood when it was named: the ledger took it out of provable since, or holds
 * it presumed, forborne or voided now. Being held back (G11) is a reading of counsel, and drops nothing.
 */
export const hasFallen = (entry: NamedDay, fact: DayFact | null): boolean =>
  fact === null ||
  !fact.live ||
  fact.bucket === 'presumed' ||
  fact.bucket === 'forborne' ||
  fact.leftProvableAt > entry.ledgerEventCount;

/** Local day of the act when a forbearance alone made the day fall: an act counts only from its day on, a fact always. */
export const fellByForbearance = (entry: NamedDay, fact: DayFact | null): LocalDay | null =>
  fact !== null &&
  fact.bucket === 'forborne' &&
  fact.basis !== 'presumed' &&
  fact.leftProvableAt <= entry.ledgerEventCount
    ? fact.forborneOn
    : null;

/** Run that a running rate follows: that of the day before its first, as the ledger has it now. */
export const runOf = (fine: Fine, dayOf: (day: LocalDay) => DayFact | null): string | null => {
  if (!fine.running) return null;
  const { fromDay, runId } = fine.running;
  const anchor = fine.days.findLast(({ statementId, day }) => statementId === null && day < fromDay);
  return (anchor && dayOf(anchor.day)?.runId) ?? runId;
};

/**
 * Whether the Board reversed the imposition: every day of it that has not dropped. A running rate ends with it, as long as
 * the reversal is in force (offense-day rules 2, "Running fines").
 */
export const isImpositionReversed = (fine: Fine): boolean => {
  const days = fine.days.filter(({ statementId, dropped }) => statementId === null && !dropped);
  return days.length > 0 && days.every(isReversed);
};

/** Later days of the run that a running rate reaches, that no live fine holds yet and the Board has not reversed. */
export const laterDays = (
  state: FinesState,
  fine: Fine,
  facts: readonly DayFact[],
  dayOf: (day: LocalDay) => DayFact | null,
): DayFact[] => {
  const { running } = fine;
  if (!running || !isLive(fine) || isImpositionReversed(fine)) return [];
  const run = runOf(fine, dayOf);
  const taken = new Set(
    state.fines
      .filter((other) => isLive(other) && other.ledger === fine.ledger)
      .flatMap(({ days }) => days.filter(({ dropped }) => !dropped).map(({ day }) => day)),
  );
  const reversed = reversedDays(state, fine.ledger);
  return facts.filter(
    (fact) =>
      fact.live &&
      !reversed.has(fact.day) &&
      fact.bucket !== 'forborne' &&
      fact.runId === run &&
      fact.findingId === fine.findingId &&
      fact.day >= running.fromDay &&
      (running.ended === null || fact.day <= running.ended.lastDay) &&
      !taken.has(fact.day),
  );
};
