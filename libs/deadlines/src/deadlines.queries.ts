import { DomainError } from '#kernel';
import { caseFold, caseStream, findingIdsIn } from '#cases/published';
import { policyOn, SETTINGS_STREAM, settingsFold } from '#law/published';
import { addDays, firstOffenseDayAfter, startOfDay } from '#legal-time';
import { ledgerStream, loadFinding } from '#offenses/published';
import type { QueryContext } from '#runtime';

import { KNOWN_NOW, type CaseScope, type Filter } from './bounds.queries.js';
import {
  IF_MISSED,
  LIMITATION_KINDS,
  limitationOf,
  limitationPeriod,
  noClockBecause,
  readLimitationId,
  specialsBearingOn,
} from './clock.rules.js';
import type { GetDayDeadlinesQuery, GetDeadlineQuery, ListDeadlinesQuery } from './deadlines.dto.js';
import {
  clockOfDay,
  countGroup,
  documentsNaming,
  positionOfDay,
  proclaimedHolidays,
  readDay,
  readGroups,
  type DayClock,
} from './day-clocks.queries.js';
import {
  explanationOf,
  readSingle,
  readSingles,
  singleClock,
  type ReadRow,
  type RowBounds,
  type SingleClock,
} from './single-clocks.queries.js';
import { byUrgency, standingsOn, type DEADLINE_STATUSES, type ReadingDay, type Standing } from './standing.rules.js';

const PAGE = 50;

/** Everything a reading rests on: its bounds, and the reminders as the Town's policies set them on that day. */
interface Reading {
  readonly bounds: RowBounds;
  readonly day: ReadingDay;
  readonly standing: ReturnType<typeof standingsOn>;
}

const readingOf = async (context: QueryContext): Promise<Reading> => {
  const { asOf, today, knownAt, hidden } = context;
  const on = asOf ?? today;
  const settings = await context.load(SETTINGS_STREAM, settingsFold);
  const day: ReadingDay = {
    on,
    now: startOfDay(on),
    dueSoonDays: policyOn(settings, 'deadline-due-soon-days', on),
    penaltyWarningMonths: policyOn(settings, 'penalty-suit-warning-months', on),
  };
  // Without `asOf`, offense days count to the last ended day (offense-day rules 3).
  const bounds = {
    known: knownAt ?? KNOWN_NOW,
    on,
    through: asOf ?? addDays(today, -1),
    hidden: JSON.stringify([...hidden]),
    staleDays: policyOn(settings, 'stale-accrual-days', on),
  };
  return { bounds, day, standing: standingsOn(day) };
};

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const shownStanding = ({ status, daysLeft, daysLate, dueSoonFrom, alert }: Standing) => ({
  status,
  daysLeft,
  daysLate,
  dueSoonFrom,
  alert,
});

const shownRow = (row: ReadRow) => ({
  deadlineId: row.deadline_id,
  kind: row.kind,
  caseId: row.case_id,
  premisesId: row.premises_id,
  partyId: row.party_id,
  subject: parsed(row.subject),
  startedOn: row.started_on,
  startedAt: row.started_position,
  authority: row.authority,
  stopped: row.stopped_on === null ? null : { on: row.stopped_on, by: row.stopped_by, position: row.stopped_position },
  void: row.void_from !== null,
  voided: row.void_from === null ? null : { from: row.void_from, by: row.void_by },
});

const shownSingle = ({ row, lastDay }: SingleClock, standing: Standing, { bounds }: Reading) => ({
  ...shownRow(row),
  lastDay,
  ...shownStanding(standing),
  explanation: explanationOf(row, bounds),
  ifMissed: IF_MISSED[row.kind],
  ...(row.receivedCents === null ? {} : { receivedCents: row.receivedCents }),
  ...(row.lastStep === null ? {} : { lastStep: row.lastStep }),
  ...(row.kind === 'sewerConnection' ? { firstOffenseDay: firstOffenseDayAfter(lastDay) } : {}),
});

/** No deadline where nobody wrote one: the answer says so and by whose silence (conflict register G7). */
const shownUnwritten = (row: ReadRow) => ({
  ...shownRow(row),
  lastDay: null,
  answer: row.period_days === null ? 'none written' : 'the period written is longer than any that can be counted',
});

