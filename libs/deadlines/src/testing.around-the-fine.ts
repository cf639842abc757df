import type { LocalDay } from '#kernel';
import type { AppealEvent } from '#appeals/published';
import type { CaseEvent } from '#cases/published';
import type { FineEvent } from '#fines/published';
import type { NoticeEvent } from '#notices/published';
import type { OffenseEvent } from '#offenses/published';

import { CASE, FINDING, FINE, morning } from './testing.js';

/** Events around a fine, each with the parts that a clock reads. */
export const COMPLIANCE = `${CASE}.compliance-1`;
export const AGREEMENT = `${CASE}.agreement-1`;
export const APPEAL_ID = 'appeal-1';
export const HEARING = `${APPEAL_ID}.hearing-1`;
export const DECISION = `${APPEAL_ID}.decision-1`;

const inCase = { caseId: CASE };
const inFine = { fineId: FINE, partyId: 'party-1', caseId: CASE };
const inAppeal = { ...inFine, appealId: APPEAL_ID };

export const dateSet = (setOn: LocalDay, dueOn: LocalDay): CaseEvent => ({
  type: 'ComplianceDateSet',
  data: {
    ...inCase,
    complianceId: COMPLIANCE,
    findingId: FINDING,
    partyId: 'party-1',
    dueOn,
    demand: 'Stop the bypass.',
    noticeId: null,
    setBy: 'officer-1',
    setOn,
  },
});

export const extended = (grantedOn: LocalDay, dueOn: LocalDay): CaseEvent => ({
  type: 'ExtensionGranted',
  data: {
    ...inCase,
    extensionId: `${COMPLIANCE}.extension-1`,
    complianceId: COMPLIANCE,
    findingId: FINDING,
    dueOn,
    grantedBy: 'officer-1',
    grantedOn,
    words: 'Parts are on order.',
  },
});

export const dateCanceled = (canceledOn: LocalDay): CaseEvent => ({
  type: 'ComplianceDateCanceled',
  data: { ...inCase, complianceId: COMPLIANCE, findingId: FINDING, reason: 'Set in error', canceledOn },
});

export const findingWithdrawn = (withdrawnOn: LocalDay): CaseEvent => ({
  type: 'FindingWithdrawn',
  data: {
    ...inCase,
    findingId: FINDING,
    partyId: 'party-1',
    premisesId: 'premises-1',
    ruleId: '168-27G',
    againstOwner: false,
    reason: 'Wrong works',
    withdrawnOn,
  },
});

