import type { DecisionContext } from '#kernel';
import { hoursPeriod, localDayOf } from '#legal-time';
import type { SettingsState } from '#law/published';
import { seatsOn } from '#law/published';

import type {
  AdjournHearing,
  CloseHearing,
  NoticeHearing,
  OpenHearing,
  RecordPublicNotice,
  ReceiveAppealEvidence,
  RecuseBoardMember,
} from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import type { Appeal, AppealState, Hearing } from './appeal.state.js';
import { beforeBoard, idsOf, momentHasCome, notBefore, notInFuture, pending, refuse } from './guard.rules.js';

const PUBLIC_NOTICE_HOURS = 72;
const OPEN_MEETINGS = 'Pub. Off. Law § 104';

/** A warning that accompanies an answer and refuses nothing. */
export interface Warning {
  readonly code: string;
  readonly text: string;
  readonly authority: string;
}

/**
 * Public notice of a meeting set a week or more ahead is given 72 hours before (Pub. Off. Law § 104); of one set sooner,
 * to the extent practicable. Null where notice was given in time. Never a refusal: the law of meetings is the Board's.
 */
export const publicNoticeWarning = ({
  hearingAt,
  publicNoticeAt,
}: Pick<Hearing, 'hearingAt' | 'publicNoticeAt'>): Warning | null => {
  if (publicNoticeAt === null)
    return {
      code: 'NO_PUBLIC_NOTICE',
      text: 'No notice to the media and no posting is on file for this hearing.',
      authority: OPEN_MEETINGS,
    };
  if (hoursPeriod({ receipt: publicNoticeAt, hours: PUBLIC_NOTICE_HOURS }).strict <= hearingAt) return null;
  return {
    code: 'PUBLIC_NOTICE_UNDER_72_HOURS',
    text: 'Public notice was given less than 72 hours before: enough only for a meeting set less than a week ahead.',
    authority: OPEN_MEETINGS,
  };
};

const hearingOf = (appeal: Appeal, hearingId: string): Hearing =>
  appeal.hearings.find((hearing) => hearing.hearingId === hearingId) ??
  refuse('UNKNOWN_HEARING', `This appeal has no hearing ${hearingId}.`, { kind: 'notFound', field: 'hearingId' });

const notClosed = (appeal: Appeal, hearingId: string): Hearing => {
  const hearing = hearingOf(appeal, hearingId);
  if (hearing.closedOn !== null)
    refuse('HEARING_CLOSED', `This hearing was closed on ${hearing.closedOn}.`, {
      field: 'hearingId',
      rule: 'A closed hearing is not taken up again: another one is noticed.',
    });
  return hearing;
};

const openOnly = (appeal: Appeal, hearingId: string): Hearing => {
  const hearing = notClosed(appeal, hearingId);
  if (appeal.stage.status !== 'inHearing')
    refuse('HEARING_NOT_OPEN', 'This hearing is not open.', { field: 'hearingId' });
  return hearing;
};

/** @throws APPEALS.HEARING_PENDING, APPEALS.IN_THE_FUTURE, APPEALS.DAY_OUT_OF_ORDER */
export const noticeHearing = (command: NoticeHearing, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = beforeBoard(state);
  const { stage } = appeal;
  if (stage.status === 'hearingNoticed' || stage.status === 'inHearing')
    refuse('HEARING_PENDING', 'A hearing is noticed already.', {
      rule: 'A hearing that is noticed is adjourned, not noticed again.',
      hearingId: stage.hearingId,
    });
  const noticedOn = notInFuture(command.noticedOn ?? context.today, 'noticedOn', context);
  notBefore(noticedOn, appeal.filedOn, 'the filing', 'noticedOn');
  if (command.publicNoticeAt !== null) momentHasCome(command.publicNoticeAt, 'publicNoticeAt', context);
  const hearingOn = localDayOf(command.hearingAt, context.zone);
  notBefore(hearingOn, noticedOn, 'the notice', 'hearingAt');
  return [
    {
      type: 'HearingNoticed',
      data: {
        ...idsOf(appeal),
        hearingId: `${appeal.appealId}.hearing-${appeal.hearings.length + 1}`,
        hearingAt: command.hearingAt,
        hearingOn,
        place: command.place,
        noticedOn,
        publicNoticeAt: command.publicNoticeAt,
      },
    },
  ];
};

