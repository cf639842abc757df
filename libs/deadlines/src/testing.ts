import type { EventMetadata, Instant, LocalDay, Recorded } from '#kernel';
import { foldEvents } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import type { CaseEvent } from '#cases/published';
import type { FineEvent } from '#fines/published';
import type { SettingsEvent } from '#law/published';
import { SETTINGS_STREAM } from '#law/published';
import { DEFAULT_ZONE, localDayOf } from '#legal-time';
import type { NoticeEvent } from '#notices/published';
import type { OffenseEvent } from '#offenses/published';
import type { PremisesEvent } from '#registry/published';
import type { QueryContext } from '#runtime';
import { ReadModelFile } from '#runtime';

import { deadlinesProjection } from './deadlines.projection.js';
import { getDayDeadlines, getDeadline, listDeadlines } from './deadlines.queries.js';

type AnyEvent = PremisesEvent | OffenseEvent | FineEvent | SettingsEvent | CaseEvent | AppealEvent | NoticeEvent;

interface Past {
  readonly asOf?: LocalDay;
  readonly knownAt?: Instant;
}

/** Ten in the morning of a day, near enough to Eastern time for a day to stay itself. */
export const morning = (day: LocalDay): Instant => `${day}T14:00:00.000Z`;

/**
 * A log in memory with the read model beside it, asked through the real queries. Events come in as they would be stored;
 * a day alone stands for its morning.
 */
export class DeadlinesBench {
  readonly file = new ReadModelFile(':memory:', [deadlinesProjection]);
  readonly log: Recorded[] = [];

  record(recordedAt: LocalDay, stream: string, ...events: readonly AnyEvent[]): void {
    for (const event of events) {
      const position = String(this.log.length + 1).padStart(20, '0');
      const recorded: Recorded = {
        event,
        id: position,
        stream,
        revision: 0n,
        position,
        recordedAt: recordedAt.length === 10 ? morning(recordedAt) : recordedAt,
        metadata: {} as EventMetadata,
      };
      this.log.push(recorded);
      this.apply(this.file, recorded);
    }
  }

  private apply(file: ReadModelFile, recorded: Recorded): void {
    file.run(
      'INSERT OR IGNORE INTO recorded_time (recorded_at, position) VALUES (?, ?)',
      recorded.recordedAt,
      recorded.position,
    );
    if (deadlinesProjection.listensTo.includes(recorded.event.type)) deadlinesProjection.apply(file, recorded as never);
  }

  settings(recordedAt: LocalDay, ...events: readonly SettingsEvent[]): void {
    this.record(recordedAt, SETTINGS_STREAM, ...events);
  }

  /** The same log read once more, into a second file. */
  rebuilt(): ReadModelFile {
    const file = new ReadModelFile(':memory:', [deadlinesProjection]);
    for (const recorded of this.log) this.apply(file, recorded);
    return file;
  }

  private context(now: LocalDay, past: Past): QueryContext {
    const { asOf, knownAt } = past;
    const instant = now.length === 10 ? morning(now) : now;
    const later = knownAt === undefined ? -1 : this.log.findIndex(({ recordedAt }) => recordedAt > knownAt);
    const known = later === -1 ? this.log : this.log.slice(0, later);
    return {
      load: (stream, fold) =>
        Promise.resolve(
          foldEvents(
            fold,
            fold.initialState(),
            known.filter((recorded) => recorded.stream === stream).map(({ event }) => event as never),
          ),
        ),
      revisionOf: () => Promise.resolve(-1n),
      readModel: this.file,
      now: instant,
      today: localDayOf(instant),
      zone: DEFAULT_ZONE,
      asOf: asOf ?? null,
      knownAt: knownAt ?? null,
      knownBefore: this.log[later]?.position ?? null,
      actor: { id: 'officer-1', role: 'officer', capacity: 'Town' },
      hidden: new Set(),
      hashOf: (text) => Promise.resolve(text),
      at: ({ asOf: day, knownAt: known }) =>
        Promise.resolve(
          this.context(now, { ...(day === null ? {} : { asOf: day }), ...(known === null ? {} : { knownAt: known }) }),
        ),
    };
  }

  list(now: LocalDay, asked: Parameters<typeof listDeadlines>[0] = {}, past: Past = {}) {
    return listDeadlines(asked, this.context(now, past));
  }

  one(now: LocalDay, deadlineId: string, past: Past = {}) {
    return getDeadline({ deadlineId }, this.context(now, past));
  }

  day(now: LocalDay, findingId: string, day: LocalDay, past: Past = {}) {
    return getDayDeadlines({ findingId, day }, this.context(now, past));
  }
}

export const availability = (
  premisesId: string,
  availableOn: LocalDay,
  more: Partial<Extract<PremisesEvent, { type: 'PublicSewerAvailabilityDetermined' }>['data']> = {},
): PremisesEvent => ({
  type: 'PublicSewerAvailabilityDetermined',
  data: {
    premisesId,
    determinationId: `${premisesId}.availability-1`,
    availableOn,
    determinedBy: 'Superintendent',
    determinedOn: availableOn,
    basis: 'Main accepted',
    noticeToOwner: null,
    ownerPartyId: 'party-1',
    ruleId: '168-25H',
    supersedes: null,
    ...more,
  },
});

