import type { Cents, StreamFold } from '#kernel';
import { assertNever, DomainError } from '#kernel';

import type { CivilFineAgreed, CivilFineImposed, FineEvent } from './fine.events.js';
import { fineCatalog } from './fine.events.js';
import type {
  Decision,
  Fine,
  FineAppeal,
  FinesState,
  NamedDay,
  Payment,
  Reduction,
  Refund,
  Stay,
} from './fine.model.js';
import type { DayCents, Service } from './fine.types.js';
import { dayKey, restated } from './named-day.rules.js';

export type * from './fine.model.js';

const named = (days: readonly DayCents[], statementId: string | null, ledgerEventCount: number): NamedDay[] =>
  days.map(({ day, cents }) => ({
    day,
    cents,
    namedCents: cents,
    originalCents: cents,
    statementId,
    ledgerEventCount,
    dropped: false,
    droppedOn: null,
    forborneOn: null,
    settledBy: null,
    decision: null,
    stayed: false,
  }));

const newFine = (
  data: Pick<
    CivilFineImposed['data'] & CivilFineAgreed['data'],
    | 'fineId'
    | 'number'
    | 'partyId'
    | 'caseId'
    | 'findingId'
    | 'premisesId'
    | 'ruleId'
    | 'ledger'
    | 'capDecision'
    | 'document'
    | 'reason'
  > & { readonly days: readonly DayCents[]; readonly ledgerEventCount: number },
  rest: Pick<Fine, 'how' | 'agreement' | 'running' | 'raises' | 'imposedBy' | 'imposedOn' | 'recordedOn'>,
): Fine => ({
  fineId: data.fineId,
  number: data.number,
  partyId: data.partyId,
  caseId: data.caseId,
  findingId: data.findingId,
  premisesId: data.premisesId,
  ruleId: data.ruleId,
  ledger: data.ledger,
  capDecision: data.capDecision,
  document: data.document,
  reason: data.reason,
  ...rest,
  days: named(data.days, null, data.ledgerEventCount),
  wanting: null,
  service: null,
  statements: [],
  payments: [],
  refunds: [],
  creditOut: [],
  creditIn: [],
  reductions: [],
  appeals: [],
  stays: [],
  decisions: [],
  settledChanges: [],
  collection: [],
  judgment: null,
  satisfaction: null,
  withdrawnOn: null,
  withdrawnBy: null,
  withdrawalReason: null,
  drifts: [],
  acts: 0,
});

const changeFine = (state: FinesState, fineId: string, change: (fine: Fine) => Fine): FinesState => ({
  fines: state.fines.map((fine) => (fine.fineId === fineId ? change(fine) : fine)),
});

const changeWhere = <Item>(
  items: readonly Item[],
  wanted: (item: Item) => boolean,
  change: (item: Item) => Item,
): Item[] => items.map((item) => (wanted(item) ? change(item) : item));