const shownDay = (clock: DayClock, standing: Standing, { readModel }: QueryContext, { bounds, day }: Reading) => {
  const { kind, place, startedOn, lastDay, group, voided, suit } = clock;
  const { authority, confidence, note } = limitationPeriod(kind);
  const specials = specialsBearingOn(kind, startedOn, proclaimedHolidays(readModel, bounds));
  const explanation = limitationOf(kind, startedOn, specials);
  const documents = documentsNaming(readModel, place.ledger, startedOn, bounds);
  const { days, ...counts } = group === null ? { days: 1 } : countGroup(readModel, clock, bounds);
  return {
    deadlineId: clock.deadlineId,
    kind,
    caseId: place.caseId,
    premisesId: place.premisesId,
    partyId: place.partyId,
    subject: {
      day: startedOn,
      ledger: place.ledger,
      ruleId: place.ruleId,
      findingId: place.findingId,
      runId: place.runId,
    },
    startedOn,
    startedAt: positionOfDay(readModel, clock, bounds),
    authority,
    confidence,
    note,
    stopped:
      suit === null
        ? null
        : {
            on: suit.commencedOn,
            by: 'CollectionActionCommenced',
            position: suit.position,
            fineId: suit.fineId,
            indexNumber: suit.indexNumber,
          },
    void: voided,
    lastDay,
    arguableLastDay: explanation.arguableLastDay,
    ...shownStanding(standing),
    explanation,
    ifMissed: IF_MISSED[kind],
    namedInFine: documents.length > 0,
    fines: documents,
    ...(kind === 'penaltySuitLimitation'
      ? {
          warning: {
            from: standing.dueSoonFrom,
            months: day.penaltyWarningMonths.value,
            authority: day.penaltyWarningMonths.authority,
          },
        }
      : {}),
    ...(group === null ? {} : { group: { state: group, days, daysFollowing: days - 1, ...counts } }),
  };
};

/** What belongs to a case on that day: findings that go on in it, wherever they were made. @throws CASES.UNKNOWN_CASE */
const scopeOf = async (caseId: string, { load }: QueryContext, { on }: RowBounds): Promise<CaseScope> => {
  const state = await load(caseStream(caseId), caseFold);
  if (state.caseId === null)
    throw new DomainError('CASES.UNKNOWN_CASE', 'This case is not on file at that time.', {
      kind: 'notFound',
      field: 'caseId',
      rule: 'names a case on file',
    });
  const premisesIds = [...new Set([state.premisesId, ...state.findings.map(({ premisesId }) => premisesId)])];
  return { caseId, findingIds: findingIdsIn(state, on), premisesIds };
};

type Status = (typeof DEADLINE_STATUSES)[number];

const countByStatus = (standings: readonly Standing[]): Partial<Record<Status, number>> => {
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of standings) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/**
 * Deadlines in the order of urgency, each with its explanation. Limitation clocks come in groups, one for each run, kind
 * and state; voided days are seen by `getDayDeadlines`. `counts` and `alerts` are of everything that fits the filters but
 * the status; an alert is given on the due day and on the first late day, once each (faults.md W13).
 * @throws CASES.UNKNOWN_CASE; DEADLINES.UNKNOWN_CURSOR when the page before no longer ends where it did
 */