export const sighting = (
  kind: 'violating' | 'ended' | 'stopped',
  day: LocalDay,
  sightingId = `sighting-${kind}-${day}`,
): OffenseEvent => ({
  type: 'SightingRecorded',
  data: {
    ...inCase,
    ledger: { partyId: 'party-1', premisesId: 'premises-1', ruleId: '168-27G' },
    sighting: {
      sightingId,
      kind,
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
});

export const sightingVoided = (sightingId: string): OffenseEvent => ({
  type: 'SightingVoided',
  data: { ...inCase, sightingId, cause: 'hand', reason: 'Another tank' },
});

export const cured = (curedOn: LocalDay | null, verifiedOn: LocalDay): OffenseEvent => ({
  type: 'CureVerified',
  data: {
    ...inCase,
    cureId: `${FINDING}.cure-1`,
    curedAt: curedOn && morning(curedOn),
    verifiedAt: morning(verifiedOn),
    sightingId: 'sighting-cure',
  },
});

export const runClosed = (on: LocalDay, runId = 'run-1'): OffenseEvent => ({
  type: 'RunClosed',
  data: { runId, on, cause: 'ended' },
});

export const signed = (
  inForceOn: LocalDay,
  milestones: readonly LocalDay[],
  payments: readonly (readonly [LocalDay, number])[] = [],
): CaseEvent => ({
  type: 'ConsentAgreementSigned',
  data: {
    ...inCase,
    agreementId: AGREEMENT,
    partyId: 'party-1',
    signedByPartyOn: inForceOn,
    signedForTownOn: inForceOn,
    signedForTownBy: 'officer-1',
    inForceOn,
    proof: 'Both pages',
    forbears: [],
    milestones: milestones.map((dueOn, index) => ({ milestoneId: `${AGREEMENT}.milestone-${index + 1}`, dueOn })),
    payments: payments.map(([dueOn, amountCents]) => ({ dueOn, amountCents })),
  },
});

export const milestoneMet = (number: number, metOn: LocalDay): CaseEvent => ({
  type: 'MilestoneMet',
  data: {
    ...inCase,
    agreementId: AGREEMENT,
    milestoneId: `${AGREEMENT}.milestone-${number}`,
    metOn,
    proof: 'Letter',
    recordedOn: metOn,
  },
});

export const breached = (breachedOn: LocalDay): CaseEvent => ({
  type: 'ConsentAgreementBreached',
  data: { ...inCase, agreementId: AGREEMENT, breachedOn, recordedOn: breachedOn, reason: 'Nothing was done' },
});

export const agreedFine = (ledger: string, recordedOn: LocalDay, days: readonly LocalDay[]): FineEvent => ({
  type: 'CivilFineAgreed',
  data: {
    ...inFine,
    number: 'CF-2026-001',
    findingId: FINDING,
    premisesId: 'premises-1',
    ruleId: '168-27G',
    ledger,
    days: days.map((day) => ({ day, cents: 50_000 })),
    ledgerEventCount: 1,
    agreementId: AGREEMENT,
    agreedOn: recordedOn,
    appeal: 'waived',
    agreedBy: 'officer-1',
    recordedOn,
    appointmentId: 'appointment-1',
    capDecision: null,
    document: { recipientName: 'Example Laundry', recipientAddress: '1 Example Road', addressedOn: recordedOn },
    reason: 'As agreed',
    authority: '§ 168-30D',
  },
});

export const paid = (receivedOn: LocalDay, amountCents: number, fineId = FINE): FineEvent => ({
  type: 'PaymentReceived',
  data: {
    ...inFine,
    fineId,
    paymentId: `payment-${receivedOn}`,
    amountCents,
    receivedOn,
    enteredOn: receivedOn,
    method: 'check',
    reference: null,
  },
});

export const refunded = (refundedOn: LocalDay, amountCents: number): FineEvent => ({
  type: 'CreditRefunded',
  data: {
    ...inFine,
    refundId: `${FINE}.refund-1`,
    amountCents,
    refundedOn,
    enteredOn: refundedOn,
    method: 'check',
    reference: null,
    refundedBy: 'officer-1',
  },
});

export const creditApplied = (appliedOn: LocalDay, amountCents: number, fromFineId: string): FineEvent => ({
  type: 'CreditApplied',
  data: { ...inFine, fineId: fromFineId, toFineId: FINE, amountCents, appliedOn, appliedBy: 'officer-1' },
});

export const sued = (commencedOn: LocalDay): FineEvent => ({
  type: 'CollectionActionCommenced',
  data: { ...inFine, court: 'City Court', indexNumber: '2028-7', commencedOn, recordedOn: commencedOn },
});

export const noticeIssued = (issuedOn: LocalDay, caseId = CASE): NoticeEvent => ({
  type: 'NoticeIssued',
  data: {
    noticeId: `notice-${issuedOn}`,
    caseId,
    partyId: 'party-1',
    kind: 'noticeOfViolation',
    documentId: null,
    number: 'NOV-2026-001',
    version: 1,
    recipient: { recipientName: 'Example Laundry', recipientAddress: '1 Example Road', addressedOn: issuedOn },
    issuedBy: 'officer-1',
    issuedOn,
  },
});

export const appealFiled = (filedOn: LocalDay, documents: readonly (string | null)[] = [null]): AppealEvent => ({
  type: 'AppealFiled',
  data: {
    ...inAppeal,
    number: 'A-2026-001',
    findingId: FINDING,
    premisesId: 'premises-1',
    documents,
    imposedBy: 'officer-1',
    filedOn,
    enteredOn: filedOn,
    channel: 'mail',
    grounds: 'No bypass',
    route: 'board',
    marks: [],
    deadline: null,
  },
});

export const hearingNoticed = (noticedOn: LocalDay, hearingAt: string, publicNoticeAt: string | null): AppealEvent => ({
  type: 'HearingNoticed',
  data: {
    ...inAppeal,
    hearingId: HEARING,
    hearingAt,
    hearingOn: hearingAt.slice(0, 10),
    place: 'Town Hall',
    noticedOn,
    publicNoticeAt,
  },
});

export const adjourned = (adjournedOn: LocalDay, toAt: string): AppealEvent => ({
  type: 'HearingAdjourned',
  data: { ...inAppeal, hearingId: HEARING, by: 'board', reason: 'Snow', toAt, toOn: toAt.slice(0, 10), adjournedOn },
});

export const hearingOpened = (openedOn: LocalDay): AppealEvent => ({
  type: 'HearingOpened',
  data: { ...inAppeal, hearingId: HEARING, openedAt: morning(openedOn), openedOn },
});

export const appealWithdrawn = (withdrawnOn: LocalDay): AppealEvent => ({
  type: 'AppealWithdrawn',
  data: { ...inAppeal, reason: 'Settled', withdrawnOn },
});

export const decided = (decidedOn: LocalDay): AppealEvent => ({
  type: 'AppealDecided',
  data: {
    ...inAppeal,
    decisionId: DECISION,
    decidedOn,
    resolutionNumber: '2026-70',
    seats: [],
    ayes: 3,
    needed: 3,
    paragraphs: [],
    findingsOfFact: [],
    authority: '§ 168-30D',
  },
});

export const decisionServed = (servedOn: LocalDay): AppealEvent => ({
  type: 'DecisionServed',
  data: { ...inAppeal, decisionId: DECISION, servedOn, noticeId: 'notice-decision' },
});

export const article78Filed = (filedOn: LocalDay): AppealEvent => ({
  type: 'Article78Filed',
  data: { ...inAppeal, decisionId: DECISION, indexNumber: '2026-1234', filedOn },
});
