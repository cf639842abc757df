import { assertNever, DomainError, type LocalDay, type Personal, type StreamFold } from '#kernel';
import type { TestType } from '#law/published';

import { caseCatalog, type CaseEvent, type FindingKind, type RecordedOpinion } from './case.events.js';
import { evolveClosing, noClosing, type ClosingState } from './closing.state.js';
import { evolveCompliance, noCompliance, type ComplianceState } from './compliance.state.js';

/** A finding as other capabilities see it. */
export interface Finding {
  readonly findingId: string;
  readonly caseId: string;
  readonly partyId: string;
  readonly premisesId: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly findingKind: FindingKind;
  readonly againstOwner: boolean;
  readonly madeOn: LocalDay;
  /** The local day on which the opinion was recorded (conflict register G11); null where the finding rests on none. */
  readonly opinionRecordedOn: LocalDay | null;
  readonly withdrawn: boolean;
}

/** A finding with everything the case knows of it. */
export interface CaseFinding extends Omit<Finding, 'opinionRecordedOn' | 'withdrawn'> {
  readonly test: TestType;
  readonly facts: Personal;
  readonly opinion: RecordedOpinion | null;
  readonly withdrawnOn: LocalDay | null;
  readonly withdrawalReason: Personal;
}

export interface CapDecision {
  readonly reference: Personal;
  readonly recordedOn: LocalDay;
}

/** Every decision that was ever on file, the newest last. */
export interface CapDecisionEntry extends CapDecision {
  readonly reading: Personal;
  readonly withdrawnOn: LocalDay | null;
}

export interface ReviewItem {
  readonly reviewItemId: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: Personal;
  readonly openedOn: LocalDay;
  readonly settledOn: LocalDay | null;
  readonly resolution: Personal;
}

export interface CounselNote {
  readonly noteId: string;
  readonly text: Personal;
  readonly writtenBy: string;
  readonly writtenOn: LocalDay;
}

export interface CaseState extends ComplianceState, ClosingState {
  /** Null while nothing is recorded: the case is unknown. */
  readonly caseId: string | null;
  readonly number: string;
  readonly title: Personal;
  readonly premisesId: string;
  readonly openedOn: LocalDay;
  readonly complaintId: string | null;
  readonly findings: readonly CaseFinding[];
  readonly capDecisions: readonly CapDecisionEntry[];
  readonly reviewItems: readonly ReviewItem[];
  /** Counsel's work product: shown to counsel alone. */
  readonly counselNotes: readonly CounselNote[];
}

const changeWhere = <Item>(items: readonly Item[], wanted: (item: Item) => boolean, change: Partial<Item>): Item[] =>
  items.map((item) => (wanted(item) ? { ...item, ...change } : item));

/** The fold of `case-<id>`. */
export const caseFold: StreamFold<CaseState, CaseEvent> = {
  name: 'case',
  catalog: caseCatalog,
  initialState: () => ({
    caseId: null,
    number: '',
    title: null,
    premisesId: '',
    openedOn: '',
    complaintId: null,
    findings: [],
    capDecisions: [],
    reviewItems: [],
    counselNotes: [],
    ...noCompliance,
    ...noClosing,
  }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'CaseOpened':
        return { ...state, ...event.data };
      case 'FindingMade':
        return {
          ...state,
          findings: [...state.findings, { ...event.data, withdrawnOn: null, withdrawalReason: null }],
          holdings: [
            ...state.holdings,
            {
              findingId: event.data.findingId,
              from: event.data.madeOn,
              fromCaseId: null,
              until: null,
              intoCaseId: null,
            },
          ],
        };
      case 'FindingWithdrawn': {
        const { findingId, withdrawnOn, reason } = event.data;
        return {
          ...state,
          findings: changeWhere(state.findings, (finding) => finding.findingId === findingId, {
            withdrawnOn,
            withdrawalReason: reason,
          }),
        };
      }
      case 'CounselCapDecisionRecorded': {
        const { reference, reading, recordedOn } = event.data;
        return {
          ...state,
          capDecisions: [...state.capDecisions, { reference, reading, recordedOn, withdrawnOn: null }],
        };
      }
      case 'CounselCapDecisionWithdrawn': {
        const { withdrawnOn } = event.data;
        return {
          ...state,
          capDecisions: changeWhere(
            state.capDecisions,
            // One decision is on file at a time; its reference is sealed, and no two sealed texts are alike.
            (decision) => decision.withdrawnOn === null,
            { withdrawnOn },
          ),
        };
      }
      case 'ReviewItemOpened': {
        const { reviewItemId, kind, subject, text, openedOn } = event.data;
        const item = { reviewItemId, kind, subject, text, openedOn, settledOn: null, resolution: null };
        return { ...state, reviewItems: [...state.reviewItems, item] };
      }
      case 'ReviewItemSettled': {
        const { reviewItemId, resolution, settledOn } = event.data;
        return {
          ...state,
          reviewItems: changeWhere(state.reviewItems, (item) => item.reviewItemId === reviewItemId, {
            settledOn,
            resolution,
          }),
        };
      }
      case 'CounselNoteAdded': {
        const { noteId, text, writtenBy, writtenOn } = event.data;
        return { ...state, counselNotes: [...state.counselNotes, { noteId, text, writtenBy, writtenOn }] };
      }
      case 'ComplianceDateSet':
      case 'ExtensionRequested':
      case 'ExtensionGranted':
      case 'ExtensionDenied':
      case 'ComplianceDateCanceled':
      case 'ConsentAgreementDrafted':
      case 'ConsentAgreementSigned':
      case 'MilestoneMet':
      case 'MilestoneMissed':
      case 'ConsentAgreementBreached':
      case 'ConsentAgreementCompleted':
      case 'ConsentAgreementAbandoned':
        return { ...state, ...evolveCompliance(state, event) };
      case 'CaseClosed':
      case 'CaseReopened':
      case 'LitigationHoldPlaced':
      case 'LitigationHoldReleased':
      case 'CaseConsolidated':
      case 'CaseSplit':
      case 'FindingsReceived':
        return { ...state, ...evolveClosing(state, event) };
      default:
        return assertNever(event);
    }
  },
};

