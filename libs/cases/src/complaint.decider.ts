import { assertNever, DomainError, type Decider, type DecisionContext } from '#kernel';
import { refuseFuture } from '#legal-time';

import type { ComplaintCommand, ReceiveComplaint, ReferComplaint, ScreenComplaint } from './complaint.commands.js';
import type { ComplaintEvent } from './complaint.events.js';
import type { ComplaintFacts } from './complaint.facts.js';
import { complaintFold, type ComplaintState } from './complaint.state.js';

const TERRITORY = 'Town Law § 132; § 168-30D names the Town and its Board only';

/** The id of the complaint, once it is on file. @throws CASES.UNKNOWN_COMPLAINT */
const known = (state: ComplaintState): string => {
  if (state.complaintId === null)
    throw new DomainError('CASES.UNKNOWN_COMPLAINT', 'This complaint is not on file.', {
      kind: 'notFound',
      field: 'complaintId',
    });
  return state.complaintId;
};

const receive = (
  command: ReceiveComplaint,
  state: ComplaintState,
  facts: ComplaintFacts,
  { now }: DecisionContext,
): ComplaintEvent[] => {
  if (state.complaintId !== null)
    throw new DomainError('CASES.COMPLAINT_ON_FILE', 'This complaint is on file already.', { kind: 'conflict' });
  const { complaintId, receivedAt, channel, allegation, premisesId, complainant } = command;
  refuseFuture(receivedAt, now, 'receivedAt');
  if (premisesId !== null && !facts.premises?.onFile)
    throw new DomainError('CASES.UNKNOWN_PREMISES', `No premises ${premisesId} are on file.`, {
      kind: 'invalid',
      field: 'premisesId',
      rule: 'A complaint names premises on file, or none.',
      premisesId,
    });
  return [
    { type: 'ComplaintReceived', data: { complaintId, receivedAt, channel, allegation, premisesId, complainant } },
  ];
};

const screen = (command: ScreenComplaint, state: ComplaintState, { today }: DecisionContext): ComplaintEvent[] => {
  const complaintId = known(state);
  const { jurisdiction, outcome, note } = command;
  if (outcome === 'investigate' && jurisdiction !== 'townOutsideVillage')
    throw new DomainError('CASES.OUTSIDE_TERRITORY', "This place is not on the Town's side: refer the complaint.", {
      field: 'outcome',
      rule: 'The Town investigates in the Town outside the Village; the Village half goes to the Village, other places to whoever governs there.',
      authority: TERRITORY,
      jurisdiction,
    });
  return [{ type: 'ComplaintScreened', data: { complaintId, jurisdiction, outcome, note, screenedOn: today } }];
};

const refer = (command: ReferComplaint, state: ComplaintState, { today }: DecisionContext): ComplaintEvent[] => {
  const complaintId = known(state);
  const { to, reason } = command;
  if (state.screenings.length === 0)
    throw new DomainError('CASES.COMPLAINT_NOT_SCREENED', 'This complaint was not screened yet.', {
      field: 'complaintId',
      rule: 'Where the place lies is settled before a complaint goes elsewhere.',
      authority: TERRITORY,
    });
  if (to !== 'Other' && state.referrals.some((referral) => referral.to === to))
    throw new DomainError('CASES.COMPLAINT_REFERRED', `This complaint was referred to ${to} already.`, {
      field: 'to',
      rule: 'A complaint is referred to each body once.',
    });
  return [{ type: 'ComplaintReferred', data: { complaintId, to, reason, referredOn: today } }];
};

/** Decides on one complaint: received, screened, and referred elsewhere where the Town cannot act. */
export const complaintDecider: Decider<ComplaintState, ComplaintCommand, ComplaintEvent, ComplaintFacts> = {
  initialState: complaintFold.initialState,
  evolve: complaintFold.evolve,
  decide: (command, state, facts, context) => {
    switch (command.type) {
      case 'ReceiveComplaint':
        return receive(command, state, facts, context);
      case 'ScreenComplaint':
        return screen(command, state, context);
      case 'ReferComplaint':
        return refer(command, state, context);
      default:
        return assertNever(command);
    }
  },
};

/** Stream, fold and decisions of one complaint. */
export const complaintAggregate = { ...complaintFold, decide: complaintDecider.decide };