export const listDeadlines = async (asked: ListDeadlinesQuery, context: QueryContext) => {
  const { caseId, premisesId, partyId, kind, status, limit = PAGE, cursor } = asked;
  const reading = await readingOf(context);
  const filter: Filter = {
    ...(caseId === undefined ? {} : { ofCase: await scopeOf(caseId, context, reading.bounds) }),
    premisesId,
    partyId,
  };
  const singles = readSingles(context.readModel, { ...filter, kind }, reading.bounds);
  const limitations = LIMITATION_KINDS.filter((limitation) => kind === undefined || limitation === kind);
  const groups = limitations.length === 0 ? [] : readGroups(context.readModel, filter, limitations, reading.bounds);
  const placed = [...singles.map(singleClock).filter((clock) => clock !== null), ...groups]
    .map((clock) => ({ clock, standing: reading.standing(clock) }))
    .sort(byUrgency);
  const wanted = status === undefined ? placed : placed.filter(({ standing }) => standing.status === status);
  const start = cursor === undefined ? 0 : wanted.findIndex(({ clock }) => clock.deadlineId === cursor) + 1;
  if (cursor !== undefined && start === 0)
    throw new DomainError('DEADLINES.UNKNOWN_CURSOR', 'The page before no longer ends there.', {
      kind: 'invalid',
      field: 'cursor',
      rule: 'A cursor is the `next` of the page before, with the same filters. Begin again without it.',
    });
  const page = wanted.slice(start, start + limit);
  const unwritten =
    status !== undefined ? [] : singles.filter((row) => row.last_day === null && row.void_from === null);
  return {
    on: reading.day.on,
    dueSoonDays: reading.day.dueSoonDays,
    counts: countByStatus(placed.map(({ standing }) => standing)),
    alerts: placed
      .filter(({ standing }) => standing.alert !== null)
      .map(({ clock, standing }) => ({ deadlineId: clock.deadlineId, kind: clock.kind, alert: standing.alert })),
    deadlines: page.map(({ clock, standing }) =>
      'row' in clock ? shownSingle(clock, standing, reading) : shownDay(clock, standing, context, reading),
    ),
    next: start + limit < wanted.length ? page.at(-1)!.clock.deadlineId : null,
    noneWritten: { count: unwritten.length, entries: unwritten.slice(0, limit).map(shownUnwritten) },
  };
};

const unknown = (): DomainError =>
  new DomainError('DEADLINES.UNKNOWN_DEADLINE', 'This deadline is not on file at that time.', {
    kind: 'notFound',
    field: 'deadlineId',
    rule: 'names a clock that had started on the day asked about and was known by then',
  });

/** One deadline by its id, void and stopped ones included. @throws DEADLINES.UNKNOWN_DEADLINE */
export const getDeadline = async ({ deadlineId }: GetDeadlineQuery, context: QueryContext) => {
  const reading = await readingOf(context);
  const { readModel } = context;
  const named = readLimitationId(deadlineId);
  if (named) {
    const day = readDay(readModel, named.ledger, named.day, reading.bounds);
    if (!day || noClockBecause(named.kind, day.ruleId, day.day) !== null) throw unknown();
    const clock = clockOfDay(readModel, named.kind, day, reading.bounds);
    return shownDay(clock, reading.standing(clock), context, reading);
  }
  const row = readSingle(readModel, deadlineId, reading.bounds);
  if (!row) throw unknown();
  const clock = singleClock(row);
  return clock ? shownSingle(clock, reading.standing(clock), reading) : shownUnwritten(row);
};

/**
 * Both limitation clocks of one offense day, whichever finding counts it, and the fines that name it.
 * @throws CASES.UNKNOWN_FINDING, CASES.BAD_CHILD_ID
 */
export const getDayDeadlines = async ({ findingId, day }: GetDayDeadlinesQuery, context: QueryContext) => {
  const reading = await readingOf(context);
  const ledger = ledgerStream(await loadFinding(findingId, context.load));
  const found = readDay(context.readModel, ledger, day, reading.bounds);
  if (!found) return { findingId, day, ledger, recorded: false, deadlines: [], noClock: [] };
  const reasons = LIMITATION_KINDS.map((kind) => ({ kind, because: noClockBecause(kind, found.ruleId, day) }));
  const fines = documentsNaming(context.readModel, ledger, day, reading.bounds);
  return {
    findingId,
    day,
    ledger,
    recorded: true,
    live: found.voidCause === null,
    voidCause: found.voidCause,
    countedIn: { findingId: found.findingId, caseId: found.caseId },
    namedInFine: fines.length > 0,
    fines,
    deadlines: reasons
      .filter(({ because }) => because === null)
      .map(({ kind }) => {
        const clock = clockOfDay(context.readModel, kind, found, reading.bounds);
        return shownDay(clock, reading.standing(clock), context, reading);
      }),
    noClock: reasons
      .filter(({ because }) => because !== null)
      .map(({ kind, because }) => ({ kind, reason: because!.text, authority: because!.authority })),
  };
};