const evolve = (state: FinesState, event: FineEvent): FinesState => {
  const { fineId } = event.data;
  const change = (how: (fine: Fine) => Fine): FinesState => changeFine(state, fineId, how);
  /** For acts that change what a day costs, or how it stands. */
  const restate = (how: (fine: Fine) => Fine): FinesState => change((fine) => restated(how(fine)));
  switch (event.type) {
    case 'CivilFineImposed': {
      const { running, raises, imposedBy, imposedOn } = event.data;
      const fine = newFine(event.data, {
        how: 'imposed',
        agreement: null,
        running: running && { ...running, ended: null },
        raises,
        imposedBy,
        imposedOn,
        recordedOn: imposedOn,
      });
      return { fines: [...state.fines, fine] };
    }
    case 'CivilFineAgreed': {
      const { agreementId, agreedOn, appeal, agreedBy, recordedOn } = event.data;
      const fine = newFine(event.data, {
        how: 'agreed',
        agreement: { agreementId, agreedOn, appeal },
        running: null,
        raises: null,
        imposedBy: agreedBy,
        imposedOn: agreedOn,
        recordedOn,
      });
      return { fines: [...state.fines, restated(fine)] };
    }
    case 'AgreementFoundWanting': {
      const { agreementId, missing, notedOn } = event.data;
      return change((fine) => ({ ...fine, wanting: { agreementId, missing, notedOn } }));
    }
    case 'RunningRateEnded': {
      const { lastDay, endedOn, endedBy } = event.data;
      return change((fine) => ({
        ...fine,
        running: fine.running && { ...fine.running, ended: { lastDay, endedOn, endedBy } },
      }));
    }
    case 'StatementIssued': {
      const { statementId, days, ledgerEventCount, issuedBy, issuedOn, document } = event.data;
      // Restated, not only added to: a stay may name the statement already.
      return restate((fine) => ({
        ...fine,
        days: [...fine.days, ...named(days, statementId, ledgerEventCount)],
        statements: [...fine.statements, { statementId, issuedBy, issuedOn, document, service: null }],
      }));
    }
    case 'FineNoticeServed': {
      const { statementId, servedAt, servedOn, method, noticeId, proof, droppedBefore } = event.data;
      const service: Service = { servedAt, servedOn, method, noticeId, proof, droppedBefore };
      return change((fine) =>
        statementId === null
          ? { ...fine, service }
          : {
              ...fine,
              statements: changeWhere(
                fine.statements,
                (statement) => statement.statementId === statementId,
                (statement) => ({ ...statement, service }),
              ),
            },
      );
    }
    case 'FineDaysDropped': {
      const { days, droppedOn } = event.data;
      const gone = new Map(days.map((day) => [dayKey(day), day.forborneOn]));
      return change((fine) => ({
        ...fine,
        days: fine.days.map((entry) => {
          const forborneOn = gone.get(dayKey(entry));
          return forborneOn === undefined ? entry : { ...entry, dropped: true, droppedOn, forborneOn };
        }),
      }));
    }
    case 'SettledDaysChanged': {
      const { days, notedOn } = event.data;
      return change((fine) => ({
        ...fine,
        settledChanges: [...fine.settledChanges, ...days.map((day) => ({ ...day, notedOn }))],
      }));
    }
    case 'CivilFineWithdrawn': {
      const { withdrawnOn, withdrawnBy, reason } = event.data;
      return change((fine) => ({ ...fine, withdrawnOn, withdrawnBy, withdrawalReason: reason }));
    }
    case 'PaymentReceived': {
      const { paymentId, amountCents, receivedOn, enteredOn, method, reference } = event.data;
      const payment: Payment = { paymentId, amountCents, receivedOn, enteredOn, method, reference };
      return change((fine) => ({ ...fine, payments: [...fine.payments, payment] }));
    }
    case 'CreditRefunded': {
      const { refundId, amountCents, refundedOn, enteredOn, method, reference, refundedBy } = event.data;
      const refund: Refund = { refundId, amountCents, refundedOn, enteredOn, method, reference, refundedBy };
      return change((fine) => ({ ...fine, refunds: [...fine.refunds, refund] }));
    }
    case 'CreditApplied': {
      const { toFineId, amountCents, appliedOn, appliedBy } = event.data;
      const move = { amountCents, appliedOn, appliedBy };
      const left = change((fine) => ({ ...fine, creditOut: [...fine.creditOut, { ...move, fineId: toFineId }] }));
      return changeFine(left, toFineId, (fine) => ({ ...fine, creditIn: [...fine.creditIn, { ...move, fineId }] }));
    }
    case 'FineReductionProposed': {
      const { reductionId, kind, days, waivedCents, reason, proposedBy, proposedOn } = event.data;
      const reduction: Reduction = {
        ...{ reductionId, kind, days, waivedCents, reason, proposedBy, proposedOn },
        confirmed: null,
        declined: null,
      };
      return change((fine) => ({ ...fine, reductions: [...fine.reductions, reduction] }));
    }
    case 'FineReductionDeclined': {
      const { reductionId, declinedBy: by, declinedOn: on, reason } = event.data;
      return change((fine) => ({
        ...fine,
        reductions: changeReduction(fine, reductionId, (reduction) => ({
          ...reduction,
          declined: { by, on, reason },
        })),
      }));
    }
    case 'CivilFineAmended': {
      const { reductionId, confirmedBy: by, amendedOn: on } = event.data;
      const { chargedBeforeCents: beforeCents, chargedAfterCents: afterCents } = event.data;
      return restate((fine) => confirmReduction(fine, reductionId, { by, on, beforeCents, afterCents }));
    }
    case 'CivilFineWaived': {
      const { reductionId, confirmedBy: by, waivedOn: on } = event.data;
      const { owedBeforeCents: beforeCents, owedAfterCents: afterCents } = event.data;
      return change((fine) => confirmReduction(fine, reductionId, { by, on, beforeCents, afterCents }));
    }
    case 'FineAppealed': {
      const { appealId, number, documents, filedOn } = event.data;
      return change((fine) => ({
        ...fine,
        appeals: [...fine.appeals, { appealId, number, documents, filedOn, ended: null }],
      }));
    }
    case 'FineAppealEnded': {
      const { appealId, how, endedOn } = event.data;
      return change((fine) => ({
        ...fine,
        appeals: changeWhere(
          fine.appeals,
          (appeal) => appeal.appealId === appealId,
          (appeal) => ({ ...appeal, ended: { how, endedOn } }),
        ),
      }));
    }
    case 'StayApplied': {
      const { appealId, stayId, days, documents, stayedOn, authority } = event.data;
      const stay: Stay = { appealId, stayId, days, documents, stayedOn, authority, endings: [] };
      return restate((fine) => ({ ...fine, stays: [...fine.stays, stay] }));
    }
    case 'StayEnded': {
      const { stayId, days, endedOn, cause } = event.data;
      return restate((fine) => ({
        ...fine,
        stays: changeWhere(
          fine.stays,
          (stay) => stay.stayId === stayId,
          (stay) => ({ ...stay, endings: [...stay.endings, { days, endedOn, cause }] }),
        ),
      }));
    }
    case 'DecisionApplied': {
      const { appealId, decisionId, decidedOn, effects, unfit, appliedOn } = event.data;
      return restate((fine) => ({
        ...fine,
        acts: fine.acts + 1,
        decisions: [
          ...fine.decisions,
          {
            ...{ appealId, decisionId, decidedOn, effects, unfit, appliedOn },
            lapses: [],
            finalOn: null,
            act: fine.acts,
          },
        ],
      }));
    }
    case 'DecisionLapsed': {
      const { decisionId, paragraphs, lapsedOn, reference, lowered } = event.data;
      return restate((fine) => ({
        ...fine,
        acts: fine.acts + 1,
        decisions: changeDecision(fine, decisionId, (decision) => ({
          ...decision,
          lapses: [...decision.lapses, { paragraphs, lapsedOn, reference, lowered, act: fine.acts }],
        })),
      }));
    }
    case 'DecisionFinal': {
      const { decisionId, finalOn } = event.data;
      return restate((fine) => ({
        ...fine,
        decisions: changeDecision(fine, decisionId, (decision) => ({ ...decision, finalOn })),
      }));
    }
    case 'CollectionActionCommenced': {
      const { court, indexNumber, commencedOn, recordedOn } = event.data;
      return change((fine) => ({
        ...fine,
        collection: [...fine.collection, { court, indexNumber, commencedOn, recordedOn }],
      }));
    }
    case 'JudgmentRecorded': {
      const { court, indexNumber, enteredOn, amountCents, days, recordedOn } = event.data;
      return restate((fine) => ({
        ...fine,
        judgment: { court, indexNumber, enteredOn, amountCents, days, recordedOn },
      }));
    }
    case 'SatisfactionRecorded': {
      const { satisfiedOn, reference, recordedOn } = event.data;
      return change((fine) => ({ ...fine, satisfaction: { satisfiedOn, reference, recordedOn } }));
    }
    case 'FineBasisDrifted':
      return change((fine) => ({ ...fine, drifts: [...fine.drifts, event.data.what] }));
    default:
      return assertNever(event);
  }
};

