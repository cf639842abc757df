import type { AppealEvent } from '#appeals/published';
import type { FineEvent } from '#fines/published';
import { policyOn, type SettingsEvent } from '#law/published';
import { localDayOf } from '#legal-time';
import type { PremisesEvent } from '#registry/published';
import type { ReadModelReader, ReadModelTables } from '#runtime/published';

import { documentOf, type Applied } from './applied.rules.js';
import { appealCounting, appealId, connectionCounting, connectionId, count, type Counting } from './clock.rules.js';
import {
  change,
  clocksAbout,
  currentClock,
  holidaysOf,
  settingsSoFar,
  start,
  stop,
  type ClockRow,
} from './clock-rows.projection.js';

/** Appeals that were filed, by the document they are against: one may be filed before its service is recorded. */
export const SINGLE_TABLES = ['deadline_appealed'];
export const SINGLE_SCHEMA = `
  CREATE TABLE deadline_appealed (
    document_id TEXT NOT NULL, appeal_id TEXT NOT NULL, filed_on TEXT NOT NULL, PRIMARY KEY (document_id, appeal_id)
  ) STRICT, WITHOUT ROWID;
`;

export const applyPremises = (tables: ReadModelTables, event: PremisesEvent, applied: Applied): void => {
  switch (event.type) {
    case 'PublicSewerAvailabilityDetermined': {
      const { determinationId, premisesId, ownerPartyId, availableOn, supersedes } = event.data;
      const earlier = supersedes === null ? undefined : currentClock(tables, connectionId(supersedes));
      // A corrected determination was wrong from its first day: on no day do two clocks run.
      if (earlier) change(tables, earlier, { void_from: earlier.started_on, void_by: event.type }, applied);
      const started = {
        deadlineId: connectionId(determinationId),
        caseId: null,
        findingId: null,
        premisesId,
        partyId: ownerPartyId,
        aboutId: determinationId,
        subject: { determinationId, ruleId: event.data.ruleId, determinedBy: event.data.determinedBy },
      };
      return start(tables, started, connectionCounting(availableOn), settingsSoFar(tables), applied);
    }
    case 'SewerConnectionRecorded': {
      const { determinationId, connectedOn } = event.data;
      const clock = determinationId === null ? undefined : currentClock(tables, connectionId(determinationId));
      if (!clock) return;
      const stopped = { stopped_on: connectedOn, stopped_by: event.type, stopped_position: applied.position };
      return change(tables, clock, stopped, applied);
    }
  }
};

/** What is known of a fine that a document of the same party belongs to. */
export const fineOnFile = (
  tables: ReadModelReader,
  fineId: string,
): { readonly number: string | null; readonly findingId: string | null; readonly premisesId: string | null } =>
  tables.get<{ number: string; findingId: string; premisesId: string }>(
    'SELECT number, finding_id AS findingId, premises_id AS premisesId FROM deadline_fine WHERE fine_id = ?',
    fineId,
  ) ?? { number: null, findingId: null, premisesId: null };

/** Service of a fine starts the Board's own period to appeal, where one is written; withdrawal ends it. */
export const runAppealWindow = (tables: ReadModelTables, event: FineEvent, applied: Applied): void => {
  switch (event.type) {
    case 'CivilFineWithdrawn': {
      const { fineId, withdrawnOn } = event.data;
      for (const window of clocksAbout(tables, 'appealWindow', fineId))
        change(tables, window, { void_from: withdrawnOn, void_by: event.type }, applied);
      return;
    }
    case 'FineNoticeServed': {
      const { fineId, statementId, caseId, partyId, servedOn } = event.data;
      const { number, findingId, premisesId } = fineOnFile(tables, fineId);
      const settings = settingsSoFar(tables);
      const documentId = documentOf(fineId, statementId);
      const deadlineId = appealId(documentId);
      const subject = { fineId, number, statementId };
      const started = { deadlineId, caseId, findingId, premisesId, partyId, aboutId: fineId, subject };
      start(
        tables,
        started,
        appealCounting(servedOn, policyOn(settings, 'appeal-deadline-days', servedOn)),
        settings,
        applied,
      );
      const filed = tables.get<{ appealId: string; filedOn: string }>(
        `SELECT appeal_id AS appealId, filed_on AS filedOn FROM deadline_appealed WHERE document_id = ?
          ORDER BY filed_on, appeal_id LIMIT 1`,
        documentId,
      );
      if (filed) stop(tables, currentClock(tables, deadlineId), filed.filedOn, 'AppealFiled', applied, filed.appealId);
      return;
    }
  }
};

/** An appeal meets the period of every document that it names; late filings are marked, never turned away. */
export const meetAppealWindow = (
  tables: ReadModelTables,
  { type, data }: Extract<AppealEvent, { type: 'AppealFiled' }>,
  applied: Applied,
): void => {
  for (const statementId of data.documents) {
    const documentId = documentOf(data.fineId, statementId);
    tables.run(
      'INSERT OR IGNORE INTO deadline_appealed (document_id, appeal_id, filed_on) VALUES (?, ?, ?)',
      documentId,
      data.appealId,
      data.filedOn,
    );
    stop(tables, currentClock(tables, appealId(documentId)), data.filedOn, type, applied, data.appealId);
  }
};

/**
 * A proclaimed holiday is the one fact that moves a date, and only one that has not passed on the day it is recorded. On
 * its last day a period has not ended yet, and a holiday then still gives the person the next business day.
 */
const moveRunningClocks = (tables: ReadModelTables, applied: Applied): void => {
  const holidays = holidaysOf(settingsSoFar(tables));
  const running = tables.all<ClockRow>(
    `SELECT * FROM deadline_clock WHERE known_until IS NULL AND void_from IS NULL AND counting IS NOT NULL AND last_day >= ?
      ORDER BY deadline_id`,
    localDayOf(applied.recordedAt),
  );
  for (const clock of running) {
    const moved = count(JSON.parse(clock.counting!) as Counting, holidays);
    if (moved === null || moved.lastDay === clock.last_day) continue;
    change(tables, clock, { last_day: moved.lastDay, explanation: JSON.stringify(moved) }, applied);
  }
};

const POLICIES_KEPT: ReadonlySet<string> = new Set(['appeal-deadline-days', 'decision-service-days']);

export const applySettings = (tables: ReadModelTables, event: SettingsEvent, applied: Applied): void => {
  if (
    event.type !== 'SpecialHolidayProclaimed' &&
    !((event.type === 'PolicyAdopted' || event.type === 'PolicyWithdrawn') && POLICIES_KEPT.has(event.data.policy))
  )
    return;
  tables.run(
    'INSERT INTO deadline_setting (type, event, recorded_on, known_from) VALUES (?, ?, ?, ?)',
    event.type,
    JSON.stringify(event),
    localDayOf(applied.recordedAt),
    applied.knownFrom,
  );
  if (event.type === 'SpecialHolidayProclaimed') moveRunningClocks(tables, applied);
};