const parentOf = (childId: string, mark: string, field: string): string => {
  const at = childId.lastIndexOf(mark);
  if (at < 1 || !/^\d+$/.test(childId.slice(at + mark.length)))
    throw new DomainError('CASES.BAD_CHILD_ID', `"${childId}" does not name its case.`, {
      kind: 'invalid',
      field,
      rule: `An id here is the case's id, then ${mark} and a number.`,
    });
  return childId.slice(0, at);
};

/** The case that a finding belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const caseIdOf = (findingId: string): string => parentOf(findingId, '.finding-', 'findingId');

/** The case that a review item belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const caseIdOfReviewItem = (reviewItemId: string): string => parentOf(reviewItemId, '.review-', 'reviewItemId');

/** The case that a compliance date belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const caseIdOfCompliance = (complianceId: string): string =>
  parentOf(complianceId, '.compliance-', 'complianceId');

/** The compliance date that an extension belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const complianceIdOfExtension = (extensionId: string): string =>
  parentOf(extensionId, '.extension-', 'extensionId');

/** The case that a consent agreement belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const caseIdOfAgreement = (agreementId: string): string => parentOf(agreementId, '.agreement-', 'agreementId');

/** The agreement that a milestone belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const agreementIdOfMilestone = (milestoneId: string): string =>
  parentOf(milestoneId, '.milestone-', 'milestoneId');

/** The case that a litigation hold belongs to, read from its id. @throws CASES.BAD_CHILD_ID */
export const caseIdOfHold = (holdId: string): string => parentOf(holdId, '.hold-', 'holdId');

/** True when the case is on file. */
export const isKnownCase = (state: CaseState): boolean => state.caseId !== null;

/** A finding of the case, withdrawn ones included; null when the case has none of that id. */
export const findingOf = (state: CaseState, findingId: string): Finding | null => {
  const found = state.findings.find((finding) => finding.findingId === findingId);
  if (!found) return null;
  const { caseId, partyId, premisesId, ruleId, ruleVersion, findingKind, againstOwner, madeOn, opinion, withdrawnOn } =
    found;
  return {
    findingId,
    caseId,
    partyId,
    premisesId,
    ruleId,
    ruleVersion,
    findingKind,
    againstOwner,
    madeOn,
    opinionRecordedOn: opinion?.recordedOn ?? null,
    withdrawn: withdrawnOn !== null,
  };
};

/** Counsel's decision on the cap that is on file for the case, or null (domain.md 2.4). */
export const capDecisionOf = (state: CaseState): CapDecision | null => {
  const decision = state.capDecisions.findLast(({ withdrawnOn }) => withdrawnOn === null);
  return decision ? { reference: decision.reference, recordedOn: decision.recordedOn } : null;
};

/** The open review item of a kind and subject, or null. */
export const openReviewItemOf = (state: CaseState, kind: string, subject: string): ReviewItem | null =>
  state.reviewItems.find((item) => item.kind === kind && item.subject === subject && item.settledOn === null) ?? null;
