import { DomainError } from '#kernel';
import { query, type Operation, type QueryContext } from '#runtime';

import { complaintsWithHash } from './complainants.projection.js';
import * as dto from './complainants.dto.js';
import { complaintStream } from './complaint.events.js';
import { complainantFold, complaintFold, digitsOf } from './complaint.state.js';

const unknownComplaint = (): DomainError =>
  new DomainError('CASES.UNKNOWN_COMPLAINT', 'This complaint is not on file.', {
    kind: 'notFound',
    field: 'complaintId',
  });

/**
 * Who complained; null for an anonymous complaint, and each text null once its key is destroyed. The access rules put the
 * question on file, with its reason, before it is answered. @throws CASES.UNKNOWN_COMPLAINT
 */
const revealComplainant = async ({ complaintId }: dto.RevealComplainantQuery, { load }: QueryContext) => {
  const state = await load(complaintStream(complaintId), complaintFold);
  if (state.complaintId === null) throw unknownComplaint();
  return { complaintId, complainant: await load(complaintStream(complaintId), complainantFold) };
};

/**
 * Complaints of one person, by the whole name or number; nothing of the person is in the answer.
 * @throws CASES.NAME_OR_PHONE
 */
const findComplaints = async (
  { name, phone }: dto.FindComplaintsByComplainantQuery,
  { load, readModel, hidden, hashOf }: QueryContext,
) => {
  if ((name === undefined) === (phone === undefined))
    throw new DomainError('CASES.NAME_OR_PHONE', 'Ask by one name or by one number.', {
      kind: 'invalid',
      field: 'name',
      rule: 'Exactly one of name and phone is given.',
    });
  const asked = name ?? digitsOf(phone!);
  const found = asked === null ? [] : complaintsWithHash(readModel, await hashOf(asked));
  const complaints = [];
  for (const complaintId of found.filter((id) => !hidden.has(id))) {
    const { receivedAt, channel, premisesId, screenings } = await load(complaintStream(complaintId), complaintFold);
    complaints.push({ complaintId, receivedAt, channel, premisesId, outcome: screenings.at(-1)?.outcome ?? null });
  }
  complaints.sort((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1));
  return { complaints };
};

/** The two questions about who complained; each use leaves a trace. */
export const complainantOperations: readonly Operation[] = [
  query({
    id: 'revealComplainant',
    summary: 'Who complained, for a reason that goes on file',
    query: dto.RevealComplainantQuery,
    answer: revealComplainant,
  }),
  query({
    id: 'findComplaintsByComplainant',
    summary: 'Complaints of one person, by the whole name or telephone number',
    query: dto.FindComplaintsByComplainantQuery,
    answer: findComplaints,
  }),
];