const changeReduction = (fine: Fine, reductionId: string, change: (reduction: Reduction) => Reduction): Reduction[] =>
  changeWhere(fine.reductions, (reduction) => reduction.reductionId === reductionId, change);

const changeDecision = (fine: Fine, decisionId: string, change: (decision: Decision) => Decision): Decision[] =>
  changeWhere(fine.decisions, (decision) => decision.decisionId === decisionId, change);

const confirmReduction = (
  fine: Fine,
  reductionId: string,
  confirmed: Omit<NonNullable<Reduction['confirmed']>, 'act'>,
): Fine => ({
  ...fine,
  acts: fine.acts + 1,
  reductions: changeReduction(fine, reductionId, (reduction) => ({
    ...reduction,
    confirmed: { ...confirmed, act: fine.acts },
  })),
});

/** The fold of `fines-<party>`. */
export const finesFold: StreamFold<FinesState, FineEvent> = {
  name: 'fines',
  catalog: fineCatalog,
  initialState: () => ({ fines: [] }),
  evolve,
};

const parentOf = (childId: string, mark: string, field: string): string => {
  const at = childId.lastIndexOf(mark);
  if (at < 1 || !/^\d+$/.test(childId.slice(at + mark.length)))
    throw new DomainError('FINES.BAD_FINE_ID', `"${childId}" does not name a fine.`, {
      kind: 'invalid',
      field,
      rule: `An id here ends in ${mark} and a number.`,
    });
  return childId.slice(0, at);
};

