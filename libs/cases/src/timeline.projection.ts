import type { Event, EventDefinition, Recorded } from '#kernel';
import type { Projection, ReadModelReader, SqlValue } from '#runtime';

import { caseCatalog } from './case.events.js';

/**
 * Acts of other capabilities that concern a case: what they write into `refs.case`. Named here, and not imported, since
 * those capabilities build on this one. Single offense days are left out: the calendar shows them, by the thousand.
 */
const ACTS_OF_OTHERS: readonly string[] = [
  // registry
  'OwnerFindingNoted',
  'OwnerFindingReleased',
  // offenses
  'SightingRecorded',
  'SightingCorrected',
  'SightingVoided',
  'OffenseDaysRebased',
  'OffenseDaysVoided',
  'OffenseDaysReinstated',
  'ForbearanceRecorded',
  'ContinuityConfirmed',
  'CureReported',
  'CureVerified',
  'CureRejected',
  'RunOpened',
  'RunClosed',
  'DaysMovedToRun',
  'OffenseDaysReattributed',
  'ReattributedDaysReceived',
  'RuleNatureDrifted',
  'LiabilityEnded',
  // fines
  'CivilFineImposed',
  'CivilFineAgreed',
  'CivilFineAmended',
  'CivilFineWaived',
  'CivilFineWithdrawn',
  'RunningRateEnded',
  'StatementIssued',
  'FineNoticeServed',
  'FineDaysDropped',
  'PaymentReceived',
  'FineBasisDrifted',
  'CreditRefunded',
  'CreditApplied',
  'StayApplied',
  'StayEnded',
  'DecisionApplied',
  'DecisionLapsed',
  'AgreementFoundWanting',
  'FineReductionProposed',
  'FineReductionDeclined',
  'FineAppealed',
  'FineAppealEnded',
  'DecisionFinal',
  'SettledDaysChanged',
  'CollectionActionCommenced',
  'JudgmentRecorded',
  'SatisfactionRecorded',
  // notices
  'NoticeDrafted',
  'NoticeIssued',
  'ServiceAttempted',
  'MailReturned',
  'NoticeServed',
  'NoticeAmended',
  'NoticeWithdrawn',
  // appeals
  'AppealFiled',
  'AppealRoutedToBoard',
  'AppealDeficiencyNoted',
  'AppealRecordCertified',
  'AppealRecordReopened',
  'HearingNoticed',
  'PublicNoticeGiven',
  'HearingAdjourned',
  'HearingOpened',
  'AppealEvidenceReceived',
  'HearingClosed',
  'BoardMemberRecused',
  'AppealVoteFellShort',
  'AppealDecided',
  'AppealWithdrawn',
  'AppealDismissed',
  'StayGranted',
  'StayLifted',
  'DecisionServed',
  'Article78Filed',
  'Article78ReturnCertified',
  'Article78Decided',
  'DecisionBecameFinal',
];

/** Acts of a case that are counsel's work product: whether there are any is counsel's alone to know. */
const WORK_PRODUCT: readonly string[] = Object.entries<EventDefinition>(caseCatalog)
  .filter(([, { workProduct }]) => workProduct)
  .map(([type]) => type);

/** One act in the file of a case. Its text is read where it is kept; the timeline holds no text of its own. */
export interface TimelineEntry {
  readonly position: string;
  readonly recordedAt: string;
  readonly type: string;
  readonly actor: string;
  readonly role: string;
  readonly capacity: string;
  readonly stream: string;
  readonly refs: Readonly<Record<string, string>>;
}

