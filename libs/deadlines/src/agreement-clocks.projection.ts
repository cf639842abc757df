import type { Cents, LocalDay } from '#kernel';
import type { CaseEvent } from '#cases/published';
import type { FineEvent } from '#fines/published';
import { localDayOf } from '#legal-time';
import type { OffenseEvent } from '#offenses/published';
import type { ReadModelTables } from '#runtime/published';

import type { Applied } from './applied.rules.js';
import { agreementCounting, clockId } from './clock.rules.js';
import {
  change,
  clocksAbout,
  clocksStoppedBy,
  currentClock,
  move,
  NOT_STOPPED,
  premisesOf,
  rememberPremises,
  settingsSoFar,
  start,
  startFixed,
  stop,
  voidFrom,
} from './clock-rows.projection.js';
import { COMPLIANCE_AUTHORITY, complianceDate } from './fixed-date.rules.js';

/** Money of fines, and the agreements whose payment dates it meets; when a date was met is found when it is read. */
export const AGREEMENT_TABLES = ['deadline_agreement_fine', 'deadline_money'];
export const AGREEMENT_SCHEMA = `
  CREATE TABLE deadline_agreement_fine (
    agreement_id TEXT NOT NULL, fine_id TEXT NOT NULL, known_from TEXT NOT NULL, PRIMARY KEY (agreement_id, fine_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE deadline_money (
    place INTEGER PRIMARY KEY, fine_id TEXT NOT NULL, on_day TEXT NOT NULL, cents INTEGER NOT NULL, type TEXT NOT NULL,
    position TEXT NOT NULL, known_from TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deadline_money_of_fine ON deadline_money (fine_id);
`;

/** Ids under an agreement or a finding carry it: `<agreementId>.milestone-1`, `<findingId>.cure-1`. */
const parentOf = (childId: string): string => childId.slice(0, childId.lastIndexOf('.'));

type Signed = Extract<CaseEvent, { type: 'ConsentAgreementSigned' }>;

const startAgreement = (tables: ReadModelTables, { data }: Signed, applied: Applied): void => {
  const { caseId, agreementId, partyId, inForceOn, milestones, payments } = data;
  const settings = settingsSoFar(tables);
  const of = { caseId, findingId: null, premisesId: premisesOf(tables, caseId), partyId, aboutId: agreementId };
  for (const { milestoneId, dueOn } of milestones) {
    const counting = agreementCounting('milestone', inForceOn, dueOn, agreementId);
    const started = {
      ...of,
      deadlineId: clockId('milestone', milestoneId),
      subject: { agreementId, milestoneId, dueOn },
    };
    start(tables, started, counting, settings, applied);
  }
  let throughCents: Cents = 0;
  // The sum that must have come in by a date is that of the dates up to it, in the order of the dates.
  const inOrder = payments
    .map((payment, index) => ({ ...payment, number: index + 1 }))
    .sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.number - b.number));
  for (const { number, dueOn, amountCents } of inOrder) {
    throughCents += amountCents;
    const counting = agreementCounting('agreementPayment', inForceOn, dueOn, agreementId);
    const subject = { agreementId, payment: number, dueOn, amountCents, throughCents };
    const deadlineId = clockId('agreementPayment', `${agreementId}.payment-${number}`);
    start(tables, { ...of, deadlineId, subject }, counting, settings, applied);
  }
};

/** What is open under an agreement ends with it; what was done stays done. */
const endAgreement = (
  tables: ReadModelTables,
  agreementId: string,
  on: LocalDay,
  by: string,
  applied: Applied,
): void => {
  for (const clock of clocksAbout(tables, 'milestone', agreementId))
    if (clock.stopped_on === null || clock.stopped_on > on) voidFrom(tables, clock, on, by, applied);
  // Whether a payment date was met by then is found when it is read.
  for (const clock of clocksAbout(tables, 'agreementPayment', agreementId)) voidFrom(tables, clock, on, by, applied);
};