/** The party whose fine it is, read from the fine's id. @throws FINES.BAD_FINE_ID */
export const partyIdOf = (fineId: string): string => parentOf(fineId, '.fine-', 'fineId');

/** The fine that a statement belongs to, read from its id. @throws FINES.BAD_FINE_ID */
export const fineIdOfStatement = (statementId: string): string => parentOf(statementId, '.statement-', 'statementId');

/** A fine of the party, withdrawn ones included; null when there is none of that id. */
export const fineOf = (state: FinesState, fineId: string): Fine | null =>
  state.fines.find((fine) => fine.fineId === fineId) ?? null;

/** True while a fine has not been withdrawn. */
export const isLive = (fine: Fine): boolean => fine.withdrawnOn === null;

/** When the document that names a day was served; null while it was not. */
export const serviceOf = (fine: Fine, statementId: string | null): Service | null =>
  statementId === null
    ? fine.service
    : (fine.statements.find((statement) => statement.statementId === statementId)?.service ?? null);

/** Live, undropped days with their fines: what counts against a cap, served or not. */
export const namedDays = (state: FinesState): { readonly fine: Fine; readonly entry: NamedDay }[] =>
  state.fines
    .filter(isLive)
    .flatMap((fine) => fine.days.filter(({ dropped }) => !dropped).map((entry) => ({ fine, entry })));

/** True for a day that the Board reversed by a decision in force. */
export const isReversed = ({ decision }: NamedDay): boolean => decision?.effect === 'reversed';

/** Appeals that are filed and neither decided, withdrawn nor dismissed (hard case 19). */
export const pendingAppeals = (fine: Fine): readonly FineAppeal[] =>
  fine.appeals.filter(
    ({ appealId, ended }) => ended === null && !fine.decisions.some((decision) => decision.appealId === appealId),
  );

/** What was given up by waivers, in cents. */
export const waivedOf = (fine: Fine): Cents =>
  fine.reductions.reduce(
    (total, { confirmed, waivedCents }) => total + (confirmed !== null && waivedCents !== null ? waivedCents : 0),
    0,
  );

/** Received less refunded, with credit that came from other fines and less what went to them, in cents. */
export const paidOf = ({ payments, refunds, creditIn, creditOut }: Fine): Cents => {
  const sum = (moves: readonly { readonly amountCents: Cents }[]) =>
    moves.reduce((total, { amountCents }) => total + amountCents, 0);
  return sum(payments) - sum(refunds) + sum(creditIn) - sum(creditOut);
};
