import type { Event, LocalDay } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import type { CaseEvent } from '#cases/published';
import type { FineEvent } from '#fines/published';
import type { NoticeEvent } from '#notices/published';
import type { OffenseEvent } from '#offenses/published';
import type { ReadModelTables } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import { clockId } from './clock.rules.js';
import { change, currentClock, NOT_STOPPED, startFixed, stop, voidFrom } from './clock-rows.projection.js';

/** Steps of enforcement in a case: one row for each, none for an offense day. The last day is found when it is read. */
export const STALE_TABLES = ['deadline_step', 'deadline_received'];
export const STALE_SCHEMA = `
  CREATE TABLE deadline_step (
    place INTEGER PRIMARY KEY, case_id TEXT NOT NULL, on_day TEXT NOT NULL, by_type TEXT NOT NULL, ref TEXT,
    known_from TEXT NOT NULL, gone_from TEXT
  ) STRICT;
  CREATE INDEX deadline_step_of_case ON deadline_step (case_id, on_day);
  CREATE TABLE deadline_received (
    finding_id TEXT NOT NULL, case_id TEXT NOT NULL, received_on TEXT NOT NULL, known_from TEXT NOT NULL,
    PRIMARY KEY (finding_id, case_id, received_on)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deadline_step_ref ON deadline_step (ref) WHERE ref IS NOT NULL;
`;

type Known = OffenseEvent | NoticeEvent | FineEvent | CaseEvent | AppealEvent;

/** The local day of a step of enforcement; null for what is none. Offense days count themselves and are no step. */
const stepDay = (event: Known): LocalDay | null => {
  switch (event.type) {
    case 'SightingRecorded':
    case 'SightingCorrected':
      return event.data.sighting.day;
    case 'NoticeIssued':
    case 'StatementIssued':
      return event.data.issuedOn;
    case 'NoticeServed':
      return event.data.servedOn;
    case 'CivilFineImposed':
      return event.data.imposedOn;
    case 'CivilFineAgreed':
      return event.data.recordedOn;
    case 'ComplianceDateSet':
      return event.data.setOn;
    case 'ExtensionGranted':
      return event.data.grantedOn;
    case 'ConsentAgreementSigned':
      return event.data.inForceOn;
    case 'AppealFiled':
      return event.data.filedOn;
    case 'CollectionActionCommenced':
      return event.data.commencedOn;
    default:
      return null;
  }
};

/** Types of the steps that this model takes from capabilities that it otherwise does not listen to. */
export const NOTICE_STEPS = ['NoticeIssued', 'NoticeServed'] as const;

/** A step of enforcement in a case resets the stale clock of each of its open runs (faults.md A07). */
export const noteStep = (tables: ReadModelTables, recorded: Event<string, unknown>, { knownFrom }: Applied): void => {
  const event = recorded as Known;
  if (event.type === 'SightingVoided' || event.type === 'SightingCorrected') {
    const sightingId = event.type === 'SightingVoided' ? event.data.sightingId : event.data.sighting.sightingId;
    tables.run('UPDATE deadline_step SET gone_from = ? WHERE ref = ? AND gone_from IS NULL', knownFrom, sightingId);
  }
  const on = stepDay(event);
  if (on === null) return;
  const sightingId =
    event.type === 'SightingRecorded' || event.type === 'SightingCorrected' ? event.data.sighting.sightingId : null;
  tables.run(
    'INSERT INTO deadline_step (case_id, on_day, by_type, ref, known_from) VALUES (?, ?, ?, ?, ?)',
    (event.data as { readonly caseId: string }).caseId,
    on,
    event.type,
    sightingId,
    knownFrom,
  );
};

export const STALE_AUTHORITY = 'Town policy stale-accrual-days; a working reminder without legal effect';

/** A finding that goes on in another case: steps of that case, from then on, are steps for its runs too. */
export const receiveFindings = (
  tables: ReadModelTables,
  { data }: Extract<CaseEvent, { type: 'FindingsReceived' }>,
  { knownFrom }: Applied,
): void => {
  for (const findingId of data.findingIds)
    tables.run(
      'INSERT OR IGNORE INTO deadline_received (finding_id, case_id, received_on, known_from) VALUES (?, ?, ?, ?)',
      findingId,
      data.caseId,
      data.receivedOn,
      knownFrom,
    );
};

/** One clock for each run, while it is open. */
export const runStaleClock = (tables: ReadModelTables, event: OffenseEvent, ledger: string, applied: Applied): void => {
  if (event.type === 'RunOpened') {
    const { runId, findingId, caseId, from } = event.data;
    const deadlineId = clockId('staleAccrual', runId);
    const known = currentClock(tables, deadlineId);
    if (known) return change(tables, known, { ...NOT_STOPPED, void_from: null, void_by: null }, applied);
    const key = tables.get<{ partyId: string; premisesId: string }>(
      'SELECT party_id AS partyId, premises_id AS premisesId FROM deadline_ledger WHERE ledger = ?',
      ledger,
    );
    const started = {
      deadlineId,
      caseId,
      findingId,
      premisesId: key?.premisesId ?? null,
      partyId: key?.partyId ?? null,
      aboutId: runId,
      subject: { runId, findingId, ledger },
    };
    return startFixed(tables, started, { kind: 'staleAccrual', on: from, authority: STALE_AUTHORITY }, null, applied);
  }
  if (event.type !== 'RunClosed') return;
  const { runId, on, cause } = event.data;
  const clock = currentClock(tables, clockId('staleAccrual', runId));
  if (!clock) return;
  // A run that was closed by what opened it (one episode, days received) never accrued, so it has no clock.
  if (clock.version === 1 && clock.known_from === applied.knownFrom)
    return tables.run('DELETE FROM deadline_clock WHERE deadline_id = ?', clock.deadline_id);
  if (cause === 'noSighting' || cause === 'episodic')
    return voidFrom(tables, clock, clock.started_on, event.type, applied);
  if (clock.stopped_on !== null) return change(tables, clock, { stopped_on: on }, applied);
  stop(tables, clock, on, event.type, applied);
};
