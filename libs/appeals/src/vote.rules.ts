import type { LocalDay } from '#kernel';
import type { SettingsState } from '#law/published';
import { policyOn, seatsOn } from '#law/published';

import type { SeatVote } from './appeal.commands.js';
import type { SeatAtVote } from './appeal.events.js';
import type { Recusal } from './appeal.state.js';
import { refuse } from './guard.rules.js';

export const VOTE_AUTHORITY = 'Town Law § 63; Gen. Constr. Law § 41 (both for counsel to confirm)';

/** One seat of the Board on a day, filled or not, and whether its member may vote. */
export interface SeatStanding {
  readonly seat: string;
  readonly memberId: string | null;
  readonly mayVote: boolean;
  readonly why: 'recused' | 'vacant' | 'imposingOfficer' | null;
}

/** The whole Board on a day. */
export interface Board {
  readonly whole: number;
  /** Majority of the whole number, vacant and recused seats included. */
  readonly needed: number;
  readonly wholeAuthority: string;
  readonly authority: string;
  readonly seats: readonly SeatStanding[];
}

/**
 * The whole membership on a local day: the policy `board-whole-membership`, or the seats on file where they are more.
 * Seats that the file does not name stand vacant. A member who imposed the fine may not vote on it (domain.md 5.12).
 * @param officers who imposed the fine or issued the statements appealed
 */
export const boardOn = (
  settings: SettingsState,
  day: LocalDay,
  recusals: readonly Pick<Recusal, 'seat' | 'memberId' | 'recusedOn'>[],
  officers: ReadonlySet<string>,
): Board => {
  const policy = policyOn(settings, 'board-whole-membership', day);
  const filled = new Map(seatsOn(settings, day).map(({ seat, memberId }) => [seat, memberId]));
  const onFile = [...new Set(settings.seatTerms.filter(({ from }) => from <= day).map(({ seat }) => seat))].sort();
  const whole = Math.max(policy.value, onFile.length);
  const named = onFile.map((seat): SeatStanding => {
    const memberId = filled.get(seat) ?? null;
    if (memberId === null) return { seat, memberId, mayVote: false, why: 'vacant' };
    const recused = recusals.some(
      (recusal) => recusal.seat === seat && recusal.memberId === memberId && recusal.recusedOn <= day,
    );
    const why = recused ? 'recused' : officers.has(memberId) ? 'imposingOfficer' : null;
    return { seat, memberId, mayVote: why === null, why };
  });
  const unnamed = Array.from({ length: whole - onFile.length }, (_, index): SeatStanding => ({
    seat: `not-on-file-${index + 1}`,
    memberId: null,
    mayVote: false,
    why: 'vacant',
  }));
  return {
    whole,
    needed: Math.floor(whole / 2) + 1,
    wholeAuthority: whole > policy.value ? `${onFile.length} seats on file` : policy.authority,
    authority: VOTE_AUTHORITY,
    seats: [...named, ...unnamed],
  };
};

const WORDS = {
  recused: 'is recused and has no vote',
  vacant: 'is vacant',
  imposingOfficer: 'is held by the officer who imposed the fine, who has no vote',
  unknownSeat: 'is not on file',
  twice: 'votes twice',
} as const;

const mayNotVote = (seat: string, why: keyof typeof WORDS, index: number): never =>
  refuse('MAY_NOT_VOTE', `Seat ${seat} ${WORDS[why]}.`, {
    field: `votes[${index}].seat`,
    rule: 'Each seat that is held and not recused votes once; who imposed the fine does not vote on it.',
    authority: VOTE_AUTHORITY,
    seat,
    why,
  });

/**
 * Counts a vote against all seats of the day: who does not vote is absent, and absence, abstention, recusal and vacancy all
 * count in the whole (Town Law § 63, Gen. Constr. Law § 41; both for counsel to confirm).
 * @throws APPEALS.MAY_NOT_VOTE
 */
export const countVotes = (
  board: Board,
  votes: readonly SeatVote[],
): { readonly seats: readonly SeatAtVote[]; readonly ayes: number; readonly needed: number } => {
  const cast = new Map<string, SeatVote['vote']>();
  for (const [index, { seat, vote }] of votes.entries()) {
    const standing = board.seats.find((candidate) => candidate.seat === seat);
    if (!standing) mayNotVote(seat, 'unknownSeat', index);
    else if (standing.why !== null) mayNotVote(seat, standing.why, index);
    if (cast.has(seat)) mayNotVote(seat, 'twice', index);
    cast.set(seat, vote);
  }
  const seats = board.seats.map(({ seat, memberId, why }): SeatAtVote => {
    const otherwise = why === 'recused' || why === 'vacant' ? why : 'absent';
    return { seat, memberId, cast: cast.get(seat) ?? otherwise };
  });
  return { seats, ayes: seats.filter((seat) => seat.cast === 'aye').length, needed: board.needed };
};
