import type { DecisionContext, LocalDay } from '#kernel';
import { assertNever } from '#kernel';
import { addDays, localDayOf } from '#legal-time';

import { agree } from './agreed.rules.js';
import { CAP_AUTHORITY } from './cap.rules.js';
import { recordCollectionAction, recordJudgment, recordSatisfaction } from './collection.rules.js';
import { applyCredit, pay, refund } from './credit.rules.js';
import { noteAppealAct } from './decision.rules.js';
import { drop } from './drop.rules.js';
import type { FineCommand, ImposeCivilFine, RecordFineService, ServeStatement } from './fine.commands.js';
import type { FineEvent, RunningRate } from './fine.events.js';
import type { FinesState } from './fine.state.js';
import { fineOf, finesFold, isLive } from './fine.state.js';
import type { FineFacts, ImpositionFacts, LedgerView } from './fine.types.js';
import {
  amountsFor,
  daysNamed,
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
import { frozen, inFine, liveFine } from './known-fine.rules.js';
import { recheck } from './recheck.rules.js';
import { confirmReduction, declineReduction, proposeAmendment, proposeWaiver } from './reduction.rules.js';

const decide = (
  command: FineCommand,
  state: FinesState,
  facts: FineFacts,
  context: DecisionContext,
): readonly FineEvent[] => {
  switch (command.type) {
    case 'ImposeCivilFine':
      return impose(command, state, facts.imposition!, context);
    case 'AgreeCivilFine':
      return agree(command, state, facts, context);
    case 'ServeStatement':
      return issueStatement(command, state, facts.imposition, context);
    case 'RecordFineService':
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
    case 'AmendCivilFine':
      return proposeAmendment(command, state, context);
    case 'WaiveCivilFine':
      return proposeWaiver(command, state, facts, context);
    case 'ConfirmReduction':
      return confirmReduction(command, state, facts, context);
    case 'DeclineReduction':
      return declineReduction(command, state, context);
    case 'RecordPayment':
      return pay(command, state, context);
    case 'RefundCredit':
      return refund(command, state, facts, context);
    case 'ApplyCredit':
      return applyCredit(command, state, facts, context);
    case 'RecordCollectionAction':
      return recordCollectionAction(command, state, facts, context);
    case 'RecordJudgment':
      return recordJudgment(command, state, facts, context);
    case 'RecordSatisfaction':
      return recordSatisfaction(command, state, facts, context);
    case 'NoteAppeal':
    case 'NoteAppealEnded':
    case 'ApplyStay':
    case 'EndStay':
    case 'ApplyDecision':
    case 'LapseDecision':
    case 'FinishDecision':
      return noteAppealAct(command, state, facts, context);
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

/**
 * The fact of service is kept even where a named day fell after the document was frozen; the rest is charged. The same
 * notice twice is one service.
 */
const serve = (
  command: RecordFineService,
  state: FinesState,
  ledger: LedgerView | null,
  { now, zone }: DecisionContext,
): FineEvent[] => {
  const { fineId, statementId, noticeId, servedAt, method } = command;
  const fine = liveFine(state, fineId);
  const statement = statementId === null ? null : fine.statements.find((known) => known.statementId === statementId);
  if (statement === undefined)
    return refuse('UNKNOWN_STATEMENT', `Fine ${fine.number} has no such statement.`, {
      kind: 'notFound',
      field: 'statementId',
    });
  if (fine.agreement !== null)
    refuse('AGREED_NEEDS_NO_SERVICE', `Fine ${fine.number} is agreed: it is charged without service.`, {
      field: 'fineId',
    });
  const { service, frozenOn } = statement
    ? { service: statement.service, frozenOn: statement.issuedOn }
    : { service: fine.service, frozenOn: fine.imposedOn };
  if (service?.noticeId === noticeId) return [];
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
  const servedOn = localDayOf(servedAt, zone);
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
        (entry.dropped || (ledger !== null && entry.settledBy === null && hasFallen(entry, ledger.dayOf(entry.day)))),
    )
    .map(({ day }) => day);
  return [
    {
      type: 'FineNoticeServed',
      data: { ...inFine(fine), statementId, servedAt, servedOn, method, noticeId, proof: null, droppedBefore },
    },
  ];
};

/** All civil fines of one person. Source: § 168-30D; offense-day rules 2; domain.md 2.4 and 5.11. */
export const finesAggregate = { ...finesFold, decide };
