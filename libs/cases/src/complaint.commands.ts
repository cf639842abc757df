import type { Instant } from '#kernel';

import type { ComplaintChannel, ReferralAgency, ScreeningOutcome } from './complaint.events.js';
import type { Jurisdiction } from './territory.facts.js';

export interface ReceiveComplaint {
  readonly type: 'ReceiveComplaint';
  readonly complaintId: string;
  readonly receivedAt: Instant;
  readonly channel: ComplaintChannel;
  readonly allegation: string;
  readonly premisesId: string | null;
  readonly complainant: {
    readonly name: string;
    readonly phone: string | null;
    readonly phoneDigits: string | null;
    readonly address: string | null;
  } | null;
}

export interface ScreenComplaint {
  readonly type: 'ScreenComplaint';
  readonly jurisdiction: Jurisdiction;
  readonly outcome: ScreeningOutcome;
  readonly note: string;
}

export interface ReferComplaint {
  readonly type: 'ReferComplaint';
  readonly to: ReferralAgency;
  readonly reason: string;
}

export type ComplaintCommand = ReceiveComplaint | ScreenComplaint | ReferComplaint;
