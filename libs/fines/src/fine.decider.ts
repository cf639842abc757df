import type { DecisionContext, LocalDay } from '#kernel';
import { assertNever } from '#kernel';
import { CIVIL_FINE_CAP_CENTS } from '#law/published';
import { addDays, localDayOf } from '#legal-time';

import { CAP_AUTHORITY, namedAmounts } from './cap.rules.js';
import type { FineCommand, ImposeCivilFine, RecordPayment, RecordService, ServeStatement } from './fine.commands.js';
import type { FineEvent, FrozenDocument, RunningRate } from './fine.events.js';
import type { Fine, FinesState } from './fine.state.js';
import { fineOf, finesFold, isLive } from './fine.state.js';
import type { DriftKind, FineFacts, ImpositionFacts, LedgerView } from './fine.types.js';
import {
  amountsFor,
  daysNamed,
  fellByForbearance,
  hasFallen,
  laterDays,
  MAX_DAYS,
  refuse,
  requireAuthority,
  requireCap,
  requireFree,
  requireProvable,
  requireRate,
  runOf,
} from './imposition.rules.js';

const inFine = ({ fineId, partyId, caseId }: Pick<Fine, 'fineId' | 'partyId' | 'caseId'>) => ({
  fineId,
  partyId,
  caseId,
});

const frozen = ({ recipient }: ImpositionFacts, today: LocalDay): FrozenDocument => ({
  recipientName: recipient.name,
  recipientAddress: recipient.address,
  addressedOn: today,
});

const knownFine = (state: FinesState, fineId: string): Fine =>
  fineOf(state, fineId) ??
  refuse('UNKNOWN_FINE', 'This party has no such fine.', { kind: 'notFound', field: 'fineId' });

const liveFine = (state: FinesState, fineId: string): Fine => {
  const fine = knownFine(state, fineId);
  if (!isLive(fine))
    refuse('FINE_WITHDRAWN', `Fine ${fine.number} was withdrawn on ${fine.withdrawnOn}.`, { field: 'fineId' });
  return fine;
};

const decide = (
  command: FineCommand,
  state: FinesState,
  facts: FineFacts,
  context: DecisionContext,
): readonly FineEvent[] => {
  switch (command.type) {
    case 'ImposeCivilFine':
      return impose(command, state, facts.imposition!, context);
    case 'ServeStatement':
      return issueStatement(command, state, facts.imposition, context);
    case 'RecordService':
      return serve(command, state, facts.ledger, context);
    case 'DropFineDays':
      return drop(state, facts.ledger!, context.today);
    case 'RecheckFine':
      return recheck(command.fineId, state, facts.imposition, context.today);
    case 'WithdrawCivilFine': {
      const fine = liveFine(state, command.fineId);
      return [
        {
          type: 'CivilFineWithdrawn',
          data: { ...inFine(fine), reason: command.reason, withdrawnBy: context.actor.id, withdrawnOn: context.today },
        },
      ];
    }
    case 'RecordPayment':
      return pay(command, state, context);
    default:
      return assertNever(command);
  }
};

/** Guards of domain.md 5.11 and offense-day rules 2: authority first, then each day, then the amounts against the cap. */
const impose = (
  command: ImposeCivilFine,
  state: FinesState,
  facts: ImpositionFacts,
  context: DecisionContext,
): FineEvent[] => {
  const { finding, capDecision, ledger } = facts;
  const { today } = context;
  const amounts = amountsFor(daysNamed(command.days, command.spans), command.amount);
  const days = amounts.map(({ day }) => day);
  const imposedBy = command.imposedBy ?? context.actor.id;
  const { appointmentId } = requireAuthority(facts, days, imposedBy, 'imposedBy', today);
  if (command.raises !== null) raisable(state, command.raises, ledger.ledger);
  requireProvable(facts, days, today);
  requireFree(state, ledger.ledger, days, command.raises);
  if (command.running) requireRate(command.running.rateCents);
  requireCap(state, ledger.ledger, amounts, capDecision !== null);
  const last = days.at(-1)!;
  const running: RunningRate | null = command.running && {
    rateCents: command.running.rateCents,
    fromDay: addDays(last, 1),
    runId: ledger.dayOf(last)!.runId,
  };
  const fineId = `${finding.partyId}.fine-${state.fines.length + 1}`;
  const imposed: FineEvent = {
    type: 'CivilFineImposed',
    data: {
      ...inFine({ fineId, partyId: finding.partyId, caseId: finding.caseId }),
      number: context.number ?? '',
      findingId: finding.findingId,
      premisesId: finding.premisesId,
      ruleId: finding.ruleId,
      ledger: ledger.ledger,
      days: amounts,
      ledgerEventCount: ledger.eventCount,
      running,
      raises: command.raises,
      reason: command.reason,
      imposedBy,
      imposedOn: today,
      appointmentId,
      capDecision: capDecision?.reference ?? null,
      document: frozen(facts, today),
      authority: CAP_AUTHORITY,
    },
  };
  return [imposed, ...(running ? endedRates(state, running, fineId, days, finding.findingId, ledger, today) : [])];
};

