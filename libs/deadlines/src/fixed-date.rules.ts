import type { Instant, LocalDay } from '#kernel';
import {
  addDays,
  daysBetween,
  formatDay,
  formatEastern,
  localDayOf,
  nextBusinessDay,
  nonBusinessReason,
  type ExcludedDay,
  type ExplainedDeadline,
  type ExplainedStep,
  type RuleText,
  type SpecialHoliday,
} from '#legal-time';

/** How the end of a clock was reached: a period counted, or a date that somebody named. */
export type Explained = Omit<ExplainedDeadline, 'kind'> & { readonly kind: ExplainedDeadline['kind'] | 'fixedDate' };

const late = (lastDay: LocalDay): ExplainedStep => ({
  text: `Last day: ${formatDay(lastDay)}. Late from ${formatDay(addDays(lastDay, 1))} on.`,
  day: lastDay,
});

/** A date that stays where it was put, whatever day of the week it is. @throws LEGAL_TIME.NOT_A_DAY */
const stays = (startedOn: LocalDay, day: LocalDay, rule: readonly RuleText[], said: ExplainedStep): Explained => {
  const reason = nonBusinessReason(day);
  return {
    kind: 'fixedDate',
    start: { day: startedOn },
    rule,
    steps: [
      said,
      ...(reason
        ? [{ text: `${formatDay(day)} is no business day (${reason.why}); the date stays all the same.`, day }]
        : []),
      late(day),
    ],
    excluded: [],
    rawEnd: day,
    lastDay: day,
    extended: false,
  };
};

export const COMPLIANCE_AUTHORITY = 'Town practice; the Article sets no compliance date';
const NO_DAY_REMOVED: RuleText = {
  text: 'A compliance date removes no offense day: only an agreement that says so forbears days.',
  authority: 'Offense-day rules 1.7; the Article gives no power to legalize a violation meanwhile',
};
const NO_PERIOD: RuleText = {
  text: 'A date that was named is not a period reckoned from a day, so its end is not moved.',
  authority: 'Gen. Constr. Law § 25-a does not reach it',
};

/** The day by which the Town asks for compliance, set first on `startedOn`, or extended by `words`. */
export const complianceDate = (startedOn: LocalDay, dueOn: LocalDay, extendedOn: LocalDay | null = null): Explained =>
  stays(
    startedOn,
    dueOn,
    [{ text: 'The Town names a day for compliance.', authority: COMPLIANCE_AUTHORITY }, NO_PERIOD, NO_DAY_REMOVED],
    extendedOn === null
      ? { text: `Set on ${formatDay(startedOn)} for ${formatDay(dueOn)}.`, authority: COMPLIANCE_AUTHORITY, day: dueOn }
      : {
          text: `Extended on ${formatDay(extendedOn)} to ${formatDay(dueOn)}; before that day the earlier date held.`,
          authority: 'Town practice; an extension is the Town’s own act',
          day: dueOn,
        },
  );

/** Detail of § 25 is not confirmed (domain.md 3.1, confidence M), so the answer says so wherever it moves a day. */
const CONTRACT_DAY: RuleText = {
  text: 'A day named by contract that is a Saturday, Sunday or public holiday gives way to the next business day, unless the contract says otherwise.',
  authority: 'Gen. Constr. Law § 25 (for counsel to confirm; read the agreement)',
};

export const agreementAuthority = (agreementId: string): string => `Consent agreement ${agreementId}`;

/** A day that a consent agreement names: moved off a non-business day by Gen. Constr. Law § 25, and labelled so. */
export const agreementDate = (
  inForceOn: LocalDay,
  dueOn: LocalDay,
  agreementId: string,
  specials: readonly SpecialHoliday[],
): Explained => {
  const lastDay = nextBusinessDay(dueOn, specials);
  const authority = agreementAuthority(agreementId);
  const excluded: ExcludedDay[] = [];
  for (let day = dueOn; day < lastDay; day = addDays(day, 1))
    excluded.push({ day, ...nonBusinessReason(day, specials)! });
  const moved = excluded.length > 0;
  return {
    kind: 'fixedDate',
    start: { day: inForceOn },
    rule: [{ text: 'The agreement names the day.', authority }, CONTRACT_DAY],
    steps: [
      { text: `The agreement in force on ${formatDay(inForceOn)} names ${formatDay(dueOn)}.`, authority, day: dueOn },
      ...(moved
        ? [
            {
              text: `${excluded.map(({ day, why }) => `${formatDay(day)} (${why})`).join(', ')}: so through ${formatDay(lastDay)}.`,
              authority: CONTRACT_DAY.authority,
              day: lastDay,
            },
          ]
        : []),
      late(lastDay),
    ],
    excluded,
    rawEnd: dueOn,
    lastDay,
    extended: moved,
    ...(moved
      ? {
          arguable: {
            lastDay: dueOn,
            text: 'Where the agreement says that its days do not move, the day it names is the last.',
            authority,
          },
        }
      : {}),
  };
};

