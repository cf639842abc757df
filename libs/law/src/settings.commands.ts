import type { Capacity, LocalDay } from '#kernel';
import type { RuleChanges } from './settings.events.js';

/** Records that a resolution settled a policy from a local day on; the day may lie in the past. */
export interface AdoptPolicy {
  readonly type: 'AdoptPolicy';
  readonly policy: string;
  readonly value: unknown;
  readonly resolutionNumber: string;
  readonly adoptedOn: LocalDay;
  readonly effectiveFrom: LocalDay;
  readonly note?: string | null;
}

export interface WithdrawPolicy {
  readonly type: 'WithdrawPolicy';
  readonly policy: string;
  readonly resolutionNumber: string;
  readonly effectiveFrom: LocalDay;
}

/** Records the document that charges a person with enforcing Part 2 (§ 168-30D). */
export interface AppointEnforcer {
  readonly type: 'AppointEnforcer';
  readonly officerId: string;
  readonly office: string;
  readonly capacity: Capacity;
  readonly documentReference: string;
  readonly from: LocalDay;
  readonly through?: LocalDay | null;
}

/** `through` is the last local day of the appointment. */
export interface EndEnforcerAppointment {
  readonly type: 'EndEnforcerAppointment';
  readonly appointmentId: string;
  readonly through: LocalDay;
  readonly documentReference: string;
}

export interface FillBoardSeat {
  readonly type: 'FillBoardSeat';
  readonly seat: string;
  readonly memberId: string;
  readonly from: LocalDay;
  readonly reference: string;
}

/** `from` is the first local day on which the seat stands vacant. */
export interface VacateBoardSeat {
  readonly type: 'VacateBoardSeat';
  readonly seat: string;
  readonly from: LocalDay;
  readonly reference: string;
}

/** Records when § 168-30D took effect. A second date must say that it corrects the first. */
export interface RecordLocalLaw22EffectiveDate {
  readonly type: 'RecordLocalLaw22EffectiveDate';
  readonly effectiveOn: LocalDay;
  readonly filingReference: string;
  readonly correctsEarlier?: boolean;
}

export interface ProclaimSpecialHoliday {
  readonly type: 'ProclaimSpecialHoliday';
  readonly day: LocalDay;
  readonly name: string;
  readonly proclaimedBy: string;
  readonly reference: string;
}

/** Records what a local law changed in a rule of the Article. */
export interface AmendRule {
  readonly type: 'AmendRule';
  readonly ruleId: string;
  readonly changes: RuleChanges;
  readonly localLaw: string;
  readonly effectiveFrom: LocalDay;
}

export type SettingsCommand =
  | AdoptPolicy
  | WithdrawPolicy
  | AppointEnforcer
  | EndEnforcerAppointment
  | FillBoardSeat
  | VacateBoardSeat
  | RecordLocalLaw22EffectiveDate
  | ProclaimSpecialHoliday
  | AmendRule;