const raisable = (state: FinesState, fineId: string, ledger: string): void => {
  const fine = fineOf(state, fineId);
  if (!fine || fine.ledger !== ledger || !isLive(fine))
    refuse('NOTHING_TO_RAISE', 'The fine to be raised is not a live fine on these days of this party.', {
      field: 'raises',
      fineId,
    });
};

/** Another rate on the same run ends the earlier one the day before the new imposition's first later day. */
const endedRates = (
  state: FinesState,
  running: RunningRate,
  endedBy: string,
  days: readonly LocalDay[],
  findingId: string,
  ledger: LedgerView,
  today: LocalDay,
): FineEvent[] =>
  state.fines
    .filter(
      (fine) =>
        isLive(fine) &&
        fine.findingId === findingId &&
        fine.running?.ended === null &&
        runOf(fine, ledger.dayOf) === running.runId,
    )
    .map((fine) => {
      const takesOver = days.find((day) => day >= fine.running!.fromDay) ?? running.fromDay;
      return {
        type: 'RunningRateEnded',
        data: { ...inFine(fine), lastDay: addDays(takesOver, -1), endedOn: today, endedBy },
      };
    });

/** A statement names added days of a running fine at its rate; it is an imposition with an appeal right of its own. */
const issueStatement = (
  command: ServeStatement,
  state: FinesState,
  facts: ImpositionFacts | null,
  context: DecisionContext,
): FineEvent[] => {
  const fine = liveFine(state, command.fineId);
  const { running } = fine;
  if (!running || !facts)
    return refuse('NOT_RUNNING', `Fine ${fine.number} names its days and adds none.`, {
      field: 'fineId',
      rule: 'A statement adds days to a running fine.',
    });
  const { ledger, finding, capDecision } = facts;
  const { today } = context;
  const issuedBy = command.issuedBy ?? context.actor.id;
  const later = laterDays(state, fine, ledger.daysThrough(addDays(today, -1)), ledger.dayOf);
  const named = daysNamed(command.days, command.spans);
  const days = named.length > 0 ? named : later.filter(({ provable }) => provable).map(({ day }) => day);
  const { appointmentId } = requireAuthority(facts, days, issuedBy, 'issuedBy', today);
  requireProvable(facts, days, today);
  requireFree(state, ledger.ledger, days, null);
  const reached = new Set(later.map(({ day }) => day));
  const beyond = days.find((day) => !reached.has(day));
  if (beyond !== undefined)
    refuse('NOT_A_LATER_DAY', `${beyond} is no later day of the run that fine ${fine.number} follows.`, {
      field: 'days',
      day: beyond,
      fromDay: running.fromDay,
      lastDay: running.ended?.lastDay ?? null,
    });
  if (days.length === 0)
    refuse('NOTHING_TO_BILL', `No later day of the run of fine ${fine.number} can be named yet.`, {
      field: 'fineId',
      rule: 'A statement names provable days that have ended.',
    });
  if (days.length > MAX_DAYS)
    refuse('TOO_MANY_DAYS', `One document names at most ${MAX_DAYS} days.`, { kind: 'invalid', field: 'days' });
  const amounts = days.map((day) => ({ day, cents: running.rateCents }));
  requireCap(state, ledger.ledger, amounts, capDecision !== null);
  return [
    {
      type: 'StatementIssued',
      data: {
        ...inFine(fine),
        statementId: `${fine.fineId}.statement-${fine.statements.length + 1}`,
        findingId: finding.findingId,
        premisesId: finding.premisesId,
        ledger: ledger.ledger,
        days: amounts,
        ledgerEventCount: ledger.eventCount,
        issuedBy,
        issuedOn: today,
        appointmentId,
        capDecision: capDecision?.reference ?? null,
        document: frozen(facts, today),
        authority: CAP_AUTHORITY,
      },
    },
  ];
};

/** The fact of service is kept even where a named day fell after the document was frozen; the rest is charged. */
const serve = (
  command: RecordService,
  state: FinesState,
  ledger: LedgerView | null,
  { now }: DecisionContext,
): FineEvent[] => {
  const { fineId, statementId, servedAt, method, proof } = command;
  const fine = liveFine(state, fineId);
  const statement = statementId === null ? null : fine.statements.find((known) => known.statementId === statementId);
  if (statement === undefined)
    return refuse('UNKNOWN_STATEMENT', `Fine ${fine.number} has no such statement.`, {
      kind: 'notFound',
      field: 'statementId',
    });
  const { service, frozenOn } = statement
    ? { service: statement.service, frozenOn: statement.issuedOn }
    : { service: fine.service, frozenOn: fine.imposedOn };
  if (service)
    refuse('ALREADY_SERVED', `This was served on ${service.servedOn}.`, {
      field: 'fineId',
      servedOn: service.servedOn,
    });
  if (servedAt > now)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', {
      kind: 'invalid',
      field: 'servedAt',
      servedAt,
      now,
    });
  const servedOn = localDayOf(servedAt);
  if (servedOn < frozenOn)
    refuse('SERVED_BEFORE_MADE', `The document was made on ${frozenOn}.`, {
      kind: 'invalid',
      field: 'servedAt',
      madeOn: frozenOn,
    });
  const droppedBefore = fine.days
    .filter(
      (entry) =>
        entry.statementId === statementId &&
        (entry.dropped || (ledger !== null && hasFallen(entry, ledger.dayOf(entry.day)))),
    )
    .map(({ day }) => day);
  return [
    {
      type: 'FineNoticeServed',
      data: { ...inFine(fine), statementId, servedAt, servedOn, method, proof, droppedBefore },
    },
  ];
};

