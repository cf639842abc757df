import { assertNever, type Instant, type LocalDay, type Personal, type StreamFold } from '#kernel';

import {
  complaintCatalog,
  type Complainant,
  type ComplaintChannel,
  type ComplaintEvent,
  type ReferralAgency,
  type ScreeningOutcome,
} from './complaint.events.js';
import type { Jurisdiction } from './territory.facts.js';

export interface Screening {
  readonly jurisdiction: Jurisdiction;
  readonly outcome: ScreeningOutcome;
  readonly note: Personal;
  readonly screenedOn: LocalDay;
}

export interface Referral {
  readonly to: ReferralAgency;
  readonly reason: Personal;
  readonly referredOn: LocalDay;
}

/** A complaint. Who complained is left out on purpose: no decision and no answer may rest on it. */
export interface ComplaintState {
  /** Null while nothing is recorded: the complaint is unknown. */
  readonly complaintId: string | null;
  readonly receivedAt: Instant;
  readonly channel: ComplaintChannel | null;
  readonly allegation: Personal;
  readonly premisesId: string | null;
  /** Every screening, the newest last. */
  readonly screenings: readonly Screening[];
  readonly referrals: readonly Referral[];
}

/**
 * A telephone number as it is found again, however it is typed: its digits, without the country code 1 of North America.
 * Null where it has none.
 */
export const digitsOf = (phone: string): string | null => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') || null;

/** Who complained, still sealed; for `revealComplainant` alone. Null for an anonymous or unknown complaint. */
export const complainantFold: StreamFold<Omit<Complainant, 'phoneDigits'> | null, ComplaintEvent> = {
  name: 'complainant',
  catalog: complaintCatalog,
  initialState: () => null,
  evolve: (state, event) => {
    if (event.type !== 'ComplaintReceived') return state;
    const { complainant } = event.data;
    return complainant && { name: complainant.name, phone: complainant.phone, address: complainant.address };
  },
};

/** The fold of `complaint-<id>`. */
export const complaintFold: StreamFold<ComplaintState, ComplaintEvent> = {
  name: 'complaint',
  catalog: complaintCatalog,
  initialState: () => ({
    complaintId: null,
    receivedAt: '',
    channel: null,
    allegation: null,
    premisesId: null,
    screenings: [],
    referrals: [],
  }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'ComplaintReceived': {
        const { complaintId, receivedAt, channel, allegation, premisesId } = event.data;
        return { ...state, complaintId, receivedAt, channel, allegation, premisesId };
      }
      case 'ComplaintScreened': {
        const { jurisdiction, outcome, note, screenedOn } = event.data;
        return { ...state, screenings: [...state.screenings, { jurisdiction, outcome, note, screenedOn }] };
      }
      case 'ComplaintReferred': {
        const { to, reason, referredOn } = event.data;
        return { ...state, referrals: [...state.referrals, { to, reason, referredOn }] };
      }
      default:
        return assertNever(event);
    }
  },
};
