import type { Cents, LocalDay, Personal, StreamFold } from '#kernel';
import { assertNever, DomainError } from '#kernel';

import type { FineEvent, FrozenDocument, RunningRate } from './fine.events.js';
import { fineCatalog } from './fine.events.js';
import type { DayCents, DriftKind, PaymentMethod, Service } from './fine.types.js';

/** A day as one document names it. */
export interface NamedDay extends DayCents {
  /** The statement that names it; null = the imposition. */
  readonly statementId: string | null;
  /** Count of the ledger's events that the naming decision saw. */
  readonly ledgerEventCount: number;
  readonly dropped: boolean;
  /** Local day of the forbearance that alone made it fall; null when the facts did, or it has not fallen. */
  readonly forborneOn: LocalDay | null;
}

export interface Statement {
  readonly statementId: string;
  readonly issuedBy: string;
  readonly issuedOn: LocalDay;
  readonly document: FrozenDocument;
  readonly service: Service | null;
}

export interface Payment {
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly receivedOn: LocalDay;
  readonly enteredOn: LocalDay;
  readonly method: PaymentMethod;
  readonly reference: Personal;
}

export interface Running extends RunningRate {
  /** Set when another rate took over, with the day of that act. */
  readonly ended: { readonly lastDay: LocalDay; readonly endedOn: LocalDay; readonly endedBy: string } | null;
}

export interface Fine {
  readonly fineId: string;
  readonly number: string;
  readonly partyId: string;
  readonly caseId: string;
  readonly findingId: string;
  readonly premisesId: string;
  readonly ruleId: string;
  readonly ledger: string;
  readonly days: readonly NamedDay[];
  readonly running: Running | null;
  readonly raises: string | null;
  readonly reason: Personal;
  readonly imposedBy: string;
  readonly imposedOn: LocalDay;
  readonly capDecision: string | null;
  readonly document: FrozenDocument;
  readonly service: Service | null;
  readonly statements: readonly Statement[];
  readonly payments: readonly Payment[];
  readonly withdrawnOn: LocalDay | null;
  readonly withdrawalReason: Personal;
  readonly drifts: readonly DriftKind[];
}

/** All civil fines of one person, in the order they were imposed. */
export interface FinesState {
  readonly fines: readonly Fine[];
}

const named = (days: readonly DayCents[], statementId: string | null, ledgerEventCount: number): NamedDay[] =>
  days.map(({ day, cents }) => ({ day, cents, statementId, ledgerEventCount, dropped: false, forborneOn: null }));

const changeFine = (state: FinesState, fineId: string, change: (fine: Fine) => Fine): FinesState => ({
  fines: state.fines.map((fine) => (fine.fineId === fineId ? change(fine) : fine)),
});

const evolve = (state: FinesState, event: FineEvent): FinesState => {
  switch (event.type) {
    case 'CivilFineImposed': {
      const {
        days,
        ledgerEventCount,
        running,
        appointmentId: _appointment,
        authority: _authority,
        ...rest
      } = event.data;
      const fine: Fine = {
        ...rest,
        days: named(days, null, ledgerEventCount),
        running: running && { ...running, ended: null },
        service: null,
        statements: [],
        payments: [],
        withdrawnOn: null,
        withdrawalReason: null,
        drifts: [],
      };
      return { fines: [...state.fines, fine] };
    }
    case 'RunningRateEnded': {
      const { lastDay, endedOn, endedBy } = event.data;
      return changeFine(state, event.data.fineId, (fine) => ({
        ...fine,
        running: fine.running && { ...fine.running, ended: { lastDay, endedOn, endedBy } },
      }));
    }
    case 'StatementIssued': {
      const { fineId, statementId, days, ledgerEventCount, issuedBy, issuedOn, document } = event.data;
      return changeFine(state, fineId, (fine) => ({
        ...fine,
        days: [...fine.days, ...named(days, statementId, ledgerEventCount)],
        statements: [...fine.statements, { statementId, issuedBy, issuedOn, document, service: null }],
      }));
    }
    case 'FineNoticeServed': {
      const { fineId, statementId, servedAt, servedOn, method, proof, droppedBefore } = event.data;
      const service: Service = { servedAt, servedOn, method, proof, droppedBefore };
      return changeFine(state, fineId, (fine) =>
        statementId === null
          ? { ...fine, service }
          : {
              ...fine,
              statements: fine.statements.map((statement) =>
                statement.statementId === statementId ? { ...statement, service } : statement,
              ),
            },
      );
    }
    case 'FineDaysDropped': {
      const gone = new Map(
        event.data.days.map(({ day, statementId, forborneOn }) => [`${day} ${statementId ?? ''}`, forborneOn]),
      );
      return changeFine(state, event.data.fineId, (fine) => ({
        ...fine,
        days: fine.days.map((entry) => {
          const forborneOn = gone.get(`${entry.day} ${entry.statementId ?? ''}`);
          return forborneOn === undefined ? entry : { ...entry, dropped: true, forborneOn };
        }),
      }));
    }
    case 'CivilFineWithdrawn': {
      const { fineId, withdrawnOn, reason } = event.data;
      return changeFine(state, fineId, (fine) => ({ ...fine, withdrawnOn, withdrawalReason: reason }));
    }
    case 'PaymentReceived': {
      const { fineId, paymentId, amountCents, receivedOn, enteredOn, method, reference } = event.data;
      const payment: Payment = { paymentId, amountCents, receivedOn, enteredOn, method, reference };
      return changeFine(state, fineId, (fine) => ({ ...fine, payments: [...fine.payments, payment] }));
    }
    case 'FineBasisDrifted':
      return changeFine(state, event.data.fineId, (fine) => ({ ...fine, drifts: [...fine.drifts, event.data.what] }));
    default:
      return assertNever(event);
  }
};

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
