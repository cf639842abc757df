import type { DecisionContext } from '#kernel';

import type { GrantStay, LiftStay } from './appeal.commands.js';
import type { AppealEvent } from './appeal.events.js';
import type { Appeal, AppealState, Stay } from './appeal.state.js';
import type { FineUnderAppeal } from './appeal.types.js';
import { expandSpans, idsOf, notBefore, notInFuture, pending, refuse } from './guard.rules.js';

/**
 * The Board stays a fine by resolution. Nothing stays it by itself, and no stay stops a day from accruing (conflict
 * register G7; hard case 19).
 * @throws APPEALS.NOT_PENDING, APPEALS.DAY_NOT_APPEALED, APPEALS.ALREADY_STAYED
 */
export const grantStay = (
  command: GrantStay,
  state: AppealState,
  fine: FineUnderAppeal | null,
  context: DecisionContext,
): AppealEvent[] => {
  const appeal = pending(state);
  const { resolutionNumber } = command;
  const grantedOn = notInFuture(command.grantedOn ?? context.today, 'grantedOn', context);
  notBefore(grantedOn, appeal.filedOn, 'the filing', 'grantedOn');
  const named = [...command.days, ...expandSpans(command.spans, 'spans')];
  const days = named.length === 0 ? null : [...new Set(named)].sort();
  const appealed = new Set(
    (fine?.days ?? []).filter(({ statementId }) => appeal.documents.includes(statementId)).map(({ day }) => day),
  );
  for (const day of days ?? [])
    if (!appealed.has(day))
      refuse('DAY_NOT_APPEALED', `${day} is no day of the documents appealed.`, { field: 'days', day });
  const inForce = appeal.stays.filter(({ ended }) => ended === null);
  for (const stay of inForce) {
    const both =
      stay.days === null || days === null
        ? (days ?? stay.days ?? ['all'])
        : days.filter((day) => stay.days!.includes(day));
    if (both.length > 0)
      refuse('ALREADY_STAYED', 'A stay in force covers these days.', {
        field: 'days',
        rule: 'Days are stayed once: lift the stay in force, or name other days.',
        stayId: stay.stayId,
      });
  }
  return [
    {
      type: 'StayGranted',
      data: {
        ...idsOf(appeal),
        stayId: `${appeal.appealId}.stay-${appeal.stays.length + 1}`,
        days,
        documents: appeal.documents,
        grantedOn,
        resolutionNumber,
      },
    },
  ];
};

/** @throws APPEALS.UNKNOWN_STAY, APPEALS.STAY_ENDED */
export const liftStay = (command: LiftStay, state: AppealState, context: DecisionContext): AppealEvent[] => {
  const appeal = pending(state);
  const { stayId, reason, resolutionNumber } = command;
  const stay = appeal.stays.find((candidate) => candidate.stayId === stayId);
  if (!stay) return refuse('UNKNOWN_STAY', 'This appeal has no such stay.', { kind: 'notFound', field: 'stayId' });
  if (stay.ended !== null)
    refuse('STAY_ENDED', `This stay ended on ${stay.ended.on}.`, { field: 'stayId', endedOn: stay.ended.on });
  return [
    { type: 'StayLifted', data: { ...idsOf(appeal), stayId, liftedOn: context.today, reason, resolutionNumber } },
  ];
};

/** Stays in force end with an appeal that ends without a decision; no resolution ends them, so none is named. */
export const endStaysWith = (appeal: Appeal, context: DecisionContext): AppealEvent[] =>
  appeal.stays
    .filter((stay: Stay) => stay.ended === null)
    .map(({ stayId }) => ({
      type: 'StayLifted',
      data: {
        ...idsOf(appeal),
        stayId,
        liftedOn: context.today,
        reason: 'The appeal ended without a decision.',
        resolutionNumber: null,
      },
    }));
