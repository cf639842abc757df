import type { DecisionContext, ErrorDetails, Instant, LocalDay } from '#kernel';
import { DomainError } from '#kernel';
import { daysBetween, eachDay } from '#legal-time';

import type { Span } from './appeal.commands.js';
import type { Appeal, AppealState, Decision } from './appeal.state.js';
import { decisionOf, isPendingAppeal } from './appeal.state.js';

/** Refuses under a code of this capability. */
export const refuse = (reason: string, message: string, details: ErrorDetails = {}): never => {
  throw new DomainError(`APPEALS.${reason}`, message, details);
};

/** @throws APPEALS.UNKNOWN_APPEAL */
export const known = (state: AppealState): Appeal =>
  state ?? refuse('UNKNOWN_APPEAL', 'There is no such appeal.', { kind: 'notFound', field: 'appealId' });

/** The appeal while something is still to be done about it. @throws APPEALS.UNKNOWN_APPEAL, APPEALS.NOT_PENDING */
export const pending = (state: AppealState): Appeal => {
  const appeal = known(state);
  if (!isPendingAppeal(appeal))
    refuse('NOT_PENDING', `This appeal was ${appeal.stage.status}.`, {
      field: 'appealId',
      rule: 'Only an appeal that has not been decided, withdrawn or dismissed goes on.',
      status: appeal.stage.status,
    });
  return appeal;
};

/** The appeal while the Board has it. @throws APPEALS.AT_COUNSEL besides those of `pending` */
export const beforeBoard = (state: AppealState): Appeal => {
  const appeal = pending(state);
  if (appeal.stage.status === 'atCounsel')
    refuse('AT_COUNSEL', 'Counsel has not said yet whether the Board hears this appeal.', {
      field: 'appealId',
      rule: 'An appeal against an agreed fine reaches the Board when counsel routes it there.',
      authority: '§ 168-30D writes an appeal for imposed fines only',
    });
  return appeal;
};

/** @throws APPEALS.UNKNOWN_DECISION */
export const knownDecision = (appeal: Appeal, decisionId: string): Decision =>
  decisionOf(appeal, decisionId) ??
  refuse('UNKNOWN_DECISION', `This appeal has no decision ${decisionId}.`, { kind: 'notFound', field: 'decisionId' });

/** A day that has come. @throws APPEALS.IN_THE_FUTURE */
export const notInFuture = (day: LocalDay, field: string, { today }: DecisionContext): LocalDay =>
  day <= today
    ? day
    : refuse('IN_THE_FUTURE', `${day} has not come yet.`, {
        kind: 'invalid',
        field,
        rule: 'Only what has already happened can be recorded.',
      });

/** A moment that has come. @throws APPEALS.IN_THE_FUTURE */
export const momentHasCome = (at: Instant, field: string, { now }: DecisionContext): Instant =>
  at <= now
    ? at
    : refuse('IN_THE_FUTURE', 'What has not happened yet cannot be recorded.', {
        kind: 'invalid',
        field,
        at,
        now,
        rule: 'Only what has already happened can be recorded.',
      });

/** An act that follows another one. @throws APPEALS.DAY_OUT_OF_ORDER */
export const notBefore = (day: LocalDay, earliest: LocalDay, what: string, field: string): LocalDay =>
  day >= earliest
    ? day
    : refuse('DAY_OUT_OF_ORDER', `${day} lies before ${what} of ${earliest}.`, {
        kind: 'invalid',
        field,
        earliest,
        rule: 'An act is not recorded for a day before the act that it follows.',
      });

/** @throws APPEALS.COUNSEL_ONLY */
export const counselOnly = ({ actor }: DecisionContext): void => {
  if (actor.role !== 'counsel')
    refuse('COUNSEL_ONLY', 'Counsel says whether the Board hears an appeal against an agreed fine.', {
      kind: 'forbidden',
      rule: 'An agreed fine is appealed through counsel.',
      authority: '§ 168-30D writes an appeal for imposed fines only',
    });
};

/** What every event of an appeal names. */
export const idsOf = ({ appealId, caseId, partyId, fineId }: Appeal) => ({ appealId, caseId, partyId, fineId });

/** Most days that a span may name: beyond them a year is taken for mistyped. */
const LONGEST_SPAN_DAYS = 4000;

/** The days of spans, both ends counted. @throws APPEALS.BAD_SPAN */
export const expandSpans = (spans: readonly Span[], field: string): LocalDay[] =>
  spans.flatMap(({ from, through }, index) => {
    const days = through < from ? 0 : daysBetween(from, through) + 1;
    if (days < 1 || days > LONGEST_SPAN_DAYS)
      refuse('BAD_SPAN', 'A span ends on the day it begins or later, and names no more than 4,000 days.', {
        kind: 'invalid',
        field: `${field}[${index}]`,
      });
    return eachDay(from, through);
  });