/** What was recorded about each case, in the order of the log, from the events' metadata alone. */
export const timelineProjection: Projection = {
  name: 'case-timeline',
  version: 2,
  // `known_from` is the latest stamp of the log up to the event: "as known on" cuts at the first event stamped later.
  // `finding_id` lets an act follow its finding into another case; an act on a fine takes it from the fine's own first act.
  schema: `
    CREATE TABLE cases_timeline (
      place INTEGER PRIMARY KEY, case_id TEXT NOT NULL, finding_id TEXT, position TEXT NOT NULL UNIQUE, recorded_at TEXT NOT NULL,
      known_from TEXT NOT NULL, type TEXT NOT NULL, actor TEXT NOT NULL, role TEXT NOT NULL, capacity TEXT NOT NULL,
      stream TEXT NOT NULL, refs TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cases_timeline_by_case ON cases_timeline (case_id, place);
    CREATE INDEX cases_timeline_by_finding ON cases_timeline (finding_id, place);
    CREATE TABLE cases_timeline_fine (fine_id TEXT PRIMARY KEY, finding_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  tables: ['cases_timeline', 'cases_timeline_fine'],
  listensTo: [...Object.keys(caseCatalog), ...ACTS_OF_OTHERS],
  apply: (tables, { event, metadata, position, recordedAt, stream }: Recorded<Event<string, never>>) => {
    const caseId = metadata.refs?.['case'];
    if (caseId === undefined) return;
    const { finding = null, fine = null } = metadata.refs as { readonly finding?: string; readonly fine?: string };
    if (finding !== null && fine !== null)
      tables.run(
        'INSERT INTO cases_timeline_fine (fine_id, finding_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        fine,
        finding,
      );
    const ofFine = (): string | null =>
      fine === null
        ? null
        : (tables.get<{ id: string }>('SELECT finding_id AS id FROM cases_timeline_fine WHERE fine_id = ?', fine)?.id ??
          null);
    const latest = tables.get<{ at: string | null }>('SELECT max(recorded_at) AS at FROM recorded_time')?.at ?? '';
    tables.run(
      `INSERT INTO cases_timeline (case_id, finding_id, position, recorded_at, known_from, type, actor, role, capacity, stream, refs)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      caseId,
      finding ?? ofFine(),
      position,
      recordedAt,
      latest > recordedAt ? latest : recordedAt,
      event.type,
      metadata.actor,
      metadata.role,
      metadata.capacity,
      stream,
      JSON.stringify(metadata.refs),
    );
  },
};

export interface TimelineQuestion {
  /** The case, and those that were consolidated into it. */
  readonly caseIds: readonly string[];
  /** Findings received from other cases: the acts about them are part of this case's file too. */
  readonly findingIds: readonly string[];
  readonly knownAt: string | null;
  /** Only what was recorded before this instant; null = up to now. */
  readonly before: string | null;
  readonly limit: number;
  /** `next` of the page before: the position of its last entry. */
  readonly cursor?: string;
  /** Ids that the asker may not know of. */
  readonly hidden: ReadonlySet<string>;
  /** Whether the acts that are counsel's work product are shown. */
  readonly workProduct: boolean;
}

/** One page of a case's timeline, the newest first. */
export const timelineOf = (
  readModel: ReadModelReader,
  { caseIds, findingIds, knownAt, before, limit, cursor, hidden, workProduct }: TimelineQuestion,
): { readonly entries: readonly TimelineEntry[]; readonly next: string | null } => {
  const parameters: SqlValue[] = [JSON.stringify(caseIds), JSON.stringify(findingIds)];
  const unknown = JSON.stringify([...hidden]);
  const shown = `AND case_id NOT IN (SELECT value FROM json_each(?))
    AND (finding_id IS NULL OR finding_id NOT IN (SELECT value FROM json_each(?)))
    AND type NOT IN (SELECT value FROM json_each(?))`;
  const shownParameters = [unknown, unknown, JSON.stringify(workProduct ? [] : WORK_PRODUCT)];
  let more = ` ${shown}`;
  parameters.push(...shownParameters);
  if (knownAt !== null) {
    more += ' AND known_from <= ?';
    parameters.push(knownAt);
  }
  if (before !== null) {
    more += ' AND recorded_at < ?';
    parameters.push(before);
  }
  if (cursor !== undefined) {
    // A position that the asker is shown nothing of ends no page.
    more += ` AND place < (SELECT place FROM cases_timeline WHERE position = ? ${shown})`;
    parameters.push(cursor, ...shownParameters);
  }
  const rows = readModel.all<Omit<TimelineEntry, 'refs'> & { readonly refs: string }>(
    `SELECT position, recorded_at AS "recordedAt", type, actor, role, capacity, stream, refs FROM cases_timeline
      WHERE (case_id IN (SELECT value FROM json_each(?)) OR finding_id IN (SELECT value FROM json_each(?)))${more} ORDER BY place DESC LIMIT ?`,
    ...parameters,
    limit + 1,
  );
  const entries = rows.slice(0, limit).map((row) => ({ ...row, refs: JSON.parse(row.refs) as Record<string, string> }));
  return { entries, next: rows.length > limit ? entries.at(-1)!.position : null };
};
