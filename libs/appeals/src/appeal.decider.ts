import type { Decider, DecisionContext } from '#kernel';
import { assertNever } from '#kernel';

import type { AppealCommand, DismissAppeal, RouteAppealToBoard, WithdrawAppeal } from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import type { AppealState } from './appeal.state.js';
import { appealFold } from './appeal.state.js';
import type { AppealFacts } from './appeal.types.js';
import {
  certifyArticle78Return,
  finalizeDecision,
  recordArticle78Decision,
  recordArticle78Filed,
  recordDecisionService,
} from './article78.rules.js';
import { decideAppeal, notImposingOfficer } from './decision.rules.js';
import { fileAppeal } from './filing.rules.js';
import { counselOnly, idsOf, notBefore, notInFuture, pending, refuse } from './guard.rules.js';
import {
  adjournHearing,
  recordPublicNotice,
  certifyRecord,
  closeHearing,
  noticeHearing,
  openHearing,
  receiveEvidence,
  recuse,
  reopenRecord,
} from './hearing.rules.js';
import { endStaysWith, grantStay, liftStay } from './stay.rules.js';

/** What a command needs must have been folded; anything else is a mistake in the wiring. */
const needed = <Part>(part: Part | null, what: string): Part => {
  if (part === null) throw new TypeError(`the facts lack ${what}`);
  return part;
};

/** @throws APPEALS.COUNSEL_ONLY, APPEALS.NOT_AT_COUNSEL */
const routeToBoard = ({ reading }: RouteAppealToBoard, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = pending(state);
  counselOnly(context);
  if (appeal.stage.status !== 'atCounsel')
    refuse('NOT_AT_COUNSEL', 'The Board has this appeal.', { field: 'appealId', status: appeal.stage.status });
  return [{ type: 'AppealRoutedToBoard', data: { ...idsOf(appeal), reading, routedOn: context.today } }];
};

/** @throws APPEALS.NOT_PENDING, APPEALS.IN_THE_FUTURE, APPEALS.DAY_OUT_OF_ORDER */
const withdraw = (command: WithdrawAppeal, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = pending(state);
  const withdrawnOn = notInFuture(command.withdrawnOn ?? context.today, 'withdrawnOn', context);
  notBefore(withdrawnOn, appeal.filedOn, 'the filing', 'withdrawnOn');
  return [
    { type: 'AppealWithdrawn', data: { ...idsOf(appeal), reason: command.reason, withdrawnOn } },
    ...endStaysWith(appeal, context),
  ];
};

/**
 * By resolution of the Board; by counsel without one while counsel has an appeal against an agreed fine.
 * @throws APPEALS.IMPOSING_OFFICER, APPEALS.COUNSEL_ONLY, APPEALS.RESOLUTION_REQUIRED
 */
const dismiss = (
  { reason, resolutionNumber }: DismissAppeal,
  state: AppealState,
  facts: AppealFacts,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = pending(state);
  notImposingOfficer(appeal, facts.fine, context);
  if (resolutionNumber === null) {
    if (appeal.stage.status !== 'atCounsel')
      refuse('RESOLUTION_REQUIRED', 'The Board dismisses an appeal by resolution.', {
        kind: 'invalid',
        field: 'resolutionNumber',
      });
    counselOnly(context);
  }
  return [
    { type: 'AppealDismissed', data: { ...idsOf(appeal), reason, dismissedOn: context.today, resolutionNumber } },
    ...endStaysWith(appeal, context),
  ];
};

/** Decides on one appeal: docket, record, hearing, votes, decision, stay, Article 78. */
export const appealDecider: Decider<AppealState, AppealCommand, AppealEvent, AppealFacts> = {
  initialState: appealFold.initialState,
  evolve: appealFold.evolve,
  decide: (command, state, facts, context) => {
    switch (command.type) {
      case 'FileAppeal':
        return fileAppeal(command, state, facts.fine, needed(facts.settings, 'settings'), context);
      case 'RouteAppealToBoard':
        return routeToBoard(command, state, context);
      case 'NoteDeficiency': {
        const { deficiency } = command;
        const appeal = pending(state);
        return [{ type: 'AppealDeficiencyNoted', data: { ...idsOf(appeal), deficiency, notedOn: context.today } }];
      }
      case 'CertifyAppealRecord':
        return certifyRecord(state, context);
      case 'ReopenAppealRecord':
        return reopenRecord(command.reason, state, context);
      case 'NoticeHearing':
        return noticeHearing(command, state, context);
      case 'RecordPublicNotice':
        return recordPublicNotice(command, state, context);
      case 'AdjournHearing':
        return adjournHearing(command, state, context);
      case 'OpenHearing':
        return openHearing(command, state, context);
      case 'ReceiveAppealEvidence':
        return receiveEvidence(command, state, context);
      case 'CloseHearing':
        return closeHearing(command, state, context);
      case 'RecuseBoardMember':
        return recuse(command, state, needed(facts.settings, 'settings'), context);
      case 'DecideAppeal':
        return decideAppeal(command, state, facts, context);
      case 'WithdrawAppeal':
        return withdraw(command, state, context);
      case 'DismissAppeal':
        return dismiss(command, state, facts, context);
      case 'GrantStay':
        return grantStay(command, state, facts.fine, context);
      case 'LiftStay':
        return liftStay(command, state, context);
      case 'RecordDecisionService':
        return recordDecisionService(command, state);
      case 'RecordArticle78Filed':
        return recordArticle78Filed(command, state, context);
      case 'CertifyArticle78Return':
        return certifyArticle78Return(command, state, context);
      case 'RecordArticle78Decision':
        return recordArticle78Decision(command, state, context);
      case 'FinalizeDecision':
        return finalizeDecision(command, state, needed(facts.settings, 'settings'), context);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of one appeal. */
export const appealAggregate = { ...appealFold, decide: appealDecider.decide };