/** Compliance dates, milestones and payment dates, as acts in a case start, move, meet and end them. */
export const applyCase = (tables: ReadModelTables, event: CaseEvent, applied: Applied): void => {
  switch (event.type) {
    case 'CaseOpened':
      return rememberPremises(tables, event.data.caseId, event.data.premisesId);
    case 'FindingMade':
      return rememberPremises(tables, event.data.findingId, event.data.premisesId);
    case 'FindingWithdrawn': {
      const { findingId, withdrawnOn } = event.data;
      for (const clock of clocksAbout(tables, 'compliance', findingId))
        voidFrom(tables, clock, withdrawnOn, event.type, applied);
      return;
    }
    case 'ComplianceDateSet': {
      const { caseId, complianceId, findingId, partyId, noticeId, setOn, dueOn } = event.data;
      const started = {
        deadlineId: clockId('compliance', complianceId),
        caseId,
        findingId,
        premisesId: premisesOf(tables, findingId),
        partyId,
        aboutId: findingId,
        subject: { complianceId, findingId, noticeId },
      };
      const clock = { kind: 'compliance', on: setOn, authority: COMPLIANCE_AUTHORITY } as const;
      return startFixed(tables, started, clock, complianceDate(setOn, dueOn), applied);
    }
    case 'ExtensionGranted': {
      const { complianceId, dueOn, grantedOn } = event.data;
      const clock = currentClock(tables, clockId('compliance', complianceId));
      if (!clock) return;
      const extended = complianceDate(clock.started_on, dueOn, grantedOn);
      return move(tables, clock.deadline_id, grantedOn, extended, event.type, applied);
    }
    case 'ComplianceDateCanceled': {
      const { complianceId, canceledOn } = event.data;
      const clock = currentClock(tables, clockId('compliance', complianceId));
      return voidFrom(tables, clock, canceledOn, event.type, applied);
    }
    case 'ConsentAgreementSigned':
      return startAgreement(tables, event, applied);
    case 'MilestoneMet': {
      const { milestoneId, metOn } = event.data;
      const clock = currentClock(tables, clockId('milestone', milestoneId));
      stop(tables, clock, metOn, event.type, applied, milestoneId);
      // Recorded after the agreement had ended, but done before: it is among the completed ones.
      const met = currentClock(tables, clockId('milestone', milestoneId));
      if (met && met.void_from !== null && metOn <= met.void_from)
        change(tables, met, { void_from: null, void_by: null }, applied);
      return;
    }
    case 'ConsentAgreementBreached':
      return endAgreement(tables, event.data.agreementId, event.data.breachedOn, event.type, applied);
    case 'ConsentAgreementCompleted':
      return endAgreement(tables, event.data.agreementId, event.data.completedOn, event.type, applied);
    case 'ConsentAgreementAbandoned':
      return endAgreement(tables, event.data.agreementId, event.data.abandonedOn, event.type, applied);
  }
};

/** A verified cure, or a sighting that the condition has ended or stopped, meets the compliance dates of its finding. */
export const meetCompliance = (tables: ReadModelTables, event: OffenseEvent, applied: Applied): void => {
  const meet = (findingId: string, on: LocalDay, sightingId: string): void => {
    for (const clock of clocksAbout(tables, 'compliance', findingId))
      if (clock.void_from === null) stop(tables, clock, on, event.type, applied, sightingId);
  };
  switch (event.type) {
    case 'CureVerified': {
      const { cureId, curedAt, verifiedAt, sightingId } = event.data;
      return meet(parentOf(cureId), localDayOf(curedAt ?? verifiedAt), sightingId);
    }
    case 'SightingRecorded': {
      const { kind, findingId, day, sightingId } = event.data.sighting;
      return kind === 'violating' ? undefined : meet(findingId, day, sightingId);
    }
    case 'SightingCorrected': {
      const { kind, day, sightingId } = event.data.sighting;
      for (const clock of clocksStoppedBy(tables, sightingId))
        change(tables, clock, kind === 'violating' ? NOT_STOPPED : { stopped_on: day }, applied);
      return;
    }
    case 'SightingVoided':
      for (const clock of clocksStoppedBy(tables, event.data.sightingId)) change(tables, clock, NOT_STOPPED, applied);
  }
};

const book = (
  tables: ReadModelTables,
  fineId: string,
  on: LocalDay,
  cents: Cents,
  type: string,
  { position, knownFrom }: Applied,
): void =>
  tables.run(
    'INSERT INTO deadline_money (fine_id, on_day, cents, type, position, known_from) VALUES (?, ?, ?, ?, ?, ?)',
    fineId,
    on,
    cents,
    type,
    position,
    knownFrom,
  );

/** Money on fines, of whatever kind, since it may come before the fine is known to be an agreed one. */
export const bookMoney = (tables: ReadModelTables, event: FineEvent, applied: Applied): void => {
  switch (event.type) {
    // Where agreed words were missing the fine is an imposed one; what is paid on it is paid as the agreement says.
    case 'CivilFineAgreed':
    case 'AgreementFoundWanting':
      return tables.run(
        'INSERT OR IGNORE INTO deadline_agreement_fine (agreement_id, fine_id, known_from) VALUES (?, ?, ?)',
        event.data.agreementId,
        event.data.fineId,
        applied.knownFrom,
      );
    case 'PaymentReceived':
      return book(tables, event.data.fineId, event.data.receivedOn, event.data.amountCents, event.type, applied);
    case 'CreditRefunded':
      return book(tables, event.data.fineId, event.data.refundedOn, -event.data.amountCents, event.type, applied);
    case 'CreditApplied': {
      const { fineId, toFineId, amountCents, appliedOn } = event.data;
      book(tables, fineId, appliedOn, -amountCents, event.type, applied);
      return book(tables, toFineId, appliedOn, amountCents, event.type, applied);
    }
  }
};