/**
 * Public notice given after the hearing was noticed, or for the day it was adjourned to (Pub. Off. Law § 104).
 * @throws APPEALS.HEARING_CLOSED, APPEALS.IN_THE_FUTURE, APPEALS.NOTICE_AFTER_HEARING
 */
export const recordPublicNotice = (
  command: RecordPublicNotice,
  state: AppealState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = beforeBoard(state);
  const { hearingId, givenAt } = command;
  const hearing = notClosed(appeal, hearingId);
  momentHasCome(givenAt, 'givenAt', context);
  if (givenAt > hearing.hearingAt)
    refuse('NOTICE_AFTER_HEARING', 'Public notice comes before the hearing it tells of.', {
      kind: 'invalid',
      field: 'givenAt',
      hearingAt: hearing.hearingAt,
    });
  const givenOn = localDayOf(givenAt, context.zone);
  return [{ type: 'PublicNoticeGiven', data: { ...idsOf(appeal), hearingId, givenAt, givenOn } }];
};

/** To a later time; a hearing that was opened may be continued. @throws APPEALS.HEARING_CLOSED, APPEALS.ADJOURNED_BACKWARD */
export const adjournHearing = (
  command: AdjournHearing,
  state: AppealState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = beforeBoard(state);
  const { hearingId, by, reason, toAt } = command;
  const hearing = notClosed(appeal, hearingId);
  if (toAt <= hearing.hearingAt)
    refuse('ADJOURNED_BACKWARD', 'A hearing is adjourned to a later time.', {
      kind: 'invalid',
      field: 'toAt',
      hearingAt: hearing.hearingAt,
    });
  const toOn = localDayOf(toAt, context.zone);
  return [
    {
      type: 'HearingAdjourned',
      data: { ...idsOf(appeal), hearingId, by, reason, toAt, toOn, adjournedOn: context.today },
    },
  ];
};

/** On the local day noticed, since the public was told of that day. @throws APPEALS.NOT_THE_HEARING_DAY, APPEALS.HEARING_OPEN */
export const openHearing = (command: OpenHearing, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = beforeBoard(state);
  const { hearingId, openedAt } = command;
  const hearing = notClosed(appeal, hearingId);
  if (appeal.stage.status === 'inHearing') refuse('HEARING_OPEN', 'This hearing is open.', { field: 'hearingId' });
  momentHasCome(openedAt, 'openedAt', context);
  const openedOn = localDayOf(openedAt, context.zone);
  if (openedOn !== hearing.hearingOn)
    refuse('NOT_THE_HEARING_DAY', `This hearing is noticed for ${hearing.hearingOn}.`, {
      kind: 'invalid',
      field: 'openedAt',
      rule: 'A hearing is opened on the day that was noticed, or adjourned to another.',
      authority: OPEN_MEETINGS,
      hearingOn: hearing.hearingOn,
    });
  return [{ type: 'HearingOpened', data: { ...idsOf(appeal), hearingId, openedAt, openedOn } }];
};

/** @throws APPEALS.HEARING_NOT_OPEN, APPEALS.DAY_OUT_OF_ORDER */
export const closeHearing = (command: CloseHearing, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = beforeBoard(state);
  const { hearingId, closedAt } = command;
  const hearing = openOnly(appeal, hearingId);
  momentHasCome(closedAt, 'closedAt', context);
  if (closedAt < hearing.openedAt!)
    refuse('DAY_OUT_OF_ORDER', 'A hearing is closed after it was opened.', { kind: 'invalid', field: 'closedAt' });
  const closedOn = localDayOf(closedAt, context.zone);
  return [{ type: 'HearingClosed', data: { ...idsOf(appeal), hearingId, closedAt, closedOn } }];
};