export const connection = (premisesId: string, connectedOn: LocalDay): PremisesEvent => ({
  type: 'SewerConnectionRecorded',
  data: {
    premisesId,
    connectedOn,
    basis: 'Seen in the trench',
    determinationId: `${premisesId}.availability-1`,
    ownerPartyId: 'party-1',
  },
});

export const holiday = (day: LocalDay, name = 'Day of thanksgiving'): SettingsEvent => ({
  type: 'SpecialHolidayProclaimed',
  data: { day, name, proclaimedBy: 'Governor', reference: 'Proclamation 7' },
});

export const policy = (
  name: string,
  value: number,
  effectiveFrom: LocalDay,
  resolutionNumber = '2026-11',
): SettingsEvent => ({
  type: 'PolicyAdopted',
  data: { policy: name, value, resolutionNumber, adoptedOn: effectiveFrom, effectiveFrom, note: null },
});

export const CASE = 'case-1';
export const FINDING = `${CASE}.finding-1`;
export const FINE = 'party-1.fine-1';

/** A case with one finding, so that a day can be asked for by its finding. */
export const caseEvents = (ruleId = '168-27G'): CaseEvent[] => [
  {
    type: 'CaseOpened',
    data: {
      caseId: CASE,
      number: 'C-2026-001',
      title: 'Tank',
      premisesId: 'premises-1',
      openedOn: '2023-01-02',
      complaintId: null,
    },
  },
  {
    type: 'FindingMade',
    data: {
      caseId: CASE,
      findingId: FINDING,
      partyId: 'party-1',
      premisesId: 'premises-1',
      ruleId,
      ruleVersion: 1,
      test: 'ABS',
      findingKind: 'absolute',
      facts: 'Bypassed',
      againstOwner: false,
      madeOn: '2023-01-02',
      opinion: null,
    },
  },
];

/** What opens a ledger: its first sighting and its first run. */
export const ledgerOpens = (ruleId = '168-27G', runId = 'run-1', day: LocalDay = '2023-01-02'): OffenseEvent[] => [
  {
    type: 'SightingRecorded',
    data: {
      caseId: CASE,
      ledger: { partyId: 'party-1', premisesId: 'premises-1', ruleId },
      sighting: {
        sightingId: `sighting-${runId}`,
        kind: 'violating',
        at: morning(day),
        atAsEntered: morning(day),
        day,
        findingId: FINDING,
        evidence: [],
        note: null,
        continuity: null,
        recordedBy: 'officer-1',
      },
      countedInFinding: null,
    },
  },
  { type: 'RunOpened', data: { runId, findingId: FINDING, caseId: CASE, from: day, reopened: false } },
];

export const offenseDay = (day: LocalDay, runId = 'run-1'): OffenseEvent => ({
  type: 'OffenseDayRecorded',
  data: { day, basis: 'observed', runId, findingId: FINDING, caseId: CASE, nature: 'continuing', ruleVersion: 1 },
});

export const voided = (...days: readonly LocalDay[]): OffenseEvent => ({
  type: 'OffenseDaysVoided',
  data: { caseId: CASE, days, cause: 'hand', reason: 'Wrong premises', evidence: [] },
});

export const reinstated = (...days: readonly LocalDay[]): OffenseEvent => ({
  type: 'OffenseDaysReinstated',
  data: { caseId: CASE, days, basis: 'observed', cause: 'hand', reason: 'New photograph', evidence: [] },
});

const inFine = { fineId: FINE, partyId: 'party-1', caseId: CASE };

export const imposed = (ledger: string, imposedOn: LocalDay, days: readonly LocalDay[]): FineEvent => ({
  type: 'CivilFineImposed',
  data: {
    ...inFine,
    number: 'CF-2026-001',
    findingId: FINDING,
    premisesId: 'premises-1',
    ruleId: '168-27G',
    ledger,
    days: days.map((day) => ({ day, cents: 50_000 })),
    ledgerEventCount: 1,
    running: null,
    raises: null,
    reason: 'Bypass',
    imposedBy: 'officer-1',
    imposedOn,
    appointmentId: 'appointment-1',
    capDecision: null,
    document: { recipientName: 'Example Laundry', recipientAddress: '1 Example Road', addressedOn: imposedOn },
    authority: '§ 168-30D',
  },
});

export const served = (servedOn: LocalDay, statementId: string | null = null): FineEvent => ({
  type: 'FineNoticeServed',
  data: {
    ...inFine,
    statementId,
    servedAt: morning(servedOn),
    servedOn,
    method: 'personal',
    noticeId: null,
    proof: 'Affidavit',
    droppedBefore: [],
  },
});

export const dropped = (ledger: string, droppedOn: LocalDay, ...days: readonly LocalDay[]): FineEvent => ({
  type: 'FineDaysDropped',
  data: {
    ...inFine,
    findingId: FINDING,
    ledger,
    days: days.map((day) => ({ day, cents: 50_000, statementId: null, forborneOn: null })),
    ledgerEventCount: 2,
    droppedOn,
  },
});

export const withdrawn = (withdrawnOn: LocalDay): FineEvent => ({
  type: 'CivilFineWithdrawn',
  data: { ...inFine, reason: 'Served on the wrong person', withdrawnBy: 'officer-1', withdrawnOn },
});