export const PUBLIC_NOTICE_AUTHORITY = 'Pub. Off. Law § 104';
export const HEARING_AUTHORITY = '§ 168-30D (appeal to the Town Board); the day is set by the Board';
const HEARING_DAY: RuleText = { text: 'The Board hears the appeal on the day noticed.', authority: HEARING_AUTHORITY };

const ANNOUNCED_ANEW: RuleText = {
  text: 'The adjourned day is announced to the public again: 72 hours before, where it is set a week or more ahead.',
  authority: PUBLIC_NOTICE_AUTHORITY,
};

/** The day of a hearing as noticed, or as adjourned on `adjournedOn`. */
export const hearingDay = (noticedOn: LocalDay, hearingOn: LocalDay, adjournedOn: LocalDay | null = null): Explained =>
  stays(
    noticedOn,
    hearingOn,
    [HEARING_DAY, NO_PERIOD, ...(adjournedOn === null ? [] : [ANNOUNCED_ANEW])],
    adjournedOn === null
      ? {
          text: `Noticed on ${formatDay(noticedOn)} for ${formatDay(hearingOn)}.`,
          authority: HEARING_AUTHORITY,
          day: hearingOn,
        }
      : {
          text: `Adjourned on ${formatDay(adjournedOn)} to ${formatDay(hearingOn)}.`,
          authority: HEARING_AUTHORITY,
          day: hearingOn,
        },
  );

export const PUBLIC_NOTICE_HOURS = 72;
const WEEK = 7;
const NOT_BINDING: RuleText = {
  text: 'A quasi-judicial proceeding is outside the open meetings law; the Town hears in public and gives the notice all the same.',
  authority: 'Pub. Off. Law § 108; product default',
};

/**
 * Public notice of a hearing (Pub. Off. Law § 104): 72 hours before, where the meeting was set a week or more ahead; else
 * in reasonable time, so that the hearing's own day is the last. `dueInstant` is `PUBLIC_NOTICE_HOURS` before `hearingAt`.
 */
export const publicNoticeDay = (
  setOn: LocalDay,
  hearingAt: Instant,
  hearingOn: LocalDay,
  dueInstant: Instant,
): Explained => {
  const aWeekAhead = daysBetween(setOn, hearingOn) >= WEEK;
  if (!aWeekAhead)
    return stays(
      setOn,
      hearingOn,
      [
        {
          text: 'A meeting set less than a week ahead is announced as far as practicable in reasonable time before it.',
          authority: PUBLIC_NOTICE_AUTHORITY,
        },
        NOT_BINDING,
      ],
      {
        text: `Set on ${formatDay(setOn)}, less than a week before ${formatDay(hearingOn)}: no 72 hours, reasonable notice.`,
        authority: PUBLIC_NOTICE_AUTHORITY,
      },
    );
  const lastDay = localDayOf(dueInstant);
  return {
    kind: 'fixedDate',
    start: { day: setOn },
    rule: [
      {
        text: 'Notice of a meeting set a week or more ahead goes to the news media and is posted at least 72 hours before.',
        authority: PUBLIC_NOTICE_AUTHORITY,
      },
      NOT_BINDING,
    ],
    steps: [
      { text: `The hearing is on ${formatEastern(hearingAt)}.`, day: hearingOn, instant: hearingAt },
      {
        text: `72 hours before: ${formatEastern(dueInstant)}.`,
        authority: PUBLIC_NOTICE_AUTHORITY,
        day: lastDay,
        instant: dueInstant,
      },
    ],
    excluded: [],
    rawEnd: lastDay,
    lastDay,
    dueInstant,
    extended: false,
  };
};