/** Evidence comes in at a hearing, or after the record was reopened by a recorded act. @throws APPEALS.RECORD_CLOSED */
export const receiveEvidence = (
  command: ReceiveAppealEvidence,
  state: AppealState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = beforeBoard(state);
  if (appeal.stage.status !== 'inHearing' && appeal.record !== 'reopened')
    refuse('RECORD_CLOSED', 'No hearing is open, and the record was not reopened.', {
      rule: 'The Board sees what was before it at the hearing, and later material only through a recorded reopening.',
      authority: 'Practice (domain.md 5.12); none written in § 168-30D',
    });
  const receivedOn = notInFuture(command.receivedOn ?? context.today, 'receivedOn', context);
  notBefore(receivedOn, appeal.filedOn, 'the filing', 'receivedOn');
  return [
    {
      type: 'AppealEvidenceReceived',
      data: {
        ...idsOf(appeal),
        evidenceId: `${appeal.appealId}.evidence-${appeal.evidence.length + 1}`,
        offeredBy: command.offeredBy,
        title: command.title,
        sha256: command.sha256,
        receivedOn,
      },
    },
  ];
};

/** Certifies the log before this event as the record. @throws APPEALS.HEARING_OPEN, APPEALS.ALREADY_CERTIFIED */
export const certifyRecord = (state: AppealState, { actor, now, today }: DecisionContext): AppealEvent[] => {
  const appeal = beforeBoard(state);
  if (appeal.stage.status === 'inHearing')
    refuse('HEARING_OPEN', 'The record grows while a hearing is open: it is certified when that is closed.');
  if (appeal.record === 'certified')
    refuse('ALREADY_CERTIFIED', 'The record is certified.', {
      rule: 'A certified record is certified again only after a recorded reopening or another hearing.',
      certifiedAt: appeal.certificates.at(-1)!.certifiedAt,
    });
  return [
    {
      type: 'AppealRecordCertified',
      data: { ...idsOf(appeal), certifiedBy: actor.id, certifiedAt: now, certifiedOn: today },
    },
  ];
};

/** @throws APPEALS.NOT_CERTIFIED */
export const reopenRecord = (reason: string, state: AppealState, { actor, today }: DecisionContext): AppealEvent[] => {
  const appeal = beforeBoard(state);
  if (appeal.record !== 'certified')
    refuse('NOT_CERTIFIED', 'The record is not certified: it is open as it is.', {
      rule: 'Only a certified record is reopened.',
    });
  return [
    { type: 'AppealRecordReopened', data: { ...idsOf(appeal), reason, reopenedBy: actor.id, reopenedOn: today } },
  ];
};

/** The seat is held by this member on the day of the recusal. @throws APPEALS.NOT_IN_SEAT, APPEALS.ALREADY_RECUSED */
export const recuse = (
  command: RecuseBoardMember,
  state: AppealState,
  settings: SettingsState,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = pending(state);
  const { seat, memberId, reason } = command;
  const recusedOn = notInFuture(command.recusedOn ?? context.today, 'recusedOn', context);
  notBefore(recusedOn, appeal.filedOn, 'the filing', 'recusedOn');
  const holder = seatsOn(settings, recusedOn).find((term) => term.seat === seat);
  if (holder?.memberId !== memberId)
    refuse('NOT_IN_SEAT', `On ${recusedOn} this member does not hold seat ${seat}.`, {
      field: 'seat',
      rule: 'Whoever is recused holds the seat on that day.',
      seat,
    });
  if (appeal.recusals.some((recusal) => recusal.seat === seat && recusal.memberId === memberId))
    refuse('ALREADY_RECUSED', 'This member is recused.', { field: 'seat', seat });
  return [{ type: 'BoardMemberRecused', data: { ...idsOf(appeal), seat, memberId, reason, recusedOn } }];
};
