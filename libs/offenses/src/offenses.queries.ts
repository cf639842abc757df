import type { LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import type { Finding } from '#cases/published';
import { caseFold, caseIdOf, caseStream, findingOf } from '#cases/published';
import { printCitation, ruleInForce, SETTINGS_STREAM, settingsFold } from '#law/published';
import { addDays } from '#legal-time';
import type { QueryContext } from '#runtime';
import { query } from '#runtime';

import type { DayCounts, DayStanding } from './ledger.figures.js';
import { countDays, dayStanding, dayStandings, explainDay } from './ledger.figures.js';
import type { LedgerState } from './ledger.state.js';
import { ledgerAsOf, ledgerFold } from './ledger.state.js';
import { liveSightings } from './offense-days.rules.js';
import { ledgerStream } from './offense.events.js';
import { heldBackOf, loadFinding } from './offense.facts.js';
import { GetDayProofDto, GetOffenseDaysDto, ListOpenRunsDto } from './offenses.dto.js';

/** Without `asOf`, offense days count to the last ended day; today's observed day only when `asOf` names today. */
const lastCounted = ({ asOf, today }: QueryContext): LocalDay => asOf ?? addDays(today, -1);

const findingsAsked = async (
  { caseId, findingId }: GetOffenseDaysDto,
  context: QueryContext,
): Promise<{ caseId: string; findings: Finding[] }> => {
  if ((caseId === undefined) === (findingId === undefined))
    throw new DomainError('OFFENSES.CASE_OR_FINDING', 'Ask for the days of one case or of one finding.', {
      kind: 'invalid',
      field: 'caseId',
      rule: 'exactly one of caseId and findingId is named',
    });
  if (findingId !== undefined)
    return { caseId: caseIdOf(findingId), findings: [await loadFinding(findingId, context.load)] };
  const state = await context.load(caseStream(caseId!), caseFold);
  if (state.caseId === null)
    throw new DomainError('CASES.UNKNOWN_CASE', 'There is no such case.', {
      kind: 'notFound',
      field: 'caseId',
      rule: 'names a case on file',
    });
  return { caseId: caseId!, findings: state.findings.map((finding) => findingOf(state, finding.findingId)!) };
};

const runsOf = (state: LedgerState, findingId: string, through: LocalDay) =>
  [...state.runs.values()]
    .filter((run) => run.findingId === findingId)
    .map(({ runId, number, open, closedOn, closure }) => ({
      runId,
      number,
      open,
      closedOn,
      closure,
      days: dayStandings(state, { findingId, through, heldBack: null }).filter((day) => day.runId === runId && day.live)
        .length,
    }));

const shownDays = (state: LedgerState, standings: readonly DayStanding[]) => {
  const sightings = liveSightings(state);
  return standings.map(({ leftProvableAt: _inner, ...standing }) => ({
    ...standing,
    reason: standing.heldBack ?? explainDay(state, standing, sightings),
  }));
};

const sum = (counts: readonly DayCounts[]): DayCounts =>
  counts.reduce(
    (total, next) =>
      Object.fromEntries(
        Object.entries(total).map(([name, value]) => [name, value + next[name as keyof DayCounts]]),
      ) as unknown as DayCounts,
    countDays([]),
  );

export const offenseQueries = [
  query({
    id: 'getOffenseDays',
    summary:
      'The offense days of a case or finding, each with its basis and reason. Totals of a case count ledger entries.',
    query: GetOffenseDaysDto,
    answer: async (asked: GetOffenseDaysDto, context) => {
      const { caseId, findings } = await findingsAsked(asked, context);
      const settings = await context.load(SETTINGS_STREAM, settingsFold);
      const through = lastCounted(context);
      const shown = await Promise.all(
        findings.map(async (finding) => {
          const stream = ledgerStream(finding);
          const state = ledgerAsOf(await context.load(stream, ledgerFold), context.asOf);
          const days = dayStandings(state, {
            findingId: finding.findingId,
            through,
            heldBack: heldBackOf(finding, settings, context.today),
          });
          const elsewhere = new Set(
            state.sightings
              .filter((sighting) => sighting.findingId === finding.findingId && !sighting.voided)
              .map((sighting) => dayStanding(state, sighting.day, null))
              .filter((day) => day !== null && day.findingId !== finding.findingId)
              .map((day) => day!.findingId),
          );
          return {
            findingId: finding.findingId,
            ruleId: finding.ruleId,
            citation: printCitation(ruleInForce(settings, finding.ruleId, finding.madeOn), { markInferred: true }),
            partyId: finding.partyId,
            premisesId: finding.premisesId,
            withdrawn: finding.withdrawn,
            ledger: stream,
            ...countDays(days),
            runs: runsOf(state, finding.findingId, through),
            cures: state.cures.filter((cure) => cure.findingId === finding.findingId),
            sightings: state.sightings.filter((sighting) => sighting.findingId === finding.findingId),
            forbearances: state.forbearances,
            countedInFindings: [...elsewhere],
            days: shownDays(
              state,
              days.filter(({ day }) => asked.from === undefined || day >= asked.from),
            ),
          };
        }),
      );
      return { caseId, through, ...sum(shown.map(({ days: _days, ...counts }) => counts)), findings: shown };
    },
    etag: undefined,
  }),
  query({
    id: 'getDayProof',
    summary: 'Why one day is held as it is: the sightings that hold it, in which run, finding and case.',
    query: GetDayProofDto,
    answer: async ({ findingId, day }: GetDayProofDto, context) => {
      const finding = await loadFinding(findingId, context.load);
      const settings = await context.load(SETTINGS_STREAM, settingsFold);
      const state = ledgerAsOf(await context.load(ledgerStream(finding), ledgerFold), context.asOf);
      const standing = dayStanding(state, day, heldBackOf(finding, settings, context.today));
      if (!standing) return { day, recorded: false };
      const live = state.sightings.filter((sighting) => !sighting.voided);
      return {
        recorded: true,
        ...shownDays(state, [standing])[0],
        rule: ruleInForce(settings, finding.ruleId, day),
        sightings: state.sightings.filter((sighting) => sighting.day === day),
        before: live.filter((sighting) => sighting.day < day).at(-1) ?? null,
        later: live.find((sighting) => sighting.day > day) ?? null,
      };
    },
  }),
  query({
    id: 'listOpenRuns',
    summary: 'Open runs, by case where asked, with their first and last recorded days.',
    query: ListOpenRunsDto,
    answer: ({ caseId, cursor }: ListOpenRunsDto, { readModel, hidden }) => {
      const unknown = JSON.stringify([...hidden]);
      const rows = readModel.all<Record<string, string | number>>(
        `SELECT run_id AS runId, party_id AS partyId, premises_id AS premisesId, rule_id AS ruleId, finding_id AS findingId, case_id AS caseId,
           (SELECT min(day) FROM offense_day d WHERE d.ledger = r.ledger AND d.run_id = r.run_id AND d.live = 1) AS firstDay,
           (SELECT max(day) FROM offense_day d WHERE d.ledger = r.ledger AND d.run_id = r.run_id AND d.live = 1) AS lastDay,
           (SELECT count(*) FROM offense_day d WHERE d.ledger = r.ledger AND d.run_id = r.run_id AND d.live = 1) AS days
         FROM offense_run r WHERE open = 1 AND case_id NOT IN (SELECT value FROM json_each(?)) AND finding_id NOT IN (SELECT value FROM json_each(?))
           AND (? IS NULL OR case_id = ?) AND run_id > ? ORDER BY run_id LIMIT 101`,
        unknown,
        unknown,
        caseId ?? null,
        caseId ?? null,
        cursor ?? '',
      );
      const runs = rows.slice(0, 100);
      return { runs, cursor: rows.length > 100 ? runs.at(-1)!['runId'] : null };
    },
  }),
];