/** Every live, named day of a ledger that no longer stands as it stood when it was named. Nothing new, no event. */
const drop = (state: FinesState, ledger: LedgerView, today: LocalDay): FineEvent[] =>
  state.fines
    .filter((fine) => isLive(fine) && fine.ledger === ledger.ledger)
    .flatMap((fine): FineEvent[] => {
      const days = fine.days
        .filter((entry) => !entry.dropped && hasFallen(entry, ledger.dayOf(entry.day)))
        .map((entry) => ({
          day: entry.day,
          cents: entry.cents,
          statementId: entry.statementId,
          forborneOn: fellByForbearance(entry, ledger.dayOf(entry.day)),
        }));
      if (days.length === 0) return [];
      const { findingId } = fine;
      return [
        {
          type: 'FineDaysDropped',
          data: {
            ...inFine(fine),
            findingId,
            ledger: ledger.ledger,
            days,
            ledgerEventCount: ledger.eventCount,
            droppedOn: today,
          },
        },
      ];
    });

/** Looks at everything but the days afresh (offense-day rules 5, "Races"); each drift is noted once. */
const recheck = (fineId: string, state: FinesState, facts: ImpositionFacts | null, today: LocalDay): FineEvent[] => {
  const fine = fineOf(state, fineId);
  if (!fine || !isLive(fine) || !facts) return [];
  return driftsOf(fine, state, facts)
    .filter((what) => !fine.drifts.includes(what))
    .map((what) => ({ type: 'FineBasisDrifted', data: { ...inFine(fine), what, notedOn: today } }));
};

const driftsOf = (fine: Fine, state: FinesState, facts: ImpositionFacts): DriftKind[] => {
  const { appointmentOf, powerFrom, territory, capDecision, finding, duplicateOf } = facts;
  const days = fine.days.filter(({ dropped }) => !dropped);
  const acts = [
    [fine.imposedBy, fine.imposedOn] as const,
    ...fine.statements.map(({ issuedBy, issuedOn }) => [issuedBy, issuedOn] as const),
  ];
  const amounts = namedAmounts(state);
  const overCap = days.some(({ day }) => {
    const cents = capDecision ? amounts.ofLedger(fine.ledger, day) : amounts.ofPerson(day);
    return cents > CIVIL_FINE_CAP_CENTS;
  });
  const drifts: readonly (readonly [DriftKind, boolean])[] = [
    ['appointment', acts.some(([officer, day]) => appointmentOf(officer, day) === null)],
    ['power', powerFrom === null || days.some(({ day }) => day < powerFrom.effectiveOn)],
    ['territory', territory !== 'townOutsideVillage'],
    ['capDecision', overCap],
    ['findingWithdrawn', finding.withdrawn],
    ['partyDuplicate', duplicateOf !== null],
  ];
  return drifts.filter(([, drifted]) => drifted).map(([what]) => what);
};

/** Money is taken as it comes: what passes what is owed shows as credit, and a withdrawn fine's payments do too (F12). */
const pay = (command: RecordPayment, state: FinesState, { today }: DecisionContext): FineEvent[] => {
  const { fineId, amountCents, receivedOn, method, reference } = command;
  const fine = knownFine(state, fineId);
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    refuse('ZERO_AMOUNT', 'A payment is an amount.', { kind: 'invalid', field: 'amountCents' });
  if (receivedOn > today)
    refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', {
      kind: 'invalid',
      field: 'receivedOn',
      receivedOn,
      today,
    });
  if (receivedOn < fine.imposedOn)
    refuse('RECEIVED_BEFORE_IMPOSED', `The fine was imposed on ${fine.imposedOn}; no payment on it came before.`, {
      kind: 'invalid',
      field: 'receivedOn',
      receivedOn,
    });
  const paymentId = `${fineId}.payment-${fine.payments.length + 1}`;
  return [
    {
      type: 'PaymentReceived',
      data: { ...inFine(fine), paymentId, amountCents, receivedOn, enteredOn: today, method, reference },
    },
  ];
};

/** All civil fines of one person. Source: § 168-30D; offense-day rules 2; domain.md 2.4 and 5.11. */
export const finesAggregate = { ...finesFold, decide };
